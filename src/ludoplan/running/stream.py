"""Solving with others in mind: progress as an iterator, cancelling from any thread, and many levels at once.

All of it runs in supervised processes, whatever the solver, so that a cancel ends even what does not listen.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from typing import Any

from ..core.engine import Engine, Progress
from ..core.errors import LudoplanError
from ..core.limits import Limits
from ..core.referee import with_task
from ..core.result import Result
from ..core.task import AnyGame, Task
from .job import CANCELLED, Job, Outcome
from .solve import configured, result_of, solver_job
from .supervised import BEAT, start

Told = Callable[[Result], None]


class SolveStream:
    """A solve under way: iterate over its progress, then ask for the result. Made by `solve_stream`.

    One thread iterates or asks for the result; any other may `cancel`. Leaving a `with` block ends the solve.
    `async for` works too.

    >>> from ludoplan import load, solve_stream
    >>> with solve_stream(load("roll:01")) as stream:
    ...     for event in stream:
    ...         assert event.seconds >= 0
    >>> stream.result.cost
    8
    """

    def __init__(self, job: Job, task: Task) -> None:
        self.task = task
        self._solver = name_of(job.arguments.engine)
        self._run = start(job)
        self._events = self._run.events(beat=BEAT)
        self._result: Result | None = None

    def __iter__(self) -> Iterator[Progress]:
        return self

    def __next__(self) -> Progress:
        event = next(self._events)
        found = event.found
        return replace(event, found=with_task(found, self.task)) if isinstance(found, Result) else event

    def __aiter__(self) -> SolveStream:
        return self

    async def __anext__(self) -> Progress:
        try:
            event = await asyncio.to_thread(next, self, None)
        except asyncio.CancelledError:
            self.cancel()
            raise
        if event is None:
            raise StopAsyncIteration
        return event

    @property
    def result(self) -> Result:
        """The result; waits for the end if it has not come."""
        if self._result is None:
            outcome = self._run.outcome or self._run.wait()
            self._result = result_of(outcome, self.task, self._solver)
        return self._result

    def cancel(self) -> None:
        """Ends the solve; the result's status is then `cancelled`, or what was known by then."""
        self._run.cancel()

    def __enter__(self) -> SolveStream:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if self._run.outcome is None:
            self.cancel()
            with contextlib.suppress(ValueError):  # another thread reads, and will see the end
                self._run.wait()
        self._run.close()

    def __del__(self) -> None:
        if hasattr(self, "_run"):  # else it was never begun
            self._run.close()


def solve_stream(
    level: Task | Any,
    solver: str | Engine = "auto",
    *,
    game: AnyGame | None = None,
    objective: str | None = None,
    limits: Limits | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
) -> SolveStream:
    """Starts `solve` in a process of its own; the progress is an iterator, and `cancel` may come from any thread.

    Where a solver finds plans that it still improves, `event.found` is the best result so far. Raises LudoplanError
    for a request that makes no sense.

    >>> from ludoplan import load, solve_stream
    >>> stream = solve_stream(load("maze:twenty-dots"), "bfs")
    >>> for event in stream:
    ...     if event.seconds > 0.1:
    ...         stream.cancel()
    >>> print(stream.result.status)
    cancelled
    """
    task, given = configured(level, game, objective, options)
    return SolveStream(solver_job(task, solver, given, limits or Limits(), seed), task)


def solve_many(
    tasks: Iterable[Task],
    solver: str | Engine = "auto",
    *,
    limits: Limits | None = None,
    jobs: int = 1,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    bar: bool | None = None,
    told: Told | None = None,
) -> list[Result]:
    """The results of one solver on many tasks, in their order, so many `jobs` at a time, each under the limits.

    A progress bar is shown in a terminal and in a notebook, or as `bar` says; `told` hears of each result as it
    arrives. Ctrl-C ends what is under way: what is not solved by then is `cancelled`. Raises LudoplanError for a
    request that makes no sense.

    >>> from ludoplan import load, solve_many
    >>> results = solve_many([load("boxup:first"), load("boxup:second")])
    >>> [(result.level, result.cost) for result in results]
    [('boxup:first', 5), ('boxup:second', 14)]
    """
    if jobs < 1:
        raise LudoplanError("jobs must be at least 1")
    given = list(tasks)
    results: list[Result | None] = [None] * len(given)
    under_way: set[SolveStream] = set()
    is_over = False

    def work(number: int) -> int:
        if is_over:
            return number
        stream = solve_stream(given[number], solver, limits=limits, seed=seed, options=options)
        under_way.add(stream)
        if is_over:
            stream.cancel()
        with stream:
            results[number] = stream.result
        under_way.discard(stream)
        return number

    with progress_bar(len(given), bar) as advance, ThreadPoolExecutor(jobs) as pool:
        try:
            for future in as_completed([pool.submit(work, number) for number in range(len(given))]):
                result = results[future.result()]
                advance()
                if told is not None and result is not None:
                    told(result)
        except BaseException as error:
            is_over = True
            for stream in list(under_way):
                stream.cancel()
            if not isinstance(error, KeyboardInterrupt):
                raise
    never = Outcome(CANCELLED)
    return [each or result_of(never, task, name_of(solver)) for each, task in zip(results, given, strict=True)]


def name_of(solver: str | Engine) -> str:
    return solver if isinstance(solver, str) else solver.name


@contextlib.contextmanager
def progress_bar(total: int, wanted: bool | None) -> Iterator[Callable[[], None]]:
    """A bar in a terminal or a notebook; what it yields is called once for each thing that is done."""
    from rich.console import Console  # slow to import
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    console = Console(stderr=True)
    if console.is_jupyter and wanted is not False:
        yield notebook_bar(total)
        return
    shown = wanted if wanted is not None else console.is_terminal
    columns = BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console, disable=not shown) as bar:
        task = bar.add_task("", total=total)
        yield lambda: bar.advance(task)


def notebook_bar(total: int) -> Callable[[], None]:
    """A bar in the output of a cell, by the browser's own element: rich's needs a package for widgets."""
    from IPython.display import HTML, display

    done = itertools.count()

    def picture() -> HTML:
        number = next(done)
        return HTML(f'<progress value="{number}" max="{total}"></progress> {number}/{total}')

    shown = display(picture(), display_id=True)
    return lambda: shown.update(picture())
