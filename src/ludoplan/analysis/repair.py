"""The smallest edit that makes an unsolvable level solvable, or that raises the optimum of a solvable one.

Levels one edit away are looked at first, all of them, then those two away, and so on; so what is found is smallest in
the number of edits. A level that was reached by other edits before is not looked at again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.engine import Listener, Progress
from ..core.errors import Unsupported
from ..core.limits import Budget
from ..core.parts import Edit
from ..core.result import Status
from ..core.task import Task
from ..running.solve import solve
from .evaluate import Evaluator

Edits = tuple[Edit[Any], ...]


@dataclass(frozen=True)
class Repair:
    """Edits, one after the other, and what they lead to.

    >>> from ludoplan import load, repair
    >>> first = repair(load("boxup:never"), count=1).found[0]
    >>> first.cost > 0
    True
    """

    edits: Edits
    level: Any
    cost: float


@dataclass(frozen=True)
class Repairs:
    """All that was found with the fewest edits. `status` is `optimal` where fewer edits are proven not to do.

    >>> from ludoplan import load, repair
    >>> repair(load("boxup:never"), count=1).before is None
    True
    """

    status: Status
    before: float | None  # the optimum of the level as it is
    found: tuple[Repair, ...]
    looked_at: int
    undecided: int  # levels whose search was too long

    def _repr_html_(self) -> str:
        """The repairs, a row for each."""
        from ..drawing.notebook import table_html

        if not self.found:
            return f"<p>No repair found ({self.status}, {self.looked_at:,} levels looked at).</p>"
        before = "none" if self.before is None else f"{self.before:g}"
        rows = [(", ".join(map(str, each.edits)), f"cost {each.cost:g}") for each in self.found]
        return f"<p>Shortest solution before: {before}.</p>" + table_html(rows)


def repair(
    task: Task,
    budget: Budget,
    kinds: Sequence[str] = (),
    raised: bool = False,
    most_edits: int = 2,
    progress: Listener | None = None,
) -> Repairs:
    """The smallest repairs, the costliest level first; with `raised` also of a level that can be solved."""
    return RepairSearch(task, budget, kinds, progress).run(raised, most_edits)


def confirmed(task: Task, repairs: Repairs, count: int, budget: Budget) -> list[Repair]:
    """The first so many repairs that the full solver and the referee confirm, in time."""
    shown: list[Repair] = []
    for each in repairs.found:
        if len(shown) == count or (shown and budget.is_out_of_time()):
            break
        result = solve(Task(task.game, each.level, task.name), limits=budget)
        if result.status is Status.OPTIMAL and result.cost == each.cost:
            shown.append(each)
    return shown


class RepairSearch:
    def __init__(self, task: Task, budget: Budget, kinds: Sequence[str], progress: Listener | None) -> None:
        if task.game.design is None or task.game.text is None:
            raise Unsupported(f"{task.game.name} has no edits")
        self.task = task
        self.edits_of, self.format = task.game.design.edits, task.game.text.format
        self.budget = budget
        self.kinds = kinds
        self.progress = progress
        self.evaluator = Evaluator(task.game, task.objective, budget=budget)
        self.undecided = 0

    def run(self, raised: bool, most_edits: int) -> Repairs:
        before = self.cost(self.task.level)
        if before is not None and not raised:
            return self.outcome(Status.OPTIMAL, before, ())
        front: list[tuple[Edits, Any]] = [((), self.task.level)]
        seen = {self.format(self.task.level)}
        for _ in range(most_edits):
            found: list[Repair] = []
            following = []
            for edits, level in self.changed(front):
                if self.is_over():
                    return self.outcome(Status.TIMEOUT, before, found)
                text = self.format(level)
                if text in seen:
                    continue
                seen.add(text)
                cost = self.cost(level)
                if cost is not None and cost > (before if before is not None else -1):
                    found.append(Repair(edits, level, cost))
                following.append((edits, level))
            if found:
                return self.outcome(Status.SOLVED if self.undecided else Status.OPTIMAL, before, found)
            front = following
        return self.outcome(Status.INCOMPLETE, before, ())

    def changed(self, front: Sequence[tuple[Edits, Any]]) -> Iterator[tuple[Edits, Any]]:
        for edits, level in front:
            for edit in self.edits_of(level):
                if not self.kinds or edit.kind in self.kinds or edit.kind.split()[0] in self.kinds:
                    yield (*edits, edit), edit.level

    def cost(self, level: Any) -> float | None:
        answer = self.evaluator.answer(level)
        if answer.status is Status.CANCELLED:
            raise KeyboardInterrupt
        if answer.status not in (Status.OPTIMAL, Status.UNSOLVABLE):
            self.undecided += 1
        return answer.lower_bound if answer.status is Status.OPTIMAL else None

    def is_over(self) -> bool:
        if self.progress is not None and self.evaluator.evaluated % 64 == 0:
            note = f"{self.evaluator.evaluated:,} levels looked at"
            if not self.progress(Progress(self.budget.elapsed(), note=note)):
                raise KeyboardInterrupt
        return self.budget.is_out_of_time()

    def outcome(self, status: Status, before: float | None, found: Sequence[Repair]) -> Repairs:
        best_first = sorted(found, key=lambda repair: -repair.cost)
        return Repairs(status, before, tuple(best_first), self.evaluator.evaluated, self.undecided)


def kinds_of(task: Task) -> list[str]:
    """The kinds of edits that the level has, by their first word."""
    edits = () if task.game.design is None else task.game.design.edits(task.level)
    return sorted({edit.kind.split()[0] for edit in edits})
