"""The cells of a level while a turn is computed.

A board is kept in two forms at once: per cell a mask of its objects and one of its movements, and per object (and per
bit of a movement) the set of cells that have it, as an integer with one bit per cell. Rules are matched on the sets,
a whole board at a time, and rewrite single cells. Cells are numbered column by column: x * height + y.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from .program import ACTION, BITS_PER_LAYER, DOWN, LEFT, RIGHT, UP, union


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, rising."""
    if mask.bit_length() > 2048:
        # Taking off one bit after the other is quadratic; by text it is not.
        text = bin(mask)[:1:-1]
        at = text.find("1")
        while at >= 0:
            yield at
            at = text.find("1", at + 1)
        return
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Geometry:
    """What follows from the size of a board alone."""

    __slots__ = ("count", "everywhere", "height", "starts", "steps", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.count = width * height
        self.everywhere = (1 << self.count) - 1
        # A rule that is written for `moving` applies to the action, too: all its cells are one.
        self.steps = {UP: -1, DOWN: 1, LEFT: -height, RIGHT: height, ACTION: 0}
        self.starts = cache(self._starts)

    def room(self, cell: int, direction: int) -> int:
        """How many cells there are from this one to the edge, itself included."""
        x, y = divmod(cell, self.height)
        return {UP: y + 1, DOWN: self.height - y, LEFT: x + 1, RIGHT: self.width - x, ACTION: 0}[direction]

    def _starts(self, direction: int, length: int) -> int:
        """The cells from which a row of this length fits."""
        if direction == ACTION:
            return self.everywhere
        spare = length - 1
        across, along = (self.height, self.width) if direction in (LEFT, RIGHT) else (self.width, self.height)
        if spare >= along or not across:
            return 0
        if direction == RIGHT:
            return (1 << self.count - spare * self.height) - 1
        if direction == LEFT:
            return self.everywhere ^ ((1 << spare * self.height) - 1)
        column = (1 << self.height - spare) - 1
        if direction == UP:
            column <<= spare
        digits = f"{column:0{self.height}b}" * self.width
        return int(digits, 2)

    def scan(self, cells: int, direction: int) -> list[int]:
        """The cells in the order in which a rule of this direction visits them."""
        found = list(bits(cells))
        if direction not in (UP, DOWN) and len(found) > 1:
            height = self.height
            found.sort(key=lambda cell: cell % height)
        return found


@lru_cache(maxsize=64)
def geometry(width: int, height: int) -> Geometry:
    """The geometry of this size."""
    return Geometry(width, height)


def _sets(cells: Sequence[int], bit_count: int) -> list[int]:
    """For each bit of the cells' masks the set of cells that have it."""
    values = set(cells)
    result = [0] * bit_count
    backwards = cells[::-1]
    for bit in bits(union(values)):
        digit = {value: "1" if value >> bit & 1 else "0" for value in values}
        result[bit] = int("".join([digit[value] for value in backwards]), 2)
    return result


class Board:
    """The objects and movements of a level, changed cell by cell."""

    __slots__ = (
        "geometry",
        "held",
        "holding",
        "movements",
        "moving",
        "moving_bits",
        "objects",
        "rigid_groups",
        "rigid_layers",
    )

    def __init__(self, size: Geometry, objects: Sequence[int], object_count: int, layer_count: int) -> None:
        self.geometry = size
        self.objects = list(objects)
        self.holding = _sets(objects, object_count)
        """The cells that hold each object."""
        self.held = sum(1 << bit for bit, cells in enumerate(self.holding) if cells)
        """The objects that are anywhere."""
        self.movements = [0] * size.count
        self.moving = [0] * (BITS_PER_LAYER * layer_count)
        """The cells that have each bit of a movement."""
        self.moving_bits = 0
        """The bits of movements that are anywhere."""
        self.rigid_groups: dict[int, int] = {}
        """Where rigid rules gave movements: the number of the rule group, in the bits of each layer."""
        self.rigid_layers: dict[int, int] = {}

    def put(self, cell: int, objects: int, movements: int) -> None:
        """Replaces what is in a cell."""
        changed = self.objects[cell] ^ objects
        if changed:
            self.objects[cell] = objects
            place = 1 << cell
            for bit in bits(changed):
                self.holding[bit] = cells = self.holding[bit] ^ place
                if not cells or cells == place:
                    self.held ^= 1 << bit
        changed = self.movements[cell] ^ movements
        if changed:
            self.movements[cell] = movements
            place = 1 << cell
            for bit in bits(changed):
                self.moving[bit] = cells = self.moving[bit] ^ place
                if not cells or cells == place:
                    self.moving_bits ^= 1 << bit

    def put_all(self, objects: Sequence[int], movements: Sequence[int]) -> None:
        """Replaces what is in all cells."""
        for cell in range(self.geometry.count):
            if self.objects[cell] != objects[cell] or self.movements[cell] != movements[cell]:
                self.put(cell, objects[cell], movements[cell])

    def moved_cells(self) -> list[int]:
        """The cells with any movement, rising."""
        return list(bits(union(self.moving[bit] for bit in bits(self.moving_bits))))

    def stop(self) -> None:
        """Drops all movements and what rigid rules noted about them."""
        if self.moving_bits:
            self.moving_bits = 0
            self.movements = [0] * self.geometry.count
            self.moving = [0] * len(self.moving)
        self.rigid_groups.clear()
        self.rigid_layers.clear()
