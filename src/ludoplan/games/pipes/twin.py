"""The level in C++."""

from __future__ import annotations

from ... import _native
from ...core.parts import Twin
from .rules import Cell, Move, PipesLevel
from .text import move_to_text

KINDS = "#BRLOX"


def native_board(level: PipesLevel) -> _native.PipesBoard:
    """The board with a border of holes, so that C++ need not look for the edge."""
    width = level.width + 2
    kinds = bytearray(width * (level.height + 2))
    rotations = bytearray(len(kinds))
    for (row, column), kind in level.kinds.items():
        number = (row + 1) * width + column + 1
        kinds[number] = KINDS.index(kind)
        rotations[number] = level.rotation((row, column))
    return _native.PipesBoard(
        width, list(kinds), list(rotations), level.waypoints, level.turn_cost, level.first_go_cost
    )


def cell_of(level: PipesLevel, number: int) -> Cell:
    """The cell that has this number on the native board."""
    row, column = divmod(number, level.width + 2)
    return row - 1, column - 1


def twin(level: PipesLevel) -> Twin:
    numbers = range((level.width + 2) * (level.height + 2))
    texts = [move_to_text(level, Move(verb, cell_of(level, number))) for number in numbers for verb in ("turn", "go")]
    return Twin(_native.Pipes(native_board(level)), texts)
