"""What can be run under limits, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..core.engine import Progress
from ..core.errors import LudoplanError
from ..core.limits import Budget, Limits
from ..core.result import Stats, Status

# How a run can end; besides `signal N` and `exit code N`.
FINISHED = "finished"  # the function has returned
REFUSED = "refused"  # it has raised a LudoplanError
EXCEPTION = "exception"  # it has raised something else
TIME_LIMIT = "time limit"
MEMORY_LIMIT = "memory limit"
CANCELLED = "cancelled"
RUBBISH = "rubbish"  # something else than an answer was written in its place
LOST = "lost"  # the process that watches was killed, or could not be started
STOPPED = {TIME_LIMIT: Status.TIMEOUT, MEMORY_LIMIT: Status.MEMORY, CANCELLED: Status.CANCELLED}

GRACE = 0.5  # seconds in which a function that stops itself may tell what it knows, before it is killed


@dataclass
class Context:
    """What a function is told of its run: limits with a clock that has started, and whom to tell of its progress.

    `progress` may be called often. A false answer means that the run is cancelled.
    """

    budget: Budget
    progress: Callable[[Progress], bool]


@dataclass(frozen=True)
class Job:
    """A function to be run under limits in a process of its own."""

    # Called with the arguments and a Context; `module:function` is looked up in the process that runs it.
    function: Callable[[Any, Context], Any] | str
    # Go to another process by pickle, unless it is forked from this one.
    arguments: Any = None
    limits: Limits = field(default_factory=Limits)
    # Modules that are loaded before the clock starts.
    imports: tuple[str, ...] = ()
    # It looks at the clock, at its memory and at what `progress` answers, and then tells what it knows; so it gets a
    # little more before it is killed. Other functions are killed at the limit.
    stops_itself: bool = False
    # It reads and prints where this process does, instead of what it prints being kept. For jobs forked from here.
    shares_streams: bool = False


@dataclass(frozen=True)
class Outcome:
    """How a run ended."""

    exit: str
    value: Any = None  # what the function returned
    error: LudoplanError | None = None  # what it refused with
    message: str = ""  # of its exception, or why a run is lost
    traceback: str = ""
    seconds: float | None = None  # from the first to the last moment, as seen from outside
    cpu_seconds: float | None = None  # of all processes together
    peak_mb: float = 0.0  # of all processes together
    output: str = ""  # the end of what was printed
    last: Progress | None = None
    found: Any = None  # the last thing that its progress has told as found

    def stats(self) -> Stats:
        """What is known of a run that has told no answer."""
        last = self.last or Progress(0)
        return Stats(
            seconds=None if self.seconds is None else round(self.seconds, 6),
            expanded=last.expanded or None,
            generated=last.generated or None,
            stored=last.stored or None,
            peak_mb=round(self.peak_mb, 1) or None,
        )
