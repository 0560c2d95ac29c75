"""ludoplan analyse"""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from ..core.errors import Unsupported
from ..core.files import write_file
from ..core.result import Status
from ..core.task import Task
from ..running.job import Context
from .arguments import Parser, add_level, add_limits, add_objective, count
from .limited import on_level
from .progress import progress_line
from .terminal import paint, paint_status

if TYPE_CHECKING:
    from ..analysis.analyse import Analysis, Step


def run(words: list[str]) -> int:
    parser = Parser(
        "analyse",
        "What a level is like to play: how many states, dead ends and shortest solutions it has, where it can be\n"
        "spoiled, and how hard it is. Exact where the state space fits into the limits (3 million states unless told\n"
        "otherwise), sampled where not. docs/designing.md says what each figure means.",
        ["analyse roll:05", "analyse boxup:third --svg map.svg", "analyse my-level.roll --json --time-limit 10"],
    )
    add_level(parser)
    add_objective(parser)
    add_limits(parser)
    parser.add_argument(
        "--threads", type=count, default=1, metavar="N", help="how many threads explore, as far as there are cores"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--svg", metavar="FILE", help="write a map of the state space to this file")
    return on_level(parser, words, analyse_level)


def analyse_level(task: Task, arguments: argparse.Namespace, context: Context) -> int:
    from ..analysis.analyse import analyse

    with progress_line(context, f"exploring {task.name}") as progress:
        found = analyse(task, context.budget, progress, arguments.svg is not None, arguments.threads)
    refusal: Unsupported | None = None
    if arguments.svg:
        from ..analysis.picture import picture

        try:
            write_file(arguments.svg, picture(found))
        except Unsupported as error:  # what was found out is told all the same
            refusal = error
    print(json.dumps(found.to_json()) if arguments.json else report(found, None if refusal else arguments.svg))
    if refusal is not None:
        raise refusal
    return 0 if found.status in (Status.OPTIMAL, Status.UNSOLVABLE) else found.status.exit_status


def report(found: Analysis, svg: str | None) -> str:
    """The figures for people."""
    from ..analysis.analyse import figures_of

    how = "exact" if found.exact else "sampled"
    moves = f", {found.length} moves" if found.length != found.cost else ""
    cost = "" if found.cost is None else f": cost {found.cost}{moves}"
    lines = [f"{paint_status(found.status)}{cost} ({how})"]
    if found.difficulty is not None:
        reason = f": {found.difficulty.reason}" if found.difficulty.reason else ""
        lines.append(f"difficulty {found.difficulty.score:g}, {paint(found.difficulty.word, '1')}{reason}")
    lines += [f"  {name:<20}{value}" for name, value in figures_of(found) if value is not None]
    choices = [step for step in found.steps if step.fatal or step.decoys]
    if choices:
        lines.append("  where players go wrong (step, right move: what else there is)")
        lines += ["    " + shown(step) for step in choices[:12]]
        if len(choices) > 12:
            lines.append(f"    ... and {len(choices) - 12} more (--json lists all)")
    if found.message:
        lines.append(found.message)
    if svg:
        lines.append(f"map written to {svg}")
    return "\n".join(lines)


def shown(step: Step) -> str:
    others = step.legal - step.right
    parts = [
        f"{step.fatal} fatal" if step.fatal else "",
        f"{others - step.fatal} longer" if others > step.fatal else "",
    ]
    decoy = ", one looks best" if step.decoys == 1 else f", {step.decoys} look best" if step.decoys else ""
    return f"{step.number:>3} {step.move}: {' and '.join(filter(None, parts))} of {step.legal}{decoy}"
