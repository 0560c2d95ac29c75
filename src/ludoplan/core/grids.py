"""Rows and columns of a level, put in and taken out. Of an axis 0 stands for rows, 1 for columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from .parts import Edit, L
from .symmetry import Cell


def edits_of_lines(
    size: Cell, changed: Callable[[int, int, int], L], can: Callable[[int, int, int], bool]
) -> Iterator[Edit[L]]:
    """A row or a column more or less where that can be: both functions are told the axis, the line before which one is
    put in, or which is taken out, and 1 or -1."""
    for axis, name in enumerate(("row", "column")):
        for by, verb in ((1, "add"), (-1, "remove")):
            for line in range(size[axis] + (by > 0)):
                if can(axis, line, by):
                    row, column = (line, None) if axis == 0 else (None, line)
                    yield Edit(f"{verb} {name}", row, column, partial(changed, axis, line, by))


def line_by_line(edits: Iterable[Edit[L]]) -> list[Edit[L]]:
    """The same, with what can be done at a line side by side."""
    return sorted(edits, key=lambda edit: (edit.row is None, edit.row or edit.column or 0))


def shifted(axis: int, line: int, by: int, cell: Cell) -> Cell:
    """Where a cell is after lines from this one on have moved."""
    moved = by if cell[axis] >= line else 0
    return (cell[0] + moved, cell[1]) if axis == 0 else (cell[0], cell[1] + moved)


def resized_rows(axis: int, line: int, by: int, rows: Sequence[str], blank: str) -> tuple[str, ...]:
    """The rows of a map, whose cells are as wide as the blank one, with a line more or less."""
    if axis == 0:
        added = blank * (len(rows[0]) // len(blank))
        return (*rows[:line], *([added] if by > 0 else []), *rows[line + (by < 0) :])
    at = line * len(blank)
    before, after = slice(at), slice(at + len(blank) * (by < 0), None)
    return tuple(row[before] + blank * (by > 0) + row[after] for row in rows)


def cells_matching(rows: Sequence[str], pattern: str) -> list[Cell]:
    """The cells of a map whose characters match, in reading order."""
    return [(row, match.start()) for row, line in enumerate(rows) for match in re.finditer(pattern, line)]


def with_character(rows: Sequence[str], cell: Cell, character: str) -> tuple[str, ...]:
    """The rows of a map with another cell in this place."""
    row, at = cell[0], cell[1] * len(character)
    line = rows[row]
    return (*rows[:row], line[:at] + character + line[at + len(character) :], *rows[row + 1 :])
