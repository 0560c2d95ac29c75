"""The eight ways to turn and mirror a grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

T = TypeVar("T")
Cell = tuple[int, int]  # row, column


@dataclass(frozen=True)
class Turn:
    """Rows and columns are swapped first, then mirrored."""

    swapped: bool
    up_down: bool
    left_right: bool

    @property
    def is_mirrored(self) -> bool:
        """Whether left and right have changed their roles."""
        return self.swapped ^ self.up_down ^ self.left_right

    def extent(self, extent: Cell) -> Cell:
        """The rows and columns of a grid afterwards."""
        return (extent[1], extent[0]) if self.swapped else extent

    def cell(self, cell: Cell, extent: Cell) -> Cell:
        """Where a cell of a grid of this extent comes to lie."""
        rows, columns = self.extent(extent)
        row, column = (cell[1], cell[0]) if self.swapped else cell
        return rows - 1 - row if self.up_down else row, columns - 1 - column if self.left_right else column

    def step(self, step: Cell) -> Cell:
        """The direction that a direction becomes."""
        down, right = (step[1], step[0]) if self.swapped else step
        return -down if self.up_down else down, -right if self.left_right else right

    def grid(self, grid: Sequence[Sequence[T]]) -> list[list[T]]:
        """The rows of a grid, all of one length, afterwards."""
        rows = [list(row) for row in (zip(*grid, strict=True) if self.swapped else grid)]
        if self.up_down:
            rows.reverse()
        return [row[::-1] for row in rows] if self.left_right else rows


TURNS = tuple(Turn(*choice) for choice in product((False, True), repeat=3))
