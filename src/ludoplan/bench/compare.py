"""Two campaigns, run by run: what changed, and whether it is more than chance.

For each solver the logarithms of time after / time before of all runs that both have solved are averaged. The
interval is a percentile bootstrap over these pairs with a fixed seed. "Slower" and "faster" are said only if the
whole interval is on one side and the change is at least five per cent: repeated runs differ that much by themselves.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .statistics import is_solved
from .store import Row

RESAMPLES = 2000
LEAST_CHANGE = 1.05
# Shorter times are taken for these: their differences are those of the machine.
LEAST_SECONDS = {"seconds": 0.01, "cpu_seconds": 0.01, "search_seconds": 0.0001}
MOST_SHOWN = 10


@dataclass(frozen=True)
class Change:
    """One solver: the factor by which times changed (geometric mean), and its 95 % confidence interval."""

    solver: str
    pairs: int
    factor: float
    low: float
    high: float

    @property
    def word(self) -> str:
        if self.low > 1 and self.factor >= LEAST_CHANGE:
            return "slower"
        if self.high < 1 and self.factor <= 1 / LEAST_CHANGE:
            return "faster"
        return "no change to be seen"


@dataclass
class Comparison:
    changes: list[Change] = field(default_factory=list)
    runs: list[tuple[float, Row, Row]] = field(default_factory=list)  # by factor, the slowest first
    gained: list[Row] = field(default_factory=list)
    lost: list[Row] = field(default_factory=list)
    costs: list[tuple[Row, Row]] = field(default_factory=list)
    matched: int = 0
    unmatched: int = 0
    other_limits: bool = False
    measure: str = "cpu_seconds"

    def text(self, paint: Callable[[str, str], str]) -> str:
        """For people."""
        lines = [f"{self.matched} runs are in both" + (f", {self.unmatched} in one only" if self.unmatched else "")]
        if self.other_limits:
            lines.append(paint("the limits differ: what is solved cannot be compared", "1;33"))
        colours = {"slower": "1;31", "faster": "1;32"}
        width = max((len(change.solver) for change in self.changes), default=0)
        for change in self.changes:
            interval = f"{change.factor:.3f} times ({change.low:.3f} to {change.high:.3f}, 95 %, {change.pairs} runs)"
            word = paint(change.word, colours.get(change.word, "2"))
            lines.append(f"  {change.solver.ljust(width)}  {interval}  {word}")
        factors = [change.factor for change in self.changes]
        if len(factors) > 2 and (min(factors) > LEAST_CHANGE or max(factors) < 1 / LEAST_CHANGE):
            lines.append(paint("all solvers changed alike: perhaps it was the machine", "1;33"))
        for title, rows, colour in (("no longer solved", self.lost, "1;31"), ("newly solved", self.gained, "1;32")):
            lines += [paint(f"{title}: {row['solver']} on {row['level']}: {row['status']}", colour) for row in rows]
        for before, after in self.costs:
            word = "costlier" if after["cost"] > before["cost"] else "cheaper"
            where = f"{after['solver']} on {after['level']}"
            lines.append(f"{word} plan: {where}: {before['cost']:g}, now {after['cost']:g}")
        notable = [each for each in self.runs if each[0] >= 1.5][:MOST_SHOWN]
        if notable:
            lines.append("slowed down most:")
        for factor, before, after in notable:
            times = f"{before[self.measure]:.3f} s, now {after[self.measure]:.3f} s"
            lines.append(f"  {after['solver']} on {after['level']}: {factor:.2f} times ({times})")
        return "\n".join(lines)


def compare(before: Sequence[Row], after: Sequence[Row], measure: str = "cpu_seconds") -> Comparison:
    """What changed from one campaign to the other."""
    old, new = ({key_of(row): row for row in rows} for rows in (before, after))
    both = [key for key in old if key in new]
    found = Comparison(matched=len(both), unmatched=len(old) + len(new) - 2 * len(both), measure=measure)
    ratios: dict[str, list[float]] = defaultdict(list)
    for key in both:
        first, second = old[key], new[key]
        found.other_limits |= any(first[limit] != second[limit] for limit in ("time_limit", "memory_limit"))
        if is_solved(first) and is_solved(second):
            factor = time_of(second, measure) / time_of(first, measure)
            ratios[second["solver"]].append(math.log(factor))
            found.runs.append((factor, first, second))
            if None not in (first["cost"], second["cost"]) and first["cost"] != second["cost"]:
                found.costs.append((first, second))
        elif is_solved(second):
            found.gained.append(second)
        elif is_solved(first):
            found.lost.append(second)
    found.runs.sort(key=lambda each: (-each[0], each[2]["solver"], each[2]["level"]))
    found.changes = [change_of(solver, logarithms) for solver, logarithms in ratios.items()]
    return found


def key_of(row: Row) -> tuple[str, str, str, int]:
    return row["level"], row["level_hash"], row["solver"], row["seed"]


def time_of(row: Row, measure: str) -> float:
    return max(LEAST_SECONDS[measure], row[measure] if row[measure] is not None else row["seconds"] or 0.0)


def change_of(solver: str, logarithms: Sequence[float]) -> Change:
    """The mean change with its interval; of a single pair the interval says nothing and is infinite."""
    count = len(logarithms)
    mean = math.fsum(logarithms) / count
    if count == 1:
        return Change(solver, count, math.exp(mean), 0.0, math.inf)
    rng = random.Random(0)
    means = sorted(math.fsum(rng.choices(logarithms, k=count)) / count for _ in range(RESAMPLES))
    low, high = means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES) - 1]
    return Change(solver, count, math.exp(mean), math.exp(low), math.exp(high))
