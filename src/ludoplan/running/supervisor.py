"""The process that watches over one run.

It forks the *worker*, which runs the job's function, and holds it and all processes below to the limits. It is the
reaper of all orphans below it, so that whatever the function starts, in whichever session, is found, counted and
killed. It ends when the other end of its connection is closed, which the system does when the process that asked for
the run dies.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import select
import signal
import socket
import sys
import time
from functools import partial
from typing import NoReturn

from ..core.limits import resident_megabytes
from .frames import (
    ANSWER,
    CANCEL,
    END,
    FOUND,
    JOB,
    PROGRESS,
    READY,
    STARTED,
    UNREADABLE,
    BadFrame,
    Frames,
    frame,
    read_some,
)
from .job import CANCELLED, GRACE, LOST, MEMORY_LIMIT, RUBBISH, TIME_LIMIT, Job
from .processes import (
    become_reaper,
    descendants,
    forget_descriptors,
    proportional_megabytes,
    send_signal,
)
from .worker import Load, trace, work

LOOK_EVERY = 0.05  # seconds between two looks at the memory, at most
TAIL = 4000  # bytes kept of what the function prints
QUIET = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # what does not end a supervisor: the end of its parent does
ANSWERED = ""  # the answer says how the run ended


def supervise(connection: socket.socket, job: Job | None = None) -> NoReturn:
    """What a process does that was forked to supervise one job; without a job, it comes over the connection."""
    try:
        os.setsid()
        become_reaper()
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGALRM, signal.SIGUSR1, signal.SIGUSR2):  # handlers of the parent
            signal.signal(number, signal.SIG_DFL)
        for number in QUIET:
            signal.signal(number, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, QUIET)
        streams = (0, 1, 2) if job is not None and job.shares_streams else ()
        forget_descriptors((connection.fileno(), *streams))
        gc.freeze()  # the collector must not write to pages that are shared with the parent
        Supervisor(connection).run(job)
        os._exit(0)
    except BaseException:
        with contextlib.suppress(BaseException):
            connection.setblocking(True)
            connection.sendall(frame(END, pickle.dumps({"exit": LOST, "message": trace()})))
    os._exit(1)


class Supervisor:
    """One run under limits."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.requests = Frames()
        self.outbox = bytearray()
        self.tail = bytearray()
        self.exit: str | None = None
        self.status: int | None = None  # the worker's, when it has ended
        self.deadline: float | None = None  # when the worker will be killed
        self.reason = TIME_LIMIT  # why it will be killed then
        self.is_ready = False
        self.peak = 0.0
        self.cpu = 0.0

    def run(self, job: Job | None) -> None:
        if job is not None:
            self.job, load = job, lambda: (job.function, job.arguments)
        else:
            self.job, load = self.receive()
        signal.signal(signal.SIGCHLD, lambda number, where: None)
        wake, wake_write = os.pipe()
        results, results_write = os.pipe()
        output, output_write = os.pipe()
        gate, gate_write = os.pipe()
        for descriptor in (wake, wake_write, results, output):
            os.set_blocking(descriptor, False)
        signal.set_wakeup_fd(wake_write)
        me = os.getpid()
        folder = new_folder()
        self.started = time.monotonic()
        self.worker = os.fork()
        if self.worker == 0:
            signal.set_wakeup_fd(-1)
            os.close(gate_write)
            work(self.job, load, results_write, output_write, gate, folder, me)
        for descriptor in (results_write, output_write, gate):
            os.close(descriptor)
        del load  # may be large
        self.connection.setblocking(False)
        self.send(frame(STARTED, pickle.dumps((self.worker, folder))))
        # Now the worker begins: whatever it starts can be found by who asked, if this process dies.
        os.close(gate_write)
        try:
            self.watch(wake, results, output)
            seconds = time.monotonic() - self.started
        finally:
            self.kill_all(wake)
            remove(folder)
        self.read_output(output)
        end = {
            "exit": self.exit,
            "seconds": seconds,
            "cpu_seconds": self.cpu,
            "peak_mb": self.peak,
            "output": self.tail.decode(errors="replace"),
        }
        self.connection.setblocking(True)
        self.connection.sendall(self.outbox)
        self.connection.sendall(frame(END, pickle.dumps(end)))

    def receive(self) -> tuple[Job, Load]:
        """The job that comes over the connection, and how to read its function and arguments."""
        while data := self.connection.recv(1 << 20):
            for kind, payload in self.requests.feed(data):
                if kind == JOB:
                    job, packed, folder, environment, path = pickle.loads(payload)
                    with contextlib.suppress(OSError):
                        os.chdir(folder)
                    os.environ.clear()
                    os.environ.update(environment)
                    sys.path[:] = path
                    return job, partial(pickle.loads, packed)
        os._exit(0)

    def watch(self, wake: int, results: int, output: int) -> None:
        """Returns when there is an answer or a reason why there will be none."""
        frames = Frames()
        poller = select.poll()
        for descriptor in (wake, results, output):
            poller.register(descriptor, select.POLLIN)
        self.hear(b"")  # what came together with the job
        pause = 0.005
        while self.exit is None:
            poller.register(self.connection, select.POLLIN | (select.POLLOUT if self.outbox else 0))
            wait = pause if self.deadline is None else min(pause, self.deadline - time.monotonic())
            happened = dict(poller.poll(max(0, wait * 1000)))
            if wake in happened:
                os.read(wake, 4096)
            if self.connection.fileno() in happened:
                self.talk()
            self.read_output(output)
            self.reap()
            self.read_results(results, frames)
            for descriptor in (results, output):
                if happened.get(descriptor, select.POLLIN) & select.POLLIN == 0:  # at its end
                    poller.unregister(descriptor)
            if self.exit is None and self.status is not None:
                code = os.waitstatus_to_exitcode(self.status)
                self.exit = f"signal {-code}" if code < 0 else f"exit code {code}"
                self.exit = CANCELLED if self.reason == CANCELLED else self.exit
            is_near = self.look()
            pause = min(LOOK_EVERY / 5 if is_near else LOOK_EVERY, 2 * pause)

    def look(self) -> bool:
        """Holds the run to its limits; true if it has used half of its memory."""
        if self.exit is not None:
            return False
        used = self.memory()
        self.peak = max(self.peak, used)
        limit = self.job.limits.megabytes
        if self.deadline is not None and time.monotonic() >= self.deadline:
            self.exit = self.reason
        if limit is None:
            return False
        # What stops itself tells more than what is killed; hence a little more for it.
        if used > (1.05 * limit + 10 if self.job.stops_itself else limit):
            self.exit = MEMORY_LIMIT
        return used > limit / 2

    def memory(self) -> float:
        """Megabytes of all processes below; counts shared pages once if that makes the difference."""
        pids = descendants(os.getpid())
        used = sum(resident_megabytes(pid) for pid in pids)
        limit = self.job.limits.megabytes
        if limit is not None and used > limit and len(pids) > 1:
            used = min(used, sum(proportional_megabytes(pid) for pid in pids))
        return used

    def talk(self) -> None:
        """Sends what waits to be sent; hears that the run is cancelled, or that nobody is there any more."""
        self.send()
        try:
            data = self.connection.recv(4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            raise ConnectionResetError("the other side is gone")
        self.hear(data)

    def hear(self, data: bytes) -> None:
        for kind, _ in self.requests.feed(data):
            if kind == CANCEL and self.reason != CANCELLED:
                self.reason = CANCELLED
                gets_grace = self.job.stops_itself and self.is_ready
                self.deadline = time.monotonic() + (GRACE if gets_grace else 0)
                if gets_grace:
                    send_signal(self.worker, signal.SIGINT)

    def send(self, data: bytes = b"") -> None:
        self.outbox += data
        with contextlib.suppress(OSError):  # of which `talk` will hear
            while self.outbox:
                del self.outbox[: self.connection.send(self.outbox)]

    def read_results(self, results: int, frames: Frames) -> None:
        """Takes what the worker says."""
        try:
            for data in read_some(results):
                for kind, payload in frames.feed(data):
                    self.take(kind, payload)
        except BadFrame:
            self.exit = RUBBISH if self.exit is None else self.exit

    def take(self, kind: bytes, payload: bytes) -> None:
        if kind == READY:
            self.is_ready = True
            self.started = float(payload)
            if self.job.limits.seconds is not None and self.reason != CANCELLED:
                self.deadline = self.started + self.job.limits.seconds + (GRACE if self.job.stops_itself else 0)
        elif kind in (ANSWER, UNREADABLE) and self.exit is None:
            self.exit = ANSWERED
            self.send(frame(kind, payload))
        elif kind == FOUND or (kind == PROGRESS and not self.outbox):
            # A listener that is too slow misses some progress, but nothing that was found, nor the answer.
            self.send(frame(kind, payload))

    def read_output(self, output: int) -> None:
        """Keeps the end of what is printed."""
        for data in read_some(output):
            self.tail += data
            del self.tail[:-TAIL]

    def reap(self) -> bool:
        """Takes note of processes that have ended; false if none is left."""
        try:
            while True:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
                if pid == 0:
                    return True
                self.cpu += usage.ru_utime + usage.ru_stime
                self.peak = max(self.peak, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6)
                if pid == self.worker:
                    self.status = status
        except ChildProcessError:
            return False

    def kill_all(self, wake: int) -> None:
        """Ends every process below: first they are stopped, since what is stopped cannot fork."""
        pause = 0.002
        give_up = time.monotonic() + 10  # on processes that the system does not let go, or that belong to others
        while self.reap() and time.monotonic() < give_up:
            seen: set[int] = set()
            while new := set(descendants(os.getpid())) - seen:
                for pid in new:
                    send_signal(pid, signal.SIGSTOP)
                seen |= new
            for pid in seen:
                send_signal(pid, signal.SIGKILL)
            if sys.platform != "linux":  # where those below are not found
                send_signal(-self.worker, signal.SIGKILL)
            select.select([wake], [], [], pause)  # until one has ended
            with contextlib.suppress(BlockingIOError):
                os.read(wake, 4096)
            pause = min(0.02, 2 * pause)


def new_folder() -> str:
    """A new folder for temporary files."""
    name = f"ludoplan-{os.getpid()}-{time.time_ns():x}"
    try:
        folder = os.path.join(os.environ.get("TMPDIR", "/tmp"), name)
        os.mkdir(folder, 0o700)
    except OSError:
        import tempfile  # slow to import, and seldom needed

        folder = tempfile.mkdtemp(prefix="ludoplan-")
    return folder


def remove(folder: str) -> None:
    try:
        os.rmdir(folder)
    except OSError:
        import shutil  # slow to import, and seldom needed

        shutil.rmtree(folder, ignore_errors=True)
