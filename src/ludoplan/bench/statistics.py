"""What the rows of a campaign say: by solver, by class, by level; and where solvers contradict each other."""

from __future__ import annotations

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from .runs import Level
from .store import Row, Store

# A run counts as solved if it found a plan that the referee accepts, or a proof that there is none.
SOLVED = ("optimal", "solved", "unsolvable")
PROVEN = ("optimal", "unsolvable")
# Below this, times of whole runs are noise: in ratios and logarithms they are taken for it, and such a difference is
# a tie. A search tells its own time more exactly.
LEAST_SECONDS = {"seconds": 0.002, "cpu_seconds": 0.002, "search_seconds": 0.00002}
TIE = 1.05  # times within this factor are a tie


def is_solved(row: Row) -> bool:
    return row["status"] in SOLVED


def geometric_mean(values: Iterable[float], least: float = 1e-5) -> float:
    """Of values that are raised to the least that means anything."""
    logarithms = [math.log(max(value, least)) for value in values]
    return math.exp(math.fsum(logarithms) / len(logarithms))


AGGREGATES: Mapping[str, Callable[[Sequence[float]], float]] = {
    "median": statistics.median,
    "mean": statistics.fmean,
    "geometric mean": geometric_mean,
    "sum": math.fsum,
    "least": min,
    "most": max,
}


@dataclass(frozen=True)
class Summary:
    """One solver over all its runs. Times, memory and expansions are of solved runs; None if there are none."""

    solver: str
    runs: int
    solved: int
    proven: int
    ends: Mapping[str, int]  # by status
    par: float | None
    median: float | None
    mean: float | None
    geometric: float | None
    common: float | None  # geometric mean over the levels that all solvers solve
    expanded: float | None  # median
    peak_mb: float | None  # median
    shortest: int  # levels on which no solver has a shorter plan
    wins: int  # levels on which no solver is faster


@dataclass(frozen=True)
class Contradiction:
    """Two claims about a level of which one must be wrong."""

    level: str
    text: str


class Campaign:
    """The rows of one campaign, taken apart. `measure` is the column that counts as time, `k` the penalty of PARk."""

    def __init__(
        self,
        rows: Sequence[Row],
        levels: Sequence[Level],
        solvers: Sequence[str] = (),
        measure: str = "seconds",
        k: float = 2,
    ) -> None:
        self.rows = list(rows)
        self.measure = measure
        self.least = LEAST_SECONDS[measure]
        self.k = k
        present = {row["solver"] for row in rows}
        order = [name for name in solvers if name in present]
        self.solvers = order + sorted(present - set(order))
        self.levels = list(levels)
        self.classes = list(dict.fromkeys(level.group for level in levels))

    @classmethod
    def of(cls, store: Store, measure: str | None = None, k: float = 2) -> Campaign:
        """The campaign that is in a store so far."""
        measure = measure or store.about("time") or "seconds"
        return cls(store.rows(), store.levels(), store.about("solvers") or (), measure, k)

    @cached_property
    def by_solver(self) -> dict[str, list[Row]]:
        return grouped(self.rows, "solver", self.solvers)

    @cached_property
    def cells(self) -> dict[tuple[str, str], list[Row]]:
        """The runs of a solver on a level, one for each seed."""
        cells = defaultdict(list)
        for row in self.rows:
            cells[row["level"], row["solver"]].append(row)
        return dict(cells)

    def time(self, row: Row) -> float:
        """What the run took, by the measure that counts; the whole time where that is not known."""
        found = row[self.measure]
        return float(row["seconds"] or 0.0 if found is None else found)

    def penalised(self, row: Row) -> float | None:
        """The time, or k times the limit if it was not solved; None without a limit."""
        if is_solved(row):
            return self.time(row)
        return None if row["time_limit"] is None else self.k * row["time_limit"]

    def cell_time(self, level: str, solver: str) -> float | None:
        """The median time over the seeds, if more than half of them solve the level."""
        rows = self.cells.get((level, solver), [])
        times = [self.time(row) for row in rows if is_solved(row)]
        return statistics.median(times) if 2 * len(times) > len(rows) else None

    @cached_property
    def times(self) -> dict[str, dict[str, float]]:
        """By level and solver, where solved."""
        return {
            level.name: {
                solver: time for solver in self.solvers if (time := self.cell_time(level.name, solver)) is not None
            }
            for level in self.levels
        }

    @cached_property
    def common_levels(self) -> list[str]:
        """Levels that every solver solves."""
        return [level for level, times in self.times.items() if len(times) == len(self.solvers)]

    @cached_property
    def best_costs(self) -> dict[str, float]:
        """The cheapest plan of each level that has one."""
        best: dict[str, float] = {}
        for row in self.rows:
            if row["cost"] is not None:
                best[row["level"]] = min(row["cost"], best.get(row["level"], math.inf))
        return best

    def best_known(self, level: str) -> str:
        """The cost of the cheapest plan, in words."""
        if level in self.best_costs:
            return f"{self.best_costs[level]:g}"
        return "no solution" if level in self.unsolvable else "-"

    @cached_property
    def unsolvable(self) -> set[str]:
        return {row["level"] for row in self.rows if row["status"] == "unsolvable"}

    @cached_property
    def extents(self) -> dict[str, Mapping[str, int]]:
        """How much there is in each level of what its game counts."""
        tasks = {level.name: level.task for level in self.levels}
        return {
            name: task.game.design.extent(task.level) for name, task in tasks.items() if task.game.design is not None
        }

    def shortest(self, solver: str) -> int:
        costs = {row["level"] for row in self.by_solver[solver] if row["cost"] == self.best_costs.get(row["level"], -1)}
        return len(costs)

    def wins(self, solver: str) -> int:
        return sum(
            solver in times and times[solver] <= max(TIE * min(times.values()), self.least + min(times.values()))
            for times in self.times.values()
        )

    def summaries(self) -> list[Summary]:
        """One for each solver, the one that solves most first."""
        found = [self.summary(solver) for solver in self.solvers]
        return sorted(found, key=lambda each: (-each.solved / each.runs, math.inf if each.par is None else each.par))

    def summary(self, solver: str) -> Summary:
        rows = self.by_solver[solver]
        solved = [row for row in rows if is_solved(row)]
        times = [self.time(row) for row in solved]
        penalised = [time for row in rows if (time := self.penalised(row)) is not None]
        common = [self.times[level][solver] for level in self.common_levels if solver in self.times[level]]
        return Summary(
            solver=solver,
            runs=len(rows),
            solved=len(solved),
            proven=sum(row["status"] in PROVEN for row in rows),
            ends=Counter(row["status"] for row in rows),
            par=statistics.fmean(penalised) if len(penalised) == len(rows) else None,
            median=statistics.median(times) if times else None,
            mean=statistics.fmean(times) if times else None,
            geometric=geometric_mean(times, self.least) if times else None,
            common=geometric_mean(common, self.least) if common else None,
            expanded=median_of(solved, "expanded"),
            peak_mb=median_of(solved, "peak_mb"),
            shortest=self.shortest(solver),
            wins=self.wins(solver),
        )

    def virtual_best(self) -> tuple[int, float | None]:
        """What always choosing the right solver would give: levels solved, and their PARk."""
        limits = {row["time_limit"] for row in self.rows}
        limit = limits.pop() if len(limits) == 1 else None
        times = [min(times.values(), default=None) for times in self.times.values()]
        solved = [time for time in times if time is not None]
        if len(solved) < len(times) and limit is None:
            return len(solved), None
        penalty = 0.0 if limit is None else (len(times) - len(solved)) * self.k * limit
        return len(solved), (math.fsum(solved) + penalty) / len(times) if times else None

    def contradictions(self) -> list[Contradiction]:
        """Claims that cannot all be true, level by level."""
        known = {level.name: level for level in self.levels}
        found = []
        for name, rows in grouped(self.rows, "level", list(known)).items():
            found += [Contradiction(name, text) for text in contradictions_of(rows, known[name])]
        return found


def contradictions_of(rows: Sequence[Row], level: Level) -> list[str]:
    """What is wrong among the claims about one level, that of its record included."""
    plans = [(row["cost"], f"{row['solver']} has a valid plan") for row in rows if row["cost"] is not None]
    bounds: dict[float, str] = {}  # no plan is cheaper: who says so first
    if level.best is not None:
        plans.append((level.best, "the level's record has a plan"))
    if level.status == "optimal" and level.best is not None:
        bounds[level.best] = f"the level's record says that {level.best:g} is optimal"
    if level.status == "unsolvable":
        bounds[math.inf] = "the level's record says that there is no solution"
    for row in rows:
        if row["status"] == "unsolvable":
            bounds.setdefault(math.inf, f"{row['solver']} claims to prove that there is no solution")
        elif row["lower_bound"] is not None:
            word = "optimal" if row["status"] == "optimal" else "a lower bound"
            bound = row["lower_bound"]
            bounds.setdefault(bound, f"{row['solver']} claims to prove that {bound:g} is {word}")
    if not plans:
        return []
    cost, finder = min(plans)
    return [f"{claim}, but {finder} of cost {cost:g}" for bound, claim in sorted(bounds.items()) if bound > cost]


def grouped(rows: Iterable[Row], column: str, order: Sequence[str] = ()) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = {name: [] for name in order}
    for row in rows:
        groups.setdefault(row[column], []).append(row)
    return groups


def median_of(rows: Sequence[Row], column: str) -> float | None:
    values = [row[column] for row in rows if row[column] is not None]
    return statistics.median(values) if values else None
