"""Small levels of Plotting, and the fewest shots from all their states by brute force."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from ludoplan.core.parts import DEAD_END
from ludoplan.games.plotting.rules import PlottingLevel, PlottingState, apply, initial, is_goal, moves


@st.composite
def small_levels(draw: st.DrawFn, most: int = 4, most_blocks: int = 16) -> PlottingLevel:
    """Every shape up to 4x4, with empty cells, coloured hands and blocked lines."""
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    block = st.integers(1, draw(st.integers(1, 4)))
    full = draw(st.booleans())
    stacks = [tuple(draw(st.lists(block, min_size=rows if full else 0, max_size=rows))) for _ in range(columns)]
    while sum(map(len, stacks)) > most_blocks:
        stacks = [stack[:-1] for stack in stacks]
    lines = st.one_of(st.just(True), st.just(True), st.booleans())
    return PlottingLevel(
        rows,
        tuple(stacks),
        tuple(row for row in range(rows) if draw(lines)),
        tuple(column for column in range(columns) if draw(lines)),
        draw(st.integers(0, min(3, rows * columns))),
        draw(st.integers(0, 4)),
    )


def distances(level: PlottingLevel) -> dict[PlottingState, int]:
    """The fewest shots from every state that can be reached, by plain recursion; DEAD_END where there is no way."""

    @cache
    def distance(state: PlottingState) -> int:
        found[state] = 0 if is_goal(level, state) else DEAD_END
        if found[state]:
            after = [distance(apply(level, state, shot)) for shot in moves(level, state)]
            found[state] = min([DEAD_END, *(1 + steps for steps in after)])
        return found[state]

    found: dict[PlottingState, int] = {}
    distance(initial(level))
    return found
