"""Sudoku as a first-order theory, solved by the model finder."""

from __future__ import annotations

import time

from ...core.engine import Engine, Request, Task
from ...core.result import Answer, Stats
from .rules import State, SudokuLevel
from .solver import after, answer_with


def theory_text(box: int, state: State) -> str:
    """The rules and the clues; f(row, column) is the digit, and 0 stands for the largest one."""
    size = box * box
    bands = [f"same_band({line}, {line + 1})." for line in range(size) if line % box != box - 1]
    apart = [f"-same_band({one}, {other})." for one in range(0, size, box) for other in range(one + box, size, box)]
    clues = [f"f({cell // size}, {cell % size}) = {digit % size}." for cell, digit in enumerate(state) if digit]
    return "\n".join(
        [
            f"assign(domain_size, {size}).",
            "formulas(sudoku).",
            "f(x, y) = f(x, z) -> y = z.",
            "f(x, z) = f(y, z) -> x = y.",
            "same_band(x, x).",
            "same_band(x, y) -> same_band(y, x).",
            "same_band(x, y) & same_band(y, z) -> same_band(x, z).",
            *bands,
            *apart,
            "all x1 all y1 all x2 all y2 (same_band(x1, x2) & same_band(y1, y2) & f(x1, y1) = f(x2, y2)",
            "  -> x1 = x2 & y1 = y2).",
            *clues,
            "end_of_list.",
        ]
    )


class ModelsEngine(Engine):
    name = "models"
    summary = "Sudoku: a first-order theory, solved by the model finder (slow: for comparison)"
    optimal = True
    takes_prefix = True

    def refuses(self, task: Task) -> str | None:
        return "models: boards up to 16x16" if task.level.box > 4 else None

    def solve(self, task: Task, request: Request) -> Answer:
        from ...models.find import Search
        from ...models.parse import parse

        level: SudokuLevel = task.level
        state = after(level, request.prefix)
        began = time.perf_counter()
        size = level.size
        search = Search(parse(theory_text(level.box, state)), range(size, size + 1), budget=request.budget)
        model = next(iter(search), None)
        stats = Stats(search_seconds=round(time.perf_counter() - began, 6))
        if search.stopped is not None:
            return Answer(search.stopped, message=f"{search.stopped} limit reached", stats=stats)
        if model is None:
            return answer_with(level, state, None, None, stats)
        table = model.functions["f", 2]
        board = bytes(table[row, column] or size for row in range(size) for column in range(size))
        return answer_with(level, state, board, None, stats)
