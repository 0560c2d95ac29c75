"""Solvers that nothing can interrupt, run in a child of this process that can be killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import replace
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import NoReturn

from ..core.engine import Progress, Request
from ..core.processes import die_with_parent, resident_megabytes
from ..core.result import Answer, Stats, Status

LOOK_EVERY = 0.02  # seconds


def in_child(work: Callable[[Request], Answer], request: Request) -> Answer:
    """The answer of `work`, or of the limit that was reached; what it raises is raised here."""
    source, sink = Pipe(duplex=False)
    child = os.fork()
    if child == 0:
        source.close()
        become_worker(work, request, sink)
    sink.close()
    try:
        return watch(child, source, request)
    finally:
        source.close()
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def become_worker(work: Callable[[Request], Answer], request: Request, sink: Connection) -> NoReturn:
    """Sends progress and at last the answer, or the exception that came in its place."""
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent kills

    def tell(progress: Progress) -> bool:
        sink.send(progress)
        return True

    try:
        sink.send(work(replace(request, progress=tell)))
    except BaseException as error:
        sink.send(error)
    finally:
        os._exit(0)


def watch(child: int, source: Connection, request: Request) -> Answer:
    """Waits for the answer or a limit."""
    budget, megabytes = request.budget, request.budget.limits.megabytes
    last = Progress(0)
    peak = 0.0

    def stopped(status: Status, message: str) -> Answer:
        return Answer(status, lower_bound=last.lower_bound, message=message, stats=Stats(peak_mb=round(peak, 1)))

    while True:
        left = budget.seconds_left()
        has_news = source.poll(LOOK_EVERY if left is None else min(left, LOOK_EVERY))
        used = resident_megabytes(child)
        peak = max(peak, used)
        if has_news:
            try:
                said = source.recv()
            except EOFError:
                return stopped(Status.ERROR, "the solver died without an answer")
            if isinstance(said, Answer):
                return replace(said, stats=replace(said.stats, peak_mb=round(max(peak, said.stats.peak_mb or 0), 1)))
            if isinstance(said, BaseException):
                raise said
            last = said
            if request.progress is not None and not request.progress(last):
                return stopped(Status.CANCELLED, "interrupted")
        if budget.is_out_of_time():
            return stopped(Status.TIMEOUT, "time limit reached")
        if megabytes is not None and used > megabytes:
            return stopped(Status.MEMORY, "memory limit reached")
