"""What the system tells of processes, and what it can be told."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from functools import cache
from typing import Any

PAGE = os.sysconf("SC_PAGE_SIZE")


def send_signal(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def descendants(pid: int) -> list[int]:
    """All processes below this one, by what /proc tells."""
    found = []
    queue = [pid]
    while queue:
        parent = queue.pop()
        try:
            threads = os.listdir(f"/proc/{parent}/task")
        except OSError:
            continue
        for thread in threads:
            try:
                with open(f"/proc/{parent}/task/{thread}/children", "rb") as file:
                    children = [int(word) for word in file.read().split()]
            except OSError:
                continue
            found += children
            queue += children
    return found


def resident_megabytes(pid: int) -> float:
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * PAGE / 1e6
    except (OSError, IndexError):
        return 0.0


def group_megabytes(group: int) -> float:
    """Resident memory of all processes of a group; 0 where the system does not tell (no /proc)."""
    total = 0.0
    with contextlib.suppress(OSError):
        for name in os.listdir("/proc"):
            with contextlib.suppress(OSError):
                if name.isdigit() and os.getpgid(int(name)) == group:
                    total += resident_megabytes(int(name))
    return total


def proportional_megabytes(pid: int) -> float:
    """Like the resident size, but a page that n processes share counts as 1/n."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            return next(int(line.split()[1]) for line in file if line.startswith(b"Pss:")) * 1024 / 1e6
    except (OSError, StopIteration):
        return 0.0


def prctl(option: int, value: int) -> None:
    """Linux's switches for processes; does nothing elsewhere."""
    if sys.platform == "linux":
        c_library().prctl(option, value, 0, 0, 0)


@cache
def c_library() -> Any:
    import ctypes  # slow to import

    return ctypes.CDLL(None)


def become_reaper() -> None:
    """From now on this process is the parent of all orphans below it."""
    prctl(36, 1)  # PR_SET_CHILD_SUBREAPER


def die_with_parent() -> None:
    """The system kills this process when the one that forked it ends."""
    prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
