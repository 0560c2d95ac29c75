"""Plans of domain.pddl as moves of the game."""

from __future__ import annotations

from collections.abc import Sequence


def decode(actions: Sequence[str]) -> list[str]:
    """The moves of action texts like `(rise-forward down c1-1 c2-1 c3-1 ground)`: the first argument is the way."""
    return [action.strip("() \t").lower().split()[1] for action in actions]
