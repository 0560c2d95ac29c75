"""Seeded levels: everything is put down at random."""

from __future__ import annotations

import random

from ...core.errors import LudoplanError
from ...core.options import Option, Values
from .rules import OPPOSITE, SIZES, STEPS, Box, BoxupLevel, Cell

OPTIONS = (
    Option("rows", int, 4, "height of the grid", minimum=1),
    Option("columns", int, 4, "width of the grid", minimum=1),
    Option("boxes", int, 3, "number of boxes, the red and the blue one included", minimum=2),
    Option("walls", int, 2, "number of walls", minimum=0),
)
COLOURS = ("black", "green", "yellow", "purple", "orange", "cyan", "brown", "grey", "pink")


def generate(rng: random.Random, options: Values) -> BoxupLevel:
    """A level that may or may not be solvable; the caller finds out. Raises LudoplanError if it would be too full."""
    rows, columns, walls = options["rows"], options["columns"], options["walls"]
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    rng.shuffle(cells)
    if options["boxes"] + walls > len(cells):
        raise LudoplanError(f"--boxes, --walls: only {len(cells)} boxes and walls fit on {rows}x{columns} cells")
    boxes = []
    for number in range(options["boxes"]):
        size, colour = SIZES[number] if number < 2 else rng.choice(SIZES), colour_of(number)
        boxes.append(Box(size, colour, rng.choice(list(STEPS)), cells[number]))
    red, blue = boxes[:2]
    if red.open == OPPOSITE[blue.open]:
        # The player would walk out of the red box on the way into the blue one: never solvable.
        boxes[0] = red._replace(open=blue.open)
    stones: list[Cell] = cells[len(cells) - walls :]
    player = rng.choice(cells[: len(cells) - walls])
    return BoxupLevel(rows, columns, player, tuple(boxes), frozenset(stones))


def colour_of(number: int) -> str:
    """The colours of the boxes in their order; they never end."""
    if number < 2:
        return ("red", "blue")[number]
    again, place = divmod(number - 2, len(COLOURS))
    return COLOURS[place] + (str(again + 1) if again else "")
