"""Seeded mazes: perfect ones by depth-first carving, then loops, open rooms and dots as wanted."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...core.errors import LudoplanError
from ...core.options import Option, Values
from ...core.steps import distances
from .rules import STEPS, Cell, MazeLevel, neighbour
from .text import parse

OPTIONS = (
    Option("rows", int, 15, "height, walls included", minimum=3, maximum=2000),
    Option("columns", int, 25, "width, walls included", minimum=3, maximum=2000),
    Option("loops", float, 0.0, "share of inner walls to break, 0 (a perfect maze) to 1 (an open room)", minimum=0),
    Option("food", int, 1, "number of dots; more than one: all are to be eaten", minimum=1),
)


def generate(rng: random.Random, options: Values) -> MazeLevel:
    """A maze in which every open cell can be reached; raises LudoplanError. Several dots are all to be eaten."""
    rows, columns = options["rows"], options["columns"]
    grid = [["%"] * odd(columns) for _ in range(odd(rows))]
    carve(grid, rng)
    for row in range(1, len(grid) - 1):
        for column in range(1, len(grid[0]) - 1):
            # Pillars (both coordinates even) go only when the whole room is opened.
            between = (row % 2 == 0) != (column % 2 == 0)
            if between and rng.random() < options["loops"]:
                grid[row][column] = " "
    stretch(grid, rows, columns, rng)
    if options["loops"] >= 1:
        for line in grid[1:-1]:
            line[1:-1] = " " * (columns - 2)
    open_cells = [(row, column) for row in range(rows) for column in range(columns) if grid[row][column] == " "]
    if options["food"] >= len(open_cells):
        raise LudoplanError(f"--food: only {len(open_cells) - 1} dots fit into this maze")
    if options["food"] == 1:
        start, *dots = far_apart(grid, open_cells[0])
    else:
        *cells, start = open_cells
        dots = rng.sample(cells, options["food"])
    for row, column in dots:
        grid[row][column] = "."
    grid[start[0]][start[1]] = "P"
    level = parse("\n".join("".join(line) for line in grid), "generated maze")
    return replace(level, objective="all-food") if len(dots) > 1 else level


def far_apart(grid: Sequence[Sequence[str]], corner: Cell) -> tuple[Cell, Cell]:
    """The cells that are farthest apart, found from any; with loops, nearly so. In an open room, opposite corners."""

    def farthest(cell: Cell) -> Cell:
        return list(distances([cell], beside))[-1]

    def beside(cell: Cell) -> Iterator[Cell]:
        return ((row, column) for row, column in (neighbour(cell, step) for step in STEPS) if grid[row][column] == " ")

    start = farthest(corner)
    return start, farthest(start)


def odd(size: int) -> int:
    """Cells and the walls between them take turns, so a maze is carved in an odd size."""
    return size if size % 2 else size - 1


def stretch(grid: list[list[str]], rows: int, columns: int, rng: random.Random) -> None:
    """Doubles a line of inner walls, with the passages through it, where an even size was asked for."""
    if len(grid) < rows:
        line = rng.randrange(2, len(grid) - 1, 2) if len(grid) > 3 else 1
        grid.insert(line, list(grid[line]))
    if len(grid[0]) < columns:
        at = rng.randrange(2, len(grid[0]) - 1, 2) if len(grid[0]) > 3 else 1
        for each in grid:
            each.insert(at, each[at])


def carve(grid: list[list[str]], rng: random.Random) -> None:
    """A spanning tree of the odd cells, carved in depth-first order."""
    rows, columns = len(grid), len(grid[0])
    row, column = rows - 2, 1
    grid[row][column] = " "
    trail = [(row, column)]
    while trail:
        row, column = trail[-1]
        ways = [
            (row + down, column + right, row + down // 2, column + right // 2)
            for down, right in ((-2, 0), (2, 0), (0, 2), (0, -2))
            if 0 < row + down < rows and 0 < column + right < columns and grid[row + down][column + right] == "%"
        ]
        if not ways:
            trail.pop()
            continue
        row, column, wall_row, wall_column = rng.choice(ways)
        grid[wall_row][wall_column] = grid[row][column] = " "
        trail.append((row, column))
