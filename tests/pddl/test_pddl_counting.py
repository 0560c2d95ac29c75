"""Conditions that say "all but n": which are understood as a count, and that they mean the same as written out."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_semantics import plainly

from ludoplan.core.engine import Request
from ludoplan.core.limits import Limits
from ludoplan.core.task import Task
from ludoplan.pddl import ast
from ludoplan.pddl.counting import AllBut, all_but
from ludoplan.pddl.parser import parse_domain, parse_problem
from ludoplan.pddl.semantics import StateView
from ludoplan.pddl.task import GAME, PddlTask
from ludoplan.planning.planner import Grounded
from ludoplan.running.solve import solve

DOMAIN = """
(define (domain lights) (:requirements :adl) (:types row column - object)
  (:predicates (on ?r - row ?c - column) (lit ?r - row))
  (:action switch :parameters (?r - row ?c - column) :precondition (not (on ?r ?c)) :effect (on ?r ?c))
  (:action light :parameters (?r - row) :precondition () :effect (lit ?r)))
"""


def task_of(goal: str, rows: int, columns: int, facts: str = "") -> PddlTask:
    objects = " ".join([*(f"r{i} - row" for i in range(rows)), *(f"c{i} - column" for i in range(columns))])
    domain = parse_domain(DOMAIN)
    text = f"(define (problem p) (:domain lights) (:objects {objects}) (:init {facts}) (:goal {goal}))"
    return PddlTask(domain, parse_problem(text, "problem", domain))


def counted(goal: str) -> AllBut | None:
    condition = task_of(goal, 2, 2).problem.goal
    assert isinstance(condition, ast.Exists)
    return all_but(condition)


@pytest.mark.parametrize(
    ("goal", "most", "least"),
    [
        ("(exists (?a - row) (forall (?x - row) (or (lit ?x) (= ?x ?a))))", 1, 1),
        ("(exists (?a ?b - row) (forall (?x - row) (or (= ?a ?x) (lit ?x) (= ?x ?b))))", 2, 1),
        ("(exists (?a ?b - row) (forall (?x - row) (imply (and (not (= ?a ?x)) (not (= ?x ?b))) (lit ?x))))", 2, 1),
        ("(exists (?a ?b - row) (and (not (= ?a ?b)) (forall (?x - row) (or (lit ?x) (= ?x ?a) (= ?x ?b)))))", 2, 2),
        (
            "(exists (?a ?b - row ?c ?d - column) (and (or (not (= ?a ?b)) (not (= ?d ?c)))"
            " (forall (?x - row ?y - column) (imply (not (on ?x ?y)) (or (and (= ?x ?a) (= ?y ?c))"
            " (and (= ?y ?d) (= ?b ?x)))))))",
            2,
            2,
        ),
    ],
)
def test_is_understood(goal: str, most: int, least: int) -> None:
    found = counted(goal)
    assert found is not None
    assert (found.most, found.least) == (most, least)
    assert not any(name in str(found.part) for name in ("?a", "?b"))


@pytest.mark.parametrize(
    "goal",
    [
        "(exists (?a - row) (lit ?a))",
        "(exists (?a - row) (forall (?x - row) (or (lit ?x) (lit ?a) (= ?x ?a))))",
        "(exists (?a ?b - row) (forall (?x - row) (or (lit ?x) (= ?x ?a))))",
        "(exists (?a ?b - row) (forall (?x - row) (or (lit ?x) (= ?x ?a) (= ?a ?b))))",
        "(exists (?a - row) (and (lit ?a) (forall (?x - row) (or (lit ?x) (= ?x ?a)))))",
        "(exists (?a - object) (forall (?x - row) (or (lit ?x) (= ?x ?a))))",
        "(exists (?a - row ?b - column) (forall (?x - row ?y - column) (or (on ?x ?y) (= ?x ?a) (= ?y ?b))))",
        "(exists (?a ?b - row) (forall (?x - row) (or (lit ?x) (and (= ?x ?a) (= ?x ?b)))))",
        "(exists (?a ?b - row) (and (= ?a ?b) (forall (?x - row) (or (lit ?x) (= ?x ?a) (= ?x ?b)))))",
        # Two cells in different rows: more than that they differ.
        "(exists (?a ?b - row ?c ?d - column) (and (not (= ?a ?b)) (forall (?x - row ?y - column)"
        " (or (on ?x ?y) (and (= ?x ?a) (= ?y ?c)) (and (= ?x ?b) (= ?y ?d))))))",
    ],
)
def test_is_left_as_it_is(goal: str) -> None:
    assert counted(goal) is None


@st.composite
def goals(draw: st.DrawFn) -> str:
    """Goals of this kind, some of them with a flaw that makes them something else."""
    pairs = draw(st.booleans())
    count = draw(st.integers(1, 3))
    exceptions = []
    for number in range(count):
        equations = [f"(= ?x ?a{number})"] + ([f"(= ?c{number} ?y)"] if pairs else [])
        exceptions.append(f"(and {' '.join(equations)})")
    flaw = draw(st.sampled_from(["none"] * 5 + ["or", "twice", "missing", "free"]))
    if flaw == "or":
        exceptions[0] = exceptions[0].replace("and", "or")
    elif flaw == "twice":
        exceptions[-1] = exceptions[0]
    elif flaw == "missing":
        exceptions.pop()
    holds = "(on ?x ?y)" if pairs else draw(st.sampled_from(["(lit ?x)", "(exists (?z - column) (on ?x ?z))"]))
    if flaw == "free":
        holds = f"(and {holds} (lit ?a0))"
    if draw(st.booleans()):
        holds = f"(not {holds})"
    inner = f"(or {' '.join(draw(st.permutations([*exceptions, holds])))})"
    if draw(st.booleans()):
        inner = f"(imply (not {holds}) (or {' '.join(exceptions)}))"
    body = f"(forall (?x - row{' ?y - column' if pairs else ''}) {inner})"
    if draw(st.booleans()):
        differ = [
            f"(not (and (= ?a{i} ?a{j}){f' (= ?c{i} ?c{j})' if pairs else ''}))" for j in range(count) for i in range(j)
        ]
        body = f"(and {' '.join([*differ, body])})"
    variables = [f"?a{number} - row" for number in range(count)]
    variables += [f"?c{number} - column" for number in range(count)] if pairs else []
    goal = f"(exists ({' '.join(variables)}) {body})"
    return f"(not {goal})" if draw(st.booleans()) else goal


@settings(max_examples=200, deadline=None)
@given(goals(), st.integers(0, 3), st.integers(0, 2), st.randoms(use_true_random=False))
def test_means_the_same_as_written_out(goal: str, rows: int, columns: int, rng: random.Random) -> None:
    cells = [f"(on r{r} c{c})" for r in range(rows) for c in range(columns)] + [f"(lit r{r})" for r in range(rows)]
    level = task_of(goal, rows, columns, " ".join(cell for cell in cells if rng.random() < 0.6))
    view = StateView(level, GAME.initial(level))
    expected = plainly(view, level.problem.goal, {})
    assert view.holds(level.problem.goal, {}) == expected
    native = Grounded.of(level, Request()).native
    assert native.is_goal(native.initial()) == expected


def test_many_exceptions_among_many_things() -> None:
    """Written out there would be 10^20 cases; and a deep formula must not overflow a stack."""
    names = [f"?e{number}" for number in range(8)]
    cases = " ".join(f"(= ?x {name})" for name in names)
    goal = f"(exists ({' '.join(names)} - row) (forall (?x - row) (or (lit ?x) {cases})))"
    lit = " ".join(f"(lit r{number})" for number in range(10, 2000))
    level = task_of(goal, 2000, 0, lit)
    result = solve(Task(GAME, level, "lights"), "planner:gbfs-goalcount", limits=Limits(seconds=60))
    assert (str(result.status), result.cost) == ("solved", 2)
