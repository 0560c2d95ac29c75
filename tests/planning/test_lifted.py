"""Plans without grounding, and where grounding does not fit."""

from __future__ import annotations

import pytest

from ludoplan import _native
from ludoplan.core.limits import Limits
from ludoplan.core.task import Task
from ludoplan.pddl.task import GAME, PddlTask
from ludoplan.running.solve import solve

WALK = """
(define (domain walk)
  (:predicates (beside ?x ?y) (at ?a ?b ?c ?d) (seen ?a ?b ?c ?d) (shut))
  (:action first :parameters (?a ?b ?c ?d ?n)
    :precondition (and (at ?a ?b ?c ?d) (beside ?a ?n))
    :effect (and (not (at ?a ?b ?c ?d)) (at ?n ?b ?c ?d) (seen ?n ?b ?c ?d)))
  (:action last :parameters (?a ?b ?c ?d ?n)
    :precondition (and (at ?a ?b ?c ?d) (beside ?d ?n) (not (shut)) (forall (?x) (not (at ?x ?x ?x ?n))))
    :effect (and (not (at ?a ?b ?c ?d)) (at ?a ?b ?c ?n) (when (beside ?a ?n) (shut)) (seen ?a ?b ?c ?n)))
  (:action turn :parameters (?a ?b ?c ?d)
    :precondition (at ?a ?b ?c ?d)
    :effect (and (not (at ?a ?b ?c ?d)) (at ?b ?c ?d ?a) (not (shut)) (seen ?b ?c ?d ?a))))
"""


def walk(size: int, *goals: str) -> Task:
    objects = " ".join(f"x{i}" for i in range(size))
    beside = " ".join(f"(beside x{i} x{j})" for i in range(size) for j in (i - 1, i + 1) if 0 <= j < size)
    problem = f"""(define (problem p) (:domain walk) (:objects {objects})
      (:init {beside} (at x0 x0 x0 x0)) (:goal (and {" ".join(goals)})))"""
    return Task(GAME, PddlTask.parse(WALK, problem, "domain", "problem"), "walk")


@pytest.mark.parametrize("seen", [["x2 x1 x0 x2"], ["x3 x0 x0 x0", "x0 x0 x1 x3"], ["x1 x2 x3 x0", "x0 x3 x2 x1"]])
def test_the_plan_is_one_of_the_rules_as_they_are(seen):
    task = walk(4, *(f"(seen {place})" for place in seen))
    result = solve(task, "planner:lifted")
    assert str(result.status) == "solved"
    assert result.cost >= solve(task, "planner").cost


def small(domain: str, goal: str) -> Task:
    problem = f"(define (problem p) (:domain d) (:init) (:goal {goal}))"
    domain = f"(define (domain d) (:predicates (p) (q)) {domain})"
    return Task(GAME, PddlTask.parse(domain, problem, "domain", "problem"), "small")


def test_the_end_of_all_states_proves_nothing():
    task = small("(:action a :parameters () :precondition () :effect (p))", "(and (p) (q))")
    assert str(solve(task, "planner:lifted").status) == "incomplete"


def test_derived_facts_are_refused_by_name():
    task = small("(:derived (q) (p)) (:action a :parameters () :precondition () :effect (p))", "(q)")
    result = solve(task, "planner:lifted")
    assert str(result.status) == "unsupported"
    assert ":derived-predicates" in result.message


@pytest.mark.parametrize("solver", ["planner:first", "planner"])
def test_a_task_that_does_not_fit_into_memory_has_a_plan_all_the_same(solver):
    # A million and a half of ground actions; the plan takes four.
    megabytes = _native.resident_bytes() / 1e6 + 150
    result = solve(walk(28, "(seen x2 x0 x0 x1)"), solver, limits=Limits(seconds=120, megabytes=megabytes))
    assert str(result.status) == "solved", result.message
    assert "planner:lifted" in result.message
