"""Digits that a player has written: what clashes, what may still stand where."""

from __future__ import annotations

from typing import Any

from ...core.errors import LudoplanError
from ...core.parts import Marks
from .rules import SYMBOLS, Placement, SudokuLevel, apply, bits, candidates, clash, geometry
from .text import line_of, move_to_text


def board(level: SudokuLevel, digits: str | None) -> dict[str, Any]:
    """The board with these digits (`.` is blank; clues stay); raises LudoplanError."""
    state = level.clues if digits is None else placed(level.clues, level.size, digits)
    places = geometry(level.box)
    duplicates = [
        cell for cell, digit in enumerate(state) if digit and any(state[peer] == digit for peer in places.peers[cell])
    ]
    moves, done = [], level.clues
    for cell, digit in enumerate(state):
        placement = Placement(cell, digit)
        if digit and not level.clues[cell] and clash(level, done, placement) is None:
            moves.append(move_to_text(level, placement))
            done = apply(level, done, placement)
    return {
        "state": state,
        "size": level.size,
        "box": level.box,
        "symbols": SYMBOLS[: level.size],
        "digits": line_of(state),
        "is_clue": [bool(digit) for digit in level.clues],
        "duplicates": duplicates,
        "candidates": {
            cell: "".join(SYMBOLS[digit - 1] for digit in bits(mask))
            for cell, mask in candidates(level.box, state).items()
        },
        "moves": moves,
        "full": 0 not in state,
    }


def placed(clues: bytes, size: int, digits: str) -> bytes:
    known = {".": 0, **{symbol: digit for digit, symbol in enumerate(SYMBOLS[:size], start=1)}}
    if len(digits) != len(clues) or any(symbol not in known for symbol in digits):
        raise LudoplanError(f"expected {len(clues)} digits of 1 to {SYMBOLS[size - 1]}, or . for a blank")
    return bytes(clue or known[symbol] for clue, symbol in zip(clues, digits, strict=True))


MARKS = Marks(board)
