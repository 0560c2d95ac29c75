"""From a task and a solver's name to a result: the one way that command line, tests and notebooks take."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from . import registry
from .engine import Engine, Progress, Request, Task
from .errors import LudoplanError, NotInstalled, Unsupported
from .game import Game
from .level import load as load
from .limits import Budget, Limits
from .options import complete
from .referee import judge
from .result import Answer, Result, Stats, Status


def solve(
    level: Task | Any,
    solver: str = "auto",
    *,
    game: Game[Any, Any, Any] | None = None,
    objective: str | None = None,
    limits: Limits | Budget | None = None,
    seed: int = 0,
    progress: Callable[[Progress], bool] | None = None,
    options: Mapping[str, Any] | None = None,
) -> Result:
    """The result of one solver on a task (or on a level of `game`), its plan replayed by the referee.

    `options` may hold options of the level and of the solver. Raises LudoplanError for a request that makes no
    sense; what happens while solving is told by the result's status.
    """
    task = level if isinstance(level, Task) else Task(_needed(game), level, "level")
    budget = limits if isinstance(limits, Budget) else Budget(limits or Limits())
    task, engine, values = prepare(task, solver, objective, options)
    request = Request(budget, values, seed, (), progress)
    return judge(task, engine.name, attempt(engine, task, request), request)


def prepare(
    task: Task, solver: str, objective: str | None = None, options: Mapping[str, Any] | None = None
) -> tuple[Task, Engine, dict[str, Any]]:
    """The task with its objective and options, the engine, and the values of its options; raises LudoplanError."""
    given = dict(options or {})
    of_level = {option.key for option in task.game.level_options}
    level_values = {key: given.pop(key) for key in list(given) if key in of_level}
    task = Task(task.game, task.game.configure(task.level, objective, level_values), task.name)
    engine = registry.engine(solver, task)
    return task, engine, complete(engine.options, given)


def _needed(game: Game[Any, Any, Any] | None) -> Game[Any, Any, Any]:
    if game is None:
        raise LudoplanError("say which game the level is of: solve(level, game=...)")
    return game


def attempt(engine: Engine, task: Task, request: Request) -> Answer:
    """The engine's answer; refusals, limits and interrupts become answers too."""
    hint = engine.missing()
    if hint is not None:
        return Answer(Status.UNSUPPORTED, message=hint)
    reason = engine.refuses(task)
    if reason is not None:
        return Answer(Status.UNSUPPORTED, message=reason)
    try:
        with hard_time_limit(request.budget):
            return engine.solve(task, request)
    except (Unsupported, NotInstalled) as error:
        return Answer(Status.UNSUPPORTED, message=str(error))
    except OutOfTime:
        return Answer(Status.TIMEOUT, message="time limit reached", stats=Stats())
    except MemoryError:
        return Answer(Status.MEMORY, message="memory limit reached", stats=Stats())
    except KeyboardInterrupt:
        return Answer(Status.CANCELLED, message="interrupted", stats=Stats())


class OutOfTime(BaseException):
    """Raised in the middle of Python code when the time is up; not an Exception, so that nothing swallows it."""


_is_patient = False


@contextmanager
def patience() -> Iterator[None]:
    """For native code that looks at the clock itself: what it has found is not lost if it comes late, since it takes
    a while to give gigabytes back."""
    global _is_patient
    before, _is_patient = _is_patient, _is_patient or threading.current_thread() is threading.main_thread()
    try:
        yield
    finally:
        _is_patient = before


@contextmanager
def hard_time_limit(budget: Budget, grace: float = 0.05) -> Iterator[None]:
    """Ends Python code that does not look at the clock itself. Native searches stop on their own, a little before."""
    left = budget.seconds_left()
    if left is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    is_over = False

    def out_of_time(signum: int, frame: object) -> None:
        if not is_over and not _is_patient:
            raise OutOfTime

    previous = signal.signal(signal.SIGALRM, out_of_time)
    try:
        # Again and again: an exception that is raised while the collector runs is swallowed.
        signal.setitimer(signal.ITIMER_REAL, left + grace, 0.1)
        yield
    finally:
        is_over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
