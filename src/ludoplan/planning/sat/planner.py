"""Looks for a plan horizon by horizon, at once or in turns with other searches.

A horizon without a model rules out all plans of so many actions or fewer, since a step may be empty and one action is
a step. What is known for sure is `bound`: no plan has fewer actions.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from ... import _native
from ...core.engine import Request
from ...core.limits import Stopped
from ...core.result import Stats
from ...sat.solver import NAMES, Solver
from ...search.kernel import STATUS, Watch
from ..planner import Grounded, search_limits
from .configurations import GUIDED, SatConfiguration

MOST_ATTEMPTS = 16
# Processor seconds that a horizon gets before the next one is looked at too.
HEAD_START = 0.5
FIRST_CONFLICTS = 1000
# Of one turn among other searches; then seconds for what cannot pause: a task whose clauses take longer is too large.
TURN_CONFLICTS, TURN_PROPAGATIONS = 2000, 3_000_000
PATIENCE = 1.5
# Of a formula, which takes a solver about a second to take in.
TURN_BYTES = 20_000_000
# Facts and actions; larger tasks get a new formula for each horizon.
LARGE_TASK = 3000
# Of the memory limit; beyond it no further horizon is begun beside the others.
MEMORY_SHARE = 0.5


@dataclass
class Attempt:
    """A horizon that a solver is busy with."""

    solver: Solver
    horizon: int
    seconds: float = 0.0
    conflicts: int = 0


class SatPlanner:
    """One task and one configuration; `search`, then look at `plan`, `bound` and `proof`."""

    def __init__(
        self, grounded: Grounded, configuration: SatConfiguration, extra_cost: int | None = 0, patience: float = inf
    ) -> None:
        self.grounded = grounded
        self.configuration = configuration
        self.request: Request = grounded.request
        options = self.request.options
        self.solver = options.get("sat_solver", NAMES[0])
        self.plan: list[int] | None = None
        self.bound = 0
        self.note = ""
        self.proof: str | None = None  # why there is no plan at all
        self.counts = dict.fromkeys(("horizons", "last_horizon", "variables", "clauses", "conflicts"), 0)
        self.seconds = 0.0
        # What every action costs, in the ground task's units; None where they differ.
        self.uniform_cost = _native.uniform_cost(grounded.native)
        self._step = options.get("horizon_step", configuration.step)
        self._most = options.get("max_horizon")
        self._extra_cost = extra_cost  # of the game over the plan's; None where that tells nothing
        self._patience = patience  # seconds for each piece of work that cannot pause
        self._takes_turns = patience < inf

    def search(self) -> None:
        """Runs until there is a plan, a proof that there is none, or the last horizon; raises Stopped."""
        began = time.perf_counter()
        try:
            for _ in self.turns():
                pass
        finally:
            self.seconds = time.perf_counter() - began

    def turns(self) -> Iterator[None]:
        """The same in pieces."""
        steps = getattr(_native.Steps, self.configuration.steps)
        self.encoding = _native.PlanEncoding(self.grounded.native, steps, self._limits(), Watch(self.request))
        self._check()
        least = self.encoding.least_steps
        if least is None:
            self.proof = "the goal cannot be reached even if nothing is ever undone, or not within one mutex group"
            return
        self.longest = _native.longest_plan(self.grounded.native)
        if self._rule_out(least - 1):
            return
        # Of a large task, much of a formula that grows with the horizon would not matter.
        size = self.grounded.native.facts + self.grounded.native.actions
        if self.configuration.rate or size > LARGE_TASK:
            yield from self._side_by_side(self._horizons(least))
        else:
            self._one_after_the_other(self._horizons(least))

    def _limits(self) -> _native.Limits:
        limits = search_limits(self.request.budget)
        limits.seconds = min(limits.seconds, self._patience)
        return limits

    def stats(self) -> Stats:
        return Stats(search_seconds=round(self.seconds, 6), extra=self.counts)

    def _horizons(self, least: int) -> Iterator[int]:
        """What to try; the last one is the longest that makes sense or is allowed."""
        ends = [end for end in (self.longest, self._most) if end is not None]
        last = min(ends) if ends else None
        for horizon in self.configuration.lengths(least, self._step or 1):
            if last is not None and horizon >= last:
                if last >= least:
                    yield last
                return
            yield horizon

    def _one_after_the_other(self, horizons: Iterator[int]) -> None:
        """One solver, whose formula grows with the horizon."""
        attempt = Attempt(Solver(self.solver), 0)
        for horizon in horizons:
            self._begin(attempt, horizon, _native.Style.growing)
            if self._work(attempt) or self._rule_out(horizon):
                return

    def _side_by_side(self, horizons: Iterator[int]) -> Iterator[None]:
        attempts: list[Attempt] = []
        waiting = next(horizons, None)
        while waiting is not None or attempts:
            if waiting is not None and self._is_turn_of_next(attempts):
                attempt = Attempt(Solver(self.solver), waiting)
                attempts.append(attempt)
                self._begin(attempt, waiting, _native.Style.pruned)
                waiting = next(horizons, None)
            else:
                attempt = min(attempts, key=lambda each: self._priority(attempts, each))
            satisfiable = self._work(attempt)
            if satisfiable:
                return
            yield
            if satisfiable is False:
                # Shorter horizons have no plan either.
                attempts = [each for each in attempts if each.horizon > attempt.horizon]
                if self._rule_out(attempt.horizon):
                    return

    def _rule_out(self, horizon: int) -> bool:
        """Notes that there is no plan within the horizon; whether there is none at all then."""
        self.bound = horizon + 1
        if self.longest is None or horizon < self.longest:
            return False
        self.proof = f"no plan of {self.longest} actions or fewer, and a shortest plan has no more"
        return True

    def _priority(self, attempts: list[Attempt], attempt: Attempt) -> float:
        return (attempt.seconds + HEAD_START) / self.configuration.rate ** attempts.index(attempt)

    def _is_turn_of_next(self, attempts: list[Attempt]) -> bool:
        if not attempts:
            return True
        if not self.configuration.rate or len(attempts) >= MOST_ATTEMPTS:
            return False
        if _native.resident_bytes() * (1 + 1 / len(attempts)) > MEMORY_SHARE * search_limits(self.request.budget).bytes:
            return False
        own = HEAD_START / self.configuration.rate ** len(attempts)
        return all(self._priority(attempts, each) > own for each in attempts)

    def _begin(self, attempt: Attempt, horizon: int, style: _native.Style) -> None:
        """Hands the clauses of a horizon to the attempt's solver."""
        attempt.horizon = horizon
        self.counts["horizons"] += 1
        self.counts["last_horizon"] = horizon
        self._tell(f"horizon {horizon}")
        clauses = self.formula(horizon, style)
        if self._takes_turns and len(clauses) > TURN_BYTES:
            raise Stopped(STATUS[_native.Stop.time], "clauses")
        self.counts |= {"variables": self.encoding.variables, "clauses": self.encoding.clauses}
        self._tell(f"horizon {horizon}, {self.encoding.variables} variables, {self.encoding.clauses} clauses")
        attempt.seconds += attempt.solver.add_packed(clauses)
        if self.configuration.guesses:
            attempt.solver.guess(self.encoding.guesses(self.grounded.native))

    def _tell(self, note: str) -> None:
        """Says how far the search is; raises Stopped at a limit."""
        self.note = f"{note}; {self.grounded.size()}"
        self._check_limits()

    def _check_limits(self) -> None:
        self.request.budget.check()
        self.request.tell(self.note, self.lower_bound())

    def lower_bound(self) -> float | None:
        """What every solution costs at least, as far as the number of actions tells."""
        if self.uniform_cost is None or self._extra_cost is None:
            return None
        return self.grounded.real_cost(self.bound * self.uniform_cost) + self._extra_cost

    def _work(self, attempt: Attempt) -> bool | None:
        """One go at a horizon; notes the plan if there is one."""
        conflicts = max(FIRST_CONFLICTS, attempt.conflicts) if self.configuration.rate else 0
        propagations = 0
        if self._takes_turns:
            conflicts, propagations = min(conflicts, TURN_CONFLICTS), TURN_PROPAGATIONS
        verdict = attempt.solver.solve(self.encoding.assumptions, conflicts, self._check_limits, propagations)
        self.counts["conflicts"] += verdict.conflicts - attempt.conflicts
        attempt.conflicts = verdict.conflicts
        attempt.seconds += verdict.seconds
        if verdict.satisfiable:
            if attempt.horizon != self.counts["last_horizon"]:
                self.formula(attempt.horizon, _native.Style.pruned)  # numbers the variables as they were
            self.plan = _native.shortened(self.grounded.native, self.encoding.plan(verdict.model))
        return verdict.satisfiable

    def formula(self, horizon: int, style: _native.Style) -> bytes:
        """The clauses of a horizon; raises Stopped."""
        formula = self.encoding.formula(horizon, style, self._limits(), Watch(self.request))
        self._check()
        return formula

    def _check(self) -> None:
        if self.encoding.stopped != _native.Stop.none:
            raise Stopped(STATUS[self.encoding.stopped])


class PausedSat:
    """The search for any plan by clauses, in turns with others."""

    def __init__(self, grounded: Grounded) -> None:
        self._planner = SatPlanner(grounded, GUIDED, patience=PATIENCE)
        self._turns = self._planner.turns()

    def go(self, seconds: float) -> _native.Outcome:
        """Goes on for about so many seconds; what is too large is given up."""
        end = time.perf_counter() + seconds
        planner, outcome = self._planner, _native.Outcome()
        try:
            for _ in self._turns:
                if time.perf_counter() >= end:
                    outcome.verdict = _native.Verdict.paused
                    return outcome
        except Stopped as stopped:
            outcome.verdict = _native.Verdict.stopped
            # Of time only the patience can have ended; who gives the turns knows of the budget's.
            stops = (each for each, status in STATUS.items() if status is stopped.status and each != _native.Stop.time)
            outcome.stop = next(stops, _native.Stop.none)
            return outcome
        outcome.verdict = _native.Verdict.exhausted
        if planner.plan is not None:
            outcome.verdict, outcome.path = _native.Verdict.found, planner.plan
            outcome.cost = _native.plan_cost(planner.grounded.native, planner.plan)
        return outcome

    def cut_at(self, cost: int) -> None:
        """Costs are not looked at."""
