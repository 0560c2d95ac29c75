"""A task as PDDL, and a plan as an answer: the first and the last step of every planner, native or external.

Imports what reads PDDL only when it is needed: every solver's module is loaded for every level that is solved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..core.engine import Task
from ..core.game import Game
from ..core.options import Option
from ..core.referee import replay
from ..core.result import Answer, Stats, Status

if TYPE_CHECKING:
    from ..pddl import Domain, Problem

VARIANT = Option("variant", str, None, "which of the game's PDDL forms to plan with")


@dataclass(frozen=True)
class PlanningTask:
    """A parsed task, and how action texts `(name arg ...)` become moves of the game that it stands for."""

    domain: Domain
    problem: Problem
    decode: Callable[[Sequence[str]], list[str]]


def planning_task(task: Task, variant: str | None = None) -> PlanningTask:
    """The task as it is, if it is a PDDL task, else by way of the game's PDDL form; raises Unsupported."""
    from ..pddl import PddlGame, parse_domain, parse_problem

    if isinstance(task.game, PddlGame):
        return PlanningTask(task.level.domain, task.level.problem, list)
    form = task.game.pddl(task.level, variant)
    domain = parse_domain(form.domain, f"domain of {task.game.name}")
    problem = parse_problem(form.problem, f"{task.name} as PDDL", domain)
    return PlanningTask(domain, problem, form.decode)


def refuses(task: Task, planner: str) -> str | None:
    """Why no planner can take the task, or None."""
    from ..pddl import PddlGame

    if type(task.game).pddl is Game.pddl and not isinstance(task.game, PddlGame):
        return f"{planner}: {task.game.name} has no PDDL form"
    return None


def plan_answer(
    task: Task, form: PlanningTask, actions: Sequence[str], optimum: float | None, proof: str, stats: Stats
) -> Answer:
    """The answer that a plan amounts to; `optimum` is the cost that the planner has proven to be least, if it has."""
    moves = form.decode(actions)
    if optimum is None:
        return Answer(Status.SOLVED, moves, stats=stats)
    plan = replay(task, moves).plan
    if plan is not None and plan.cost != optimum:
        message = f"the planner proves the optimum {optimum}, but what it minimises is not what the plan costs"
        return Answer(Status.SOLVED, moves, message=message, stats=stats)
    return Answer(Status.OPTIMAL, moves, optimum, proof, stats=stats)
