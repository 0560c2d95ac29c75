"""Seeded mazes: perfect ones by depth-first carving, then loops, open rooms and dots as wanted."""

from __future__ import annotations

import random

from ...core.errors import LudoplanError
from ...core.options import Option, Values
from .rules import MazeLevel
from .text import parse

OPTIONS = (
    Option("rows", int, 15, "height, walls included", minimum=3),
    Option("columns", int, 25, "width, walls included", minimum=3),
    Option("loops", float, 0.0, "share of inner walls to break, 0 (a perfect maze) to 1 (an open room)", minimum=0),
    Option("food", int, 1, "number of dots", minimum=1),
)


def generate(rng: random.Random, options: Values) -> MazeLevel:
    """A maze in which every open cell can be reached; even sizes are raised to the next odd one."""
    rows, columns = options["rows"] | 1, options["columns"] | 1
    grid = [["%"] * columns for _ in range(rows)]
    carve(grid, rng)
    for row in range(1, rows - 1):
        for column in range(1, columns - 1):
            # Pillars (both coordinates even) go only when the whole room is opened.
            between = (row % 2 == 0) != (column % 2 == 0)
            if between and rng.random() < options["loops"]:
                grid[row][column] = " "
    if options["loops"] >= 1:
        for row in range(1, rows - 1):
            grid[row][1:-1] = " " * (columns - 2)
    open_cells = [(row, column) for row in range(rows) for column in range(columns) if grid[row][column] == " "]
    if options["food"] >= len(open_cells):
        raise LudoplanError(f"--food: only {len(open_cells) - 1} dots fit into this maze")
    dots = [open_cells[0]] if options["food"] == 1 else rng.sample(open_cells[:-1], options["food"])
    for row, column in dots:
        grid[row][column] = "."
    start_row, start_column = open_cells[-1]
    grid[start_row][start_column] = "P"
    return parse("\n".join("".join(line) for line in grid), "generated maze")


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
