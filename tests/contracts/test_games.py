"""The contract that every game keeps, over all bundled levels."""

from __future__ import annotations

import pytest
from tests.contracts.levels import BUNDLED, GAMES, label, small_levels, task_of

from ludoplan import BadInput, Limits, Status, solve
from ludoplan.analysis.contract import check_game
from ludoplan.core import registry
from ludoplan.core.level import bundled
from ludoplan.core.task import AnyGame


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_game_keeps_the_contract(game: AnyGame) -> None:
    assert check_game(game, generated=3) == []


@pytest.mark.parametrize("game", registry.games(), ids=label)
def test_game_is_whole(game: AnyGame) -> None:
    assert game.title
    assert game.summary
    assert game.suffixes
    assert bundled(game.name), "no bundled levels"
    assert game.design.options, "no generator"
    assert game.keys or any(True for _ in game.moves(*start_of(game)))


def start_of(game: AnyGame):
    level = task_of(f"{game.name}:{next(iter(bundled(game.name)))}").level
    return level, game.initial(level)


@pytest.mark.parametrize("game", registry.games(), ids=label)
@pytest.mark.parametrize(
    "text", ["", "\n\n", "\0\1\2", "\t\t\n", "ä\u202e\n", "%%%%\n%.", "x" * 100_000], ids=lambda text: repr(text[:8])
)
def test_hopeless_texts_are_refused_with_a_place(game: AnyGame, text: str) -> None:
    with pytest.raises(BadInput) as caught:
        game.parse(text, "some-file")
    assert caught.value.defects
    assert str(caught.value).startswith("some-file:")


@pytest.mark.parametrize("level", BUNDLED, ids=label)
def test_recorded_optimum_of_a_bundled_level(level) -> None:
    task = task_of(f"{level.game}:{level.name}")
    result = solve(task, limits=Limits(seconds=60, megabytes=2000))
    assert result.status == level.status
    assert result.cost == level.best


@pytest.mark.parametrize("name", small_levels())
def test_bundled_text_is_in_the_written_form(name: str) -> None:
    task = task_of(name)
    text = task.game.text.format(task.level)
    assert task.game.text.format(task.game.parse(text)) == text


@pytest.mark.parametrize("game", registry.games(), ids=label)
def test_bundled_levels_rise_in_difficulty(game: AnyGame) -> None:
    """The order is by hand; by cost it must rise at least from the first third to the last."""
    costs = [level.best for level in bundled(game.name).values() if level.best is not None]
    third = max(1, len(costs) // 3)
    assert sum(costs[:third]) <= sum(costs[-third:])


def test_every_status_has_an_exit_code() -> None:
    assert {status.exit_status for status in Status} == {0, 1, 3, 10, 11, 12, 13, 130}
