"""ludoplan generate"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..analysis.difficulty import WORDS
from ..analysis.order import Order, design_of
from ..core import registry
from ..core.files import write_file
from ..core.level import parse_level
from ..core.limits import Limits
from ..core.options import complete
from ..core.result import Status
from ..core.task import AnyGame, ParsedLevel
from ..running.job import Context
from .arguments import (
    Parser,
    add_objective,
    add_time_limit,
    count,
    limits_of,
    read_options,
)
from .limited import late_word, under_limits
from .progress import progress_line, show_line

if TYPE_CHECKING:
    from ..analysis.production import Made

POOL = 3  # levels that are made for each one of a curve
NEAR = 0.8, 1.25  # times the cost of the level that others are to be like


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
            "generate --like roll:05 --best-of 10 --count 3 -o like-it --gallery like-it.html",
            "generate lara --curve 10 -o book --time-limit 120",
        ],
    )
    parser.add_argument("game", metavar="GAME", nargs="?", help="see: ludoplan games; not needed with --like")
    parser.add_argument("--like", metavar="LEVEL", help="of the size, the pieces and about the cost of this level")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="the same seed gives the same levels")
    parser.add_argument("--count", metavar="K", type=count, default=1, help="how many levels")
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
    parser.add_argument("--best-of", metavar="N", type=count, default=1, help="make N times as many, give out the best")
    parser.add_argument("--curve", metavar="K", type=count, help="K levels of evenly rising difficulty")
    parser.add_argument("--gallery", metavar="FILE", help="write an HTML page with pictures, numbers and solutions")
    add_time_limit(parser)
    parser.add_argument("--jobs", metavar="N", type=count, help="processes that search (default: all cores)")
    parser.add_argument("-o", "--output", metavar="DIR", help="write files into this folder")
    add_objective(parser)
    return parser


def run(words: list[str]) -> int:
    parser = make_parser()
    arguments, rest = parser.parse_known_args(words)
    if (arguments.game is None) == (arguments.like is None):
        parser.error("say either a game or --like LEVEL")
    model = None if arguments.like is None else parse_level(arguments.like)
    game = registry.game(arguments.game) if model is None else model.game
    design = design_of(game)
    own = any(option.name == "difficulty" for option in design.options)
    if own and arguments.difficulty is not None:  # the game grades by itself, and has its words
        rest += ["--difficulty", arguments.difficulty]
        arguments.difficulty = None
    given = read_options(rest, design.options, parser)
    if model is not None:
        given = {**options_like(model, arguments.like), **given}
        cost_like(model, arguments)
    order = order_of(game, arguments, complete(design.options, given), parser)
    return under_limits(
        partial(make_levels, arguments, game, order), limits_of(arguments), late_word(False), "drawing levels"
    )


def make_levels(arguments: argparse.Namespace, game: AnyGame, order: Order, context: Context) -> int:
    from ..analysis.production import OutOfReach, produce, usual_jobs

    output = Output(game, order, Path(arguments.output) if arguments.output else None, arguments.gallery)
    wanted = arguments.curve or arguments.count
    pool = wanted * (POOL if arguments.curve else arguments.best_of)
    jobs = arguments.jobs or (1 if order.is_plain else usual_jobs())
    made = []
    end: OutOfReach | None = None
    try:
        with progress_line(context, f"making levels of {game.name}") as progress:
            for each in produce(order, pool, jobs, context.budget, progress):
                made.append(each)
                if pool == wanted:
                    output.give_out(each)
    except OutOfReach as reason:
        end = reason
    if pool > wanted and made:
        output.choose(made, min(wanted, len(made)), by_difficulty=arguments.curve is not None)
    output.close()
    if end is None:
        return 0
    looked = f"{len(output.given)} of {wanted} levels, {end.evaluated:,} looked at"
    print(f"ludoplan: {end.words} ({looked})", file=sys.stderr)
    return (Status.TIMEOUT if end.is_timeout else Status.INCOMPLETE).exit_status


@dataclass
class Output:
    """Where levels go: standard output or a folder, and a page if one is wanted."""

    game: AnyGame
    order: Order
    folder: Path | None
    gallery: str | None
    given: list[tuple[str, Made]] = field(default_factory=list)

    def choose(self, made: list[Made], count: int, by_difficulty: bool) -> None:
        """Gives out the best of the levels by taste, or some of evenly rising difficulty."""
        from ..analysis.gallery import judged
        from ..analysis.taste import evenly

        levels = [judged(each, each.task) for each in made]
        if by_difficulty:
            chosen = [levels[number] for number in evenly([each.score for each in levels], count)]
        else:
            chosen = sorted(levels, key=lambda each: -each.taste.score)[:count]
        for number, each in enumerate(chosen, start=1):
            note = f"difficulty {each.score:g}" if by_difficulty else str(each.taste)
            self.give_out(replace(each.made, number=number), note)

    def give_out(self, made: Made, note: str = "") -> None:
        assert self.game.text is not None
        text = self.game.text.format(made.level)
        name = f"{self.game.name}-{self.order.seed}-{made.number}"
        self.given.append((name, made))
        show_line()
        if self.folder is None:
            if self.gallery is None:
                print(text, end="" if text.endswith("\n") else "\n")
            return
        path = self.folder / f"{name}{self.game.suffixes[0]}"
        write_file(path, text, makes_folder=True)
        print(f"{path}: {described(self.game, made)}" + (f", {note}" if note else ""))

    def close(self) -> None:
        """Writes the page."""
        if self.gallery is None:
            return
        from ..analysis.gallery import judged, page

        levels = [(name, judged(made, made.task)) for name, made in self.given]
        write_file(self.gallery, page(f"{self.game.title}: {len(levels)} levels", levels))
        print(f"gallery of {len(levels)} levels written to {self.gallery}")


def options_like(model: ParsedLevel, spec: str) -> dict[str, Any]:
    """Options for levels of the size of this one, with as many pieces."""
    design = design_of(model.game)
    known = {option.key for option in design.options}
    found = {**design.extent(model.level), **design.like(model.level)}
    if "from" in known:  # changes of the level itself
        found["from"] = spec
    return {key: value for key, value in found.items() if key in known}


def cost_like(model: ParsedLevel, arguments: argparse.Namespace) -> None:
    """Sets bounds of the cost around that of the level, where none were given; clues of a Sudoku are free."""
    if arguments.min_cost is not None or arguments.max_cost is not None or arguments.unsolvable:
        return
    from ..running.solve import solve

    cost = solve(model.task(arguments.objective), limits=Limits(seconds=30)).cost
    if cost is not None and model.game.marks is None:
        arguments.min_cost, arguments.max_cost = floor(cost * NEAR[0]), ceil(cost * NEAR[1])


def order_of(game: AnyGame, arguments: argparse.Namespace, options: dict[str, Any], parser: Parser) -> Order:
    """What the arguments ask for; raises LudoplanError."""
    if arguments.difficulty not in (None, "any", *WORDS):
        parser.error(f"--difficulty: {arguments.difficulty!r} is not one of {', '.join(WORDS)}")
    if arguments.decoys < 0:
        parser.error("--decoys must not be negative")
    wishes = (arguments.min_cost, arguments.max_cost, arguments.difficulty, arguments.unique_solution or None)
    if arguments.unsolvable and any(wish is not None for wish in wishes):
        parser.error("--unsolvable: such a level has neither cost nor difficulty nor solution")
    if arguments.min_cost is not None and arguments.max_cost is not None and arguments.min_cost > arguments.max_cost:
        parser.error("--min-cost is more than --max-cost")
    same = ("objective", "min_cost", "max_cost", "minimise", "unsolvable", "seed", "decoys")
    return Order(
        game.name,
        options,
        difficulty=None if arguments.difficulty == "any" else arguments.difficulty,
        unique=arguments.unique_solution,
        **{name: getattr(arguments, name) for name in same},
    )


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
