"""Searches by several threads: what one thread finds, at the same cost, within the same limits."""

from __future__ import annotations

import time

import pytest

from ludoplan import Limits, Status, analyse, load, solve
from ludoplan.core.result import Result
from ludoplan.search.algorithms import ALGORITHMS, THREADS

THREADED = [algorithm.name for algorithm in ALGORITHMS if THREADS in algorithm.options]
# With small and large state spaces; of the large ones threads really share the work.
LEVELS = ["boxup:first", "lara:saw", "roll:05", "roll:17", "maze:loops", "pipes:01", "plotting:5x5-3-a"]


def searched(name: str, solver: str, threads: int, **limits: float) -> Result:
    return solve(load(name), solver, options={"threads": threads}, limits=Limits(**limits))


def of(result: Result) -> tuple[object, ...]:
    stats = result.stats
    return result.status, result.cost, result.plan, stats.expanded, stats.generated, stats.stored


def test_every_search_with_a_table_has_threads() -> None:
    assert set(THREADED) == {"bfs", "ucs", "astar", "wastar", "bibfs", "bfhs"}


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("solver", ["bfs", "bibfs"])
def test_plan_and_counters_are_those_of_one_thread(name: str, solver: str) -> None:
    one = searched(name, solver, 1)
    assert of(searched(name, solver, 2)) == of(one)
    if one.status is not Status.UNSUPPORTED:
        assert one.status in (Status.OPTIMAL, Status.SOLVED)


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("solver", ["ucs", "astar", "wastar"])
def test_best_first_searches_find_the_same_cost(name: str, solver: str) -> None:
    one, two = searched(name, solver, 1), searched(name, solver, 2)
    assert two.status is one.status
    if solver != "wastar":  # which may find plans of different costs
        assert two.cost == one.cost
    assert of(searched(name, solver, 2)) == of(two)


@pytest.mark.parametrize("name", [*LEVELS, "roll:18"])
def test_the_analysis_is_that_of_one_thread(name: str) -> None:
    assert analyse(load(name), threads=2) == analyse(load(name))


@pytest.mark.parametrize("solver", ["bfs", "ucs"])
def test_limits_hold(solver: str) -> None:
    name = "maze:twenty-dots"
    few = searched(name, solver, 2, nodes=100_000)
    assert few.status is Status.INCOMPLETE
    assert 100_000 < few.stats.stored < 200_000
    small = searched(name, solver, 2, megabytes=300)
    assert small.status is Status.MEMORY
    used = time.process_time()
    assert searched(name, solver, 2, seconds=0.5).status is Status.TIMEOUT
    assert time.process_time() - used < 2 * 3  # two threads, of a search that would take minutes


@pytest.mark.parametrize("solver", ["bfs", "ucs"])
def test_cancelled_threads_end(solver: str) -> None:
    result = solve(load("maze:twenty-dots"), solver, options={"threads": 2}, progress=lambda progress: False)
    assert result.status is Status.CANCELLED


def test_rules_in_python_have_one_thread() -> None:
    options = {"rules": "python", "threads": 2}
    assert of(solve(load("boxup:first"), "bfs", options=options)) == of(searched("boxup:first", "bfs", 1))
