"""What jobs do: the description that a worker process gets, and what becomes of its answer."""

from __future__ import annotations

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
from .reading import game_of, option_values, read_level, read_pddl

QUICK = 10.0  # seconds that what a player waits for may take


@dataclass(frozen=True)
class Work:
    """A job before it is queued."""

    kind: str
    label: str
    job: Job
    task: Task | None = None  # of a solver
    is_quick: bool = False

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
    limits = Limits(given.limits.seconds, given.limits.megabytes)
    quick = Limits(min(QUICK, given.limits.seconds), given.limits.megabytes)
    match given:
        case schemas.SolveInput():
            return solving(given, level_of(given), given.game, limits)
        case schemas.HintInput() | schemas.VerdictInput():
            level_of(given)
            label = f"{given.kind} {'for' if given.kind == 'hint' else 'on'} {given.game}"
            return Work(given.kind, label, call(given.kind, given, quick), is_quick=True)
        case schemas.WatchInput():
            engine = known_engine(given.solver, level_of(given))
            option_values(engine.options, given.solver_options)
            return Work("watch", f"{engine.name} on {given.game}", call("watch", given, quick), is_quick=True)
        case schemas.GenerateInput():
            design = design_of(game_of(given.game))
            complete(design.options, option_values(design.options, given.options))
            return Work("generate", f"new levels of {given.game}", call("generate", given, limits))
        case schemas.PlanInput():
            task = read_pddl(given.domain, given.problem)
            return solving(given, task, task.level.problem.name, limits)
        case schemas.ValidateInput():
            return Work("validate", "validation of a plan", call("validate", given, quick), is_quick=True)
        case schemas.PythonSolveInput():
            return Work("python", "a game in Python", call("solve", given, limits, python_games.__name__))
    raise AssertionError(given)


def solving(given: schemas.SolveInput | schemas.PlanInput, task: Task, name: str, limits: Limits) -> Work:
    """The work of a solver; raises LudoplanError."""
    engine = known_engine(given.solver, task)
    options = option_values(engine.options, given.solver_options)
    job = solver_job(task, engine.name, options, limits, given.seed)
    return Work(given.kind, f"{engine.name} on {name}", job, task)


def level_of(given: schemas.LevelInput) -> Task:
    return read_level(given.game, given.level, given.objective, given.options)


def known_engine(name: str, task: Task) -> Engine:
    """The engine of this name. Names of files, which the command line takes too, are not for the wire."""
    if name != "auto" and name not in registry.engines(task.game):
        raise LudoplanError(f"there is no solver {name!r} for {task.game.name}")
    return registry.engine(name, task)


def call(function: str, given: schemas.JobInput, limits: Limits, module: str = calls.__name__) -> Job:
    arguments = given.model_dump(exclude={"session", "limits"})
    imports = () if module == calls.__name__ else (module,)
    return Job(f"{module}:{function}", arguments, limits, imports, stops_itself=True)
