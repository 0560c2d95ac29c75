"""Estimates for Roll, in Python; the C++ twin has the same."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from ...core.parts import DEAD_END, heuristics, promising
from .rules import SPLIT, STANDING, STEPS, Cell, RollLevel, RollState, beside, fall, initial, is_bridge, joined, shifted


@promising("Manhattan distance of the centre, in steps of 1.5 cells", admissible=True, consistent=True)
def manhattan(level: RollLevel, state: RollState) -> int:
    """A roll moves the centre by three halves of a cell at most. A split may carry the block anywhere."""
    if level.has_splits:
        return 0
    cells = state.cells() if len(state.cells()) == 2 else state.cells() * 2
    rows, columns = sum(cell[0] for cell in cells), sum(cell[1] for cell in cells)
    return (abs(rows - 2 * level.target[0]) + abs(columns - 2 * level.target[1]) + 2) // 3


@promising("exact distance on the map with all bridges on", admissible=True, consistent=True)
def distance(level: RollLevel, state: RollState) -> float:
    return distances(replace(level, name=None)).get((state.kind, state.cell, state.other), DEAD_END)


@lru_cache(maxsize=32)
def distances(level: RollLevel) -> Mapping[tuple[int, Cell, Cell | None], float]:
    """Exact distances to the goal on the map with all bridges on, backwards over blocks and pairs of cubes. A block
    that comes to stand on a switch that splits is split: only the start may stand there."""
    bridges = frozenset(letter for letter in level.letters if is_bridge(letter))
    splits = [
        (cell, joined(RollState(SPLIT, *split, bridges)))
        for cell, letter in level.floor()
        if letter.isupper() and (split := level.switch[letter].split)
    ]
    splitting = {cell for cell, _ in splits}
    found: dict[tuple[int, Cell, Cell | None], float] = {}
    queue: deque[RollState] = deque()

    def reach(state: RollState, cost: float) -> None:
        key = state.kind, state.cell, state.other
        if key in found or fall(level, state) is not None:
            return
        found[key] = cost
        queue.append(state)
        for cell, cubes in splits:
            if cubes == state or (state.other and cubes == RollState(SPLIT, state.other, state.cell, bridges)):
                reach(RollState(STANDING, cell, None, bridges), cost)

    reach(RollState(STANDING, level.target, None, bridges), 0)
    while queue:
        state = queue.popleft()
        cost = found[state.kind, state.cell, state.other] + 1
        if state.kind != SPLIT:
            for move in STEPS:
                before = shifted(state, move)
                if before.kind != STANDING or before.cell not in splitting:
                    reach(before, cost)
        if splits and state.kind != STANDING:
            for before in cubes_before(state):
                reach(before, cost)
    start = initial(level)
    if start.kind == STANDING and start.cell in splitting:
        steps = (shifted(start, move) for move in STEPS)
        found[STANDING, start.cell, None] = 1 + min(found.get((step.kind, step.cell, None), DEAD_END) for step in steps)
    return found


def cubes_before(state: RollState) -> list[RollState]:
    """Pairs of cubes one step earlier, whichever of the two moved and is active."""
    first, second = state.cells()
    pairs = [(near, other) for cube, other in ((first, second), (second, first)) for near in beside(cube)]
    both = [RollState(SPLIT, *order, state.bridges) for pair in pairs for order in (pair, pair[::-1])]
    return [before for before in both if before.cell != before.other and joined(before).kind == SPLIT]


HEURISTICS = heuristics(distance, manhattan)
