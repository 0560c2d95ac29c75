"""What jobs do: the description that a worker process gets, and what becomes of its answer."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ..core import registry
from ..core.draw import draw_svg
from ..core.engine import Task
from ..core.errors import LudoplanError
from ..core.hint import explained
from ..core.hint import hint as find_hint
from ..core.isolated import Call, Finished, Run, finish
from ..core.isolated import Job as SolverJob
from ..core.limits import Budget, Limits
from ..core.options import complete
from ..core.referee import Replay, replay
from ..core.result import Status
from ..core.solve import solve
from . import schemas
from .levels import game_of, option_values, read_level

QUICK = 10.0  # seconds that what a player waits for may take

Tell = Callable[[dict[str, Any]], bool]


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
        if ended.answer is None:
            return ("cancelled" if ended.exit == "cancelled" else "failed"), None, ended.exit
        return ended.answer["status"], ended.answer.get("value"), ended.answer.get("message")


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
            task = read_level(given)
            engine = known_engine(given.solver, task)
            options = {
                **option_values(task.game.level_options, given.options),
                **option_values(engine.options, given.solver_options),
            }
            job = SolverJob(
                given.game, given.level, "level", engine.name, given.objective, options, limits, given.seed
            )
            return Work("solve", f"{engine.name} on {given.game}", job)
        case schemas.HintInput():
            read_level(given)
            return Work("hint", f"hint for {given.game}", call("hint", given, quick), is_quick=True)
        case schemas.VerdictInput():
            read_level(given)
            return Work("verdict", f"verdict on {given.game}", call("verdict", given, quick), is_quick=True)
        case schemas.WatchInput():
            engine = known_engine(given.solver, read_level(given))
            option_values(engine.options, given.solver_options)
            return Work("watch", f"{engine.name} on {given.game}", call("watch", given, quick), is_quick=True)
        case schemas.GenerateInput():
            game = game_of(given.game)
            if not game.generator_options:
                raise LudoplanError(f"{game.name} has no generator")
            complete(game.generator_options, option_values(game.generator_options, given.options))
            game.configure  # an unknown objective is told by the worker, with the first level
            return Work("generate", f"new levels of {given.game}", call("generate", given, limits))
        case schemas.PlanInput():
            task = pddl_task(given)
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
            pddl_task(given)
            return Work("validate", "validation of a plan", call("validate", given, quick), is_quick=True)
    raise AssertionError(given)


def known_engine(name: str, task: Task) -> Any:
    """The engine of this name. Names of files, which the command line takes too, are not for the wire."""
    if name != "auto" and name not in registry.engines(task.game):
        raise LudoplanError(f"there is no solver {name!r} for {task.game.name}")
    return registry.engine(name, task)


def pddl_task(given: schemas.PddlInput) -> Task:
    from ..pddl.task import GAME, PddlTask

    return Task(GAME, PddlTask.parse(given.domain, given.problem), "problem")


def call(function: str, given: schemas.JobInput, limits: Limits) -> Call:
    return Call(f"{__name__}:{function}", given.model_dump(exclude={"session", "limits"}), limits)


# -- in the worker process


def level_of(given: Mapping[str, Any]) -> Task:
    fields = ("game", "level", "objective", "options")
    return read_level(schemas.LevelInput(**{name: given[name] for name in fields}))


def hint(given: Mapping[str, Any], limits: Limits, tell: Tell) -> dict[str, Any]:
    """The rest of a shortest solution after the moves, with the reason for the next one."""
    task = level_of(given)
    game = Replay(task)
    for text in given["moves"]:
        reason = game.play(text)
        if reason is not None:
            raise LudoplanError(f"{text}: {reason}")
    if game.is_goal():
        return {"moves": [], "is_shortest": True, "is_lost": False, "reason": ""}
    found = find_hint(task, given["moves"], limits)
    found = explained(task, game.state, found)
    return {**asdict(found), "moves": None if found.moves is None else list(found.moves)}


def verdict(given: Mapping[str, Any], limits: Limits, tell: Tell) -> dict[str, Any]:
    """What the game's best solver says of a level."""
    return solve(level_of(given), limits=limits).to_json()


def watch(given: Mapping[str, Any], limits: Limits, tell: Tell) -> dict[str, Any]:
    """The cells of the states that a search expands, in order, and its result."""
    from ..search.order import expansion_order

    task = level_of(given)
    options = option_values(registry.engine(given["solver"], task).options, given["solver_options"])
    order = expansion_order(task, given["solver"], limits, options)
    return {
        **order.result.to_json(),
        "cells": [list(task.game.place(task.level, state)) for state in order.states],
        "is_cut": order.is_cut,
    }


def generate(given: Mapping[str, Any], limits: Limits, tell: Tell) -> dict[str, Any]:
    """Levels whose shortest solution costs what was asked for; tells of each when it is found."""
    game = registry.game(given["game"])
    options = complete(game.generator_options, option_values(game.generator_options, given["options"]))
    rng = random.Random(f"{game.name} {given['seed']}")
    low, high = given["min_cost"] or 0, given["max_cost"]
    budget = Budget(limits)
    levels: list[dict[str, Any]] = []
    tried, told = 0, 0.0
    while len(levels) < given["count"] and (budget.seconds_left() or 0) > 0.5:
        tried += 1
        level = game.generate(rng, options)
        result = solve(Task(game, level, "generated"), limits=budget, objective=given["objective"])
        cost = result.cost
        if result.status is Status.OPTIMAL and cost is not None and low <= cost and (high is None or cost <= high):
            svg = draw_svg(game.view(level, game.initial(level)), styled=False)
            levels.append({"level": game.format(level), "cost": cost, "svg": svg, "objective": result.objective})
        if time.monotonic() - told > 0.2:
            told = time.monotonic()
            tell({"levels": levels, "tried": tried})
    return {"levels": levels, "tried": tried}


def validate(given: Mapping[str, Any], limits: Limits, tell: Tell) -> dict[str, Any]:
    """Whether a plan of a planning task is valid, or the step, the action and the failed condition."""
    from ..pddl.plans import read_plan

    task = pddl_task(schemas.PddlInput(domain=given["domain"], problem=given["problem"]))
    found = replay(task, read_plan(given["plan"]))
    plan = found.plan
    return {
        "valid": plan is not None,
        "cost": None if plan is None else plan.cost,
        "length": None if plan is None else len(plan.moves),
        "step": found.step,
        "action": found.move,
        "reason": found.reason,
    }
