"""Pipes as a picture: tubes with an opening at each end, the chain coloured, and where it leads."""

from __future__ import annotations

from ...core.parts import View, gathered
from ...core.scene import Flight, Glyph, Scene, Shape, cell, moving
from . import rules
from .rules import Cell, PipesLevel, PipesState
from .rules import place as at

# By rotation: openings left-right, up-down; left-up, up-right, right-down, down-left; arrows; and terminals.
GLYPHS = {"R": "─│─│", "L": "┘└┌┐", "O": "→↓←↑", "X": "┼┼┼┼", "B": "═║═║", ".": "·"}
START = "↔↕↔↕"
WIDE, NARROW = 0.46, 0.3  # of a tube, outside and inside
MOST_SHOWN = 8  # pieces of the queue


def openings(kind: str, rotation: int) -> tuple[int, ...]:
    """The open sides of a piece."""
    if kind == rules.EMPTY:
        return ()
    if kind == rules.CROSS:
        return 0, 1, 2, 3
    return rotation, (rotation + (1 if kind == rules.ELBOW else 2)) % 4


def view(level: PipesLevel, state: PipesState) -> Scene:
    glyphs: dict[Cell, Glyph] = {}
    shapes: list[Shape] = []
    for place, kind in level.kinds.items():
        rotation = level.rotation(place)
        glyphs[place] = Glyph(glyph_of(level, place, rotation), "goal" if kind == rules.TERMINAL else "")
        # The board as it was comes first: an animation draws it once.
        shapes.append(cell(*place, "off"))
        shapes += piece(place, kind, rotation, "goal" if kind == rules.TERMINAL else "floor")
    for (place, kind), times in zip(level.kinds.items(), rules.times_used(state), strict=True):
        if not times:
            continue
        used = state.pieces[level.numbers[place]] // rules.USED[0] & 3
        shape, rotation = rules.piece_on(level, state, place)
        style = "player" if place == state.cell else "path"
        glyphs[place] = Glyph(glyph_of(level, place, rotation, shape), style)
        shapes.append(cell(*place, "off"))
        if kind == rules.CROSS and used != 3:
            shapes += piece(place, kind, rotation, "floor") + piece(place, "R", used - 1, style)
        else:
            shapes += moving(name_of(place), piece(place, shape, rotation, style))
        if kind == rules.TERMINAL:
            shapes.append(Shape("circle", (place[1] + 0.5, place[0] + 0.5, 0.26), "goal"))
    for place, value in level.charges:
        shapes += charge_on(place, value)
    holes = {(row, column) for row in range(level.height) for column in range(level.width)} - level.kinds.keys()
    glyphs.update(dict.fromkeys(holes, Glyph("#", "faint")))
    return Scene.of_grid(level.height, level.width, glyphs, shapes, caption(level, state))


def caption(level: PipesLevel, state: PipesState) -> str:
    """What the chain has, and must have; the pieces that come next."""
    pieces = rules.length_of(state)
    least = f" of at least {level.min_length}" if level.min_length else ""
    parts = [f"{pieces} piece{'s' if pieces > 1 else ''}{least}", f"{turns_made(level, state)} turns"]
    if level.charge is not None:
        parts.append(f"charge {rules.charge_of(level, state)} of {level.charge}")
    if level.queue:
        coming = level.shapes[state.taken : state.taken + MOST_SHOWN]
        more = "..." if len(level.queue) > state.taken + MOST_SHOWN else ""
        glyphs = " ".join(GLYPHS[kind][rotation] for kind, rotation in coming)
        parts.append(f"next: {glyphs}{more}" if coming else "no piece left in the queue")
    return ", ".join(parts)


def charge_on(place: Cell, value: int) -> list[Shape]:
    """A charge in the corner of its cell, on a ground of its own."""
    row, column, text = *place, f"{value:+}"
    width = 0.16 + 0.15 * len(text)
    ground = Shape("rect", (column + 0.98 - width, row + 0.03, width, 0.32, 0.1), "background")
    return [ground, Shape("text", (column + 0.98 - width / 2, row + 0.28, 0.27), "text", text)]


def name_of(place: Cell) -> str:
    return f"pipe-{place[0]},{place[1]}"


def flights(level: PipesLevel, state: PipesState, move: rules.Move) -> list[Flight]:
    return [Flight(name_of(move.cell), (move.cell,), turn=90)] if move.verb == "turn" else []


def glyph_of(level: PipesLevel, place: Cell, rotation: int, kind: str | None = None) -> str:
    """The start is told apart from the ends."""
    return (START if place == level.start else GLYPHS[kind or level.kinds[place]])[rotation]


def signs(level: PipesLevel, state: PipesState) -> list[str]:
    lines = ["↔ ↕ start, ═ ║ end, by the sides that are open"]
    if rules.EMPTY in level.kinds.values():
        lines.append("· empty: the next piece of the queue is laid there as it is, or skipped")
    if level.charges:
        lines.append("charges: " + ", ".join(f"{at(place)} {value:+}" for place, value in level.charges))
    return lines


def turns_made(level: PipesLevel, state: PipesState) -> int:
    """The fewest turns that lead to the pieces as they stand."""
    return sum(
        ((value & rules.ROTATION) - level.rotation(place)) % (2 if kind == "R" else 4)
        for (place, kind), value in zip(level.kinds.items(), state.pieces, strict=True)
        if kind != rules.EMPTY
    )


def piece(place: Cell, kind: str, rotation: int, style: str) -> list[Shape]:
    """A tube from the middle of a cell to each of its openings, with a wall around it."""
    sides = openings(kind, rotation)
    middle_x, middle_y = place[1] + 0.5, place[0] + 0.5
    shapes = []
    for width, colour in ((WIDE, "wall"), (NARROW, style)):
        shapes += [arm(place, side, width, colour) for side in sides]
        shapes.append(Shape("circle", (middle_x, middle_y, width / 2), colour))
    if kind == rules.EMPTY:
        return [Shape("circle", (middle_x, middle_y, 0.08), "faint")]
    if kind == rules.TERMINAL:
        shapes.append(Shape("circle", (middle_x, middle_y, 0.36), "wall"))
        shapes.append(Shape("circle", (middle_x, middle_y, 0.26), style))
    if kind == rules.ONE_WAY:
        shapes.append(arrow(place, sides[1]))
    return shapes


def arm(place: Cell, side: int, width: float, style: str) -> Shape:
    down, right = rules.STEPS[side]
    row, column = place
    half = width / 2
    top = row + (0 if down < 0 else 0.5 if down > 0 else 0.5 - half)
    left = column + (0 if right < 0 else 0.5 if right > 0 else 0.5 - half)
    return Shape("rect", (left, top, width if down else 0.5, 0.5 if down else width, 0), style)


def arrow(place: Cell, side: int) -> Shape:
    """A triangle that points to a side."""
    down, right = rules.STEPS[side]
    y, x = place[0] + 0.5, place[1] + 0.5
    tip, back, half = 0.24, -0.14, 0.2
    ways = ((tip, 0.0), (back, half), (back, -half))
    points = [(x + along * right - across * down, y + along * down + across * right) for along, across in ways]
    return Shape("path", tuple(number for point in points for number in point), "text")


def size(level: PipesLevel) -> tuple[int, int]:
    return level.height, level.width


def place(level: PipesLevel, state: PipesState) -> tuple[Cell]:
    return (state.cell,)


def legend(level: PipesLevel) -> list[tuple[str, Cell]]:
    words = {
        rules.ONE_WAY: "lets the flow through one way",
        rules.CROSS: "straight on, both ways",
        rules.EMPTY: "empty: pieces of the queue are laid there",
    }
    found = [("the start", level.start)]
    found += [("pass through it" if level.waypoints else "an end", place) for place in level.ends[:1]]
    for kind, text in words.items():
        found += [(text, place) for place, other in level.kinds.items() if other == kind][:1]
    if level.charge is not None:
        found += [(f"charges: {level.charge} in all", place) for place, _ in level.charges[:1]]
    return found


def cells_of_move(level: PipesLevel, state: PipesState, move: rules.Move) -> tuple[Cell, ...]:
    return () if move.verb == "skip" else (move.cell,)


VIEW = gathered(View, __name__, scene=view, names_cells=True)
