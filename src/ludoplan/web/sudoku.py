"""Sudoku on the page: a player may write anything into a blank cell and take it back, and is told what clashes."""

from __future__ import annotations

from ..core.draw import draw_svg
from ..core.errors import LudoplanError
from ..games.sudoku import GAME
from ..games.sudoku.rules import SYMBOLS, Placement, bits, candidates, clash, geometry
from . import schemas
from .reading import parsed


def board(level_text: str, digits: str | None) -> schemas.SudokuOutput:
    """The board with these digits (`.` is blank; clues stay); raises LudoplanError or BadInput."""
    level = parsed("sudoku", level_text).level
    state = level.clues if digits is None else placed(level.clues, level.size, digits)
    places = geometry(level.box)
    duplicates = [
        cell for cell, digit in enumerate(state) if digit and any(state[peer] == digit for peer in places.peers[cell])
    ]
    moves, done = [], level.clues
    for cell, digit in enumerate(state):
        placement = Placement(cell, digit)
        if digit and not level.clues[cell] and clash(level, done, placement) is None:
            moves.append(GAME.move_to_text(level, placement))
            done = GAME.apply(level, done, placement)
    return schemas.SudokuOutput(
        svg=draw_svg(GAME.view(level, state), styled=False),
        size=level.size,
        box=level.box,
        symbols=SYMBOLS[: level.size],
        digits="".join(SYMBOLS[digit - 1] if digit else "." for digit in state),
        is_clue=[bool(digit) for digit in level.clues],
        duplicates=duplicates,
        candidates={
            cell: "".join(SYMBOLS[digit - 1] for digit in bits(mask))
            for cell, mask in candidates(level.box, state).items()
        },
        moves=moves,
        full=0 not in state,
    )


def placed(clues: bytes, size: int, digits: str) -> bytes:
    known = {".": 0, **{symbol: digit for digit, symbol in enumerate(SYMBOLS[:size], start=1)}}
    if len(digits) != len(clues) or any(symbol not in known for symbol in digits):
        raise LudoplanError(f"expected {len(clues)} digits of 1 to {SYMBOLS[size - 1]}, or . for a blank")
    return bytes(clue or known[symbol] for clue, symbol in zip(clues, digits, strict=True))
