"""Search by sets of states: the costs of other searches, turns, cuts and limits."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from test_patterns import SMALL

from ludoplan import _native
from ludoplan.core.engine import Request
from ludoplan.core.limits import Budget, Limits
from ludoplan.core.task import Task
from ludoplan.pddl.task import GAME, PddlTask
from ludoplan.planning.configurations import BLIND, SYMBOLIC
from ludoplan.planning.planner import Grounded
from ludoplan.running.solve import solve

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
from pddl_tasks import task

PLACES = """(define (domain places) (:requirements :adl :derived-predicates :action-costs)
  (:predicates (at ?p) (joined ?p ?q) (wet ?p) (dry) (far ?p ?q)) (:functions (total-cost) - number)
  (:derived (far ?p ?q) (or (joined ?p ?q) (exists (?r) (and (joined ?p ?r) (far ?r ?q)))))
  (:derived (dry) (forall (?p) (not (wet ?p))))
  (:action go :parameters (?p ?q) :precondition (and (at ?p) (joined ?p ?q))
   :effect (and (at ?q) (not (at ?p)) (when (wet ?q) (increase (total-cost) 3)) (increase (total-cost) 1)))
  (:action wipe :parameters (?p) :precondition (at ?p) :effect (and (when (wet ?p) (not (wet ?p)))))
  (:action leap :parameters (?p ?q) :precondition (and (at ?p) (far ?p ?q) (dry))
   :effect (and (at ?q) (not (at ?p)))))"""


def places(goal: str) -> PddlTask:
    joined = " ".join(f"(joined p{i} p{i + 1})" for i in range(4))
    return PddlTask.parse(
        PLACES,
        f"""(define (problem p) (:domain places) (:objects p0 p1 p2 p3 p4) (:init (at p0) {joined} (wet p1) (wet p2)
        (= (total-cost) 0)) (:goal {goal}) (:metric minimize (total-cost)))""",
    )


def grounded(name: str, seed: int, limits: Limits | None = None) -> Grounded:
    return Grounded.of(PddlTask.parse(*task(name, seed, **SMALL[name])), Request(Budget(limits or Limits())))


@pytest.mark.parametrize("name", sorted(set(SMALL) - {"cube"}))  # whose turns are no small diagrams
@pytest.mark.parametrize("seed", [0, 1])
def test_costs_are_those_of_plain_search(name: str, seed: int) -> None:
    reference = grounded(name, seed).search(BLIND)
    found = grounded(name, seed).search(SYMBOLIC)
    assert (found.verdict, found.cost) == (reference.verdict, reference.cost)
    if reference.verdict == _native.Verdict.found:
        assert found.counters.bound == reference.cost


@pytest.mark.parametrize(("goal", "cost"), [("(at p4)", 8), ("(and (at p4) (dry))", 8), ("(far p4 p0)", None)])
def test_derived_facts_and_costs_that_depend_on_the_state(goal: str, cost: int | None) -> None:
    level = Task(GAME, places(goal), "places")
    result, reference = (solve(level, name) for name in ("planner:symbolic", "planner:astar-blind"))
    assert (result.status, result.cost) == (reference.status, reference.cost)
    assert result.cost == cost


@pytest.mark.parametrize("name", ["floortile", "hanoi", "openstacks", "sokoban"])
def test_turns_and_cuts(name: str) -> None:
    cost = grounded(name, 1).search(SYMBOLIC).cost
    for cut, verdict in ((None, "found"), (cost + 1, "found"), (cost, "exhausted")):
        search = grounded(name, 1).pausing(SYMBOLIC)
        if cut is not None:
            search.cut_at(cut)
        turns = 1
        while (outcome := search.go(0)).verdict == _native.Verdict.paused:
            turns += 1
        assert turns > 2
        assert outcome.verdict == getattr(_native.Verdict, verdict)
        assert outcome.counters.bound <= cost
        if verdict == "found":
            assert outcome.cost == outcome.counters.bound == cost


def test_a_plan_is_the_same_each_time() -> None:
    assert len({tuple(grounded("floortile", 1).search(SYMBOLIC).path) for _ in range(3)}) == 1


@pytest.mark.parametrize("limits", [Limits(nodes=100), Limits(megabytes=1), Limits(seconds=0.001)])
def test_no_answer_at_a_limit(limits: Limits) -> None:
    level = Task(GAME, PddlTask.parse(*task("tiles", 1, rows=4, columns=4, moves=60)), "tiles")
    assert str(solve(level, "planner:symbolic", limits=limits).status) in ("incomplete", "memory", "timeout")


def test_numbers_are_refused() -> None:
    domain = """(define (domain d) (:requirements :fluents) (:predicates (p)) (:functions (n))
      (:action a :parameters () :precondition (< (n) 3) :effect (increase (n) 1)))"""
    problem = "(define (problem p) (:domain d) (:init (= (n) 0)) (:goal (>= (n) 2)))"
    result = solve(Task(GAME, PddlTask.parse(domain, problem), "n"), "planner:symbolic")
    assert (str(result.status), result.plan) == ("unsupported", None)
    assert ":numeric-fluents" in result.message
