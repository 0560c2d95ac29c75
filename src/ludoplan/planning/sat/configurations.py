"""The SAT planner's named configurations: what a step is, which horizons are tried, and how they share the time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

Lengths = Callable[[int, int], Iterator[int]]


def every(least: int, step: int) -> Iterator[int]:
    """The least horizon, and on in equal steps."""
    return count(least, step)


def multiples(least: int, step: int) -> Iterator[int]:
    """The multiples of the step that are not below the least."""
    return count(-(-least // step) * step, step)


def exponential(least: int, step: int) -> Iterator[int]:
    """5, 7, 10, 14, 20, ...: a factor of the square root of 2 each time, from the least on."""
    lengths = (round(5 * 2 ** (i / 2)) for i in count())
    return (length for length in lengths if length >= least)


def growing(least: int, step: int) -> Iterator[int]:
    """The least horizon, then a tenth more each time."""
    length = least
    while True:
        yield length
        length += max(1, length // 10)


@dataclass(frozen=True)
class SatConfiguration:
    """`sat:NAME`. The horizon after this one gets `rate` times as much of the processor; 0: one after the other."""

    name: str
    summary: str
    steps: str  # as _native.Steps names them
    lengths: Lengths
    step: int | None = None  # the usual distance of horizons, where it can be set
    rate: float = 0.0
    optimal: bool = False
    guesses: bool = False  # whether the solver's first guesses follow a relaxed plan


EXISTS = "exists"
DEFAULT = SatConfiguration("", "SAT, exists-steps, horizons growing by a tenth; a plan soon", EXISTS, growing, rate=0.5)
GUIDED = SatConfiguration("mp", "as sat:m, with first guesses that follow a relaxed plan",
                          EXISTS, multiples, 5, 0.9, guesses=True)  # fmt: skip
CONFIGURATIONS = (
    SatConfiguration("seq", "SAT, one action a step, every horizon: fewest actions, proven",
                  "sequential", every, 1, optimal=True),
    SatConfiguration("forall", "SAT, steps whose actions may come in any order, every horizon",
                  "for_all", every, 1),
    SatConfiguration("exists", "SAT, steps whose actions may come in some order, every horizon", EXISTS, every, 1),
    SatConfiguration("m", "SAT, exists-steps, horizons 5, 10, 15, ... side by side at falling rates",
                  EXISTS, multiples, 5, 0.9),
    GUIDED,
    SatConfiguration("mpc", "SAT, exists-steps, horizons 5, 7, 10, 14, 20, ... side by side",
                  EXISTS, exponential, rate=0.5),
)  # fmt: skip
