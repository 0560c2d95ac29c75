"""Levels as plans: tiles and their joins, traps and the tiles they guard, levers and their tiles in one colour.

In text a tile is three characters: the tile (`.` firm, `~` weak, `%` cracked, `x` destroyed, `=` moving, `-` moving and
inactive, `_` goal), who is on it (`@` Lara, `&` Lara with a spear, `S` snake, `O` saw, `X` spider, `Z` lizard asleep,
`L` awake, `/` spear), and a mark: `!` guarded by an animal, `:` next of a saw, a capital for a lever, the same small
letter for what it moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from math import cos, pi, sin

from ...core.parts import Cell, View
from ...core.scene import Flight, Glyph, Scene, Shape, cell, moving
from ...drawing.palette import numbered
from .layout import STEPS, Layout, layout
from .rules import LaraLevel, LaraState, Trap, TrapState


def view(level: LaraLevel, state: LaraState) -> Scene:
    plan = layout(level)
    caption = "Lara carries a spear" if state.has_spear else ""
    rows_at = tuple(2 * row + bool(plan.titles) for row in range(plan.rows))
    columns_at = tuple(6 * column for column in range(plan.columns))
    drawn = tuple(shapes(level, state, plan))
    return Scene(plan.columns, plan.rows, drawn, text_lines(level, state, plan), caption, rows_at, columns_at)


def lever_of(level: LaraLevel) -> dict[int, int]:
    """The number of the first lever that moves each tile."""
    return {tile: number for number, lever in reversed(list(enumerate(level.levers))) for tile in lever.tiles}


def living(level: LaraLevel, state: LaraState) -> list[tuple[Trap, TrapState]]:
    return [(trap, now) for trap, now in zip(level.traps, state.traps, strict=True) if now is not None]


# By their place in the text of a tile; what each means is told behind it.
SIGNS = (
    (". firm", "~ weak", "% cracked", "x destroyed", "= moving", "- moving, inactive", "_ goal"),
    ("@ Lara", "& Lara with a spear", "S snake", "O saw", "X spider", "Z lizard asleep", "L lizard", "/ spear"),
    ("! guarded by an animal", ": where a saw goes next"),
)


def signs(level: LaraLevel, state: LaraState) -> list[str]:
    """The signs that the picture has, and what a spear can hit from here."""
    seen = zip(*(tile_glyph(level, state, tile.id).text for tile in level.tiles), strict=True)
    words = [word for signs, used in zip(SIGNS, seen, strict=True) for word in signs if word[0] in used]
    if level.levers:
        words.append("A lever, a what it moves")
    lines = [", ".join(words)]
    reached = level.tile[state.agent].air_connect if state.has_spear else ()
    for trap, now in living(level, state):
        if trap.can_attack and now.pos in reached:
            row, column = layout(level).cells[now.pos]
            place = f"row {row + 1}, column {column + 1}"
            lines.append(f"throw {now.pos}: the spear flies to the {trap.kind.lower()} in {place}")
    return lines


# -- text


def text_lines(level: LaraLevel, state: LaraState, plan: Layout) -> tuple[tuple[Glyph, ...], ...]:
    """Tiles on even rows and columns, their joins between them."""
    glyphs = {}
    for tile, (row, column) in plan.cells.items():
        glyphs[2 * row, 2 * column] = tile_glyph(level, state, tile)
        for target, (across, up) in zip(level.tile[tile].joins, STEPS, strict=True):
            if target is not None and plan.cells[target] == (row - up, column + across):
                glyphs[2 * row - up, 2 * column + across] = Glyph("---" if across else " | ", "faint")
    grid = Scene.of_grid(2 * plan.rows - 1, 2 * plan.columns - 1, glyphs, []).lines
    if not plan.titles:
        return grid
    heading = ""
    for column, title in plan.titles:
        heading = heading.ljust(6 * column) + title + " "
    return ((Glyph(heading, "faint"),), *grid)


def tile_glyph(level: LaraLevel, state: LaraState, tile: int) -> Glyph:
    kind = level.tile[tile].kind
    floor, style = ".", "floor"
    if level.tile[tile].is_goal:
        floor, style = "_", "goal"
    elif kind == "CrackedTile":
        floor, style = "x" if tile in state.destroyed else "%" if tile in state.cracked else "~", "weak"
    elif kind == "MovingTile":
        floor = "-" if tile in state.off else "="
    mark = " "
    moved_by = lever_of(level).get(tile)
    if tile in level.lever_at:
        number = level.levers.index(level.lever_at[tile])
        mark, style = chr(ord("A") + number % 26), numbered(number)
    elif moved_by is not None:
        mark, style = chr(ord("a") + moved_by % 26), numbered(moved_by)
    being = "/" if tile in state.spears else " "
    for trap, now in living(level, state):
        if now.guards == tile:
            mark = "!" if trap.is_animal else ":"
        if now.pos == tile:
            asleep = trap.kind == "Lizard" and not now.awake
            being, style = "Z" if asleep else {"Saw": "O", "Spider": "X"}.get(trap.kind, trap.kind[0]), "danger"
    if tile == state.agent:
        being, style = "&" if state.has_spear else "@", "player"
    return Glyph(floor + being + mark, style)


# -- shapes


def shapes(level: LaraLevel, state: LaraState, plan: Layout) -> list[Shape]:
    drawn = [Shape("text", (column + 0.5, 0.12, 0.24), "faint", title) for column, title in plan.titles]
    drawn += join_shapes(level, plan)
    moved_by = lever_of(level)
    for tile, (row, column) in plan.cells.items():
        drawn += tile_shapes(level, state, tile, row, column, moved_by.get(tile))
    for tile in state.spears:
        row, column = plan.cells[tile]
        drawn.append(Shape("line", (column + 0.22, row + 0.78, column + 0.78, row + 0.22, 0.07), "item"))
    if state.has_spear:
        targets = {now.pos for trap, now in living(level, state) if trap.can_attack}
        reached = targets & set(level.tile[state.agent].air_connect)
        drawn += [between(plan, state.agent, target, 0.03, "item") for target in sorted(reached)]
    for trap, now in living(level, state):
        if now.guards is not None:
            row, column = plan.cells[now.guards]
            drawn += guard_mark(row, column, "danger" if trap.is_animal else "wall")
    for number, (trap, state_of_trap) in enumerate(zip(level.traps, state.traps, strict=True)):
        if state_of_trap is not None:
            row, column = plan.cells[state_of_trap.pos]
            drawn += moving(f"trap-{number}", trap_shapes(trap, state_of_trap, row + 0.5, column + 0.5))
    row, column = plan.cells[state.agent]
    lara = [
        Shape("path", (column + 0.5, row + 0.36, column + 0.72, row + 0.82, column + 0.28, row + 0.82), "player"),
        Shape("circle", (column + 0.5, row + 0.3, 0.15), "player"),
        Shape("path", (column + 0.36, row + 0.3, column + 0.5, row + 0.12, column + 0.64, row + 0.3), "colour-7"),
    ]
    drawn += moving("lara", lara)
    if state.has_spear:
        drawn += moving("spear", [Shape("line", (column + 0.78, row + 0.2, column + 0.78, row + 0.85, 0.05), "item")])
    return drawn


def between(plan: Layout, a: int, b: int, width: float, style: str) -> Shape:
    (row, column), (other_row, other_column) = plan.cells[a], plan.cells[b]
    return Shape("line", (column + 0.5, row + 0.5, other_column + 0.5, other_row + 0.5, width), style)


def join_shapes(level: LaraLevel, plan: Layout) -> list[Shape]:
    """Joins as lines; one that leads one way only is thinner, and so is the fall to another tile."""
    pairs = {(tile.id, target) for tile in level.tiles for target in tile.joins if target is not None}
    drawn = []
    for a, b in sorted(pairs):
        both_ways = (b, a) in pairs
        if not both_ways or a < b:
            drawn.append(between(plan, a, b, 0.22 if both_ways else 0.08, "wall"))
    drawn += [between(plan, tile.id, tile.drop, 0.03, "weak") for tile in level.tiles if tile.drop is not None]
    return drawn


def tile_shapes(
    level: LaraLevel, state: LaraState, tile: int, row: int, column: int, moved_by: int | None
) -> list[Shape]:
    def line(x1: float, y1: float, x2: float, y2: float) -> Shape:
        return Shape("line", (column + x1, row + y1, column + x2, row + y2, 0.035), "wall")

    kind, square = level.tile[tile].kind, partial(cell, row, column)
    colour = "wall" if moved_by is None else numbered(moved_by)
    drawn = [square("floor", 0.08), Shape("rect", (column + 0.08, row + 0.84, 0.84, 0.08, 0.04), "shade")]
    if kind == "MovingTile":
        drawn = [square(colour, 0.08), square("background" if tile in state.off else "floor", 0.13)]
        if tile in state.off:
            drawn.append(square(colour, 0.4))
    elif tile in state.destroyed:
        drawn = [square("weak", 0.08), square("background", 0.11)]
    elif kind == "CrackedTile":
        drawn = [square("weak", 0.08), line(0.2, 0.3, 0.5, 0.5)]
        if tile in state.cracked:
            drawn += [line(0.5, 0.5, 0.8, 0.35), line(0.5, 0.5, 0.35, 0.85), line(0.5, 0.5, 0.75, 0.8)]
    if level.tile[tile].is_goal:
        drawn += [square("goal", 0.16), square("floor", 0.26), square("goal", 0.36)]
    if tile in level.lever_at:
        style = numbered(level.levers.index(level.lever_at[tile]))
        drawn.append(Shape("line", (column + 0.2, row + 0.25, column + 0.32, row + 0.12, 0.05), style))
        drawn.append(Shape("circle", (column + 0.2, row + 0.25, 0.09), style))
    return drawn


def guard_mark(row: int, column: int, style: str) -> list[Shape]:
    """A cross in each corner's direction: the tile must not be entered."""
    return [
        Shape("line", (column + 0.7, row + 0.14, column + 0.86, row + 0.3, 0.05), style),
        Shape("line", (column + 0.86, row + 0.14, column + 0.7, row + 0.3, 0.05), style),
    ]


def trap_shapes(trap: Trap, now: TrapState, y: float, x: float) -> list[Shape]:
    """An animal that cannot be attacked has a dark rim."""

    def around(angle: float, radius: float) -> tuple[float, float]:
        return x + radius * cos(angle), y + radius * sin(angle)

    rim = [] if trap.can_attack or not trap.is_animal else [Shape("circle", (x, y, 0.36), "wall")]
    match trap.kind:
        case "Saw":
            teeth = [around(2 * pi * k / 16, 0.36 if k % 2 else 0.26) for k in range(16)]
            points = tuple(number for point in teeth for number in point)
            return [Shape("path", points, "wall"), Shape("circle", (x, y, 0.08), "background")]
        case "Spider":
            style = "background" if rim else "text"
            legs = [Shape("line", (x, y, *around(pi * (k + 0.5) / 4, 0.34), 0.04), style) for k in range(8)]
            eyes = [Shape("circle", (x + side, y - 0.05, 0.035), "danger") for side in (-0.06, 0.06)]
            return [*rim, *legs, Shape("circle", (x, y, 0.17), style), *eyes]
        case "Snake":
            coils = [(x - 0.24, y + 0.12), (x - 0.08, y - 0.08), (x + 0.08, y + 0.1), (x + 0.24, y - 0.14)]
            body = [Shape("line", (*a, *b, 0.1), "colour-3") for a, b in pairwise(coils)]
            tongue = Shape("line", (x + 0.26, y - 0.2, x + 0.33, y - 0.3, 0.03), "danger")
            head = Shape("circle", (x + 0.24, y - 0.14, 0.09), "colour-3")
            return [*rim, *body, tongue, head, Shape("circle", (x + 0.26, y - 0.16, 0.03), "background")]
        case "Lizard":
            style = "danger" if now.awake else "weak"
            tail = Shape("path", (x - 0.34, y, x + 0.05, y - 0.14, x + 0.05, y + 0.14), style)
            legs = [Shape("line", (x - 0.1, y - s * 0.2, x + 0.1, y + s * 0.2, 0.05), style) for s in (1, -1)]
            head = Shape("circle", (x + 0.14, y, 0.15), style)
            # Open eyes look at you, closed ones are lines.
            if now.awake:
                eyes = [Shape("circle", (x + 0.18, y + side, 0.04), "background") for side in (-0.07, 0.07)]
            else:
                eyes = [Shape("line", (x + 0.14, y + s, x + 0.22, y + s, 0.025), "text") for s in (-0.07, 0.07)]
            return [*rim, tail, *legs, head, *eyes]


def size(level: LaraLevel) -> tuple[int, int]:
    plan = layout(level)
    return plan.rows, plan.columns


def place(level: LaraLevel, state: LaraState) -> Sequence[Cell]:
    return (layout(level).cells[state.agent],)


def cells_of_move(level: LaraLevel, state: LaraState, move: str) -> Sequence[Cell] | None:
    if move.startswith("throw "):
        return (layout(level).cells[int(move.removeprefix("throw "))],)
    return place(level, state) if move == "lever" else None


def flights(level: LaraLevel, state: LaraState, move: str) -> list[Flight]:
    if not move.startswith("throw "):
        return []
    cells = layout(level).cells
    return [Flight("spear", (cells[state.agent], cells[int(move.removeprefix("throw "))]))]


def legend(level: LaraLevel) -> list[tuple[str, Cell]]:
    cells = layout(level).cells
    found = [("Lara", cells[level.start])]
    found += [("the goal", cells[tile.id]) for tile in level.tiles if tile.is_goal][:1]
    words = {"CrackedTile": "breaks when you come again", "MovingTile": "comes and goes with a lever"}
    for kind, text in words.items():
        found += [(text, cells[tile.id]) for tile in level.tiles if tile.kind == kind][:1]
    found += [("a lever, and what it moves has its colour", cells[tile]) for tile in list(level.lever_at)[:1]]
    found += [("a spear", cells[tile]) for tile in list(level.spears)[:1]]
    seen: set[tuple[str, bool]] = set()
    for trap in level.traps:
        if (trap.kind, trap.can_attack) not in seen:
            seen.add((trap.kind, trap.can_attack))
            safe = "" if trap.can_attack or not trap.is_animal else ", cannot be attacked"
            found.append((f"{TRAPS[trap.kind]}{safe}", cells[trap.pos]))
    return found


TRAPS = {
    "Snake": "a snake: strikes at the tile that it watches",
    "Saw": "a saw: goes its way to and fro",
    "Spider": "a spider: goes its way, watches the tile ahead",
    "Lizard": "a lizard: wakes up and follows you",
}

VIEW = View(view, size, place, cells_of_move, legend=legend, signs=signs, flights=flights)
