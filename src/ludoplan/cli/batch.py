"""`ludoplan solve` on many levels: a line each, in order, on several cores, however many there are.

Levels are read as they are needed, handed out in portions, and written as soon as all before them are, so that neither
the levels nor their results are ever all in memory. The first moments need no other process, and most batches end
there. A file of which the game's native code can read, solve and replay all boards at once goes there in stretches.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import signal
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from ..core import registry
from ..core.engine import Engine, Request
from ..core.errors import BadInput, Defect, LudoplanError
from ..core.level import bundled_levels, read_level_file, read_set
from ..core.limits import Budget
from ..core.options import complete
from ..core.parts import Stretch
from ..core.referee import without_task
from ..core.result import Answer, Result, Row, Status
from ..core.task import AnyGame, ParsedLevel
from ..running.solve import level_values, solve_task
from .arguments import Parser, read_options
from .progress import bar, own_line, show_line
from .terminal import paint_status

ALONE = 0.3  # seconds of work before other processes are started
PORTION = 0.1  # seconds of work that a process takes at a time
LARGEST_PORTION = 200
PORTIONS = 8  # that a process gets at least, where there are so many levels
EXAMINE = 0.2  # seconds between two looks at what was written


@dataclass(frozen=True)
class NativeLevels:
    """Levels that native code reads."""

    game: AnyGame
    stretch: Stretch


@dataclass(frozen=True)
class FoundLevel:
    """A level or many, and the share of all input that is done with it."""

    level: ParsedLevel | BadInput | NativeLevels
    share: float


@dataclass(frozen=True)
class BatchOrder:
    """How all levels are solved and written; goes to other processes."""

    solver: str
    objective: str | None
    seed: int
    budget: Budget
    form: str  # "json", "csv", "text", "quiet"
    game: str  # what a level that cannot be read is taken to be of
    options: dict[str, dict[str, Any]] = field(default_factory=dict)  # by game, once a level of it has come


@dataclass
class Written:
    """What became of a portion: the lines, what is wrong with levels that cannot be read, and how many ended how."""

    lines: str = ""
    complaints: list[str] = field(default_factory=list)
    counts: Counter[Status] = field(default_factory=Counter)


Portion = list[ParsedLevel | BadInput | NativeLevels]


def is_many(specs: list[str]) -> bool:
    """Whether these are more than one file or level, whatever is in them."""
    return len(specs) > 1 or (specs[0] != "-" and Path(specs[0]).is_dir())


def found_levels(specs: list[str], game: str | None, solver: str, is_plain: bool) -> Iterator[FoundLevel]:
    """The levels of files, folders and names, read one after the other; raises LudoplanError, and BadInput for the
    only level of the only file. Native code reads those that are solved in a plain way, without further options."""
    entries: list[tuple[str, str | None]] = []
    for spec in specs:
        if spec != "-" and Path(spec).is_dir():
            entries += [(str(entry.path.parent / entry.file), entry.objective) for entry in read_set(Path(spec), game)]
        else:
            entries.append((spec, None))
    for place, (spec, objective) in enumerate(entries):
        try:
            for level, share in levels_of(spec, game, solver, is_plain):
                if objective is not None and isinstance(level, ParsedLevel):
                    level = replace(level, objective=objective)
                yield FoundLevel(level, (place + share) / len(entries))
        except LudoplanError as error:
            if not is_many(specs):
                raise
            bad = error if isinstance(error, BadInput) else BadInput(spec, [Defect(None, None, str(error))])
            yield FoundLevel(bad, (place + 1) / len(entries))


def levels_of(
    spec: str, game: str | None, solver: str, is_plain: bool
) -> Iterator[tuple[ParsedLevel | BadInput | NativeLevels, float]]:
    """The levels of one file or name, and the share of it that is read."""
    bundled = bundled_levels(spec)
    if bundled:
        yield from ((level, (place + 1) / len(bundled)) for place, level in enumerate(bundled))
        return
    file = read_level_file(spec, game)
    batch = file.game.batch
    if batch is not None and file.number is None and solver in ("auto", batch.solver) and is_plain:
        done = 0
        for stretch in batch.cut(file.text, file.source):
            done += len(stretch.text)
            yield NativeLevels(file.game, stretch), done / len(file.text)
        if done:
            return
    lines = file.text.count("\n") + 1
    for level in file.levels():
        place = level.defects[0].line if isinstance(level, BadInput) else level.name.rpartition(":")[2]
        yield level, min(1.0, int(place) / lines) if place and str(place).isdigit() else 1.0


def solve_all(
    levels: Iterable[FoundLevel], arguments: argparse.Namespace, words: list[str], parser: Parser, budget: Budget
) -> int:
    """Prints a line for each level; returns the exit status: 2 if one is broken, else the largest of all."""
    if arguments.output:
        parser.error("-o takes the plan of one level, and these are several")
    named = registry.game(arguments.game).name if arguments.game else ""
    order = BatchOrder(arguments.solver, arguments.objective, arguments.seed, budget, form_of(arguments), named)
    began = time.monotonic()
    counts: Counter[Status] = Counter()
    broken, flushed = 0, 0.0
    if order.form == "csv":
        print(",".join(Row._fields))
    options = partial(options_of, order=order, words=words, parser=parser)
    with own_line():
        try:
            for written, share in in_parallel(order, levels, options, arguments.jobs or os.cpu_count() or 1):
                show_line()
                for complaint in written.complaints:
                    print(complaint, file=sys.stderr)
                sys.stdout.write(written.lines)
                counts += written.counts
                broken += len(written.complaints)
                if time.monotonic() - flushed > EXAMINE:
                    sys.stdout.flush()
                    flushed = time.monotonic()
                    spent = flushed - began
                    left = f", {spent / share - spent:.0f} s left" if share > 0.01 and spent > 1 else ""
                    show_line(f"{bar(share)}  {counts.total():,} levels{left}")
                if counts[Status.CANCELLED]:
                    break
        except KeyboardInterrupt:
            show_line()
            sys.stdout.flush()
            print(f"ludoplan: interrupted after {counts.total():,} levels", file=sys.stderr)
            return Status.CANCELLED.exit_status
    if order.form == "quiet":
        print(summary(counts, time.monotonic() - began))
    if broken:
        return LudoplanError.exit_status
    return max((status.exit_status for status in counts), default=0)


def form_of(arguments: argparse.Namespace) -> str:
    """How results are written."""
    return "json" if arguments.json else "csv" if arguments.csv else "quiet" if arguments.quiet else "text"


def summary(counts: Counter[Status], seconds: float) -> str:
    """How many levels ended how."""
    count = counts.total()
    words = ", ".join(f"{counts[status]:,} {status}" for status in Status if counts[status])
    return f"{count:,} level{'' if count == 1 else 's'}: {words} ({seconds:.2f} s)"


def table_of_one(result: Result, arguments: argparse.Namespace) -> str:
    """The one result of a command that was asked for a table or for little."""
    if arguments.quiet:
        return summary(Counter([result.status]), result.stats.seconds or 0)
    buffer = io.StringIO()
    writer("csv", buffer)(result)
    return ",".join(Row._fields) + "\n" + buffer.getvalue().rstrip("\n")


def options_of(level: ParsedLevel, order: BatchOrder, words: list[str], parser: Parser) -> dict[str, Any]:
    """The values of a game's and a solver's options; raises LudoplanError for others."""
    engine = registry.engine(order.solver, level.task(order.objective))
    return read_options(words, (*level.game.level_options, *engine.options), parser)


def in_parallel(
    order: BatchOrder, levels: Iterable[FoundLevel], options: Callable[[ParsedLevel], dict[str, Any]], jobs: int
) -> Iterator[tuple[Written, float]]:
    """What becomes of the levels, portion by portion and in order, and the share of all that is done with each."""

    def portion(levels: list[FoundLevel]) -> tuple[BatchOrder, Portion]:
        nonlocal order
        for each in levels:
            if isinstance(each.level, ParsedLevel) and each.level.game.name not in order.options:
                order.options[each.level.game.name] = options(each.level)
            if not isinstance(each.level, BadInput):
                order = replace(order, game=each.level.game.name)
        return order, [each.level for each in levels]

    began = time.monotonic()
    count, done = 0, 0.0
    source = iter(levels)
    for found in source:
        yield perform(*portion([found])), found.share
        count, done = count + 1, found.share
        if jobs > 1 and time.monotonic() - began > ALONE:
            break
    # Ctrl-C is for the first process; leaving the block ends the others.
    size = min(LARGEST_PORTION, int(count * PORTION / max(time.monotonic() - began, 1e-9)))
    # The levels that are left may be harder than the first ones: each process gets several portions of them.
    left = count / max(done, 1e-9) - count
    size = max(1, min(size, int(left / (PORTIONS * jobs))))
    portions = portioned(source, size)
    head = next(portions, None)
    if head is None:
        return
    from multiprocessing import Pool

    with Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        waiting: deque[tuple[Any, float]] = deque()
        for each in chain([head], portions):
            waiting.append((pool.apply_async(perform, portion(each)), each[-1].share))
            while len(waiting) > 2 * jobs:
                answer, share = waiting.popleft()
                yield answer.get(), share
        while waiting:
            answer, share = waiting.popleft()
            yield answer.get(), share


def portioned(levels: Iterator[FoundLevel], size: int) -> Iterator[list[FoundLevel]]:
    """So many levels at a time; those that native code reads are many already."""
    portion: list[FoundLevel] = []
    for level in levels:
        portion.append(level)
        if len(portion) >= size or isinstance(level.level, NativeLevels):
            yield portion
            portion = []
    if portion:
        yield portion


def perform(order: BatchOrder, levels: Portion) -> Written:
    """Solves and writes some levels."""
    written = Written()
    buffer = io.StringIO()
    write = writer(order.form, buffer)
    engines: dict[tuple[str, str], Engine] = {}
    counts = written.counts
    for level in levels:
        for each in natively(order, level) if isinstance(level, NativeLevels) else (level,):
            if isinstance(each, ParsedLevel):
                each = solved(order, each, engines)
            elif isinstance(each, BadInput):
                written.complaints.append(str(each))
                each = broken(each, order.game, order.solver)
            write(each)
            counts[each.status] += 1
        if counts[Status.CANCELLED]:
            break
    written.lines = buffer.getvalue()
    return written


def natively(order: BatchOrder, levels: NativeLevels) -> Iterable[Row | Result | ParsedLevel | BadInput]:
    """What native code makes of its levels; where it can make nothing of one, the level."""
    batch = levels.game.batch
    assert batch is not None
    made = batch.results if order.form == "json" else batch.rows
    return made(levels.stretch, Budget(order.budget.left()))


def solved(order: BatchOrder, level: ParsedLevel, engines: dict[tuple[str, str], Engine]) -> Result:
    """The result of one level; `engines` are those that were looked up already."""
    # The clock of each result is its own; the limit is that of the whole.
    budget = Budget(order.budget.left())
    given = dict(order.options.get(level.game.name, {}))
    of_level = level_values(level.game, given)
    task = level.task(order.objective, of_level)
    name = level.game.best_solver(task.level) if order.solver == "auto" else order.solver
    engine = engines.get((level.game.name, name))
    if engine is None:
        engine = engines[level.game.name, name] = registry.engine(name, task)
    return solve_task(task, engine, Request(budget, complete(engine.options, given), order.seed))


def broken(error: BadInput, game: str, solver: str) -> Result:
    """What stands in the place of a level that cannot be read."""
    line = error.defects[0].line
    name = error.source if line is None else f"{error.source}:{line}"
    return without_task(game, name, solver, Answer(Status.ERROR, message="; ".join(map(str, error.defects[:5]))))


def line_of(row: Row) -> str:
    """A result in one line for people."""
    cost = f", cost {row.cost}" if row.cost is not None else ""
    message = f", {row.message}" if row.message else ""
    return f"{row.level}: {paint_status(row.status)}{cost}{message}"


Writer = Callable[[Any], object]  # takes a result, or a row where that is enough


def row_of(result: Result | Row) -> Row:
    return result.row if isinstance(result, Result) else result


def writer(form: str, buffer: io.StringIO) -> Writer:
    """What writes results in this form."""
    if form == "json":
        encode = json.JSONEncoder(check_circular=False).encode
        return lambda result: buffer.write(encode(result.to_json()) + "\n")
    if form == "csv":
        import csv

        write = csv.writer(buffer, lineterminator="\n").writerow
        return lambda result: write(row_of(result))
    if form == "text":
        return lambda result: buffer.write(line_of(row_of(result)) + "\n")
    return lambda result: None
