"""What a suite asks for: levels, solvers, seeds, limits, the runs that they make, and tables."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ..core import registry
from ..core.limits import Limits
from ..core.task import ParsedLevel, Task
from ..pddl.task import parse_task
from ..running.job import Job
from ..running.solve import solver_job

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
    "seconds": "wall-clock time from the level to the answer",
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
    parsed: ParsedLevel | None = field(default=None, compare=False, repr=False)  # where it was read already

    @cached_property
    def hash(self) -> str:
        """Stands for all that a solver sees of the level."""
        return digest(self.game, self.text, self.problem, self.objective, dict(self.options))

    @cached_property
    def task(self) -> Task:
        """The level with its objective and options, read once; raises LudoplanError."""
        if self.problem is not None:
            return parse_task(self.text, self.problem, f"domain of {self.name}", self.name)
        game = registry.game(self.game)
        parsed = self.parsed or ParsedLevel(game, game.parse(self.text, self.name))
        return replace(parsed, name=self.name).task(self.objective, self.options)


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

    @cached_property
    def key(self) -> str:
        """The same for the same run in any campaign."""
        solver = (self.solver.name, self.solver.engine, dict(self.solver.options))
        limits = (self.limits.seconds, self.limits.megabytes, self.limits.nodes)
        return digest(self.level.name, self.level.hash, solver, self.seed, limits)

    def job(self) -> Job:
        """The run for a process of its own; raises LudoplanError."""
        return solver_job(self.level.task, self.solver.engine, self.solver.options, self.limits, self.seed)


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
