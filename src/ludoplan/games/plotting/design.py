"""Small changes of a level, and its other form."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from ...core.grids import edits_of_lines
from ...core.options import Values
from ...core.parts import Edit, designed
from .generate import OPTIONS, generate
from .rules import WILDCARD, PlottingLevel, Stack
from .text import COLOURS, MOST_LINES


def edits(level: PlottingLevel) -> Iterator[Edit[PlottingLevel]]:
    """Blocks; what may be fired at; the goal, the hand; rows and columns."""
    fresh = [colour for colour in COLOURS if colour not in level.colours][:1]
    palette = sorted((*level.colours, *fresh))
    for row in range(level.rows):
        height = level.rows - 1 - row
        for column, stack in enumerate(level.stacks):
            if height > len(stack):
                continue
            for colour in palette:
                if height == len(stack) or stack[height] != colour:
                    after = (*stack[:height], colour, *stack[height + 1 :])
                    yield Edit(f"colour {colour}", row, column, partial(with_stack, level, column, after))
            if height < len(stack):
                after = stack[:height] + stack[height + 1 :]
                yield Edit("empty", row, column, partial(with_stack, level, column, after), removes=True)
    for row in range(level.rows):
        kind = "close row" if row in level.open_rows else "open row"
        yield Edit(kind, row, None, partial(replace, level, open_rows=toggled(level.open_rows, row)))
    for column in range(level.columns):
        kind = "close column" if column in level.open_columns else "open column"
        yield Edit(kind, None, column, partial(replace, level, open_columns=toggled(level.open_columns, column)))
    for goal in (level.goal - 1, level.goal + 1):
        if 0 <= goal <= level.rows * level.columns:
            yield Edit(f"goal {goal}", None, None, partial(replace, level, goal=goal))
    for hand in (WILDCARD, *palette):
        if hand != level.hand:
            yield Edit(f"hand {hand or 'wildcard'}", None, None, partial(replace, level, hand=hand))
    size = level.rows, level.columns
    yield from edits_of_lines(size, partial(resized, level), partial(can_be_resized, level))


def with_stack(level: PlottingLevel, column: int, stack: Stack) -> PlottingLevel:
    return replace(level, stacks=(*level.stacks[:column], stack, *level.stacks[column + 1 :]))


def toggled(lines: tuple[int, ...], line: int) -> tuple[int, ...]:
    return tuple(sorted(set(lines) ^ {line}))


def can_be_resized(level: PlottingLevel, axis: int, line: int, by: int) -> bool:
    """A row more goes on top."""
    lines = level.rows if axis == 0 else level.columns
    return lines > 1 if by < 0 else lines < MOST_LINES and (axis == 1 or line == 0)


def resized(level: PlottingLevel, axis: int, line: int, by: int) -> PlottingLevel:
    """A row or a column more, which may be fired at, or less; the goal stays possible."""
    ways = [level.open_rows, level.open_columns]
    kept = {at + by * (at >= line) for at in ways[axis] if by > 0 or at != line}
    ways[axis] = tuple(sorted(kept | ({line} if by > 0 else set())))
    rows, stacks = level.rows, level.stacks
    if axis == 0:
        rows, height = rows + by, rows - 1 - line
        stacks = tuple(stack[:height] + stack[height + 1 :] for stack in stacks) if by < 0 else stacks
    else:
        stacks = (*stacks[:line], *([()] if by > 0 else []), *stacks[line + (by < 0) :])
    goal = min(level.goal, rows * len(stacks))
    return replace(level, rows=rows, stacks=stacks, open_rows=ways[0], open_columns=ways[1], goal=goal)


def symmetries(level: PlottingLevel) -> Iterator[PlottingLevel]:
    """Only names can change: colours are numbered in the order in which they are met."""
    met = dict.fromkeys(block for stack in level.stacks for block in stack)
    # A colour that only the hand has comes last.
    number = {
        colour: place for place, colour in enumerate(dict.fromkeys((*met, level.hand or None)), start=1) if colour
    }
    stacks = tuple(tuple(number[block] for block in stack) for stack in level.stacks)
    yield replace(level, stacks=stacks, hand=number.get(level.hand, WILDCARD))


def extent(level: PlottingLevel) -> dict[str, int]:
    return {"rows": level.rows, "columns": level.columns, "colours": len(level.colours)}


def blank(level: PlottingLevel, rows: int, columns: int) -> PlottingLevel:
    """Full of blocks of one colour: those of others are painted over them, wherever they lie."""
    stacks = ((COLOURS[0],) * rows,) * columns
    return PlottingLevel(rows, stacks, tuple(range(rows)), tuple(range(columns)), goal=min(rows, columns))


# -- what generated levels promise, and how they are varied


def broken(level: PlottingLevel, options: Values, most: bool) -> Iterator[str]:
    if any(len(stack) < level.rows for stack in level.stacks):
        yield "the grid is not full"
    if level.hand != WILDCARD:
        yield "the hand is not free"
    if level.goal != options["goal"]:
        yield f"a goal of {level.goal}"
    for lines, name in ((level.open_rows, "rows"), (level.open_columns, "columns")):
        if options[name] - len(lines) != options[f"blocked_{name}"]:
            yield f"{options[name] - len(lines)} blocked {name}"


def varied(rng: random.Random, level: PlottingLevel, options: Values) -> PlottingLevel:
    """A block of another colour, or two blocks swapped."""
    (column, height), (other, there) = ((rng.randrange(level.columns), rng.randrange(level.rows)) for _ in range(2))
    mine, its = level.stacks[column][height], level.stacks[other][there]
    if rng.random() < 0.5:
        its = rng.randint(1, options["colours"])
        return with_stack(level, column, (*level.stacks[column][:height], its, *level.stacks[column][height + 1 :]))
    stacks = [list(stack) for stack in level.stacks]
    stacks[column][height], stacks[other][there] = its, mine
    return replace(level, stacks=tuple(map(tuple, stacks)))


def like(level: PlottingLevel) -> dict[str, int]:
    blocked = level.rows - len(level.open_rows), level.columns - len(level.open_columns)
    return {"goal": level.goal, "blocked_rows": blocked[0], "blocked_columns": blocked[1]}


WORDS = "a full grid with the colours, the goal and the blocked lines that were asked for; the hand may take any colour"


def ladder(step: int) -> dict[str, Any]:
    """Options of ever larger levels."""
    rows, columns = 2 + step // 5, 3 + (step + 2) // 5
    return {"rows": rows, "columns": columns, "colours": 2 + step % 2, "goal": 2 + step // 7}


DESIGN = designed(__name__, WORDS, generate=generate, options=OPTIONS)
