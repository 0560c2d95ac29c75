"""Sudoku, from 4x4 to 25x25."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ...core.game import Cell, Edit, Game, Grade, Heuristic
from ...core.options import Values
from ...core.scene import Scene
from . import generate, rules, solver, text
from .rules import Placement, State, SudokuLevel

if TYPE_CHECKING:
    from ...core.engine import Engine


class Sudoku(Game[SudokuLevel, State, Placement]):
    name = "sudoku"
    title = "Sudoku"
    summary = "fill the board so that no row, column or box has a digit twice"
    suffixes = (".sdk",)
    generator_options = generate.OPTIONS
    heuristics = {
        "blanks": Heuristic(
            solver.blanks, admissible=True, consistent=True, summary="blank cells; sees cells without a candidate"
        )
    }

    def split(self, text_: str) -> list[tuple[int, str]]:
        return list(text.split(text_))

    def parse(self, text_: str, source: str = "level") -> SudokuLevel:
        return text.parse(text_, source)

    def format(self, level: SudokuLevel) -> str:
        return text.format(level)

    def edits(self, level: SudokuLevel) -> Iterable[Edit[SudokuLevel]]:
        from .edits import edits

        return edits(level)

    def symmetries(self, level: SudokuLevel) -> Iterable[SudokuLevel]:
        from .edits import symmetries

        return symmetries(level)

    def extent(self, level: SudokuLevel) -> Mapping[str, int]:
        from .edits import extent

        return extent(level)

    def count_solutions(self, level: SudokuLevel) -> int:
        return solver.count_solutions(level.box, level.clues)

    def grade(self, level: SudokuLevel) -> Grade | None:
        from .grade import graded

        return graded(level.box, level.clues)

    def initial(self, level: SudokuLevel) -> State:
        return level.clues

    def moves(self, level: SudokuLevel, state: State) -> Iterable[Placement]:
        return rules.moves(level, state)

    def is_legal(self, level: SudokuLevel, state: State, move: Placement) -> bool:
        return rules.clash(level, state, move) is None

    def apply(self, level: SudokuLevel, state: State, move: Placement) -> State:
        return rules.apply(state, move)

    def is_goal(self, level: SudokuLevel, state: State) -> bool:
        return rules.is_goal(state)

    def why_illegal(self, level: SudokuLevel, state: State, move: Placement) -> str:
        return rules.clash(level, state, move) or super().why_illegal(level, state, move)

    def move_to_text(self, level: SudokuLevel, move: Placement) -> str:
        return text.move_to_text(level, move)

    def move_from_text(self, level: SudokuLevel, text_: str) -> Placement:
        return text.move_from_text(level, text_)

    def view(self, level: SudokuLevel, state: State) -> Scene:
        from .view import view

        return view(level, state)

    def picture_size(self, level: SudokuLevel) -> tuple[int, int]:
        return level.size, level.size

    def cells_of_move(self, level: SudokuLevel, state: State, move: Placement) -> Sequence[Cell]:
        return (divmod(move.cell, level.size),)

    def explain(self, level: SudokuLevel, state: State, moves: Sequence[str]) -> tuple[Sequence[str], str]:
        from .grade import next_placement

        found = next_placement(level.box, state)
        if found is None:
            return moves, "no technique leads on from here: this digit was found by search"
        first, reason = text.move_to_text(level, found[0]), found[1]
        if first not in moves:  # the board has several solutions, and the reason holds for others
            return moves, ""
        return [first, *(move for move in moves if move != first)], reason

    def generate(self, rng: random.Random, options: Values) -> SudokuLevel:
        return generate.generate(rng, options)

    def engines(self) -> Sequence[Engine]:
        from .constraints import CpEngine, SatEngine
        from .first_order import ModelsEngine

        return (solver.NativeEngine(), SatEngine(), CpEngine(), ModelsEngine())

    def best_solver(self, level: SudokuLevel) -> str:
        return "native"


GAME = Sudoku()
