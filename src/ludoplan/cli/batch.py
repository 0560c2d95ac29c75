"""`ludoplan solve` on a file with many levels: one line each, in order, on several cores."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pool
from typing import Any

from ..core import registry
from ..core.errors import BadInput, LudoplanError
from ..core.level import find_game
from ..core.limits import Budget
from ..core.result import Result, Status
from ..core.task import ParsedLevel, Task
from ..running.solve import level_values, solve
from .arguments import Parser, read_options
from .terminal import paint_status

LARGEST_CHUNK = 50  # levels that a process takes at a time


@dataclass(frozen=True)
class BatchOrder:
    """How all levels of a file are solved."""

    solver: str
    seed: int
    options: dict[str, Any]
    budget: Budget


def solve_all(
    levels: Sequence[ParsedLevel | BadInput],
    arguments: argparse.Namespace,
    words: list[str],
    parser: Parser,
    budget: Budget,
) -> int:
    """Prints a line for each level; returns the exit status: 2 if one is broken, else the largest of all."""
    if arguments.output:
        parser.error("-o takes the plan of one level, and this file has several")
    if arguments.jobs is not None and arguments.jobs < 1:
        parser.error("--jobs must be at least 1")
    good = [level for level in levels if isinstance(level, ParsedLevel)]
    results: Iterator[Result] = iter(())
    if good:
        first = good[0].task(arguments.objective)
        engine = registry.engine(arguments.solver, first)
        options = read_options(words, (*first.game.level_options, *engine.options), parser)
        of_level = level_values(first.game, options)
        tasks = [level.task(arguments.objective, of_level) for level in good]
        order = BatchOrder(arguments.solver, arguments.seed, options, budget)
        results = in_parallel(order, tasks, arguments.jobs or os.cpu_count() or 1)
    game = good[0].game.name if good else find_game(arguments.level, arguments.game).name
    status = 0
    for level in levels:
        if isinstance(level, BadInput):
            print(level, file=sys.stderr)
            result = broken(level, game, arguments.solver)
            status = LudoplanError.exit_status
        else:
            result = next(results)
            if status != LudoplanError.exit_status:
                status = max(status, result.exit_status)
        print(json.dumps(result.to_json()) if arguments.json else line_of(result), flush=True)
        if result.status is Status.CANCELLED:
            return result.exit_status
    return status


def broken(error: BadInput, game: str, solver: str) -> Result:
    """What stands in the place of a level that cannot be read."""
    name = f"{error.source}:{error.defects[0].line}"
    message = "; ".join(map(str, error.defects[:5]))
    return Result(Status.ERROR, game, name, solver, message=message)


def in_parallel(order: BatchOrder, tasks: Sequence[Task], jobs: int) -> Iterator[Result]:
    """The results in order."""
    size = min(LARGEST_CHUNK, max(1, len(tasks) // (4 * jobs)))
    chunks = [tasks[first : first + size] for first in range(0, len(tasks), size)]
    if jobs == 1 or len(chunks) == 1:
        for chunk in chunks:
            yield from solve_chunk(order, chunk)
        return
    # Ctrl-C is for the first process; leaving the block ends the others.
    with Pool(min(jobs, len(chunks)), signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        for results in pool.imap(partial(solve_chunk, order), chunks):
            yield from results


def solve_chunk(order: BatchOrder, tasks: Sequence[Task]) -> list[Result]:
    """The results of some levels."""
    results = []
    for task in tasks:
        # The clock of each result is its own; the limit is that of the whole file.
        budget = Budget(order.budget.left())
        results.append(solve(task, order.solver, limits=budget, seed=order.seed, options=order.options))
        if results[-1].status is Status.CANCELLED:
            raise KeyboardInterrupt
    return results


def line_of(result: Result) -> str:
    cost = f", cost {result.cost}" if result.cost is not None else ""
    message = f", {result.message}" if result.message else ""
    return f"{result.level}: {paint_status(result.status)}{cost}{message}"
