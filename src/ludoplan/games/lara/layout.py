"""Where tiles are drawn: coordinates given in the level, or derived by walking the joins; levels lie side by side."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import lru_cache

from .rules import LaraLevel

Place = tuple[int, int, int]  # x to the right, y up, z is the level
STEPS = ((-1, 0), (1, 0), (0, 1), (0, -1))  # left, right, up, down


@dataclass(frozen=True)
class Layout:
    """Row and column of each tile; `titles` are the columns where levels begin, and what they are called."""

    rows: int
    columns: int
    cells: dict[int, tuple[int, int]]
    titles: tuple[tuple[int, str], ...]


@lru_cache(maxsize=16)
def layout(level: LaraLevel) -> Layout:
    places = derived_places(level)
    top = max(y for _, y, _ in places.values())
    cells: dict[int, tuple[int, int]] = {}
    titles = []
    column = 0
    for z in sorted({z for _, _, z in places.values()}, reverse=True):
        xs = [place[0] for place in places.values() if place[2] == z]
        titles.append((column, f"level {z}"))
        for tile, (x, y, at) in places.items():
            if at == z:
                cells[tile] = (top - y, column + x - min(xs))
        column += max(xs) - min(xs) + 2
    rows = top - min(y for _, y, _ in places.values()) + 1
    return Layout(rows, column - 1, cells, tuple(titles) if len(titles) > 1 else ())


def derived_places(level: LaraLevel) -> dict[int, Place]:
    """A place of its own for every tile."""
    found: dict[int, Place] = {tile.id: tile.place for tile in level.tiles if tile.place is not None}
    taken = set(found.values())

    def put(tile: int, place: Place) -> None:
        # Joins may contradict each other; then the later tile goes to the next level where there is room.
        x, y, z = place
        while (x, y, z) in taken:
            z += 1
        found[tile] = (x, y, z)
        taken.add((x, y, z))
        queue.append(tile)

    queue = deque(found)
    for start in (level.start, *(tile.id for tile in level.tiles)):
        if start not in found:
            right = max((x for x, _, _ in taken), default=-2) + 2
            put(start, (right, 0, 0))
        while queue:
            here = queue.popleft()
            x, y, z = found[here]
            tile = level.tile[here]
            for target, (across, up) in zip(tile.joins, STEPS, strict=True):
                if target is not None and target not in found:
                    put(target, (x + across, y + up, z))
            if tile.drop is not None and tile.drop not in found:
                put(tile.drop, (x, y, z - 1))
    return found
