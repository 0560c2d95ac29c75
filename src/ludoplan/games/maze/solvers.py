"""All food, exactly: A* over the order of the dots, with a spanning-tree bound, instead of over single steps."""

from __future__ import annotations

from dataclasses import replace

from ... import _native
from ...core.engine import Engine, Request
from ...core.game import Game
from ...core.parts import Twin
from ...core.result import Answer
from ...core.task import Task
from ...search.algorithms import ALGORITHMS
from ...search.kernel import search
from .heuristics import HEURISTICS
from .rules import STEPS, MazeLevel, MazeState
from .twin import native_map

ASTAR = next(algorithm for algorithm in ALGORITHMS if algorithm.name == "astar")


class DotOrder(Game[MazeLevel, MazeState, str]):
    """The maze seen from far above: a move is the next dot to eat."""

    name = "maze"
    heuristics = {"spanning-tree": HEURISTICS["spanning-tree"]}

    def __init__(self, system: _native.MazeTour, dots: int) -> None:
        twin = Twin(system, [str(dot) for dot in range(dots)])
        self.twin = lambda level: twin

    def has_unit_costs(self, level: MazeLevel) -> bool:
        return False


class TourEngine(Engine):
    name = "tour"
    summary = "all-food mazes: A* over the order of the dots"
    optimal = True
    keeps_limits = True

    def refuses(self, task: Task) -> str | None:
        if task.level.objective != "all-food":
            return "tour: only for --objective all-food"
        if len(task.level.food) > _native.MAZE_MAX_FOOD:
            return f"tour: more than {_native.MAZE_MAX_FOOD} dots"
        return None

    def solve(self, task: Task, request: Request) -> Answer:
        system = _native.MazeTour(native_map(task.level))
        far = Task(DotOrder(system, len(task.level.food)), task.level, task.name)
        answer = search(ASTAR, far, request)
        if answer.moves is None:
            return answer
        names = list(STEPS)
        return replace(answer, moves=[names[step] for step in system.steps([int(dot) for dot in answer.moves])])


ENGINES = (TourEngine(),)
