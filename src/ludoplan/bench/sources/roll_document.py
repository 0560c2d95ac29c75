"""The A* of the document on Roll, with its estimate, which is not admissible: to show where that leads."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import Any

from ludoplan import Answer, Engine, Request, Status, Task

Cell = tuple[int, int]


def way(first: Cell, second: Cell) -> float:
    return (abs(first[0] - second[0]) + abs(first[1] - second[1])) / 1.5


def estimate(level: Any, state: Any) -> int:
    """By way of every button that is not pressed, the nearest first, to the target; needed or not."""
    here, total = state.cell, 0.0
    buttons = {
        (row, column)
        for row, line in enumerate(level.rows)
        for column, letter in enumerate(line)
        if letter in "XC" and letter.lower() not in state.bridges
    }
    while buttons:
        nearest = min(sorted(buttons), key=lambda button: way(here, button))
        total += way(here, nearest)
        here = nearest
        buttons.remove(nearest)
    return int(total + way(here, level.target))


class DocumentAstar(Engine):
    name = "document-astar"
    summary = "A* with the document's estimate: a plan that may be longer than need be"

    def solve(self, task: Task, request: Request) -> Answer:
        game, level = task.game, task.level
        start = game.initial(level)
        order = count()
        queue: list[tuple[int, int, int, Any, tuple[str, ...]]] = [(estimate(level, start), next(order), 0, start, ())]
        seen = set()
        while queue:
            request.budget.check()
            _, _, cost, state, moves = heappop(queue)
            if game.is_goal(level, state):
                first = estimate(level, start)
                return Answer(Status.SOLVED, list(moves), message=f"the estimate at the start is {first}")
            if state in seen:
                continue
            seen.add(state)
            for move in game.moves(level, state):
                after, so_far = game.apply(level, state, move), cost + game.cost(level, state, move)
                ways = (*moves, game.move_to_text(level, move))
                heappush(queue, (so_far + estimate(level, after), next(order), so_far, after, ways))
        return Answer(Status.UNSOLVABLE, proof="all states were visited", message="all states were visited")


ENGINE = DocumentAstar()
