"""The next digit that a person would find, and by which technique."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.parts import Hints
from .grade import next_placement
from .rules import State, SudokuLevel
from .text import move_to_text


def explain(level: SudokuLevel, state: State, moves: Sequence[str]) -> tuple[Sequence[str], str]:
    found = next_placement(level.box, state)
    if found is None:
        return moves, "no technique leads on from here: this digit was found by search"
    first, reason = move_to_text(level, found[0]), found[1]
    if first not in moves:  # the board has several solutions, and the reason holds for others
        return moves, ""
    return [first, *(move for move in moves if move != first)], reason


HINTS = Hints(explain)
