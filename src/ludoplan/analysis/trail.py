"""A search as a picture: where it has been, the earlier the lighter, and the way that it found."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ..core.errors import Unsupported
from ..core.limits import Limits
from ..core.options import Values
from ..core.parts import Cell
from ..core.referee import states_along
from ..core.result import Result
from ..core.scene import Scene, Shape, cell
from ..core.task import Task
from ..drawing.pictures import path_of, place_of, scene_of
from .expansions import expansion_order

FIRST, LAST = (214, 228, 255), (38, 84, 178)  # the colours of what was expanded first, and last
SHADES = 24
WIDTH = 0.16  # of the way, in cells


def search_picture(task: Task, solver: str, limits: Limits, options: Values | None = None) -> tuple[Scene, Result]:
    """The picture and the result of the search; raises Unsupported where the game has no place to show."""
    game, level = task.game, task.level
    start = game.initial(level)
    if not place_of(game, level, start):
        raise Unsupported(f"{game.name}: there is no one place where the player is, so a search leaves no trail")
    found = expansion_order(task, solver, limits, options)
    states = found.states or [start]
    walked = [] if found.result.plan is None else states_along(task, found.result.plan.moves)[0]
    shapes = [*trail([place_of(game, level, state) for state in states]), *way(task, walked)]
    scene = scene_of(game, level, start)
    words = f"{found.result.solver}: {len(states):,} states expanded"
    words += f", cost {found.result.cost:g}" if found.result.cost is not None else f", {found.result.status}"
    words += ", the first of them shown" if found.is_cut else ""
    return Scene(scene.width, scene.height, (*scene.shapes, *shapes), scene.lines, words), found.result


def trail(places: Sequence[Sequence[Cell]]) -> list[Shape]:
    """A tile on each cell that a state has the player on, in a shade that tells when it was first so."""
    first: dict[Cell, int] = {}
    for number, cells in enumerate(places):
        for each in cells:
            first.setdefault(each, number)
    return [cell(row, column, shade(number, len(places) - 1), 0.2, 0.12) for (row, column), number in first.items()]


def shade(number: int, last: int) -> str:
    """A colour between those of the first and the last, in a few steps."""
    share = round(SHADES * number / max(1, last)) / SHADES
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(FIRST, LAST, strict=True))


def way(task: Task, states: Sequence[Any]) -> list[Shape]:
    """A line through the middle of the player's cells, state by state."""
    pairs = pairwise((column, row) for row, column in path_of(task.game, task.level, states))
    return [Shape("line", (*a, *b, WIDTH), "player") for a, b in pairs if a != b]
