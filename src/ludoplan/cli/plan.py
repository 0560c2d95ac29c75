"""ludoplan plan"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ..core import registry
from ..core.errors import LudoplanError
from ..core.limits import Budget, peak_megabytes
from ..core.result import Result, Stats, Status
from ..core.solve import OutOfTime, solve
from ..pddl import GAME, PddlTask
from ..pddl.plans import write_plan
from ..pddl.task import load_pddl
from .arguments import Parser, add_limits, limits_of, parse_known, read_options
from .solve import report
from .terminal import progress_line

MOST_WARNINGS = 20


def make_parser() -> Parser:
    parser = Parser(
        "plan",
        "Solves a planning task in PDDL 2.1 (without durations): by the native planner, one of others, or a search.",
        [
            "plan domain.pddl problem.pddl",
            "plan domain.pddl problem.pddl --solver planner:astar-lmcut --time-limit 60 -o plan.txt",
            "plan domain.pddl problem.pddl --solver fast-downward --json",
        ],
    )
    add_files(parser)
    parser.add_argument("--solver", metavar="S", default="auto", help="see: ludoplan solvers (default: planner)")
    add_limits(parser)
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="for methods that use chance")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("-o", "--output", metavar="PLAN", help="write the plan to this file")
    return parser


def add_files(parser: Parser) -> None:
    parser.add_argument("domain", metavar="DOMAIN", help="a PDDL domain file, or -")
    parser.add_argument("problem", metavar="PROBLEM", help="a PDDL problem file, or -")


def warn(level: PddlTask, domain: str, problem: str) -> None:
    """Tells what is odd about the files on standard error."""
    for source, warnings in ((domain, level.domain.warnings), (problem, level.problem.warnings)):
        for warning in warnings[:MOST_WARNINGS]:
            print(f"{source}:{warning} (warning)", file=sys.stderr)
        if len(warnings) > MOST_WARNINGS:
            print(f"{source}: and {len(warnings) - MOST_WARNINGS} more warnings", file=sys.stderr)


def run(words: list[str]) -> int:
    parser = make_parser()
    arguments, rest = parse_known(parser, words)
    budget = Budget(limits_of(arguments))
    try:
        task = load_pddl(arguments.domain, arguments.problem, budget)
    except OutOfTime:
        stats = Stats(seconds=round(budget.elapsed(), 6), peak_mb=round(peak_megabytes(), 1))
        message = "time limit reached while reading"
        late = Result(Status.TIMEOUT, GAME.name, arguments.problem, arguments.solver, stats=stats, message=message)
        return tell(late, arguments)
    warn(task.level, arguments.domain, arguments.problem)
    engine = registry.engine(arguments.solver, task)
    options = read_options(rest, engine.options, parser)
    with progress_line(f"{engine.name} on {task.name}") as progress:
        result = solve(task, engine.name, limits=budget, seed=arguments.seed, progress=progress, options=options)
    if arguments.output and result.plan is not None:
        try:
            Path(arguments.output).write_text(write_plan(result.plan.moves, result.plan.cost), encoding="utf-8")
        except OSError as error:
            raise LudoplanError(f"{arguments.output}: {error.strerror}") from None
    return tell(result, arguments)


def tell(result: Result, arguments: argparse.Namespace) -> int:
    """Prints the result; returns the exit status."""
    print(json.dumps(result.to_json()) if arguments.json else report(result, arguments.output))
    return result.exit_status
