"""Objects that can change places: fewer states, the same costs, plans that hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_tasks import KINDS, Maker

from ludoplan import Task, replay
from ludoplan._native import Outcome, Verdict
from ludoplan.core.engine import Request
from ludoplan.core.limits import Budget, Limits
from ludoplan.pddl.task import GAME, PddlTask
from ludoplan.planning.configurations import (
    BFWS,
    BLIND,
    HMAX,
    LAZY_EXPLORE,
    LAZY_FF,
    LAZY_LANDMARKS,
    LMCUT,
    PATTERNS,
    Configuration,
)
from ludoplan.planning.planner import Grounded

DOMAIN = """(define (domain carry) (:requirements :typing) (:types room thing) (:constants hall - room key - thing)
  (:predicates (here ?r - room) (in ?t - thing ?r - room) (held ?t - thing) (free) (heavy ?t - thing) (open))
  (:action go :parameters (?a ?b - room) :precondition (here ?a) :effect (and (here ?b) (not (here ?a))))
  (:action take :parameters (?t - thing ?r - room) :precondition (and (here ?r) (in ?t ?r) (free) (not (heavy ?t)))
   :effect (and (held ?t) (not (in ?t ?r)) (not (free))))
  (:action put :parameters (?t - thing ?r - room) :precondition (and (here ?r) (held ?t))
   :effect (and (in ?t ?r) (free) (not (held ?t))))
  (:action unlock :parameters () :precondition (and (here hall) (held key)) :effect (open)))"""


def carry(things: int, goal: str, more: str = "") -> PddlTask:
    """Things in two rooms by turns; the goal has {} for each of them, or names some."""
    names = [f"t{number}" for number in range(things)]
    first = " ".join(f"(in {name} {('hall', 'attic')[number % 2]})" for number, name in enumerate(names))
    wanted = " ".join(goal.format(name) for name in names) if "{}" in goal else goal
    problem = f"""(define (problem p) (:domain carry) (:objects attic cellar - room {" ".join(names)} - thing)
      (:init (here hall) (free) (in key hall) {first} {more}) (:goal (and {wanted})))"""
    return PddlTask.parse(DOMAIN, problem)


def grounded(task: PddlTask, symmetries: bool, nodes: int | None = None) -> Grounded:
    return Grounded.of(task, Request(Budget(Limits(nodes=nodes))), uses_symmetries=symmetries)


def found(task: PddlTask, searched: Grounded, configuration: Configuration) -> Outcome:
    """What a search has found; its plan is replayed."""
    result = searched.search(configuration)
    if result.verdict == Verdict.found:
        verdict = replay(Task(GAME, task), searched.texts(result.path))
        assert verdict.plan is not None, verdict
        if configuration.optimal:
            assert verdict.plan.cost == result.cost
    return result


def test_many_alike_things_are_one() -> None:
    costs, expanded = [], []
    for things in (2, 6):
        task = carry(things, "(in {} cellar)")
        plain, folded = grounded(task, False), grounded(task, True)
        assert (plain.native.symmetries, folded.native.symmetries) == (0, things - 1)
        costs.append([found(task, each, BLIND).cost for each in (plain, folded)])
        expanded.append([plain.totals.expanded, folded.totals.expanded])
    assert [a == b for a, b in costs] == [True, True]
    assert expanded[0][1] < expanded[0][0]
    assert 10 * expanded[1][1] < expanded[1][0]


@pytest.mark.parametrize(
    ("goal", "more", "exchanges"),
    [
        ("(in {} cellar)", "", 3),
        ("(open)", "", 4),  # and cellar with attic
        ("(in t1 cellar)", "", 2),  # the other three
        ("(in t1 cellar) (in t2 attic)", "", 1),
        ("(in {} hall)", "(heavy t0)", 3),  # the others, and cellar with attic
        ("(or (in t0 cellar) (in t1 cellar)) (in t2 cellar) (in t3 cellar)", "", 1),
    ],
)
def test_only_what_is_alike_is_exchanged(goal: str, more: str, exchanges: int) -> None:
    task = carry(4, goal, more)
    folded = grounded(task, True)
    assert folded.native.symmetries == exchanges
    plain = grounded(task, False)
    assert [found(task, each, LMCUT).cost for each in (plain, folded)].count(found(task, plain, BLIND).cost) == 2


def test_numbers_and_axioms_are_left_alone() -> None:
    for kind in ("numeric", "derived"):
        assert not any(
            grounded(PddlTask(*Maker(seed, **KINDS[kind]).task()), True).native.symmetries for seed in range(20)
        )


@given(st.integers(0, 10**6))
def test_costs_and_proofs_are_the_same(seed: int) -> None:
    task = PddlTask(*Maker(seed, **KINDS["alike"]).task())
    folded = grounded(task, True, nodes=2000)
    if folded.native.symmetries == 0:
        return
    plain = grounded(task, False, nodes=2000)
    truth = found(task, plain, BLIND)
    if truth.verdict == Verdict.stopped:
        return
    for configuration in (BLIND, LMCUT, PATTERNS, HMAX, LAZY_FF, LAZY_LANDMARKS, LAZY_EXPLORE, BFWS):
        result = found(task, folded, configuration)
        assert result.verdict == truth.verdict
        assert result.cost == truth.cost or not configuration.optimal
