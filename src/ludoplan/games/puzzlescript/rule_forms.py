"""A rule as it is written, before its names and directions are worked out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from .program import Command

Cell = list[tuple[str, str]]
"""Pairs of a direction or another qualifier (often empty) and a name; `ELLIPSIS` stands for both in an ellipsis."""
Row = list[Cell]

ELLIPSIS: Final = "..."
ORTHOGONAL: Final = ("up", "down", "left", "right")
DIRECTION_AGGREGATES: Final[dict[str, tuple[str, ...]]] = {
    "horizontal": ("left", "right"),
    "horizontal_par": ("left", "right"),
    "horizontal_perp": ("left", "right"),
    "vertical": ("up", "down"),
    "vertical_par": ("up", "down"),
    "vertical_perp": ("up", "down"),
    "moving": ("up", "down", "left", "right", "action"),
    "orthogonal": ORTHOGONAL,
}
"""What ambiguous directions may mean. "par" and "perp" remember that they were relative to the rule's direction."""
RELATIVE: Final = frozenset(("^", "v", "<", ">", "perpendicular", "parallel"))


@dataclass(slots=True)
class ParsedRule:
    """A rule as it is written."""

    line: int
    group_number: int
    directions: list[str] = field(default_factory=list)
    left: list[Row] = field(default_factory=list)
    right: list[Row] = field(default_factory=list)
    late: bool = False
    rigid: bool = False
    random: bool = False
    commands: list[Command] = field(default_factory=list)

    @property
    def is_directional(self) -> bool:
        """Whether the direction makes a difference."""
        if any(len(row) > 1 for row in self.left):
            return True
        cells = (cell for side in (self.left, self.right) for row in side for cell in row)
        return any(qualifier in RELATIVE for cell in cells for qualifier, _ in cell)


@dataclass(frozen=True, slots=True)
class LoopMark:
    """A line with `startloop` or `endloop`."""

    line: int
    starts: bool
