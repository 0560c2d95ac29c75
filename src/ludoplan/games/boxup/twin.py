"""The level in C++."""

from __future__ import annotations

from ... import _native
from ...core.parts import Twin
from .rules import BoxupLevel, Cell

STEPS = dict(_native.BoxupStep.__members__)


def twin(level: BoxupLevel) -> Twin | None:
    """The twin; none for a level with very many boxes."""
    if len(level.boxes) > _native.BOXUP_MAX_BOXES:
        return None
    width = level.columns + 2
    walls = bytearray(b"\1") * (width * (level.rows + 2))

    def number(cell: Cell) -> int:
        return (cell[0] + 1) * width + cell[1] + 1

    for row in range(level.rows):
        walls[number((row, 0)) : number((row, level.columns))] = bytes(level.columns)
    for cell in level.walls:
        walls[number(cell)] = 1
    boxes = [_native.BoxupBox(box.size == "big", STEPS[box.open], number(box.cell)) for box in level.boxes]
    system = _native.Boxup(width, bytes(walls), number(level.player), boxes, level.red, level.blue)
    return Twin(system, list(STEPS))
