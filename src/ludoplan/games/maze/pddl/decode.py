"""Plans of nearest.pddl and all-food.pddl as moves of the game."""

from __future__ import annotations

from collections.abc import Sequence


def decode(actions: Sequence[str]) -> list[str]:
    """The moves of action texts like `(walk north c2-1 c1-1)`: the first argument is the way."""
    return [action.strip("() \t").lower().split()[1] for action in actions]
