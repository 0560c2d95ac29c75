"""python-sat under limits: a call that ends at the time limit, at the memory limit and at Ctrl-C."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from .. import _native
from ..core.limits import Budget
from ..core.result import Status


class Stopped(Exception):  # noqa: N818 - names what happened, not a failure
    """A limit was reached; `status` says which."""

    def __init__(self, status: Status) -> None:
        super().__init__(str(status))
        self.status = status


def is_satisfiable(solver: Any, budget: Budget, assumptions: Sequence[int] = ()) -> bool:
    """Whether there is a model; raises Stopped at a limit. The solver works in a thread of its own, so that Ctrl-C
    gets through."""
    if budget.is_out_of_time():
        raise Stopped(Status.TIMEOUT)
    answers: list[bool | None] = []
    done = threading.Event()

    def work() -> None:
        answers.append(solver.solve_limited(assumptions=list(assumptions), expect_interrupt=True))
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        stop = wait(done, budget)
    finally:
        while not done.is_set():
            solver.interrupt()
            done.wait(0.005)
        thread.join()
        solver.clear_interrupt()
    if answers[0] is None:
        raise Stopped(stop or Status.INCOMPLETE)
    return answers[0]


def wait(done: threading.Event, budget: Budget) -> Status | None:
    """Waits for the end or a limit; returns the limit."""
    pause = 0.001
    while not done.wait(pause):
        pause = min(0.02, 2 * pause)
        if budget.is_out_of_time():
            return Status.TIMEOUT
        megabytes = budget.limits.megabytes
        if megabytes is not None and _native.resident_bytes() > megabytes * 1e6:
            return Status.MEMORY
    return None
