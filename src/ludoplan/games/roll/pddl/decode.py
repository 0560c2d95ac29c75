"""Plans of domain.pddl as moves of the game."""

from __future__ import annotations

from collections.abc import Sequence


def decode(actions: Sequence[str]) -> list[str]:
    """The moves of action texts like `(roll down standing-1-1 down-2-1 ground ground)`: the first argument is the way."""
    return [action.strip("() \t").lower().split()[1] for action in actions]
