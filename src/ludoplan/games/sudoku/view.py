"""Boards as pictures: clues bold, placed digits in colour, thick lines around boxes."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.parts import Cell, View
from ...core.scene import Glyph, Scene, Shape, cell, label
from .rules import SYMBOLS, Placement, State, SudokuLevel


def view(level: SudokuLevel, state: State) -> Scene:
    size, box = level.size, level.box
    shapes = [cell(row, column, "off", inset=0.02, radius=0) for row in range(size) for column in range(size)]
    for line in range(0, size + 1, box):
        shapes.append(Shape("line", (line, 0, line, size, 0.06), "wall"))
        shapes.append(Shape("line", (0, line, size, line, 0.06), "wall"))
    lines: list[tuple[Glyph, ...]] = []
    rows_at = tuple(row + row // box for row in range(size))
    columns_at = tuple(2 * (column + column // box) for column in range(size))
    ruler = Glyph("+".join(["-" * (2 * box + 1)] * box)[1:-1], "wall")
    for row in range(size):
        glyphs: list[Glyph] = []
        for column in range(size):
            place = row * size + column
            digit = state[place]
            style = "text" if level.clues[place] else "path"
            glyphs.append(Glyph(SYMBOLS[digit - 1] if digit else ".", style if digit else "faint"))
            if digit:
                shapes.append(label(row, column, SYMBOLS[digit - 1], style))
            if column % box == box - 1 and column < size - 1:
                glyphs.append(Glyph(" | ", "wall"))
            elif column < size - 1:
                glyphs.append(Glyph(" "))
        if row and row % box == 0:
            lines.append((ruler,))
        lines.append(tuple(glyphs))
    blank = state.count(0)
    caption = f"{blank} blank" if blank else "full"
    return Scene(size, size, tuple(shapes), tuple(lines), caption, rows_at, columns_at)


def size(level: SudokuLevel) -> tuple[int, int]:
    return level.size, level.size


def cells_of_move(level: SudokuLevel, state: State, move: Placement) -> Sequence[Cell]:
    return (divmod(move.cell, level.size),)


VIEW = View(view, size, cells_of_move=cells_of_move, names_cells=True)
