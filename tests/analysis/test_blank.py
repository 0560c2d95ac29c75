"""Empty levels, for people who draw."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoplan.core import registry
from ludoplan.core.level import bundled
from ludoplan.core.parts import Design
from ludoplan.core.task import AnyGame
from ludoplan.games.lara.layout import layout
from ludoplan.games.puzzlescript.design import player_cells

DRAWN = [game.name for game in registry.games() if game.design is not None]
SIDE = st.integers(1, 60)


@pytest.mark.parametrize("name", DRAWN)
@given(rows=SIDE, columns=SIDE)
def test_an_empty_level_is_a_level(name: str, rows: int, columns: int) -> None:
    game, level = blank(name, rows, columns)
    assert game.text is not None
    assert game.parse(game.text.format(level)) == level


# What cannot be: a board of Sudoku is square, a room has walls, a large floor of Lara is no longer a level for people.
@pytest.mark.parametrize("name", [name for name in DRAWN if name != "sudoku"])
@pytest.mark.parametrize(("rows", "columns"), [(4, 7), (7, 4), (5, 5)])
def test_an_empty_level_has_the_size_that_was_asked_for(name: str, rows: int, columns: int) -> None:
    game, level = blank(name, rows, columns)
    extent = game.design.extent(level)
    if name == "pipes":
        extent = {"rows": level.height, "columns": level.width}
    elif name == "lara":
        extent = {"rows": layout(level).rows, "columns": layout(level).columns}
    assert (extent["rows"], extent["columns"]) == (rows, columns)


@pytest.mark.parametrize("name", DRAWN)
def test_an_empty_level_can_be_drawn_on(name: str) -> None:
    game, level = blank(name, 6, 6)
    changes = [edit for edit in game.design.edits(level) if edit.row is not None and edit.column is not None]
    assert len({(edit.row, edit.column) for edit in changes}) >= 10
    assert len({edit.kind for edit in changes}) >= 2


def test_an_empty_map_keeps_game_edge_and_player() -> None:
    source = bundled("puzzlescript")["crates#1"].text()
    game = registry.game("puzzlescript")
    first = game.parse(source)
    level = game.design.blank(first, 4, 6)
    assert level.frame == first.frame
    assert level.messages == ()
    assert set(level.rows[0] + level.rows[-1]) == set(first.rows[0])
    assert player_cells(level) == [(1, 1)]


def blank(name: str, rows: int, columns: int) -> tuple[AnyGame, Any]:
    """An empty level, made of what the game's first bundled one is made of."""
    game = registry.game(name)
    assert isinstance(game.design, Design)
    assert game.design.blank is not None, f"{name} has no empty levels"
    first = game.parse(next(iter(bundled(name).values())).text())
    return game, game.design.blank(first, rows, columns)


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
    assert pipes.options_of(pipes.parse(text)) == {"waypoints": False, "min-length": 0, "charge": None}
    assert pipes.options_of(pipes.parse(text + "waypoints\ncharge 3\n")) == {
        "waypoints": True,
        "min-length": 0,
        "charge": 3,
    }
    roll = registry.game("roll")
    assert roll.options_of(roll.parse("|ggg_\n")) == {"swap-cost": 0}
