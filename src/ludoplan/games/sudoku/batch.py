"""Files with many boards, one a line: read, solved and replayed by native code, with the Python rules beside it.

A text is taken where every line that has something in it is a board of its own. Of each stretch the rules replay the
first plan too; lines that are not 81 digits and blanks, and boards with clues that clash, are left to the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, TypeVar

from ... import _native
from ...core.errors import BadInput
from ...core.level import level_at
from ...core.limits import Budget, peak_megabytes
from ...core.parts import Batch, Stretch
from ...core.plan import Plan
from ...core.referee import replay, without_task
from ...core.registry import game
from ...core.result import STOPPED_WORDS, Answer, Result, Row, Stats, Status
from ...core.task import ParsedLevel, Task
from ...search.kernel import STATUS, native_limits
from .rules import SudokuLevel, geometry
from .solvers import PROOF, TRIED, amount
from .text import RULING, SIZES, VALUE

T = TypeVar("T")
BOX = 3
BOARD = re.compile(r"^[0-9.]{81}$", re.MULTILINE)
OTHER_LINE = re.compile(r"^(?![0-9.]{81}$)[^\n]+", re.MULTILINE)
BOARDS = 1000  # of a stretch, about
MOST = 2  # solutions that are looked for
MOVES = tuple({digit: f"{geometry(BOX).cell_name(cell)}={digit}" for digit in "123456789"} for cell in range(81))
NATIVELY = {"native_replay": 1}
REFUSED = "native gave a plan that the rules refuse"

# What native code tells of a board: line, found, complete, nodes, stop, seconds, blanks, is_replayed, solution; of
# another line its number.
Told = tuple[Any, ...]


def cut(text: str, source: str) -> Iterator[Stretch]:
    """The stretches of a text; none if it is not at least two boards, or has boards of several lines."""
    if sum(1 for _ in islice(BOARD.finditer(text), 2)) < 2:
        return
    for line in OTHER_LINE.finditer(text):
        if len(RULING.sub("", line.group().partition("#")[0])) in SIZES:
            return
    at, number = 0, 1
    while at < len(text):
        end = text.find("\n", at + BOARDS * 82) + 1 or len(text)
        yield Stretch(source, text[at:end], number)
        number += text.count("\n", at, end)
        at = end


def judged(told: Told) -> tuple[Status, str | None]:
    """What became of a board, and in which words."""
    _, found, complete, _, stop, _, _, is_replayed, solution = told
    if found and not is_replayed:
        return Status.ERROR, REFUSED
    if found:
        return Status.OPTIMAL, f"{amount(found, complete, MOST)}: {solution}"
    if complete:
        return Status.UNSOLVABLE, None
    status = STATUS.get(stop, Status.INCOMPLETE)
    return status, STOPPED_WORDS[status]


def boards(
    stretch: Stretch, budget: Budget, make: Callable[[str, Told, str, bool], T]
) -> Iterator[T | ParsedLevel | BadInput]:
    """What is made of each board by its name, what native code tells, the line, and whether the rules have replayed its
    plan; of other lines what the rules make of them."""
    lines = stretch.text.split("\n")
    is_compared = False
    for told in _native.sudoku_lines(stretch.text, MOST, native_limits(budget)):
        line = lines[told[0]]
        if len(told) == 1:
            yield level_at(game("sudoku"), line, stretch.source, stretch.line + told[0])
            continue
        compares = not is_compared and judged(told)[0] is Status.OPTIMAL
        if compares:
            compare(line, moves_of(line, told[8]))
            is_compared = True
        yield make(f"{stretch.source}:{stretch.line + told[0]}", told, line, compares)


def rows(stretch: Stretch, budget: Budget) -> Iterator[Row | ParsedLevel | BadInput]:
    """The results in short."""

    def row(name: str, told: Told, line: str, is_compared: bool) -> Row:
        status, message = judged(told)
        return Row(name, status, told[6] if status is Status.OPTIMAL else None, told[5], message)

    return boards(stretch, budget, row)


def results(stretch: Stretch, budget: Budget) -> Iterator[Result | ParsedLevel | BadInput]:
    """The results; `native_replay` in the stats where the native referee alone has replayed the plan."""
    peak = round(peak_megabytes(), 1)

    def result(name: str, told: Told, line: str, is_compared: bool) -> Result:
        status, message = judged(told)
        plan, proof = None, TRIED if status is Status.UNSOLVABLE else None
        if status is Status.OPTIMAL:
            moves = moves_of(line, told[8])
            plan, proof = Plan(moves, len(moves)), PROOF
        extra = NATIVELY if plan is not None and not is_compared else {}
        stats = Stats(told[5], told[5], told[3], peak_mb=peak, extra=extra)
        return without_task("sudoku", name, "native", Answer(status, None, None, proof, message, stats), plan)

    return boards(stretch, budget, result)


def moves_of(board: str, solution: str) -> tuple[str, ...]:
    """The moves that fill the blanks of a line."""
    return tuple([texts[digit] for texts, clue, digit in zip(MOVES, board, solution, strict=True) if clue in ".0"])


def compare(board: str, moves: tuple[str, ...]) -> None:
    """Lets the rules replay a plan that the native referee has passed; raises RuntimeError if they refuse it."""
    level = SudokuLevel(BOX, bytes(VALUE[char] for char in board))
    verdict = replay(Task(game("sudoku"), level), moves)
    if verdict.plan is None or verdict.plan.moves != moves:
        raise RuntimeError(f"the native referee and the rules differ on {board}: {verdict}")


BATCH = Batch("native", cut, rows, results)
