"""Landmarks: every way to a goal passes through each of them."""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_tasks import KINDS, Maker

from ludoplan import _native
from ludoplan.core.engine import Request
from ludoplan.pddl.task import PddlTask
from ludoplan.planning.planner import Grounded

EXAMPLES = int(os.environ.get("LUDOPLAN_EXAMPLES", "40"))
MOST = 2000

BLOCKS = """(define (domain blocks) (:predicates (on ?x ?y) (table ?x) (clear ?x) (held ?x) (empty))
  (:action lift :parameters (?x) :precondition (and (clear ?x) (table ?x) (empty))
   :effect (and (held ?x) (not (clear ?x)) (not (table ?x)) (not (empty))))
  (:action lower :parameters (?x) :precondition (held ?x)
   :effect (and (not (held ?x)) (clear ?x) (table ?x) (empty)))
  (:action stack :parameters (?x ?y) :precondition (and (held ?x) (clear ?y))
   :effect (and (not (held ?x)) (not (clear ?y)) (clear ?x) (on ?x ?y) (empty)))
  (:action unstack :parameters (?x ?y) :precondition (and (on ?x ?y) (clear ?x) (empty))
   :effect (and (held ?x) (clear ?y) (not (on ?x ?y)) (not (clear ?x)) (not (empty)))))"""


def grounded(task: PddlTask) -> Grounded:
    return Grounded.of(task, Request(), uses_symmetries=False)


def misses(native: _native.Planner, landmark: list[int]) -> bool | None:
    """Whether a goal can be reached without the landmark; None where there are too many states to tell."""

    def holds(state: list[int]) -> bool:
        facts = set(native.facts_of(state))
        return any(fact in facts if fact >= 0 else ~fact not in facts for fact in landmark)

    first = list(native.initial())
    if holds(first):
        return False
    seen, rest = {tuple(first)}, [first]
    while rest:
        state = rest.pop()
        if native.is_goal(state):
            return True
        if len(seen) > MOST:
            return None
        for _, _, following in native.successors(state):
            if tuple(following) not in seen and not holds(following):
                seen.add(tuple(following))
                rest.append(following)
    return False


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(st.integers(0, 10**9))
def test_no_plan_misses_a_landmark(kind: str, seed: int) -> None:
    native = grounded(PddlTask(*Maker(seed, **KINDS[kind]).task())).native
    for landmark in native.landmarks():
        assert not misses(native, landmark), landmark


PROBLEM = """(define (problem p) (:domain blocks) (:objects a b c)
  (:init (on c a) (table a) (table b) (clear c) (clear b) (empty)) (:goal (and (on a b) (on b c))))"""


def test_what_all_first_ways_need_is_found() -> None:
    task = grounded(PddlTask.parse(BLOCKS, PROBLEM))
    facts = [task.native.fact(fact) for landmark in task.native.landmarks() if len(landmark) == 1 for fact in landmark]
    names, objects = ["on", "table", "clear", "held", "empty"], task.lowered.objects
    found = {f"({' '.join([names[name], *(objects[number] for number in numbers)])})" for name, numbers in facts}
    assert {"(on a b)", "(on b c)", "(held a)", "(held b)", "(clear a)"} <= found


def test_the_count_is_of_what_is_left() -> None:
    native = grounded(PddlTask.parse(BLOCKS, PROBLEM)).native
    # Both towers, both blocks in the hand, and the block that is covered.
    assert native.estimate("landmarks", list(native.initial())) >= 5
