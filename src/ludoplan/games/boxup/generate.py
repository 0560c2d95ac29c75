"""Seeded levels: a solved one, played backwards, so that each can be solved."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import replace

from ...core.errors import LudoplanError
from ...core.options import Option, Values
from .rules import OPPOSITE, SIZES, STEPS, Box, BoxupLevel, BoxupState, initial, is_goal, predecessors

OPTIONS = (
    Option("rows", int, 4, "height of the grid", minimum=1, maximum=2000),
    Option("columns", int, 4, "width of the grid", minimum=1, maximum=2000),
    Option("boxes", int, 3, "number of boxes, the red and the blue one included", minimum=2, maximum=200),
    Option("walls", int, 2, "number of walls", minimum=0),
)
COLOURS = ("black", "green", "yellow", "purple", "orange", "cyan", "brown", "grey", "pink")
TRIES = 100
MOST_STATES = 3000  # to look at backwards; more would take long in Python


def generate(rng: random.Random, options: Values) -> BoxupLevel:
    """A solvable level; raises LudoplanError if walls and boxes leave no room for one."""
    for _ in range(TRIES):
        solved = solved_level(rng, options)
        state = far_from(rng, solved)
        if not is_goal(solved, state):
            boxes = tuple(box._replace(cell=cell) for box, cell in zip(solved.boxes, state.boxes, strict=True))
            return replace(solved, player=state.player, boxes=boxes)
    raise LudoplanError(f"no solvable level in {TRIES} tries: take fewer walls and boxes, or a larger grid")


def solved_level(rng: random.Random, options: Values) -> BoxupLevel:
    """A level whose red box is in the blue one already, with the player."""
    rows, columns, walls, count = (options[key] for key in ("rows", "columns", "walls", "boxes"))
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    if count - 1 + walls > len(cells):
        raise LudoplanError(f"--boxes, --walls: {count} boxes and {walls} walls do not fit on {rows}x{columns} cells")
    rng.shuffle(cells)
    sides = list(STEPS)
    # The player brings the red box in through the open side of the blue one, and must not walk out of it there.
    blue = Box("big", "blue", rng.choice(sides), cells[0])
    red = Box("small", "red", rng.choice([side for side in sides if side != OPPOSITE[blue.open]]), cells[0])
    others = [
        Box(rng.choice(SIZES), colour_of(number), rng.choice(sides), cells[number + 1]) for number in range(count - 2)
    ]
    return BoxupLevel(rows, columns, cells[0], (red, blue, *others), frozenset(cells[len(cells) - walls :]))


def far_from(rng: random.Random, solved: BoxupLevel) -> BoxupState:
    """A state from where it is a long way to the solved one, found backwards; the solved one if nothing leads there."""
    seen = {initial(solved): None}
    queue = deque(seen)
    while queue and len(seen) < MOST_STATES:
        for _, before in predecessors(solved, queue.popleft()):
            if before not in seen and not is_goal(solved, before):
                seen[before] = None
                queue.append(before)
    states = list(seen)
    return rng.choice(states[-max(1, len(states) // 10) :])


def colour_of(number: int) -> str:
    """The colour of the number-th of the other boxes; colours never end."""
    again, place = divmod(number, len(COLOURS))
    return COLOURS[place] + (str(again + 1) if again else "")
