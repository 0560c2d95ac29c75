"""Estimates for Lara, in Python; the C++ twin has the same."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ...core.parts import DEAD_END, heuristics, promising
from ...core.steps import distances as steps_from
from .rules import LaraLevel, LaraState, Tile


@promising("exact distance without traps, all tiles active", admissible=True, consistent=True)
def distance(level: LaraLevel, state: LaraState) -> float:
    return distances(level, frozenset()).get(state.agent, DEAD_END)


@promising(
    "exact distance without traps over the tiles that are active now, or over all and a pull of a lever",
    admissible=True,
    consistent=True,
)
def levers(level: LaraLevel, state: LaraState) -> float:
    """A way that needs a tile which is inactive now needs a pull of a lever too."""
    as_things_stand = distances(level, state.off).get(state.agent, DEAD_END)
    return min(as_things_stand, distance(level, state) + 1)


@lru_cache(maxsize=256)
def distances(level: LaraLevel, off: frozenset[int]) -> Mapping[int, float]:
    """Walks to a goal from each tile, without traps and these tiles; cracked tiles may hold or break at will."""
    before: dict[int, list[int]] = {tile.id: [] for tile in level.tiles}
    for tile in level.tiles:
        for target in tile.joins:
            if target is not None and target not in off:
                for end in ends(level, level.tile[target]):
                    before[end].append(tile.id)
    goals = (tile.id for tile in level.tiles if tile.is_goal)
    return steps_from(goals, lambda tile: () if tile in off else before[tile])


def ends(level: LaraLevel, tile: Tile) -> list[int]:
    """Where a step on the tile may end: on it, or on a tile below it."""
    chain = [tile.id]
    while (below := level.tile[chain[-1]].drop) is not None:
        chain.append(below)
    return chain


HEURISTICS = heuristics(levers, distance)
