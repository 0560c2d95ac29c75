"""A folder of levels with what is recorded of them in its `index.toml`: read, checked, compared.

The index is that of the bundled levels: tables `[[level]]` with `file` and, where they are known, `best`, `status`
(`optimal`, `solved` or `unsolvable`), `objective` and `title`, in order of difficulty. Files that it does not list are
levels too, of which nothing is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..core.engine import Listener, Progress
from ..core.errors import BadInput, LudoplanError
from ..core.index import Entry
from ..core.level import parse_levels, read_set
from ..core.limits import Limits
from ..core.parts import Grade
from ..core.result import Result, Status
from ..core.task import Task
from ..running.solve import solve
from .analyse import analyse
from .order import key_of

USUAL_LIMITS = Limits(seconds=60)
MOST_STATES = 300_000  # explored for a grade; larger spaces are sampled
NOTABLE = 2.0  # scores that differ by less may stand in any order


@dataclass(frozen=True)
class Finding:
    """Something about a file. Faults make a set bad; other findings are for the designer to weigh."""

    file: str
    kind: str  # broken, missing, unsolvable, wrong, undecided, duplicate, unlisted, order
    text: str
    is_fault: bool = True

    def __str__(self) -> str:
        return f"{self.file}: {self.text}"


@dataclass(frozen=True)
class Checked:
    """A level that could be read."""

    task: Task
    result: Result
    difficulty: Grade | None = None


@dataclass(frozen=True)
class Lint:
    levels: tuple[Checked, ...]
    findings: tuple[Finding, ...]
    is_cut: bool = False
    """It was stopped: of what is not among the levels nothing is said."""

    @property
    def is_good(self) -> bool:
        return not any(finding.is_fault for finding in self.findings)


def readable(entry: Entry) -> tuple[list[Task], list[Finding]]:
    """The levels of a file, ready to be solved, and what cannot be read."""
    name = entry.file
    if not entry.path.is_file():
        return [], [Finding(name, "missing", "listed in the index, but there is no such file")]
    tasks: list[Task] = []
    findings: list[Finding] = []
    try:
        loaded = parse_levels(str(entry.path) + name.removeprefix(entry.path.name))
    except LudoplanError as error:
        return [], [Finding(name, "broken", str(error))]
    for each in loaded:
        try:
            if isinstance(each, BadInput):
                raise each
            # With a line or a number, where a file holds several.
            place = entry.path.name + each.name.removeprefix(str(entry.path))
            tasks.append(replace(each, name=place).task(entry.objective))
        except LudoplanError as error:
            findings.append(Finding(name, "broken", str(error)))
    return tasks, findings


def check(entry: Entry, limits: Limits) -> list[Finding]:
    """What is wrong with the levels of a file, which are solved."""
    tasks, findings = readable(entry)
    for _, found in solved(entry, tasks, limits):
        findings += found
    return findings


def solved(
    entry: Entry, tasks: Sequence[Task], limits: Limits, progress: Listener | None = None
) -> Iterator[tuple[Checked, Iterator[Finding]]]:
    """The levels of a file one after another, each with what is wrong with it."""
    for number, task in enumerate(tasks):
        if len(tasks) > 1:
            _tell(progress, task.name, number, len(tasks))
        result = solve(task, limits=limits)
        if result.status is Status.CANCELLED:
            raise KeyboardInterrupt
        yield Checked(task, result), judged(entry, task.name, result, recorded=len(tasks) == 1)


def judged(entry: Entry, place: str, result: Result, recorded: bool) -> Iterator[Finding]:
    """What a result says against what is recorded."""
    if result.status is Status.UNSOLVABLE:
        if entry.best is not None and recorded:
            yield Finding(place, "wrong", f"recorded cost {entry.best:g}, but it has no solution")
        elif entry.status != "unsolvable":
            yield Finding(place, "unsolvable", "it has no solution")
        return
    if result.plan is not None and entry.status == "unsolvable" and recorded:
        yield Finding(place, "wrong", f"recorded as unsolvable, but it has a solution of cost {result.cost:g}")
        return
    if result.status is not Status.OPTIMAL:
        yield Finding(place, "undecided", f"no proven optimum: {result.message or result.status}")
        return
    if recorded and entry.best is not None and result.cost != entry.best:
        # What is only `solved` may be improved upon, which is news and no fault.
        better = entry.status == "solved" and result.cost is not None and result.cost < entry.best
        text = f"recorded cost {entry.best:g}, but the optimum is {result.cost:g}"
        yield Finding(place, "wrong", text, is_fault=not better)


def _tell(progress: Listener | None, name: str, number: int, count: int) -> None:
    if progress is not None and not progress(Progress(0.0, note=f"{name} ({number + 1}/{count})")):
        raise KeyboardInterrupt


def lint(
    folder: Path,
    limits: Limits = USUAL_LIMITS,
    progress: Listener | None = None,
    on_level: Callable[[Checked], None] | None = None,
) -> Lint:
    """Everything about a set: each level, duplicates, the order; raises LudoplanError or BadInput.

    `on_level` hears of each level as soon as it is known. An interrupt keeps what is known.
    """
    entries = read_set(folder)
    has_index = any(entry.is_listed for entry in entries)
    levels: list[Checked] = []
    findings: list[Finding] = []
    is_cut = False
    try:
        for number, entry in enumerate(entries):
            _tell(progress, entry.file, number, len(entries))
            tasks, broken = readable(entry)
            findings += broken
            for level, found in solved(entry, tasks, limits, progress):
                levels.append(with_grade(level, limits))
                findings += found
                if on_level is not None:
                    on_level(levels[-1])
            if has_index and not entry.is_listed:
                findings.append(Finding(entry.path.name, "unlisted", "not listed in the index", is_fault=False))
    except KeyboardInterrupt:
        is_cut = True
    findings += duplicates(level.task for level in levels)
    if has_index:
        listed = {entry.file for entry in entries if entry.is_listed}
        findings += disorder([level for level in levels if level.task.name in listed])
    return Lint(tuple(levels), tuple(findings), is_cut)


def with_grade(level: Checked, limits: Limits) -> Checked:
    if level.result.status is not Status.OPTIMAL:
        return level
    bounds = Limits(limits.seconds, limits.megabytes, MOST_STATES)
    found = analyse(level.task, bounds)
    if found.status is Status.CANCELLED:
        raise KeyboardInterrupt
    return replace(level, difficulty=found.difficulty)


def duplicates(tasks: Iterable[Task]) -> Iterator[Finding]:
    """Levels that are the same puzzle as an earlier one, turned, mirrored or renamed, with the same objective."""
    first: dict[tuple[str, str | None, str], str] = {}
    for task in tasks:
        key = task.game.name, task.objective, key_of(task.game, task.level)
        if key in first:
            yield Finding(task.name, "duplicate", f"the same puzzle as {first[key]}")
        first.setdefault(key, task.name)


def disorder(levels: Sequence[Checked]) -> Iterator[Finding]:
    """Levels that stand behind one of the same game that is notably harder."""
    hardest: dict[str, Checked] = {}
    for level in levels:
        if level.difficulty is None:
            continue
        before = hardest.get(level.task.game.name)
        if before is not None and before.difficulty is not None:
            if level.difficulty.score < before.difficulty.score - NOTABLE:
                harder = f"{before.task.name} before it has {before.difficulty.score:g}"
                text = f"difficulty {level.difficulty.score:g}, but {harder}"
                yield Finding(level.task.name, "order", text, is_fault=False)
            if level.difficulty.score <= before.difficulty.score:
                continue
        hardest[level.task.game.name] = level
