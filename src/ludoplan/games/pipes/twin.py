"""The level in C++."""

from __future__ import annotations

from ... import _native
from ..._native import PipesKind, PipesVerb
from ...core.parts import Twin
from .rules import CROSS, ELBOW, EMPTY, ONE_WAY, STRAIGHT, TERMINAL, Cell, Move, PipesLevel
from .text import move_to_text

KINDS = {
    TERMINAL: PipesKind.terminal,
    STRAIGHT: PipesKind.straight,
    ELBOW: PipesKind.elbow,
    ONE_WAY: PipesKind.one_way,
    CROSS: PipesKind.cross,
    EMPTY: PipesKind.empty,
}


def native_board(level: PipesLevel) -> _native.PipesBoard:
    """The board with a border of holes, so that C++ need not look for the edge."""
    width = level.width + 2
    kinds = bytearray(width * (level.height + 2))
    rotations = bytearray(len(kinds))
    for (row, column), kind in level.kinds.items():
        number = (row + 1) * width + column + 1
        kinds[number] = KINDS[kind]
        rotations[number] = level.rotation((row, column))
    rules = _native.PipesRules()
    rules.needs_all, rules.min_length = level.waypoints, level.least
    rules.turn_cost, rules.first_go_cost, rules.skip_cost = level.turn_cost, level.first_go_cost, level.skip_cost
    if level.charge is not None:
        charges = [0] * len(kinds)
        for (row, column), value in level.charges:
            charges[(row + 1) * width + column + 1] = value
        rules.has_charge, rules.charge, rules.charges = True, level.charge, charges
    rules.queue = [4 * KINDS[kind] + rotation for kind, rotation in level.shapes]
    return _native.PipesBoard(width, list(kinds), list(rotations), rules)


def cell_of(level: PipesLevel, number: int) -> Cell:
    """The cell that has this number on the native board."""
    row, column = divmod(number, level.width + 2)
    return row - 1, column - 1


def twin(level: PipesLevel) -> Twin:
    numbers = range((level.width + 2) * (level.height + 2))
    texts = [move_to_text(level, Move(verb.name, cell_of(level, number))) for number in numbers for verb in PipesVerb]
    texts[0] = "skip"  # there is no piece to be turned in the corner of the border
    return Twin(_native.Pipes(native_board(level)), texts)
