"""Solvers that nothing can interrupt, run in a child of this process that can be killed."""

from __future__ import annotations

import os
import pickle
import select
import signal
import struct
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NoReturn

from ..core.engine import Progress, Request
from ..core.processes import die_with_parent, resident_megabytes
from ..core.result import Answer, Stats, Status

LOOK_EVERY = 0.02  # seconds
SIZE = struct.Struct("!Q")


def in_child(work: Callable[[Request], Answer], request: Request) -> Answer:
    """The answer of `work`, or of the limit that was reached; what it raises is raised here."""
    source, sink = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(source)
        become_worker(work, request, sink)
    os.close(sink)
    try:
        return watch(child, source, request)
    finally:
        os.close(source)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def become_worker(work: Callable[[Request], Answer], request: Request, sink: int) -> NoReturn:
    """Sends frames of progress and at last the answer, or the exception that came in its place."""
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent kills

    def send(content: object) -> bool:
        data = pickle.dumps(content)
        data = SIZE.pack(len(data)) + data
        while data:
            data = data[os.write(sink, data) :]
        return True

    try:
        send(work(replace(request, progress=send)))
    except BaseException as error:
        send(error)
    finally:
        os._exit(0)


def watch(child: int, source: int, request: Request) -> Answer:
    """Waits for the answer or a limit."""
    budget, megabytes = request.budget, request.budget.limits.megabytes
    buffer = b""
    last = Progress(0)
    peak = 0.0

    def stopped(status: Status, message: str) -> Answer:
        return Answer(status, lower_bound=last.lower_bound, message=message, stats=Stats(peak_mb=round(peak, 1)))

    while True:
        left = budget.seconds_left()
        if select.select([source], [], [], LOOK_EVERY if left is None else min(left, LOOK_EVERY))[0]:
            data = os.read(source, 1 << 16)
            if not data:
                return stopped(Status.ERROR, "the solver died without an answer")
            buffer += data
        used = resident_megabytes(child)
        peak = max(peak, used)
        while (content := first_frame(buffer)) is not None:
            said, buffer = content
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


def first_frame(buffer: bytes) -> tuple[Any, bytes] | None:
    """The first whole frame and what follows it, if there is one."""
    if len(buffer) < SIZE.size:
        return None
    end = SIZE.size + SIZE.unpack_from(buffer)[0]
    return (pickle.loads(buffer[SIZE.size : end]), buffer[end:]) if len(buffer) >= end else None
