"""ludoplan check"""

from __future__ import annotations

from ..core.level import read_text
from ..core.plan import read_moves
from ..core.referee import replay
from .arguments import Parser, add_level, add_objective, parse_known, read_task

INVALID = 14


def run(words: list[str]) -> int:
    parser = Parser(
        "check",
        "Replays a plan by the game's rules: valid, or the step, the move and the reason.",
        ["check roll:01 plan.txt"],
    )
    add_level(parser)
    parser.add_argument("plan", metavar="PLAN", help="a file with one move a line, or -")
    add_objective(parser)
    arguments, rest = parse_known(parser, words)
    task = read_task(arguments, rest, parser)
    verdict = replay(task, read_moves(read_text(arguments.plan), task.game))
    print(verdict)
    return 0 if verdict.plan is not None else INVALID
