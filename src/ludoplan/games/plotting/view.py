"""Plotting as a picture: the held block at the left, the numbers of rows and columns that may be fired at."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.parts import Cell, View
from ...core.scene import Flight, Glyph, Scene, Shape, cell, label, moving
from ...drawing.palette import numbered
from .rules import WILDCARD, PlottingLevel, PlottingState, Shot

TOP = 1  # row: the column numbers
MARGIN = 2  # columns at the left: the hand and the row numbers
HAND = (TOP, 0)


def view(level: PlottingLevel, state: PlottingState) -> Scene:
    shapes = [cell(row + TOP, column + MARGIN, "off") for row in range(level.rows) for column in range(level.columns)]

    def block(row: int, column: int, colour: int, name: str) -> None:
        glyph = glyph_of(colour)
        shade = Shape("rect", (column + 0.03, row + 0.85, 0.94, 0.12, 0.06), "shade")
        letters = label(row, column, glyph.text, "background", 0.5)
        shapes.extend(moving(name, (cell(row, column, glyph.style), shade, letters)))

    def number(row: int, column: int, line: int, is_row: bool) -> None:
        """An arrow the way that a shot flies, with the number of the line."""
        x, y = column + 0.5, row + 0.5
        points = (x + 0.12, y - 0.26, x + 0.44, y, x + 0.12, y + 0.26)
        if not is_row:
            points = (x - 0.26, y + 0.12, x, y + 0.44, x + 0.26, y + 0.12)
        shapes.append(Shape("path", points, "path"))
        middle = (x - 0.14, y + 0.12) if is_row else (x, y - 0.02)
        shapes.append(Shape("text", (*middle, 0.34), "faint", str(line + 1)))

    for row in range(level.rows):
        for column, stack in enumerate(state.stacks):
            height = level.rows - 1 - row
            if height < len(stack):
                block(row + TOP, column + MARGIN, stack[height], name_of(stack[height], row, column))
    for row in range(level.rows):
        if row in level.open_rows:
            number(row + 1, 1, row, is_row=True)
        else:
            shapes.append(Shape("rect", (1.62, row + 1.05, 0.26, 0.9, 0.04), "wall"))
    for column in range(level.columns):
        if column in level.open_columns:
            number(0, column + MARGIN, column, is_row=False)
        else:
            shapes.append(Shape("rect", (column + MARGIN + 0.05, 0.62, 0.9, 0.26, 0.04), "wall"))
    # What shots bounce off: the wall at the right, and the floor.
    bottom, right = TOP + level.rows, MARGIN + level.columns
    shapes.append(Shape("line", (right + 0.04, TOP, right + 0.04, bottom + 0.04, 0.08), "wall"))
    shapes.append(Shape("line", (MARGIN, bottom + 0.04, right + 0.04, bottom + 0.04, 0.08), "wall"))
    # The hand that holds the block.
    shapes.append(Shape("path", (0.62, 1.12, 1.1, 1.5, 0.62, 1.88), "player"))
    shapes.append(Shape("rect", (-0.04, 0.96, 1.08, 1.08, 0.14), "player"))
    block(*HAND, state.hand, "hand")
    caption = f"{state.blocks()} blocks, goal {level.goal}"
    return Scene(level.columns + MARGIN, level.rows + 1, tuple(shapes), text_lines(level, state), caption)


def name_of(colour: int, row: int, column: int) -> str:
    """Blocks only fall."""
    return f"block-{colour}-{column}~{row}"


def flights(level: PlottingLevel, state: PlottingState, shot: Shot) -> list[Flight]:
    """The held block to where it stops, and what it met there, or else itself, back into the hand."""
    last = level.columns - 1
    row, column = (shot.line, 0) if shot.direction == "row" else (0, shot.line)
    first = (row, -1) if shot.direction == "row" else (-1, column)
    path, hand, met = [first], state.hand, None
    while row < level.rows:
        path.append((row, column))
        stack, height = state.stacks[column], level.rows - 1 - row
        if height < len(stack):
            if hand not in (stack[height], WILDCARD):
                met = name_of(stack[height], row, column)
                break
            hand = stack[height]
        row, column = (row, column + 1) if shot.direction == "row" and column < last else (row + 1, column)
    cells = [HAND, *((row + TOP, column + MARGIN) for row, column in path)]
    if met is None:
        return [Flight("hand", (*cells, HAND))]
    return [Flight("hand", tuple(cells)), Flight(met, (cells[-1], HAND))]


def glyph_of(colour: int) -> Glyph:
    return Glyph("*", "item") if colour == WILDCARD else Glyph(str(colour), numbered(colour - 1))


def text_lines(level: PlottingLevel, state: PlottingState) -> tuple[tuple[Glyph, ...], ...]:
    """The hand, the numbers of what may be fired at, and the blocks, all of them apart."""
    width = max(len(str(level.rows)), len(str(level.columns)))

    def number(line: int, lines: Sequence[int]) -> Glyph:
        return Glyph((str(line + 1) if line in lines else "").rjust(width), "faint")

    def block(row: int, stack: Sequence[int]) -> tuple[Glyph, Glyph]:
        height = level.rows - 1 - row
        pad = Glyph(" " * width)
        return pad, glyph_of(stack[height]) if height < len(stack) else Glyph("·", "floor")

    numbers = [(Glyph(" "), number(column, level.open_columns)) for column in range(level.columns)]
    rows = [
        (number(row, level.open_rows), Glyph(" |", "faint"), *(g for stack in state.stacks for g in block(row, stack)))
        for row in range(level.rows)
    ]
    first = Glyph(" " * (width + 2))
    hand = (Glyph("hand "), glyph_of(state.hand))
    return (hand, (first, *(glyph for pair in numbers for glyph in pair)), *rows)


def size(level: PlottingLevel) -> tuple[int, int]:
    return TOP + level.rows, MARGIN + level.columns


def cells_of_move(level: PlottingLevel, state: PlottingState, move: Shot) -> Sequence[Cell]:
    return ((TOP + move.line, MARGIN - 1),) if move.direction == "row" else ((TOP - 1, MARGIN + move.line),)


def legend(level: PlottingLevel) -> list[tuple[str, Cell]]:
    found = [("the block in your hand", (TOP, 0))]
    found += [("shoot along this row", (TOP + row, MARGIN - 1)) for row in level.open_rows[:1]]
    found += [("shoot down this column", (0, MARGIN + column)) for column in level.open_columns[:1]]
    closed = [row for row in range(level.rows) if row not in level.open_rows]
    return found + [("no shots here", (TOP + row, MARGIN - 1)) for row in closed[:1]]


VIEW = View(view, size, cells_of_move=cells_of_move, origin=(TOP, MARGIN), legend=legend, flights=flights)
