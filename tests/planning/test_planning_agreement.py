"""Random tasks: every configuration of the native planner against plain search by the Python semantics, and every
admissible heuristic against the true distances of all states. LUDOPLAN_EXAMPLES makes the run longer."""

from __future__ import annotations

import os

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_tasks import KINDS, Maker, distances

from ludoplan import _native
from ludoplan.core.engine import Request
from ludoplan.core.limits import Limits
from ludoplan.core.task import Task
from ludoplan.engines.planner import ENGINES
from ludoplan.pddl.task import GAME, PddlTask
from ludoplan.planning.configurations import ADMISSIBLE, HEURISTICS
from ludoplan.planning.planner import Grounded
from ludoplan.running.solve import solve

EXAMPLES = int(os.environ.get("LUDOPLAN_EXAMPLES", "25"))
seeds = st.integers(0, 10**9)
checked = settings(max_examples=EXAMPLES, deadline=None)


def task_of(seed, kind):
    return Task(GAME, PddlTask(*Maker(seed, **KINDS[kind]).task()), "random")


@pytest.mark.parametrize("kind", KINDS)
@checked
@given(seeds)
def test_every_configuration_agrees_with_the_python_semantics(kind, seed):
    task = task_of(seed, kind)
    reference = solve(task, "ucs", limits=Limits(nodes=1500))
    assume(str(reference.status) in ("optimal", "unsolvable"))
    for engine in ENGINES:
        result = solve(task, engine.name, limits=Limits(nodes=100_000))
        if str(result.status) == "unsupported":
            assert any(word in result.message for word in (":numeric-fluents", ":derived-predicates"))
            continue
        if reference.plan is None:
            none = "incomplete" if engine.name == "planner:lifted" else "unsolvable"  # it proves nothing
            assert str(result.status) == none, (engine.name, result.message)
        elif engine.optimal:
            assert (str(result.status), result.cost) == ("optimal", reference.cost), (engine.name, result.message)
        else:
            assert str(result.status) in ("solved", "optimal"), (engine.name, result.message)
            assert result.cost >= reference.cost


@pytest.mark.parametrize("kind", KINDS)
@checked
@given(seeds)
def test_admissible_heuristics_never_overestimate_and_dead_ends_are_dead(kind, seed):
    level = task_of(seed, kind).level
    native = Grounded.of(level, Request()).native
    known = distances(native, 400)
    assume(known is not None)
    for state, distance in known:
        for name in HEURISTICS:
            estimate = native.estimate(name, state)
            if estimate >= _native.DEAD_END:
                assert distance is None, name
            elif name in ADMISSIBLE and distance is not None:
                assert 0 <= estimate <= distance, name
        if all(name in HEURISTICS for name in ("hmax", "lmcut")) and "numeric" not in kind and kind != "everything":
            hmax, lmcut = (native.estimate(name, state) for name in ("hmax", "lmcut"))
            assert lmcut >= hmax


@pytest.mark.parametrize("kind", KINDS)
@checked
@given(seeds)
def test_bounds_that_make_use_of_the_state_before_are_bounds_too(kind, seed):
    """Estimates in the course of a search, where most states are told together with the one that they come from."""
    native = Grounded.of(task_of(seed, kind).level, Request()).native
    known = distances(native, 300)
    assume(known is not None)
    left = {tuple(state): distance for state, distance in known}
    for state, _ in known:
        after = {tuple(next_state): left[tuple(next_state)] for _, _, next_state in native.successors(list(state))}
        for name in ADMISSIBLE:
            for most in {distance for distance in after.values() if distance is not None}:
                within = {tuple(each) for _, _, each in native.successors_within(name, list(state), most)}
                assert {each for each, distance in after.items() if distance is not None and distance <= most} <= within
