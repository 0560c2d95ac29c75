"""Limits on time, memory and nodes, over all phases of a job."""

from __future__ import annotations

import mmap
import sys
import time
from dataclasses import dataclass, field, replace

from .errors import LudoplanError
from .result import Status

if sys.platform != "win32":
    import resource

PAGE = mmap.PAGESIZE


@dataclass(frozen=True)
class Limits:
    """What a job may use; None is no limit. Megabytes are 10^6 bytes of the process's resident memory.

    >>> from ludoplan import Limits, load, solve
    >>> print(solve(load("maze:twenty-dots"), "bfs", limits=Limits(nodes=100)).status)
    incomplete
    """

    seconds: float | None = None
    megabytes: float | None = None
    nodes: int | None = None


class Stopped(Exception):  # noqa: N818 - names what happened, not a failure
    """A limit was reached, or the job was cancelled; `status` says which, `note` what is known all the same."""

    def __init__(self, status: Status, note: str = "") -> None:
        self.status = status
        self.note = note
        super().__init__(status, note)


@dataclass
class Budget:
    """Limits with a clock that has started.

    >>> from ludoplan import Budget, Limits, load, solve
    >>> budget = Budget(Limits(seconds=60))  # for several solves together
    >>> [solve(load(name), limits=budget).cost for name in ("roll:01", "roll:02")]
    [8, 12]
    """

    limits: Limits = field(default_factory=Limits)
    started: float = field(default_factory=time.monotonic)

    @property
    def deadline(self) -> float | None:
        """When the time will be up, by the monotonic clock."""
        return None if self.limits.seconds is None else self.started + self.limits.seconds

    def elapsed(self) -> float:
        """Seconds since the job began."""
        return time.monotonic() - self.started

    def seconds_left(self) -> float | None:
        """Seconds until the time limit, at least 0; None without a limit."""
        return None if self.limits.seconds is None else max(0.0, self.limits.seconds - self.elapsed())

    def is_out_of_time(self) -> bool:
        return self.seconds_left() == 0.0

    def left(self) -> Limits:
        """The limits for a job that begins now."""
        return replace(self.limits, seconds=self.seconds_left())

    def check(self) -> None:
        """Raises Stopped if the time is up or the memory used up; for Python code that runs for a while."""
        if self.is_out_of_time():
            raise Stopped(Status.TIMEOUT)
        if self.limits.megabytes is not None and resident_megabytes() > self.limits.megabytes:
            raise Stopped(Status.MEMORY)


def budget_of(limits: Limits | Budget | None) -> Budget:
    """The budget itself, or one that begins now."""
    return limits if isinstance(limits, Budget) else Budget(limits or Limits())


def checked(limits: Limits) -> Limits:
    """The limits themselves; raises LudoplanError for numbers that limit nothing."""
    for name, value in (("time", limits.seconds), ("memory", limits.megabytes), ("node", limits.nodes)):
        if value is not None and not 0 < value < 1e15:
            raise LudoplanError(f"the {name} limit must be a number above 0, not {value}")
    return limits


def resident_megabytes(pid: int | None = None) -> float:
    """The resident size of this process, or of another one: 0 where it has ended or the system does not tell."""
    try:
        with open(f"/proc/{pid or 'self'}/statm", "rb") as file:
            return int(file.read().split()[1]) * PAGE / 1e6
    except (OSError, IndexError):
        return peak_megabytes() if pid is None else 0.0


def peak_megabytes() -> float:
    """The largest resident size that this process has had."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:")) * 1024 / 1e6
    except (OSError, StopIteration):
        if sys.platform == "win32":
            return 0.0  # not known
        # Elsewhere; on Linux this would count the process that started this one.
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6
