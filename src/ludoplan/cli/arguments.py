"""What the commands share: parsers with examples, the options of games and solvers, limits, levels."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from ..core.errors import LudoplanError
from ..core.limits import Limits
from ..core.options import Option

LEVEL_HELP = "a file, - for standard input, or a bundled level such as roll:01"


class Parser(argparse.ArgumentParser):
    """Usage errors become LudoplanError; examples come last in the help."""

    def __init__(self, command: str, summary: str, examples: Sequence[str] = ()) -> None:
        epilog = "examples:\n" + "\n".join(f"  ludoplan {example}" for example in examples) if examples else None
        super().__init__(
            prog=f"ludoplan {command}",
            description=summary,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        raise LudoplanError(f"{message}\n{self.format_usage().strip()}\nhelp: {self.prog} --help")


def positive(text: str) -> float:
    value = float(text)
    if not value > 0:
        raise argparse.ArgumentTypeError(f"{text} is not more than 0")
    return value


def add_level(parser: Parser) -> None:
    parser.add_argument("level", metavar="LEVEL", help=LEVEL_HELP)
    parser.add_argument("--game", metavar="G", help="the game, where the file's suffix does not tell")


def add_objective(parser: Parser) -> None:
    parser.add_argument("--objective", metavar="O", help="what to minimise, where the game offers a choice")


def add_limits(parser: Parser) -> None:
    parser.add_argument("--time-limit", metavar="SEC", type=positive, help="stop after so many seconds in all")
    parser.add_argument("--memory-limit", metavar="MB", type=positive, help="stop at so much memory")
    parser.add_argument("--node-limit", metavar="N", type=int, help="stop after so many stored states")


def limits_of(arguments: argparse.Namespace) -> Limits:
    return Limits(arguments.time_limit, arguments.memory_limit, arguments.node_limit)


def parse_known(parser: Parser, words: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """The command's own arguments, and the words that may be options of a game or a solver."""
    return parser.parse_known_args(list(words))


def read_options(words: Sequence[str], options: Iterable[Option], parser: Parser) -> dict[str, Any]:
    """The values of declared options among the words that are left; raises LudoplanError for anything else."""
    known = {f"--{option.name}": option for option in options}
    values: dict[str, Any] = {}
    queue = list(words)
    while queue:
        word, equals, text = queue.pop(0).partition("=")
        option = known.get(word)
        if option is None:
            offered = ", ".join(sorted(known)) or "none"
            parser.error(f"unexpected {word!r} (further options here: {offered})")
        if not equals:
            if not queue:
                parser.error(f"{word} needs a value")
            text = queue.pop(0)
        values[option.key] = option.read(text)
    return values


def describe(options: Iterable[Option]) -> list[str]:
    """Help lines for declared options."""
    lines = []
    for option in options:
        value = "|".join(map(str, option.choices)) or option.type.__name__.upper()
        default = "" if option.default is None else f" (default {option.default})"
        lines.append(f"  --{option.name} {value}\n        {option.help}{default}")
    return lines
