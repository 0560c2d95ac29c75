"""What a stored state costs."""

from __future__ import annotations

import pytest

from ludoplan import Budget, Limits, Task
from ludoplan.games.maze import GAME
from ludoplan.search.kernel import native_limits, system_of


def room(rows: int, columns: int) -> Task:
    text = "P" + " " * (columns - 1) + "\n" + (" " * columns + "\n") * (rows - 2) + " " * (columns - 1) + "."
    return Task(GAME, GAME.configure(GAME.parse(text)), "room")


@pytest.mark.parametrize("doublings", [11, 12])
def test_bytes_a_state_at_full_load(doublings: int) -> None:
    """State, index and parent together: at most 1.5 times the packed state + 8 bytes, where tables are large."""
    system = system_of(room(1900, 1900)).native
    full = int(1024 * 2**doublings * 0.8)
    counts, outcome = system.layers(10**9, native_limits(Budget(Limits(nodes=full - 65))))
    stored = sum(counts)
    assert 0.95 * full <= outcome.counters.stored <= full
    assert stored
    packed = 4 * system.packed_words
    # Segments are counted in full, filled or not: half a segment of each array on average.
    slack = 2 * 8192 * (packed + 4) / outcome.counters.stored
    assert outcome.bytes / outcome.counters.stored <= 1.5 * packed + 8 + slack
