"""Plotting: shoot a held block along rows and down columns of coloured blocks until few are left.

A column is a stack, written from the floor upwards, so that gravity needs no code: what is taken out of a stack lets
the rest fall. A row that is `level` cells above the floor meets the blocks with that index.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ...core.steps import made

WILDCARD = 0

Stack = tuple[int, ...]


class Shot(NamedTuple):
    """Where to fire: along a row or down a column, counted from 0 at the top left."""

    direction: str  # "row" or "col"
    line: int

    def __str__(self) -> str:
        return f"{self.direction} {self.line + 1}"


@dataclass(frozen=True)
class PlottingLevel:
    """The grid at the start by columns, and which rows and columns may be fired at."""

    rows: int
    stacks: tuple[Stack, ...]
    open_rows: tuple[int, ...]
    open_columns: tuple[int, ...]
    goal: int = 0
    hand: int = WILDCARD
    wildcards: bool = False  # at a dead end the block in the hand becomes a wildcard, as in the arcade game

    @property
    def columns(self) -> int:
        return len(self.stacks)

    @cached_property
    def colours(self) -> tuple[int, ...]:
        """Those of the blocks and of the hand, in order."""
        return tuple(sorted({block for stack in self.stacks for block in stack} | ({self.hand} - {WILDCARD})))

    @cached_property
    def shots(self) -> tuple[Shot, ...]:
        """All places to fire at, rows first."""
        rows = (Shot("row", row) for row in self.open_rows)
        return (*rows, *(Shot("col", column) for column in self.open_columns))


class PlottingState(NamedTuple):
    hand: int
    stacks: tuple[Stack, ...]

    def blocks(self) -> int:
        return sum(map(len, self.stacks))


def initial(level: PlottingLevel) -> PlottingState:
    return refreshed(level, PlottingState(level.hand, level.stacks))


def is_goal(level: PlottingLevel, state: PlottingState) -> bool:
    return state.blocks() <= level.goal


def moves(level: PlottingLevel, state: PlottingState) -> list[Shot]:
    return [shot for shot in level.shots if isinstance(shot_at(level, state, shot), PlottingState)]


def apply(level: PlottingLevel, state: PlottingState, shot: Shot) -> PlottingState:
    return made(outcome(level, state, shot))


def outcome(level: PlottingLevel, state: PlottingState, shot: Shot) -> PlottingState | str:
    """The state after the shot and what follows from it, or why it is illegal."""
    after = shot_at(level, state, shot)
    return refreshed(level, after) if isinstance(after, PlottingState) else after


def refreshed(level: PlottingLevel, state: PlottingState) -> PlottingState:
    """The state with a wildcard in the hand, if the level gives one at dead ends and this is one."""
    if not level.wildcards or state.hand == WILDCARD or is_goal(level, state) or moves(level, state):
        return state
    return state._replace(hand=WILDCARD)


def shot_at(level: PlottingLevel, state: PlottingState, shot: Shot) -> PlottingState | str:
    """The state after the shot alone, or why it is illegal."""
    if shot.line not in (level.open_rows if shot.direction == "row" else level.open_columns):
        return f"{shot} may not be fired at"
    if shot.direction == "row":
        after = fired_along(state, level.rows - 1 - shot.line)
    else:
        after = fired_down(state, shot.line, level.rows - 1)
    return after if after.blocks() < state.blocks() else f"{shot} removes no block"


def fired_down(state: PlottingState, column: int, height: int) -> PlottingState:
    """The state after the held block fell down a column from this height; what lies above falls after it."""
    hand, stacks = state
    stack = stacks[column]
    above = stack[height + 1 :]
    below = list(stack[: height + 1])
    while below and hand in (below[-1], WILDCARD):
        hand = below.pop()
    if below:
        hand, below[-1] = below[-1], hand
    return PlottingState(hand, (*stacks[:column], (*below, *above), *stacks[column + 1 :]))


def fired_along(state: PlottingState, height: int) -> PlottingState:
    """The state after the held block flew along a row and, if nothing stopped it, down the last column."""
    hand, stacks = state.hand, list(state.stacks)
    last = len(stacks) - 1
    for column, stack in enumerate(stacks[:last]):
        if height >= len(stack):
            continue
        met = stack[height]
        if hand not in (met, WILDCARD):
            stacks[column] = (*stack[:height], hand, *stack[height + 1 :])
            return PlottingState(met, tuple(stacks))
        hand = met
        stacks[column] = stack[:height] + stack[height + 1 :]
    return fired_down(PlottingState(hand, tuple(stacks)), last, height)
