"""Plans as moves of the game."""

from __future__ import annotations

from collections.abc import Sequence


def decode(actions: Sequence[str]) -> list[str]:
    """The shots of action texts like `(stop-along r2 c3 k1 k2)` or `(floor-down c4 k1)`; counting is no move."""
    moves = []
    for action in actions:
        name, *arguments = action.strip("() \t").lower().split()
        if name.endswith("-along"):
            moves.append(f"row {arguments[0][1:]}")
        elif name.endswith("-down"):
            moves.append(f"col {arguments[0][1:]}")
    return moves
