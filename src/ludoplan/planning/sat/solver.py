"""SAT solvers in a process of their own, watched: limits on time and memory hold whatever the solver is busy with."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
import time
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import Pipe
from types import TracebackType
from typing import Any

from ... import _native
from ...core.engine import Progress, Request
from ...core.processes import resident_megabytes
from ...core.result import Status
from ...models.sat import Stopped
from ..planner import limits_of

LOOK_EVERY = 0.02
TELL_EVERY = 0.2


@dataclass(frozen=True)
class Verdict:
    """What a solver says: whether there is a model (None: not known yet), and its true variables, ascending."""

    satisfiable: bool | None
    model: list[int]
    conflicts: int  # of this solver in all
    seconds: float  # of the processor, for this call


class SolverProcess:
    """Solvers by number. `note` is what the listener is told meanwhile."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.note = ""
        self.peak_mb = 0.0
        self._told = time.monotonic()
        self._connection, other = Pipe()
        with contextlib.closing(other):
            command = [sys.executable, "-m", f"{__package__}.worker", str(other.fileno())]
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=(other.fileno(),))

    def __enter__(self) -> SolverProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._connection.close()
        if kind is None:
            self._process.wait()
        else:
            # On a busy machine a large process takes its time to go, and the time limit may be near.
            threading.Thread(target=self._process.wait, daemon=True).start()

    def new(self, number: int, name: str, with_proof: bool = False) -> None:
        self._ask("new", number, name, with_proof)

    def add(self, number: int, clauses: bytes) -> float:
        """Gives a solver clauses, as 4-byte numbers, each ended by 0; the processor's seconds for it."""
        seconds: float = self._ask("add", number, payload=clauses)[1]
        return seconds

    def guess(self, number: int, literals: Sequence[int]) -> None:
        """Tells a solver what to try first."""
        self._ask("guess", number, list(literals))

    def solve(self, number: int, assumptions: Sequence[int] = (), conflicts: int = 0) -> Verdict:
        """What the solver finds, within so many conflicts (0: without end)."""
        (satisfiable, model, total), seconds = self._ask("solve", number, list(assumptions), conflicts)
        return Verdict(satisfiable, array("i", model).tolist(), total, seconds)

    def proof(self, number: int) -> list[str]:
        """The lines of the proof of a solver that has found none."""
        lines: list[str] = self._ask("proof", number)[0]
        return lines

    def delete(self, number: int) -> None:
        self._ask("delete", number)

    def megabytes(self) -> float:
        """The memory of both processes at this moment."""
        return _native.resident_bytes() / 1e6 + resident_megabytes(self._process.pid)

    def _ask(self, *message: Any, payload: bytes | None = None) -> Any:
        """Sends a message and waits for the answer; raises Stopped."""
        try:
            self._connection.send(message)
            if payload is not None:
                self._connection.send_bytes(payload)
            pause = 0.001
            while not self._connection.poll(pause):
                pause = min(LOOK_EVERY, 2 * pause)
                self._look()
            return self._connection.recv()
        except (EOFError, OSError) as error:
            # Nobody but the system ends it, and the system does so when memory runs out.
            raise Stopped(Status.MEMORY) from error

    def _look(self) -> None:
        request = self.request
        limits = limits_of(request.budget)
        if limits.seconds == 0:
            raise Stopped(Status.TIMEOUT)
        megabytes = self.megabytes()
        self.peak_mb = max(self.peak_mb, megabytes)
        if megabytes * 1e6 > limits.bytes:
            raise Stopped(Status.MEMORY)
        if request.progress is not None and time.monotonic() - self._told > TELL_EVERY:
            self._told = time.monotonic()
            if not request.progress(Progress(request.budget.elapsed(), note=f"{self.note}, {megabytes:.0f} MB")):
                raise Stopped(Status.CANCELLED)
