"""The next move of a shortest solution from the middle of a game, or that there is none any more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from . import registry
from .engine import Request, Task
from .limits import Budget, Limits
from .options import complete
from .result import Status
from .solve import attempt


@dataclass(frozen=True)
class Hint:
    """`moves` is the rest of a solution; `is_lost` is a proof that there is none. Neither: not known in time."""

    moves: tuple[str, ...] | None = None
    is_shortest: bool = False
    is_lost: bool = False
    reason: str = ""  # why the first move is right, where the game can tell


def hint(task: Task, played: Sequence[str], limits: Limits) -> Hint:
    """What to do after these moves, which must be legal."""
    engine = registry.engine("auto", task)
    if not engine.takes_prefix:
        unit_costs = task.game.has_unit_costs(task.level)
        informed = task.game.default_heuristic(task.level) is not None
        engine = registry.engine("astar" if informed else "bfs" if unit_costs else "ucs", task)
    request = Request(Budget(limits), complete(engine.options, {}), prefix=tuple(played))
    answer = attempt(engine, task, request)
    if answer.moves is not None:
        return Hint(tuple(answer.moves), is_shortest=answer.status is Status.OPTIMAL)
    return Hint(is_lost=answer.status is Status.UNSOLVABLE)


def explained(task: Task, state: object, found: Hint) -> Hint:
    """The hint in the order that the game finds easiest to follow, with its reason."""
    if not found.moves:
        return found
    moves, reason = task.game.explain(task.level, state, found.moves)
    return replace(found, moves=tuple(moves), reason=reason)
