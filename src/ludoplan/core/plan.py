"""A plan is a list of move texts; its file has one move a line, or is JSON."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import display
from .exporter import Exporter

if TYPE_CHECKING:
    from .task import AnyGame, Task


@dataclass(frozen=True)
class Plan:
    """Moves that lead to a goal, and their cost. Made by the referee only, who has replayed it.

    >>> from ludoplan import load, solve
    >>> plan = solve(load("roll:01")).plan
    >>> len(plan.moves), plan.cost
    (8, 8)
    """

    moves: tuple[str, ...]
    cost: float  # a whole number wherever costs are whole
    # The level that it solves, for pictures; does not go with it to other processes.
    task: Task | None = field(default=None, compare=False, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        return {"moves": self.moves, "cost": self.cost}

    def _repr_html_(self) -> str:
        return str(display.ask("plan_html", self))


def read_moves(text: str, game: AnyGame | None = None) -> list[str]:
    """The moves in a plan file: one a line, or what the game takes a line for; empty lines and what follows `;` or `#`
    are ignored. Or JSON.
    """
    listed = moves_in_json(text)
    if listed is not None:
        return listed
    lines = (line.split(";")[0].split("#")[0].strip() for line in text.splitlines())
    found = (" ".join(line.split()) for line in lines if line)
    return list(found) if game is None else [move for line in found for move in game.moves_in_line(line)]


def moves_in_json(text: str) -> list[str] | None:
    """The list `plan` of a JSON object, as results have it; None if the text is no such thing."""
    if text.lstrip().startswith("{"):
        with suppress(ValueError, KeyError, RecursionError):
            found = json.loads(text)["plan"]
            if isinstance(found, list) and all(isinstance(move, str) for move in found):
                return found
    return None


def write_moves(plan: Plan) -> str:
    """The text of a plan file."""
    return "".join(f"{move}\n" for move in plan.moves) + f"; cost {plan.cost}\n"


def write_json(plan: Plan) -> str:
    """The plan with what it is a plan of, in the words of results."""
    of = {} if plan.task is None else {"game": plan.task.game.name, "level": plan.task.name}
    return json.dumps({**of, "cost": plan.cost, "plan": plan.moves}) + "\n"


EXPORTERS = [Exporter("moves", "", write_moves), Exporter("json", ".json", write_json)]
