"""Plans of domain.pddl as moves of the game."""

from __future__ import annotations

from collections.abc import Sequence


def decode(actions: Sequence[str]) -> list[str]:
    """The moves of action texts like `(walk up down c2-1 c1-1)`: the first argument is the way the player goes."""
    return [action.strip("() \t").lower().split()[1] for action in actions]
