"""A task as PDDL: the one step that every planner, native or external, takes first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..core.engine import Task
from ..pddl import Domain, PddlGame, Problem, parse_domain, parse_problem


@dataclass(frozen=True)
class PlanningTask:
    """A parsed task, its texts, and how action texts `(name arg ...)` become moves of the task's game."""

    domain: Domain
    problem: Problem
    domain_text: str
    problem_text: str
    decode: Callable[[Sequence[str]], list[str]]


def planning_task(task: Task, variant: str | None = None) -> PlanningTask:
    """The task as it is, if it is a PDDL task, else by way of the game's PDDL form; raises Unsupported."""
    if isinstance(task.game, PddlGame):
        level = task.level
        return PlanningTask(level.domain, level.problem, level.domain_text, level.problem_text, list)
    form = task.game.pddl(task.level, variant)
    domain = parse_domain(form.domain, f"{task.game.name} domain")
    problem = parse_problem(form.problem, f"{task.name} as PDDL", domain)
    return PlanningTask(domain, problem, form.domain, form.problem, form.decode)
