"""The level in C++."""

from __future__ import annotations

from ... import _native
from ...core.parts import Twin
from .rules import Cell, MazeLevel


def native_map(level: MazeLevel) -> _native.MazeMap:
    """The map with a border of walls, so that C++ need not look for the edge."""
    width = len(level.rows[0]) + 2
    border = "%" * width
    cells = border + "".join(f"%{row}%" for row in level.rows) + border
    walls = cells.encode().translate(WALLS)

    def number(cell: Cell) -> int:
        return (cell[0] + 1) * width + cell[1] + 1

    return _native.MazeMap(width, walls, number(level.start), [number(cell) for cell in level.food])


WALLS = bytes(byte == ord("%") for byte in range(256))


def twin(level: MazeLevel) -> Twin | None:
    all_food = level.objective == "all-food"
    if all_food and len(level.food) > _native.MAZE_MAX_FOOD:
        return None
    system = (_native.MazeAllFood if all_food else _native.MazeAnyFood)(native_map(level))
    return Twin(system, list(_native.MazeStep.__members__))
