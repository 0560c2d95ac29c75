"""Jobs: a bounded queue in front of worker processes, and the events that tell how they get on.

There are two lanes. What a player waits for (hints, verdicts) does not queue behind solves that take minutes.
A job that belongs to a session is cancelled when the session's last event stream has been gone for a moment.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from typing import Any

from ..core.errors import LudoplanError
from ..running.supervised import Run, start
from .store import JobStore
from .work import Work

MOST_WAITING = 300
GRACE = 2.0  # seconds in which a stream that was cut may come back
QUICK_WORKERS = 2
MOST_EVENTS = 1000  # waiting for a slow reader; it misses some progress


class QueueFull(LudoplanError):  # noqa: N818
    """Too many jobs wait already."""


@dataclass
class QueuedJob:
    """One piece of work, from its submission on."""

    work: Work
    session: str | None
    id: str = field(default_factory=lambda: secrets.token_urlsafe(9))
    status: str = "queued"
    created: float = field(default_factory=time.time)
    seconds: float | None = None
    progress: dict[str, Any] | None = None
    result: dict[str, Any] | None = None
    message: str | None = None
    run: Run | None = None
    is_cancelled: bool = False

    def to_json(self) -> dict[str, Any]:
        told = ("id", "session", "status", "created", "seconds", "progress", "result", "message")
        return {"kind": self.work.kind, "label": self.work.label, **{name: getattr(self, name) for name in told}}


class Jobs:
    """All jobs of a server. Lives in one event loop."""

    def __init__(self, store: JobStore, workers: int | None = None) -> None:
        self.store = store
        places = {False: workers or os.cpu_count() or 2, True: QUICK_WORKERS}
        self.room = {lane: asyncio.Semaphore(count) for lane, count in places.items()}
        self.active: dict[str, QueuedJob] = {}
        self.readers: dict[asyncio.Queue[dict[str, Any]], Callable[[QueuedJob], bool]] = {}
        self.streams: dict[str, int] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.threads = ThreadPoolExecutor(sum(places.values()), "job")
        self.is_closing = False

    # -- what the API calls

    def submit(self, work: Work, session: str | None = None) -> QueuedJob:
        """Queues the work; raises QueueFull."""
        lane = [job.status for job in self.active.values() if job.work.is_quick == work.is_quick]
        if lane.count("queued") >= MOST_WAITING:
            raise QueueFull(f"{MOST_WAITING} jobs wait already: try again later")
        job = QueuedJob(work, session)
        self.active[job.id] = job
        self.store.put(job.to_json())
        self.tell(job)
        if session is not None and not self.streams.get(session):
            self.watch_for_return(session)
        task = asyncio.get_running_loop().create_task(self.perform(job))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return job

    def get(self, name: str) -> dict[str, Any] | None:
        job = self.active.get(name)
        return self.store.get(name) if job is None else job.to_json()

    def latest(self, count: int = 2 * MOST_WAITING) -> list[dict[str, Any]]:
        """The newest jobs, without their results."""
        known = {name: {**job.to_json(), "result": None} for name, job in self.active.items()}
        return [known.get(job["id"], job) for job in self.store.latest(count)]

    def cancel(self, name: str) -> None:
        """Ends a job, whether it waits or runs; does nothing to others."""
        job = self.active.get(name)
        if job is None:
            return
        job.is_cancelled = True
        if job.status == "queued":
            self.end(job, "cancelled")
        elif job.run is not None:
            job.run.cancel()

    # -- events

    @contextlib.contextmanager
    def listening(self, wanted: Callable[[QueuedJob], bool]) -> Iterator[asyncio.Queue[dict[str, Any]]]:
        """What happens to jobs from now on, beginning with how those that are not over stand."""
        queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MOST_EVENTS)
        for job in self.active.values():
            if wanted(job):
                queue.put_nowait(job.to_json())
        self.readers[queue] = wanted
        try:
            yield queue
        finally:
            del self.readers[queue]

    @contextlib.contextmanager
    def stream(self, session: str) -> Iterator[None]:
        """While it lasts, the session's jobs live."""
        self.streams[session] = self.streams.get(session, 0) + 1
        try:
            yield
        finally:
            self.streams[session] -= 1
            if not self.streams[session]:
                del self.streams[session]
                self.watch_for_return(session)

    def watch_for_return(self, session: str) -> None:
        """Cancels the session's jobs unless it has a stream in a moment."""

        def look() -> None:
            if not self.streams.get(session):
                for job in list(self.active.values()):
                    if job.session == session:
                        self.cancel(job.id)

        asyncio.get_running_loop().call_later(GRACE, look)

    def tell(self, job: QueuedJob) -> None:
        event = job.to_json()
        for queue, wanted in self.readers.items():
            if wanted(job):
                if queue.full():
                    queue.get_nowait()
                queue.put_nowait(event)

    # -- running

    async def perform(self, job: QueuedJob) -> None:
        async with self.room[job.work.is_quick]:
            if not job.is_cancelled:  # while it waited
                await self.run(job)

    async def run(self, job: QueuedJob) -> None:
        loop = asyncio.get_running_loop()
        began = time.monotonic()
        job.status = "running"
        self.store.put(job.to_json())
        self.tell(job)

        def tell_progress(progress: dict[str, Any]) -> None:
            job.progress = progress
            self.tell(job)

        def work() -> tuple[str, dict[str, Any] | None, str | None]:
            job.run = start(job.work.job)
            if job.is_cancelled:
                job.run.cancel()
            for progress in job.run.events():
                loop.call_soon_threadsafe(tell_progress, asdict(progress))
            return job.work.result(job.run.wait())

        try:
            status, job.result, job.message = await loop.run_in_executor(self.threads, work)
        except Exception as error:  # one job's failure is not the server's
            status, job.message = "failed", f"{type(error).__name__}: {error}"
        job.seconds = round(time.monotonic() - began, 3)
        self.end(job, status)

    def end(self, job: QueuedJob, status: str) -> None:
        if self.is_closing:
            return
        job.status = status
        job.run = None
        self.store.put(job.to_json())
        self.tell(job)
        del self.active[job.id]
        self.store.forget_old()

    async def close(self) -> None:
        """Ends everything. What waits or runs now is reported as lost by the next server."""
        self.is_closing = True
        for name in self.active:
            self.cancel(name)
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=3)
        self.threads.shutdown(wait=False)
        self.store.close()
