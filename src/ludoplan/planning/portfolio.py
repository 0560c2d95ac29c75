"""The planner's default: a plan soon, then a better one, then the proof that it is the best.

First a greedy search, in turns with width search, until there is a plan or none can be. Its cost bounds the searches
that follow: A* without a heuristic where all states may fit in a little memory, then A* with a lower bound, which ends
as soon as every cheaper plan is ruled out, with a weighted A* in between for a better plan in case the proof takes
too long. Without a time limit it goes on until the proof, or until the memory is used up.
"""

from __future__ import annotations

from itertools import cycle

from .. import _native
from ..core.result import Answer
from .configurations import BFWS, BLIND, HMAX, LAZY_FF, LMCUT, WASTAR_FF, Configuration
from .planner import Found, Grounded

FIRST_SLICE = 2.0  # seconds; doubled at each turn
PROBE_NODES = 200_000
PROBE_BYTES = 64_000_000
LONGEST_SLICE = 20.0
SHARE = 0.25  # of the time that is left, for a search that may be in vain
PROVEN = "no cheaper plan: A* with a lower bound has ruled all of them out"


class Portfolio:
    """The searches of one task: `first_plan`, then `prove`; `best` and `bound` are what is known."""

    def __init__(self, task: Grounded, has_numbers: bool) -> None:
        self.task = task
        self.has_numbers = has_numbers
        self.best: Found | None = None
        self.bound = 0

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
            out_of_time = self.task.request.budget.is_out_of_time()
            if found.stop != _native.Stop.time or out_of_time:
                return self.task.stopped(found.stop)
            seconds *= 2
        raise AssertionError("cycles do not end")

    def prove(self) -> bool:
        """Looks for cheaper plans until there is none, or a limit comes; whether the best is proven to be so."""
        probe = min(PROBE_NODES, PROBE_BYTES // (4 * self.task.native.packed_words))
        bounded = self.lower_bound()
        if bounded is None:
            return True
        if self.improve(BLIND, None, probe):
            return True
        left = self.task.request.budget.seconds_left()
        share = LONGEST_SLICE if left is None else min(LONGEST_SLICE, SHARE * left)
        return self.improve(bounded, share) or self.improve(WASTAR_FF, share) or self.improve(bounded)

    def lower_bound(self) -> Configuration | None:
        """The A* that has the better bound for its effort; None if the bound already proves the plan."""
        assert self.best is not None
        estimates = [(self.task.estimate("hmax"), HMAX)]
        if not self.has_numbers:
            estimates.append((self.task.estimate("lmcut"), LMCUT))
        # Of equal ones the first, which is quicker.
        self.bound, chosen = max(estimates, key=lambda each: each[0])
        return None if self.bound >= self.best.cost else chosen

    def improve(self, configuration: Configuration, seconds: float | None = None, nodes: int | None = None) -> bool:
        """Looks for a plan that is cheaper than the best; whether the best is now proven."""
        assert self.best is not None
        if self.task.request.budget.is_out_of_time():
            return False
        found = self.task.search(configuration, seconds, nodes, cut_at=self.best.cost)
        if configuration.optimal:
            self.bound = max(self.bound, min(found.bound, self.best.cost))
        if found.verdict == _native.Verdict.found:
            self.best = found
            return configuration.optimal
        return found.verdict == _native.Verdict.exhausted and configuration.optimal
