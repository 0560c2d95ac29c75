"""What a suite asks for: levels, solvers, seeds, limits, the runs that they make, and tables."""

from __future__ import annotations

import fnmatch
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from ..core import registry
from ..core.errors import LudoplanError
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
    "lower_bound": "lower bound",
    "wall_seconds": "wall-clock seconds of the process",
    "par": "PAR",
}
COUNTER = "counters."  # what a solver counts itself is a value too: counters.clauses
EXTENT = "extent."  # and so is how much there is of something in a level: extent.clues
LESS = re.compile(r"(\d+) - (\w+)")  # and a number less a value: 510 - cost
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
class SuiteSolver:
    """A way to solve under a name of its own."""

    name: str
    engine: str
    options: Mapping[str, Any]
    seeds: tuple[int, ...]
    games: tuple[str, ...] | None = None
    classes: tuple[str, ...] = ()  # of levels; () is all
    seconds: float | None = None  # a limit below that of the suite

    def tries(self, level: Level) -> bool:
        """Whether the suite wants it on this level."""
        right_class = not self.classes or level.group in self.classes
        return right_class and (self.games is None or level.game in self.games)

    def limits(self, limits: Limits) -> Limits:
        known = [seconds for seconds in (self.seconds, limits.seconds) if seconds is not None]
        return replace(limits, seconds=min(known, default=None))


T = TypeVar("T", Level, SuiteSolver)


def fitting(things: tuple[T, ...], patterns: Sequence[str]) -> tuple[tuple[T, ...], list[str]]:
    """Those whose names fit one of the patterns, all without patterns; and the patterns that fit none of them."""
    found = {pattern: [each for each in things if fnmatch.fnmatchcase(each.name, pattern)] for pattern in patterns}
    names = {each.name for fit in found.values() for each in fit}
    return (
        tuple(each for each in things if not patterns or each.name in names),
        [pattern for pattern, fit in found.items() if not fit],
    )


def value_name(value: str) -> str:
    """What reports call a value of runs."""
    return VALUES.get(value, value.removeprefix(COUNTER).removeprefix(EXTENT))


def is_value(value: str) -> bool:
    """Whether tables and charts know it."""
    less = LESS.fullmatch(value)
    return value in VALUES or value.startswith((COUNTER, EXTENT)) or (less is not None and less[2] in VALUES)


@dataclass(frozen=True)
class Wanted:
    """A table that the report shall have: rows by class, level or solver; of all solvers and classes, or of some."""

    title: str
    rows: str
    values: tuple[str, ...]
    statistic: str
    solvers: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    note: str = ""

    def columns(self, solvers: Sequence[str]) -> dict[str, tuple[str | None, str]]:
        """The columns after the first, of a campaign of these solvers: the value in each, and whose it is."""
        if self.rows == "solver":
            return {value_name(value): (None, value) for value in self.values}
        chosen = [solver for solver in solvers if not self.solvers or solver in self.solvers]
        return {
            f"{solver}: {value_name(value)}" if len(self.values) > 1 else solver: (solver, value)
            for solver in chosen
            for value in self.values
        }


# What charts, and their rows tables too, can be like; first what they are unless told otherwise.
CHOICES = {"kind": ("lines", "bars"), "scale": ("linear", "log"), "rows": ("level", "class", "solver")}


@dataclass(frozen=True)
class Chart(Wanted):
    """A table of one value that is drawn: a line, or a bar in each group, for each solver."""

    kind: str = "lines"
    scale: str = "linear"


@dataclass(frozen=True)
class Published:
    """A number that someone else has published, put beside a cell of a table or a chart."""

    table: str  # the title
    row: str  # a level, a class or a solver, as the table has it
    column: str
    value: float | str  # words where the source has no number
    source: str
    why: str = ""  # there is nothing of ours beside it


@dataclass(frozen=True)
class Document:
    """What a suite runs again: a document with tables and figures of its own."""

    title: str
    authors: str = ""
    year: int = 0
    kind: str = ""  # thesis, paper, ...
    where: str = ""
    notes: tuple[str, ...] = ()

    @property
    def reference(self) -> str:
        parts = [self.authors, self.title, self.kind, str(self.year or ""), self.where]
        return ". ".join(part for part in parts if part) + "."


@dataclass(frozen=True)
class Remark:
    """Where a document is wrong, or says less than one would like; the level and the runs that show it."""

    about: str  # a table, a figure, a section
    says: str
    found: str
    level: str = ""
    solvers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Planned:
    """One run that a suite asks for."""

    level: Level
    solver: SuiteSolver
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
    solvers: tuple[SuiteSolver, ...]
    tables: tuple[Wanted, ...]
    charts: tuple[Chart, ...] = ()
    published: tuple[Published, ...] = ()
    document: Document | None = None
    remarks: tuple[Remark, ...] = ()

    def part(self, patterns: Sequence[str], seconds: float | None) -> Suite:
        """The suite with those levels only whose names fit, and with another time limit; raises LudoplanError."""
        levels, idle = fitting(self.levels, patterns)
        if idle:
            raise LudoplanError(f"--level: {idle[0]!r} fits no level of this suite")
        if seconds is not None and not seconds > 0:
            raise LudoplanError("--time-limit must be more than 0")
        limits = self.limits if seconds is None else replace(self.limits, seconds=seconds)
        return replace(self, levels=levels, limits=limits)

    def runs(self) -> list[Planned]:
        """All runs, level by level."""
        return [
            Planned(level, solver, seed, solver.limits(self.limits))
            for level in self.levels
            for solver in self.solvers
            if solver.tries(level)
            for seed in solver.seeds
        ]


def digest(*parts: Any) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]
