"""What other planners read though it is odd: it is read here too, as what it can only mean, with a warning."""

from __future__ import annotations

import pytest

from ludoplan.cli.main import main
from ludoplan.core.referee import replay
from ludoplan.core.task import Task
from ludoplan.pddl import ast
from ludoplan.pddl.parser import parse_domain, parse_problem
from ludoplan.pddl.printer import print_domain, print_problem
from ludoplan.pddl.task import GAME, PddlTask


def domain(sections):
    return f"(define (domain d)\n{sections})"


def read_domain(sections):
    """The domain, and its warnings but for those of :requirements."""
    found = parse_domain(domain(sections))
    assert parse_domain(print_domain(found)) == found
    assert not [each for each in parse_domain(print_domain(found)).warnings if "twice" in each.text]
    return found, [str(each) for each in found.warnings if "which :requirements does not list" not in each.text]


ODD_DOMAINS = {
    "a parameter of a predicate twice": (
        "(:predicates (in ?obj ?obj))",
        "(:predicates (in ?obj ?obj2))",
        ["2:23: parameter ?obj is declared twice; taken as two parameters"],
    ),
    "three times, and the new name is taken": (
        "(:predicates (in ?x ?x ?x2 ?x))",
        "(:predicates (in ?x ?x3 ?x2 ?x4))",
        [
            "2:21: parameter ?x is declared twice; taken as two parameters",
            "2:28: parameter ?x is declared twice; taken as two parameters",
        ],
    ),
    "a parameter of an action twice": (
        "(:predicates (p ?x)) (:action a :parameters (?x ?x) :effect (p ?x))",
        "(:predicates (p ?x)) (:action a :parameters (?x ?x2) :precondition (and (= ?x ?x2) (and)) :effect (p ?x))",
        ["2:49: parameter ?x is declared twice; taken as two that are equal"],
    ),
    "a variable of a quantifier twice": (
        "(:predicates (p ?x)) (:action a :precondition (forall (?x ?x) (p ?x)))",
        "(:predicates (p ?x)) (:action a :precondition (forall (?x) (p ?x)))",
        ["2:59: parameter ?x is declared twice"],
    ),
    "a type twice, once below another": (
        "(:types surface - object area - object area crate - surface)",
        "(:types surface - object area crate - surface)",
        ["2:40: type area is declared twice; taken as below surface"],
    ),
    "a type twice, the second time without a parent": (
        "(:types a - b a)",
        "(:types a - b)",
        ["2:15: type a is declared twice"],
    ),
    "a type twice, below different types": (
        "(:types a - b a - c)",
        "(:types a - (either b c) b c)",
        ["2:15: type a is declared twice; taken as below b and c"],
    ),
    "a type below itself": (
        "(:types a - a b)",
        "(:types a b)",
        ["2:9: type a is declared to be below itself; taken as below object"],
    ),
    "no blank before a variable": (
        "(:types aircraft) (:predicates (at?a - aircraft) (near ?a?b))",
        "(:types aircraft) (:predicates (at ?a - aircraft) (near ?a ?b))",
        ["2:35: a blank is missing before '?'", "2:58: a blank is missing before '?'"],
    ),
    "no blank after a dash": (
        "(:types compressor -part) (:constants c -compressor) (:predicates (p ?x -compressor ?y))",
        "(:types compressor - part) (:constants c - compressor) (:predicates (p ?x - compressor ?y))",
        [
            "2:20: a blank is missing after '-'",
            "2:41: a blank is missing after '-'",
            "2:73: a blank is missing after '-'",
        ],
    ),
    "no blank before a dash": (
        "(:types t u) (:predicates (p ?x- t ?y- (either t u)))",
        "(:types t u) (:predicates (p ?x - t ?y - (either t u)))",
        ["2:30: a blank is missing before '-'", "2:36: a blank is missing before '-'"],
    ),
    "nothing before a dash": (
        "(:types - object a)",
        "(:types a)",
        ["2:11: expected a type before '-'"],
    ),
    "a predicate twice": (
        "(:predicates (p ?x) (q) (p ?y))",
        "(:predicates (p ?x) (q))",
        ["2:26: predicate p is declared twice"],
    ),
    "a predicate twice, for different types": (
        "(:types t u) (:predicates (p ?x - t) (p ?y - u))",
        "(:types t u) (:predicates (p ?x - (either t u)))",
        ["2:39: predicate p is declared twice; taken as one for the types of both"],
    ),
    "a function twice": (
        "(:functions (f ?x) (f ?x) - number)",
        "(:functions (f ?x))",
        ["2:21: function f is declared twice"],
    ),
    "a constant twice": (
        "(:types t) (:constants c - t c - t)",
        "(:types t) (:constants c - t)",
        ["2:30: object c is declared twice"],
    ),
    "an action twice": (
        "(:predicates (p)) (:action a :effect (p)) (:action a :effect (p))",
        "(:predicates (p)) (:action a :effect (p))",
        ["2:52: action a is declared twice"],
    ),
    "a type that is not declared, of a predicate": (
        "(:types truck) (:predicates (p ?x - trukc))",
        "(:types truck) (:predicates (p ?x))",
        ["2:37: there is no type 'trukc' (did you mean truck?); taken as object"],
    ),
    "equality declared": (
        "(:predicates (p ?x) (= ?x ?y))",
        "(:predicates (p ?x))",
        ["2:21: = is known without being declared"],
    ),
    "a cost that is not declared": (
        "(:action a :effect (increase (total-cost) 2))",
        "(:functions (total-cost)) (:action a :effect (increase (total-cost) 2))",
        ["2:30: (total-cost) is used without being declared in :functions"],
    ),
    "a function without parentheses": (
        "(:functions (total-cost) (toll)) (:action a :effect (increase total-cost toll))",
        "(:functions (total-cost) (toll)) (:action a :effect (increase (total-cost) (toll)))",
        [
            "2:63: (total-cost) is meant: parentheses are missing",
            "2:74: (toll) is meant: parentheses are missing",
        ],
    ),
    "another word for numbers": (
        "(:functions (f) - integer (g) -number)",
        "(:functions (f) (g))",
        ["2:19: 'integer' is taken as 'number'", "2:31: a blank is missing after '-'"],
    ),
    "an argument of another type": (
        "(:types t u) (:predicates (p ?x - t)) (:action a :parameters (?y - u) :effect (p ?y))",
        "(:types t u) (:predicates (p ?x - t)) (:action a :parameters (?y - u) :effect (p ?y))",
        ["2:82: ?y is of type u, but predicate p takes t here"],
    ),
    "sections in another order, capitals, empty parts": (
        "(:ACTION A :effect () :precondition ()) (:Predicates (P ?X)) (:constants C - T) (:types t)",
        "(:types t) (:constants c - t) (:predicates (p ?x)) (:action a)",
        [],
    ),
}


@pytest.mark.parametrize("name", ODD_DOMAINS)
def test_odd_domains(name):
    odd, plain, warnings = ODD_DOMAINS[name]
    found, told = read_domain(odd)
    assert found == parse_domain(domain(plain))
    assert told == warnings


DOMAIN = """(:types t u) (:predicates (p ?x - t) (q)) (:functions (f ?x - t) (total-cost))
(:action a :parameters (?x - t) :effect (and (p ?x) (increase (total-cost) 1)))"""
ODD_PROBLEMS = {
    "an object twice": ("(:objects a a - t) (:init) (:goal (q))", ["1:45: object a is declared twice"], {}),
    "a fact twice": ("(:init (q) (q)) (:goal (q))", ["1:44: (q) is listed twice"], {"facts": (("q",),)}),
    "a value twice": (
        "(:objects a - t) (:init (= (f a) 1) (= (f a) 1.0)) (:goal (q))",
        ["1:69: the value of (f a) is listed twice"],
        {"values": ((("f", "a"), 1),)},
    ),
    "a fact about an object of another type": (
        "(:objects b - u) (:init (p b)) (:goal (p b))",
        ["1:60: b is of type u, but predicate p takes t here", "1:74: b is of type u, but predicate p takes t here"],
        {"facts": (("p", "b"),)},
    ),
    "a cost without parentheses": (
        "(:init (= total-cost 0)) (:goal (q)) (:metric minimize total-cost)",
        [
            "1:43: (total-cost) is meant: parentheses are missing",
            "1:88: (total-cost) is meant: parentheses are missing",
        ],
        {"metric": ast.Metric("minimize", ast.Fluent("total-cost", ()))},
    ),
    "an empty goal": ("(:init) (:goal ())", [], {"goal": ast.And(())}),
}


@pytest.mark.parametrize("name", ODD_PROBLEMS)
def test_odd_problems(name):
    text, warnings, parts = ODD_PROBLEMS[name]
    of = parse_domain(domain(DOMAIN))
    found = parse_problem(f"(define (problem p) (:domain d) {text})", "p", of)
    assert [str(each) for each in found.warnings if "which :requirements" not in each.text] == warnings
    assert {key: getattr(found, key) for key in parts} == parts
    assert parse_problem(print_problem(found), "p", of) == found


def test_a_cost_that_nothing_counts():
    task = PddlTask.parse(
        domain("(:predicates (q)) (:action a :effect (q))"),
        "(define (problem p) (:domain d) (:init (= (total-cost) 0)) (:goal (q)))",
    )
    assert [str(each) for each in task.problem.warnings] == [
        "1:40: nothing in the domain counts (total-cost); its value is ignored"
    ]
    assert task.problem.values == ()


def test_a_parameter_twice_takes_one_object_twice():
    task = PddlTask.parse(
        domain("(:predicates (p ?x)) (:action a :parameters (?x ?x) :effect (p ?x))"),
        "(define (problem p) (:domain d) (:objects c e) (:init) (:goal (p c)))",
    )
    assert replay(Task(GAME, task, "p"), ["(a c c)"]).plan is not None
    assert replay(Task(GAME, task, "p"), ["(a c e)"]).reason == "(= c e) is false"


def test_facts_of_other_types_are_facts():
    task = PddlTask.parse(
        domain(
            "(:types t u) (:predicates (p ?x - t) (q)) (:action a :parameters (?x - u) :precondition (p ?x)"
            " :effect (q))"
        ),
        "(define (problem p) (:domain d) (:objects b - u) (:init (p b)) (:goal (q)))",
    )
    assert replay(Task(GAME, task, "p"), ["(a b)"]).plan is not None


def test_places_are_those_of_the_file(tmp_path, capsys):
    """Also behind blanks that were missing, and behind the mark that some editors put first."""
    odd = "\ufeff(define (domain d) (:predicates (p?x) (q?x?y)) (:action a :parameters (?x)\n"
    odd += "  :effect (and (p?x) (r?x))))"
    path = tmp_path / "domain.pddl"
    path.write_text(odd, encoding="utf-8")
    assert main(["plan", str(path), str(path)]) == 2
    assert "domain.pddl:2:23: there is no predicate 'r'" in capsys.readouterr().err


def test_a_name_may_end_with_a_question_mark():
    found, told = read_domain("(:predicates (holding? ?x) (empty?)) (:action a :precondition (empty?))")
    assert [each.name for each in found.predicates] == ["holding?", "empty?"]
    assert told == []


def test_types_are_listed_in_messages_up_to_a_number():
    kinds = " ".join(f"t{number:02}" for number in range(20))
    _, told = read_domain(
        f"(:types {kinds} - t u) (:predicates (p ?x - t)) (:action a :parameters (?x - u) :precondition (p ?x))"
    )
    assert told[0].endswith("?x is of type u, but predicate p takes t (or a type below) here")


def test_many_warnings_are_not_all_printed(tmp_path, capsys):
    names = " ".join(f"(p{number} ?x?y)" for number in range(100))
    (tmp_path / "domain.pddl").write_text(f"(define (domain d) (:predicates {names}))")
    (tmp_path / "problem.pddl").write_text("(define (problem p) (:domain d) (:init) (:goal ()))")
    (tmp_path / "plan").write_text("")
    assert main(["validate", *(str(tmp_path / name) for name in ("domain.pddl", "problem.pddl", "plan"))]) == 0
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 21
    assert told[-1].endswith("domain.pddl: and 80 more warnings")


def test_types_of_objects_where_the_domain_has_none():
    untyped = parse_domain(domain("(:predicates (p ?x))"))
    text = "(define (problem z) (:domain d) (:objects a - box) (:init) (:goal (p a)))"
    problem = parse_problem(text, "z", untyped)
    warnings = [str(each) for each in problem.warnings if "which :requirements" not in each.text]
    assert warnings == ["1:47: the domain has no types; 'box' is taken as object"]
    assert problem.objects[0].types == (ast.OBJECT,)


def test_a_metric_of_costs_that_nothing_counts():
    without = parse_domain(domain("(:predicates (p)) (:action a :effect (p))"))
    for metric in ("(total-cost)", "total-cost"):
        text = f"(define (problem z) (:domain d) (:init) (:goal (p)) (:metric minimize {metric}))"
        problem = parse_problem(text, "z", without)
        warning = "1:53: nothing in the domain counts (total-cost); the metric is ignored"
        assert [str(each) for each in problem.warnings] == [warning]
        assert problem.metric is None
