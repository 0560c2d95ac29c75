"""Fills an order by several processes. What comes out is the same for any number of them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from ..core import registry
from ..core.engine import Progress
from ..core.limits import Budget
from ..core.result import STOPPED_WORDS, Result, Status
from ..core.task import Task
from .order import Climbed, Order, Workshop, key_of, verified
from .promises import decoys, promises_of

MOST_ATTEMPTS = 300  # climbs for one level
MOST_TRIES = 100_000  # levels that are looked at where there is nothing to climb


@dataclass(frozen=True)
class Made:
    """A level as wanted, proven.

    >>> from ludoplan import generate
    >>> [first, second] = generate("boxup", 2, seed=3)
    >>> first.number, second.number
    (1, 2)
    """

    number: int
    level: Any
    result: Result
    evaluated: int  # levels that were looked at so far
    pieces: int = 0
    decoys: tuple[str, ...] = ()  # the names of pieces that a shortest solution does not need

    @property
    def task(self) -> Task:
        """The level, ready to be solved or drawn."""
        name = f"{self.result.game} #{self.number}"
        return Task(registry.game(self.result.game), self.level, name, self.result.objective)

    def _repr_html_(self) -> str:
        return self.result._repr_html_()


class OutOfReach(Exception):  # noqa: N818 - says how the search ended
    """No such level was found, in time or at all."""

    def __init__(self, is_timeout: bool, evaluated: int) -> None:
        self.is_timeout = is_timeout
        self.evaluated = evaluated
        self.words = STOPPED_WORDS[Status.TIMEOUT] if is_timeout else "no such level found; ask for less"
        super().__init__()


Pending = Callable[[], Climbed | None]  # what an attempt came to, once it has ended
Submit = Callable[[int, int], Pending]


def produce(
    order: Order, count: int, jobs: int, budget: Budget, progress: Callable[[Progress], bool] | None = None
) -> Iterator[Made]:
    """The levels wanted, one after the other; raises OutOfReach or LudoplanError."""
    with climbers(order, jobs, budget) as submit:
        yield from Production(order, count, jobs, budget, submit, progress).levels()


@dataclass
class Production:
    """Attempts are begun in order and judged in order, though they may end in any."""

    order: Order
    count: int
    jobs: int
    budget: Budget
    submit: Submit
    progress: Callable[[Progress], bool] | None
    pending: dict[tuple[int, int], Pending] = field(default_factory=dict)
    drafts: dict[tuple[int, int], Climbed] = field(default_factory=dict)
    evaluated: int = 0

    def levels(self) -> Iterator[Made]:
        workshop = Workshop(self.order, self.budget)
        seen: set[str] = set()
        for number in range(1, self.count + 1):
            for attempt in range(MOST_TRIES if self.order.wants_none else MOST_ATTEMPTS):
                draft = self.draft(number, attempt)
                if draft.distance > 0 or (key := key_of(workshop.game, draft.level)) in seen:
                    continue
                result = verified(workshop, draft.level)
                if result is not None:
                    seen.add(key)
                    yield self.made(number, draft.level, result, workshop)
                    break
            else:
                raise OutOfReach(False, self.evaluated)

    def made(self, number: int, level: Any, result: Result, workshop: Workshop) -> Made:
        if result.cost is None:
            return Made(number, level, result, self.evaluated)
        pieces = sum(1 for _ in promises_of(workshop.design).pieces(level, self.order.options))
        spare = decoys(workshop.evaluator, workshop.design, level, self.order.options, result.cost)
        return Made(number, level, result, self.evaluated, pieces, tuple(spare))

    def draft(self, number: int, attempt: int) -> Climbed:
        """What this attempt came to; others go on meanwhile."""
        while True:
            if self.budget.is_out_of_time():
                raise OutOfReach(True, self.evaluated)
            if (number, attempt) in self.drafts:
                return self.drafts[number, attempt]
            self.fill(number, attempt)
            for key, pending in list(self.pending.items()):
                if (draft := pending()) is not None:
                    del self.pending[key]
                    self.drafts[key] = draft
                    self.evaluated += draft.evaluated
            if self.progress is not None:
                note = f"{number - 1} of {self.count} levels, attempt {attempt + 1}, {self.evaluated:,} looked at"
                if not self.progress(Progress(self.budget.elapsed(), note=note)):
                    raise KeyboardInterrupt
            if (number, attempt) not in self.drafts:
                time.sleep(0.002)

    def fill(self, number: int, attempt: int) -> None:
        """Keeps all processes busy: first this level, then the first attempts at the next ones, then more of this."""
        wanted = [(number, attempt), *((later, 0) for later in range(number + 1, self.count + 1))]
        wanted += [(number, later) for later in range(attempt + 1, attempt + self.jobs)]
        for key in wanted:
            if len(self.pending) >= self.jobs:
                return
            if key not in self.pending and key not in self.drafts:
                self.pending[key] = self.submit(*key)


# -- the processes

_workshop: Workshop | None = None


def _begin(order: Order, budget: Budget) -> None:
    global _workshop
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    _workshop = Workshop(order, budget)


def _climb(number: int, attempt: int) -> Climbed:
    assert _workshop is not None
    return _workshop.climb(number, attempt)


@contextmanager
def climbers(order: Order, jobs: int, budget: Budget) -> Iterator[Submit]:
    """A way to begin climbs: in this process where there is one job, else in as many as wanted."""
    if jobs == 1:
        workshop = Workshop(order, budget)

        def climbed(number: int, attempt: int) -> Pending:
            draft = workshop.climb(number, attempt)
            return lambda: draft

        yield climbed
        return
    with multiprocessing.get_context("fork").Pool(jobs, _begin, (order, budget)) as pool:

        def begun(number: int, attempt: int) -> Pending:
            under_way = pool.apply_async(_climb, (number, attempt))
            return lambda: under_way.get() if under_way.ready() else None

        yield begun


def usual_jobs() -> int:
    """All cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
