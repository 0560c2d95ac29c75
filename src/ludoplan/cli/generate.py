"""ludoplan generate"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..analysis.order import Order, design_of
from ..core import registry
from ..core.errors import LudoplanError
from ..core.options import complete
from ..core.result import STOPPED_WORDS, Status
from ..core.task import AnyGame
from ..running.job import Context
from .arguments import Parser, add_objective, add_time_limit, limits_of, parse_known, read_options
from .limited import late_word, under_limits
from .terminal import progress_line

if TYPE_CHECKING:
    from ..analysis.production import Made


def make_parser() -> Parser:
    parser = Parser(
        "generate",
        "Makes new levels to order, by search over small changes. Every level is solved exactly before it is given\n"
        "out; no two are the same puzzle, turned or renamed.\n\n"
        "Each game has options of its own, which are met exactly, and promises what its levels have beyond that:\n"
        "ludoplan games G lists both. A level that does not keep them is not given out.",
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
    parser.add_argument(
        "--decoys",
        metavar="K",
        type=int,
        default=0,
        help="so many pieces that a shortest solution does not need (default 0)",
    )
    parser.add_argument("--unsolvable", action="store_true", help="levels that have no solution, proven")
    add_time_limit(parser)
    parser.add_argument("--jobs", metavar="N", type=int, help="processes that search (default: all cores)")
    parser.add_argument("-o", "--output", metavar="DIR", help="write files into this folder")
    add_objective(parser)
    return parser


def run(words: list[str]) -> int:
    parser = make_parser()
    arguments, rest = parse_known(parser, words)
    game = registry.game(arguments.game)
    design = design_of(game)
    if arguments.count < 1:
        parser.error("--count must be at least 1")
    if arguments.jobs is not None and arguments.jobs < 1:
        parser.error("--jobs must be at least 1")
    own = any(option.name == "difficulty" for option in design.options)
    if own and arguments.difficulty is not None:  # the game grades by itself, and has its words
        rest += ["--difficulty", arguments.difficulty]
        arguments.difficulty = None
    options = complete(design.options, read_options(rest, design.options, parser))
    order = order_of(arguments, options, parser)
    return under_limits(partial(make_levels, arguments, game, order), limits_of(arguments), late_word(False))


def make_levels(arguments: argparse.Namespace, game: AnyGame, order: Order, context: Context) -> int:
    from ..analysis.production import OutOfReach, produce, usual_jobs

    folder = Path(arguments.output) if arguments.output else None
    found = 0
    jobs = arguments.jobs or (1 if order.is_plain else usual_jobs())
    try:
        with progress_line(context, f"making levels of {game.name}") as progress:
            for made in produce(order, arguments.count, jobs, context.budget, progress):
                found += 1
                give_out(game, made, folder, f"{game.name}-{arguments.seed}-{made.number}")
    except OutOfReach as end:
        reason = STOPPED_WORDS[Status.TIMEOUT] if end.is_timeout else "no such level found; ask for less"
        looked = f"{found} of {arguments.count} levels, {end.evaluated:,} looked at"
        print(f"ludoplan: {reason} ({looked})", file=sys.stderr)
        return (Status.TIMEOUT if end.is_timeout else Status.INCOMPLETE).exit_status
    return 0


def order_of(arguments: argparse.Namespace, options: dict[str, Any], parser: Parser) -> Order:
    """What the arguments ask for; raises LudoplanError."""
    from ..analysis.difficulty import WORDS

    if arguments.difficulty not in (None, "any", *WORDS):
        parser.error(f"--difficulty: {arguments.difficulty!r} is not one of {', '.join(WORDS)}")
    if arguments.decoys < 0:
        parser.error("--decoys must not be negative")
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
        arguments.decoys,
    )


def give_out(game: AnyGame, made: Made, folder: Path | None, name: str) -> None:
    assert game.text is not None
    text = game.text.format(made.level)
    if folder is None:
        print(text, end="" if text.endswith("\n") else "\n", flush=True)
        return
    path = folder / f"{name}{game.suffixes[0]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise LudoplanError(f"{path}: {error.strerror}") from None
    print(f"{path}: {described(game, made)}", flush=True)


def described(game: AnyGame, made: Made) -> str:
    """What a level is like, in a line: its cost, its pieces and the decoys among them."""
    result = made.result
    if result.cost is None:
        return str(result.status)
    parts = [f"cost {result.cost}" + (f" ({result.objective})" if len(game.objectives) > 1 else "")]
    if made.pieces:
        parts.append(f"{made.pieces} piece{'s'[: made.pieces != 1]}")
        parts[-1] += f", without use: {', '.join(made.decoys)}" if made.decoys else ""
    return ", ".join(parts)
