"""Standard output: colours on a terminal alone, pipes that end, disks that are full. Every command loads this."""

from __future__ import annotations

import io
import os
import sys

TYPE_CHECKING = False  # as in `typing`, which is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TextIO

    from ..core.result import Status

GOOD = ("optimal", "solved")


def has_colour() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def paint(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if has_colour() else text


def paint_status(status: Status) -> str:
    return paint(str(status), "1;32" if status in GOOD else "1;33" if status == "unsolvable" else "1;31")


def commands_help(program: str, about: str, commands: Mapping[str, str], more: str = "") -> str:
    """The help of a program that has commands."""
    width = max(map(len, commands))
    lines = "".join(f"  {name:<{width}}  {summary}\n" for name, summary in commands.items())
    usage = f"usage: {program} COMMAND ...\n\n{about}\n\ncommands:\n{lines}\n{more}"
    return f"{usage}{program} COMMAND --help says more, with examples."


class Held(io.StringIO):
    """Standard output of a command that may be ended from outside: what it does not flush goes out at its end."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream

    def isatty(self) -> bool:
        return self._stream.isatty()

    def flush(self) -> None:
        self._stream.write(self.getvalue())
        self._stream.flush()
        self.seek(0)
        self.truncate()


def written(command: Callable[[], int], is_held: bool = False) -> int:
    """The exit status of a command, once all that it has printed is written; raises LudoplanError if it cannot be."""
    try:
        status = command()
        if not is_held:
            sys.stdout.flush()
        return status
    except BrokenPipeError:
        # The reader of a pipe went away: nothing more to say, and nothing to complain about at exit.
        sys.stdout = None
        return 0
    except OSError as error:
        # Of standard output, on a full disk: files are looked after where they are written.
        from ..core.errors import LudoplanError

        sys.stdout = None
        complaint = LudoplanError(f"cannot write: {error.strerror or error}")
        complaint.exit_status = 1
        raise complaint from None
