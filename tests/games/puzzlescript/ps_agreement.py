"""Compares forms of the rules with the original, input by input.

A whole game (`Session`: levels one after another, undo, restart) is compared by `session_difference`. Whatever only
knows turns of one level joins in through the small protocol `Walker`, compared by `walk_difference`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ludoplan import _native
from ludoplan.core.errors import LudoplanError
from ludoplan.games.puzzlescript.board import bits
from ludoplan.games.puzzlescript.program import MapLevel, Program
from ludoplan.games.puzzlescript.session import Session
from ludoplan.games.puzzlescript.turn import DEFAULT_SEED, Turn, start, turn

Board = list[list[list[str]]]


@dataclass(frozen=True)
class Step:
    """What is seen after an input: rows of cells with sorted names, the sounds of this input, whether it won."""

    board: Board
    sounds: Sequence[str]
    won: bool


class Walker(Protocol):
    """One level in some form of the rules."""

    def reset(self, level: int, seed: str | None) -> Step:
        """Loads a level; messages count, from 0."""
        ...

    def press(self, key: str) -> Step:
        """Takes a move."""
        ...


class Playing(Protocol):
    """A whole game in some form of the rules; as `Session`."""

    wins: list[int]
    level: int

    @property
    def board(self) -> Board: ...

    @property
    def sounds(self) -> list[str]: ...

    def press(self, key: str) -> None: ...


MakeWalker = Callable[[Program], Walker]
MakePlaying = Callable[[Program, int, str | None], Playing]


def named(program: Program, height: int, cells: Sequence[int]) -> Board:
    """Cells (column by column) as rows of sorted names."""
    names = {objects: sorted(program.objects[bit].name for bit in bits(objects)) for objects in set(cells)}
    width = len(cells) // height
    return [[names[cells[x * height + y]] for x in range(width)] for y in range(height)]


class TurnWalker:
    """The Python reference, by states."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def reset(self, level: int, seed: str | None) -> Step:
        """Loads a level."""
        chosen = self._program.levels[level]
        assert isinstance(chosen, MapLevel)
        return self._step(start(self._program, chosen, seed))

    def press(self, key: str) -> Step:
        """Takes a move."""
        return self._step(turn(self._program, self._state, key))

    def _step(self, result: Turn) -> Step:
        self._state = result.state
        return Step(named(self._program, result.state.height, result.state.objects), result.sounds, result.won)


class NativeSession:
    """The interpreter in C++."""

    def __init__(self, program: Program, level: int, seed: str | None) -> None:
        from ludoplan.games.puzzlescript.native import native_program
        from ludoplan.games.puzzlescript.randomness import seed_bytes

        self._names = [thing.name for thing in program.objects]
        self._native = _native.PuzzleScriptSession(native_program(program), level, seed_bytes(seed or DEFAULT_SEED))

    @property
    def wins(self) -> list[int]:
        return list(self._native.wins)

    @property
    def level(self) -> int:
        return int(self._native.level)

    @property
    def sounds(self) -> list[str]:
        return list(self._native.sounds)

    @property
    def board(self) -> Board:
        cells, height = self._native.cells, self._native.height
        named_cells = [sorted(self._names[bit] for bit in cell) for cell in cells]
        return [named_cells[y::height] for y in range(height)]

    def press(self, key: str) -> None:
        """Takes an input."""
        if key == "undo":
            self._native.undo()
        elif key == "restart":
            self._native.restart()
        else:
            self._native.press(_native.PuzzleScriptInput[key])


SESSIONS: dict[str, MakePlaying] = {"python": Session}
if hasattr(_native, "PuzzleScriptSession"):
    SESSIONS["native"] = NativeSession


def excused(answer: dict[str, Any]) -> bool:
    """Whether the original stopped: its console was full, or an object was to move in two directions at once."""
    return "crash" in answer


def _where(got: Board, expected: Board) -> str:
    if len(got) != len(expected) or [len(row) for row in got] != [len(row) for row in expected]:
        return "another size"
    cells = [
        f"({x}, {y}): {' '.join(cell)!r}, not {' '.join(expected[y][x])!r}"
        for y, row in enumerate(got)
        for x, cell in enumerate(row)
        if cell != expected[y][x]
    ]
    return "; ".join(cells[:3])


def scrambled(board: Board) -> str:
    """The text of a board in recorded sessions, which takes columns for rows."""
    height, width = len(board), len(board[0]) if board else 0
    numbers: dict[str, int] = {}
    text = ""
    for y in range(height):
        for x in range(width):
            column, row = divmod(x + y * width, height)
            names = " ".join(board[row][column])
            if names not in numbers:
                numbers[names] = len(numbers)
                text += f"{names}:"
            text += f"{numbers[names]},"
        text += "\n"
    return text


def session_difference(
    program: Program,
    level: int,
    seed: str | None,
    inputs: Sequence[str],
    answer: dict[str, Any],
    session: MakePlaying = Session,
) -> str | None:
    """Where a session goes another way than the original did (with its boards traced); None if nowhere."""
    at = 0
    try:
        playing = session(program, level, seed)
        for at, key in enumerate(["", *inputs]):
            if at:
                playing.press(key)
            if playing.board != answer["boards"][at]:
                return f"after input {at} {key}: {_where(playing.board, answer['boards'][at])}"
    except LudoplanError as error:
        return f"at input {at}: {error}"
    got = playing.wins, playing.level, playing.sounds
    expected = answer["wins"], int(answer["level"]), answer["sounds"]
    return None if got == expected else f"wins, level, sounds: {got}, not {expected}"


def walk_difference(
    walker: Walker, level: int, seed: str | None, inputs: Sequence[str], answer: dict[str, Any]
) -> str | None:
    """Where a walk goes another way than the original did, up to the first win; None if nowhere."""
    wins = answer["wins"]
    sounds: list[str] = []
    at_start: list[str] = []
    at = 0
    try:
        for at, key in enumerate(["", *inputs]):
            step = walker.press(key) if at else walker.reset(level, seed)
            if step.won != (at in wins):
                return f"after input {at} {key}: {'a win' if step.won else 'no win'}"
            if at:
                sounds += step.sounds
            else:
                at_start = list(step.sounds)
            if step.won:
                break
            if step.board != answer["boards"][at]:
                return f"after input {at} {key}: {_where(step.board, answer['boards'][at])}"
    except LudoplanError as error:
        return f"at input {at}: {error}"
    # The original forgets what was heard while the level was loaded, but not what `again` added to that.
    for forgotten in range(len(at_start) + 1):
        heard = at_start[forgotten:] + sounds
        if heard == (answer["sounds"][: len(heard)] if wins else answer["sounds"]):
            return None
    return f"sounds: {sounds}, not {answer['sounds']}"
