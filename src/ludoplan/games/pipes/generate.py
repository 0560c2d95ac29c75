"""Seeded boards: pieces in random places inside a border of holes, so many of each kind as the shares say."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from ...core.errors import LudoplanError
from ...core.options import Option, Values
from .rules import CROSS, ELBOW, EMPTY, HOLE, HOLLOW, ONE_WAY, STRAIGHT, TERMINAL, Cell, PipesLevel

OPTIONS = (
    Option("rows", int, 10, "height of the board without its border", minimum=1, maximum=2000),
    Option("columns", int, 10, "width of the board without its border", minimum=1, maximum=2000),
    Option("straight", float, 0.4, "share of straight pieces among the pieces, 0 to 1", minimum=0),
    Option("holes", float, 0.0, "share of cells without a piece, 0 to 1", minimum=0),
    Option("ends", int, 2, "number of ends B, the start among them", minimum=2),
    Option("one-way", float, 0.0, "share of straight pieces that are one-way", minimum=0),
    Option("cross", float, 0.0, "share of crosses among the pieces, 0 to 1", minimum=0),
    Option("waypoints", bool, False, "the chain must pass through all ends"),
    Option("min-length", int, 0, "pieces that the chain must have at least", minimum=0),
    Option(
        "charged", float, 0.0, "share of pieces with a charge; the chain's charges must add up to a number", minimum=0
    ),
    Option("empty", float, 0.0, "share of cells that are empty, for pieces of the queue", minimum=0),
    Option("queue", int, 0, "number of pieces in the queue", minimum=0),
)
# The options that are shares of what the kinds before them have left; straight pieces are with those that are one-way.
SHARES = {HOLE: "holes", EMPTY: "empty", CROSS: "cross", STRAIGHT: "straight"}
MOST_TRIES = 200
LARGEST_AIM = 6  # that a chain is asked for


def generate(rng: random.Random, options: Values) -> PipesLevel:
    """A board that may or may not be solvable; the caller finds out. Raises LudoplanError."""
    rows, columns = options["rows"], options["columns"]
    if rows * columns < options["ends"]:
        raise LudoplanError(f"--ends: {options['ends']} do not fit on the board")
    kinds = [kind for kind, count in counts_of(options).items() for _ in range(count)]
    for _ in range(MOST_TRIES):
        rng.shuffle(kinds)
        ends = [divmod(place, columns) for place, kind in enumerate(kinds) if kind == TERMINAL]
        if are_apart(ends, rows, columns):
            break
    pieces = [piece_of(rng, kind) for kind in kinds]
    border = HOLE * (columns + 2)
    lines = ["".join(pieces[at : at + columns]) for at in range(0, len(pieces), columns)]
    rows = (border, *(f"{HOLE}{line}{HOLE}" for line in lines), border)
    level = PipesLevel(rows, options["waypoints"], min_length=options["min_length"])
    charged = charged_of(options, len(level.kinds))
    if charged:
        cells = sorted(rng.sample(list(level.kinds), charged))
        charges = tuple((cell, rng.choice((-3, -2, -1, 1, 2, 3))) for cell in cells)
        level = replace(level, charges=charges, charge=rng.randint(-LARGEST_AIM, LARGEST_AIM))
    if options["queue"]:
        kinds = rng.choices((ELBOW, STRAIGHT), (2, 1), k=options["queue"])
        level = replace(level, queue=tuple(piece_of(rng, kind) for kind in kinds))
    return level


def charged_of(options: Values, pieces: int) -> int:
    """How many of so many pieces have a charge."""
    share: float = min(options["charged"], 1.0)
    return round(share * pieces)


def are_apart(ends: Sequence[Cell], rows: int, columns: int) -> bool:
    """Whether two ends are so far from each other that there is something to do between them."""
    if len(ends) != 2:
        return True
    (row, column), (other_row, other_column) = ends
    return abs(row - other_row) + abs(column - other_column) >= (rows + columns) // 3


def counts_of(options: Values) -> dict[str, int]:
    """How many there are of each kind: shares are of what the kinds before them have left."""
    left = options["rows"] * options["columns"] - options["ends"]
    counts = {TERMINAL: options["ends"]}
    for kind, name in SHARES.items():
        counts[kind] = round(left * min(options[name], 1.0))
        left -= counts[kind]
    counts[ONE_WAY] = round(counts[STRAIGHT] * min(options["one_way"], 1.0))
    counts[STRAIGHT] -= counts[ONE_WAY]
    counts[ELBOW] = left
    return counts


def piece_of(rng: random.Random, kind: str) -> str:
    """A piece of a kind, turned at random."""
    fixed = {HOLE: HOLE, EMPTY: HOLLOW, CROSS: f"{CROSS}1"}
    return fixed[kind] if kind in fixed else f"{kind}{rng.randint(1, 4)}"
