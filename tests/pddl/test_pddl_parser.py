"""What the parser accepts, refuses and warns of, and where it says so."""

from __future__ import annotations

import pytest
from parse_pddl import DOMAIN as GRID
from parse_pddl import grid_problem

from ludoplan.core.errors import BadInput
from ludoplan.pddl import ast
from ludoplan.pddl.features import features
from ludoplan.pddl.parser import parse_domain, parse_problem
from ludoplan.pddl.source import MOST_NESTED

DOMAIN = """(define (domain depot)
  (:requirements :typing :negative-preconditions :action-costs)
  (:types box truck - movable place)
  (:constants base - place)
  (:predicates (at ?m - movable ?p - place) (in ?b - box ?t - truck) (ready))
  (:functions (distance ?a ?b - place) - number (total-cost))
  (:action drive
    :parameters (?t - truck ?from ?to - place)
    :precondition (and (at ?t ?from) (not (ready)))
    :effect (and (not (at ?t ?from)) (at ?t ?to) (increase (total-cost) (distance ?from ?to)))))
"""
PROBLEM = """(define (problem one) (:domain depot)
  (:objects t1 - truck b1 b2 - box far - place)
  (:init (at t1 base) (at b1 far) (= (distance base far) 12.5) (= (total-cost) 0))
  (:goal (and (at t1 far)))
  (:metric minimize (total-cost)))
"""


def defects(action, *arguments):
    with pytest.raises(BadInput) as caught:
        action(*arguments)
    return [str(defect) for defect in caught.value.defects]


def domain_defects(text):
    return defects(parse_domain, text, "d.pddl")


def problem_defects(text):
    return defects(parse_problem, text, "p.pddl", parse_domain(DOMAIN))


def test_what_is_read():
    domain = parse_domain(DOMAIN)
    assert domain.warnings == ()
    assert domain.types == (
        ast.Type("box", ("movable",)),
        ast.Type("truck", ("movable",)),
        ast.Type("place"),
        ast.Type("movable"),
    )
    assert features(domain) == {":strips", ":typing", ":negative-preconditions", ":action-costs"}
    problem = parse_problem(PROBLEM, "p", domain)
    assert problem.warnings == ()
    assert problem.facts == (("at", "t1", "base"), ("at", "b1", "far"))
    assert dict(problem.values) == {("distance", "base", "far"): 12.5, ("total-cost",): 0}
    by_type = ast.ObjectsByType(domain, problem)
    assert {kind: tuple(by_type.of((kind,))) for kind in domain.hierarchy()} == {
        "object": ("base", "t1", "b1", "b2", "far"),
        "movable": ("t1", "b1", "b2"),
        "box": ("b1", "b2"),
        "truck": ("t1",),
        "place": ("base", "far"),
    }


def test_all_defects_of_a_domain_are_found_at_once():
    text = """(define (domain depot)
  (:types box - thing box)
  (:constants b1 - crate b1)
  (:predicates (at ?x - box ?x) (at ?y) (and ?x))
  (:functions (f ?x) - box)
  (:action a :parameters (?x - box ?y)
    :precondition (and (att ?x ?y) (at ?x) (at ?z ?y) (at q ?y) (> (g) 1) (> (f ?x) many))
    :effect (and (at ?x ?x ?x) (when (at ?x ?y)) (increase (f ?x)) b1))
  (:action a :parameter ()))
"""
    assert domain_defects(text) == [
        "3:20: there is no type 'crate'",
        "4:34: predicate at is declared twice, with different numbers of parameters",
        "4:42: 'and' cannot be the name of a predicate",
        "5:24: expected 'number' (functions to objects are not supported), found 'box'",
        "7:25: there is no predicate 'att' (did you mean at?)",
        "7:36: predicate at takes 2 arguments, found 1",
        "7:48: there is no variable ?z here",
        "7:59: there is no object q here",
        "7:69: there is no function 'g'",
        "7:85: expected a number or a function such as (total-cost), found 'many'",
        "8:18: predicate at takes 2 arguments, found 3",
        "8:32: 'when' takes 2 operands, found 1",
        "8:50: 'increase' takes 2 operands, found 1",
        "8:68: expected an effect, found 'b1'",
        "9:12: action a is declared twice, in different ways",
        "9:14: expected :parameters, :precondition or :effect, found ':parameter'",
    ]


def test_places_of_domain_defects():
    cases = {
        "(:predicates (p ?x)) (:action a :effect (q))": "1:61: there is no predicate 'q'",
        "(:predicates (p ?x)) (:action a :effect (p))": "1:60: predicate p takes 1 argument, found 0",
        "(:predicates (p ?x)) (:action a :effect (p ?z))": "1:63: there is no variable ?z here",
        "(:predicates (p ?x)) (:action a :effect (p zebra))": "1:63: there is no object zebra here",
        "(:predicates (p ?x)) (:predicates (q))": "1:41: a second section :predicates",
        "(:predicates (p ?x) (p))": "1:41: predicate p is declared twice, with different numbers of parameters",
        "(:types a - b b - a)": "1:20: type a is above itself",
        "(:types a) (:constants c - z)": "1:47: there is no type 'z'",
        "(:types t) (:action a :parameters (?x ?x - t ?x))": "1:65: parameter ?x is declared twice, with different "
        "types",
        "(:types t) (:constants c - t c)": "1:49: object c is declared twice, with different types",
        "(:action a :parameters (x))": "1:44: expected a variable, found 'x'",
        "(:action a :vars (?x))": "1:31: expected :parameters, :precondition or :effect, found ':vars'",
        "(:action a :effect)": "1:38: expected a list after :effect",
        "(:action)": "1:28: expected a name after :action",
        "(:durative-action a)": "1:20: durative actions are not supported",
        "(:colour red)": "1:21: there is no section :colour here; expected one of :requirements, :types, :constants, "
        ":predicates, :functions, :derived, :action",
        "(:functions (f) - block)": "1:38: expected 'number' (functions to objects are not supported), found 'block'",
        "(:predicates (p)) (:derived (p) (not (p)))": "1:48: derived predicate p depends on its own negation",
        "(:predicates (p)) (:derived (p) (and)) (:action a :effect (p))": "1:78: predicate p is derived, so no effect "
        "may change it",
        "(:action a :precondition (imply (and)))": "1:45: 'imply' takes 2 operands, found 1",
        "(:action a :precondition (and x))": "1:50: expected a condition, found 'x'",
        "(:action a :precondition (> 1 x))": "1:50: expected a number or a function such as (total-cost), found 'x'",
    }
    found = {section: domain_defects(f"(define (domain d) {section})") for section in cases}
    assert {section: texts[0] for section, texts in found.items()} == cases
    cyclic = "(:types a - b b - a)"
    assert all(len(texts) == 1 for section, texts in found.items() if section != cyclic)


def test_all_defects_of_a_problem_are_found_at_once():
    text = """(define (problem one) (:domain depot)
  (:objects t1 - truck b1 - bix base - place)
  (:init (at t1 bsae) (at base base) (in t1 t1) (on t1) (= (distance base base) near) (ready ready)
         (= (total-cost) 1) (= (total-cost) 2) (ready) (not (ready)) t1)
  (:goal (and (at t1) (or)))
  (:metric minimise (total-cost)))
"""
    assert problem_defects(text) == [
        "2:29: there is no type 'bix' (did you mean box?)",
        "3:17: there is no object bsae here (did you mean base?)",
        "3:50: there is no predicate 'on'",
        "3:81: expected a number, found 'near'",
        "3:87: predicate ready takes 0 arguments, found 1",
        "3:94: there is no object ready here",
        "4:29: a second value of (total-cost)",
        "4:56: (ready) is both true and false",
        "4:70: expected a fact, found 't1'",
        "5:15: predicate at takes 2 arguments, found 1",
        "6:3: expected (:metric minimize EXPRESSION) or (:metric maximize EXPRESSION)",
    ]


def test_missing_parts_of_a_problem():
    assert problem_defects("(define (problem p))") == [
        "1:1: expected (:domain NAME)",
        "1:20: expected (:init ...)",
        "1:20: expected (:goal CONDITION)",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1:1: expected (define ...), found nothing"),
        ("; only a comment", "1:1: expected (define ...), found nothing"),
        ("define", "1:1: expected (define ...), found 'define'"),
        ("(defin (domain d))", "1:1: expected (define ...)"),
        ("(define (problem p))", "1:9: expected (domain NAME); this is a problem"),
        ("(define (domain))", "1:9: expected (domain NAME)"),
        ("(define (domain d)))", "1:20: this ')' closes nothing"),
        ("(define (domain d)) (more)", "1:21: expected nothing after (define ...)"),
        ("(define (domain d)\n  (:predicates (p)", "2:3: this '(' is never closed"),
        ("(" * 10_000, f"1:{MOST_NESTED + 1}: nested more than {MOST_NESTED} deep"),
    ],
)
def test_broken_lists(text, said):
    assert domain_defects(text) == [said]


def test_a_missing_parenthesis_is_searched_for():
    text = "(define (domain d)\n (:predicates (p)\n (:action a :effect (p)))"
    assert domain_defects(text) == [
        "1:1: this '(' is never closed",
        "3:2: (:action inside another list: is a ')' missing before it?",
    ]


def test_warnings():
    domain = parse_domain(
        "(define (domain d) (:types t u - s) (:predicates (p ?x - t))"
        " (:action a :parameters (?x - s ?y - u) :precondition (and (p ?x) (not (= ?x ?y)))))"
    )
    assert [str(each) for each in domain.warnings] == [
        "1:123: ?x is of type s, but predicate p takes t here; only some values fit",
        "1:1: uses :equality :typing, which :requirements does not list",
    ]
    domain = parse_domain("(define (domain d) (:requirements :strips :psychic) (:predicates (p)))")
    assert [str(each) for each in domain.warnings] == [
        "1:43: requirement :psychic is not supported; going on without it"
    ]
    problem = parse_problem("(define (problem p) (:domain e) (:init (p) (p)) (:goal (not (p))))", "p", domain)
    assert [str(each) for each in problem.warnings] == [
        "1:30: says domain e, but the domain is d",
        "1:44: (p) is listed twice",
        "1:1: uses :negative-preconditions, which :requirements does not list",
    ]


def test_numbers_of_any_size_are_no_danger():
    text = "(define (domain d) (:functions (f)) (:action a :precondition (> (f) {})))"
    for number in ("1e999999999", "9" * 10_000):
        assert "expected a number" in domain_defects(text.format(number))[0]
    assert parse_domain(text.format("-1.5e2")).actions[0].precondition.right == ast.Number(-150)


def test_positions_with_letters_that_change_length_when_lowered():
    assert domain_defects("(define (domain d) ; \u0130\u0130\u0130\n (:predicates (p)) (:action A :effect (Q)))") == [
        "2:40: there is no predicate 'q'"
    ]


def test_a_big_problem_is_read():
    problem = parse_problem(grid_problem(40, 10_000), "p", parse_domain(GRID))
    assert (len(problem.objects), len(problem.facts)) == (1607, 10_001)


def test_many_defects_are_told():
    domain, problem_text = parse_domain(GRID), grid_problem(40, 10_000)
    assert len(defects(parse_problem, problem_text.replace("way", "wey", 1), "p", domain)) > 100
    assert len(defects(parse_problem, problem_text.replace("(next", "(mext"), "p", domain)) > 100
