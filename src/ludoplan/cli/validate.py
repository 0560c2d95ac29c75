"""ludoplan validate"""

from __future__ import annotations

import json

from ..core.level import read_text
from ..core.referee import replay
from ..pddl.plans import read_plan
from .arguments import Parser
from .check import INVALID
from .plan import add_files, read_files


def run(words: list[str]) -> int:
    parser = Parser(
        "validate",
        "Replays a plan of a PDDL task: valid with its cost, or the step, the action and the failed condition.\n\n"
        "Plans are read as planners write them: with or without parentheses, step numbers, times, costs, comments.",
        ["validate domain.pddl problem.pddl plan.txt"],
    )
    add_files(parser)
    parser.add_argument("plan", metavar="PLAN", help="a plan file, or -")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args(words)
    verdict = replay(read_files(arguments), read_plan(read_text(arguments.plan)))
    print(json.dumps(verdict.to_json()) if arguments.json else verdict)
    return 0 if verdict.plan is not None else INVALID
