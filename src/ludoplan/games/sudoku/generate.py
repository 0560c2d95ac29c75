"""Seeded boards with one solution: clues are taken from a full board while the solution stays the only one."""

from __future__ import annotations

import random

from ... import _native
from ...core.errors import LudoplanError
from ...core.options import Option, Values
from .grade import DIFFICULTIES, difficulty_of, grade
from .rules import SudokuLevel

OPTIONS = (
    Option("box", int, 3, "box size: 2 (4x4) to 5 (25x25)", choices=(2, 3, 4, 5)),
    Option(
        "removal",
        str,
        "sweep",
        "sweep: every cell once, down to a locally minimal board; attempts: so many tries at random clues",
        choices=("sweep", "attempts"),
    ),
    Option("attempts", int, 81, "tries of --removal attempts: more make it harder", minimum=1),
    Option("clues", int, 0, "number of clues; 0: as many as are left", minimum=0),
    Option("symmetry", str, "none", "of the clues", choices=("none", "rotational", "mirror")),
    Option("difficulty", str, "any", "by the hardest technique needed", choices=("any", *DIFFICULTIES)),
)
MOST_TRIES = 3000
# Sweeping a large board to the end takes long: it stops here unless told otherwise.
USUAL_CLUES = {5: 320}


def generate(rng: random.Random, options: Values) -> SudokuLevel:
    """A board as wanted; raises LudoplanError if none was found in many tries."""
    box, clues = options["box"], options["clues"]
    symmetry = _native.SudokuSymmetry[options["symmetry"]]
    least = clues or USUAL_CLUES.get(box, 0)
    attempts = options["attempts"] if options["removal"] == "attempts" else 0
    for _ in range(MOST_TRIES):
        board = _native.sudoku_generate(box, rng.getrandbits(63), attempts, least, symmetry, _native.Limits())
        if board is None:  # interrupted
            raise KeyboardInterrupt
        if clues and sum(map(bool, board)) not in clue_counts(options):
            continue
        if options["difficulty"] == "any" or difficulty_of(grade(box, board)) == options["difficulty"]:
            return SudokuLevel(box, board)
    raise LudoplanError(f"no such board in {MOST_TRIES} tries; ask for more clues or another difficulty")


def clue_counts(options: Values) -> range:
    """How many clues there may be where a number was asked for: with a symmetry they go two at a time."""
    return range(options["clues"], options["clues"] + 1 + (options["symmetry"] != "none"))
