"""Whether a generated level keeps its game's promises: what was asked for, nothing loose, all within reach, all used.

Each question is asked only of levels that pass those before it, for they cost more and more: a look at the level, the
optimum without each of its pieces, and last a walk through its states by the game's own rules.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..core.parts import Design, Promises, Twin
from ..core.task import AnyGame
from .evaluate import Evaluator

MOST_STATES = 30_000  # looked at for what play never touches


def at_first_sight(design: Design[Any, Any], level: Any, options: Mapping[str, Any], most: bool = False) -> list[str]:
    """What differs from the options, and what is loose, in words; `most`: there may be less than was asked for."""
    found = []
    for key, count in design.extent(level).items():
        wanted = options.get(key)
        if wanted is not None and (count > wanted if most else count != wanted):
            found.append(f"{count} {key} where {wanted} were asked for")
    return found + list(promises_of(design).broken(level, options, most))


def promises_of(design: Design[Any, Any]) -> Promises[Any, Any]:
    """The promises of a game; empty ones where it makes none."""
    return Promises("") if design.promises is None else design.promises


def untouched(game: AnyGame, level: Any, is_over: Callable[[], bool] = lambda: False) -> list[str]:
    """What no play touches, by name; also what none of the states touches that are looked at before there are too many
    or the time is over."""
    assert game.design is not None
    promises = promises_of(game.design)
    left = set(promises.places(level))
    if not left:
        return []
    for state in states(game, level, None if game.twin is None else game.twin(level), is_over):
        left.difference_update(promises.touched(level, state))
        if not left:
            break
    return sorted(map(str, left))


def states(game: AnyGame, level: Any, twin: Twin | None, is_over: Callable[[], bool] = lambda: False) -> Iterator[Any]:
    """The states of a level, made by the game's own rules, until there are too many or the time is over.

    A C++ twin says which moves lead to new ones, so that the rules make each state once.
    """
    first = game.initial(level)
    key = first if twin is None else tuple(twin.system.initial())
    seen, queue = {key}, deque([(key, first)])
    yield first
    while queue and len(seen) < MOST_STATES and not is_over():
        key, state = queue.popleft()
        if game.is_goal(level, state):
            continue
        if twin is None:
            steps = ((game.apply(level, state, move), move) for move in game.moves(level, state))
        else:
            steps = ((tuple(words), number) for number, _, words in twin.system.successors(key))
        for after, move in steps:
            if after in seen:
                continue
            seen.add(after)
            made = after if twin is None else game.apply(level, state, game.move_from_text(level, twin.moves[move]))
            queue.append((after, made))
            yield made


def decoys(
    evaluator: Evaluator, design: Design[Any, Any], level: Any, options: Mapping[str, Any], cost: float | None
) -> list[str]:
    """The pieces that a shortest solution can do without: the optimum is the same if they are not there."""
    return [name for name, without in promises_of(design).pieces(level, options) if evaluator.cost(without) == cost]
