"""A command under limits that hold whatever it is busy with: reading, solving, replaying, drawing.

The command runs in a supervised process of its own. Nearly always it keeps the limits itself and tells what it knows;
the supervisor ends it where it does not, and then this process says so in its place.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable
from functools import partial

from ..core.limits import Budget, Limits
from ..core.result import STOPPED_WORDS, Stats, Status
from ..core.task import Task
from ..running.job import FINISHED, STOPPED, Context, Job
from .arguments import Parser, limits_of, read_task
from .progress import show_line
from .terminal import Held, written

Command = Callable[[Context], int]
Late = Callable[[Status, str, Stats], int]  # tells of a status, in which words, and after what


def under_limits(command: Command, limits: Limits, late: Late, begins_by: str = "reading") -> int:
    """The exit status of the command; `late` tells of one that had to be ended from outside."""
    if limits.seconds is None and limits.megabytes is None:
        return command(Context(Budget(limits), lambda progress: True))
    sys.stdout.flush()

    def in_process(_: None, context: Context) -> tuple[int, str]:
        # An answer that is half written cannot be taken back, so this process writes it.
        stream = sys.stdout
        held = sys.stdout = Held(stream)
        status = written(partial(command, context), is_held=True)
        if sys.stdout is not held:  # nobody reads it
            return status, ""
        sys.stdout = stream
        return status, held.getvalue()

    job = Job(in_process, None, limits, stops_itself=True, shares_streams=True)
    from ..running.supervised import run  # loaded where there is something to supervise

    outcome = run(job, here=True)
    if outcome.exit == FINISHED:
        status, text = outcome.value
        sys.stdout.write(text)
        return int(status)
    if outcome.error is not None:
        raise outcome.error
    stopped = STOPPED.get(outcome.exit)
    if stopped is None:
        raise RuntimeError(
            f"the command ended without an answer: {outcome.exit} {outcome.message}\n{outcome.traceback}"
        )
    show_line()
    # What a command begins by tells nothing of its progress; what solves does so soon.
    words = STOPPED_WORDS[stopped] + (f" while {begins_by}" if outcome.last is None else "")
    return late(stopped, words, outcome.stats())


def on_level(parser: Parser, words: list[str], command: Callable[[Task, Namespace, Context], int]) -> int:
    """The exit status of a command on the level that it is given, under the limits that it is given."""
    arguments, rest = parser.parse_known_args(words)

    def read_and_run(context: Context) -> int:
        return command(read_task(arguments, rest, parser), arguments, context)

    return under_limits(read_and_run, limits_of(arguments), late_word(arguments.json))


def late_word(is_json: bool) -> Late:
    """Tells that a limit came, for commands whose answers are not results."""

    def late(status: Status, words: str, stats: Stats) -> int:
        if is_json:
            print(json.dumps({"status": str(status), "message": words, "stats": stats.to_json()}))
        else:
            print(f"ludoplan: {words}", file=sys.stderr)
        return status.exit_status

    return late
