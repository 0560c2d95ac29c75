"""Seeded levels: grids full of random colours."""

from __future__ import annotations

import random
from dataclasses import replace

from ...core import registry
from ...core.engine import Request
from ...core.errors import LudoplanError
from ...core.options import Option, Values
from ...core.result import Status
from ...core.task import Task
from .rules import PlottingLevel

OPTIONS = (
    Option("rows", int, 5, "height of the grid", minimum=1, maximum=100),
    Option("columns", int, 5, "width of the grid", minimum=1, maximum=100),
    Option("colours", int, 3, "number of colours, at most 9", choices=tuple(range(1, 10))),
    Option("goal", int, 3, "how many blocks may be left", minimum=0),
    Option("blocked-rows", int, 0, "so many rows, drawn at random, may not be fired at", minimum=0),
    Option("blocked-columns", int, 0, "so many columns, drawn at random, may not be fired at", minimum=0),
    Option(
        "solvable",
        str,
        "any",
        "no: levels that have no solution, proven, as by --unsolvable",
        choices=("any", "yes", "no"),
    ),
)
MOST_TRIES = 1000
MOST_WALLED = 10_000  # tries more, which are quick, where there is to be no solution


def generate(rng: random.Random, options: Values) -> PlottingLevel:
    """A level with every colour in it where there is room; raises LudoplanError if none was found as wanted."""
    for line in ("rows", "columns"):
        if options[f"blocked_{line}"] > options[line]:
            raise LudoplanError(f"--blocked-{line}: there are only {options[line]} {line}")
    if options["goal"] > options["rows"] * options["columns"]:
        raise LudoplanError(f"--goal: there are only {options['rows'] * options['columns']} blocks")
    wants_none = options["solvable"] == "no"
    tries = MOST_TRIES + MOST_WALLED * wants_none
    for number in range(tries):
        level = drawn(rng, options)
        if wants_none and (number >= MOST_TRIES or rng.random() < 0.5):
            level = walled(rng, level)
        if options["solvable"] == "any" or is_solvable(level) != wants_none:
            return level
    advice = "more colours or a lower goal" if wants_none else "fewer colours or a higher goal"
    raise LudoplanError(f"--solvable {options['solvable']}: no such level among {tries} tries; try {advice}")


def drawn(rng: random.Random, options: Values) -> PlottingLevel:
    rows, columns = options["rows"], options["columns"]
    palette = range(1, options["colours"] + 1)
    while True:
        stacks = tuple(tuple(rng.choice(palette) for _ in range(rows)) for _ in range(columns))
        if len({block for stack in stacks for block in stack}) == min(len(palette), rows * columns):
            break
    blocked_rows = rng.sample(range(rows), options["blocked_rows"])
    blocked_columns = rng.sample(range(columns), options["blocked_columns"])
    return PlottingLevel(
        rows,
        stacks,
        tuple(row for row in range(rows) if row not in blocked_rows),
        tuple(column for column in range(columns) if column not in blocked_columns),
        options["goal"],
    )


def walled(rng: random.Random, level: PlottingLevel) -> PlottingLevel:
    """The level with one colour wherever a shot can strike first, and others behind it: few of these can be solved."""
    inner = sorted({block for stack in level.stacks for block in stack})
    if len(inner) < 2:
        return level
    outer = inner.pop(rng.randrange(len(inner)))
    stacks = tuple(
        tuple(
            outer if column == 0 or height == level.rows - 1 else block if block != outer else rng.choice(inner)
            for height, block in enumerate(stack)
        )
        for column, stack in enumerate(level.stacks)
    )
    return replace(level, stacks=stacks)


def is_solvable(level: PlottingLevel) -> bool:
    """Whether a beam search finds a solution or, where it does not, an exact one."""
    from . import GAME

    task = Task(GAME, level, "generated level")
    for name in ("beam", "bfhs"):
        answer = registry.engine(name, task).solve(task, Request(options={"width": 1000}))
        if answer.moves is not None or answer.status is Status.UNSOLVABLE:
            return answer.moves is not None
    return False
