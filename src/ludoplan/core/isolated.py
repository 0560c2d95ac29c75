"""One solve in a process of its own, under hard limits on its whole process tree.

    run = start(Job("roll", text, solver="astar", limits=Limits(seconds=10, megabytes=500)))
    for progress in run.events():
        ...
    finished = run.wait()

Whatever the solver does - crash, hang, allocate without end, fork, print rubbish, claim a wrong plan - becomes a
result; nothing of it is left when `wait` returns, nor when this process is killed. One thread reads `events` or calls
`wait`; `cancel` may be called by any. In asyncio: `await asyncio.to_thread(run.wait)`.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from . import registry
from .engine import Progress, Task
from .limits import Limits
from .referee import settle
from .result import Answer, Result, Stats, Status
from .solve import prepare
from .warden import ANSWER, CANCEL, END, GRACE, JOB, PROGRESS, REQUEST, BadFrame, Frames, frame


@dataclass(frozen=True)
class Job:
    """What is to be solved and how; goes through JSON. A PDDL task has two texts, its domain and its `problem`."""

    game: str
    text: str
    name: str = "level"
    solver: str = "auto"
    objective: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    seed: int = 0
    problem: str | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Job:
        return cls(**{**content, "limits": Limits(**content["limits"])})

    def task(self) -> Task:
        """The level, before objective and options are set; raises BadInput or LudoplanError."""
        if self.problem is not None:
            from ..pddl.task import GAME, PddlTask

            return Task(GAME, PddlTask.parse(self.text, self.problem, f"domain of {self.name}", self.name), self.name)
        game = registry.game(self.game)
        return Task(game, game.parse(self.text, self.name), self.name)


@dataclass(frozen=True)
class Call:
    """Another function than a solver, under the same guard: `module:function`, which takes the arguments, the limits
    and a listener. What it returns is the `value` of the answer; all goes through JSON."""

    function: str
    arguments: Mapping[str, Any]
    limits: Limits = field(default_factory=Limits)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Ended:
    """How a run ended, before the referee has looked at it; goes through JSON.

    `exit` is `finished`, `exception`, `time limit`, `memory limit`, `cancelled`, `signal N`, `exit code N`, `rubbish`
    (something else than an answer was written in its place) or `lost` (the process that watches was killed).
    """

    exit: str
    answer: Mapping[str, Any] | None = None
    seconds: float | None = None  # from the first to the last moment, as seen from outside
    cpu_seconds: float | None = None  # of all processes together
    peak_mb: float = 0.0  # of all processes together
    output: str = ""  # the end of what was printed
    last: Progress | None = None


@dataclass(frozen=True)
class Finished:
    """A run that has ended, its plan replayed."""

    result: Result
    ended: Ended


STATUS = {"time limit": Status.TIMEOUT, "memory limit": Status.MEMORY, "cancelled": Status.CANCELLED}


class Run:
    """A job under way."""

    def __init__(self, job: Job | Call) -> None:
        self.job = job
        self.ended: Ended | None = None
        self._is_cancelled = False
        self._connection, other = socket.socketpair()
        with other:
            ZYGOTE.hand_over(other, imports_of(job))
        with contextlib.suppress(OSError):  # nobody there: the run is lost, as `events` will tell
            self._connection.sendall(frame(JOB, job.to_json()))

    def events(self) -> Iterator[Progress]:
        """Progress a few times a second, until the run has ended."""
        answer, last = None, None
        frames = Frames()
        try:
            while self.ended is None:
                data = self._connection.recv(1 << 16)
                if not data:
                    raise ConnectionResetError
                for kind, payload in frames.feed(data):
                    content = json.loads(payload)
                    if kind == PROGRESS:
                        last = Progress(**content)
                        yield last
                    elif kind == ANSWER:
                        answer = content
                    elif kind == END:
                        self.ended = Ended(answer=answer, last=last, **content)
                        if answer is not None and answer.get("exception"):
                            self.ended = replace(self.ended, exit="exception")
        except (OSError, BadFrame, ValueError, TypeError):
            self.ended = Ended("cancelled" if self._is_cancelled else "lost", last=last)
        self._connection.close()

    def cancel(self) -> None:
        """Ends the run, within half a second."""
        self._is_cancelled = True
        with contextlib.suppress(OSError):  # it may have ended meanwhile
            self._connection.sendall(frame(CANCEL))

    def collect(self) -> Ended:
        """Waits; what came, not yet replayed."""
        for _ in self.events():
            pass
        assert self.ended is not None
        return self.ended

    def wait(self) -> Finished:
        """Waits; what came, judged by the referee."""
        assert isinstance(self.job, Job)
        return finish(self.job, self.collect())

    def close(self) -> None:
        """Kills the run if it is still there, without waiting."""
        with contextlib.suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)  # wakes a thread that reads, which `close` does not
        self._connection.close()


def imports_of(job: Job | Call) -> tuple[str, ...]:
    """The modules that the job's solver needs."""
    if isinstance(job, Call) or job.game not in registry.game_names():
        return ()
    engine = registry.engines(registry.game(job.game)).get(job.solver)
    return () if engine is None else engine.imports


def start(job: Job | Call) -> Run:
    """Starts the job in a process of its own."""
    return Run(job)


def finish(job: Job, ended: Ended, task: Task | None = None) -> Finished:
    """The result of a run; `task` is the job's with objective and options, where it is at hand."""
    answer, solver = answer_of(job, ended)
    objective = task.objective if task is not None else job.objective
    blank = Result(Status.ERROR, job.game, job.name, solver, objective, stats=answer.stats, message=answer.message)
    try:
        if answer.moves is None:
            result = replace(blank, status=answer.status, lower_bound=answer.lower_bound, proof=answer.proof)
        else:
            task = task or prepare(job.task(), job.solver, job.objective, job.options)[0]
            result = settle(task, solver, answer)
    except Exception as error:  # of a claim that makes no sense: nothing that a solver says may end this process
        result = replace(blank, message=f"{solver} makes a claim that cannot be judged: {error}")
    return Finished(result, ended)


def answer_of(job: Job, ended: Ended) -> tuple[Answer, str]:
    """What the solver answers, or what stands for the answer that did not come; and the solver's full name."""
    content = ended.answer
    last = ended.last or Progress(0)
    # What was known last, where the end came too suddenly to tell more.
    stats = Stats(
        seconds=None if ended.seconds is None else round(ended.seconds, 6),
        expanded=last.expanded or None,
        generated=last.generated or None,
        stored=last.stored or None,
        peak_mb=round(ended.peak_mb, 1),
    )
    if content is None:
        status = STATUS.get(ended.exit, Status.ERROR)
        words = ended.exit if status is not Status.ERROR else f"no answer: {ended.exit}"
        message = f"{words}{' reached' if words.endswith('limit') else ''}"
        last_line = ended.output.strip().rpartition("\n")[2][-200:]
        if status is Status.ERROR and last_line:
            message += f"; its last words: {last_line}"
        return Answer(status, message=message, lower_bound=last.lower_bound, stats=stats), job.solver
    solver = str(content["solver"])
    told = {key: value for key, value in content.get("stats", {}).items() if value is not None}
    peak = round(max(ended.peak_mb, content["peak_mb"], told.get("peak_mb", 0)), 1)
    stats = replace(stats, **{**told, "seconds": round(content["seconds"], 6), "peak_mb": peak})
    status = Status(content["status"])
    limit = job.limits.seconds
    if limit is not None and content["seconds"] > limit + GRACE / 2 and status in (Status.OPTIMAL, Status.SOLVED):
        return Answer(Status.TIMEOUT, message="solved, but only after the time limit", stats=stats), solver
    fields = {key: content.get(key) for key in ("moves", "lower_bound", "proof", "message")}
    return Answer(status, **fields, stats=stats), solver


class Zygote:
    """The process that all runs of this process are forked from; started when it is first needed."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.process: subprocess.Popen[bytes] | None = None
        self.owner = 0

    def hand_over(self, connection: socket.socket, imports: tuple[str, ...]) -> None:
        """Lets a run begin at the other end of the connection, in a process that has these modules."""
        message = json.dumps(imports).encode().ljust(REQUEST)
        with self.lock:
            # After a fork the zygote belongs to the parent.
            if self.process is None or self.owner != os.getpid() or self.process.poll() is not None:
                self.begin()
            try:
                socket.send_fds(self.control, [message], [connection.fileno()])
            except OSError:
                self.begin()
                socket.send_fds(self.control, [message], [connection.fileno()])

    def begin(self) -> None:
        self.end()
        self.control, other = socket.socketpair()
        code = (
            "import json, socket, sys; sys.path[:] = json.loads(sys.argv[2]); from ludoplan.core.warden import serve; "
            "serve(socket.socket(fileno=int(sys.argv[1])))"
        )
        with other:
            self.process = subprocess.Popen(
                [sys.executable, "-c", code, str(other.fileno()), json.dumps(sys.path)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[other.fileno()],
                start_new_session=True,
            )
        self.owner = os.getpid()

    def end(self) -> None:
        if self.process is not None and self.owner == os.getpid():
            self.control.close()
            self.process.wait()
        self.process = None


ZYGOTE = Zygote()
atexit.register(ZYGOTE.end)
