"""ludoplan plan"""

from __future__ import annotations

import argparse
import sys
from functools import partial

from ..core import registry
from ..core.referee import judge
from ..core.result import Answer
from ..core.task import Task
from ..pddl.task import GAME, load_pddl
from ..running.job import Context
from .arguments import Parser, add_solving, limits_of, read_options, warn
from .limited import under_limits
from .progress import show_line
from .solve import keep, solved, tell, tell_late


def make_parser() -> Parser:
    parser = Parser(
        "plan",
        "Solves a planning task in PDDL 2.1 (without durations): by the native planner, an external one, or a search.",
        [
            "plan domain.pddl problem.pddl",
            "plan domain.pddl problem.pddl --solver planner:astar-lmcut --time-limit 60 -o plan.txt",
            "plan domain.pddl problem.pddl --solver planner:first",
            "plan domain.pddl problem.pddl --solver fast-downward --json",
        ],
    )
    add_files(parser)
    parser.add_argument("--solver", metavar="S", default="auto", help="see: ludoplan solvers (default: planner)")
    add_solving(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def add_files(parser: Parser) -> None:
    parser.add_argument("domain", metavar="DOMAIN", help="a PDDL domain file, or -")
    parser.add_argument("problem", metavar="PROBLEM", help="a PDDL problem file, or -")


def read_files(arguments: argparse.Namespace) -> Task:
    """The task in the files that a command was given; raises LudoplanError or BadInput."""
    task = load_pddl(arguments.domain, arguments.problem)
    warn(arguments.domain, task.level.domain.warnings)
    warn(arguments.problem, task.level.problem.warnings)
    return task


def run(words: list[str]) -> int:
    parser = make_parser()
    arguments, rest = parser.parse_known_args(words)
    late = partial(tell_late, arguments, GAME.name, arguments.problem)
    return under_limits(partial(solve_problem, parser, arguments, rest), limits_of(arguments), late)


def solve_problem(parser: Parser, arguments: argparse.Namespace, rest: list[str], context: Context) -> int:
    task = read_files(arguments)
    engine = registry.engine(arguments.solver, task)
    values = read_options(rest, engine.options, parser)

    def better(answer: Answer) -> None:
        """Tells of a plan on the way to the best, and keeps it in the file in place of the one before."""
        plan = judge(task, engine.name, answer).plan
        if plan is not None:
            show_line()
            print(f"cost {plan.cost} after {context.budget.elapsed():.2f} s", file=sys.stderr, flush=True)
            keep(arguments.output, plan, "actions")

    improved = better if engine.tells_plans else None
    return tell(solved(task, engine, values, arguments, context, "actions", improved), arguments)
