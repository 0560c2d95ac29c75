"""Roll, rule by rule, on levels small enough to check by hand."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ludoplan import BadInput, Status, Task, solve
from ludoplan.analysis.contract import check_heuristics, reachable
from ludoplan.core.options import complete
from ludoplan.games.roll import GAME


def play(text: str, moves: str, **options: int):
    level = GAME.configure(GAME.parse(text), None, options)
    state = GAME.initial(level)
    for move in moves.split():
        assert move in GAME.moves(level, state), GAME.why_illegal(level, state, move)
        state = GAME.apply(level, state, move)
    return level, state


def cost(text: str, **options: int) -> int | None:
    return solve(GAME.parse(text), game=GAME, options=options).cost


def test_rolling() -> None:
    level, state = play("gggg\ng|gg\ngggg\ngggg\n_ggg", "right")
    assert state.cells() == ((1, 2), (1, 3))
    _, state = play("gggg\ng|gg\ngggg\ngggg\n_ggg", "right down")
    assert state.cells() == ((2, 2), (2, 3))
    _, state = play("gggg\ng|gg\ngggg\ngggg\n_ggg", "right down left")
    assert state.cells() == ((2, 1),)
    assert "no floor at 0,2" in GAME.why_illegal(level, GAME.initial(level), "up")


def test_lying_starts() -> None:
    assert cost("--g_") == 3 or cost("--g_") is None
    assert cost("--_") == 1
    assert cost("-\n-\n_") == 1


def test_fragile_floor_carries_a_lying_block_only() -> None:
    assert cost("|ff_") == 2
    level, state = play("|ggf_", "right")
    assert "fragile" in GAME.why_illegal(level, state, "right")


def test_heavy_switch_needs_a_standing_block() -> None:
    _, lying = play("|Xg\nggx_\nggg", "right")
    assert lying.bridges == frozenset()
    _, standing = play("|ggXggx_", "right right")
    assert standing.bridges == {"x"}


def test_soft_switch_is_pressed_once_by_a_lying_block() -> None:
    _, state = play("|CCg_\ngggg\ncccc", "right")
    assert state.bridges == {"c"}


def test_a_move_needs_support_before_and_after_the_press() -> None:
    level, state = play("|Aag_\n---\nA: soft toggle a\na: on", "")
    # Rolling right would press A, which takes away the bridge below the other half.
    assert "once the switch is pressed" in GAME.why_illegal(level, state, "right")
    level, state = play("|Aag_\n---\nA: soft toggle a", "")
    assert "bridge a" in GAME.why_illegal(level, state, "right")


def test_open_and_close() -> None:
    text = "|gAgBgg_\nababab\n---\nA: soft open a, close b\nB: soft close a b\nb: on"
    _, state = play(text, "right")
    assert state.bridges == {"a"}


SPLIT = "|ggT    \n  ggggg\n  g_ggg\n---\nT: split 3,3 2,7"


def test_split_swap_and_join() -> None:
    level, state = play(SPLIT, "right right")
    assert state.cells() == ((2, 2), (1, 6))
    assert not GAME.is_goal(level, state)
    assert GAME.cost(level, state, "swap") == 0
    _, state = play(SPLIT, "right right swap")
    assert state.cells() == ((1, 6), (2, 2))
    _, state = play(SPLIT, "right right swap left left left left")
    assert state.kind == 2  # lying, one above the other
    assert state.cells() == ((1, 2), (2, 2))


def test_a_block_may_start_on_a_switch_that_splits() -> None:
    level = replace(GAME.parse("|gTgg_\n---\nT: split 1,1 1,5"), start=((0, 2),))
    states = list(reachable(GAME, level))
    assert check_heuristics(GAME, level, states) == []
    assert solve(level, game=GAME).cost == solve(level, "ucs", game=GAME).cost


def test_a_cube_does_not_win_and_presses_soft_switches_only() -> None:
    text = "|ggT   \n  gXCg_\n  ggggg\n---\nT: split 2,3 3,7"
    level, state = play(text + "\nx: off", "right right right")
    assert "X" in level.letters
    assert state.bridges == frozenset()
    _, state = play(text, "right right swap up")
    assert state.cell == level.target
    assert not GAME.is_goal(level, state)


def test_swap_costs() -> None:
    free, dear = (solve(GAME.parse(SPLIT), game=GAME, options={"swap_cost": cost}) for cost in (0, 1))
    assert free.cost is not None
    assert dear.cost is not None
    assert free.cost <= dear.cost
    moves = solve(GAME.parse(SPLIT), "bfs", game=GAME)
    assert moves.status is Status.SOLVED  # moves differ in cost, so fewest is no proof of cheapest
    assert solve(GAME.parse(SPLIT), "bfs", game=GAME, options={"swap_cost": 1}).status is Status.OPTIMAL


@pytest.mark.parametrize(
    ("text", "optimum"),
    [
        ("|Aa_\n---\nA: soft close a\na: on", None),  # no support after the press
        ("|Aa_\n---\nA: soft open a", None),  # no support before the press
        ("|AAagg_\n---\nA: soft toggle a", 4),  # one letter is pressed once
        ("..x.gg|\n..gT_g.\n---\nT: split 1,3 1,5", None),  # a cube cannot appear on a bridge that is off
        (".gTg.\n.ggg|\n.f_Ab\n---\nA: soft close b\nT: split 3,5 2,4\nb: on", 11),  # the joining step presses
        ("|ggg\n.ggg\n_BaT\n---\nB: soft toggle a\nT: split 3,2 1,2\na: on", 22),  # the waiting cube does not
    ],
)
def test_what_the_rules_hinge_on(text: str, optimum: int | None) -> None:
    for rules in ("native", "python"):
        result = solve(GAME.parse(text), "ucs", game=GAME, options={"rules": rules})
        assert (result.status is Status.UNSOLVABLE) == (optimum is None)
        assert result.cost == optimum


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("gg_", "no start"),
        ("|gg", "no target"),
        ("|g__", "second target"),
        ("||_", "second start"),
        ("-g_", "second '-' is missing"),
        ("---g_", "third"),
        ("-g-_", "side by side"),
        ("-|_", "beside"),
        ("|Q_", "switch 'Q' is not in the legend"),
        ("|q_", "bridge 'q' is not in the legend"),
        ("|g_\n---\nX: soft toggle a", "fixed meaning"),
        ("|g_\n---\nA: soft toggle a\nA: soft open a", "defined on line 3"),
        ("|g_\n---\nA: soft toggle", "which bridges"),
        ("|g_\n---\nA: soft toggle g", "not the letter of a bridge"),
        ("|g_\n---\nA: split 1,1 1,1", "are the same"),
        ("|g_\n---\nA: soft split 1,1 1,2", "is heavy"),
    ],
)
def test_defects(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        GAME.parse(text)


@pytest.mark.parametrize(
    ("name", "optimum"), [("1", 7), ("2", 17), ("3", 20), ("4", 28), ("33", 65), ("ez", 4), ("new", 20)]
)
@pytest.mark.parametrize("solver", ["auto", "bfs", "ids", "ucs", "astar", "idastar", "bibfs"])
def test_levels_of_the_source(shared_data, name: str, optimum: int, solver: str) -> None:
    task = Task(GAME, GAME.parse((shared_data / "roll" / f"{name}.txt").read_text()), name)
    result = solve(task, solver)
    if solver == "bibfs" and name in ("2", "33"):
        assert result.status is Status.UNSUPPORTED
        assert "backward" in (result.message or "")
    else:
        assert (result.status, result.cost) == (Status.OPTIMAL, optimum)


@pytest.mark.parametrize("seed", [1, 10])
def test_pages_that_stay_empty_are_given_up(seed: int) -> None:
    """A page has all pairs of cubes; here there are more and more pages for few states."""
    options = {"rows": 12, "columns": 12, "fill": 95, "switches": 4, "splits": 1}
    level = GAME.design.generate(random.Random(seed), complete(GAME.design.options, options))
    level = GAME.configure(level, None, {"swap_cost": 1})  # where it is free, the search folds states
    native, python = (solve(level, "ucs", game=GAME, options={"rules": rules}) for rules in ("native", "python"))
    assert native.plan == python.plan
    assert native.stats.stored == python.stats.stored > 2000
    assert native.stats.generated == python.stats.generated
