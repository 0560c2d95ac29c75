"""Runs a native search kernel on a level, by the game's C++ twin or, through the same kernels, by its Python rules."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Any

from .. import _native
from ..core.engine import Progress, Request
from ..core.errors import LudoplanError, Unsupported
from ..core.limits import Budget
from ..core.result import STOPPED_WORDS, Answer, Stats, Status
from ..core.task import Task
from .algorithms import GUIDE, Algorithm
from .interned import InternedGame

MOST_NUMBER = (1 << 63) - 1
MOST_WEIGHT = 1e12


@dataclass
class System:
    """A level that kernels can search."""

    native: _native.System
    move_text: Callable[[int], str]
    move_number: Callable[[str], int]


def system_of(
    task: Task,
    rules: str = "native",
    megabytes: float | None = None,
    expanding: Callable[[Any], None] | None = None,
) -> System:
    """The level's C++ twin, or its Python rules where there is none or they are asked for."""
    twin = task.game.twin(task.level) if task.game.twin is not None and rules == "native" else None
    if twin is not None:
        return System(twin.system, twin.moves.__getitem__, twin.moves.index)
    interned = InternedGame(task.game, task.level, megabytes, expanding)
    return System(
        _native.PythonGame(interned),
        interned.move_text,
        lambda text: interned.move_id(task.game.move_from_text(task.level, text)),
    )


def native_limits(budget: Budget) -> _native.Limits:
    """What is left of the budget, for a kernel."""
    limits = _native.Limits()
    left = budget.seconds_left()
    if left is not None:
        limits.seconds = left
    if budget.limits.megabytes is not None:
        limits.bytes = min(int(budget.limits.megabytes * 1e6), limits.bytes)
    if budget.limits.nodes is not None:
        limits.nodes = min(budget.limits.nodes, limits.nodes)
    return limits


def stats_of(counters: _native.Counters, seconds: float) -> Stats:
    """What a kernel has counted in so many seconds."""
    return Stats(None, round(seconds, 6), counters.expanded, counters.generated, counters.stored)


def native_threads(wanted: int) -> int:
    """So many threads as were asked for and there are cores."""
    return 1 if wanted == 1 else min(wanted, os.cpu_count() or 1)


def native_request(kernel: str, limits: _native.Limits, settings: Mapping[str, Any], heuristic: str) -> _native.Request:
    """The request for a kernel, with those settings that kernels know."""
    native = _native.Request()
    native.kernel = kernel
    native.limits = limits
    native.heuristic = heuristic
    known = native.settings
    for name, value in _native_settings(tuple(settings.items())):
        setattr(known, name, value)
    return native


@lru_cache(maxsize=256)
def _native_settings(items: tuple[tuple[str, Any], ...]) -> list[tuple[str, Any]]:
    """What the settings are for kernels, but for those that they have anyway."""
    settings = dict(items)
    if "weight" in settings:
        from fractions import Fraction  # slow to import, and seldom needed

        weight = Fraction(min(settings["weight"], MOST_WEIGHT)).limit_denominator(100)
        settings |= {"g_weight": weight.denominator, "h_weight": weight.numerator}
    if settings.get("depth_bound") is not None:
        settings["max_bound"] = min(settings["depth_bound"], _native.MOST_COST)
    if "threads" in settings:
        settings["threads"] = native_threads(settings["threads"])
    if "width" in settings:
        settings["width"] = min(settings["width"], MOST_NUMBER)
    usual = _native.Request().settings
    found = []
    for name, value in settings.items():
        if not hasattr(usual, name):
            continue
        kind = type(getattr(usual, name))
        wanted = kind[value.replace("-", "_")] if issubclass(kind, Enum) else value
        if wanted != getattr(usual, name):
            found.append((name, wanted))
    return found


class Watch:
    """Hands a kernel's counters on to the request's listener, and keeps the last ones."""

    def __init__(self, request: Request, cost: Callable[[int], float] = lambda bound: bound) -> None:
        self.request = request
        self.cost = cost  # of a plan, by what the kernel counts
        self.last: Progress | None = None

    def __call__(self, counters: _native.Counters) -> bool:
        self.last = Progress(
            self.request.budget.elapsed(),
            counters.expanded,
            counters.generated,
            counters.stored,
            self.cost(counters.bound) or None,
        )
        return self.request.progress is None or self.request.progress(self.last)

    def broken_off(self, stop: _native.Stop) -> Answer:
        """What was known when the end came in the middle of the game's Python rules."""
        last = self.last or Progress(self.request.budget.elapsed())
        stats = Stats(expanded=last.expanded, generated=last.generated, stored=last.stored)
        return Answer.stopped(STATUS[stop], stats=stats)


# What it is called when a kernel ends before it is done.
STATUS = {
    _native.Stop.time: Status.TIMEOUT,
    _native.Stop.memory: Status.MEMORY,
    _native.Stop.nodes: Status.INCOMPLETE,
    _native.Stop.cancelled: Status.CANCELLED,
    _native.Stop.overflow: Status.UNSUPPORTED,
}


ALL_SEEN = "no goal among all states that can be reached"
NO_GOAL = Answer(Status.UNSOLVABLE, proof=ALL_SEEN, message=ALL_SEEN)


class KernelRun:
    """One algorithm on a level: what the kernel is asked, and its outcome as an answer. Raises Unsupported."""

    def __init__(self, algorithm: Algorithm, task: Task, request: Request) -> None:
        options = request.options
        self.algorithm, self.task, self.options = algorithm, task, options
        megabytes = request.budget.limits.megabytes
        self.system = system_of(task, options.get("rules", "native"), megabytes, request.expanding)
        if algorithm.kernel not in self.system.native.kernels:
            lacking = "states whose novelty can be told" if algorithm.kernel == "width" else "backward moves"
            raise Unsupported(f"{algorithm.name}: this level of {task.game.name} has no {lacking}")
        self.heuristic = _chosen_heuristic(algorithm, task, options.get("heuristic"))
        if algorithm.finds == "bounded moves":
            if not task.game.has_unit_costs(task.level):
                raise Unsupported(f"{algorithm.name}: moves of this level differ in cost; astar takes it")
            if not _is_admissible(task, self.heuristic):
                raise Unsupported(f"{algorithm.name}: the estimate {self.heuristic!r} is not admissible")
        self.watch = Watch(request)
        self.stats = Stats()  # so far
        self.lower_bound: float | None = None  # of any plan's cost, as far as is known
        settings = {**options, **dict(algorithm.settings)} if algorithm.settings else options
        self.request = native_request(algorithm.kernel, native_limits(request.budget), settings, self.heuristic)
        if request.prefix:
            self.request.prefix = [self.system.move_number(text) for text in request.prefix]
        if GUIDE in algorithm.options:
            self.request.guide = _chosen_guide(task, options.get("guide"))

    def answer(self, call: Callable[[], _native.Outcome], seconds: float = 0) -> Answer | None:
        """What a call of the kernel says, after so many seconds of earlier calls; None if it has paused."""
        began = time.perf_counter()
        try:
            outcome = call()
        except KeyboardInterrupt:
            return self.watch.broken_off(_native.Stop.cancelled)
        except MemoryError:
            return self.watch.broken_off(_native.Stop.memory)
        self.stats = stats_of(outcome.counters, seconds + time.perf_counter() - began)
        self.lower_bound = _bound(self.algorithm, self.task, self.heuristic, outcome.counters.bound)
        if outcome.verdict == _native.Verdict.paused:
            return None
        if outcome.verdict == _native.Verdict.cut:
            message = f"nothing within the depth bound {self.options.get('depth_bound')}"
            if self.algorithm.kernel == "beam":
                message = f"nothing found; a beam wider than {self.options['width']} may find something"
            return Answer(Status.INCOMPLETE, lower_bound=self.lower_bound, message=message, stats=self.stats)
        moves = [self.system.move_text(number) for number in outcome.path]
        return _answer(self.algorithm, self.task, self.heuristic, outcome, moves, self.stats)


def search(algorithm: Algorithm, task: Task, request: Request) -> Answer:
    """What the algorithm finds; raises Unsupported or LudoplanError."""
    run = KernelRun(algorithm, task, request)
    answer = run.answer(lambda: run.system.native.search(run.request, run.watch))
    assert answer is not None
    return answer


class Optima:
    """What an algorithm says of many levels, one after the other: without plans and counters, but soon."""

    def __init__(self, algorithm: Algorithm, request: Request) -> None:
        self.algorithm, self.request = algorithm, request
        self._prepared: dict[str, _native.Request] = {}  # by estimate

    def __call__(self, task: Task) -> Answer:
        algorithm, request, game = self.algorithm, self.request, task.game
        is_plain = algorithm.finds in ("least cost", "fewest moves") and request.options.get("rules") != "python"
        twin = game.twin(task.level) if is_plain and game.twin is not None else None
        if twin is None:
            return search(algorithm, task, request)
        heuristic = _chosen_heuristic(algorithm, task, request.options.get("heuristic"))
        prepared = self._prepared.get(heuristic)
        if prepared is None:
            settings = {**request.options, **dict(algorithm.settings)}
            prepared = native_request(algorithm.kernel, native_limits(request.budget), settings, heuristic)
            self._prepared[heuristic] = prepared
        elif request.budget.limits.seconds is not None:
            prepared.limits = native_limits(request.budget)
        try:
            outcome = twin.system.search(prepared)
        except MemoryError:
            return Answer.stopped(Status.MEMORY)
        return _answer(algorithm, task, heuristic, outcome, None, NO_GOAL.stats)


class PausedRun(KernelRun):
    """An algorithm that takes turns with others. Raises Unsupported."""

    def __init__(self, algorithm: Algorithm, task: Task, request: Request) -> None:
        super().__init__(algorithm, task, request)
        self._search = self.system.native.pausing(self.request, self.watch)
        self.seconds = 0.0

    def go(self, seconds: float) -> Answer | None:
        """Goes on for so many seconds; None if that was not enough."""
        began = time.perf_counter()
        answer = self.answer(lambda: self._search.go(seconds), self.seconds)
        self.seconds += time.perf_counter() - began
        return answer

    def cut_at(self, cost: int) -> None:
        """Only cheaper plans are of use from now on: having looked at all states then means that there are none."""
        self._search.cut_at(cost)


def layers(task: Task, depth: int, budget: Budget, rules: str = "native") -> tuple[list[int], Status]:
    """The numbers of distinct states at depth 0, 1, ...; and SOLVED if all were counted, else the limit's status."""
    counts, outcome = system_of(task, rules).native.layers(min(depth, MOST_NUMBER), native_limits(budget))
    if outcome.verdict == _native.Verdict.stopped:
        return list(counts), STATUS[outcome.stop]
    return list(counts), Status.SOLVED


def _chosen_heuristic(algorithm: Algorithm, task: Task, wanted: str | None) -> str:
    if not algorithm.informed:
        return "blind"
    chosen = _known_heuristic(task, wanted) or task.game.default_heuristic(task.level)
    if chosen is None and algorithm.finds == "any":  # nothing is promised, so any guess will do
        chosen = _guess(task)
    return chosen or "blind"


def _chosen_guide(task: Task, wanted: str | None) -> str:
    """The estimate that was named, else the first one that promises nothing and so is free to guess well."""
    return _known_heuristic(task, wanted) or _guess(task) or task.game.default_heuristic(task.level) or "blind"


def _known_heuristic(task: Task, wanted: str | None) -> str | None:
    known = ("blind", *task.game.heuristics)
    if wanted is not None and wanted not in known:
        raise LudoplanError(f"{task.game.name} has no heuristic {wanted!r} (it has {', '.join(known)})")
    return wanted


def _guess(task: Task) -> str | None:
    return next((name for name, heuristic in task.game.heuristics.items() if not heuristic.admissible), None)


def _is_admissible(task: Task, heuristic: str) -> bool:
    return heuristic == "blind" or task.game.heuristics[heuristic].admissible


def _bound(algorithm: Algorithm, task: Task, heuristic: str, bound: int) -> float | None:
    """The kernel's bound where it bounds the cost."""
    by_moves = algorithm.finds == "fewest moves"
    holds = task.game.has_unit_costs(task.level) if by_moves else _is_admissible(task, heuristic)
    return task.game.plan_cost(task.level, bound, []) if holds and bound > 0 else None


def _answer(
    algorithm: Algorithm, task: Task, heuristic: str, outcome: _native.Outcome, moves: list[str] | None, stats: Stats
) -> Answer:
    """What an outcome shows: a plan, and whether it is the best; that there is none; or how far the search came."""
    if outcome.verdict == _native.Verdict.exhausted:
        return replace(NO_GOAL, stats=stats)
    bound = _bound(algorithm, task, heuristic, outcome.counters.bound)
    if outcome.verdict != _native.Verdict.found:
        return Answer.stopped(STATUS[outcome.stop], lower_bound=bound, stats=stats)
    cost = task.game.plan_cost(task.level, outcome.cost, [])
    proof = None
    if algorithm.finds == "least cost" and _is_admissible(task, heuristic):
        proof = f"{algorithm.summary} with an admissible estimate" if algorithm.informed else algorithm.summary
    elif algorithm.finds == "fewest moves" and task.game.has_unit_costs(task.level):
        proof = f"{algorithm.summary}; every move costs the same"
    elif algorithm.finds == "bounded moves" and (bound or 0) == cost:
        proof = f"{algorithm.summary}; nothing shorter is left"
    elif bound == cost:
        proof = "the lower bound of the search equals the cost"
    message = None if outcome.stop is _native.Stop.none else STOPPED_WORDS[STATUS[outcome.stop]]
    if proof is not None:
        return Answer(Status.OPTIMAL, moves, cost, proof, message, stats)
    if algorithm.finds == "fewest moves" and message is None:
        message = "fewest moves, but moves differ in cost: ucs or astar prove the cheapest"
    return Answer(Status.SOLVED, moves, bound, message=message, stats=stats)
