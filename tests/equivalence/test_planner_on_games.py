"""One level, two ways: search on the game's own rules, and the native planner on the game's PDDL form."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ludoplan import Status, Task, solve
from ludoplan.core.options import complete
from ludoplan.core.registry import game

PLANNERS = ("planner:astar-blind", "planner:astar-lmcut", "planner")


def agree(name: str, options: dict[str, object], seed: int, objective: str | None = None, solver: str = "ucs") -> None:
    """The planner's optimum is the game's optimum, and where one finds no solution the other finds none."""
    of = game(name)
    level = of.configure(of.design.generate(random.Random(seed), complete(of.design.options, options)), objective)
    task = Task(of, level, name)
    expected = solve(task, solver)
    assert expected.status in (Status.OPTIMAL, Status.UNSOLVABLE)
    for planner in PLANNERS:
        found = solve(task, planner)
        assert (found.status, found.cost) == (expected.status, expected.cost), (planner, found.message)


@settings(max_examples=25)
@given(seed=st.integers(0, 10**9), rows=st.integers(3, 5), columns=st.integers(3, 6), switches=st.integers(0, 3))
def test_roll(seed: int, rows: int, columns: int, switches: int) -> None:
    assume(2 + 2 * switches < rows * columns / 2)
    agree("roll", {"rows": rows, "columns": columns, "switches": switches, "fragile": 0.1}, seed)


@settings(max_examples=25)
@given(seed=st.integers(0, 10**9), food=st.integers(1, 4), objective=st.sampled_from(["nearest", "all-food"]))
def test_maze(seed: int, food: int, objective: str) -> None:
    agree("maze", {"rows": 5, "columns": 9, "loops": 0.2, "food": food}, seed, objective)


@settings(max_examples=25)
@given(seed=st.integers(0, 10**9), rows=st.integers(2, 3), columns=st.integers(3, 4))
def test_boxup(seed: int, rows: int, columns: int) -> None:
    agree("boxup", {"rows": rows, "columns": columns}, seed)


@pytest.mark.parametrize("objective", ["pieces", "steps"])  # without and with rotation
@settings(max_examples=25)
@given(seed=st.integers(0, 10**9), rows=st.integers(2, 4), columns=st.integers(3, 5), holes=st.sampled_from([0.0, 0.2]))
def test_pipes(objective: str, seed: int, rows: int, columns: int, holes: float) -> None:
    agree("pipes", {"rows": rows, "columns": columns, "holes": holes}, seed, objective, "auto")


def test_a_form_that_minimises_something_else_proves_nothing() -> None:
    of = game("pipes")
    level = of.design.generate(random.Random(1), complete(of.design.options, {"rows": 4, "columns": 4}))
    task = Task(of, of.configure(level, "turns"), "pipes")
    found = solve(task, "planner:astar-blind")
    assert found.status in (Status.SOLVED, Status.UNSOLVABLE)
    assert found.lower_bound is None
