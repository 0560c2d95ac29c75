"""The native solver: bit-parallel, finds, counts and proves unique."""

from __future__ import annotations

import time
from collections.abc import Sequence

from ... import _native
from ...core.engine import Engine, Request
from ...core.options import Option
from ...core.result import Answer, Stats, Status
from ...core.task import Task
from ...search.kernel import STATUS, native_limits
from .rules import Placement, State, SudokuLevel, apply
from .text import line_of, move_from_text, move_to_text

PROOF = "every blank cell takes one move"
TRIED = "all candidates were tried"


def count_solutions(box: int, cells: bytes, most: int = 2) -> int:
    """The number of solutions, counted up to `most`."""
    return _native.sudoku_solve(box, [cells], most, 0, _native.Limits())[0].found


def after(level: SudokuLevel, prefix: Sequence[str]) -> State:
    """The board after these moves."""
    state = level.clues
    for text in prefix:
        state = apply(level, state, move_from_text(level, text))
    return state


def completion(level: SudokuLevel, state: State, solution: bytes) -> list[str]:
    """The moves that lead from a board to its solution."""
    blanks = [cell for cell, digit in enumerate(state) if not digit]
    return [move_to_text(level, Placement(cell, solution[cell])) for cell in blanks]


class NativeEngine(Engine):
    name = "native"
    summary = "Sudoku: bit-parallel search; counts solutions and proves uniqueness"
    optimal = True
    takes_prefix = True
    keeps_limits = True
    options = (
        Option("solutions", int, 2, "count solutions up to this number", minimum=1),
        Option("grade", bool, False, "say the hardest human technique that is needed"),
    )

    def solve(self, task: Task, request: Request) -> Answer:
        level: SudokuLevel = task.level
        state = after(level, request.prefix)
        began = time.perf_counter()
        most = request.options.get("solutions", 2)
        (outcome,) = _native.sudoku_solve(level.box, [state], most, 1, native_limits(request.budget))
        stats = Stats(search_seconds=round(time.perf_counter() - began, 6), expanded=outcome.nodes)
        if outcome.found == 0 and not outcome.complete:
            return Answer.stopped(STATUS.get(outcome.stop, Status.INCOMPLETE), stats=stats)
        if outcome.found == 0:
            return Answer(Status.UNSOLVABLE, proof=TRIED, stats=stats)
        words = f"{amount(outcome.found, outcome.complete, most)}: {line_of(outcome.solutions[0])}"
        if request.options.get("grade"):
            from .grade import grade

            words += f"\ngrade: {grade(level.box, state)}"
        moves = completion(level, state, outcome.solutions[0])
        return Answer(Status.OPTIMAL, moves, len(moves), PROOF, words, stats)


def amount(found: int, complete: bool, most: int) -> str:
    """What the count proves, in words."""
    if not complete:
        return (
            f"{found} or more solutions, not counted to the end"
            if found > 1
            else "a solution, perhaps not the only one"
        )
    if found >= most:
        return "a solution" if most == 1 else f"{found} or more solutions, one of them"
    return "the only solution" if found == 1 else f"{found} solutions, one of them"


ENGINES = (NativeEngine(),)
