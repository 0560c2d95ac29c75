"""ludoplan generate"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

from ..core import registry
from ..core.engine import Task
from ..core.errors import LudoplanError
from ..core.limits import Budget, Limits
from ..core.options import complete
from ..core.result import Result, Status
from ..core.solve import solve
from .arguments import Parser, add_objective, parse_known, positive, read_options

MOST_TRIES = 100_000


def run(words: list[str]) -> int:
    parser = Parser(
        "generate",
        "Makes new levels. Every level is solved exactly before it is given out.\n\n"
        "Each game has options of its own: ludoplan games G lists them.",
        [
            "generate roll --switches 2 --min-cost 30",
            "generate maze --rows 41 --columns 61 --seed 7 --count 5 -o mazes",
        ],
    )
    parser.add_argument("game", metavar="GAME", help="see: ludoplan games")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="the same seed gives the same levels")
    parser.add_argument("--count", metavar="K", type=int, default=1, help="how many levels")
    parser.add_argument("--min-cost", metavar="A", type=int, help="shortest solutions of at least this cost")
    parser.add_argument("--max-cost", metavar="B", type=int, help="shortest solutions of at most this cost")
    parser.add_argument("--unsolvable", action="store_true", help="levels that have no solution, proven")
    parser.add_argument("--time-limit", metavar="SEC", type=positive, help="stop after so many seconds in all")
    parser.add_argument("-o", "--output", metavar="DIR", help="write files into this folder")
    add_objective(parser)
    arguments, rest = parse_known(parser, words)
    game = registry.game(arguments.game)
    if not game.generator_options:
        raise LudoplanError(f"{game.name} has no generator")
    options = complete(game.generator_options, read_options(rest, game.generator_options, parser))
    if arguments.count < 1:
        parser.error("--count must be at least 1")
    folder = Path(arguments.output) if arguments.output else None
    budget = Budget(Limits(seconds=arguments.time_limit))

    def is_wanted(result: Result) -> bool:
        if arguments.unsolvable:
            return result.status is Status.UNSOLVABLE
        low, high = arguments.min_cost, arguments.max_cost
        if result.status is not Status.OPTIMAL or result.cost is None:
            return False
        return (low is None or result.cost >= low) and (high is None or result.cost <= high)

    for number in range(1, arguments.count + 1):
        rng = random.Random(f"{game.name} {arguments.seed} {number}")
        found = None
        for _ in range(MOST_TRIES):
            if budget.is_out_of_time():
                print(f"ludoplan: time limit reached after {number - 1} levels", file=sys.stderr)
                return Status.TIMEOUT.exit_status
            level = game.generate(rng, options)
            result = solve(Task(game, level, "generated"), limits=budget, objective=arguments.objective)
            if is_wanted(result):
                found = level, result
                break
        if found is None:
            print(f"ludoplan: no such level in {MOST_TRIES} tries; ask for less", file=sys.stderr)
            return Status.INCOMPLETE.exit_status
        give_out(game, *found, folder, f"{game.name}-{arguments.seed}-{number}")
    return 0


def give_out(game: registry.AnyGame, level: Any, result: Result, folder: Path | None, name: str) -> None:
    text = game.format(level)
    if folder is None:
        print(text, end="" if text.endswith("\n") else "\n")
        return
    path = folder / f"{name}{game.suffixes[0]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise LudoplanError(f"{path}: {error.strerror}") from None
    print(f"{path}: {f'cost {result.cost}' if result.cost is not None else result.status}")
