"""Planning as satisfiability: plans, proofs, limits and refusals."""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_tasks import Maker

from ludoplan import Limits, Status, Task, solve
from ludoplan.core.options import complete
from ludoplan.core.registry import game
from ludoplan.engines.sat import ENGINES
from ludoplan.pddl import GAME, PddlTask

NAMES = [engine.name for engine in ENGINES]
EXAMPLES = int(os.environ.get("LUDOPLAN_EXAMPLES", "5"))
checked = settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
seeds = st.integers(0, 10**9)


@pytest.mark.parametrize("costs", [False, True])
@checked
@given(seed=seeds)
def test_random_tasks_agree_with_plain_search(seed: int, costs: bool) -> None:
    task = Task(GAME, PddlTask(*Maker(seed, numeric=False, costs=costs, derived=False).task()), "random")
    cheapest = solve(task, "ucs", limits=Limits(nodes=1500))
    assume(cheapest.status in (Status.OPTIMAL, Status.UNSOLVABLE))
    fewest = solve(task, "bfs").plan
    for name in NAMES:
        found = solve(task, name, options={"max_horizon": 12})
        if fewest is None:
            # A proof where a bound on the length of plans is known, else nothing but the end of the horizons.
            assert found.status in (Status.UNSOLVABLE, Status.INCOMPLETE), (name, found)
            continue
        assert found.plan is not None, (name, found)
        assert len(found.plan.moves) >= len(fewest.moves)
        if name == "sat:seq":
            assert len(found.plan.moves) == len(fewest.moves)
            assert costs or found.status is Status.OPTIMAL
        if found.status is Status.OPTIMAL:
            assert found.cost == cheapest.cost


LEVELS = [
    ("roll", {"rows": 3, "columns": 5, "switches": 1}, {}),
    ("maze", {"rows": 5, "columns": 9, "loops": 0.2}, {}),
    ("boxup", {"rows": 2, "columns": 3}, {}),
    ("pipes", {"rows": 3, "columns": 4}, {}),
    ("pipes", {"rows": 3, "columns": 4}, {"objective": "steps"}),
    ("plotting", {"rows": 2, "columns": 3, "colours": 2, "goal": 2}, {"variant": "quantified"}),
    ("lara", {"tiles": 8}, {}),
]


@pytest.mark.parametrize(("name", "options", "request_"), LEVELS, ids=lambda part: str(part))
def test_fewest_actions_are_the_optimum_of_search(name: str, options: dict, request_: dict) -> None:
    """And one action less is proven to be too few."""
    of = game(name)
    seen = 0
    for seed in range(EXAMPLES):
        level = of.generate(random.Random(seed), complete(of.generator_options, options))
        task = Task(of, of.configure(level, request_.get("objective")), name)
        expected = solve(task)
        variant = {"variant": request_.get("variant")}
        found = solve(task, "sat:seq", options={**variant, "max_horizon": 40})
        if expected.plan is None:
            assert found.status in (Status.UNSOLVABLE, Status.INCOMPLETE), found
            continue
        assert found.plan is not None, found
        assert (found.status, found.cost) == (Status.OPTIMAL, expected.cost), found
        actions = found.stats.extra["last_horizon"]
        if actions == 0:
            continue
        seen += 1
        below = solve(task, "sat:seq", options={**variant, "max_horizon": actions - 1})
        assert below.status is Status.INCOMPLETE
        assert below.lower_bound == expected.cost
    assert seen >= EXAMPLES // 3
