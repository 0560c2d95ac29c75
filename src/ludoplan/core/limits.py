"""Limits on time, memory and nodes, over all phases of a job."""

from __future__ import annotations

import resource
import sys
import time
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Limits:
    """What a job may use; None is no limit. Megabytes are 10^6 bytes of the process's resident memory."""

    seconds: float | None = None
    megabytes: float | None = None
    nodes: int | None = None


@dataclass
class Budget:
    """Limits with a clock that has started."""

    limits: Limits = field(default_factory=Limits)
    started: float = field(default_factory=time.monotonic)

    def elapsed(self) -> float:
        """Seconds since the job began."""
        return time.monotonic() - self.started

    def seconds_left(self) -> float | None:
        """Seconds until the time limit, at least 0; None without a limit."""
        return None if self.limits.seconds is None else max(0.0, self.limits.seconds - self.elapsed())

    def is_out_of_time(self) -> bool:
        return self.seconds_left() == 0.0


def peak_megabytes() -> float:
    """The largest resident size that this process has had."""
    try:
        # What getrusage tells includes the parent's size at the moment when it started this process.
        with open("/proc/self/status", "rb") as file:
            return next(int(line.split()[1]) for line in file if line.startswith(b"VmHWM:")) * 1024 / 1e6
    except (OSError, StopIteration):
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6
