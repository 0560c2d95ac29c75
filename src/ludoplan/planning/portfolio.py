"""The planner's default: a plan soon, then better ones, then the proof that the last is the best.

Nobody can tell beforehand which search suits a task, so several take turns. A few that look for any plan begin; those
that prove join them when there is a plan, or when none has come for a moment. Of the ones that prove, the one whose
lower bound should be the first to reach the plan's cost has most of the time, the next a quarter of that and the
others less, but not nothing: each keeps its chance to catch up. A plan bounds all searches that follow, and weighted A*
goes on looking for better ones beside the proof. It ends when every cheaper plan is ruled out. Without a time limit it
goes on until then, or until the memory is used up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from .. import _native
from .configurations import (
    BFWS,
    BLIND,
    CLAUSES,
    GREEDY_FF,
    HMAX,
    LAZY_EXPLORE,
    LAZY_FF,
    LMCUT_PATTERNS,
    PATTERNS,
    SYMBOLIC,
    WASTAR_FF,
)
from .planner import Grounded, search_limits
from .race import Part, Race

# Those that look for any plan; first the one that has nothing to set up. With numbers, estimates of each state are
# worth their time.
FINDERS = (BFWS, LAZY_EXPLORE)
FINDERS_BY_NUMBERS = (LAZY_FF, GREEDY_FF, BFWS)
# Where any plan will do: those that join after so many seconds without one, and their shares. Greedy search is as
# likely to be the one as the first two; clauses that have a model in steps that can be tried have it soon.
LATE_FINDERS = ((GREEDY_FF, 1.0), (CLAUSES, 0.5))
LATE_AFTER = 2.0
PROVE_AFTER = 0.5  # seconds without a plan before the searches that prove join in
LESS, LEAST = 4.0, 0.15  # how much less the next one has of the time; what those with a heuristic or sets have at least
AHEAD = 8  # the part of the highest bound that is looked ahead: what is far off cannot be told
FINDING = 1 / 6  # the share of each search for any plan once there is a proof to do
IMPROVING = {"proof": 1 / 10, "plans": 2.0}  # the share of weighted A*, where the leading proof has 1
MOST_MEMORY = 0.6  # of what there is; beyond it, the search with the least share is given up
BLIND_MEMORY = 0.25  # of what there is, for A* without a heuristic, which is quick to fill it
PROVEN = "no cheaper plan: A* with a lower bound has ruled all of them out"


class Aim(Enum):
    """When a portfolio has done its work, and what it spends its time on."""

    FIRST = "first"
    PLANS = "plans"
    PROOF = "proof"


@dataclass
class Portfolio:
    """The searches of one task; `run` them, then `best`, `bound` and `is_proven` are what is known."""

    task: Grounded
    has_numbers: bool
    aim: Aim = Aim.PROOF
    improved: Callable[[_native.Outcome], None] = lambda found: None

    def __post_init__(self) -> None:
        self.race = Race(self.task)
        self.best: _native.Outcome | None = None
        self.found_by: Part | None = None
        self.bound = 0
        self.is_proven = False
        self.is_unsolvable = False
        self.stop = _native.Stop.none
        self.is_proving = False

    def run(self) -> None:
        """Searches until the aim is reached or a limit comes."""
        for configuration in FINDERS_BY_NUMBERS if self.has_numbers else FINDERS:
            self.race.enter(configuration)
        late = list(LATE_FINDERS) if self.aim is Aim.FIRST and not self.has_numbers else []
        while not self.is_done():
            self.give_way()
            self.weigh()
            part = self.race.next()
            if part is None:
                break
            self.take(part, self.race.turn(part))
            waited = sum(each.seconds for each in self.race.parts)
            if late and waited > LATE_AFTER:
                for configuration, share in late:
                    if configuration is not CLAUSES or not self.task.native.axioms:
                        self.race.enter(configuration, share)
                late = []
            if self.aim is not Aim.FIRST and not self.is_proving and (self.best is not None or waited > PROVE_AFTER):
                self.begin_proof()
        if self.stop == _native.Stop.none and self.task.is_out_of_time():  # between two turns
            self.stop = _native.Stop.time

    def is_done(self) -> bool:
        enough = self.aim is Aim.FIRST and self.best is not None
        over = self.stop == _native.Stop.cancelled or self.task.is_out_of_time()
        return enough or over or self.is_proven or self.is_unsolvable

    def take(self, part: Part, found: _native.Outcome) -> None:
        """Makes use of what a turn has come to."""
        verdict = found.verdict
        if verdict == _native.Verdict.found and (self.best is None or found.cost < self.best.cost):
            part.plans.append(self.task.real_cost(found.cost))
            is_first = self.best is None
            self.best, self.found_by = found, part
            self.race.cut_at(found.cost)
            if is_first:
                self.drop_finders()
            part.proves = part.configuration.optimal
            self.improved(found)
        elif verdict == _native.Verdict.exhausted:
            part.proves = True
            self.is_unsolvable = self.best is None
        elif verdict == _native.Verdict.stopped:
            self.stop = found.stop if found.stop != _native.Stop.none else self.stop
        elif self.task.is_out_of_time():
            self.stop = _native.Stop.time
        if part.configuration.optimal:
            self.bound = max(self.bound, part.bound)
        if self.best is not None:
            self.bound = min(self.bound, self.best.cost)
            part.proves |= part.configuration.optimal and part.bound >= self.best.cost
        self.is_proven = part.proves and self.best is not None
        if self.is_proven and self.best is not None:
            self.bound = self.best.cost  # also where no state was left that could lead to a cheaper plan

    def drop_finders(self) -> None:
        """Ends the searches that stop at their first plan."""
        for part in self.race.parts:
            if part.configuration in (*FINDERS, *FINDERS_BY_NUMBERS):
                part.drop()

    def begin_proof(self) -> None:
        self.is_proving = True
        if self.aim is Aim.PROOF:
            for part in self.race.parts:
                part.weight = FINDING
        words = self.task.native.packed_words
        nodes = int(BLIND_MEMORY * self.memory() / (4 * words + 24))
        self.race.enter(BLIND, nodes=nodes)
        for configuration in [HMAX] if self.has_numbers else [LMCUT_PATTERNS, PATTERNS]:
            self.race.enter(configuration)
        if self.task.native.is_symbolic:
            self.race.enter(SYMBOLIC)
        self.race.enter(WASTAR_FF, IMPROVING[self.aim.value])
        if self.best is not None:
            self.race.cut_at(self.best.cost)

    def weigh(self) -> None:
        """Shares the time of the proof out by when the bounds should be a bit higher, or where the best plan is."""
        provers = [part for part in self.race.running() if part.configuration.optimal]
        highest = max((part.bound for part in provers), default=0)
        aim = highest + 1 + highest // AHEAD
        aim = aim if self.best is None else min(aim, self.best.cost)
        for part in provers:
            part.weight = 1.0
        known = sorted((part for part in provers if not part.is_new), key=lambda part: part.expected(aim))
        for rank, part in enumerate(known):
            part.weight = LESS**-rank if part.configuration is BLIND else max(LESS**-rank, LEAST)

    def memory(self) -> float:
        """The bytes that all searches together may take."""
        return min(float(search_limits(self.task.request.budget).bytes), 1e11)

    def give_way(self) -> None:
        """Gives the search with the least share up where memory gets tight."""
        running = self.race.running()
        if len(running) > 1 and _native.resident_bytes() > MOST_MEMORY * self.memory():
            min(running, key=lambda part: part.weight).drop()

    def told(self) -> list[dict[str, Any]]:
        """The parts for `--json`, those that have had a turn."""
        return [part.told() for part in self.race.parts if part.seconds > 0]

    def explained(self) -> str:
        """What each part has done, in a line."""
        words = []
        for part in sorted((each for each in self.race.parts if each.seconds > 0), key=lambda each: -each.seconds):
            did = ["plan"] if part is self.found_by else []
            did += ["proof"] if part.proves else []
            by = f"{' and '.join(did)} by " if did else ""
            words.append(f"{by}{part.configuration.name} {part.seconds:.2f} s")
        return ", ".join(words)
