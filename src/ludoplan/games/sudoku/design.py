"""Small changes of a board, and its symmetries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ...core.options import Values
from ...core.parts import Edit, designed
from ...core.symmetry import TURNS
from . import solvers
from .generate import OPTIONS, clue_counts, generate
from .grade import DIFFICULTIES, difficulty_of, grade, graded
from .rules import SYMBOLS, Placement, SudokuLevel, apply, bits, candidates, clash
from .symmetry import TooSymmetric, canonical


def edits(level: SudokuLevel) -> Iterator[Edit[SudokuLevel]]:
    """A clue more that the rules allow, a clue less, or another digit."""
    for cell, digit in enumerate(level.clues):
        row, column = divmod(cell, level.size)
        bare = apply(level, level.clues, Placement(cell, 0))
        for other in bits(candidates(level.box, bare)[cell]):
            if other != digit:
                make = partial(replace, level, clues=apply(level, level.clues, Placement(cell, other)))
                yield Edit(f"digit {SYMBOLS[other - 1]}", row, column, make)
        if digit:
            yield Edit("blank", row, column, partial(replace, level, clues=bare), removes=True)


def symmetries(level: SudokuLevel) -> Iterator[SudokuLevel]:
    """The form that stands for all; of boards with too many symmetries only those turned and mirrored."""
    try:
        yield replace(level, clues=canonical(level.box, level.clues))
    except TooSymmetric:
        yield from turned(level)


def turned(level: SudokuLevel) -> Iterator[SudokuLevel]:
    """Turned and mirrored, with digits in reading order."""
    size = level.size
    grid = [level.clues[at : at + size] for at in range(0, size * size, size)]
    for turn in TURNS:
        clues = [digit for row in turn.grid(grid) for digit in row]
        names = {digit: place for place, digit in enumerate(dict.fromkeys(filter(None, clues)), start=1)}
        yield replace(level, clues=bytes(names.get(digit, 0) for digit in clues))


def extent(level: SudokuLevel) -> dict[str, int]:
    return {"box": level.box}


def count_solutions(level: SudokuLevel) -> int:
    return solvers.count_solutions(level.box, level.clues)


def blank(level: SudokuLevel, rows: int, columns: int) -> SudokuLevel:
    """A board without clues, of the size that is nearest."""
    box = min((2, 3, 4, 5), key=lambda box: abs(box * box - rows))
    return SudokuLevel(box, bytes(box**4))


def kinds(level: SudokuLevel) -> list[str]:
    return [*(f"digit {symbol}" for symbol in SYMBOLS[: level.size]), "blank"]


def why_not(level: SudokuLevel, kind: str, row: int, column: int) -> str | None:
    """What stands in the way of a digit."""
    cell = row * level.size + column
    if not (0 <= row < level.size and 0 <= column < level.size):
        return "that is outside the board"
    digit = SYMBOLS.index(kind.removeprefix("digit ")) + 1 if kind.startswith("digit ") else 0
    if level.clues[cell] == digit:
        return f"{kind.removeprefix('digit ')} is there already" if digit else "the cell is blank already"
    bare = apply(level, level.clues, Placement(cell, 0))
    return clash(level, bare, Placement(cell, digit))


def broken(level: SudokuLevel, options: Values, most: bool) -> Iterator[str]:
    count = sum(map(bool, level.clues))
    if options["clues"] and count not in clue_counts(options) and not (most and count < options["clues"]):
        yield f"{count} clues"
    given = [bool(digit) for digit in level.clues]
    lines = [given[at : at + level.size] for at in range(0, len(given), level.size)]
    mirrored = [line[::-1] for line in lines]
    if options["symmetry"] != "none" and lines != (mirrored if options["symmetry"] == "mirror" else mirrored[::-1]):
        yield f"the clues have no {options['symmetry']} symmetry"
    if options["difficulty"] != "any" and difficulty_of(grade(level.box, level.clues)) != options["difficulty"]:
        yield f"not {options['difficulty']}"


def like(level: SudokuLevel) -> dict[str, str]:
    found = difficulty_of(grade(level.box, level.clues))
    return {"difficulty": found if found in DIFFICULTIES else "any"}


def ground(level: SudokuLevel) -> Iterator[tuple[int, int]]:
    return (divmod(cell, level.size) for cell, digit in enumerate(level.clues) if digit)


WORDS = (
    "exactly one solution, and the number of clues, the symmetry and the difficulty that were asked for (with a "
    "symmetry, where clues go in pairs, perhaps one clue more)"
)
DESIGN = designed(__name__, WORDS, generate=generate, options=OPTIONS, grade=graded)
