"""ludoplan generate"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ..core import registry
from ..core.errors import LudoplanError
from ..core.limits import Budget, Limits
from ..core.options import complete
from ..core.result import Result, Status
from .arguments import Parser, add_objective, parse_known, positive, read_options
from .terminal import progress_line


def make_parser() -> Parser:
    parser = Parser(
        "generate",
        "Makes new levels to order, by search over small changes. Every level is solved exactly before it is given\n"
        "out; no two are the same puzzle, turned or renamed.\n\n"
        "Each game has options of its own: ludoplan games G lists them. What they count (rows, boxes, ...) is kept to.",
        [
            "generate roll --switches 2 --min-cost 30",
            "generate boxup --min-cost 20 --max-cost 30 --difficulty hard --unique-solution --count 10 --time-limit 60",
            "generate maze --rows 41 --columns 61 --seed 7 --count 5 -o mazes",
        ],
    )
    parser.add_argument("game", metavar="GAME", help="see: ludoplan games")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="the same seed gives the same levels")
    parser.add_argument("--count", metavar="K", type=int, default=1, help="how many levels")
    parser.add_argument("--min-cost", metavar="A", type=int, help="shortest solutions of at least this cost")
    parser.add_argument("--max-cost", metavar="B", type=int, help="shortest solutions of at most this cost")
    parser.add_argument("--difficulty", metavar="D", help="easy, medium, hard or extreme; see: ludoplan analyse")
    parser.add_argument("--unique-solution", action="store_true", help="with a single shortest solution")
    parser.add_argument("--minimise", action="store_true", help="take away all that the level can do without")
    parser.add_argument("--unsolvable", action="store_true", help="levels that have no solution, proven")
    parser.add_argument("--time-limit", metavar="SEC", type=positive, help="stop after so many seconds in all")
    parser.add_argument("--jobs", metavar="N", type=int, help="processes that search (default: all cores)")
    parser.add_argument("-o", "--output", metavar="DIR", help="write files into this folder")
    add_objective(parser)
    return parser


def run(words: list[str]) -> int:
    parser = make_parser()
    arguments, rest = parse_known(parser, words)
    game = registry.game(arguments.game)
    if not game.generator_options:
        raise LudoplanError(f"{game.name} has no generator")
    if arguments.count < 1:
        parser.error("--count must be at least 1")
    if arguments.jobs is not None and arguments.jobs < 1:
        parser.error("--jobs must be at least 1")
    own = any(option.name == "difficulty" for option in game.generator_options)
    if own and arguments.difficulty is not None:  # the game grades by itself, and has its words
        rest += ["--difficulty", arguments.difficulty]
        arguments.difficulty = None
    options = complete(game.generator_options, read_options(rest, game.generator_options, parser))
    budget = Budget(Limits(seconds=arguments.time_limit))
    folder = Path(arguments.output) if arguments.output else None

    from ..analysis.production import OutOfReach, produce, usual_jobs

    found = 0
    order = order_of(arguments, options, parser)
    jobs = arguments.jobs or (1 if order.is_plain else usual_jobs())
    try:
        with progress_line(f"making levels of {game.name}") as progress:
            for made in produce(order, arguments.count, jobs, budget, progress):
                found += 1
                give_out(game, made.level, made.result, folder, f"{game.name}-{arguments.seed}-{made.number}")
    except OutOfReach as end:
        reason = "time limit reached" if end.is_timeout else "no such level found; ask for less"
        looked = f"{found} of {arguments.count} levels, {end.evaluated:,} looked at"
        print(f"ludoplan: {reason} ({looked})", file=sys.stderr)
        return (Status.TIMEOUT if end.is_timeout else Status.INCOMPLETE).exit_status
    return 0


def order_of(arguments: argparse.Namespace, options: dict[str, Any], parser: Parser) -> Any:
    """What the arguments ask for; raises LudoplanError."""
    from ..analysis.difficulty import WORDS
    from ..analysis.order import Order

    if arguments.difficulty not in (None, "any", *WORDS):
        parser.error(f"--difficulty: {arguments.difficulty!r} is not one of {', '.join(WORDS)}")
    wishes = (arguments.min_cost, arguments.max_cost, arguments.difficulty, arguments.unique_solution or None)
    if arguments.unsolvable and any(wish is not None for wish in wishes):
        parser.error("--unsolvable: such a level has neither cost nor difficulty nor solution")
    if arguments.min_cost is not None and arguments.max_cost is not None and arguments.min_cost > arguments.max_cost:
        parser.error("--min-cost is more than --max-cost")
    return Order(
        arguments.game,
        options,
        arguments.objective,
        arguments.min_cost,
        arguments.max_cost,
        None if arguments.difficulty == "any" else arguments.difficulty,
        arguments.unique_solution,
        arguments.minimise,
        arguments.unsolvable,
        arguments.seed,
    )


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
