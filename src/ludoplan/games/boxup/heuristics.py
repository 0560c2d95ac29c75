"""Estimates for Boxup, in Python; the C++ twin has the same."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import product

from ...core.parts import DEAD_END, heuristics, promising
from ...core.steps import distances as steps_from
from .rules import OPPOSITE, STEPS, BoxupLevel, BoxupState, Cell, neighbour

Trio = tuple[Cell, Cell, Cell]  # player, red box, blue box

# The table of `distance` has this many entries at most; beyond it the estimate is `manhattan`.
MOST_TRIOS = 1 << 22


@promising("rows plus columns between the red and the blue box", admissible=True, consistent=True)
def manhattan(level: BoxupLevel, state: BoxupState) -> int:
    """No move changes the way between the two boxes by more than one cell."""
    red, blue = state.boxes[level.red], state.boxes[level.blue]
    return abs(red[0] - blue[0]) + abs(red[1] - blue[1])


@promising(
    "exact distance for the player, the red and the blue box without the others", admissible=True, consistent=True
)
def distance(level: BoxupLevel, state: BoxupState) -> float:
    if (level.rows * level.columns - len(level.walls)) ** 3 > MOST_TRIOS:
        return manhattan(level, state)
    return distances(level).get((state.player, state.boxes[level.red], state.boxes[level.blue]), DEAD_END)


@lru_cache(maxsize=32)
def distances(level: BoxupLevel) -> Mapping[Trio, float]:
    """Exact distances to the goal for the player, the red and the blue box alone, found backwards.

    The other boxes never hinder here. They help in one way only: a big one drags the red box towards its own open
    side, so that is allowed wherever the level has a big box that could do it.
    """
    sides = {box.open for number, box in enumerate(level.boxes) if box.size == "big" and number != level.blue}
    dragged = {move for move in STEPS if sides - {move, OPPOSITE[move]}}
    found: list[Trio] = [(player, cell, cell) for cell, player in product(level.free, repeat=2)]
    return steps_from(found, lambda trio: trios_before(level, trio, dragged))


def trios_before(level: BoxupLevel, trio: Trio, dragged: set[str]) -> list[Trio]:
    """From where one move may have led here; the red box was not in the blue one."""
    player, red, blue = trio
    red_open, blue_open = level.boxes[level.red].open, level.boxes[level.blue].open
    before = []
    for move, red_moves, blue_moves in product(STEPS, (True, False), (True, False)):
        start = neighbour(player, OPPOSITE[move])
        old_red, old_blue = start if red_moves else red, start if blue_moves else blue
        if not level.is_free(start) or old_red == old_blue:
            continue
        # What moves is now with the player; what stays was not held by a closed side.
        if red_moves:
            fits = red == player and (move != red_open or move in dragged)
        else:
            fits = old_red != start or move == red_open
        if blue_moves:
            fits &= blue == player and move != blue_open
        else:
            fits &= old_blue != start or move == blue_open
        # A red box that is dragged is in a big one, which fits nowhere.
        moves_big = blue_moves or (red_moves and move == red_open)
        if old_red == player:
            fits &= not blue_moves and red_open == OPPOSITE[move]
        if old_blue == player:
            fits &= not moves_big and blue_open == OPPOSITE[move]
        if fits:
            before.append((start, old_red, old_blue))
    return before


HEURISTICS = heuristics(distance, manhattan)
