"""Plans of domain.pddl as moves of the game."""

from __future__ import annotations

from collections.abc import Sequence


def decode(actions: Sequence[str]) -> list[str]:
    """The moves of action texts like `(roll up standing-3-1 down-1-1 ground ground)`: the first argument is the way."""
    return [action.strip("() \t").lower().split()[1] for action in actions]
