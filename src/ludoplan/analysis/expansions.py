"""The order in which a search expands states, or a walker goes through them: for looking at them at work, and for
comparing them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..core import registry
from ..core.engine import Request
from ..core.errors import Unsupported
from ..core.limits import Budget, Limits
from ..core.options import Values, complete
from ..core.result import Result
from ..core.task import Task
from ..engines.search import SearchEngine
from ..engines.walk import Walker
from ..running.solve import attempt

# A search that is looked at is a small one, and Python's rules take a while.
MOST_EXPANSIONS = 20_000
FIRST_TOLD = 250


@dataclass(frozen=True)
class Expansions:
    """The expanded states in their order (some come again in iterative deepening), and the result of the search."""

    states: list[Any]
    result: Result
    is_cut: bool  # there were more expansions than were to be kept


def expansion_order(
    task: Task,
    solver: str,
    limits: Limits,
    options: Values | None = None,
    most: int = MOST_EXPANSIONS,
    heard: Callable[[list[Any]], object] | None = None,
) -> Expansions:
    """What the search expands, by the game's Python rules; raises LudoplanError, or Unsupported for other solvers.

    While it runs, `heard` is told of the states so far, whenever they have become twice as many.
    """
    engine = registry.engine(solver, task)
    if not isinstance(engine, SearchEngine | Walker):
        raise Unsupported(f"{engine.name} is not a search through states that could be watched")
    states: list[Any] = []
    told = FIRST_TOLD

    def expanding(state: Any) -> None:
        nonlocal told
        if len(states) < most:
            states.append(state)
            if heard is not None and len(states) == told:
                heard(states)
                told *= 2

    given = {**(options or {}), **({"rules": "python"} if isinstance(engine, SearchEngine) else {})}
    request = Request(Budget(limits), complete(engine.options, given), expanding=expanding)
    result = attempt(task, engine, request)
    expanded = result.stats.expanded
    if expanded is None:  # ended before it could count
        return Expansions(states, result, is_cut=False)
    # The path is found by asking the rules once more: those questions come last and are no expansions.
    return Expansions(states[:expanded], result, expanded > most)
