"""Actions that need facts which are never true together are not there after grounding."""

from __future__ import annotations

import pytest

from ludoplan import _native
from ludoplan.core.engine import Request
from ludoplan.core.task import Task
from ludoplan.pddl.task import GAME, PddlTask
from ludoplan.planning.planner import Grounded
from ludoplan.running.solve import solve

DOMAIN = """(define (domain keys) (:requirements :adl) (:predicates (here ?r) (held ?k) (open) (seen ?r) (lit))
  (:action step :parameters (?a ?b) :precondition (and (here ?a) (not (= ?a ?b)))
    :effect (and (here ?b) (not (here ?a)) (seen ?b)))
  (:action take :parameters (?k ?r) :precondition (and (here ?r) (not (held ?k)) EMPTY) :effect (held ?k))
  (:action both :parameters (?k ?l) :precondition (and (held ?k) (held ?l) (not (= ?k ?l)))
    :effect (and (open) (lit)))
  (:action burn :parameters (?k) :precondition (held ?k) :effect (not (held ?k)))
  (:action split :parameters (?a ?b) :precondition (and (here ?a) (here ?b) (not (= ?a ?b))) :effect (open)))"""
PROBLEM = "(define (problem p) (:domain keys) (:objects a b c) (:init (here a)) (:goal (and GOAL)))"
ONE_HAND = "(forall (?l) (not (held ?l)))"


def task(empty: str, goal: str) -> Task:
    return Task(GAME, PddlTask.parse(DOMAIN.replace("EMPTY", empty), PROBLEM.replace("GOAL", goal)), "keys")


@pytest.mark.parametrize(
    ("empty", "goal", "schemas"),
    [
        (ONE_HAND, "(open) (seen c)", set()),  # never two keys, and never in two rooms
        ("", "(open) (seen c)", {"step", "take", "both", "burn"}),
        ("", "(seen c)", {"step"}),
    ],
)
def test_what_is_left(empty: str, goal: str, schemas: set[str]) -> None:
    made = task(empty, goal)
    grounded = Grounded.of(made.level, Request())
    names = [grounded.texts([action])[0].split()[0].strip("(") for action in range(grounded.native.actions)]
    assert set(names) == schemas
    assert grounded.native.stopped == _native.Stop.none


@pytest.mark.parametrize(("empty", "status"), [(ONE_HAND, "unsolvable"), ("", "optimal")])
@pytest.mark.parametrize("solver", ["planner", "planner:astar-lmcut-patterns", "planner:symbolic", "planner:first"])
def test_what_comes_of_it(empty: str, status: str, solver: str) -> None:
    result = solve(task(empty, "(open) (seen c)"), solver)
    assert str(result.status) == ("solved" if (status, solver) == ("optimal", "planner:first") else status)
