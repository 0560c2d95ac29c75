"""Sudoku as a first-order theory, for the model finder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.parts import TheoryForm
from .rules import State, SudokuLevel
from .solvers import PROOF, after, completion


def theory_text(box: int, state: State) -> str:
    """The rules and the clues; f(row, column) is the digit, and 0 stands for the largest one."""
    size = box * box
    bands = [f"same_band({line}, {line + 1})." for line in range(size) if line % box != box - 1]
    apart = [f"-same_band({one}, {other})." for one in range(0, size, box) for other in range(one + box, size, box)]
    clues = [f"f({cell // size}, {cell % size}) = {digit % size}." for cell, digit in enumerate(state) if digit]
    return "\n".join(
        [
            f"assign(domain_size, {size}).",
            "formulas(sudoku).",
            "f(x, y) = f(x, z) -> y = z.",
            "f(x, z) = f(y, z) -> x = y.",
            "same_band(x, x).",
            "same_band(x, y) -> same_band(y, x).",
            "same_band(x, y) & same_band(y, z) -> same_band(x, z).",
            *bands,
            *apart,
            "all x1 all y1 all x2 all y2 (same_band(x1, x2) & same_band(y1, y2) & f(x1, y1) = f(x2, y2)",
            "  -> x1 = x2 & y1 = y2).",
            *clues,
            "end_of_list.",
        ]
    )


def encode(level: SudokuLevel, prefix: Sequence[str]) -> tuple[str, int]:
    return theory_text(level.box, after(level, prefix)), level.size


def decode(level: SudokuLevel, prefix: Sequence[str], model: Any) -> list[str]:
    size, table = level.size, model.functions["f", 2]
    board = bytes(table[row, column] or size for row in range(size) for column in range(size))
    return completion(level, after(level, prefix), board)


def refuses(level: SudokuLevel) -> str | None:
    return "models: boards up to 16x16" if level.box > 4 else None


THEORY = TheoryForm(encode, decode, PROOF, refuses)
