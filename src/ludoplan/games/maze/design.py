"""Small changes of a level, and its symmetries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ...core.parts import Design, Edit
from ...core.symmetry import TURNS
from .generate import OPTIONS, generate
from .rules import Cell, MazeLevel, MazeState

PAINTS = {"wall": "%", "floor": " ", "food": ".", "capsule": "o", "ghost": "G", "start": "P"}


def edits(level: MazeLevel) -> Iterator[Edit[MazeLevel]]:
    """Every cell; rows and columns. The start and the last dot stay on the map."""
    height, width = len(level.rows), len(level.rows[0])
    for row, line in enumerate(level.rows):
        for column, here in enumerate(line):
            if here == "P" or (here == "." and len(level.food) == 1):
                continue
            for kind, character in PAINTS.items():
                if character != here:
                    removes = character == " "
                    yield Edit(kind, row, column, partial(painted, level, (row, column), character), removes)
    for row in range(height + 1):
        grown = (*level.rows[:row], " " * width, *level.rows[row:])
        yield Edit("add row", row, None, partial(with_rows, level, grown))
    for row in range(height):
        shrunk = (*level.rows[:row], *level.rows[row + 1 :])
        if keeps_all(shrunk):
            yield Edit("remove row", row, None, partial(with_rows, level, shrunk))
    for column in range(width + 1):
        grown = tuple(f"{line[:column]} {line[column:]}" for line in level.rows)
        yield Edit("add column", None, column, partial(with_rows, level, grown))
    for column in range(width):
        shrunk = tuple(line[:column] + line[column + 1 :] for line in level.rows)
        if keeps_all(shrunk):
            yield Edit("remove column", None, column, partial(with_rows, level, shrunk))


def keeps_all(rows: Sequence[str]) -> bool:
    text = "".join(rows)
    return "P" in text and "." in text


def painted(level: MazeLevel, cell: Cell, character: str) -> MazeLevel:
    rows = [line.replace("P", " ") if character == "P" else line for line in level.rows]
    line = rows[cell[0]]
    rows[cell[0]] = line[: cell[1]] + character + line[cell[1] + 1 :]
    return with_rows(level, rows)


def with_rows(level: MazeLevel, rows: Sequence[str]) -> MazeLevel:
    """The level with another map."""
    places = [(row, column, character) for row, line in enumerate(rows) for column, character in enumerate(line)]
    start = next((row, column) for row, column, character in places if character == "P")
    food = tuple((row, column) for row, column, character in places if character == ".")
    return MazeLevel(tuple(rows), start, food, level.objective)


def symmetries(level: MazeLevel) -> Iterator[MazeLevel]:
    """Turned and mirrored; capsules and ghosts are floor."""
    plain = [line.replace("o", " ").replace("G", " ") for line in level.rows]
    for turn in TURNS:
        yield with_rows(level, ["".join(line) for line in turn.grid(plain)])


def extent(level: MazeLevel) -> dict[str, int]:
    return {"rows": len(level.rows), "columns": len(level.rows[0]), "food": len(level.food)}


def blank(rows: int, columns: int) -> MazeLevel:
    """A room, with the start and a dot in opposite corners."""
    rows, columns = max(rows, 3), max(columns, 4)
    grid = [
        ["%" if row in (0, rows - 1) or column in (0, columns - 1) else " " for column in range(columns)]
        for row in range(rows)
    ]
    grid[1][1], grid[rows - 2][columns - 2] = "P", "."
    start, dot = (1, 1), (rows - 2, columns - 2)
    return MazeLevel(tuple("".join(line) for line in grid), start, (dot,))


DESIGN: Design[MazeLevel, MazeState] = Design(edits, generate, OPTIONS, symmetries, extent, blank=blank)
