"""The interface of a solver."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .limits import Budget, Stopped
from .options import Option
from .result import Answer, Status
from .task import AnyGame, Task


@dataclass(frozen=True)
class Progress:
    """What a running job knows of itself.

    >>> from ludoplan import load, solve_stream
    >>> stream = solve_stream(load("maze:twenty-dots"), "bfs")
    >>> event = next(stream)
    >>> stream.cancel()
    >>> event.seconds >= 0
    True
    """

    seconds: float
    expanded: int = 0
    generated: int = 0
    stored: int = 0
    lower_bound: float | None = None
    note: str = ""
    megabytes: float | None = None  # of the process
    found: Any = None  # so far, in terms of JSON


Listener = Callable[[Progress], bool]


@dataclass
class Request:
    """How to solve: limits, the engine's options by key, a seed, and moves that have been made already.

    >>> from ludoplan import Budget, Limits, Request
    >>> Request(Budget(Limits(seconds=5)), seed=7).budget.is_out_of_time()
    False
    """

    budget: Budget = field(default_factory=Budget)
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    prefix: Sequence[str] = ()
    # Called a few times a second; a false answer cancels the job.
    progress: Listener | None = None
    # Called with every state that a search by the Python rules expands, or a walker leaves, in order.
    expanding: Callable[[Any], None] | None = None

    # Called with an answer that may still be improved upon: it stands if a limit comes before a better one.
    improved: Callable[[Answer], None] | None = None

    def found(self, answer: Answer) -> None:
        """Keeps an answer in case that a limit comes before a better one."""
        if self.improved is not None:
            self.improved(answer)

    def tell(self, note: str = "", lower_bound: float | None = None) -> None:
        """Tells the listener how far the job is; raises Stopped if it is cancelled."""
        if self.progress is None:
            return
        if not self.progress(Progress(self.budget.elapsed(), lower_bound=lower_bound, note=note)):
            raise Stopped(Status.CANCELLED)


class Engine:
    """One way to solve.

    >>> from ludoplan import Answer, Engine, Status, load, solve
    >>> class Memory(Engine):
    ...     name, summary = "memory", "knows one level by heart"
    ...     def solve(self, task, request):
    ...         return Answer(Status.SOLVED, "up right right down left up up right".split())
    >>> print(solve(load("roll:01"), Memory()).status)
    solved
    """

    name: str
    summary: str
    # Whether a plan it calls `optimal` is one it can always find, given time and memory.
    optimal: bool = False
    options: tuple[Option, ...] = ()
    # Whether it can start after moves that have been made already (`Request.prefix`).
    takes_prefix: bool = False
    # Whether it looks at the clock, at its memory and at the listener's answer itself. Others run in a process of
    # their own, which is ended when the time comes.
    keeps_limits: bool = False
    # Whether such a process gets a moment to tell what it knows when the time is up, before it is ended.
    tells_at_limit: bool = False
    # Whether people who ask for it want to hear of each plan on the way to the best.
    tells_plans: bool = False
    # Whether a command that solves one level gives its option `threads` all cores.
    is_worth_threads: bool = False
    # Modules of packages that solving needs; runs in processes of their own have them loaded before their clock starts.
    imports: tuple[str, ...] = ()

    def of_game(self, game: AnyGame) -> Engine:
        """The engine as it is for one game, where its options depend on that."""
        return self

    def missing(self) -> str | None:
        """How to install what is not there, or None."""
        return None

    def refuses(self, task: Task) -> str | None:
        """Why it cannot solve this task, or None."""
        return None

    def solve(self, task: Task, request: Request) -> Answer:
        """An answer; the referee checks it. Raises Stopped at a limit, Unsupported for what it cannot take."""
        raise NotImplementedError

    def repeated(self, request: Request) -> Callable[[Task], Answer] | None:
        """What answers many tasks in a row sooner than `solve`, but without plans; None where nothing does."""
        return None
