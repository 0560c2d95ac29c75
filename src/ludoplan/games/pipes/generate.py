"""Seeded boards: pieces in random places inside a border of holes, so many of each kind as the shares say."""

from __future__ import annotations

import random

from ...core.errors import LudoplanError
from ...core.options import Option, Values
from .rules import CROSS, ELBOW, HOLE, ONE_WAY, STRAIGHT, TERMINAL, PipesLevel

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
    kinds = [kind for kind, count in counts_of(options).items() for _ in range(count)]
    rng.shuffle(kinds)
    pieces = [piece_of(rng, kind) for kind in kinds]
    border = HOLE * (columns + 2)
    lines = ["".join(pieces[at : at + columns]) for at in range(0, len(pieces), columns)]
    return PipesLevel((border, *(f"{HOLE}{line}{HOLE}" for line in lines), border), options["waypoints"])


def counts_of(options: Values) -> dict[str, int]:
    """How many there are of each kind: shares are of what the kinds before them have left."""
    left = options["rows"] * options["columns"] - options["ends"]
    counts = {TERMINAL: options["ends"]}
    for kind, share in ((HOLE, options["holes"]), (CROSS, options["cross"]), (STRAIGHT, options["straight"])):
        counts[kind] = round(left * min(share, 1.0))
        left -= counts[kind]
    counts[ONE_WAY] = round(counts[STRAIGHT] * min(options["one_way"], 1.0))
    counts[STRAIGHT] -= counts[ONE_WAY]
    counts[ELBOW] = left
    return counts


def piece_of(rng: random.Random, kind: str) -> str:
    """A piece of a kind, turned at random."""
    return HOLE if kind == HOLE else f"{CROSS}1" if kind == CROSS else f"{kind}{rng.randint(1, 4)}"
