"""Of the actions of a state only those that a cheapest plan needs first: the same costs and proofs, fewer states."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_tasks import KINDS, Maker
from test_patterns import SMALL

from ludoplan import Task, replay
from ludoplan._native import Outcome, Verdict
from ludoplan.core.engine import Request
from ludoplan.core.limits import Budget, Limits
from ludoplan.pddl.task import GAME, PddlTask
from ludoplan.planning.configurations import BLIND, CONFIGURATIONS, Configuration
from ludoplan.planning.planner import Grounded

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
from pddl_tasks import task

PRUNING = [each for each in CONFIGURATIONS if each.settings.get("only_needed")]
WHOLE = replace(BLIND, settings={**BLIND.settings, "only_needed": False})


def found(level: PddlTask, configuration: Configuration, nodes: int | None = None) -> tuple[Outcome, int]:
    """What a search has found, its plan replayed, and how many states it has expanded."""
    searched = Grounded.of(level, Request(Budget(Limits(nodes=nodes))))
    result = searched.search(configuration)
    if result.verdict == Verdict.found:
        verdict = replay(Task(GAME, level), searched.texts(result.path))
        assert verdict.plan is not None, verdict
        assert verdict.plan.cost == result.cost
    return result, searched.totals.expanded


def lamps(count: int, effect: str = "", more: str = "") -> PddlTask:
    """Lamps that are lit one by one, each by two actions that have nothing to do with the others."""
    domain = f"""(define (domain lamps) (:predicates (ready ?x) (lit ?x) (dark) (done))
      (:action prepare :parameters (?x) :precondition (not (ready ?x)) :effect (and (ready ?x) {effect}))
      (:action light :parameters (?x) :precondition (ready ?x) :effect (lit ?x)) {more})"""
    names = [f"x{number}" for number in range(count)]
    goal = " ".join(f"(lit {name})" for name in names)
    # Each has a mark of its own, so that they are not alike.
    marks = " ".join(f"(mark{name})" for name in names)
    domain = domain.replace("(done)", "(done) " + marks)
    named = " ".join(f"(:action touch{name} :parameters () :precondition (lit {name}) :effect (mark{name}))"
                     for name in names)  # fmt: skip
    domain = domain.removesuffix(")") + named + ")"
    domain = domain.replace("(:predicates", f"(:constants {' '.join(names)}) (:predicates", 1)
    return PddlTask.parse(domain, f"(define (problem p) (:domain lamps) (:init (dark)) (:goal (and {goal})))")


def test_what_is_independent_is_done_in_one_order() -> None:
    level = lamps(6)
    (whole, of_whole), (some, of_some) = found(level, WHOLE), found(level, BLIND)
    assert whole.cost == some.cost == 12
    assert 10 * of_some < of_whole


@pytest.mark.parametrize(
    ("effect", "more"),
    [
        # Preparing one takes something from all: nothing is independent.
        ("(not (dark))", "(:action dim :parameters () :effect (dark))"),
        ("(when (dark) (forall (?y) (not (lit ?y))))", ""),
        ("(forall (?y) (when (lit ?y) (not (ready ?y))))", ""),
        ("(when (not (dark)) (lit ?x))", "(:action darken :parameters () :effect (not (dark)))"),
    ],
)
def test_what_disturbs_is_tried_in_all_orders(effect: str, more: str) -> None:
    level = lamps(3, effect, more)
    assert found(level, WHOLE)[0].cost == found(level, BLIND)[0].cost


@pytest.mark.parametrize("name", SMALL)
def test_costs_of_kinds_of_tasks_are_the_same(name: str) -> None:
    for seed in range(3):
        level = PddlTask.parse(*task(name, seed, **SMALL[name]))
        truth, _ = found(level, WHOLE, 5000)
        if truth.verdict != Verdict.stopped:
            result, _ = found(level, BLIND)
            assert (result.verdict, result.cost) == (truth.verdict, truth.cost)


@given(st.integers(0, 10**6), st.sampled_from(list(KINDS)))
def test_costs_and_proofs_are_the_same(seed: int, kind: str) -> None:
    level = PddlTask(*Maker(seed, **KINDS[kind]).task())
    truth, _ = found(level, WHOLE, 2000)
    if truth.verdict == Verdict.stopped:
        return
    for configuration in PRUNING:
        if kind in ("numeric", "everything") and configuration.lacks:
            continue
        result, _ = found(level, configuration, 4000)
        assert (result.verdict, result.cost) == (truth.verdict, truth.cost)


def ways(arcs: str, goal: str) -> PddlTask:
    """Places and arcs like 'a-b', one way, which cost 1, or 'a-b:3'."""
    names = sorted({name for arc in arcs.split() for name in arc.split(":")[0].split("-")} | {goal})
    facts = " ".join(
        f"(next {a} {b}) (= (length {a} {b}) {cost or 1})"
        for arc in arcs.split()
        for way, _, cost in [arc.partition(":")]
        for a, b in [way.split("-")]
    )
    domain = """(define (domain ways) (:requirements :strips :action-costs) (:predicates (at ?p) (next ?p ?q))
      (:functions (total-cost) (length ?p ?q)) (:action go :parameters (?p ?q) :precondition (and (at ?p) (next ?p ?q))
       :effect (and (at ?q) (not (at ?p)) (increase (total-cost) (length ?p ?q)))))"""
    problem = f"""(define (problem p) (:domain ways) (:objects {" ".join(names)}) (:init (at a) {facts})
      (:goal (at {goal})) (:metric minimize (total-cost)))"""
    return PddlTask.parse(domain, problem)


@pytest.mark.parametrize(
    ("arcs", "goal", "cost"),
    [
        ("a-b b-c c-d d-e", "e", 4),
        ("a-b a-c b-d:5 c-d:2 d-e", "e", 4),
        ("a-b:7 a-c c-b b-d b-e d-a", "e", 3),  # b also behind c, more cheaply
        ("a-b:1 a-c c-b:3 b-d b-e d-a", "e", 2),
        ("a-b b-c c-b a-d d-e d-f", "f", 2),  # a ring without a way out
        ("a-b b-c c-d c-e d-c e-c", "e", 3),  # a goal on the way
        ("a-b b-c a-d", "e", None),
        ("a-b b-c c-a", "e", None),
    ],
)
def test_ways_without_a_choice_are_passed(arcs: str, goal: str, cost: int | None) -> None:
    for configuration in PRUNING:
        result, _ = found(ways(arcs, goal), configuration)
        assert result.cost == cost if cost is not None else result.verdict == Verdict.exhausted


def test_only_states_with_a_choice_are_kept() -> None:
    corridor = " ".join(f"a{step}-a{step + 1}" for step in range(49))
    level = ways(f"a-a0 {corridor} a49-b a49-c b-a c-d d-e", "e")
    (whole, of_whole), (some, of_some) = found(level, WHOLE), found(level, BLIND)
    assert whole.cost == some.cost == 53
    assert of_some <= 3 < of_whole
