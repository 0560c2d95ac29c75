"""Maze: objectives, walkers, counts of expansions, tours."""

from __future__ import annotations

import pytest

from ludoplan import BadInput, Limits, LudoplanError, Status, Task, load, solve
from ludoplan.games.maze import GAME

# Cost and expansions can be followed with a pencil: the dot is up a dead end on the right.
SMALL = """\
%%%%%%%
%P    %
% %%% %
%   %.%
%%%%%%%
"""


def solved(text: str, solver: str, objective: str | None = None, **options: object):
    return solve(GAME.parse(text), solver, game=GAME, objective=objective, options=options)


def test_expanded_counts_states_whose_successors_were_generated() -> None:
    result = solved(SMALL, "bfs")
    # 11 open cells; breadth-first looks at all but the goal, which is the last.
    assert (result.cost, result.stats.expanded, result.stats.stored) == (6, 10, 11)
    assert solved(SMALL, "greedy", tie_break="fifo").stats.expanded == 10
    assert solved(SMALL, "astar", tie_break="fifo").stats.expanded == 10


def test_successors_come_north_south_east_west() -> None:
    level = GAME.configure(GAME.parse("   \n P.\n   "))
    assert list(GAME.moves(level, GAME.initial(level))) == ["north", "south", "east", "west"]


def test_tie_breaking_in_an_open_room() -> None:
    """All 25 cells lie on shortest paths: first in first out looks at all of them but the goal."""
    room = "P    \n" + "     \n" * 3 + "    .\n"
    counts = {name: solved(room, "astar", tie_break=name).stats.expanded for name in ("low-h", "fifo", "lifo")}
    assert counts == {"low-h": 8, "fifo": 24, "lifo": 8}


def test_several_dots_need_an_objective() -> None:
    text = "P..\n"
    with pytest.raises(LudoplanError, match="all-food"):
        solved(text, "bfs")
    assert solved(text, "bfs", "nearest").cost == 1
    assert solved(text, "bfs", "all-food").cost == 2


def test_capsules_and_ghosts_are_floor() -> None:
    assert solved("PoG.", "bfs").cost == 3


def test_lines_may_differ_in_length() -> None:
    assert solved("P\n\n   .", "bfs").cost == 5


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("", "empty"), ("%%", "no start"), ("P%", "no food"), ("PP.", "second start"), ("P.x", "'x' is not one of")],
)
def test_defects(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        GAME.parse(text)


def test_wall_follower_says_when_it_walks_in_a_circle() -> None:
    island = "%%%%%%%%%\n%       %\n% % %%% %\n%P% %.% %\n% % % % %\n% %     %\n%       %\n%%%%%%%%%\n"
    for hand in ("left", "right"):
        result = solved(island, "wall", hand=hand)
        assert result.status in (Status.SOLVED, Status.INCOMPLETE)
    around = "%%%%%%%\n%     %\n% %%% %\n% %.% %\n% %%% %\n%P    %\n%%%%%%%\n"
    result = solved(around, "wall")
    assert result.status is Status.INCOMPLETE
    assert "came back" in (result.message or "")


def test_wall_follower_follows_the_wall() -> None:
    # Down into the dead end first, four steps there and four back, then six to the dot.
    for hand in ("left", "right"):
        assert solved(SMALL, "wall", hand=hand).cost == 14


def test_mouse_is_seeded() -> None:
    task = load("maze:loops")
    first, again, other = (solve(task, "mouse", seed=seed) for seed in (1, 1, 2))
    assert first.plan == again.plan
    assert first.plan != other.plan


def test_mouse_stops_when_nobody_wants_to_hear_more_and_at_the_memory_limit() -> None:
    task = Task(GAME, GAME.parse("%%%%%%%\n%P  %.%\n%   %%%\n%%%%%%%"), "walled")
    assert solve(task, "mouse", progress=lambda progress: False).status is Status.CANCELLED
    result = solve(task, "mouse", limits=Limits(megabytes=1))
    assert (result.status, result.stats.expanded) == (Status.MEMORY, 64)


def test_mouse_never_turns_back_in_a_corridor() -> None:
    result = solved("%%%%%%%\n%P   .%\n%%%%%%%", "mouse")
    assert result.plan is not None
    assert result.plan.moves == ("east",) * 4


def test_tour_solves_more_than_fifteen_dots() -> None:
    for name in ("maze:fifteen-dots", "maze:twenty-dots"):
        task = load(name)
        result = solve(task)
        assert result.solver == "tour"
        assert result.status is Status.OPTIMAL
        astar = solve(task, "astar", options={"heuristic": "spanning-tree"})
        assert astar.cost == result.cost


def test_walkers_need_headings() -> None:
    from ludoplan.games._template import GAME as TEMPLATE

    result = solve(Task(TEMPLATE, (1, 1, 1), "strip"), "mouse")
    assert result.status is Status.UNSUPPORTED
