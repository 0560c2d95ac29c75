"""Runs what is left of a suite, row by row. Whatever stops it, running it again goes on where it was."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from statistics import fmean
from typing import Protocol

from ..running.job import LOST, Outcome
from ..running.solve import result_of
from ..running.supervised import Run, start
from .place import Place, here
from .runs import Planned, Suite
from .store import Row, Store

MOST_TRIES = 3  # of a run whose process was lost through no fault of its own, as far as one can tell
Arrived = tuple[Planned, Outcome, Place]


class Backend(Protocol):
    """Something that runs jobs, several at a time."""

    jobs: int  # how many at a time, as far as is known

    def run_all(self, runs: Sequence[Planned]) -> Generator[Arrived]:
        """The runs in the order in which they end; closing the iterator ends those that are under way."""


class Local:
    """Processes of this machine."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run_all(self, runs: Sequence[Planned]) -> Generator[Arrived]:
        active: set[Run] = set()
        stopped = threading.Event()

        def attempt(planned: Planned) -> Outcome:
            for _ in range(MOST_TRIES):
                run = start(planned.job())
                active.add(run)
                if stopped.is_set():
                    run.close()
                try:
                    outcome = run.wait()
                finally:
                    active.discard(run)
                if outcome.exit != LOST or stopped.is_set():
                    break
            return outcome

        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                under_way = {pool.submit(attempt, planned): planned for planned in runs}
                for future in as_completed(under_way):
                    yield under_way.pop(future), future.result(), here()
            finally:
                stopped.set()
                pool.shutdown(wait=False, cancel_futures=True)
                for run in list(active):
                    run.close()


def run_campaign(suite: Suite, store: Store, backend: Backend, told: Callable[[Row], None] | None = None) -> None:
    """Runs all runs of the suite that have no row yet; `told` hears of each row that is written."""
    runs = suite.runs()
    with store.lock():
        store.begin(suite, runs)
        done = store.keys()
        left = [planned for planned in runs if planned.key not in done]
        with contextlib.closing(backend.run_all(left)) as arrived:
            for planned, outcome, place in arrived:
                result = result_of(outcome, planned.level.task, planned.solver.engine)
                row = store.add(planned, result, outcome, place)
                if told is not None:
                    told(row)


class Estimate:
    """How long the rest of a campaign will take: the mean of each solver's runs so far, for those that are left."""

    def __init__(self, runs: Sequence[Planned], jobs: int) -> None:
        self.jobs = jobs
        self.left = Counter(planned.solver.name for planned in runs)
        self.seconds: dict[str, list[float]] = defaultdict(list)

    def add(self, row: Row) -> None:
        self.left[row["solver"]] -= 1
        self.seconds[row["solver"]].append(row["wall_seconds"] or 0.0)

    def remaining(self) -> float:
        """Seconds, once a run has been added."""
        every = [seconds for known in self.seconds.values() for seconds in known]
        means = {solver: fmean(self.seconds.get(solver, every)) for solver in self.left}
        start = 0.015  # what starting a process takes
        return sum(count * (means[solver] + start) for solver, count in self.left.items()) / self.jobs
