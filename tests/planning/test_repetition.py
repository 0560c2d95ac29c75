"""Changes of numbers that must be made more than once: estimates that guide count them, bounds stay bounds."""

from __future__ import annotations

import pytest

from ludoplan.core.engine import Request
from ludoplan.pddl.task import PddlTask
from ludoplan.planning.planner import Grounded

DOMAIN = """(define (domain count) (:requirements :numeric-fluents) (:predicates (ready)) (:functions (n) (m))
  (:action prepare :effect (ready))
  (:action up :precondition (ready) :effect (increase (n) 3))
  (:action down :effect (and (decrease (n) 2) (increase (m) 1)))
  (:action set :effect (assign (m) 8)))"""


@pytest.mark.parametrize(
    ("goal", "steps"),
    [
        ("(>= (n) 30)", 11),  # prepare once, up ten times
        ("(> (n) 30)", 12),
        ("(<= (n) -9)", 5),
        ("(= (n) 6)", 3),
        ("(not (< (n) 7))", 4),
        ("(>= (m) 8)", 1),
        ("(>= (+ (n) (* 2 (m))) 12)", 1),  # setting m is enough
        ("(<= (n) 0)", 0),
    ],
)
def test_steps_are_counted(goal: str, steps: int) -> None:
    problem = f"(define (problem p) (:domain count) (:init (= (n) 0) (= (m) 0)) (:goal {goal}))"
    native = Grounded.of(PddlTask.parse(DOMAIN, problem), Request()).native
    first = list(native.initial())
    assert [native.estimate(name, first) for name in ("hadd", "ff", "ff-steps")] == [steps] * 3
    assert native.estimate("hmax", first) <= steps
