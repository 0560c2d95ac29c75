"""Seeded boards: pieces drawn at random inside a border of holes."""

from __future__ import annotations

import random

from ...core.errors import LudoplanError
from ...core.options import Option, Values
from .rules import PipesLevel

OPTIONS = (
    Option("rows", int, 10, "height of the board without its border", minimum=1),
    Option("columns", int, 10, "width of the board without its border", minimum=1),
    Option("straight", float, 0.4, "share of straight pieces among the pieces, 0 to 1", minimum=0),
    Option("holes", float, 0.0, "share of cells without a piece, 0 to 1", minimum=0),
    Option("ends", int, 2, "number of ends B, the start among them", minimum=2),
    Option("one-way", float, 0.0, "share of straight pieces that are one-way", minimum=0),
    Option("cross", float, 0.0, "share of crosses among the pieces, 0 to 1", minimum=0),
    Option("waypoints", bool, False, "the chain must pass through all ends"),
)


def generate(rng: random.Random, options: Values) -> PipesLevel:
    """A board that may or may not be solvable; the caller finds out. Raises LudoplanError."""
    rows, columns = options["rows"], options["columns"]
    if rows * columns < options["ends"]:
        raise LudoplanError(f"--ends: {options['ends']} do not fit on the board")
    cells = [[random_piece(rng, options) for _ in range(columns)] for _ in range(rows)]
    for place in rng.sample(range(rows * columns), options["ends"]):
        cells[place // columns][place % columns] = f"B{rng.randint(1, 4)}"
    border = "##" * (columns + 2)
    lines = (border, *(f"##{''.join(row)}##" for row in cells), border)
    return PipesLevel(lines, options["waypoints"])


def random_piece(rng: random.Random, options: Values) -> str:
    if rng.random() < options["holes"]:
        return "##"
    if rng.random() < options["cross"]:
        return "X1"
    kind = "L"
    if rng.random() < options["straight"]:
        kind = "O" if rng.random() < options["one_way"] else "R"
    return f"{kind}{rng.randint(1, 4)}"
