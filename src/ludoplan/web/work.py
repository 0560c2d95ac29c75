"""What jobs do: the description that a worker process gets, and what becomes of its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..core import registry
from ..core.engine import Engine, Task
from ..core.errors import LudoplanError
from ..core.isolated import Call, Finished, Run, finish
from ..core.isolated import Job as SolverJob
from ..core.limits import Limits
from ..core.options import complete
from ..core.result import Status
from . import calls, schemas
from .reading import game_of, option_values, read_level, read_pddl

QUICK = 10.0  # seconds that what a player waits for may take


@dataclass(frozen=True)
class Work:
    """A job before it is queued."""

    kind: str
    label: str
    task: SolverJob | Call
    is_quick: bool = False

    def outcome(self, run: Run) -> tuple[str, dict[str, Any] | None, str | None]:
        """The job's status, its result and a message, once the run has ended."""
        ended = run.collect()
        if isinstance(self.task, SolverJob):
            finished = finish(self.task, ended)
            return solver_outcome(finished)
        if ended.answer is not None and "value" in ended.answer:
            return "done", ended.answer["value"], None
        told = ended.answer or {}
        is_cancelled = "cancelled" in (ended.exit, told.get("status"))
        return ("cancelled" if is_cancelled else "failed"), None, told.get("message") or ended.exit


def solver_outcome(finished: Finished) -> tuple[str, dict[str, Any] | None, str | None]:
    result = {**finished.result.to_json(), "exit": finished.ended.exit}
    if finished.result.status is Status.CANCELLED:
        return "cancelled", result, finished.result.message
    if finished.result.status is Status.ERROR:
        return "failed", result, finished.result.message
    return "done", result, finished.result.message


def work_of(given: schemas.JobInput) -> Work:
    """The work that is asked for; raises LudoplanError or BadInput for what cannot be done."""
    limits = Limits(given.limits.seconds, given.limits.megabytes)
    quick = Limits(min(QUICK, given.limits.seconds), given.limits.megabytes)
    match given:
        case schemas.SolveInput():
            task = level_of(given)
            engine = known_engine(given.solver, task)
            options = {
                **option_values(task.game.level_options, given.options),
                **option_values(engine.options, given.solver_options),
            }
            job = SolverJob(given.game, given.level, "level", engine.name, given.objective, options, limits, given.seed)
            return Work("solve", f"{engine.name} on {given.game}", job)
        case schemas.HintInput():
            level_of(given)
            return Work("hint", f"hint for {given.game}", call("hint", given, quick), is_quick=True)
        case schemas.VerdictInput():
            level_of(given)
            return Work("verdict", f"verdict on {given.game}", call("verdict", given, quick), is_quick=True)
        case schemas.WatchInput():
            engine = known_engine(given.solver, level_of(given))
            option_values(engine.options, given.solver_options)
            return Work("watch", f"{engine.name} on {given.game}", call("watch", given, quick), is_quick=True)
        case schemas.GenerateInput():
            game = game_of(given.game)
            if not game.generator_options:
                raise LudoplanError(f"{game.name} has no generator")
            complete(game.generator_options, option_values(game.generator_options, given.options))
            return Work("generate", f"new levels of {given.game}", call("generate", given, limits))
        case schemas.PlanInput():
            task = read_pddl(given.domain, given.problem)
            engine = known_engine(given.solver, task)
            options = option_values(engine.options, given.solver_options)
            job = SolverJob(
                "pddl",
                given.domain,
                "problem",
                engine.name,
                options=options,
                limits=limits,
                seed=given.seed,
                problem=given.problem,
            )
            return Work("plan", f"{engine.name} on {task.level.problem.name}", job)
        case schemas.ValidateInput():
            read_pddl(given.domain, given.problem)
            return Work("validate", "validation of a plan", call("validate", given, quick), is_quick=True)
    raise AssertionError(given)


def level_of(given: schemas.LevelInput) -> Task:
    return read_level(given.game, given.level, given.objective, given.options)


def known_engine(name: str, task: Task) -> Engine:
    """The engine of this name. Names of files, which the command line takes too, are not for the wire."""
    if name != "auto" and name not in registry.engines(task.game):
        raise LudoplanError(f"there is no solver {name!r} for {task.game.name}")
    return registry.engine(name, task)


def call(function: str, given: schemas.JobInput, limits: Limits) -> Call:
    return Call(f"{calls.__name__}:{function}", given.model_dump(exclude={"session", "limits"}), limits)
