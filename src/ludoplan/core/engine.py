"""The interface of a solver."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .game import Game
from .limits import Budget
from .options import Option
from .result import Answer


@dataclass(frozen=True)
class Task:
    """A level to be solved, and where it came from."""

    game: Game[Any, Any, Any]
    level: Any
    name: str

    @property
    def objective(self) -> str | None:
        return self.game.objective_of(self.level)

    def _repr_svg_(self) -> str | None:
        from .notebook import level_svg

        return level_svg(self)


@dataclass(frozen=True)
class Progress:
    """What a running job knows of itself."""

    seconds: float
    expanded: int = 0
    generated: int = 0
    stored: int = 0
    lower_bound: int | None = None
    note: str = ""
    megabytes: float | None = None  # of the process
    found: Any = None  # so far, in terms of JSON


@dataclass
class Request:
    """How to solve: limits, the engine's options by key, a seed, and moves that have been made already."""

    budget: Budget = field(default_factory=Budget)
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    prefix: Sequence[str] = ()
    # Called a few times a second; a false answer cancels the job.
    progress: Callable[[Progress], bool] | None = None
    # Called with every state that a search by the Python rules expands, in order.
    expanding: Callable[[Any], None] | None = None


class Engine:
    """One way to solve."""

    name: str
    summary: str
    # Whether a plan it calls `optimal` is one it can always find, given time and memory.
    optimal: bool = False
    options: tuple[Option, ...] = ()
    # Whether it can start after moves that have been made already (`Request.prefix`).
    takes_prefix: bool = False
    # Modules of packages that solving needs; runs in processes of their own have them loaded before their clock starts.
    imports: tuple[str, ...] = ()

    def missing(self) -> str | None:
        """How to install what is not there, or None."""
        return None

    def refuses(self, task: Task) -> str | None:
        """Why it cannot solve this task, or None."""
        return None

    def solve(self, task: Task, request: Request) -> Answer:
        """An answer; the referee checks it."""
        raise NotImplementedError
