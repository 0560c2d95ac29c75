"""Parse, print, parse: the identity."""

from __future__ import annotations

from hypothesis import given, settings
from pddl_strategies import domains, problems, subtypes

from ludoplan.pddl.parser import parse_domain, parse_problem
from ludoplan.pddl.printer import print_domain, print_problem

quick = settings(max_examples=80, deadline=None)


@quick
@given(domains())
def test_domains(domain):
    assert parse_domain(print_domain(domain)) == domain


@quick
@given(domains(), problems())
def test_problems(domain, problem):
    assert parse_problem(print_problem(problem), "p", domain) == problem


@quick
@given(domains(), problems())
def test_capitals_and_comments_do_not_matter(domain, problem):
    def disguised(text):
        return text.upper().replace("(", " ( ").replace("\n", " ; a (comment) \n\t")

    assert parse_domain(disguised(print_domain(domain))) == domain
    assert parse_problem(disguised(print_problem(problem)), "p", domain) == problem


def test_types_with_several_parents():
    text = "(define (domain d) (:types c - (either a b)) (:constants k - c) (:predicates (p ?x - (either a b))))"
    domain = parse_domain(text)
    assert subtypes(domain) == {"object": {"object", "a", "b", "c"}, "a": {"a", "c"}, "b": {"b", "c"}, "c": {"c"}}
    assert parse_domain(print_domain(domain)) == domain
