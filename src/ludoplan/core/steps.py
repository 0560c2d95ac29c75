"""Steps: what becomes of one, and how far things are from each other."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

N = TypeVar("N", bound=Hashable)
S = TypeVar("S")


def made(after: S | str) -> S:
    """The state after a move; raises ValueError where there is a reason instead why it cannot be made."""
    if isinstance(after, str):
        raise ValueError(after)
    return after


def distances(sources: Iterable[N], beside: Callable[[N], Iterable[N]]) -> dict[N, int]:
    """The steps from the nearest source to all that can be reached, the nearest first.

    >>> distances([0], lambda number: [number + 2] if number < 4 else [])
    {0: 0, 2: 1, 4: 2}
    """
    found = dict.fromkeys(sources, 0)
    queue = list(found)
    for node in queue:
        for after in beside(node):
            if after not in found:
                found[after] = found[node] + 1
                queue.append(after)
    return found
