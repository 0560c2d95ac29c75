"""A task as PDDL, and a plan as an answer: the first and the last step of every planner, native or external.

Imports what reads PDDL only when it is needed: every solver's module is loaded for every level that is solved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..core.engine import Engine
from ..core.options import Option
from ..core.result import Answer, Stats, Status
from ..core.task import Task, pddl_of

if TYPE_CHECKING:
    from ..pddl.task import PddlTask

VARIANT = Option("variant", str, None, "which of the game's PDDL forms to plan with")


@dataclass(frozen=True)
class PlanningTask:
    """A parsed task, and how action texts `(name arg ...)` become moves of the game that it stands for."""

    task: PddlTask
    decode: Callable[[Sequence[str]], list[str]]
    extra_cost: int | None = 0  # see core.parts.Pddl


def planning_task(task: Task, variant: str | None = None) -> PlanningTask:
    """The task as it is, if it is a PDDL task, else by way of the game's PDDL form; raises Unsupported."""
    from ..pddl.task import PddlGame, PddlTask

    if isinstance(task.game, PddlGame):
        return PlanningTask(task.level, list)
    form = pddl_of(task.game).encode(task.level, variant)
    parsed = PddlTask.parse(form.domain, form.problem, f"domain of {task.game.name}", f"{task.name} as PDDL")
    return PlanningTask(parsed, form.decode, form.extra_cost)


class PddlEngine(Engine):
    """A solver that takes levels as planning tasks."""

    options = (VARIANT,)

    def refuses(self, task: Task) -> str | None:
        from ..pddl.task import PddlGame

        if task.game.pddl is None and not isinstance(task.game, PddlGame):
            return f"{self.name}: {task.game.name} has no PDDL form"
        return None


def plan_answer(
    task: Task, form: PlanningTask, actions: Sequence[str], optimum: float | None, proof: str, stats: Stats
) -> Answer:
    """The answer that a plan amounts to; `optimum` is the cost that the planner has proven to be least, if it has."""
    moves = form.decode(actions)
    if optimum is None:
        return Answer(Status.SOLVED, moves, stats=stats)
    if form.extra_cost is None:
        message = f"a shortest plan of this PDDL form, which does not minimise {task.objective}"
        return Answer(Status.SOLVED, moves, message=message, stats=stats)
    optimum += form.extra_cost
    caveat = f"the planner proves the optimum {optimum}, but what it minimises is not what the plan costs"
    return Answer(Status.OPTIMAL, moves, optimum, proof, stats=stats, caveat=caveat)
