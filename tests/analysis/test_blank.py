"""Empty levels, for people who draw."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoplan.core import registry
from ludoplan.core.parts import Design

WITH_BLANK = [game.name for game in registry.games() if game.design is not None and game.design.blank is not None]
SIDE = st.integers(1, 60)


@pytest.mark.parametrize("name", WITH_BLANK)
@given(rows=SIDE, columns=SIDE)
def test_an_empty_level_is_a_level(name: str, rows: int, columns: int) -> None:
    game = registry.game(name)
    assert isinstance(game.design, Design)
    assert game.design.blank is not None
    assert game.text is not None
    level = game.design.blank(rows, columns)
    assert game.parse(game.text.format(level)) == level


def test_a_sudoku_says_why_a_digit_cannot_stand_there() -> None:
    game = registry.game("sudoku")
    level = game.parse("1...\n....\n....\n....\n")
    why = game.design.why_not
    assert "has 1 at" in why(level, "digit 1", 0, 3)
    assert "already" in why(level, "digit 1", 0, 0)
    assert why(level, "digit 1", 3, 3) is None
    assert "outside" in why(level, "digit 1", 9, 9)
    assert "blank already" in why(level, "blank", 1, 1)
    assert game.design.kinds(level) == ["digit 1", "digit 2", "digit 3", "digit 4", "blank"]


def test_a_level_tells_its_own_options() -> None:
    pipes = registry.game("pipes")
    text = "B1R1B1\n"
    assert pipes.options_of(pipes.parse(text)) == {"waypoints": False}
    assert pipes.options_of(pipes.parse(text + "waypoints\n")) == {"waypoints": True}
    roll = registry.game("roll")
    assert roll.options_of(roll.parse("|ggg_\n")) == {"swap-cost": 0}
