"""The planner's default: a plan soon, then a better one, then the proof that it is the best.

First a greedy search, in turns with width search, until there is a plan or none can be. Its cost bounds the searches
that follow: a moment of A* without a heuristic, which is enough for small tasks, then A* with h_max and with landmark
cut, each for a while, as one cannot tell beforehand whether the better bound is worth its time; then weighted A*, for a
better plan in case the proof takes too long; then the A* that got further, to the end. Each ends as soon as every
cheaper plan is ruled out. Without a time limit it goes on until the proof, or until the memory is used up.
"""

from __future__ import annotations

from itertools import cycle

from .. import _native
from ..core.result import Answer
from .configurations import BFWS, BLIND, HMAX, LAZY_FF, LMCUT, WASTAR_FF, Configuration
from .planner import Found, Grounded

FIRST_SLICE = 5.0  # seconds; doubled at each turn
PROBE_SECONDS = 0.2
PROBE_BYTES = 16_000_000
# Of the time that is left, for searches that may be in vain; and seconds where there is no limit.
SHARES = {"astar-hmax": (0.1, 5.0), "astar-lmcut": (0.2, 20.0), "wastar-ff": (0.2, 20.0)}
PROVEN = "no cheaper plan: A* with a lower bound has ruled all of them out"


class Portfolio:
    """The searches of one task: `first_plan`, then `prove`; `best` and `bound` are what is known."""

    def __init__(self, task: Grounded, has_numbers: bool) -> None:
        self.task = task
        self.has_numbers = has_numbers
        self.best: Found | None = None
        self.bound = 0
        self.is_over = False

    def first_plan(self) -> Answer | None:
        """Finds a plan; or says why there is none."""
        seconds = FIRST_SLICE
        # Width search looks at facts only, so numbers leave it blind.
        turns = (LAZY_FF, HMAX) if self.has_numbers else (LAZY_FF, BFWS)
        for configuration in cycle(turns):
            found = self.task.search(configuration, seconds)
            if found.verdict == _native.Verdict.found:
                self.best = found
                return None
            if found.verdict == _native.Verdict.exhausted:
                return self.task.unsolvable("no goal among all states that can be reached")
            if found.stop != _native.Stop.time or self.task.is_out_of_time():
                return self.task.stopped(found.stop)
            seconds *= 2
        raise AssertionError("cycles do not end")

    def prove(self) -> bool:
        """Looks for cheaper plans until there is none, or a limit comes; whether the best is proven to be so."""
        assert self.best is not None
        bounded = [HMAX] if self.has_numbers else [HMAX, LMCUT]
        self.bound = int(max(self.task.estimate(each.heuristic) for each in bounded))
        if self.bound >= self.best.cost:
            return True
        if self.improve(BLIND, PROBE_SECONDS, PROBE_BYTES // (4 * self.task.native.packed_words))[0]:
            return True
        reached = []
        for configuration in (*bounded, WASTAR_FF):
            is_proven, bound = self.improve(configuration, self.share(configuration))
            if is_proven:
                return True
            if configuration.optimal:
                reached.append((bound, configuration))
        return self.improve(max(reached, key=lambda each: each[0])[1])[0]

    def share(self, configuration: Configuration) -> float:
        """The seconds that a search may take before another one has its turn."""
        share, most = SHARES[configuration.name]
        left = self.task.request.budget.seconds_left()
        return most if left is None else share * left

    def improve(
        self, configuration: Configuration, seconds: float | None = None, nodes: int | None = None
    ) -> tuple[bool, int]:
        """Looks for a plan cheaper than the best; whether the best is now proven, and the bound that was reached."""
        assert self.best is not None
        if self.is_over:
            return False, 0
        found = self.task.search(configuration, seconds, nodes, cut_at=self.best.cost)
        self.is_over = found.stop == _native.Stop.cancelled or self.task.is_out_of_time()
        bound = min(found.bound, self.best.cost) if configuration.optimal else 0
        self.bound = max(self.bound, bound)
        if found.verdict == _native.Verdict.found:
            self.best = found
            return configuration.optimal, bound
        return found.verdict == _native.Verdict.exhausted and configuration.optimal, bound
