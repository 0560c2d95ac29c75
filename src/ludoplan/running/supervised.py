"""Runs a function in a process of its own, under hard limits on its whole process tree.

    outcome = run(Job(function, arguments, Limits(seconds=10, megabytes=500)))

Whatever the function does - crash, hang, allocate without end, fork, print rubbish - becomes an outcome; nothing of it
is left when `wait` returns, nor when this process is killed. One thread reads `events` or calls `wait`; `cancel` and
`close` may be called by any. In asyncio: `await asyncio.to_thread(run.wait)`.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import FrameType
from typing import Any

from ..core.engine import Progress
from ..core.errors import Unsupported
from ..core.limits import resident_megabytes

if not hasattr(os, "fork"):
    raise Unsupported(
        "this needs processes under supervision, which there are on Linux, macOS and other POSIX systems only; "
        "on Windows: use WSL, or a search such as --solver astar without limits"
    )

from . import forkserver
from .frames import ANSWER, CANCEL, END, FOUND, JOB, PROGRESS, STARTED, UNREADABLE, Frames, frame
from .job import CANCELLED, LOST, RUBBISH, Job, Outcome
from .processes import c_library, has_one_thread, marked, send_signal
from .supervisor import ANSWERED, QUIET, remove, supervise


class Run:
    """A job under way."""

    def __init__(self, job: Job, here: bool | None = None) -> None:
        self.job = job
        self.outcome: Outcome | None = None
        self._here = here
        self._is_cancelled = False
        self._is_second_try = False
        self._last: Progress | None = None
        self._found: Any = None
        self._begin()

    def _begin(self) -> None:
        self._frames = Frames()
        self._answer: bytes | None = None
        self._worker: tuple[int, str] | None = None
        self._supervisor: int | None = None
        ours, other = socket.socketpair()
        message = None if self._forks_here() else packed(self.job)
        self._here = message is None
        try:
            with other:
                if message is None:
                    self._supervisor = fork_supervisor(other, self.job)
                else:
                    forkserver.hand_over(other, self.job.imports)
            with contextlib.suppress(OSError):  # nobody there, as `events` will tell
                ours.sendall(message or b"")
        except OSError as error:
            self.outcome = Outcome(LOST, message=f"no process could be started: {error}")
        self._connection = ours  # not before, since a cancel must come behind the job

    def _forks_here(self) -> bool:
        if self._here is not None:
            return self._here
        # What a large process has counts for its forks, too.
        is_small = self.job.limits.megabytes is None or resident_megabytes() < SMALL_MEGABYTES
        return is_small and has_one_thread() and all(module in sys.modules for module in self.job.imports)

    def events(self, beat: float | None = None) -> Iterator[Progress]:
        """Progress a few times a second, until the run has ended; with a `beat`, after so many seconds without news
        once more what was known last."""
        began = time.monotonic()
        while self.outcome is None:
            try:
                if beat is not None and not select.select([self._connection], [], [], beat)[0]:
                    yield replace(self._last or Progress(0), seconds=time.monotonic() - began)
                    continue
                data = self._connection.recv(1 << 16)
                if not data:
                    raise ConnectionResetError
                for kind, payload in self._frames.feed(data):
                    if kind in (PROGRESS, FOUND):
                        self._last = pickle.loads(payload)
                        assert isinstance(self._last, Progress)
                        self._found = self._last.found if kind == FOUND else self._found
                        yield self._last
                    elif kind == STARTED:
                        self._worker = pickle.loads(payload)
                    elif kind == ANSWER:
                        self._answer = payload
                    elif kind == UNREADABLE:
                        # Made of modules that only this process has.
                        self._try_again(here=True)
                        break
                    elif kind == END:
                        self._end(self._judge(pickle.loads(payload)))
            except OSError:
                if self._worker is None and not self._is_second_try and not self._is_cancelled:
                    self._try_again(here=self._here)  # the fork server has died, and nothing has begun
                else:
                    self._end(Outcome(CANCELLED if self._is_cancelled else LOST))
                    self._kill_what_is_left()
            except Exception as error:  # a BadFrame, or of what cannot be unpickled
                self._end(Outcome(RUBBISH, message=f"{type(error).__name__}: {error}"))
                self._kill_what_is_left()

    def _judge(self, end: dict[str, Any]) -> Outcome:
        """The outcome, by what the supervisor and the worker say."""
        if end["exit"] != ANSWERED:
            return Outcome(**end)
        assert self._answer is not None
        try:
            return Outcome(**{**end, **pickle.loads(self._answer)})
        except Exception as error:
            message = f"the answer cannot be read: {type(error).__name__}: {error}"
            return Outcome(**{**end, "exit": RUBBISH}, message=message)

    def _try_again(self, here: bool | None) -> None:
        self._connection.close()
        self._is_second_try = True
        self._here = here
        self._begin()
        if self._is_cancelled:  # in the meantime
            self.cancel()

    def _end(self, outcome: Outcome) -> None:
        self.outcome = replace(outcome, last=self._last, found=self._found)
        self._connection.close()
        if self._supervisor is not None:
            LEFT_BEHIND.discard(self._supervisor)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._supervisor, 0)

    def _kill_what_is_left(self) -> None:
        """If the supervisor was killed, the system has killed the worker; these are the processes that it started."""
        if self._worker is not None:
            for pid in marked(*self._worker):
                send_signal(pid, signal.SIGKILL)
            remove(self._worker[1])

    def cancel(self) -> None:
        """Ends the run: at once, or within half a second if the function stops itself."""
        self._is_cancelled = True
        with contextlib.suppress(OSError):  # it may have ended meanwhile
            self._connection.sendall(frame(CANCEL))

    def wait(self) -> Outcome:
        """Waits for the end."""
        for _ in self.events():
            pass
        assert self.outcome is not None
        return self.outcome

    def close(self) -> None:
        """Kills the run if it is still there, without waiting."""
        self._is_cancelled = True
        with contextlib.suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)  # wakes a thread that reads, which `close` does not
        self._connection.close()
        if self.outcome is None and self._supervisor is not None:
            LEFT_BEHIND.add(self._supervisor)


SMALL_MEGABYTES = 100  # of a process that may fork jobs with a limit on memory itself
BEAT = 0.2  # seconds after which a listener is asked again whether the run shall go on
LEFT_BEHIND: set[int] = set()  # supervisors that nobody has waited for


def start(job: Job, here: bool | None = None) -> Run:
    """Starts the job in a process of its own, which is forked from this one (`here`) or from a fork server.

    Unless told, this process forks if it has one thread and all modules that the job wants, or if the job cannot be
    pickled. `here` is best for a single run, and whatever is wanted is then loaded for each run anew.
    """
    for pid in list(LEFT_BEHIND):
        with contextlib.suppress(ChildProcessError):
            if os.waitpid(pid, os.WNOHANG)[0] == 0:
                continue
        LEFT_BEHIND.discard(pid)
    return Run(job, here)


def run(job: Job, progress: Callable[[Progress], bool] | None = None, here: bool | None = None) -> Outcome:
    """The outcome of a job; a false answer of `progress`, or Ctrl-C, cancels it."""
    under_way: Run | None = None
    is_interrupted = False

    def interrupt(number: int, where: FrameType | None) -> None:
        nonlocal is_interrupted
        is_interrupted = True
        if under_way is not None:
            under_way.cancel()
        if callable(previous) and previous is not signal.default_int_handler:
            previous(number, where)

    previous = signal.getsignal(signal.SIGINT)
    listens = threading.current_thread() is threading.main_thread() and callable(previous)
    if listens:
        signal.signal(signal.SIGINT, interrupt)
    try:
        under_way = start(job, here)
        if is_interrupted:
            under_way.cancel()
        for event in under_way.events(beat=None if progress is None else BEAT):
            if progress is not None and not progress(event):
                under_way.cancel()
        return under_way.wait()
    finally:
        if under_way is not None:
            under_way.close()
        if listens:
            signal.signal(signal.SIGINT, previous)


def packed(job: Job) -> bytes | None:
    """The job as it goes to a fork server, with the surroundings of this process; None if it cannot go there."""
    try:
        content = pickle.dumps((job.function, job.arguments))
    except Exception:
        return None
    if b"__main__" in content:  # is another module there
        return None
    try:
        folder = os.getcwd()
    except OSError:
        folder = ""
    without = replace(job, function="", arguments=None)
    return frame(JOB, pickle.dumps((without, content, folder, dict(os.environ), sys.path)))


def fork_supervisor(connection: socket.socket, job: Job) -> int:
    """Forks a supervisor from this process; its number."""
    c_library()  # once, not in each fork
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, QUIET)
    try:
        pid = os.fork()
        if pid == 0:
            supervise(connection, job)
        return pid
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
