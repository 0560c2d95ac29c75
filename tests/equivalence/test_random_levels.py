"""Random small levels: every way to solve them must agree with brute force by the Python rules."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ludoplan import Budget, LudoplanError, Status, Task, solve
from ludoplan.analysis.contract import check_heuristics, exact_distances, reachable
from ludoplan.core.options import complete
from ludoplan.core.parts import DEAD_END
from ludoplan.core.registry import game
from ludoplan.core.task import AnyGame
from ludoplan.search.algorithms import ALGORITHMS, THREADS
from ludoplan.search.kernel import layers

SOLVERS = [algorithm.name for algorithm in ALGORITHMS if algorithm.finds != "any"]
THREADED = [algorithm.name for algorithm in ALGORITHMS if THREADS in algorithm.options]


def random_level(of: AnyGame, seed: int, **options):
    try:
        return of.design.generate(random.Random(seed), complete(of.design.options, options))
    except LudoplanError:  # so much does not fit
        assume(False)
        raise


def agree(of: AnyGame, level) -> None:
    """All optimal searches, native and Python, against exact distances; heuristics keep their promises."""
    states = list(reachable(of, level))
    optimum = exact_distances(of, level, states).get(of.initial(level), DEAD_END)
    assert check_heuristics(of, level, states) == []
    task = Task(of, level, "random")
    assert sum(layers(task, 10_000, Budget(), "native")[0]) == len(states)
    for solver in SOLVERS:
        for rules in ("native", "python", "native, two threads"):
            options = {"rules": "native", "threads": 2} if "threads" in rules else {"rules": rules}
            if "threads" in options and solver not in THREADED:
                continue
            result = solve(task, solver, options=options)
            if result.status is Status.UNSUPPORTED:
                assert solver == ("bibfs" if of.has_unit_costs(level) else solver)
                assert solver in ("bibfs", "bfhs")
            elif optimum >= DEAD_END:
                assert result.status is Status.UNSOLVABLE, (solver, rules)
            elif result.status is Status.OPTIMAL:
                assert result.cost == optimum, (solver, rules)
            else:  # fewest moves where moves differ in cost
                assert result.status is Status.SOLVED
                assert result.cost >= optimum
                assert not of.has_unit_costs(level)


@given(
    seed=st.integers(0, 10**9),
    rows=st.integers(3, 6),
    columns=st.integers(3, 7),
    switches=st.integers(0, 3),
    splits=st.integers(0, 2),
    fragile=st.sampled_from([0.0, 0.2]),
    fill=st.sampled_from([0.4, 0.7, 1.0]),
    swap_cost=st.integers(0, 1),
)
def test_roll(seed, rows, columns, switches, splits, fragile, fill, swap_cost) -> None:
    roll = game("roll")
    options = {
        "rows": rows,
        "columns": columns,
        "switches": switches,
        "splits": splits,
        "fragile": fragile,
        "fill": fill,
    }
    agree(roll, roll.configure(random_level(roll, seed, **options), None, {"swap_cost": swap_cost}))


@given(
    seed=st.integers(0, 10**9),
    rows=st.integers(4, 7),
    columns=st.integers(5, 9),
    loops=st.sampled_from([0.0, 0.3, 1.0]),
    food=st.integers(1, 4),
    objective=st.sampled_from(["nearest", "all-food"]),
    walls=st.integers(0, 3),
)
def test_maze(seed, rows, columns, loops, food, objective, walls) -> None:
    maze = game("maze")
    level = random_level(maze, seed, rows=rows, columns=columns, loops=loops, food=food)
    # Some more walls, so that not every level is solvable.
    rng = random.Random(seed)
    text = list(maze.text.format(level))
    floor = [place for place, character in enumerate(text) if character == " "]
    for place in rng.sample(floor, min(walls, len(floor))):
        text[place] = "%"
    level = maze.configure(maze.parse("".join(text)), objective)
    agree(maze, level)
    if objective == "all-food":
        tour, ucs = (solve(Task(maze, level, "random"), solver) for solver in ("tour", "ucs"))
        assert (tour.status, tour.cost) == (ucs.status, ucs.cost)


@pytest.mark.parametrize("solver", ["dfs", "ids", "idastar"])
@pytest.mark.parametrize("duplicates", ["all", "path"])
@given(seed=st.integers(0, 10**9))
def test_duplicate_detection_changes_only_the_effort(solver: str, duplicates: str, seed: int) -> None:
    maze = game("maze")
    level = maze.configure(random_level(maze, seed, rows=5, columns=7, loops=0.2))
    task = Task(maze, level, "random")
    result = solve(task, solver, options={"duplicates": duplicates})
    optimum = solve(task, "bfs").cost
    assert result.plan is not None
    assert result.cost == optimum if solver != "dfs" else result.cost >= optimum


@given(seed=st.integers(0, 10**9), bound=st.integers(0, 12))
def test_depth_bound(seed: int, bound: int) -> None:
    """With duplicate detection a bounded depth-first search still finds every goal within the bound."""
    roll = game("roll")
    level = random_level(roll, seed, rows=5, columns=5, switches=1)
    task = Task(roll, level, "random")
    optimum = solve(task, "bfs")
    for solver in ("dfs", "ids"):
        result = solve(task, solver, options={"depth_bound": bound})
        if optimum.cost is not None and optimum.cost <= bound:
            assert result.plan is not None
            assert len(result.plan.moves) <= bound
        elif optimum.cost is not None:
            assert result.status is Status.INCOMPLETE
        else:
            assert result.status in (Status.INCOMPLETE, Status.UNSOLVABLE)
