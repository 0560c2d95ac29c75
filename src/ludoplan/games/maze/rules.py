"""Maze: walk through a maze to a dot, to the nearest dot, or to all of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

Cell = tuple[int, int]  # row, column

STEPS: dict[str, Cell] = {"north": (-1, 0), "south": (1, 0), "east": (0, 1), "west": (0, -1)}
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}


@dataclass(frozen=True)
class MazeLevel:
    """The map; `objective` is None until someone has said which dots count."""

    rows: tuple[str, ...]  # all of one length; % is a wall
    start: Cell
    food: tuple[Cell, ...]  # in reading order
    objective: str | None = None

    @cached_property
    def food_number(self) -> dict[Cell, int]:
        return {cell: number for number, cell in enumerate(self.food)}

    @property
    def floor(self) -> list[Cell]:
        """The cells that are open, in reading order."""
        return [cell for cell in product(range(len(self.rows)), range(len(self.rows[0]))) if self.is_open(cell)]

    def is_open(self, cell: Cell) -> bool:
        row, column = cell
        return 0 <= row < len(self.rows) and 0 <= column < len(self.rows[0]) and self.rows[row][column] != "%"


class MazeState(NamedTuple):
    """Where one stands, and the dots not yet eaten as bits. Where any dot will do, none is ever eaten."""

    cell: Cell
    left: int


def initial(level: MazeLevel) -> MazeState:
    return MazeState(level.start, (1 << len(level.food)) - 1 if level.objective == "all-food" else 0)


def moves(level: MazeLevel, state: MazeState) -> Iterable[str]:
    return [name for name in STEPS if level.is_open(neighbour(state.cell, name))]


def neighbour(cell: Cell, move: str) -> Cell:
    down, right = STEPS[move]
    return cell[0] + down, cell[1] + right


def apply(level: MazeLevel, state: MazeState, move: str) -> MazeState:
    cell = neighbour(state.cell, move)
    if state.left and cell in level.food_number:
        return MazeState(cell, state.left & ~(1 << level.food_number[cell]))
    return MazeState(cell, state.left)


def is_goal(level: MazeLevel, state: MazeState) -> bool:
    return state.left == 0 if level.objective == "all-food" else state.cell in level.food_number


def goals(level: MazeLevel) -> Iterable[MazeState]:
    return [MazeState(cell, 0) for cell in level.food]


def predecessors(level: MazeLevel, state: MazeState) -> Iterable[tuple[str, MazeState]]:
    """Pairs of a move and the state before it. Whoever stands on a dot has eaten it: perhaps only just now."""
    numbers = level.food_number if level.objective == "all-food" else {}
    for name in STEPS:
        before = neighbour(state.cell, name)
        if not level.is_open(before) or (before in numbers and state.left >> numbers[before] & 1):
            continue
        yield OPPOSITE[name], MazeState(before, state.left)
        if state.cell in numbers:
            yield OPPOSITE[name], MazeState(before, state.left | 1 << numbers[state.cell])


def why_illegal(level: MazeLevel, state: MazeState, move: str) -> str:
    return "a wall is in the way"
