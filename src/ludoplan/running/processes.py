"""What the system tells of processes, and what it can be told.

Linux tells all of it. Elsewhere processes below others are not found, their memory counts as 0, and they are not
killed when their parent is; the process group of a job is killed everywhere.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterable
from functools import cache
from typing import Any


def send_signal(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def descendants(pid: int) -> list[int]:
    """All processes below this one."""
    found = [pid]
    for parent in found:
        with contextlib.suppress(OSError):
            for thread in os.listdir(f"/proc/{parent}/task"):
                found += map(int, contents(f"/proc/{parent}/task/{thread}/children").split())
    return found[1:]


def marked(session: int, mark: str) -> list[int]:
    """All processes of a session, and those that were started with this text in their environment."""
    text = mark.encode()
    found = []
    for name in filter(str.isdigit, os.listdir("/proc") if os.path.isdir("/proc") else ()):
        with contextlib.suppress(OSError):
            if os.getsid(int(name)) == session or text in contents(f"/proc/{name}/environ"):
                found.append(int(name))
    return found


def proportional_megabytes(pid: int) -> float:
    """Like the resident size, but a page that n processes share counts as 1/n."""
    for line in contents(f"/proc/{pid}/smaps_rollup").splitlines():
        if line.startswith(b"Pss:"):
            return int(line.split()[1]) * 1024 / 1e6
    return 0.0


def contents(path: str) -> bytes:
    """What is in a file; nothing if it is not there, as after the end of the process that it tells of."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def has_one_thread() -> bool:
    """Whether this process can be forked without leaving locks behind that nobody opens."""
    if threading.active_count() > 1:
        return False
    try:
        return len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return True


def forget_descriptors(kept: Iterable[int]) -> None:
    """Puts all that this process has open out of its reach; numbers stay taken, since objects still hold them."""
    null = os.open(os.devnull, os.O_RDWR)
    for name in os.listdir("/proc/self/fd" if os.path.isdir("/proc/self/fd") else "/dev/fd"):
        number = int(name)
        if number not in kept and number != null:
            with contextlib.suppress(OSError):
                os.dup2(null, number, inheritable=number < 3)
    if null > 2:
        os.close(null)


def become_reaper() -> None:
    """From now on this process is the parent of all orphans below it."""
    prctl(36, 1)  # PR_SET_CHILD_SUBREAPER


def die_with_parent(by: int = signal.SIGKILL) -> None:
    """The system kills this process, or so, when the one that forked it ends."""
    prctl(1, by)  # PR_SET_PDEATHSIG


def prctl(option: int, value: int) -> None:
    """Linux's switches for processes; does nothing elsewhere."""
    if sys.platform == "linux":
        c_library().prctl(option, value, 0, 0, 0)


@cache
def c_library() -> Any:
    import ctypes  # slow to import

    return ctypes.CDLL(None)
