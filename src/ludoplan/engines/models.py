"""The model finder on the games that have a first-order form (`game.theory`): slow, for comparison."""

from __future__ import annotations

import time

from ..core.engine import Engine, Request
from ..core.limits import Stopped
from ..core.result import Answer, Stats, Status
from ..core.task import Task


class ModelsEngine(Engine):
    name = "models"
    summary = "a first-order theory, solved by the model finder (slow: for comparison)"
    optimal = True
    takes_prefix = True
    imports = ("pysat.solvers",)
    tells_at_limit = True

    def refuses(self, task: Task) -> str | None:
        theory = task.game.theory
        return f"models: {task.game.name} has no first-order form" if theory is None else theory.refuses(task.level)

    def solve(self, task: Task, request: Request) -> Answer:
        from ..models.find import Search
        from ..models.parse import parse

        part = task.game.theory
        assert part is not None
        began = time.perf_counter()
        text, size = part.encode(task.level, request.prefix)
        search = Search(parse(text), range(size, size + 1), budget=request.budget)
        model = next(iter(search), None)
        if search.stopped is not None:
            raise Stopped(search.stopped)
        stats = Stats(search_seconds=round(time.perf_counter() - began, 6))
        if model is None:
            return Answer(Status.UNSOLVABLE, proof="the theory has no model of this size", stats=stats)
        moves = part.decode(task.level, request.prefix, model)
        return Answer(Status.OPTIMAL, moves, len(moves), part.proof, stats=stats)


ENGINES = (ModelsEngine(),)
