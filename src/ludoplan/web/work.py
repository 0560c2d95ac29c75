"""What jobs do: the description that a worker process gets, and what becomes of its answer."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..analysis.order import design_of
from ..core import registry
from ..core.engine import Engine
from ..core.errors import LudoplanError
from ..core.limits import Limits
from ..core.options import complete
from ..core.task import Task
from ..running.job import CANCELLED, FINISHED, Job, Outcome
from ..running.solve import result_of, solver_job
from . import calls, python_games, schemas
from .reading import game_of, option_values, parsed, read_pddl

QUICK = frozenset({"hint", "verdict", "watch", "validate"})  # kinds of jobs that a player waits for
QUICK_SECONDS = 10.0  # that they may take


@dataclass(frozen=True)
class Work:
    """A job before it is queued."""

    kind: str
    label: str
    job: Job
    task: Task | None = None  # of a solver

    @property
    def is_quick(self) -> bool:
        return self.kind in QUICK

    def result(self, outcome: Outcome) -> tuple[str, dict[str, Any] | None, str | None]:
        """The job's status, its result and a message, once it has ended."""
        if self.task is not None:
            result = result_of(outcome, self.task, self.job.arguments.engine)
            status = {"cancelled": "cancelled", "error": "failed"}.get(str(result.status), "done")
            return status, {**result.to_json(), "exit": outcome.exit}, result.message
        if outcome.exit == FINISHED:
            return "done", outcome.value, None
        message = str(outcome.error or "") or outcome.message or outcome.exit
        return ("cancelled" if outcome.exit == CANCELLED else "failed"), None, message


def work_of(given: schemas.JobInput) -> Work:
    """The work that is asked for; raises LudoplanError or BadInput for what cannot be done."""
    most = QUICK_SECONDS if given.kind in QUICK else math.inf
    limits = Limits(min(most, given.limits.seconds), given.limits.megabytes)
    match given:
        case schemas.SolveInput():
            return solving(given, level_of(given), given.game, limits)
        case schemas.HintInput():
            return Work("hint", f"hint for {given.game}", call(calls.hint, (level_of(given), given.moves), limits))
        case schemas.VerdictInput():
            return Work("verdict", f"verdict on {given.game}", call(calls.verdict, level_of(given), limits))
        case schemas.WatchInput():
            task = level_of(given)
            engine = known_engine(given.solver, task)
            options = option_values(engine.options, given.solver_options)
            job = call(calls.watch, (task, given.solver, options), limits)
            return Work("watch", f"{engine.name} on {given.game}", job)
        case schemas.GenerateInput():
            design = design_of(game_of(given.game))
            complete(design.options, option_values(design.options, given.options))
            return Work("generate", f"new levels of {given.game}", call(calls.generate, given.model_dump(), limits))
        case schemas.PlanInput():
            task = read_pddl(given.domain, given.problem)
            return solving(given, task, task.level.problem.name, limits)
        case schemas.ValidateInput():
            return Work("validate", "validation of a plan", call(calls.validate, given.model_dump(), limits))
        case schemas.PythonSolveInput():
            job = call(python_games.solve, given.model_dump(), limits, (python_games.__name__,))
            return Work("python", "a game in Python", job)
    raise AssertionError(given)


def solving(given: schemas.SolveInput | schemas.PlanInput, task: Task, name: str, limits: Limits) -> Work:
    """The work of a solver; raises LudoplanError."""
    engine = known_engine(given.solver, task)
    options = option_values(engine.options, given.solver_options)
    job = solver_job(task, engine.name, options, limits, given.seed)
    return Work(given.kind, f"{engine.name} on {name}", job, task)


def level_of(given: schemas.LevelInput) -> Task:
    """The level, ready to be played; raises LudoplanError or BadInput."""
    found = parsed(given.game, given.level)
    return found.task(given.objective, option_values(found.game.level_options, given.options))


def known_engine(name: str, task: Task) -> Engine:
    """The engine of this name. Names of files, which the command line takes too, are not for the wire."""
    if name != "auto" and name not in registry.engines(task.game):
        raise LudoplanError(f"there is no solver {name!r} for {task.game.name}")
    return registry.engine(name, task)


def call(function: Callable[..., Any], arguments: Any, limits: Limits, imports: tuple[str, ...] = ()) -> Job:
    return Job(function, arguments, limits, imports, stops_itself=True)
