"""Estimates for pipes, in Python; the C++ twin has the same."""

from __future__ import annotations

import heapq
from functools import lru_cache

from ...core.parts import DEAD_END, heuristics, promising
from . import rules
from .rules import Cell, PipesLevel, PipesState

Entered = tuple[Cell, int]  # a piece and the side by which the flow came into it


@lru_cache(maxsize=64)
def distances(level: PipesLevel, ends: tuple[Cell, ...]) -> dict[Entered, int]:
    """Costs to the nearest of the ends if a piece could be used again and again (Dijkstra's algorithm, backward)."""
    sources = [(end, side) for end in ends for side in range(4) if level.can_enter(end, side)]
    known: dict[Entered, int] = dict.fromkeys(sources, 0)
    queue = [(0, source) for source in sources]
    while queue:
        far, (cell, side) = heapq.heappop(queue)
        if far > known[cell, side]:
            continue
        before, leaving = rules.neighbour(cell, side), rules.opposite(side)
        if before not in level.kinds or before in ends:
            continue
        if level.kinds[before] == rules.TERMINAL and not level.waypoints:
            continue
        for entered in range(4):
            turns = rules.ways(level.kinds[before], level.rotation(before), entered).get(leaving)
            if turns is None or not level.can_enter(before, entered):
                continue
            cost = far + 1 + turns * level.turn_cost
            if cost < known.get((before, entered), DEAD_END):
                known[before, entered] = cost
                heapq.heappush(queue, (cost, (before, entered)))
    return known


def way_on(level: PipesLevel, state: PipesState, ends: tuple[Cell, ...]) -> float:
    """The relaxed cost from a state, whose piece may have been turned already."""
    to_end = distances(level, ends)
    kind, rotation = rules.piece_on(level, state, state.cell)
    if state.entered is None:
        options, step = {rotation: 0, rotation + 2: 0}, level.first_go_cost
    elif level.kinds[state.cell] == rules.EMPTY:  # what was laid there does not turn
        leaving = rules.exit_of(kind, rotation, state.entered)
        options, step = {} if leaving is None else {leaving: 0}, 1
    else:
        options, step = rules.ways(kind, rotation, state.entered), 1
    costs = [
        to_end[rules.neighbour(state.cell, side), rules.opposite(side)] + turns * level.turn_cost + step
        for side, turns in options.items()
        if (rules.neighbour(state.cell, side), rules.opposite(side)) in to_end
    ]
    return min(costs, default=DEAD_END)


@promising(
    "the cheapest chain on from here if pieces could be used twice (waypoints: to the farthest of them) "
    "and the queue had all pieces; or as many pieces as are missing",
    admissible=True,
    consistent=True,
)
def relaxed(level: PipesLevel, state: PipesState) -> float:
    if rules.is_over(level, state):
        return 0 if rules.is_goal(level, state) else DEAD_END
    missing = (
        [(end,) for end in level.ends if not rules.is_used(level, state, end)] if level.waypoints else [level.ends]
    )
    way = max(way_on(level, state, ends) for ends in missing)
    if level.least:
        first = level.first_go_cost - 1 if state.entered is None else 0
        way = max(way, level.least - rules.length_of(state) + first)
    return way


@promising(
    "rows plus columns to the nearest end (waypoints: to the farthest that is left)", admissible=True, consistent=True
)
def manhattan(level: PipesLevel, state: PipesState) -> float:
    if rules.is_over(level, state):
        return 0 if rules.is_goal(level, state) else DEAD_END
    row, column = state.cell
    choose = max if level.waypoints else min
    missing = (end for end in level.ends if not rules.is_used(level, state, end))
    return choose((abs(row - down) + abs(column - right) for down, right in missing), default=DEAD_END)


HEURISTICS = heuristics(relaxed, manhattan)
