"""Large and broken costs: every solver is right or refuses, and nothing that does not fit becomes a proof."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoplan.core.limits import Limits
from ludoplan.core.registry import engines
from ludoplan.core.result import Status
from ludoplan.core.task import Task
from ludoplan.pddl.task import GAME, PddlTask
from ludoplan.planning.configurations import CONFIGURATIONS
from ludoplan.running.solve import solve

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
from costs_agreement import MOST_COST, SOLVERS, fault, random_walk, task_of

SAT = ("sat", "sat:seq")
PROVERS = tuple(f"planner:{each.name}" for each in CONFIGURATIONS if each.optimal)
LIMITS = Limits(seconds=60)


def chain(length: int, cost: object) -> Task:
    """So many actions, one after the other, each of this cost."""
    steps = "".join(f"(next p{step} p{step + 1})" for step in range(length))
    places = " ".join(f"p{step}" for step in range(length + 1))
    domain = f"""(define (domain chain) (:requirements :strips :typing :action-costs) (:types place)
      (:predicates (at ?p - place) (next ?p ?q - place)) (:functions (total-cost) - number)
      (:action go :parameters (?p ?q - place) :precondition (and (at ?p) (next ?p ?q))
       :effect (and (at ?q) (not (at ?p)) (increase (total-cost) {cost}))))"""
    problem = f"""(define (problem five) (:domain chain) (:objects {places} - place)
      (:init (at p0) {steps} (= (total-cost) 0)) (:goal (at p{length})) (:metric minimize (total-cost)))"""
    return Task(GAME, PddlTask.parse(domain, problem), "chain")


@pytest.mark.parametrize("solver", [*SOLVERS, *SAT])
@pytest.mark.parametrize(
    ("length", "cost"), [(5, 500_000_000), (5, 1 << 31), (5, 1 << 40), (3, 1 << 61), (200, "99.99999"), (1, MOST_COST)]
)
def test_large_costs_are_told_exactly_or_refused(solver: str, length: int, cost: object) -> None:
    result = solve(chain(length, cost), solver, limits=LIMITS)
    if solver == "bfhs" or (isinstance(cost, str) and not solver.startswith(("planner", "sat"))):
        assert result.status is Status.UNSUPPORTED
        return
    assert result.status in (Status.OPTIMAL, Status.SOLVED), result.message
    assert result.cost == (19999.998 if isinstance(cost, str) else length * cost)
    if solver in ("ucs", "astar", "idastar", "planner") or solver in PROVERS:
        assert result.status is Status.OPTIMAL


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(
    ("length", "cost"),
    [(5, 1 << 61), (2, MOST_COST), (1, MOST_COST + 1), (1, 1 << 70), (3, "9223372036854775.1234567")],
)
def test_what_does_not_fit_is_refused(solver: str, length: int, cost: object) -> None:
    result = solve(chain(length, cost), solver, limits=LIMITS)
    assert result.status is Status.UNSUPPORTED, result.message
    assert result.message


def test_every_engine_is_right_or_refuses() -> None:
    task = chain(5, 500_000_000)
    for name, engine in engines(GAME).items():
        if engine.missing() is None and engine.refuses(task) is None:
            result = solve(task, name, limits=Limits(seconds=5))
            assert result.status is not Status.UNSOLVABLE, name
            assert result.cost in (2_500_000_000, None), name


@pytest.mark.parametrize("solver", ["planner", "planner:astar-hmax", "planner:gbfs-add", "planner:idastar-hmax"])
def test_a_cheap_way_beside_one_that_does_not_fit_is_found(solver: str) -> None:
    domain = f"""(define (domain two-ways) (:requirements :strips :action-costs)
      (:predicates (one) (two) (done)) (:functions (total-cost) - number)
      (:action dear :parameters () :precondition () :effect (and (one) (increase (total-cost) {MOST_COST})))
      (:action more :parameters () :precondition (one) :effect (and (done) (increase (total-cost) {MOST_COST})))
      (:action cheap :parameters () :precondition () :effect (and (two) (increase (total-cost) {1 << 62})))
      (:action last :parameters () :precondition (two) :effect (and (done) (increase (total-cost) 3))))"""
    problem = """(define (problem p) (:domain two-ways)
      (:init (= (total-cost) 0)) (:goal (done)) (:metric minimize (total-cost)))"""
    result = solve(Task(GAME, PddlTask.parse(domain, problem), "two ways"), solver, limits=LIMITS)
    assert result.cost == (1 << 62) + 3, result.message


def test_numbers_that_cannot_be_told_apart_prove_nothing() -> None:
    large = 1 << 61
    domain = f"""(define (domain close) (:requirements :numeric-fluents)
      (:predicates (done)) (:functions (level))
      (:action rise :parameters () :precondition (< (level) {large + 1})
       :effect (and (done) (increase (level) 1))))"""
    problem = f"(define (problem p) (:domain close) (:init (= (level) {large})) (:goal (done)))"
    result = solve(Task(GAME, PddlTask.parse(domain, problem), "close"), "planner", limits=LIMITS)
    assert result.status is Status.UNSUPPORTED, result.message


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9))
def test_random_tasks_agree_with_exact_arithmetic(seed: int) -> None:
    walk = random_walk(random.Random(seed))
    task, cheapest = task_of(walk), walk.cheapest()
    for solver in SOLVERS:
        assert fault(walk, solver, solve(task, solver, limits=LIMITS), cheapest) is None, solver
