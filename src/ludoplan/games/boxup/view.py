"""Boxup as a picture: a box is a frame without its open side; small ones fit into big ones, the player into both."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from ...core.parts import View
from ...core.scene import Glyph, Scene, Shape, cell, moving
from ...drawing.palette import numbered
from .rules import Box, BoxupLevel, BoxupState, Cell

STYLES = {"red": "danger", "blue": "colour-1", "black": "text", "green": "colour-3", "yellow": "item"}
INSET = {"big": 0.12, "small": 0.28}  # of the frame, from the edge of its cell

# A cell of the text picture has 5 lines of 7 characters: room for a frame in a frame.
HEIGHT, WIDTH = 5, 7
# The marks by the sides at which a cell of the frame has a wall; those of the red and the blue box are double.
EDGES = ("up", "down", "left", "right", "up left", "up right", "down left", "down right")
PLAIN, DOUBLE = dict(zip(EDGES, "──││┌┐└┘", strict=True)), dict(zip(EDGES, "══║║╔╗╚╝", strict=True))


def view(level: BoxupLevel, state: BoxupState) -> Scene:
    glyphs: dict[Cell, Glyph] = {}
    shapes: list[Shape] = []
    for row, column in product(range(level.rows), range(level.columns)):
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


def text_frame(box: Box, place: Cell, style: str, pen: Mapping[str, str]) -> dict[Cell, Glyph]:
    """The same in characters; a corner at the open side belongs to the side that is there."""
    inset = 0 if box.size == "big" else 1
    top, left = place[0] * HEIGHT + inset, place[1] * WIDTH + inset
    bottom, right = place[0] * HEIGHT + HEIGHT - 1 - inset, place[1] * WIDTH + WIDTH - 1 - inset
    glyphs: dict[Cell, Glyph] = {}
    for row, column in product(range(top, bottom + 1), range(left, right + 1)):
        at = {"up": row == top, "down": row == bottom, "left": column == left, "right": column == right}
        walls = " ".join(side for side, is_there in at.items() if is_there and side != box.open)
        if walls:
            glyphs[row, column] = Glyph(pen[walls], style)
    return glyphs


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
