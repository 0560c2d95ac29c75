"""Levels as Gymnasium environments."""

from __future__ import annotations

import doctest
import re
import sys

import pytest
from tests.conftest import ROOT

from ludoplan import LudoplanError, NotInstalled, game_names, levels, load, solve

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

import ludoplan.gym  # noqa: E402
from ludoplan.gym import Puzzle  # noqa: E402

SMALL = {name: levels(name)[0] for name in game_names()}


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    check_env(gymnasium.make("ludoplan/Puzzle-v0", level=SMALL[name], render_mode="ansi").unwrapped)
    check_env(Puzzle(SMALL[name], "svg"), skip_render_check=True)


@pytest.mark.parametrize("level", ["roll:05", "pipes:03", "lara:spear", "plotting:3x3-2-b", "sudoku:first"])
def test_the_return_of_a_plan_is_minus_its_cost(level: str) -> None:
    result = solve(load(level))
    env = Puzzle(level)
    _, info = env.reset()
    total, terminated = 0.0, False
    for move in result.plan.moves:
        assert not terminated
        action = env.moves.index(move)
        assert info["action_mask"][action]
        observation, reward, terminated, truncated, info = env.step(action)
        assert observation in env.observation_space
        assert info["is_legal"]
        assert not truncated
        total += reward
    assert terminated
    game = env.task.game
    assert game.plan_cost(env.task.level, int(-total), result.plan.moves) == result.cost


def test_an_illegal_move_changes_nothing() -> None:
    env = Puzzle("roll:01")
    first, info = env.reset()
    action = int((info["action_mask"] == 0).argmax())
    observation, reward, terminated, truncated, after = env.step(action)
    assert (observation == first).all()
    assert (reward, terminated, truncated, after["is_legal"]) == (-1, False, False, False)
    assert after["state"] == info["state"]


def test_the_end_of_patience() -> None:
    env = Puzzle("roll:01", most_steps=3)
    env.reset()
    assert [env.step(env.moves.index("swap"))[3] for _ in range(3)] == [False, False, True]


def test_masks_are_the_legal_moves() -> None:
    env = Puzzle("maze:first")
    env.reset()
    legal = list(env.task.game.moves(env.task.level, env.state))
    assert [move for move, is_legal in zip(env.moves, env.action_masks(), strict=True) if is_legal] == sorted(
        legal, key=env.moves.index
    )


def test_pictures() -> None:
    env = Puzzle("maze:first", "ansi")
    env.reset()
    assert "%" in env.render()
    assert Puzzle("maze:first", "svg").render().startswith("<svg")
    assert Puzzle("maze:first").render() is None
    with pytest.raises(LudoplanError, match="no render mode"):
        Puzzle("maze:first", "human")


def test_its_example() -> None:
    assert doctest.testmod(ludoplan.gym).failed == 0


def test_the_page_runs(capsys) -> None:
    [code] = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs" / "learning.md").read_text(), re.MULTILINE | re.DOTALL)
    exec(code, {})
    assert capsys.readouterr().out.strip()


def test_without_gymnasium(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "ludoplan.gym")
    with pytest.raises(NotInstalled, match=r"ludoplan\[gym\]"):
        import ludoplan.gym  # noqa: F401
