"""A program of somebody else's, run under limits that hold for it and for everything that it starts."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..core.engine import Progress, Request
from ..core.processes import group_megabytes
from ..core.result import Status

LOOK_EVERY = 0.02
MOST_OUTPUT = 4_000_000


@dataclass(frozen=True)
class Finished:
    """How a program ended: by itself with an exit code, or stopped, and then why."""

    code: int
    output: str
    errors: str
    stopped: Status | None
    peak_mb: float


@dataclass(frozen=True)
class Workspace:
    """A folder that is there for a while, and the programs that run in it."""

    folder: Path
    request: Request
    signals: list[int]  # those that have come meanwhile

    def run(self, command: Sequence[str]) -> Finished:
        """Runs the command in the folder; kills it with all its children at the end, whatever happens."""
        with open(self.folder / "stdout", "wb") as output, open(self.folder / "stderr", "wb") as errors:
            process = subprocess.Popen(
                command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, start_new_session=True
            )
            try:
                stopped, peak = self.watch(process)
            finally:
                kill_group(process)
        texts = tail(self.folder / "stdout"), tail(self.folder / "stderr")
        return Finished(process.returncode, *texts, stopped, peak)

    def watch(self, process: subprocess.Popen[bytes]) -> tuple[Status | None, float]:
        """Waits until the program ends or must be ended, and why; with the largest memory seen, in megabytes."""
        budget, listener = self.request.budget, self.request.progress
        peak = 0.0
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
            if budget.is_out_of_time():
                return Status.TIMEOUT, peak
            if budget.limits.megabytes is not None and used > budget.limits.megabytes:
                return Status.MEMORY, peak
            if signal.SIGINT in self.signals or signal.SIGTERM in self.signals:
                return Status.CANCELLED, peak
            if listener is not None and time.monotonic() - told > 0.2:
                told = time.monotonic()
                if not listener(Progress(budget.elapsed(), note=f"{used:.0f} MB")):
                    return Status.CANCELLED, peak


@contextlib.contextmanager
def workspace(request: Request) -> Iterator[Workspace]:
    """A new folder to run programs in, for the `with` block.

    Signals wait until everything is tidied up: an exception in the wrong moment would leave a program behind.
    """
    signals: list[int] = []
    previous = {}
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM):
            previous[number] = signal.signal(number, lambda number, frame: signals.append(number))
    try:
        with tempfile.TemporaryDirectory(prefix="ludoplan-") as name:
            yield Workspace(Path(name), request, signals)
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
        for number in {signal.SIGINT, signal.SIGTERM}.intersection(signals):
            os.kill(os.getpid(), number)


def tail(path: Path) -> str:
    """The end of a text file."""
    return path.read_bytes()[-MOST_OUTPUT:].decode(errors="replace")


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Ends the program and all that it has started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
