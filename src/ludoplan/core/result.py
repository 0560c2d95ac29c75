"""What an engine answers, and what the referee makes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, Self

from . import display
from .plan import Plan


class Status(StrEnum):
    """The exact words for how a job ended; `optimal` and `unsolvable` are proofs.

    >>> from ludoplan import Status, load, solve
    >>> solve(load("boxup:never")).status is Status.UNSOLVABLE
    True
    """

    exit_status: int  # of commands that end with it

    def __new__(cls, word: str, exit_status: int) -> Self:
        made = str.__new__(cls, word)
        made._value_, made.exit_status = word, exit_status
        return made

    OPTIMAL = "optimal", 0
    SOLVED = "solved", 0
    UNSOLVABLE = "unsolvable", 10
    TIMEOUT = "timeout", 11
    MEMORY = "memory", 12
    INCOMPLETE = "incomplete", 13
    CANCELLED = "cancelled", 130
    UNSUPPORTED = "unsupported", 3
    ERROR = "error", 1


# How people are told that the end came from outside.
STOPPED_WORDS = {
    Status.TIMEOUT: "time limit reached",
    Status.MEMORY: "memory limit reached",
    Status.INCOMPLETE: "node limit reached",
    Status.CANCELLED: "interrupted",
    Status.UNSUPPORTED: "costs of paths are too large to be counted",
}


@dataclass(frozen=True)
class Stats:
    """Counters that mean the same in every engine; None where an engine has no such thing. `extra` are its own.

    `parts` are what an engine of several has to tell of each of them.

    >>> from ludoplan import load, solve
    >>> solve(load("roll:01"), "bfs").stats.expanded > 0
    True
    """

    seconds: float | None = None
    search_seconds: float | None = None
    expanded: int | None = None
    generated: int | None = None
    stored: int | None = None
    peak_mb: float | None = None
    extra: Mapping[str, float] = field(default_factory=dict)
    parts: Sequence[Mapping[str, Any]] = ()

    def to_json(self) -> dict[str, Any]:
        """One flat object, the engine's own counters last."""
        counted = {name: value for name, value in vars(self).items() if name not in ("extra", "parts")}
        parts = {"parts": [dict(part) for part in self.parts]} if self.parts else {}
        return {**counted, **parts, **self.extra}


def summed(*stats: Stats) -> Stats:
    """What several searches did together."""
    return Stats(
        search_seconds=round(sum(each.search_seconds or 0 for each in stats), 6),
        expanded=sum(each.expanded or 0 for each in stats),
        generated=sum(each.generated or 0 for each in stats),
        stored=sum(each.stored or 0 for each in stats),
    )


@dataclass(frozen=True)
class Answer:
    """An engine's claim, not yet trusted. `proof` says why `optimal` or `unsolvable` holds.

    >>> from ludoplan import Answer, Status
    >>> Answer(Status.OPTIMAL, ["up"], lower_bound=1, proof="shown by hand").moves
    ['up']
    """

    status: Status
    moves: list[str] | None = None
    lower_bound: float | None = None
    proof: str | None = None
    message: str | None = None
    stats: Stats = field(default_factory=Stats)
    # What it means if the plan costs other than the proven bound: the plan stands, the proof is of something else.
    caveat: str | None = None

    @classmethod
    def stopped(
        cls, status: Status, note: str = "", lower_bound: float | None = None, stats: Stats | None = None
    ) -> Answer:
        """The answer of a solver that was ended by a limit or cancelled; `note` is what it knows all the same."""
        words = STOPPED_WORDS[status]
        return cls(
            status, lower_bound=lower_bound, message=f"{words}; {note}" if note else words, stats=stats or Stats()
        )


class Row(NamedTuple):
    """A result in short, for tables of many."""

    level: str
    status: Status
    cost: float | None
    seconds: float | None
    message: str | None


@dataclass(frozen=True)
class Result:
    """A claim that the referee has checked. Contradictory ones cannot be made: ValueError.

    >>> from ludoplan import load, solve
    >>> result = solve(load("roll:01"))
    >>> print(result.status, result.cost, result.lower_bound)
    optimal 8 8
    """

    status: Status
    game: str
    level: str
    solver: str
    objective: str | None = None
    plan: Plan | None = None
    lower_bound: float | None = None
    proof: str | None = None
    stats: Stats = field(default_factory=Stats)
    message: str | None = None

    def __post_init__(self) -> None:
        has_plan = self.status in (Status.OPTIMAL, Status.SOLVED)
        if has_plan != (self.plan is not None):
            raise ValueError(f"status {self.status} {'without' if has_plan else 'with'} a plan")
        if (self.status in (Status.OPTIMAL, Status.UNSOLVABLE)) != (self.proof is not None):
            raise ValueError(f"status {self.status} {'with' if self.proof else 'without'} a proof")
        if self.plan is not None and self.lower_bound is not None and self.lower_bound > self.plan.cost:
            raise ValueError("a plan that is cheaper than the lower bound")
        if self.status is Status.OPTIMAL and self.plan is not None and self.lower_bound != self.plan.cost:
            raise ValueError("an optimal plan whose cost is not the lower bound")

    @property
    def cost(self) -> float | None:
        return None if self.plan is None else self.plan.cost

    @property
    def exit_status(self) -> int:
        return self.status.exit_status

    @property
    def row(self) -> Row:
        return Row(self.level, self.status, self.cost, self.stats.seconds, self.message)

    def _repr_html_(self) -> str:
        return str(display.ask("result_html", self))

    def to_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        return {
            "status": str(self.status),
            "game": self.game,
            "level": self.level,
            "solver": self.solver,
            "objective": self.objective,
            "cost": self.cost,
            "length": None if self.plan is None else len(self.plan.moves),
            "plan": None if self.plan is None else list(self.plan.moves),
            "validated": True if self.plan is not None else None,
            "lower_bound": self.lower_bound,
            "stats": self.stats.to_json(),
            "message": self.message,
        }
