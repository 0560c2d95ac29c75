"""Roll as a picture: bridges and their switches have one colour, a block shows its standing or lying form."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.parts import Cell, View
from ...core.scene import Glyph, Scene, Shape, cell, label, moving
from ...drawing.palette import numbered
from .rules import SPLIT, STANDING, RollLevel, RollState, Switch, is_bridge


def view(level: RollLevel, state: RollState) -> Scene:
    glyphs: dict[tuple[int, int], Glyph] = {}
    shapes: list[Shape] = []
    bridges = sorted(letter for letter in level.letters if is_bridge(letter))
    colours = {bridge: numbered(place) for place, bridge in enumerate(bridges)}
    for (row, column), floor in level.floor():
        glyphs[row, column] = Glyph("·", "floor")
        if is_bridge(floor):
            on = floor in state.bridges
            glyphs[row, column] = Glyph(floor, colours[floor] if on else "off")
            shapes.append(cell(row, column, colours[floor] if on else "off"))
            shapes.append(label(row, column, floor, "text" if on else "faint", 0.4))
            continue
        shapes.append(cell(row, column, "weak" if floor == "f" else "floor"))
        shapes.append(edge(row, column))
        if floor == "f":
            glyphs[row, column] = Glyph("f", "weak")
            shapes += cracks(row, column)
        if floor.isupper():
            switch = level.switch[floor]
            colour = switch_colour(switch, colours)
            glyphs[row, column] = Glyph(floor, colour)
            shapes.append(switch_shape(row, column, switch, colour))
            shapes.append(label(row, column, floor, "background", 0.4))
    row, column = level.target
    glyphs[row, column] = Glyph("_", "goal")
    # A square in a square, known without its colour.
    for inset, style in ((0.12, "goal"), (0.22, "floor"), (0.32, "goal")):
        shapes.append(cell(row, column, style, inset))
    draw_block(state, glyphs, shapes)
    return Scene.of_grid(*size(level), glyphs, shapes)


def edge(row: int, column: int) -> Shape:
    """The front side of a tile: it has a height."""
    return Shape("rect", (column + 0.03, row + 0.87, 0.94, 0.1, 0.05), "shade")


def cracks(row: int, column: int) -> list[Shape]:
    ways = ((0.2, 0.25, 0.45, 0.45), (0.45, 0.45, 0.35, 0.72), (0.45, 0.45, 0.8, 0.35), (0.62, 0.4, 0.75, 0.7))
    return [Shape("line", (column + a, row + b, column + c, row + d, 0.03), "wall") for a, b, c, d in ways]


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
        active = cells[0]
        # Named by their place, so that changing the active one moves nothing.
        for place, (row, column) in enumerate(sorted(cells)):
            is_active = (row, column) == active
            parts = [
                cell(row, column, "player" if is_active else "weak", inset=0.16, radius=0.1),
                Shape("rect", (column + 0.16, row + 0.66, 0.68, 0.18, 0.08), "shade"),
                *([cell(row, column, "shine", inset=0.3, radius=0.06)] if is_active else []),
            ]
            shapes += moving(f"cube-{place}", parts)
        return
    width, height = right - left + 0.8, bottom - top + 0.8
    front = 0.3 if state.kind == STANDING else 0.16
    parts = [
        Shape("rect", (left + 0.1, top + 0.1, width, height, 0.12), "player"),
        Shape("rect", (left + 0.1, bottom + 0.9 - front, width, front, 0.08), "shade"),
        Shape("rect", (left + 0.18, top + 0.18, width - 0.16, height - front - 0.14, 0.08), "shine"),
    ]
    if state.kind == STANDING:
        parts.append(Shape("rect", (left + 0.26, top + 0.24, 0.48, 0.3, 0.06), "weak"))
    elif bottom > top:
        parts.append(Shape("rect", (left + 0.1, top + 0.97, width, 0.06, 0), "shade"))
    else:
        parts.append(Shape("rect", (left + 0.97, top + 0.1, 0.06, height, 0), "shade"))
    shapes += moving("block", parts)


def size(level: RollLevel) -> tuple[int, int]:
    return len(level.rows), max(map(len, level.rows))


def place(level: RollLevel, state: RollState) -> Sequence[Cell]:
    return state.cells()


def cells_of_move(level: RollLevel, state: RollState, move: str) -> Sequence[Cell] | None:
    return state.cells()[1:] if move == "swap" else None


def legend(level: RollLevel) -> list[tuple[str, Cell]]:
    found = [("your block", level.start[0]), ("the target", level.target)]
    seen: set[str] = set()
    for place, floor in level.floor():
        if floor == "g" or floor in seen:
            continue
        seen.add(floor)
        if floor == "f":
            found.append(("carries no standing block", place))
        elif is_bridge(floor):
            found.append((f"bridge {floor}: {'on' if floor in level.on else 'off'} at first", place))
        elif floor in level.switch:
            found.append((f"switch {floor}: {switch_words(level.switch[floor])}", place))
    return found


def switch_words(switch: Switch) -> str:
    acts = [f"{effect.verb}s {', '.join(effect.bridges)}" for effect in switch.effects if effect.bridges]
    if switch.split:
        acts.append("parts the block")
    return f"{'; '.join(acts) or 'does nothing'}{', needs a standing block' if switch.heavy else ''}"


VIEW = View(view, size, place, cells_of_move, legend=legend)
