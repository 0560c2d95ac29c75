"""The clauses themselves, horizon by horizon: every style and kind of step against breadth-first search.

LUDOPLAN_EXAMPLES makes the run longer.
"""

from __future__ import annotations

import operator
import os
import random
from array import array
from collections.abc import Iterator

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver
from random_tasks import Maker

from ludoplan import Limits, Status, Task, _native, solve
from ludoplan.core.engine import Request
from ludoplan.core.options import complete
from ludoplan.core.referee import replay
from ludoplan.core.registry import game
from ludoplan.engines.planning_task import PlanningTask, planning_task
from ludoplan.pddl.task import GAME, PddlTask
from ludoplan.planning.planner import Grounded

EXAMPLES = int(os.environ.get("LUDOPLAN_EXAMPLES", "60"))
checked = settings(max_examples=EXAMPLES, deadline=None)
STEPS = ("sequential", "for_all", "exists")
MORE = 2  # horizons beyond the optimum


def clauses_of(formula: bytes) -> Iterator[list[int]]:
    clause: list[int] = []
    for literal in array("i", formula):
        if literal:
            clause.append(literal)
        else:
            yield clause
            clause = []


def answers(task: Task, form: PlanningTask, grounded: Grounded, steps: str, style: str, last: int) -> list[bool]:
    """Whether each horizon up to the last has a model. Plans are replayed."""
    limits = _native.Limits()
    encoding = _native.PlanEncoding(grounded.native, getattr(_native.Steps, steps), limits)
    found = []
    solver = Solver(name="glucose4")
    for horizon in range(last + 1):
        if style != "growing":
            solver.delete()
            solver = Solver(name="glucose4")
        for clause in clauses_of(encoding.formula(horizon, getattr(_native.Style, style), limits)):
            solver.add_clause(clause)
        found.append(solver.solve(assumptions=encoding.assumptions))
        if not found[-1]:
            continue
        plan = encoding.plan([literal for literal in solver.get_model() if literal > 0])
        assert steps != "sequential" or len(plan) <= horizon
        verdict = replay(task, form.decode(grounded.texts(plan)))
        assert verdict.plan is not None, (steps, style, horizon, verdict.reason)
        shorter = _native.shortened(grounded.native, plan)
        assert len(shorter) <= len(plan)
        assert replay(task, form.decode(grounded.texts(shorter))).plan is not None
        if style == "growing":
            # It goes on only from horizons without a plan.
            found += [True] * (last - horizon)
            break
    solver.delete()
    return found


def check(task: Task, variant: str | None, shortest: int | None, last: int) -> None:
    form = planning_task(task, variant)
    grounded = Grounded.of(form.task, Request())
    least = _native.PlanEncoding(grounded.native, _native.Steps.exists, _native.Limits()).least_steps
    longest = _native.longest_plan(grounded.native)
    if shortest is not None:
        assert least is not None
        assert least <= shortest
        assert longest is None or longest >= shortest
        last = shortest + MORE
    for steps in STEPS:
        by_style = {
            style: answers(task, form, grounded, steps, style, last) for style in ("pruned", "growing", "plain")
        }
        assert by_style["growing"] == by_style["plain"], (steps, by_style)
        if steps == "sequential":
            assert by_style["pruned"] == by_style["plain"], by_style
        else:
            # Actions that differ in what does not matter any more can share a step there.
            assert all(map(operator.ge, by_style["pruned"], by_style["plain"])), (steps, by_style)
        found = by_style["plain"]
        assert found == sorted(found), "a longer horizon has all plans of a shorter one"
        if shortest is None:
            assert not any(found)
        else:
            assert all(found[shortest:])
            assert steps != "sequential" or not any(found[:shortest])
            assert not any(found[:least])


@checked
@given(seed=st.integers(0, 10**9), costs=st.booleans())
def test_random_tasks(seed: int, costs: bool) -> None:
    task = Task(GAME, PddlTask(*Maker(seed, numeric=False, costs=costs, derived=False).task()), "random")
    fewest = solve(task, "bfs", limits=Limits(nodes=1000))
    assume(fewest.plan is not None or fewest.status is Status.UNSOLVABLE)
    check(task, None, None if fewest.plan is None else len(fewest.plan.moves), 4)


@pytest.mark.parametrize("variant", ["no-rotation", "rotation"])
@settings(max_examples=max(4, EXAMPLES // 8), deadline=None)
@given(seed=st.integers(0, 10**9))
def test_pipes(variant: str, seed: int) -> None:
    of = game("pipes")
    options = {"rows": 3, "columns": 3, "holes": 0.1, "ends": 2 + seed % 2}
    level = of.design.generate(random.Random(seed), complete(of.design.options, options))
    task = Task(of, of.configure(level, "steps" if variant == "rotation" else "pieces"), "pipes")
    best = solve(task)
    shortest = None if best.plan is None else int(best.plan.cost) - (variant == "no-rotation")
    check(task, variant, shortest, 6)
