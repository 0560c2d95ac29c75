"""Estimates for Lara, in Python; the C++ twin has the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache

from ...core.parts import DEAD_END, heuristics, promising
from ...core.steps import distances as steps_from
from .rules import LaraLevel, LaraState, Tile

MOST_LEVERS = 6  # whose pulls the estimate counts: all ways to set them are looked at


@promising("exact distance without traps, all tiles active", admissible=True, consistent=True)
def distance(level: LaraLevel, state: LaraState) -> float:
    return distances(level, frozenset()).get(state.agent, DEAD_END)


@promising("exact distance without traps, pulls of levers included", admissible=True, consistent=True)
def levers(level: LaraLevel, state: LaraState) -> float:
    """With many levers: over the tiles that are active now, or over all and a pull."""
    if len(level.levers) <= MOST_LEVERS:
        return ways(level).get((state.agent, state.off), DEAD_END)
    as_things_stand = distances(level, state.off).get(state.agent, DEAD_END)
    return min(as_things_stand, distance(level, state) + 1)


@lru_cache(maxsize=256)
def ways(level: LaraLevel) -> Mapping[tuple[int, frozenset[int]], float]:
    """Walks and pulls to a goal from each tile, whichever tiles are inactive; cracked tiles may hold or break."""
    at_start = frozenset(tile.id for tile in level.tiles if tile.kind == "MovingTile" and not tile.active)
    offs = {at_start}
    for lever in level.levers:
        offs |= {off.symmetric_difference(lever.tiles) for off in offs}
    walks = [(start, end, frozenset(chain[: at + 1])) for start, chain in steps(level) for at, end in enumerate(chain)]
    before: dict[tuple[int, frozenset[int]], list[tuple[int, frozenset[int]]]] = defaultdict(list)
    for off in offs:
        for start, end, passed in walks:
            if not passed & off:
                before[end, off].append((start, off))
        for tile, lever in level.lever_at.items():
            if tile not in off:
                before[tile, off].append((tile, off.symmetric_difference(lever.tiles)))
    goals = [(tile.id, off) for off in offs for tile in level.tiles if tile.is_goal and tile.id not in off]
    return steps_from(goals, lambda node: before[node])


@lru_cache(maxsize=256)
def distances(level: LaraLevel, off: frozenset[int]) -> Mapping[int, float]:
    """Walks to a goal from each tile, without traps and these tiles; cracked tiles may hold or break at will."""
    before: dict[int, list[int]] = {tile.id: [] for tile in level.tiles}
    for start, chain in steps(level):
        if chain[0] not in off:
            for end in chain:
                before[end].append(start)
    goals = (tile.id for tile in level.tiles if tile.is_goal)
    return steps_from(goals, lambda tile: () if tile in off else before[tile])


def steps(level: LaraLevel) -> Iterator[tuple[int, list[int]]]:
    """All steps from a tile onto another one: the tile, and where they may end."""
    for tile in level.tiles:
        yield from ((tile.id, ends(level, level.tile[target])) for target in tile.joins if target is not None)


def ends(level: LaraLevel, tile: Tile) -> list[int]:
    """Where a step on the tile may end: on it, or on a tile below it."""
    chain = [tile.id]
    while (below := level.tile[chain[-1]].drop) is not None:
        chain.append(below)
    return chain


HEURISTICS = heuristics(levers, distance)
