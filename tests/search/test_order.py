"""The order of expansion: what a search looks at, first to last."""

from __future__ import annotations

import pytest

from ludoplan import Limits, Unsupported, load
from ludoplan.analysis.expansions import expansion_order

LEVELS = ("maze:loops", "roll:05", "pipes:03")
SECONDS = Limits(seconds=30)


@pytest.mark.parametrize("name", LEVELS)
def test_breadth_first_goes_layer_by_layer(name: str) -> None:
    task = load(name)
    game, level = task.game, game_level(task)
    order = expansion_order(task, "bfs", SECONDS)
    queue = [game.initial(level)]
    seen = set(queue)
    for state in queue:
        for move in game.moves(level, state):
            after = game.apply(level, state, move)
            if after not in seen:
                seen.add(after)
                queue.append(after)
    first_goal = next(index for index, state in enumerate(queue) if game.is_goal(level, state))
    assert order.states == queue[:first_goal]


def game_level(task):
    return task.game.configure(task.level)


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("solver", ["dfs", "ids", "ucs", "greedy", "astar", "idastar", "bibfs"])
def test_as_many_states_as_the_search_counts(name: str, solver: str) -> None:
    task = load(name)
    if solver == "bibfs" and (task.game.backward is None or not task.game.backward.applies(task.level)):
        pytest.skip("has no backward moves")
    order = expansion_order(task, solver, SECONDS)
    assert order.result.plan is not None
    assert len(order.states) == min(order.result.stats.expanded, 20_000)
    assert order.states[0] == task.game.initial(game_level(task))
    assert order.is_cut == (order.result.stats.expanded > 20_000)


def test_a_long_search_is_cut() -> None:
    order = expansion_order(load("maze:loops"), "bfs", SECONDS, most=10)
    assert order.is_cut
    assert len(order.states) == 10


def test_what_is_no_search_cannot_be_watched() -> None:
    with pytest.raises(Unsupported, match="not a search"):
        expansion_order(load("pipes:03"), "chain", SECONDS)


def test_a_walker_is_followed_and_what_is_found_is_told_while_it_runs() -> None:
    heard: list[int] = []
    order = expansion_order(load("maze:loops"), "mouse", SECONDS, heard=lambda states: heard.append(len(states)))
    assert len(order.states) == order.result.stats.expanded
    assert heard == [250 * 2**power for power in range(len(heard))]
    again = expansion_order(load("maze:loops"), "bfs", SECONDS, heard=lambda states: heard.append(len(states)))
    assert heard[-1] <= len(again.states)
