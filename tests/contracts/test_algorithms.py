"""Every search algorithm on small levels of every game, by the C++ rules and by the Python rules."""

from __future__ import annotations

import pytest
from tests.contracts.levels import small_levels, task_of

from ludoplan import Limits, Status, solve
from ludoplan.search.algorithms import ALGORITHMS

LIMITS = Limits(seconds=30, megabytes=2000)
NAMES = [algorithm.name for algorithm in ALGORITHMS]


@pytest.mark.parametrize("solver", NAMES)
@pytest.mark.parametrize("level", small_levels())
def test_both_rules_give_the_same_search(level: str, solver: str) -> None:
    task = task_of(level)
    native, python = (solve(task, solver, limits=LIMITS, options={"rules": rules}) for rules in ("native", "python"))
    assert native.status == python.status, native.message or python.message
    if native.status is Status.UNSUPPORTED:
        if solver == "bfhs":
            assert not task.game.has_unit_costs(task.level)
        else:
            assert solver in ("bibfs", "bigreedy")
            assert task.game.backward is None or not task.game.backward.applies(task.level)
        return
    assert native.status in (Status.OPTIMAL, Status.SOLVED)
    if solver in ("bigreedy", "beam", "bfhs"):  # the twin may know more: distances from the start, equal successors
        assert native.status is not Status.OPTIMAL or native.cost == python.cost
        return
    assert native.plan == python.plan
    counters = ("expanded", "generated", "stored")
    assert [getattr(native.stats, name) for name in counters] == [getattr(python.stats, name) for name in counters]


@pytest.mark.parametrize("level", small_levels())
def test_optimal_algorithms_agree(level: str) -> None:
    task = task_of(level)
    costs = {}
    for algorithm in ALGORITHMS:
        result = solve(task, algorithm.name, limits=LIMITS)
        if result.status is Status.OPTIMAL:
            costs[algorithm.name] = result.cost
        elif result.status is Status.SOLVED:
            assert algorithm.finds != "least cost"
    assert len(set(costs.values())) == 1
    assert {"ucs", "astar", "idastar"} <= costs.keys()


@pytest.mark.parametrize("tie_break", ["low-h", "fifo", "lifo"])
@pytest.mark.parametrize("level", small_levels())
def test_tie_breaking_does_not_change_the_optimum(level: str, tie_break: str) -> None:
    task = task_of(level)
    expected = solve(task, "ucs", limits=LIMITS).cost
    for solver in ("ucs", "astar"):
        result = solve(task, solver, limits=LIMITS, options={"tie_break": tie_break})
        assert (result.status, result.cost) == (Status.OPTIMAL, expected)


@pytest.mark.parametrize("level", small_levels())
def test_every_heuristic_leads_to_the_optimum(level: str) -> None:
    task = task_of(level)
    expected = solve(task, "ucs", limits=LIMITS).cost
    for name, heuristic in task.game.heuristics.items():
        for solver in ("astar", "idastar", "wastar"):
            result = solve(task, solver, limits=LIMITS, options={"heuristic": name})
            assert result.cost is not None
            if solver == "wastar":
                assert result.cost <= 2 * expected
                assert result.lower_bound is None or result.lower_bound <= expected
            elif heuristic.admissible:
                assert (result.status, result.cost) == (Status.OPTIMAL, expected)


@pytest.mark.parametrize("solver", NAMES)
def test_the_same_search_twice(solver: str) -> None:
    first, second = (solve(task_of("maze:loops"), solver) for _ in range(2))
    assert first.plan == second.plan
    assert first.stats.expanded == second.stats.expanded
