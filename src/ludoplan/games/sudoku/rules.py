"""Sudoku: fill every blank cell so that no row, column or box has a digit twice. A move fills one cell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from ...core.parts import DEAD_END, promising

SYMBOLS = "123456789ABCDEFGHIJKLMNOP"

State = bytes  # the digit of each cell, row by row; 0 is blank


@dataclass(frozen=True)
class SudokuLevel:
    """A board of box size 2 to 5 and its clues."""

    box: int
    clues: bytes

    @property
    def size(self) -> int:
        """The number of rows, columns, boxes and digits."""
        return self.box * self.box


class Placement(NamedTuple):
    cell: int
    digit: int


@dataclass(frozen=True)
class Geometry:
    """The units (rows, then columns, then boxes) of a box size, and what sees what."""

    box: int
    units: tuple[tuple[int, ...], ...]
    units_of: tuple[tuple[int, int, int], ...]
    peers: tuple[frozenset[int], ...]

    def unit_name(self, unit: int) -> str:
        size = self.box * self.box
        return f"{('row', 'column', 'box')[unit // size]} {unit % size + 1}"

    def cell_name(self, cell: int) -> str:
        size = self.box * self.box
        return f"r{cell // size + 1}c{cell % size + 1}"


@cache
def geometry(box: int) -> Geometry:
    """The units of a board of this box size."""
    size = box * box
    lines = range(size)
    rows = [tuple(row * size + column for column in lines) for row in lines]
    columns = [tuple(row * size + column for row in lines) for column in lines]
    boxes = [
        tuple((top * box + down) * size + left * box + right for down in range(box) for right in range(box))
        for top in range(box)
        for left in range(box)
    ]
    units = (*rows, *columns, *boxes)
    units_of = tuple(
        (cell // size, size + cell % size, 2 * size + cell // size // box * box + cell % size // box)
        for cell in range(size * size)
    )
    peers = tuple(
        frozenset(other for unit in units_of[cell] for other in units[unit]) - {cell} for cell in range(size * size)
    )
    return Geometry(box, units, units_of, peers)


def candidates(box: int, state: State) -> dict[int, int]:
    """The digits that each blank cell may take by the rules alone, as bits: bit d for digit d."""
    places = geometry(box)
    everything = (1 << box * box + 1) - 2
    used = [0] * len(places.units)
    for cell, digit in enumerate(state):
        if digit:
            for unit in places.units_of[cell]:
                used[unit] |= 1 << digit
    return {
        cell: everything & ~(used[row] | used[column] | used[box_])
        for cell, (row, column, box_) in enumerate(places.units_of)
        if not state[cell]
    }


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set, rising."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def moves(level: SudokuLevel, state: State) -> Iterable[Placement]:
    return [Placement(cell, digit) for cell, mask in candidates(level.box, state).items() for digit in bits(mask)]


def clash(level: SudokuLevel, state: State, move: Placement) -> str | None:
    """Why this digit may not stand there, or None."""
    places = geometry(level.box)
    if state[move.cell]:
        return f"{places.cell_name(move.cell)} is filled already"
    for unit in places.units_of[move.cell]:
        for cell in places.units[unit]:
            if state[cell] == move.digit:
                symbol = SYMBOLS[move.digit - 1]
                return f"{places.unit_name(unit)} has {symbol} at {places.cell_name(cell)} already"
    return None


def initial(level: SudokuLevel) -> State:
    return level.clues


def is_legal(level: SudokuLevel, state: State, move: Placement) -> bool:
    return clash(level, state, move) is None


def why_illegal(level: SudokuLevel, state: State, move: Placement) -> str:
    return str(clash(level, state, move))


def apply(level: SudokuLevel, state: State, move: Placement) -> State:
    return state[: move.cell] + bytes((move.digit,)) + state[move.cell + 1 :]


def is_goal(level: SudokuLevel, state: State) -> bool:
    return 0 not in state


@promising("blank cells; sees cells without a candidate", admissible=True, consistent=True)
def blanks(level: SudokuLevel, state: State) -> float:
    """Blank cells; a dead end if one of them has no candidate left."""
    open_cells = candidates(level.box, state)
    return len(open_cells) if all(open_cells.values()) else DEAD_END
