"""Python rules = C++ twin: distinct states at each depth, and random walks with every question asked of both."""

from __future__ import annotations

import random

import pytest
from tests.contracts.levels import task_of

from ludoplan import Budget, Status, Task
from ludoplan.core import registry
from ludoplan.core.level import bundled
from ludoplan.search.kernel import layers

LEVELS = [f"{game}:{name}" for game in registry.game_names() for name in bundled(game)]
DEPTH = 12


def with_twin(name: str) -> Task:
    task = task_of(name)
    if task.game.twin is None or task.game.twin(task.level) is None:
        pytest.skip("no twin for this level")
    return task


@pytest.mark.parametrize("name", LEVELS)
def test_the_same_number_of_states_at_each_depth(name: str) -> None:
    task = with_twin(name)
    # Python is slow: as deep as it gets with a few thousand states.
    depth = 1
    while depth < DEPTH and sum(layers(task, depth + 1, Budget(), "native")[0]) <= 3000:
        depth += 1
    counts, status = layers(task, depth, Budget(), "native")
    assert status is Status.SOLVED
    assert layers(task, depth, Budget(), "python")[0] == counts


@pytest.mark.parametrize("name", LEVELS)
def test_random_walks(name: str) -> None:
    task = with_twin(name)
    game, level = task.game, task.level
    twin = game.twin(level)
    assert twin is not None
    for seed in range(3):
        rng = random.Random(seed)
        state, words = game.initial(level), twin.system.initial()
        for _ in range(60):
            assert game.is_goal(level, state) == twin.system.is_goal(words)
            for heuristic in twin.heuristics:
                ours = game.heuristics[heuristic].estimate(level, state)
                assert ours == twin.system.estimate(heuristic, words), heuristic
            moves = list(game.moves(level, state))
            steps = twin.system.successors(words)
            assert [game.move_to_text(level, move) for move in moves] == [twin.moves[step[0]] for step in steps]
            assert [game.cost(level, state, move) for move in moves] == [step[1] for step in steps]
            if not moves:
                break
            choice = rng.randrange(len(moves))
            state, words = game.apply(level, state, moves[choice]), steps[choice][2]


# Pinned, so that a change of the rules does not go unnoticed.
PINNED = {
    "roll:12": [1, 1, 2, 4, 4, 5, 10, 10, 12, 11],
    "roll:17": [1, 1, 1, 2, 1, 1, 1, 2, 2, 3],
    "maze:five-dots": [1, 1, 1, 1, 1, 1, 1, 2, 2, 3],
    "maze:open-room": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    "puzzlescript:guard#1": [1, 2, 3, 5, 7, 8, 10, 10, 9, 11],
    "puzzlescript:twins#2": [1, 3, 5, 8, 17, 29, 48, 59, 60, 49],
}


@pytest.mark.parametrize("name", PINNED)
@pytest.mark.parametrize("rules", ["native", "python"])
def test_pinned_counts(name: str, rules: str) -> None:
    assert layers(task_of(name), len(PINNED[name]) - 1, Budget(), rules)[0] == PINNED[name]
