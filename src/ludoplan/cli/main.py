"""The command line: finds the command, runs it, and turns what happens into an exit status."""

from __future__ import annotations

import gc
import os
import sys

from .. import __version__
from .terminal import commands_help, written

TYPE_CHECKING = False  # as in `typing`, which is slow to import
if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "solve": "find a shortest solution of a level and prove it",
    "check": "replay a plan by the rules",
    "show": "a picture of a level, or of every step of a plan",
    "play": "play a level in the terminal",
    "generate": "make new levels",
    "analyse": "how hard a level is, its dead ends and traps",
    "repair": "the smallest edit that makes a level solvable, or harder",
    "levels": "check a folder of levels and what is recorded of them",
    "models": "find finite models of a first-order theory",
    "perft": "count the distinct states at each depth",
    "plan": "solve a planning task in PDDL",
    "validate": "replay a plan of a PDDL task",
    "verify": "check a certificate of optimal or unsolvable",
    "pddl": "write a level as a planning task",
    "export": "write a set of planning problems from small to large",
    "bench": "compare solvers on many levels",
    "games": "what games there are",
    "solvers": "what solvers there are",
    "new-game": "start a game of your own",
    "check-game": "test a game of your own",
    "serve": "the web page: look, play, solve, compare",
    "demo": "a short tour",
}

WELCOME = f"""ludoplan {__version__}: shortest solutions of puzzle games, with proofs.

Try one of these:
  ludoplan demo                     a short tour
  ludoplan games                    the games and their bundled levels
  ludoplan solve roll:01            solve a bundled level
  ludoplan play roll:01             play it yourself
  ludoplan solve my-level.roll      solve your own
  ludoplan serve                    all of it in a browser

Commands: {", ".join(COMMANDS)}
Help: ludoplan --help, ludoplan COMMAND --help"""

EXIT_STATUS = """\
exit status: 0 solved or valid, 10 unsolvable, 11 time limit, 12 memory limit, 13 incomplete, 14 invalid plan,
  2 bad input or usage, 3 unsupported or not installed, 1 internal error, 130 interrupted

"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns the exit status."""
    if arguments is None:
        # A process of its own makes much that lasts and little garbage: modules, levels, results that are written.
        gc.set_threshold(50_000, 20, 20)
    words = list(sys.argv[1:] if arguments is None else arguments)
    mend_streams()
    try:
        return written(lambda: dispatch(words))
    except KeyboardInterrupt:
        complain("ludoplan: interrupted")
        return 130
    except Exception as error:
        from ..core.errors import BadInput, LudoplanError

        if not isinstance(error, LudoplanError):
            raise
        complain(str(error) if isinstance(error, BadInput) else f"ludoplan: {error}")
        return error.exit_status


def complain(text: str) -> None:
    """Says it on standard error; the exit status does not depend on whether anybody reads that."""
    try:
        print(text, file=sys.stderr)
    except OSError:
        sys.stderr = None  # nothing of it is tried again at the exit


def mend_streams() -> None:
    """Makes sure that there are streams, even if they were closed, and that every character can be written."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - until the process ends
        elif mode == "w" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def dispatch(words: list[str]) -> int:
    if not words:
        print(WELCOME)
        return 0
    command, rest = words[0], words[1:]
    if command in ("-h", "--help", "help"):
        about = "A workbench for puzzle games: shortest solutions, with proofs."
        print(commands_help("ludoplan", about, COMMANDS, EXIT_STATUS))
        return 0
    if command in ("-V", "--version"):
        print(f"ludoplan {__version__}")
        return 0
    if command not in COMMANDS:
        from ..core.errors import LudoplanError

        raise LudoplanError(f"there is no command {command!r}{meant_command(command)} (ludoplan --help lists all)")
    from importlib import import_module

    module = import_module(f"{__package__}.{command.replace('-', '_')}")
    status: int = module.run(rest)
    return status


def meant_command(word: str) -> str:
    """What somebody may have meant by a word that is no command: one like it, a game, or to solve what it names."""
    from ..core.errors import meant
    from ..core.level import what_was_meant
    from ..core.registry import game_names

    if word in game_names():
        return f"; did you mean games {word}?"
    if os.path.isfile(word):
        return f"; did you mean solve {word}?"
    return meant(word, COMMANDS) or what_was_meant(word).replace("did you mean ", "did you mean solve ")


if __name__ == "__main__":
    sys.exit(main())
