"""Sudoku as all-different constraints for OR-Tools: independent of the native solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.options import Values
from ...core.parts import Constraints
from .rules import SudokuLevel, geometry
from .solvers import after, completion


class AllDifferent:
    def __init__(self, level: SudokuLevel, prefix: Sequence[str]) -> None:
        from ortools.sat.python import cp_model

        self.level, self.state = level, after(level, prefix)
        self.cost = self.state.count(0)
        self.cp_model = model = cp_model.CpModel()
        digits = enumerate(self.state)
        self.cells = [model.new_int_var(digit or 1, digit or level.size, f"c{cell}") for cell, digit in digits]
        for unit in geometry(level.box).units:
            model.add_all_different([self.cells[cell] for cell in unit])

    def moves(self, solver: Any) -> list[str]:
        return completion(self.level, self.state, bytes(solver.value(cell) for cell in self.cells))

    def real_cost(self, value: float) -> float:
        return value


def models(level: SudokuLevel, prefix: Sequence[str], options: Values) -> Iterator[AllDifferent]:
    yield AllDifferent(level, prefix)


CONSTRAINTS = Constraints(models, ("ortools",))
