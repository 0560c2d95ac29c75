"""Estimates for mazes, in Python; the C++ twin has the same."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ...core.parts import DEAD_END, heuristics, promising
from ...core.steps import distances as steps_from
from .rules import STEPS, Cell, MazeLevel, MazeState, neighbour


def remaining(level: MazeLevel, state: MazeState) -> list[Cell]:
    """The dots that are still to be eaten; where any will do, all of them."""
    if level.objective != "all-food":
        return list(level.food)
    return [cell for number, cell in enumerate(level.food) if state.left >> number & 1]


@lru_cache(maxsize=256)
def flood(level: MazeLevel, sources: tuple[Cell, ...]) -> Mapping[Cell, float]:
    """Walking distances from the nearest of the sources."""
    return steps_from(sources, lambda cell: filter(level.is_open, (neighbour(cell, move) for move in STEPS)))


@promising("rows plus columns to the dot (all food: the farthest)", admissible=True, consistent=True)
def manhattan(level: MazeLevel, state: MazeState) -> int:
    choose = max if level.objective == "all-food" else min
    row, column = state.cell
    return choose((abs(row - down) + abs(column - right) for down, right in remaining(level, state)), default=0)


@promising("walking distance to the dot (all food: the farthest)", admissible=True, consistent=True)
def walk(level: MazeLevel, state: MazeState) -> float:
    if level.objective != "all-food":
        return flood(level, level.food).get(state.cell, DEAD_END)
    return max((flood(level, (dot,)).get(state.cell, DEAD_END) for dot in remaining(level, state)), default=0)


@promising(
    "all food: the way to the nearest dot and a minimum spanning tree over the dots left",
    admissible=True,
    consistent=True,
)
def spanning_tree(level: MazeLevel, state: MazeState) -> float:
    """The way to the nearest dot left and the shortest tree that joins all dots left (Prim's algorithm)."""
    if level.objective != "all-food":
        return walk(level, state)
    dots = remaining(level, state)
    if not dots:
        return 0
    total = min(flood(level, (dot,)).get(state.cell, DEAD_END) for dot in dots)
    links = dict.fromkeys(dots[1:], DEAD_END)
    joined = dots[0]
    while links:
        for dot in links:
            links[dot] = min(links[dot], flood(level, (joined,)).get(dot, DEAD_END))
        joined = min(links, key=links.__getitem__)
        total += links.pop(joined)
    return total


HEURISTICS = heuristics(manhattan, walk, spanning_tree)
