"""The exact solvers of Pipes against each other and against brute force; the searches that are not exact."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from pipes_brute_force import best_chain, random_board, value_of

from ludoplan import Limits, Status, load, solve
from ludoplan.core.options import complete
from ludoplan.games.pipes import GAME
from ludoplan.games.pipes.generate import OPTIONS

PROVEN = (Status.OPTIMAL, Status.UNSOLVABLE)


def board(text: str, objective: str = "pieces"):
    return GAME.configure(GAME.parse(text), objective)


def test_brute_force_and_all_exact_solvers_agree_on_small_boards() -> None:
    rng = random.Random(1)
    seen = Counter()
    for number in range(1500):
        level = random_board(rng, 3 + number % 3, 5)
        expected = best_chain(level)
        for solver in ("chain", "astar", "cp") if number % 10 == 0 else ("chain",):
            result = solve(level, solver, game=GAME)
            assert result.status in PROVEN, (solver, result.message)
            assert value_of(level, result) == expected, (solver, level)
        relaxed = solve(level, "relaxed-bfs", game=GAME)
        seen[relaxed.status, expected is not None] += 1
        if relaxed.lower_bound is not None and expected is not None:
            assert relaxed.lower_bound <= expected[0]
        first = solve(level, "chain-dfs", game=GAME)
        assert (first.plan is None) == (expected is None)
    # The sample holds boards of every sort, also those on which the relaxed search finds no legal chain.
    assert seen[Status.INCOMPLETE, False] > 5
    assert seen[Status.INCOMPLETE, True] > 1
    assert seen[Status.OPTIMAL, True] > 100
    assert seen[Status.UNSOLVABLE, False] > 100


def test_both_exact_formulations_agree_on_larger_boards() -> None:
    rng = random.Random(2)
    hard = 0
    for _ in range(150):
        level = random_board(rng, 6, 12)
        if hard < 12 and solve(level, "relaxed-bfs", game=GAME).status is Status.INCOMPLETE:
            hard += 1
        elif rng.random() < 0.8:
            continue
        native, circuit = (solve(level, solver, game=GAME) for solver in ("chain", "cp:ortools"))
        assert native.status == circuit.status
        assert native.status in PROVEN
        assert value_of(level, native) == value_of(level, circuit), level
    assert hard == 12


def test_relaxed_search_errs_where_no_legal_chain_exists() -> None:
    """Its chain crosses itself on the straight piece in the middle."""
    level = board("##L1L1\nB1R1L1\n##B2##\n")
    relaxed = solve(level, "relaxed-bfs", game=GAME)
    assert relaxed.status is Status.INCOMPLETE
    assert relaxed.lower_bound == 7
    assert "2,2 twice" in relaxed.message
    for solver in ("chain", "cp", "chain-dfs", "astar"):
        assert solve(level, solver, game=GAME).status is Status.UNSOLVABLE


def test_a_cross_makes_it_legal() -> None:
    result = solve(board("##L1L1\nB1X1L1\n##B2##\n"), game=GAME)
    assert (result.status, result.cost) == (Status.OPTIMAL, 7)


def test_relaxed_search_errs_where_the_legal_chain_is_longer() -> None:
    task = load("pipes:03")
    relaxed, exact = solve(task, "relaxed-bfs"), solve(task)
    assert relaxed.status is Status.INCOMPLETE
    assert exact.status is Status.OPTIMAL
    assert relaxed.lower_bound < exact.cost
    assert value_of(task.level, exact) == best_chain(task.level)


@pytest.mark.parametrize(("objective", "cost"), [("pieces", 4), ("steps", 5), ("turns", 0)])
def test_objectives_differ(objective: str, cost: int) -> None:
    """To the right the way is short but needs two turns, to the left it is long and needs none."""
    level = board("L3R1R1R1B1R2R2B1\nR2##############\nB2##############\n", objective)
    for solver in ("chain", "cp", "ucs"):
        result = solve(level, solver, game=GAME)
        assert (result.status, result.cost) == (Status.OPTIMAL, cost)


def hard_board():
    options = {"rows": 40, "columns": 40, "straight": 0.8, "ends": 7, "waypoints": True, "cross": 0.1}
    return GAME.design.generate(random.Random(16), complete(OPTIONS, options))


def test_time_limit_leaves_a_bound() -> None:
    result = solve(hard_board(), game=GAME, limits=Limits(seconds=3))
    assert result.status is Status.TIMEOUT
    assert result.lower_bound > 150


def test_limit_tells_the_best_chain() -> None:
    task = load("pipes:38")
    best = solve(task)
    result = solve(task, limits=Limits(nodes=300))
    assert result.status is Status.INCOMPLETE
    assert result.plan is None
    assert result.lower_bound <= best.cost
    assert "the best chain so far costs" in result.message


def test_circuit_at_its_time_limit() -> None:
    options = complete(OPTIONS, {"rows": 60, "columns": 60})
    level = GAME.design.generate(random.Random(1), options)
    result = solve(level, "cp", game=GAME, limits=Limits(seconds=1.5))
    assert result.status is Status.TIMEOUT
    assert result.plan is None


def test_memory_limit() -> None:
    result = solve(hard_board(), game=GAME, limits=Limits(seconds=30, megabytes=60))
    assert result.status is Status.MEMORY


def test_too_many_waypoints_are_refused() -> None:
    options = complete(OPTIONS, {"ends": 30, "waypoints": True})
    level = GAME.design.generate(random.Random(0), options)
    assert solve(level, game=GAME).status is Status.UNSUPPORTED


def test_large_board_in_seconds() -> None:
    options = complete(OPTIONS, {"rows": 150, "columns": 200, "straight": 0.5, "holes": 0.1})
    level = GAME.design.generate(random.Random(0), options)
    result = solve(replace(level, objective="steps"), game=GAME, limits=Limits(seconds=20))
    assert result.status in PROVEN
