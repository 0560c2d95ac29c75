"""The next move of a shortest solution from the middle of a game, or that there is none any more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape

from ..core import registry
from ..core.engine import Request
from ..core.limits import Budget, Limits
from ..core.options import complete
from ..core.result import Status
from ..core.task import Task
from ..running.solve import answer_of


@dataclass(frozen=True)
class Hint:
    """`moves` is the rest of a solution; `is_lost` is a proof that there is none. Neither: not known in time.

    >>> from ludoplan import hint, load
    >>> hint(load("boxup:never")).is_lost
    True
    """

    moves: tuple[str, ...] | None = None
    is_shortest: bool = False
    is_lost: bool = False
    reason: str = ""  # why the first move is right, where the game can tell

    def _repr_html_(self) -> str:
        """The next move and why."""
        if self.moves is None:
            return "<p>No solution from here: go back.</p>" if self.is_lost else "<p>Not known in time.</p>"
        if not self.moves:
            return "<p>Solved.</p>"
        left = f"{len(self.moves)} to go" + (", fewer will not do" if self.is_shortest else "")
        reason = f": {escape(self.reason)}" if self.reason else ""
        return f"<p><b>{escape(self.moves[0])}</b>{reason} ({left})</p>"


def hint(task: Task, played: Sequence[str], limits: Limits) -> Hint:
    """What to do after these moves, which must be legal."""
    engine = registry.engine("auto", task)
    if not engine.takes_prefix:
        engine = registry.engine(task.game.best_search(task.level), task)
    request = Request(Budget(limits), complete(engine.options, {}), prefix=tuple(played))
    answer = answer_of(task, engine, request)
    if answer.moves is not None:
        return Hint(tuple(answer.moves), is_shortest=answer.status is Status.OPTIMAL)
    return Hint(is_lost=answer.status is Status.UNSOLVABLE)


def explained(task: Task, state: object, found: Hint) -> Hint:
    """The hint in the order that the game finds easiest to follow, with its reason."""
    if not found.moves or task.game.hints is None:
        return found
    moves, reason = task.game.hints.explain(task.level, state, found.moves)
    return replace(found, moves=tuple(moves), reason=reason)
