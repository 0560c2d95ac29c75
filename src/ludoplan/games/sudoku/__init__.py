"""Sudoku, from 4x4 to 25x25."""

from __future__ import annotations

from ...core.game import Game
from ...core.parts import heuristics
from . import rules, text
from .rules import Placement, State, SudokuLevel

PARTS = ("text", "view", "design", "constraints", "clauses", "theory", "solvers", "batch", "hints", "marks")


class Sudoku(Game[SudokuLevel, State, Placement], functions=(rules, text), parts=PARTS):
    name = "sudoku"
    title = "Sudoku"
    summary = "fill the board so that no row, column or box has a digit twice"
    also_known_as = ("number place",)
    how_to_play = "Fill in the blanks so that each row, each column and each box has every digit once."
    suffixes = (".sdk",)
    heuristics = heuristics(rules.blanks)

    def best_solver(self, level: SudokuLevel) -> str:
        return "native"


GAME = Sudoku()
