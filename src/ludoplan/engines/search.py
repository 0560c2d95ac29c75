"""The state-space searches as solvers: they take every game."""

from __future__ import annotations

from collections.abc import Callable

from ..core.engine import Engine, Request
from ..core.result import Answer
from ..core.task import Task
from ..search.algorithms import ALGORITHMS, RULES, Algorithm


class SearchEngine(Engine):
    takes_prefix = True
    keeps_limits = True

    def __init__(self, algorithm: Algorithm) -> None:
        self.algorithm = algorithm
        self.name = algorithm.name
        self.summary = algorithm.summary
        self.optimal = algorithm.finds != "any"
        self.options = (*algorithm.options, RULES)
        self.is_worth_threads = algorithm.is_worth_threads

    def solve(self, task: Task, request: Request) -> Answer:
        from ..search.kernel import search

        return search(self.algorithm, task, request)

    def repeated(self, request: Request) -> Callable[[Task], Answer]:
        from ..search.kernel import Optima

        return Optima(self.algorithm, request)


ENGINES = tuple(SearchEngine(algorithm) for algorithm in ALGORITHMS)
