"""Files with many boards, one a line: read, solved and replayed by native code, with the Python rules beside it.

A text is taken where every line that has something in it is a board of its own. Of each stretch the rules replay the
first plan too; lines that are not 81 digits and blanks, and boards with clues that clash, are left to the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from ... import _native
from ...core.errors import BadInput
from ...core.level import level_at
from ...core.limits import Budget, peak_megabytes
from ...core.parts import Batch, Stretch
from ...core.plan import Plan
from ...core.referee import replay, without_task
from ...core.registry import game
from ...core.result import STOPPED_WORDS, Result, Row, Stats, Status
from ...core.task import ParsedLevel, Task
from ...search.kernel import STATUS, native_limits
from .rules import SudokuLevel, geometry
from .solvers import PROOF, TRIED, amount
from .text import RULING, SIZES, VALUE

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


def rows(stretch: Stretch, budget: Budget) -> Iterator[Row | ParsedLevel | BadInput]:
    """The results in short."""
    lines = stretch.text.split("\n")
    is_compared = False
    for told in _native.sudoku_lines(stretch.text, MOST, native_limits(budget)):
        line = told[0]
        if len(told) == 1:
            yield left_to_rules(stretch, lines, line)
            continue
        status, message = judged(told)
        cost = told[6] if status is Status.OPTIMAL else None
        if cost is not None and not is_compared:
            compare(lines[line], moves_of(lines[line], told[8]))
            is_compared = True
        yield Row(f"{stretch.source}:{stretch.line + line}", status, cost, told[5], message)


def results(stretch: Stretch, budget: Budget) -> Iterator[Result | ParsedLevel | BadInput]:
    """The results; `native_replay` in the stats where the native referee alone has replayed the plan."""
    lines = stretch.text.split("\n")
    is_compared = False
    peak = round(peak_megabytes(), 1)
    for told in _native.sudoku_lines(stretch.text, MOST, native_limits(budget)):
        line = told[0]
        if len(told) == 1:
            yield left_to_rules(stretch, lines, line)
            continue
        status, message = judged(told)
        name, seconds, nodes = f"{stretch.source}:{stretch.line + line}", told[5], told[3]
        if status is not Status.OPTIMAL:
            proof = TRIED if status is Status.UNSOLVABLE else None
            stats = Stats(seconds, seconds, nodes, peak_mb=peak)
            yield without_task("sudoku", name, "native", status, message, stats, None, proof)
            continue
        moves = moves_of(lines[line], told[8])
        extra = NATIVELY
        if not is_compared:
            compare(lines[line], moves)
            is_compared, extra = True, {}
        stats = Stats(seconds, seconds, nodes, peak_mb=peak, extra=extra)
        yield without_task("sudoku", name, "native", status, message, stats, Plan(moves, len(moves)), PROOF)


def moves_of(board: str, solution: str) -> tuple[str, ...]:
    """The moves that fill the blanks of a line."""
    return tuple([texts[digit] for texts, clue, digit in zip(MOVES, board, solution, strict=True) if clue in ".0"])


def compare(board: str, moves: tuple[str, ...]) -> None:
    """Lets the rules replay a plan that the native referee has passed; raises RuntimeError if they refuse it."""
    level = SudokuLevel(BOX, bytes(VALUE[char] for char in board))
    verdict = replay(Task(game("sudoku"), level), moves)
    if verdict.plan is None or verdict.plan.moves != moves:
        raise RuntimeError(f"the native referee and the rules differ on {board}: {verdict}")


def left_to_rules(stretch: Stretch, lines: list[str], line: int) -> ParsedLevel | BadInput:
    """What the rules make of a line."""
    return level_at(game("sudoku"), lines[line], stretch.source, stretch.line + line)


BATCH = Batch("native", cut, rows, results)
