"""Boxup as a picture: a box is a frame without its open side; small ones fit into big ones, the player into both."""

from __future__ import annotations

from ...core.parts import View
from ...core.scene import Glyph, Scene, Shape, cell, moving
from ...drawing.palette import numbered
from .rules import Box, BoxupLevel, BoxupState, Cell

STYLES = {"red": "danger", "blue": "colour-1", "black": "text", "green": "colour-3", "yellow": "item"}
INSET = {"big": 0.12, "small": 0.28}  # of the frame, from the edge of its cell

# A cell of the text picture has 5 lines of 7 characters: room for a frame in a frame.
HEIGHT, WIDTH = 5, 7
# Vertical and horizontal lines and the corners; those of the red and the blue box are double.
PLAIN, DOUBLE = "│─┌┐└┘", "║═╔╗╚╝"


def view(level: BoxupLevel, state: BoxupState) -> Scene:
    glyphs: dict[Cell, Glyph] = {}
    shapes: list[Shape] = []
    for row in range(level.rows):
        for column in range(level.columns):
            is_wall = (row, column) in level.walls
            shapes.append(cell(row, column, "wall" if is_wall else "floor"))
            if is_wall:
                inside = ((row * HEIGHT + y, column * WIDTH + x) for y in range(HEIGHT) for x in range(WIDTH))
                glyphs.update((place, Glyph("▒", "wall")) for place in inside)
            else:
                glyphs[row * HEIGHT + 2, column * WIDTH + 3] = Glyph("·", "floor")
    for number, (box, place) in enumerate(zip(level.boxes, state.boxes, strict=True)):
        style = STYLES.get(box.colour, numbered(number))
        glyphs.update(text_frame(box, place, style, DOUBLE if number in (level.red, level.blue) else PLAIN))
        parts = frame(box, place, style)
        # The two that the game is about are known without their colours too.
        if number == level.red:
            parts += studs(box, place, style)
        elif number == level.blue:
            parts += frame(box, place, "background", 0.03)
        shapes += moving(f"box-{number}", parts)
    row, column = state.player
    glyphs[row * HEIGHT + 2, column * WIDTH + 3] = Glyph("@", "player")
    shapes += moving("player", [Shape("circle", (column + 0.5, row + 0.5, 0.13), "player")])
    lines = Scene.of_grid(level.rows * HEIGHT, level.columns * WIDTH, glyphs, []).lines
    return Scene(level.columns, level.rows, tuple(shapes), lines)


def closed_sides(box: Box, place: Cell) -> list[tuple[float, float, float, float]]:
    """Three sides of a square, each from x, y to x, y."""
    inset = INSET[box.size]
    top, left = place[0] + inset, place[1] + inset
    bottom, right = place[0] + 1 - inset, place[1] + 1 - inset
    sides = {
        "up": (left, top, right, top),
        "down": (left, bottom, right, bottom),
        "left": (left, top, left, bottom),
        "right": (right, top, right, bottom),
    }
    return [ends for side, ends in sides.items() if side != box.open]


def frame(box: Box, place: Cell, style: str, width: float = 0.09) -> list[Shape]:
    return [Shape("line", (*ends, width), style) for ends in closed_sides(box, place)]


def studs(box: Box, place: Cell, style: str) -> list[Shape]:
    """A knob in the middle of each side."""
    return [
        Shape("circle", ((x1 + x2) / 2, (y1 + y2) / 2, 0.085), style) for x1, y1, x2, y2 in closed_sides(box, place)
    ]


def text_frame(box: Box, place: Cell, style: str, pen: str) -> dict[Cell, Glyph]:
    """The same in characters; a corner at the open side belongs to the side that is there."""
    vertical, horizontal, *corners = list(pen)
    inset = 0 if box.size == "big" else 1
    top, left = place[0] * HEIGHT + inset, place[1] * WIDTH + inset
    bottom, right = place[0] * HEIGHT + HEIGHT - 1 - inset, place[1] * WIDTH + WIDTH - 1 - inset
    marks: dict[Cell, str] = {}
    for side, row in (("up", top), ("down", bottom)):
        if box.open != side:
            marks.update(((row, column), horizontal) for column in range(left, right + 1))
    for side, column in (("left", left), ("right", right)):
        if box.open != side:
            marks.update(((row, column), vertical) for row in range(top, bottom + 1))
    for row, column, sides, corner in (
        (top, left, ("up", "left"), corners[0]),
        (top, right, ("up", "right"), corners[1]),
        (bottom, left, ("down", "left"), corners[2]),
        (bottom, right, ("down", "right"), corners[3]),
    ):
        if box.open not in sides:
            marks[row, column] = corner
    return {at: Glyph(mark, style) for at, mark in marks.items()}


def size(level: BoxupLevel) -> tuple[int, int]:
    return level.rows, level.columns


def place(level: BoxupLevel, state: BoxupState) -> tuple[Cell]:
    return (state.player,)


def legend(level: BoxupLevel) -> list[tuple[str, Cell]]:
    boxes = [
        (f"the {box.size} {box.colour} box, open {OPEN[box.open]}", box.cell)
        for number, box in sorted(enumerate(level.boxes), key=lambda pair: pair[0] not in (level.red, level.blue))
    ]
    return [("you", level.player), *boxes, *(("a wall", cell) for cell in sorted(level.walls)[:1])]


OPEN = {"up": "above", "down": "below", "left": "on the left", "right": "on the right"}

VIEW: View[BoxupLevel, BoxupState, str] = View(view, size, place, legend=legend)
