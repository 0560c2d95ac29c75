"""Small changes of a level, and its symmetries."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

from ...core.grids import edits_of_lines, shifted
from ...core.options import Values
from ...core.parts import Edit, designed
from ...core.symmetry import TURNS
from .generate import OPTIONS, colour_of, generate
from .rules import SIZES, STEPS, Box, BoxupLevel, BoxupState, Cell
from .text import MOST_CELLS


def edits(level: BoxupLevel) -> Iterator[Edit[BoxupLevel]]:
    """Walls, the player, boxes put anywhere with any side open, new boxes, rows and columns."""
    sizes_at = {(box.cell, box.size) for box in level.boxes}
    taken = {level.player, *(box.cell for box in level.boxes)}
    colours = {box.colour for box in level.boxes}
    fresh = next(colour for number in count() if (colour := colour_of(number)) not in colours)
    for row in range(level.rows):
        for column in range(level.columns):
            cell = row, column
            if cell in level.walls:
                make = partial(replace, level, walls=level.walls - {cell})
                yield Edit("floor", row, column, make, removes=True)
                continue
            if cell not in taken:
                yield Edit("wall", row, column, partial(replace, level, walls=level.walls | {cell}))
            if cell != level.player:
                yield Edit("player", row, column, partial(replace, level, player=cell))
            for number, box in enumerate(level.boxes):
                if box.cell != cell and (cell, box.size) in sizes_at:
                    continue
                for side in STEPS:
                    if (box.cell, box.open) != (cell, side):
                        after = box._replace(cell=cell, open=side)
                        make = partial(with_box, level, number, after)
                        yield Edit(f"{box.size} {box.colour} {side}", row, column, make)
                if box.cell == cell and number not in (level.red, level.blue):
                    gone = partial(with_box, level, number, None)
                    yield Edit(f"no {box.size} box", row, column, gone, removes=True)
            for size in SIZES:
                if (cell, size) not in sizes_at:
                    for side in STEPS:
                        boxes = (*level.boxes, Box(size, fresh, side, cell))
                        yield Edit(f"new {size} {side}", row, column, partial(replace, level, boxes=boxes))
    yield from resized(level)


def with_box(level: BoxupLevel, number: int, box: Box | None) -> BoxupLevel:
    """The level with another box in this place, or with none."""
    return replace(level, boxes=(*level.boxes[:number], *([box] if box else []), *level.boxes[number + 1 :]))


def resized(level: BoxupLevel) -> Iterator[Edit[BoxupLevel]]:
    taken = [level.player, *(box.cell for box in level.boxes)]
    size = level.rows, level.columns

    def can(axis: int, line: int, by: int) -> bool:
        if by > 0:
            return (size[axis] + 1) * size[1 - axis] <= MOST_CELLS
        return size[axis] > 1 and all(cell[axis] != line for cell in taken)

    def changed(axis: int, line: int, by: int) -> BoxupLevel:
        walls = frozenset(cell for cell in level.walls if by > 0 or cell[axis] != line)
        rows, columns = level.rows + by * (axis == 0), level.columns + by * (axis == 1)
        return moved(replace(level, walls=walls), rows, columns, partial(shifted, axis, line, by))

    return edits_of_lines(size, changed, can)


def moved(
    level: BoxupLevel, rows: int, columns: int, place: Callable[[Cell], Cell], side: Callable[[str], str] = str
) -> BoxupLevel:
    """The level on another grid, with everything where `place` says."""
    boxes = tuple(box._replace(cell=place(box.cell), open=side(box.open)) for box in level.boxes)
    return BoxupLevel(rows, columns, place(level.player), boxes, frozenset(map(place, level.walls)))


def symmetries(level: BoxupLevel) -> Iterator[BoxupLevel]:
    """Turned and mirrored; boxes in the order of their places, with colours in that order."""
    names = {step: name for name, step in STEPS.items()}
    size = level.rows, level.columns
    for turn in TURNS:
        side = {name: names[turn.step(step)] for name, step in STEPS.items()}
        yield sorted_boxes(moved(level, *turn.extent(size), partial(turn.cell, extent=size), side.__getitem__))


def sorted_boxes(level: BoxupLevel) -> BoxupLevel:
    red, blue = level.boxes[level.red], level.boxes[level.blue]
    others = sorted((box for box in level.boxes if box not in (red, blue)), key=lambda box: (box.cell, box.size))
    named = (box._replace(colour=colour_of(number)) for number, box in enumerate(others))
    return replace(level, boxes=(red, blue, *named))


def extent(level: BoxupLevel) -> dict[str, int]:
    return {"rows": level.rows, "columns": level.columns, "boxes": len(level.boxes), "walls": len(level.walls)}


def blank(level: BoxupLevel, rows: int, columns: int) -> BoxupLevel:
    """The two boxes that the game is about, in opposite corners."""
    rows, columns = max(rows, 1 if columns > 2 else 2), max(columns, 2)
    boxes = (Box("small", "red", "left", (0, 1)), Box("big", "blue", "left", (rows - 1, columns - 1)))
    return BoxupLevel(rows, columns, (0, 0), boxes)


# -- what generated levels promise, and how they are varied


def broken(level: BoxupLevel, options: Values, most: bool) -> Iterator[str]:
    if level.boxes[level.red].cell == level.boxes[level.blue].cell:
        yield "the red box is in the blue one from the start"


def places(level: BoxupLevel) -> Iterator[Cell]:
    return ((row + 1, column + 1) for row, column in level.free)


def touched(level: BoxupLevel, state: BoxupState) -> Iterator[Cell]:
    yield state.player[0] + 1, state.player[1] + 1


def pieces(level: BoxupLevel, options: Values) -> Iterator[tuple[str, BoxupLevel]]:
    """Boxes other than the red and the blue one, and walls, each with the level in which it is not there."""
    for number, box in enumerate(level.boxes):
        if number not in (level.red, level.blue):
            yield f"{box.size} {box.colour} box", with_box(level, number, None)
    for row, column in sorted(level.walls):
        yield f"wall {row + 1},{column + 1}", replace(level, walls=level.walls - {(row, column)})


def varied(rng: random.Random, level: BoxupLevel, options: Values) -> BoxupLevel:
    """The player, a box or a wall elsewhere, or a box with another open side."""
    free = level.free
    kind = rng.choice(("player", "box", "box", "side", "wall") if level.walls else ("player", "box", "box", "side"))
    if kind == "player":
        return replace(level, player=rng.choice(free))
    if kind == "wall":
        taken = {level.player, *(box.cell for box in level.boxes)}
        empty = [cell for cell in free if cell not in taken]
        if not empty:
            return level
        return replace(level, walls=level.walls - {rng.choice(sorted(level.walls))} | {rng.choice(empty)})
    number = rng.randrange(len(level.boxes))
    box = level.boxes[number]
    if kind == "side":
        return with_box(level, number, box._replace(open=rng.choice(list(STEPS))))
    taken = {other.cell for other in level.boxes if other.size == box.size}
    cell = rng.choice([cell for cell in free if cell not in taken] or [box.cell])
    return with_box(level, number, box._replace(cell=cell))


def ground(level: BoxupLevel) -> Iterator[Cell]:
    """Open cells; in a room without walls there is nothing to see."""
    return iter(level.free)


WORDS = (
    "the player can come to every open cell; the optimum is another without any of the walls and of the boxes beside "
    "the red and the blue one"
)


def ladder(step: int) -> dict[str, Any]:
    """Options of ever larger levels."""
    return {"rows": 3 + step // 6, "columns": 3 + step // 4, "boxes": 2 + step // 8, "walls": step // 4}


DESIGN = designed(__name__, WORDS, generate=generate, options=OPTIONS)
