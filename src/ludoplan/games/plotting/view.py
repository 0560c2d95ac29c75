"""Plotting as a picture: the held block at the left, the numbers of rows and columns that may be fired at."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.parts import Cell, View
from ...core.scene import Glyph, Scene, Shape, cell, label
from ...drawing.palette import numbered
from .rules import WILDCARD, PlottingLevel, PlottingState, Shot

TOP = 1  # row: the column numbers
MARGIN = 2  # columns at the left: the hand and the row numbers


def view(level: PlottingLevel, state: PlottingState) -> Scene:
    glyphs: dict[tuple[int, int], Glyph] = {}
    shapes: list[Shape] = []

    def block(row: int, column: int, colour: int) -> None:
        style = "item" if colour == WILDCARD else numbered(colour - 1)
        text = "*" if colour == WILDCARD else str(colour)
        glyphs[row, column] = Glyph(text, style)
        shapes.append(cell(row, column, style))
        shapes.append(label(row, column, text, "background", 0.5))

    def number(row: int, column: int, line: int) -> None:
        glyphs[row, column] = Glyph(str(line + 1), "faint")
        shapes.append(label(row, column, str(line + 1), "faint", 0.4))

    for row in range(level.rows):
        for column, stack in enumerate(state.stacks):
            height = level.rows - 1 - row
            if height < len(stack):
                block(row + 1, column + MARGIN, stack[height])
            else:
                glyphs[row + 1, column + MARGIN] = Glyph("·", "floor")
                shapes.append(cell(row + 1, column + MARGIN, "off"))
    for row in level.open_rows:
        number(row + 1, 1, row)
    for column in level.open_columns:
        number(0, column + MARGIN, column)
    block(1, 0, state.hand)
    caption = f"{state.blocks()} blocks, goal {level.goal}"
    return Scene.of_grid(level.rows + 1, level.columns + MARGIN, glyphs, shapes, caption)


def size(level: PlottingLevel) -> tuple[int, int]:
    return TOP + level.rows, MARGIN + level.columns


def cells_of_move(level: PlottingLevel, state: PlottingState, move: Shot) -> Sequence[Cell]:
    return ((TOP + move.line, MARGIN - 1),) if move.direction == "row" else ((TOP - 1, MARGIN + move.line),)


VIEW = View(view, size, cells_of_move=cells_of_move, origin=(TOP, MARGIN))
