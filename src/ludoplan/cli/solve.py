"""ludoplan solve"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from functools import partial
from itertools import chain, islice
from typing import Any

from ..core import registry
from ..core.engine import Engine, Request
from ..core.errors import LudoplanError
from ..core.files import write_file
from ..core.level import bundled_levels
from ..core.options import complete
from ..core.plan import Plan
from ..core.referee import with_word, without_task
from ..core.result import Answer, Result, Stats, Status
from ..core.task import ParsedLevel, Task
from ..running.job import Context
from ..running.solve import level_values, solve_task
from .arguments import (
    LEVEL_HELP,
    Parser,
    add_game,
    add_objective,
    add_solving,
    count,
    limits_of,
    read_options,
    warn,
)
from .limited import under_limits
from .progress import progress_line
from .terminal import paint_status


def make_parser() -> Parser:
    parser = Parser(
        "solve",
        "Finds a shortest solution and proves that it is the shortest.\n\nThe solver and the game may have options of "
        "their own; `ludoplan solvers` and `ludoplan games G` list them.",
        [
            "solve roll:05",
            "solve maze:loops --solver astar --tie-break fifo",
            "solve my-level.roll --json --time-limit 10",
            "solve maze:fifteen-dots --objective all-food -o plan.txt",
            "solve my-levels --csv",
        ],
    )
    parser.add_argument("level", metavar="LEVEL", nargs="+", help=f"{LEVEL_HELP}; or a folder, or several of these")
    add_game(parser)
    parser.add_argument(
        "--solver", metavar="S", default="auto", help="see: ludoplan solvers (default: the game's best)"
    )
    add_objective(parser)
    add_solving(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object (a line for each level)")
    form.add_argument("--csv", action="store_true", help="print a table: level, status, cost, seconds, message")
    form.add_argument("--quiet", action="store_true", help="print only how many levels ended how")
    parser.add_argument("--jobs", metavar="N", type=count, help="processes for many levels (default: all cores)")
    return parser


def run(words: list[str]) -> int:
    parser = make_parser()
    arguments, rest = parser.parse_known_args(words)
    late = partial(tell_late, arguments, arguments.game or "", " ".join(arguments.level))
    return under_limits(partial(solve_level, parser, arguments, rest), limits_of(arguments), late)


def solve_level(parser: Parser, arguments: argparse.Namespace, rest: list[str], context: Context) -> int:
    specs = arguments.level
    bundled = bundled_levels(specs[0]) if len(specs) == 1 else []
    if len(bundled) == 1:
        return solve_one(bundled[0], parser, arguments, rest, context)
    from .batch import found_levels, is_many, solve_all

    is_plain = not rest and arguments.objective is None
    levels = found_levels(specs, arguments.game, arguments.solver, is_plain)
    head = list(islice(levels, 2))
    only = head[0].level
    if len(head) == 1 and isinstance(only, ParsedLevel) and not is_many(specs):
        return solve_one(only, parser, arguments, rest, context)
    if arguments.certificate is not None:
        raise LudoplanError(f"--certificate is for one level; say {specs[0]}#1 or the like")
    return solve_all(chain(head, levels), arguments, rest, parser, context.budget)


def solve_one(
    found: ParsedLevel, parser: Parser, arguments: argparse.Namespace, rest: list[str], context: Context
) -> int:
    warn(found.name, found.warnings)
    # The best solver may depend on the objective, and the options on the solver.
    task = found.task(arguments.objective)
    engine = registry.engine(arguments.solver, task)
    values = read_options(rest, (*task.game.level_options, *engine.options), parser)
    if engine.is_worth_threads:
        values.setdefault("threads", os.cpu_count() or 1)
    if of_level := level_values(task.game, values):
        task = found.task(arguments.objective, of_level)
    result = solved(task, engine, values, arguments, context, "moves")
    if arguments.csv or arguments.quiet:
        from .batch import table_of_one

        print(table_of_one(result, arguments))
        return result.exit_status
    return tell(result, arguments)


def solved(
    task: Task,
    engine: Engine,
    values: dict[str, Any],
    arguments: argparse.Namespace,
    context: Context,
    form: str,
    improved: Callable[[Answer], None] | None = None,
) -> Result:
    """The result; its plan is written to the file that was asked for, in this form unless the file's suffix says
    another one, and so is a certificate, if there is a proof. Raises LudoplanError, before the work if it can."""
    if arguments.certificate is not None:
        from ..certificates.make import certify, make_folder

        make_folder(arguments.certificate)
    with progress_line(context, f"{engine.name} on {task.name}") as progress:
        options = complete(engine.options, values)
        request = Request(context.budget, options, arguments.seed, (), progress, improved=improved)
        result = solve_task(task, engine, request)
    keep(arguments.output, result.plan, form)
    if arguments.certificate is None or result.proof is None:
        return result
    return with_word(result, certify(task, result, arguments.certificate, context.budget, values.get("variant")))


def keep(output: str | None, plan: Plan | None, form: str) -> None:
    """Writes a plan to the file that was asked for, if there are both."""
    if output and plan is not None:
        write_file(output, registry.exporter("plan", output, form).write(plan))


def tell(result: Result, arguments: argparse.Namespace) -> int:
    """Prints the result; returns the exit status."""
    print(json.dumps(result.to_json()) if arguments.json else report(result, arguments.output))
    return result.exit_status


def tell_late(arguments: argparse.Namespace, game: str, level: str, status: Status, words: str, stats: Stats) -> int:
    """Tells of a solve that had to be ended from outside."""
    return tell(without_task(game, level, arguments.solver, Answer(status, message=words, stats=stats)), arguments)


def report(result: Result, output: str | None) -> str:
    """The answer for people."""
    lines = []
    if result.plan is not None:
        length = len(result.plan.moves)
        cost = f"cost {result.plan.cost}" + (f", {length} moves" if length != result.plan.cost else "")
        lines.append(f"{paint_status(result.status)}: {cost} ({result.solver})")
        if result.status is Status.SOLVED and result.lower_bound is not None:
            lines.append(f"at least {result.lower_bound} is needed")
        lines.append(f"plan written to {output}" if output else "  " + " ".join(shown(result.plan.moves)))
    else:
        bound = f", a solution costs at least {result.lower_bound}" if result.lower_bound is not None else ""
        lines.append(f"{paint_status(result.status)}{bound} ({result.solver})")
    if result.message:
        lines.append(result.message)
    if result.status is Status.UNSUPPORTED and result.game:
        lines.append(f"what works: ludoplan solvers --game {result.game}")
    stats = result.stats
    figures = [] if stats.search_seconds is None else [f"{stats.search_seconds:.3f} s of search"]
    figures += [] if stats.seconds is None else [f"{stats.seconds:.3f} s{' in all' if figures else ''}"]
    for name in ("expanded", "generated", "stored"):
        value = getattr(stats, name)
        if value is not None:
            figures.append(f"{value:,} {name}")
    figures += [f"{value:,} {name.replace('_', ' ')}" for name, value in stats.extra.items()]
    figures += [] if stats.peak_mb is None else [f"{stats.peak_mb:.0f} MB"]
    lines.append(", ".join(figures))
    return "\n".join(lines)


def shown(moves: tuple[str, ...], most: int = 300) -> list[str]:
    """The moves with commas where they are of several words; long plans are cut."""
    comma = "," if any(" " in move for move in moves) else ""
    texts = [f"{move}{comma}" for move in moves[:-1]] + list(moves[-1:])
    return texts if len(texts) <= most else [*texts[:most], f"... and {len(texts) - most} more (-o PLAN writes all)"]
