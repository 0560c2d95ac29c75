"""Searches of one task that take turns: each pauses after its slice and goes on where it was."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from .. import _native
from ..core.result import Stats, summed
from ..search.kernel import stats_of
from .configurations import Configuration
from .planner import Grounded, Paused

SLICE = 0.05  # seconds of a first turn
SHARE, PREPARATION = 0.08, 1.0  # of the time that is left, and seconds, for setting a heuristic up
TELLING, MOST_BUSY = 0.02, 10.0  # own seconds that tell how busy the machine is, and how busy it is taken to be
PROBE, TURNS = 0.1, 3  # seconds and turns that a search has at first before its bound counts
GROWTH = 0.25  # later turns are this part of what a search has had so far


@dataclass
class Part:
    """One search of a race, and what has come of it."""

    configuration: Configuration
    search: Paused | None
    weight: float = 1.0  # of its share of the time
    seconds: float = 0.0
    prepared: float = 0.0  # seconds of these for setting its heuristic up
    stats: Stats = field(default_factory=summed)
    bound: int = 0
    risen: list[tuple[float, int]] = field(default_factory=list)  # seconds of search and the bound, by turns
    plans: list[float] = field(default_factory=list)  # costs, in the problem's units
    proves: bool = False

    @property
    def is_over(self) -> bool:
        return self.search is None

    @property
    def searched(self) -> float:
        return self.seconds - self.prepared

    @property
    def is_new(self) -> bool:
        """Whether nothing can be said of its bound yet; some searches take a while to begin."""
        return self.searched < (PROBE if self.stats.expanded else PREPARATION) or len(self.risen) < TURNS

    def drop(self) -> None:
        """Ends the search and gives its memory back."""
        self.search = None

    def expected(self, cost: int) -> float:
        """The seconds in all after which the bound should reach a cost, if it goes on as it has lately.

        Each step of a bound takes longer than the one before by about the same factor: if twice the time has brought
        three, twice the time brings three again.
        """
        if not self.risen:
            return 0.0
        now = self.searched
        seconds, early = next((turn for turn in reversed(self.risen) if turn[0] <= now / 4), self.risen[0])
        longer = now / seconds if seconds < now else 4.0
        gain = max(self.bound - early, 0.5)
        return now * float(longer ** min((cost - self.bound) / gain, 100))

    def told(self) -> dict[str, Any]:
        """What `--json` says of it."""
        return {
            "name": self.configuration.name,
            "seconds": round(self.seconds, 4),
            "expanded": self.stats.expanded,
            "stored": self.stats.stored,
            "bound": self.bound if self.configuration.optimal else None,
            "plans": self.plans,
            "proof": self.proves,
        }


class Race:
    """Gives turns to the searches of a task, in proportion to their weights."""

    def __init__(self, task: Grounded) -> None:
        self.task = task
        self.parts: list[Part] = []
        self.began = time.perf_counter(), time.process_time()

    def busyness(self) -> float:
        """How many seconds pass for one of this process's own, as others may be at work on the machine."""
        passed, own = time.perf_counter() - self.began[0], time.process_time() - self.began[1]
        return min(max(passed / own, 1.0), MOST_BUSY) if own > TELLING else 1.0

    def enter(self, configuration: Configuration, weight: float = 1.0, nodes: int | None = None) -> None:
        """Adds a search; `nodes` limits what it stores."""
        self.parts.append(Part(configuration, self.task.pausing(configuration, nodes), weight))

    def running(self) -> list[Part]:
        return [part for part in self.parts if not part.is_over]

    def next(self) -> Part | None:
        """Whose turn it is."""
        return min(self.running(), key=lambda part: part.seconds / part.weight, default=None)

    def turn(self, part: Part) -> _native.Outcome:
        """Lets a search go on for a slice."""
        assert part.search is not None
        began = time.perf_counter()
        if part.seconds == 0:
            self.task.prepare(part.configuration, SHARE, PREPARATION * self.busyness())
            part.prepared = time.perf_counter() - began
        outcome = part.search.go(max(SLICE, GROWTH * part.searched))
        part.seconds += time.perf_counter() - began
        part.stats = stats_of(outcome.counters, part.seconds)
        self.task.totals = summed(*(each.stats for each in self.parts))
        part.bound = max(part.bound, outcome.counters.bound)
        part.risen.append((part.searched, part.bound))
        self.task.check()
        if outcome.verdict not in (_native.Verdict.paused, _native.Verdict.found):
            part.drop()
        return self.task.unfolded(part.configuration, outcome)

    def cut_at(self, cost: int) -> None:
        """Only plans cheaper than this are of use from now on."""
        for part in self.running():
            assert part.search is not None
            part.search.cut_at(cost)
