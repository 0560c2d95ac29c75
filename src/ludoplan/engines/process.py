"""A program of somebody else's, run under limits that hold for it and for everything that it starts."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..core.engine import Progress, Request
from ..core.result import Status

LOOK_EVERY = 0.02
PAGE = os.sysconf("SC_PAGE_SIZE")
MOST_OUTPUT = 4_000_000


@dataclass(frozen=True)
class Finished:
    """How a program ended: by itself with an exit code, or stopped, and then why."""

    code: int
    output: str
    errors: str
    stopped: Status | None
    peak_mb: float


def run(command: Sequence[str], folder: Path, request: Request) -> Finished:
    """Runs the command in the folder; kills it with all its children at the end, whatever happens."""
    with (
        open(folder / "stdout", "wb") as output,
        open(folder / "stderr", "wb") as errors,
        termination_as_exception(),
    ):
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, start_new_session=True
        )
        try:
            stopped, peak = watch(process, request)
        finally:
            kill_group(process)
    return Finished(process.returncode, tail(folder / "stdout"), tail(folder / "stderr"), stopped, peak)


def tail(path: Path) -> str:
    """The end of a text file."""
    return path.read_bytes()[-MOST_OUTPUT:].decode(errors="replace")


def watch(process: subprocess.Popen[bytes], request: Request) -> tuple[Status | None, float]:
    """Waits until the program ends or must be ended, and why; with the largest memory seen, in megabytes."""
    peak = 0.0
    most = request.budget.limits.megabytes
    pause = 0.001
    told = time.monotonic()
    while True:
        used = group_megabytes(process.pid)
        peak = max(peak, used)
        try:
            process.wait(pause)
            return None, peak
        except subprocess.TimeoutExpired:
            pause = min(LOOK_EVERY, pause * 2)
        if request.budget.is_out_of_time():
            return Status.TIMEOUT, peak
        if most is not None and used > most:
            return Status.MEMORY, peak
        if request.progress is not None and time.monotonic() - told > 0.2:
            told = time.monotonic()
            note = f"{used:.0f} MB"
            if not request.progress(Progress(request.budget.elapsed(), note=note)):
                return Status.CANCELLED, peak


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Ends the program and all that it has started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def group_megabytes(group: int) -> float:
    """Resident memory of all processes of a group; 0 where the system does not tell (no /proc)."""
    pages = 0
    try:
        entries = os.scandir("/proc")
    except OSError:
        return 0.0
    with entries:
        for entry in entries:
            if entry.name.isdigit():
                try:
                    with open(f"/proc/{entry.name}/stat", "rb") as file:
                        # The name of the program, in parentheses, may hold anything; what follows are numbers.
                        fields = file.read().rpartition(b")")[2].split()
                except OSError:
                    continue
                if int(fields[2]) == group:
                    pages += int(fields[21])
    return pages * PAGE / 1e6


class Terminated(BaseException):
    """Somebody asked this process to end; not an Exception, so that nothing swallows it."""


@contextlib.contextmanager
def termination_as_exception() -> Iterator[None]:
    """Makes SIGTERM unwind the stack, so that what was started is ended too; then it ends this process as ever."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def terminate(signum: int, frame: object) -> None:
        raise Terminated

    previous = signal.signal(signal.SIGTERM, terminate)
    try:
        yield
    except Terminated:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTERM)
        raise
    finally:
        signal.signal(signal.SIGTERM, previous)
