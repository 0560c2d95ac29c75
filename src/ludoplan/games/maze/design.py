"""Small changes of a level, and its symmetries."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from ...core.grids import cells_matching, edits_of_lines, resized_rows, with_character
from ...core.options import Values
from ...core.parts import Edit, designed
from ...core.symmetry import TURNS
from .generate import OPTIONS, generate
from .heuristics import flood
from .rules import STEPS, Cell, MazeLevel, neighbour

PAINTS = {"wall": "%", "floor": " ", "food": ".", "capsule": "o", "ghost": "G", "start": "P"}


def edits(level: MazeLevel) -> Iterator[Edit[MazeLevel]]:
    """Every cell; rows and columns. The start and the last dot stay on the map."""
    for row, line in enumerate(level.rows):
        for column, here in enumerate(line):
            if here == "P" or (here == "." and len(level.food) == 1):
                continue
            for kind, character in PAINTS.items():
                if character != here:
                    removes = character == " "
                    yield Edit(kind, row, column, partial(painted, level, (row, column), character), removes)

    def can(axis: int, line: int, by: int) -> bool:
        return by > 0 or (level.start[axis] != line and any(cell[axis] != line for cell in level.food))

    def changed(axis: int, line: int, by: int) -> MazeLevel:
        return with_rows(level, resized_rows(axis, line, by, level.rows, " "))

    yield from edits_of_lines((len(level.rows), len(level.rows[0])), changed, can)


def painted(level: MazeLevel, cell: Cell, character: str) -> MazeLevel:
    rows = [line.replace("P", " ") if character == "P" else line for line in level.rows]
    return with_rows(level, with_character(rows, cell, character))


def with_rows(level: MazeLevel, rows: Sequence[str]) -> MazeLevel:
    """The level with another map."""
    (start,) = cells_matching(rows, "P")
    return MazeLevel(tuple(rows), start, tuple(cells_matching(rows, r"\.")), level.objective)


def symmetries(level: MazeLevel) -> Iterator[MazeLevel]:
    """Turned and mirrored; capsules and ghosts are floor."""
    plain = [line.replace("o", " ").replace("G", " ") for line in level.rows]
    for turn in TURNS:
        yield with_rows(level, ["".join(line) for line in turn.grid(plain)])


def extent(level: MazeLevel) -> dict[str, int]:
    return {"rows": len(level.rows), "columns": len(level.rows[0]), "food": len(level.food)}


def blank(level: MazeLevel, rows: int, columns: int) -> MazeLevel:
    """A room, with the start and a dot in opposite corners."""
    rows, columns = max(rows, 3), max(columns, 4)
    start, dot = (1, 1), (rows - 2, columns - 2)
    border = "%" * columns
    room = (border, *[f"%{' ' * (columns - 2)}%"] * (rows - 2), border)
    return MazeLevel(with_character(with_character(room, start, "P"), dot, "."), start, (dot,))


# -- what generated mazes promise, and how they are varied


def broken(level: MazeLevel, options: Values, most: bool) -> Iterator[str]:
    height, width = len(level.rows), len(level.rows[0])
    edge = "".join((level.rows[0], level.rows[-1], *(line[0] + line[-1] for line in level.rows)))
    if edge.strip("%"):
        yield "the border is open"
    text = "".join(level.rows)
    if "o" in text or "G" in text:
        yield "capsules or ghosts, which the rules never touch"
    reached = set(flood(level, (level.start,)))
    floor = level.floor
    if len(reached) < len(floor):
        yield f"{len(floor) - len(reached)} cells out of reach"
    if options["loops"] == 0:
        joins = sum(level.is_open((row + 1, column)) + level.is_open((row, column + 1)) for row, column in floor)
        # A room two cells wide is open whatever is carved.
        if min(height, width) > 4 and joins != len(floor) - 1:
            yield "a circle in a perfect maze"


def varied(rng: random.Random, level: MazeLevel, options: Values) -> MazeLevel:
    """The start or a dot elsewhere, or a wall opened and another way closed, so that all can still be reached."""
    floor = cells_matching(level.rows, " ")
    if not floor:
        return level
    if rng.random() < 0.4:
        return with_other_wall(rng, level, floor)
    mark, cell = rng.choice((("P", level.start), (".", rng.choice(level.food))))
    rows = with_character(level.rows, cell, " ")
    return with_rows(level, with_character(rows, rng.choice(floor), mark))


def with_other_wall(rng: random.Random, level: MazeLevel, floor: Sequence[Cell]) -> MazeLevel:
    """A wall between two cells becomes a way, and another way on the circle that this makes becomes a wall."""
    rows, columns = len(level.rows), len(level.rows[0])
    inner = [(row, column) for row in range(1, rows - 1) for column in range(1, columns - 1)]
    walls = [cell for cell in inner if not level.is_open(cell) and is_between(level, cell)]
    if not walls:
        return level
    opened = rng.choice(walls)
    wider = with_rows(level, with_character(level.rows, opened, " "))
    ways = [cell for cell in floor if is_between(wider, cell)]
    rng.shuffle(ways)
    for cell in ways[:12]:
        narrower = with_rows(wider, with_character(wider.rows, cell, "%"))
        if len(flood(narrower, (level.start,))) == len(flood(wider, (level.start,))) - 1:
            return narrower
    return level


def is_between(level: MazeLevel, cell: Cell) -> bool:
    """Whether a cell joins, or would join, two cells that lie opposite, and nothing else."""
    north, south, east, west = (level.is_open(neighbour(cell, step)) for step in STEPS)
    return (north and south and not (east or west)) or (east and west and not (north or south))


def like(level: MazeLevel) -> dict[str, float]:
    """The share of broken walls, as circles in the maze tell it."""
    rows, columns = len(level.rows), len(level.rows[0])
    floor = level.floor
    joins = sum(level.is_open((row + 1, column)) + level.is_open((row, column + 1)) for row, column in floor)
    walls = max(1, (rows // 2) * (columns // 2))
    return {"loops": round(min(1.0, max(0, joins - len(floor) + 1) / walls), 2)}


def ground(level: MazeLevel) -> Iterator[Cell]:
    return iter(level.floor)


WORDS = (
    "a closed border, every open cell within reach, no ghosts and no capsules; without --loops one way between any two "
    "cells"
)


def ladder(step: int) -> dict[str, Any]:
    """Options of ever larger levels."""
    return {"rows": 9 + 4 * step, "columns": 11 + 4 * step, "loops": 0.1}


DESIGN = designed(__name__, WORDS, generate=generate, options=OPTIONS)
