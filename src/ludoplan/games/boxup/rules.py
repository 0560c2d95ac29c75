"""Boxup: walk into open boxes, carry them along by their closed sides, and put the red box into the blue one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple

from ...core.steps import made

Cell = tuple[int, int]  # row, column, from 0

STEPS: dict[str, Cell] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}

SIZES = ("small", "big")


class Box(NamedTuple):
    """`open` is the side that has no wall."""

    size: str
    colour: str
    open: str
    cell: Cell

    def __str__(self) -> str:
        return f"the {self.size} {self.colour} box"


@dataclass(frozen=True)
class BoxupLevel:
    """A grid, where the player starts, and the boxes in the order in which they are written."""

    rows: int
    columns: int
    player: Cell
    boxes: tuple[Box, ...]
    walls: frozenset[Cell] = frozenset()

    @property
    def free(self) -> list[Cell]:
        """The cells without a wall, in reading order."""
        return [cell for cell in product(range(self.rows), range(self.columns)) if cell not in self.walls]

    def is_free(self, cell: Cell) -> bool:
        """Whether the cell is inside and not a wall."""
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns and cell not in self.walls

    @cached_property
    def red(self) -> int:
        """The number of the small red box."""
        return next(number for number, box in enumerate(self.boxes) if box[:2] == ("small", "red"))

    @cached_property
    def blue(self) -> int:
        """The number of the big blue box."""
        return next(number for number, box in enumerate(self.boxes) if box[:2] == ("big", "blue"))


class BoxupState(NamedTuple):
    """The player's cell, and the cells of the boxes in the level's order."""

    player: Cell
    boxes: tuple[Cell, ...]


def initial(level: BoxupLevel) -> BoxupState:
    return BoxupState(level.player, tuple(box.cell for box in level.boxes))


def is_goal(level: BoxupLevel, state: BoxupState) -> bool:
    return state.boxes[level.red] == state.boxes[level.blue]


def moves(level: BoxupLevel, state: BoxupState) -> list[str]:
    return [move for move in STEPS if isinstance(outcome(level, state, move), BoxupState)]


def apply(level: BoxupLevel, state: BoxupState, move: str) -> BoxupState:
    return made(outcome(level, state, move))


def neighbour(cell: Cell, move: str) -> Cell:
    down, right = STEPS[move]
    return cell[0] + down, cell[1] + right


def outcome(level: BoxupLevel, state: BoxupState, move: str) -> BoxupState | str:
    """The state after the move, or why it is illegal."""
    target = neighbour(state.player, move)
    if not level.is_free(target):
        return "a wall is in the way" if target in level.walls else "the grid ends here"
    moving = carried(level, state, move)
    moves_big = any(level.boxes[number].size == "big" for number in moving)
    for box, cell in zip(level.boxes, state.boxes, strict=True):
        if cell != target:
            continue
        if box.open != OPPOSITE[move]:
            return f"{box} is in the way with a closed side"
        if moves_big or (moving and box.size == "small"):
            return f"{level.boxes[moving[-1]]} does not fit into {box}"
    return BoxupState(target, tuple(target if n in moving else cell for n, cell in enumerate(state.boxes)))


def carried(level: BoxupLevel, state: BoxupState, move: str) -> list[int]:
    """The numbers of the boxes that move with the player, the big one last."""
    here = {level.boxes[n].size: n for n, cell in enumerate(state.boxes) if cell == state.player}
    moving = [here[size] for size in SIZES if size in here and level.boxes[here[size]].open != move]
    # A small box that the player walks out of is taken along by the back of the big one, if that has a back.
    if "small" in here and moving == [here.get("big")] and level.boxes[here["big"]].open != OPPOSITE[move]:
        moving.insert(0, here["small"])
    return moving


def predecessors(level: BoxupLevel, state: BoxupState) -> list[tuple[str, BoxupState]]:
    """Pairs of a move and the state before it that it leads from."""
    here = [number for number, cell in enumerate(state.boxes) if cell == state.player]
    found = []
    for move in STEPS:
        start = neighbour(state.player, OPPOSITE[move])
        taken = {level.boxes[number].size for number, cell in enumerate(state.boxes) if cell == start}
        for came in (came for count in range(len(here) + 1) for came in combinations(here, count)):
            if not level.is_free(start) or any(level.boxes[number].size in taken for number in came):
                continue
            before = BoxupState(start, tuple(start if n in came else cell for n, cell in enumerate(state.boxes)))
            if outcome(level, before, move) == state:
                found.append((move, before))
    return found
