"""Roll as a picture: bridges and their switches have one colour, a block shows its standing or lying form."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.parts import Cell, View
from ...core.scene import Glyph, Scene, Shape, cell, label
from ...drawing.palette import numbered
from .rules import SPLIT, STANDING, RollLevel, RollState, Switch, is_bridge


def view(level: RollLevel, state: RollState) -> Scene:
    glyphs: dict[tuple[int, int], Glyph] = {}
    shapes: list[Shape] = []
    bridges = sorted(letter for letter in level.letters if is_bridge(letter))
    colours = {bridge: numbered(place) for place, bridge in enumerate(bridges)}
    for row, line in enumerate(level.rows):
        for column, floor in enumerate(line):
            if floor in " .":
                continue
            glyphs[row, column] = Glyph("·", "floor")
            if is_bridge(floor):
                on = floor in state.bridges
                glyphs[row, column] = Glyph(floor, colours[floor] if on else "off")
                shapes.append(cell(row, column, colours[floor] if on else "off"))
                shapes.append(label(row, column, floor, "text" if on else "faint", 0.4))
                continue
            shapes.append(cell(row, column, "weak" if floor == "f" else "floor"))
            if floor == "f":
                glyphs[row, column] = Glyph("f", "weak")
            if floor.isupper():
                switch = level.switch[floor]
                colour = switch_colour(switch, colours)
                glyphs[row, column] = Glyph(floor, colour)
                shapes.append(switch_shape(row, column, switch, colour))
                shapes.append(label(row, column, floor, "background", 0.4))
    row, column = level.target
    glyphs[row, column] = Glyph("_", "goal")
    shapes.append(Shape("rect", (column + 0.15, row + 0.15, 0.7, 0.7, 0.06), "goal"))
    draw_block(state, glyphs, shapes)
    height, width = len(level.rows), max(len(line) for line in level.rows)
    return Scene.of_grid(height, width, glyphs, shapes)


def switch_colour(switch: Switch, colours: dict[str, str]) -> str:
    acted_on = [bridge for effect in switch.effects for bridge in effect.bridges]
    return colours[acted_on[0]] if acted_on else "danger" if switch.split else "wall"


def switch_shape(row: int, column: int, switch: Switch, colour: str) -> Shape:
    """Soft switches are round, heavy ones square."""
    if switch.heavy:
        return cell(row, column, colour, inset=0.18)
    return Shape("circle", (column + 0.5, row + 0.5, 0.34), colour)


def draw_block(state: RollState, glyphs: dict[tuple[int, int], Glyph], shapes: list[Shape]) -> None:
    cells = state.cells()
    marks = {STANDING: "█", SPLIT: "■"}
    for place, (row, column) in enumerate(cells):
        is_idle = state.kind == SPLIT and place == 1
        glyphs[row, column] = Glyph("□" if is_idle else marks.get(state.kind, "▬"), "player")
    (top, left), (bottom, right) = cells[0], cells[-1]
    if state.kind == SPLIT:
        for place, (row, column) in enumerate(cells):
            shapes.append(cell(row, column, "player" if place == 0 else "weak", inset=0.16, radius=0.1))
        return
    shapes.append(Shape("rect", (left + 0.1, top + 0.1, right - left + 0.8, bottom - top + 0.8, 0.12), "player"))
    if state.kind == STANDING:
        shapes.append(Shape("rect", (left + 0.24, top + 0.24, 0.52, 0.52, 0.08), "weak"))


def size(level: RollLevel) -> tuple[int, int]:
    return len(level.rows), max(map(len, level.rows))


def place(level: RollLevel, state: RollState) -> Sequence[Cell]:
    return state.cells()


def cells_of_move(level: RollLevel, state: RollState, move: str) -> Sequence[Cell] | None:
    return state.cells()[1:] if move == "swap" else None


VIEW = View(view, size, place, cells_of_move)
