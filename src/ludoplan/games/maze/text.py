"""The `.lay` form: % wall, blank floor, P start, . food, o capsule and G ghost (both plain floor)."""

from __future__ import annotations

import re

from ...core.errors import BadInput, Defect, characters_outside
from ...core.grids import cells_matching
from ...core.parts import Text
from .rules import MazeLevel

UNKNOWN = re.compile(r"[^% P.oG]")


def parse(text: str, source: str = "level") -> MazeLevel:
    """The level; lines may differ in length, what is missing at their ends is floor. Raises BadInput."""
    lines = text.split("\n")
    while lines and not lines[-1]:
        lines.pop()
    defects = characters_outside(UNKNOWN, lines, "is not one of '%', ' ', 'P', '.', 'o', 'G'")
    starts, food = cells_matching(lines, "P"), tuple(cells_matching(lines, r"\."))
    if not lines:
        defects.append(Defect(1, 1, "the level is empty"))
    else:
        if not starts:
            defects.append(Defect(1, 1, "there is no start 'P'"))
        if not food:
            defects.append(Defect(1, 1, "there is no food '.'"))
    defects += [Defect(row + 1, column + 1, "a second start 'P'") for row, column in starts[1:]]
    if defects:
        raise BadInput(source, defects)
    width = max(len(line) for line in lines)
    return MazeLevel(tuple(line.ljust(width) for line in lines), starts[0], food)


def format(level: MazeLevel) -> str:
    return "".join(f"{row}\n" for row in level.rows)


def recognises(text: str) -> bool:
    """Whether the text has walls, a start and food, and nothing that means nothing."""
    return all(mark in text for mark in "%P.") and not UNKNOWN.search(text.replace("\n", ""))


TEXT = Text(format)
