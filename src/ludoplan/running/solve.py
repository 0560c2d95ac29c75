"""From a task and a solver to a result: the one way that command line, library, campaigns and web page take.

`solve` runs an engine that keeps its limits in this process and any other in a supervised one. `result_of` is the only
place where the outcome of a supervised run becomes a result; the referee judges every answer, in the process where it
was found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..core import registry
from ..core.engine import Engine, Listener, Progress, Request
from ..core.errors import LudoplanError, Unsupported
from ..core.limits import Budget, Limits, Stopped, budget_of, peak_megabytes
from ..core.options import complete
from ..core.referee import judge, with_measured, with_task
from ..core.result import STOPPED_WORDS, Answer, Result, Status
from ..core.task import AnyGame, Task
from .job import CANCELLED, FINISHED, GRACE, STOPPED, Context, Job, Outcome


def solve(
    level: Task | Any,
    solver: str | Engine = "auto",
    *,
    game: AnyGame | None = None,
    objective: str | None = None,
    limits: Limits | Budget | None = None,
    seed: int = 0,
    progress: Listener | None = None,
    options: Mapping[str, Any] | None = None,
) -> Result:
    """The result of one solver on a task (or on a level of `game`), its plan replayed by the referee.

    `options` may hold options of the level and of the solver. A false answer of `progress`, which is called a few
    times a second, cancels. Raises LudoplanError for a request that makes no sense; what happens while solving is
    told by the result's status.

    >>> from ludoplan import Limits, load, solve
    >>> result = solve(load("roll:01"), "astar", limits=Limits(seconds=60))
    >>> print(result.status, result.cost, *result.plan.moves)
    optimal 8 up right right down left up up right
    """
    task, given = configured(level, game, objective, options)
    engine = registry.engine(solver, task) if isinstance(solver, str) else solver
    return solve_task(task, engine, Request(budget_of(limits), complete(engine.options, given), seed, (), progress))


def configured(
    level: Task | Any, game: AnyGame | None, objective: str | None, options: Mapping[str, Any] | None
) -> tuple[Task, dict[str, Any]]:
    """The task that is meant, and the options that are left for its solver; raises LudoplanError."""
    given = dict(options or {})
    of, name = (level.game, level.name) if isinstance(level, Task) else (game, "level")
    if of is None:
        raise LudoplanError("say which game the level is of: solve(level, game=...)")
    of_level = level_values(of, given)
    if isinstance(level, Task) and objective is None and not of_level:
        return level, given
    return Task(of, level.level if isinstance(level, Task) else level, name, objective, of_level), given


def level_values(game: AnyGame, given: dict[str, Any]) -> dict[str, Any]:
    """Takes the options of the game's levels out of what is given."""
    return {option.key: given.pop(option.key) for option in game.level_options if option.key in given}


ASKED_FOR: set[tuple[str, ...]] = set()  # packages of engines that have had a process of their own


def solve_task(task: Task, engine: Engine, request: Request) -> Result:
    """The engine's result on a task that is ready: here if it keeps its limits, else in a process of its own."""
    reason = engine.missing() or engine.refuses(task)
    if reason is not None:
        return judge(task, engine.name, Answer(Status.UNSUPPORTED, message=reason))
    if engine.keeps_limits:
        return attempt(task, engine, request)
    work = SolveArguments(task, engine, request.options, request.seed, tuple(request.prefix))
    # The first process loads the engine's packages itself; for a second one a fork server that has them is worth it.
    imports = engine.imports if engine.imports in ASKED_FOR else ()
    ASKED_FOR.add(engine.imports)
    job = Job(perform, work, request.budget.left(), imports, stops_itself=engine.tells_at_limit)
    from .supervised import run  # most solves start no process

    result = result_of(run(job, request.progress), task, engine.name)
    return with_measured(result, seconds=round(request.budget.elapsed(), 6))


def attempt(task: Task, engine: Engine, request: Request) -> Result:
    """What the engine comes to in this process, judged; refusals, limits and interrupts become results too."""
    answer = answer_of(task, engine, request)
    # An engine that runs other programs tells their memory itself.
    peak = max(peak_megabytes(), answer.stats.peak_mb or 0)
    result = judge(task, engine.name, answer, request.budget)
    return with_measured(result, seconds=round(request.budget.elapsed(), 6), peak_mb=round(peak, 1))


def answer_of(task: Task, engine: Engine, request: Request) -> Answer:
    """The engine's answer, not yet judged; where a limit came, the best one that it has told of."""
    best: list[Answer] = []
    told = request.improved

    def improved(answer: Answer) -> None:
        best[:] = [answer]
        if told is not None:
            told(answer)

    try:
        return engine.solve(task, replace(request, improved=improved))
    except Unsupported as error:
        return Answer(Status.UNSUPPORTED, message=str(error))
    except Stopped as stopped:
        end = Answer.stopped(stopped.status, stopped.note)
    except MemoryError:
        end = Answer.stopped(Status.MEMORY)
    except KeyboardInterrupt:
        end = Answer.stopped(Status.CANCELLED)
    return best[0] if best else end


@dataclass(frozen=True)
class SolveArguments:
    """A task for a process that solves it; goes there by pickle, the engine by its name where it has one there."""

    task: Task
    engine: Engine | str
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    prefix: tuple[str, ...] = ()


def solver_job(task: Task, solver: str | Engine, options: Mapping[str, Any], limits: Limits, seed: int = 0) -> Job:
    """A solve for a process of its own; raises LudoplanError for a solver or options that there are not."""
    engine = registry.engine(solver, task) if isinstance(solver, str) else solver
    work = SolveArguments(task, engine.name if solver == "auto" else solver, complete(engine.options, options), seed)
    stops = engine.keeps_limits or engine.tells_at_limit
    return Job(PERFORM, work, limits, engine.imports, stops)


def perform(work: SolveArguments, context: Context) -> Result:
    """Solves in the process that runs the job; raises LudoplanError for a solver that there is not."""
    engine = registry.engine(work.engine, work.task) if isinstance(work.engine, str) else work.engine
    reason = engine.missing() or engine.refuses(work.task)
    if reason is not None:
        return judge(work.task, engine.name, Answer(Status.UNSUPPORTED, message=reason))

    def improved(answer: Answer) -> None:
        result = judge(work.task, engine.name, answer, context.budget)
        context.progress(Progress(context.budget.elapsed(), found=result))

    options = complete(engine.options, work.options)
    request = Request(context.budget, options, work.seed, work.prefix, context.progress, improved=improved)
    result = attempt(work.task, engine, request)
    limit = context.budget.limits.seconds
    if limit is not None and result.plan is not None and (result.stats.seconds or 0) > limit + GRACE / 2:
        late = Answer(Status.TIMEOUT, message="solved, but only after the time limit", stats=result.stats)
        return judge(work.task, engine.name, late)
    return result


PERFORM = f"{__name__}:{perform.__name__}"


def value_of(outcome: Outcome) -> Any:
    """What a supervised function has returned; raises LudoplanError for what came instead."""
    if outcome.exit == FINISHED:
        return outcome.value
    if outcome.error is not None:
        raise outcome.error
    if outcome.exit == CANCELLED:
        raise KeyboardInterrupt
    status = STOPPED.get(outcome.exit)
    raise LudoplanError(
        STOPPED_WORDS[status] if status is not None else outcome.message or f"no answer: {outcome.exit}"
    )


def result_of(outcome: Outcome, task: Task, solver: str) -> Result:
    """The result of a supervised run: what came back, or what stands for the answer that did not come."""
    stats, last = outcome.stats(), outcome.last or Progress(0)
    told = outcome.value if outcome.exit == FINISHED else outcome.found
    if isinstance(told, Result):
        return with_measured(with_task(told, task), peak_mb=max(stats.peak_mb or 0, told.stats.peak_mb or 0))
    if outcome.error is not None:
        status = Status.UNSUPPORTED if isinstance(outcome.error, Unsupported) else Status.ERROR
        answer = Answer(status, message=str(outcome.error), stats=stats)
    elif outcome.exit in STOPPED:
        answer = Answer.stopped(STOPPED[outcome.exit], last.note, last.lower_bound, stats)
    else:
        message = outcome.message or f"no answer: {outcome.exit}"
        last_line = outcome.output.strip().rpartition("\n")[2][-200:]
        if last_line and not outcome.message:
            message += f"; its last words: {last_line}"
        answer = Answer(Status.ERROR, message=message, stats=stats)
    return judge(task, solver, answer)
