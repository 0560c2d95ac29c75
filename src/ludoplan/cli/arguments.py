"""What the commands share: parsers with examples, the options of games and solvers, limits, levels, files."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from ..core.errors import Defect, LudoplanError, meant
from ..core.level import parse_level
from ..core.limits import Limits, checked
from ..core.options import Option
from ..core.task import Task

LEVEL_HELP = "a file, - for standard input, or a bundled level such as roll:01"
MOST_WARNINGS = 20


class Formatter(argparse.RawDescriptionHelpFormatter):
    """As argparse has it, which makes one for each argument and loads much only to know the width of the terminal."""

    def __init__(self, prog: str, indent_increment: int = 2, max_help_position: int = 24) -> None:
        super().__init__(prog, indent_increment, max_help_position, terminal_width() - 2)


def terminal_width() -> int:
    """The columns of the terminal, or 80."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return int(columns)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return 80


class Parser(argparse.ArgumentParser):
    """Usage errors become LudoplanError; examples come last in the help."""

    def __init__(self, command: str, summary: str, examples: Sequence[str] = ()) -> None:
        epilog = "examples:\n" + "\n".join(f"  ludoplan {example}" for example in examples) if examples else None
        super().__init__(
            prog=f"ludoplan {command}",
            description=summary,
            epilog=epilog,
            formatter_class=Formatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        raise LudoplanError(f"{message}\n{self.format_usage().strip()}\nhelp: {self.prog} --help")


def positive(text: str) -> float:
    value = float(text)
    if not 0 < value < 1e15:
        raise argparse.ArgumentTypeError(f"{text} is not a number above 0")
    return value


def count(text: str) -> int:
    """A whole number above 0 that a machine can count to."""
    value = int(text) if len(text) < 20 else 0
    if not 0 < value < 2**63:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number above 0")
    return value


def add_level(parser: Parser) -> None:
    parser.add_argument("level", metavar="LEVEL", help=LEVEL_HELP)
    add_game(parser)


def add_game(parser: Parser) -> None:
    parser.add_argument("--game", metavar="G", help="the game, where the file does not tell: a name, or FILE.py:GAME")


def add_objective(parser: Parser) -> None:
    parser.add_argument("--objective", metavar="O", help="what to minimise, where the game offers a choice")


def add_time_limit(parser: Parser) -> None:
    parser.add_argument("--time-limit", metavar="SEC", type=positive, help="stop after so many seconds in all")


def add_limits(parser: Parser) -> None:
    add_time_limit(parser)
    parser.add_argument("--memory-limit", metavar="MB", type=positive, help="stop at so much memory")
    parser.add_argument("--node-limit", metavar="N", type=count, help="stop after so many stored states")


def add_solving(parser: Parser) -> None:
    """What is to be said of every solve: limits, and where the plan and the certificate go."""
    add_limits(parser)
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="for methods that use chance")
    parser.add_argument("-o", "--output", metavar="PLAN", help="write the plan to this file")
    parser.add_argument(
        "--certificate", metavar="DIR", help="write why it is optimal or unsolvable there, for `ludoplan verify`"
    )


def limits_of(arguments: argparse.Namespace) -> Limits:
    """The limits that a command was given."""
    names = ("time_limit", "memory_limit", "node_limit")
    return checked(Limits(*(getattr(arguments, name, None) for name in names)))


def read_task(arguments: argparse.Namespace, rest: Sequence[str], parser: Parser) -> Task:
    """The level that a command was given, with its objective and options; raises LudoplanError or BadInput."""
    found = parse_level(arguments.level, arguments.game)
    warn(found.name, found.warnings)
    return found.task(arguments.objective, read_options(rest, found.game.level_options, parser))


def warn(source: str, warnings: Sequence[Defect]) -> None:
    """Tells on standard error what is odd about a text."""
    for warning in warnings[:MOST_WARNINGS]:
        is_placed = warning.line is not None or warning.where is not None
        print(f"{source}:{warning} (warning)" if is_placed else f"{source}: {warning}", file=sys.stderr)
    if len(warnings) > MOST_WARNINGS:
        print(f"{source}: and {len(warnings) - MOST_WARNINGS} more warnings", file=sys.stderr)


def read_options(words: Sequence[str], options: Iterable[Option], parser: Parser) -> dict[str, Any]:
    """The values of declared options among the words that are left; raises LudoplanError for anything else."""
    known = {f"--{option.name}": option for option in options}
    reader = argparse.ArgumentParser(
        formatter_class=Formatter, argument_default=argparse.SUPPRESS, add_help=False, allow_abbrev=False
    )
    reader.error = parser.error  # type: ignore[method-assign]
    for flag, option in known.items():
        bare = True if option.type is bool else option.bare  # the value of a flag that is written without one
        reader.add_argument(flag, dest=option.key, type=option.read, nargs=None if bare is None else "?", const=bare)
        if option.type is bool:
            reader.add_argument(f"--no-{option.name}", dest=option.key, action="store_false")
    values, left = reader.parse_known_args(words)
    if left:
        word = left[0].partition("=")[0]
        offered = ", ".join(sorted(known)) or "none"
        own = [name for action in parser._actions for name in action.option_strings]
        close = meant(word, (*own, *known), ", ")
        parser.error(f"unexpected {word!r}{close} (further options here: {offered})")
    return vars(values)


def describe(options: Iterable[Option]) -> list[str]:
    """Help lines for declared options."""
    lines = []
    for option in options:
        if option.type is bool:
            lines.append(f"  --{option.name}, --no-{option.name}\n        {option.help}")
            continue
        value = "|".join(map(str, option.choices)) or option.type.__name__.upper()
        default = "" if option.default is None else f" (default {option.default})"
        lines.append(f"  --{option.name} {value}\n        {option.help}{default}")
    return lines
