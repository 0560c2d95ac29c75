"""Levels as planning tasks: the same costs as by search, and reasons where there is no such form."""

from __future__ import annotations

import pytest
from test_guide import HEAD, PIECES, WINS, pushing_game

from ludoplan.core.errors import Unsupported
from ludoplan.core.level import load
from ludoplan.core.limits import Limits
from ludoplan.core.result import Status
from ludoplan.core.task import Task
from ludoplan.games.puzzlescript import GAME
from ludoplan.games.puzzlescript.pddl import encode
from ludoplan.running.solve import solve

PROVEN = (Status.OPTIMAL, Status.UNSOLVABLE)


def compared(seeds: range, solver: str) -> int:
    """How many games have a form; their costs are those of breadth-first search."""
    count = 0
    for seed in seeds:
        task = Task(GAME, GAME.parse(pushing_game(seed)), f"game {seed}")
        try:
            encode(task.level)
        except Unsupported:
            continue
        wanted = solve(task, "bfs", limits=Limits(nodes=5000))
        if wanted.status in PROVEN:
            found = solve(task, solver)
            assert (found.status, found.cost) == (wanted.status, wanted.cost), pushing_game(seed)
            count += 1
    return count


@pytest.mark.parametrize("part", range(4))
def test_the_planner_agrees_with_search(part: int) -> None:
    assert compared(range(1000 + 20 * part, 1020 + 20 * part), "planner:astar-blind") > 5


@pytest.mark.parametrize("solver", ["sat:seq", "planner", "planner:gbfs-ff"])
def test_other_solvers_solve_bundled_games(solver: str) -> None:
    for name in ("puzzlescript:crates#1", "puzzlescript:doors#1"):
        task = load(name)
        found, wanted = solve(task, solver), solve(task, "bfs")
        assert found.plan is not None, found
        if found.status is Status.OPTIMAL:
            assert found.cost == wanted.cost


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        ("[> Player | Crate] -> [> Player | > Crate] again", "`again` (line 49)"),
        ("[action Player] -> win", "`win` (line 49)"),
        ("rigid [> Player | Crate] -> [> Player | > Crate]", "rigid (line 49)"),
        ("random [> Player | Crate] -> [> Player | > Crate]", "random (line 49)"),
        ("[> Player | Crate] -> [> Player | random Stone]", "draws at random (line 49)"),
        ("[> Player | Crate] -> [> Player | < Crate]", "several directions in one turn (line 49)"),
        ("late [Crate | Target] -> [Crate | Crate Target]", "may match again because of what it did"),
        ("late [Crate | Crate] -> [ | Crate]", "undo another (line 49)"),
        ("startloop\n[> Player | Crate] -> [> Player | > Crate]\nendloop", "loops"),
    ],
)
def test_what_cannot_be_said_is_refused(rule: str, reason: str) -> None:
    level = GAME.parse(HEAD.format(prelude="", rules=rule, wins=WINS[0], level="P.*.O\n.S..O"))
    with pytest.raises(Unsupported) as error:
        encode(level)
    assert reason in str(error.value)
    result = solve(Task(GAME, level, "level"), "planner")
    assert result.status is Status.UNSUPPORTED
    assert reason in (result.message or "")


def test_a_cancelled_move_is_no_action() -> None:
    rules = f"{PIECES[0]}\n[> Player | Exit] -> cancel"
    level = GAME.parse(HEAD.format(prelude="", rules=rules, wins="all Player on Target", level="PEO\n..."))
    assert solve(Task(GAME, level, "level"), "planner").cost == 4
