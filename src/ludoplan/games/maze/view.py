"""Mazes as pictures."""

from __future__ import annotations

import re

from ...core.grids import cells_matching
from ...core.parts import Cell, View
from ...core.scene import Glyph, Scene, Shape, moving
from .heuristics import remaining
from .rules import MazeLevel, MazeState


def view(level: MazeLevel, state: MazeState) -> Scene:
    glyphs = dict.fromkeys(cells_matching(level.rows, "%"), Glyph("%", "wall"))
    shapes = [Shape("rect", (0, 0, len(level.rows[0]), len(level.rows), 0), "floor")]
    # Neighbouring walls of a row are one shape: large mazes stay small files.
    runs = [(row, run) for row, line in enumerate(level.rows) for run in re.finditer("%+", line)]
    shapes += [Shape("rect", (run.start(), row, run.end() - run.start(), 1, 0), "wall") for row, run in runs]
    for row, column in remaining(level, state):
        glyphs[row, column] = Glyph(".", "item")
        shapes.append(Shape("circle", (column + 0.5, row + 0.5, 0.18), "item"))
    row, column = state.cell
    glyphs[row, column] = Glyph("P", "player")
    parts = [
        Shape("circle", (column + 0.5, row + 0.5, 0.38), "player"),
        # The open mouth.
        Shape("path", (column + 0.5, row + 0.5, column + 0.9, row + 0.3, column + 0.9, row + 0.7), "floor"),
        Shape("circle", (column + 0.52, row + 0.3, 0.06), "text"),
    ]
    shapes += moving("player", parts)
    caption = f"{state.left.bit_count()} dots left" if level.objective == "all-food" else ""
    return Scene.of_grid(len(level.rows), len(level.rows[0]), glyphs, shapes, caption)


def size(level: MazeLevel) -> tuple[int, int]:
    return len(level.rows), len(level.rows[0])


def place(level: MazeLevel, state: MazeState) -> tuple[Cell]:
    return (state.cell,)


def legend(level: MazeLevel) -> list[tuple[str, Cell]]:
    walls = cells_matching(level.rows, "%")
    return [("you", level.start), ("a dot", level.food[0]), *(("a wall", cell) for cell in walls[:1])]


VIEW: View[MazeLevel, MazeState, str] = View(view, size, place, legend=legend)
