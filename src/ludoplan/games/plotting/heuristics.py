"""Estimates for Plotting, in Python; the C++ twin has the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ...core.parts import DEAD_END, heuristics, promising
from .rules import WILDCARD, PlottingLevel, PlottingState, apply, is_goal, moves

# Beyond these the C++ twin does not look, and says less.
MOST_SLACK = 32
MOST_BLOCKS = 96
MOST_SHOTS = 8  # of one colour; nine stands for nine or more


@promising("blocks over the goal", admissible=False, consistent=False)
def blocks(level: PlottingLevel, state: PlottingState) -> int:
    return max(0, state.blocks() - level.goal)


@promising(
    "blocks, better beside others of their colour; orders the states of a beam well", admissible=False, consistent=False
)
def neighbours(level: PlottingLevel, state: PlottingState) -> int:
    """Four for each block, less one for every two of a colour that a shot would meet one after the other."""
    if is_goal(level, state):
        return 0
    rows = [[stack[y] for stack in state.stacks if len(stack) > y] for y in range(level.rows)]
    return 4 * state.blocks() - sum(a == b for line in [*state.stacks, *rows] for a, b in pairwise(line))


@promising(
    "shots that the colours need at least, each for itself; sees colours that can no longer be removed",
    admissible=True,
    consistent=False,
)
def colours(level: PlottingLevel, state: PlottingState) -> float:
    """How many shots are left at least, counted colour by colour.

    A shot consumes blocks of the held colour only, and whatever it swaps stays in hand or grid. So hand and grid
    together keep at least one block of every colour, and all others must be consumed by shots of their own colour,
    but for a few that the goal lets stay (the slack), which the colours share as suits them best.
    Most shots are taken to remove whatever the colour's blocks allow as they are spread over the columns; the next one,
    what it can as things lie.
    """
    if is_goal(level, state):
        return 0
    if level.wildcards:  # a wildcard takes the place of a block, so that colours can vanish
        return 1 if moves(level, state) else DEAD_END
    slack = level.goal
    removable: dict[int, int] = {}
    for colour in sorted({block for stack in state.stacks for block in stack}):
        removable[colour] = sum(stack.count(colour) for stack in state.stacks)
        if state.hand not in (colour, WILDCARD):
            removable[colour] -= 1
            slack -= 1
    if slack < 0:
        return DEAD_END
    is_wild = state.hand == WILDCARD
    first = max((state.blocks() - apply(level, state, shot).blocks() for shot in moves(level, state)), default=0)
    if not is_wild and first == 0:
        return DEAD_END
    if state.blocks() > MOST_BLOCKS or slack > MOST_SLACK:
        return 1
    fewest = [0] * (slack + 1)  # shots of the colours so far, if they leave so many blocks more
    for colour, wanted in removable.items():
        counts = [stack.count(colour) for stack in state.stacks]
        row = longest_row(state.stacks[:-1], colour)
        removed = [most_removed(counts, row, shots) for shots in range(MOST_SHOTS + 1)]
        if colour == state.hand:
            # After the first shot the others remove no more than they could without it and what it puts down.
            later = [min(most, 1 + first + before) for before, most in pairwise(removed[1:])]
            removed = [0, min(removed[1], first), *later]
        shots = [
            max(sum(most < wanted - left for most in removed), int(colour == state.hand)) for left in range(slack + 1)
        ]
        fewest = [min(fewest[total - left] + shots[left] for left in range(total + 1)) for total in range(slack + 1)]
    return fewest[slack]


def longest_row(stacks: Sequence[Sequence[int]], colour: int) -> int:
    """How many blocks of a colour a shot along a row can ever meet: one of each column, none higher than those before.

    Of two blocks the left one can fall without the right one, but never the other way round as long as it is the lower
    one: a shot that takes a block below the right one comes through the left column first, and takes a block there,
    too, unless it flies over the left block. So a right block that lies higher than a left one stays higher.
    """
    levels: list[int] = []  # for a row of 1, 2, ... blocks: the highest level at which it can end
    for stack in stacks:
        for length in range(len(levels), -1, -1):
            highest = levels[length - 1] if length > 0 else len(stack) - 1
            level = max((y for y, block in enumerate(stack[: highest + 1]) if block == colour), default=-1)
            if level < 0:
                continue
            if length == len(levels):
                levels.append(level)
            else:
                levels[length] = max(levels[length], level)
    return len(levels)


def most_removed(counts: list[int], row: int, shots: int) -> int:
    """How many blocks of a colour, counted by columns, some shots of that colour can remove at most.

    Along a row: one of each column, but no more than `row`, and then those of the last column, where the block falls
    along the wall. Down a column: all that are in it. What one shot puts down in exchange another one may consume.
    """
    if shots == 0:
        return 0
    *others, last = counts
    others.sort(reverse=True)
    best = 0
    for along in range(shots + 1):
        down = shots - along
        best = max(best, sum(others[:down]) + min(sum(min(count, along) for count in others[down:]), along * row))
    return best + last + shots - 1


HEURISTICS = heuristics(colours, neighbours, blocks)
