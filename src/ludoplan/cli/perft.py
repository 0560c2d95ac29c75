"""ludoplan perft"""

from __future__ import annotations

import argparse
import json

from ..core.result import Status
from ..core.task import Task
from ..running.job import Context
from .arguments import Parser, add_level, add_limits, add_objective
from .limited import on_level


def run(words: list[str]) -> int:
    parser = Parser(
        "perft",
        "Counts the distinct states whose shortest distance from the start is 0, 1, ...: a fingerprint of the rules.",
        ["perft roll:01 --depth 10", "perft maze:loops --depth 50 --rules python --json"],
    )
    add_level(parser)
    parser.add_argument("--depth", metavar="D", type=depth, required=True, help="the last depth to count")
    parser.add_argument("--rules", choices=("native", "python"), default="native", help="whose rules to ask")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_objective(parser)
    add_limits(parser)
    return on_level(parser, words, count_states)


def count_states(task: Task, arguments: argparse.Namespace, context: Context) -> int:
    from ..search.kernel import layers

    counts, status = layers(task, arguments.depth, context.budget, arguments.rules)
    is_whole = status is Status.SOLVED
    if arguments.json:
        fields = {"game": task.game.name, "level": task.name, "rules": arguments.rules, "complete": is_whole}
        figures = {"counts": counts, "total": sum(counts), "seconds": round(context.budget.elapsed(), 6)}
        print(json.dumps({**fields, **figures}))
    else:
        for depth, count in enumerate(counts):
            print(f"{depth:5d} {count:12,d}")
        print(f"total {sum(counts):12,d}" + ("" if is_whole else f"  ({status}: the last row is not complete)"))
    return 0 if is_whole else status.exit_status


def depth(text: str) -> int:
    """A depth; no state space is deeper than the largest."""
    if int(text) < 0:
        raise argparse.ArgumentTypeError("it must not be negative")
    return min(int(text), 2**31 - 1)
