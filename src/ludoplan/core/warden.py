"""The other side of `isolated`: processes that solve one job each, and the wardens that watch over them.

A *zygote* has loaded all games and engines and does nothing but fork; so a run starts in milliseconds, and in a
process that no thread and no earlier run has touched. For solvers that need large packages it forks further zygotes,
which have loaded those too, so that importing them is not taken for solving.

A zygote forks a *warden* for each run, and the warden forks the *solver*. The warden is the reaper of all orphans below
it, so that whatever the solver starts, in whichever process group, is found, counted and killed. It ends when the other
end of its connection is closed, which the system does when the process that asked for the run dies.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import select
import shutil
import signal
import socket
import struct
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from dataclasses import asdict, replace
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, NoReturn

from .engine import Progress, Request
from .errors import LudoplanError, Unsupported
from .limits import Budget, Limits, peak_megabytes
from .processes import (
    become_reaper,
    c_library,
    descendants,
    die_with_parent,
    proportional_megabytes,
    resident_megabytes,
    send_signal,
)
from .result import Status
from .solve import OutOfTime, attempt, hard_time_limit, prepare

# Kinds of frames.
JOB, CANCEL, PROGRESS, ANSWER, END = b"J", b"C", b"P", b"A", b"E"
HEADER = struct.Struct("!cI")
LARGEST_FRAME = 500_000_000
REQUEST = 1024  # bytes of a request to the zygote: a list of modules in JSON, filled up with blanks
TELL_EVERY = 0.1  # seconds between two frames of progress
LOOK_EVERY = 0.05  # seconds between two looks at the memory, at most
TAIL = 4000  # bytes kept of what the solver prints
GRACE = 0.5  # seconds in which a solver may stop by itself, and then tell what it knows, before it is killed


class BadFrame(Exception):  # noqa: N818
    """Something else than frames was written."""


class Frames:
    """Cuts a stream of bytes into frames."""

    def __init__(self) -> None:
        self.buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[tuple[bytes, bytes]]:
        """The frames that are complete now; raises BadFrame."""
        self.buffer += data
        while len(self.buffer) >= HEADER.size:
            kind, size = HEADER.unpack_from(self.buffer)
            if kind not in (JOB, CANCEL, PROGRESS, ANSWER, END) or size > LARGEST_FRAME:
                raise BadFrame
            if len(self.buffer) < HEADER.size + size:
                return
            payload = bytes(self.buffer[HEADER.size : HEADER.size + size])
            del self.buffer[: HEADER.size + size]
            yield kind, payload


def frame(kind: bytes, content: object = None) -> bytes:
    """One message as bytes."""
    payload = json.dumps(content, default=float).encode()
    return HEADER.pack(kind, len(payload)) + payload


# -- the zygote


def serve(control: socket.socket) -> NoReturn:
    """Lets a warden begin for every connection that is handed over, until the other end is closed."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # packages must not start threads: they do not survive a fork
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for wardens
    load_all()
    hatch(control, [])


def hatch(control: socket.socket, loaded: list[str]) -> NoReturn:
    """Forks a warden for each connection; those that need other modules are left to zygotes that have loaded them."""
    gc.collect()
    gc.freeze()  # the collector must not write to pages that all runs share
    others: dict[str, socket.socket] = {}
    while True:
        data, descriptors, _, _ = socket.recv_fds(control, REQUEST, 1, socket.MSG_WAITALL)
        if not data:
            os._exit(0)
        wanted: list[str] = json.loads(data)
        for descriptor in descriptors:
            if wanted != loaded and (name := " ".join(wanted)) not in others:
                others[name], theirs = socket.socketpair()
                if os.fork() == 0:
                    close_all(control, *others.values())
                    for module in wanted:
                        with contextlib.suppress(ImportError):
                            import_module(module)
                    hatch(theirs, wanted)
                theirs.close()
            if wanted != loaded:
                with contextlib.suppress(OSError):  # it died: the run is lost
                    socket.send_fds(others[name], [data], [descriptor])
            elif os.fork() == 0:
                close_all(control, *others.values())
                watch(socket.socket(fileno=descriptor))
            os.close(descriptor)


def close_all(*sockets: socket.socket) -> None:
    for each in sockets:
        each.close()


def load_all() -> None:
    """Loads what most runs need, before the first."""
    from ..planning import planner as planner
    from ..search import kernel as kernel
    from . import isolated as isolated
    from . import registry

    c_library()
    for game in registry.games():
        registry.engines(game)
        package = sys.modules[type(game).__module__]
        for module in walk_packages(getattr(package, "__path__", []), f"{package.__name__}."):
            with contextlib.suppress(ImportError):
                import_module(module.name)


# -- the warden


def watch(connection: socket.socket) -> NoReturn:
    """Runs the job that comes over the connection, and tells how it ended."""
    try:
        os.setsid()
        become_reaper()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(null, descriptor)
        frames = Frames()
        while True:
            data = connection.recv(1 << 20)
            if not data:
                os._exit(0)
            for kind, payload in frames.feed(data):
                if kind == JOB:
                    Warden(connection, json.loads(payload)).run()
                    os._exit(0)
    except BaseException:
        with contextlib.suppress(OSError):
            connection.setblocking(True)
            connection.sendall(frame(END, {"exit": "lost", "output": traceback.format_exc()[-TAIL:]}))
    os._exit(1)


class Warden:
    """One run under limits."""

    def __init__(self, connection: socket.socket, job: dict[str, Any]) -> None:
        self.connection = connection
        self.job = job
        limits = Limits(**job["limits"])
        self.seconds, self.megabytes = limits.seconds, limits.megabytes
        self.outbox = bytearray()
        self.tail = bytearray()
        self.exit: str | None = None
        self.peak = 0.0
        self.cpu = 0.0
        self.killed_at: float | None = None  # when a solver that was asked to stop will be killed

    def run(self) -> None:
        signal.signal(signal.SIGCHLD, lambda number, handler: None)
        wake, wake_write = os.pipe()
        results, results_write = os.pipe()
        output, output_write = os.pipe()
        for descriptor in (wake, wake_write, results, output):
            os.set_blocking(descriptor, False)
        signal.set_wakeup_fd(wake_write)
        folder = tempfile.mkdtemp(prefix="ludoplan-")
        self.started = time.monotonic()
        self.solver = os.fork()
        if self.solver == 0:
            signal.set_wakeup_fd(-1)
            for descriptor in (wake, wake_write, results, output, self.connection.fileno()):
                os.close(descriptor)
            become_solver(self.job, results_write, output_write, folder)
        os.close(results_write)
        os.close(output_write)
        self.connection.setblocking(False)
        try:
            self.watch(wake, results, output)
        finally:
            self.kill_all()
            shutil.rmtree(folder, ignore_errors=True)
        self.read_output(output)
        end = {
            "exit": self.exit,
            "seconds": time.monotonic() - self.started,
            "cpu_seconds": self.cpu,
            "peak_mb": self.peak,
            "output": self.tail.decode(errors="replace"),
        }
        self.connection.setblocking(True)
        self.connection.sendall(bytes(self.outbox) + frame(END, end))

    def watch(self, wake: int, results: int, output: int) -> None:
        """Returns when there is an answer or a reason why there will be none."""
        frames = Frames()
        poller = select.poll()
        for descriptor in (wake, results, output):
            poller.register(descriptor, select.POLLIN)
        pause = 0.001
        while self.exit is None:
            wanted = select.POLLIN | (select.POLLOUT if self.outbox else 0)
            poller.register(self.connection, wanted)
            happened = dict(poller.poll(pause * 1000))
            pause = min(LOOK_EVERY, 2 * pause)
            if wake in happened:
                os.read(wake, 4096)
            if self.connection.fileno() in happened:
                self.talk()
            if output in happened and not self.read_output(output):
                poller.unregister(output)
            ended = self.reap()
            try:
                open_end = self.read_results(results, frames)
            except BadFrame:
                self.exit = "rubbish"
                return
            if not open_end and results in happened:
                poller.unregister(results)
            if self.exit is None and ended is not None:
                code = os.waitstatus_to_exitcode(ended)
                self.exit = f"signal {-code}" if code < 0 else f"exit code {code}"
            self.look()

    def look(self) -> None:
        """Holds the run to its limits."""
        used = self.memory()
        self.peak = max(self.peak, used)
        now = time.monotonic()
        if self.exit is not None:
            return
        # Most solvers keep the limits themselves, and tell more than one that is killed; hence a little more for them.
        if self.megabytes is not None and used > 1.05 * self.megabytes + 10:
            self.exit = "memory limit"
        elif self.seconds is not None and now > self.started + self.seconds + GRACE:
            self.exit = "time limit"
        elif self.killed_at is not None and now > self.killed_at:
            self.exit = "cancelled"

    def talk(self) -> None:
        """Sends what waits to be sent; hears that the run is cancelled, or that nobody is there any more."""
        try:
            if self.outbox:
                del self.outbox[: self.connection.send(self.outbox)]
            data = self.connection.recv(4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.kill_all()
            raise ConnectionResetError("the other side is gone")
        if self.killed_at is None:
            self.killed_at = time.monotonic() + GRACE
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.solver, signal.SIGINT)

    def read_results(self, results: int, frames: Frames) -> bool:
        """Hands frames on; false at the end of the stream."""
        while (data := read(results)) is not None:
            if not data:
                return False
            for kind, payload in frames.feed(data):
                if kind == ANSWER:
                    self.exit = "finished"
                # A listener that is too slow misses some progress, but never the answer.
                if kind == ANSWER or (kind == PROGRESS and not self.outbox):
                    self.outbox += HEADER.pack(kind, len(payload)) + payload
                    self.send()
        return True

    def send(self) -> None:
        with contextlib.suppress(BlockingIOError, OSError):
            del self.outbox[: self.connection.send(self.outbox)]

    def read_output(self, output: int) -> bool:
        """Keeps the end of what is printed; false at the end of the stream."""
        for _ in range(64):
            data = read(output)
            if data is None:
                return True
            if not data:
                return False
            self.tail += data
            del self.tail[:-TAIL]
        return True

    def reap(self) -> int | None:
        """Takes note of processes that have ended; the wait status of the solver if it is among them."""
        ended = None
        with contextlib.suppress(ChildProcessError):
            while True:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
                if pid == 0:
                    break
                self.cpu += usage.ru_utime + usage.ru_stime
                if pid == self.solver:
                    ended = status
        return ended

    def memory(self) -> float:
        """Megabytes of all processes below; counts shared pages once if that makes the difference."""
        pids = descendants(os.getpid())
        used = sum(resident_megabytes(pid) for pid in pids)
        if self.megabytes is not None and used > self.megabytes and len(pids) > 1:
            used = min(used, sum(proportional_megabytes(pid) for pid in pids))
        return used

    def kill_all(self) -> None:
        """Ends every process below: first they are stopped, since what is stopped cannot fork."""
        pause = 0.0005
        while pids := descendants(os.getpid()):
            seen: set[int] = set()
            while new := set(pids) - seen:
                for pid in new:
                    send_signal(pid, signal.SIGSTOP)
                seen |= new
                pids = descendants(os.getpid())
            for pid in seen:
                send_signal(pid, signal.SIGKILL)
            self.reap()
            time.sleep(pause)
            pause = min(0.02, 2 * pause)
        self.reap()


def read(descriptor: int) -> bytes | None:
    """What can be read now; None if nothing, empty at the end."""
    try:
        return os.read(descriptor, 1 << 16)
    except BlockingIOError:
        return None


# -- the solver


def become_solver(job: dict[str, Any], results: int, output: int, folder: str) -> NoReturn:
    """Solves the job and writes frames of progress and the answer."""
    os.setsid()
    die_with_parent()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.environ["TMPDIR"] = tempfile.tempdir = folder
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    megabytes = job["limits"]["megabytes"]
    if megabytes is not None:
        # Against what allocates gigabytes between two looks. Ample: not all that is asked for is used.
        most = int((2 * megabytes + 1000) * 1e6)
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115 - until the process ends
    sys.stderr = open(2, "w", closefd=False, buffering=1)  # noqa: SIM115
    try:
        message = frame(ANSWER, solve_job(job, results))
        with contextlib.suppress(ValueError, OSError):
            sys.stdout.flush()
        write(results, message)
        os._exit(0)
    except BaseException:
        with contextlib.suppress(BaseException):
            traceback.print_exc()
            sys.stderr.flush()
    os._exit(1)


def solve_job(content: dict[str, Any], results: int) -> dict[str, Any]:
    """The answer, as JSON has it; an engine's exception is an answer too."""
    from .isolated import Job

    budget = Budget(Limits(**content["limits"]))
    solver = content.get("solver", "")
    answer: dict[str, Any]
    try:
        if "function" in content:
            return {"value": function_of(content["function"])(content["arguments"], budget.limits, teller(results))}
        job = Job.from_json(content)
        with hard_time_limit(budget):
            task, engine, options = prepare(job.task(), job.solver, job.objective, job.options)
        solver = engine.name
        request = Request(budget, options, job.seed, (), teller(results))
        answer = asdict(attempt(engine, task, request))
    except OutOfTime:
        answer = {"status": Status.TIMEOUT, "message": "time limit reached"}
    except MemoryError:
        answer = {"status": Status.MEMORY, "message": "memory limit reached"}
    except KeyboardInterrupt:
        answer = {"status": Status.CANCELLED, "message": "interrupted"}
    except LudoplanError as error:
        status = Status.UNSUPPORTED if isinstance(error, Unsupported) else Status.ERROR
        answer = {"status": status, "message": str(error)}
    except Exception as error:
        traceback.print_exc()
        answer = {"status": Status.ERROR, "message": f"{type(error).__name__}: {error}", "exception": True}
    return {"solver": solver, "seconds": budget.elapsed(), "peak_mb": peak_megabytes(), **answer}


def function_of(name: str) -> Any:
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)


def teller(results: int) -> Any:
    """A listener that writes frames of progress, but not too many."""
    last = 0.0

    def tell(progress: Progress) -> bool:
        nonlocal last
        now = time.monotonic()
        if now - last >= TELL_EVERY:
            last = now
            write(results, frame(PROGRESS, asdict(replace(progress, megabytes=round(peak_megabytes(), 1)))))
        return True

    return tell


def write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
