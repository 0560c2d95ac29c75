"""Grounds a task and searches it by named configurations, all under one budget."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import Protocol

from .. import _native
from ..core.engine import Progress, Request
from ..core.errors import Unsupported
from ..core.limits import Budget, Stopped
from ..core.result import Answer, Stats, Status, summed
from ..pddl.task import PddlTask
from ..search.kernel import ALL_SEEN, STATUS, Watch, native_limits, native_request, stats_of
from .configurations import Configuration
from .lower import Lowered, lower

# Of the time limit, and seconds at most, kept for writing the plan down.
RESERVE = (0.05, 0.2)
# Of the memory that the machine has free, where no limit is given: a task can be too large for any machine.
MEMORY_SHARE = 0.8
# Of the limit, for grounding where a search without it may take over.
GROUNDING_MEMORY = 0.8


class Paused(Protocol):
    """A search that goes on from turn to turn."""

    def go(self, seconds: float, /) -> _native.Outcome: ...
    def cut_at(self, cost: int, /) -> None: ...


@dataclass
class Grounded:
    """A ground task, and what it has cost so far to search it."""

    native: _native.Planner
    lowered: Lowered
    request: Request
    totals: Stats = field(default_factory=summed)

    @classmethod
    def of(
        cls,
        task: PddlTask,
        request: Request,
        inlines_axioms: bool = False,
        uses_symmetries: bool = True,
        early: Callable[[list[str], Stats], None] | None = None,
        is_enough: bool = False,
    ) -> Grounded:
        """Grounds the task; raises Stopped or Unsupported. Tells the size before anything is searched.

        Derived facts are written out on demand, which leaves no axioms where none depends on itself. Where objects are
        alike, a search is told one of the states that differ by them alone. Where `early` hears of it, a search without
        grounding looks for a plan while grounding takes long; if that `is_enough`, grounding ends then.
        """
        lowered = lower(task.domain, task.problem, task.accumulators)
        lowered.native.inlines_axioms = inlines_axioms
        lowered.native.uses_symmetries = uses_symmetries
        lowered.native.searches_beside = early is not None
        lowered.native.ends_at_plan = is_enough
        request.budget.check()
        limits = search_limits(request.budget)
        if early is not None:
            # The search without grounding goes on where memory ends grounding: the process must not be full by then.
            limits.bytes = int(GROUNDING_MEMORY * limits.bytes)
        native = _native.Planner(lowered.native, limits, Watch(request))
        if early is not None and native.early_plan:
            plan = [lowered.action_text(*step) for step in native.early_plan]
            early(plan, stats_of(native.early_counters, native.seconds))
        if not native.is_ground:
            # Ended by a limit, or by a plan that is enough.
            raise Stopped(STATUS.get(native.stopped, Status.INCOMPLETE), "while grounding")
        grounded = cls(native, lowered, request)
        if request.progress is not None:
            request.progress(Progress(request.budget.elapsed(), note=grounded.size()))
        grounded.check()
        return grounded

    def check(self) -> None:
        """Raises Unsupported where something turned up that the search cannot take."""
        if self.native.problem:
            raise Unsupported(f"the planner cannot take this task: {self.native.problem}")

    def size(self) -> str:
        """The size of the ground task in words."""
        native = self.native
        parts = [f"{native.facts} facts", f"{native.actions} actions"]
        parts += [f"{native.variables} numbers"] if native.variables else []
        parts += [f"{native.axioms} axioms"] if native.axioms else []
        parts += [f"{native.groups} mutex groups"] if native.groups else []
        parts += [f"{native.symmetries} exchanges of alike objects"] if native.symmetries else []
        return f"grounded to {', '.join(parts)} in {native.seconds:.2f} s"

    def is_out_of_time(self) -> bool:
        return search_limits(self.request.budget).seconds == 0

    def native_request(self, configuration: Configuration, nodes: int | None) -> _native.Request:
        limits, settings = search_limits(self.request.budget), configuration.settings
        native = native_request(configuration.kernel, limits, settings, configuration.heuristic)
        native.guide = configuration.guide
        if nodes is not None:
            native.limits.nodes = min(native.limits.nodes, nodes)
        return native

    def prepare(self, configuration: Configuration, share: float = 0.3, most: float = 20.0) -> None:
        """Sets the configuration's heuristic up, in this share of the time that is left and so many seconds."""
        limits = search_limits(self.request.budget)
        limits.seconds = min(share * limits.seconds, most)
        for heuristic in (configuration.heuristic, configuration.guide):
            self.native.prepare(heuristic, limits, Watch(self.request))

    def pausing(self, configuration: Configuration, nodes: int | None = None) -> Paused:
        """A configuration's search for turns, within the budget and so many nodes."""
        if configuration.kernel == "sat":
            from .sat.planner import PausedSat

            return PausedSat(self)
        return self.native.pausing(self.native_request(configuration, nodes), Watch(self.request))

    def search(self, configuration: Configuration) -> _native.Outcome:
        """What one configuration comes to within the budget; raises Unsupported."""
        began = time.perf_counter()
        self.prepare(configuration)
        if configuration.kernel == "symbolic":
            if not self.native.is_symbolic:
                raise Unsupported(f"planner:{configuration.name} takes costs that are numbers only")
            outcome = self.pausing(configuration).go(inf)
        else:
            outcome = self.native.search(self.native_request(configuration, None), Watch(self.request))
        self.totals = summed(self.totals, stats_of(outcome.counters, time.perf_counter() - began))
        self.check()
        return self.unfolded(configuration, outcome)

    def unfolded(self, configuration: Configuration, outcome: _native.Outcome) -> _native.Outcome:
        """The outcome, its path that of the actions from the initial state."""
        if configuration.kernel not in ("symbolic", "sat"):
            outcome.path = self.native.unfolded(outcome.path)
        return outcome

    def texts(self, path: list[int]) -> list[str]:
        """The actions of a path as plans have them."""
        return [self.lowered.action_text(*self.native.action(number)) for number in path]

    def real_cost(self, cost: int) -> int:
        """A cost of the ground task in the problem's own units; not always whole."""
        exact = Fraction(cost) / Fraction(self.native.cost_scale)
        return exact.numerator if exact.denominator == 1 else float(exact)  # type: ignore[return-value]

    def bound(self, bound: int) -> int | None:
        """A lower bound as results have it."""
        return self.real_cost(bound) if bound > 0 and self.native.cost_scale == 1 else None

    def stopped(self, stop: _native.Stop, bound: int = 0) -> Answer:
        """The answer where a limit came before a plan."""
        return Answer.stopped(STATUS[stop], self.size(), self.bound(bound), self.totals)

    def unsolvable(self) -> Answer:
        return Answer(Status.UNSOLVABLE, proof=ALL_SEEN, message=f"{ALL_SEEN}; {self.size()}", stats=self.totals)


def without_grounding(task: PddlTask, request: Request) -> tuple[_native.Outcome, list[str]]:
    """Searches for any plan without grounding the task: the outcome and the plan; raises Unsupported."""
    lowered = lower(task.domain, task.problem, task.accumulators)
    lacks = _native.LiftedSearch.lacks(lowered.native)
    if lacks:
        raise Unsupported(f"planner:lifted does not support {lacks}; planner does")
    search = _native.LiftedSearch(lowered.native, search_limits(request.budget), Watch(request))
    outcome = search.go(inf)
    steps = search.plan if outcome.verdict == _native.Verdict.found else []
    return outcome, [lowered.action_text(*step) for step in steps]


def search_limits(budget: Budget) -> _native.Limits:
    """What is left of the budget; where it has no limit on memory, most of what the machine has free."""
    limits = native_limits(budget)
    if budget.limits.seconds is not None:
        share, most = RESERVE
        limits.seconds = max(0.0, limits.seconds - min(most, share * budget.limits.seconds))
    if budget.limits.megabytes is None:
        free = free_bytes()
        if free is not None:
            limits.bytes = int(_native.resident_bytes() + MEMORY_SHARE * free)
    return limits


def free_bytes() -> int | None:
    """The memory that this process could still take, as far as the system tells."""

    def number(path: str, read: Callable[[str], str]) -> int | None:
        try:
            with open(path, encoding="ascii") as file:
                return int(read(file.read()))
        except (OSError, ValueError, IndexError):
            return None

    kilobytes = number("/proc/meminfo", lambda text: text.split("MemAvailable:")[1].split()[0])
    of_group = number("/sys/fs/cgroup/memory.max", str)
    taken = number("/sys/fs/cgroup/memory.current", str)
    free = [kilobytes * 1024] if kilobytes is not None else []
    free += [of_group - taken] if of_group is not None and taken is not None else []
    return max(0, min(free)) if free else None
