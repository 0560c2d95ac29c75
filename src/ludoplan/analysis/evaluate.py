"""The optimum of many levels of one game, quickly: no referee, no plan. What is given out is solved again in full."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from .. import _native
from ..core import registry
from ..core.engine import Request
from ..core.errors import LudoplanError
from ..core.limits import Budget, Limits
from ..core.options import complete
from ..core.result import Answer, Status
from ..core.task import AnyGame, Task
from ..running.solve import answer_of

MOST_NODES = 2_000_000  # a level that takes more is left aside
KEPT_BYTES = 32_000_000  # of memory, from one level for the next


class Evaluator:
    """Solves levels by the game's best solver."""

    def __init__(
        self,
        game: AnyGame,
        objective: str | None = None,
        nodes: int | None = MOST_NODES,
        budget: Budget | None = None,  # for all levels together
    ) -> None:
        self.game = game
        self.objective = objective
        self.nodes = nodes
        self.whole = budget or Budget()
        self.evaluated = 0
        _native.keep_memory(KEPT_BYTES)
        self._solvers: dict[str, Callable[[Task], Answer]] = {}  # by name

    def task(self, level: Any) -> Task:
        """The level with the objective; raises LudoplanError."""
        return Task(self.game, level, "level", self.objective)

    def budget(self, nodes: int | None) -> Budget:
        """What one level may take."""
        seconds = self.whole.seconds_left()
        return Budget(Limits(seconds=None if seconds is None else max(0.001, seconds), nodes=nodes))

    def answer(self, level: Any) -> Answer:
        """The best solver's answer; `unsupported` for a level that cannot be solved as it is."""
        try:
            task = self.task(level)
            name = self.game.best_solver(task.level)
            solver = self._solvers.get(name)
            if solver is None:
                solver = self._solvers[name] = self._solver(name, task)
            self.evaluated += 1
            return solver(task)
        except LudoplanError as error:  # dots without an objective, and the like
            return Answer(Status.UNSUPPORTED, message=str(error))

    def _solver(self, name: str, task: Task) -> Callable[[Task], Answer]:
        engine = registry.engine(name, task)
        request = Request(self.budget(self.nodes), complete(engine.options, {}))
        return engine.repeated(request) or partial(answer_of, engine=engine, request=request)

    def cost(self, level: Any) -> float | None:
        """The optimum, if it is proven in time; None also for an unsolvable level."""
        answer = self.answer(level)
        return answer.lower_bound if answer.status is Status.OPTIMAL else None
