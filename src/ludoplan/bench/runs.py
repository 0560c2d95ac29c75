"""What a suite asks for: levels, solvers, seeds, limits, the runs that they make, and tables."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..core.engine import Task
from ..core.isolated import Job
from ..core.limits import Limits
from ..core.solve import prepare

# What tables can show of runs, and how they call it.
VALUES = {
    "solved": "solved",
    "seconds": "seconds",
    "cpu_seconds": "CPU seconds",
    "search_seconds": "search seconds",
    "expanded": "expanded",
    "generated": "generated",
    "stored": "stored",
    "peak_mb": "MB",
    "cost": "cost",
    "length": "moves",
}
# What counts as the time of a run, as reports name it.
TIMES = {
    "seconds": "wall-clock time from the level's text to the answer",
    "cpu_seconds": "processor time of all processes of a run",
    "search_seconds": "time of the search alone, where a solver tells it",
}


@dataclass(frozen=True)
class Level:
    """A level of a campaign. Two texts if it is a PDDL task: the domain and the problem."""

    name: str
    game: str
    group: str  # the class that tables sum up
    text: str
    problem: str | None = None
    objective: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    best: float | None = None  # what is known of a bundled level
    status: str | None = None

    @property
    def hash(self) -> str:
        """Stands for all that a solver sees of the level."""
        return digest(self.game, self.text, self.problem, self.objective, dict(self.options))

    def job(self, **how: Any) -> Job:
        options = {**self.options, **how.pop("options", {})}
        return Job(
            self.game, self.text, self.name, objective=self.objective, options=options, problem=self.problem, **how
        )

    def task(self) -> Task:
        """The level with its objective and options; raises LudoplanError."""
        return prepare(self.job().task(), "auto", self.objective, self.options)[0]


@dataclass(frozen=True)
class Solver:
    """A way to solve under a name of its own."""

    name: str
    engine: str
    options: Mapping[str, Any]
    seeds: tuple[int, ...]
    games: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Table:
    """A table that the report shall have: rows by class, level or solver."""

    title: str
    rows: str
    values: tuple[str, ...]
    statistic: str


@dataclass(frozen=True)
class Planned:
    """One run that a suite asks for."""

    level: Level
    solver: Solver
    seed: int
    limits: Limits

    @property
    def key(self) -> str:
        """The same for the same run in any campaign."""
        solver = (self.solver.name, self.solver.engine, dict(self.solver.options))
        limits = (self.limits.seconds, self.limits.megabytes, self.limits.nodes)
        return digest(self.level.name, self.level.hash, solver, self.seed, limits)

    def job(self) -> Job:
        return self.level.job(
            solver=self.solver.engine, options=self.solver.options, limits=self.limits, seed=self.seed
        )


@dataclass(frozen=True)
class Suite:
    name: str
    text: str
    title: str
    description: str
    time: str
    limits: Limits
    levels: tuple[Level, ...]
    solvers: tuple[Solver, ...]
    tables: tuple[Table, ...]

    def runs(self) -> list[Planned]:
        """All runs, level by level."""
        return [
            Planned(level, solver, seed, self.limits)
            for level in self.levels
            for solver in self.solvers
            if solver.games is None or level.game in solver.games
            for seed in solver.seeds
        ]


def digest(*parts: Any) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]
