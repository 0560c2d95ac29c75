"""A game in pure Python for the native kernels: states and moves become numbers, in the order in which they are met."""

from __future__ import annotations

from collections.abc import Callable
from sys import getsizeof
from typing import Any

from .. import _native
from ..core.errors import Unsupported
from ..core.parts import DEAD_END, Heuristic
from ..core.task import AnyGame

Step = tuple[int, int, int]  # move, state, cost


class InternedGame:
    """Answers the questions of the C++ class PythonGame."""

    def __init__(
        self,
        game: AnyGame,
        level: Any,
        megabytes: float | None = None,
        expanding: Callable[[Any], None] | None = None,
    ) -> None:
        self.game = game
        self.level = level
        self.reversible = game.backward is not None and game.backward.applies(level)
        self.heuristics = ["blind", *game.heuristics]
        self._states: list[Any] = []
        self._state_ids: dict[Any, int] = {}
        self._moves: list[Any] = []
        self._move_ids: dict[Any, int] = {}
        self._heuristics: list[Heuristic[Any, Any]] = list(game.heuristics.values())
        self._most_bytes = None if megabytes is None else megabytes * 1e6
        self._expanding = expanding or (lambda state: None)
        # A dictionary grows when two thirds of its 2^n slots are taken: a jump that must fit into the memory limit.
        self._slots = 1 << 16

    def _state_id(self, state: Any) -> int:
        count = len(self._states)
        if count >= self._slots * 2 // 3:
            self._make_sure_of_memory()
        known = self._state_ids.setdefault(state, count)
        if known == count:
            self._states.append(state)
        return known

    def _make_sure_of_memory(self) -> None:
        """Raises MemoryError if the dictionary's next growth would break the limit."""
        self._slots *= 2
        # The new table has twice the size, and the old one is still there while it is filled.
        needed = 2 * getsizeof(self._state_ids)
        if self._most_bytes is not None and _native.resident_bytes() + needed > self._most_bytes:
            raise MemoryError

    def move_id(self, move: Any) -> int:
        known = self._move_ids.setdefault(move, len(self._moves))
        if known == len(self._moves):
            self._moves.append(move)
        return known

    def move_text(self, number: int) -> str:
        return self.game.move_to_text(self.level, self._moves[number])

    def initial(self) -> int:
        return self._state_id(self.game.initial(self.level))

    def is_goal(self, number: int) -> bool:
        return bool(self.game.is_goal(self.level, self._states[number]))

    def estimate(self, heuristic: int, number: int) -> int | None:
        """The estimate, None for a dead end."""
        estimate = self._heuristics[heuristic - 1].estimate(self.level, self._states[number])
        return None if estimate == DEAD_END else min(_native.MOST_COST, int(estimate))

    def successors(self, number: int) -> list[Step]:
        game, level, state = self.game, self.level, self._states[number]
        self._expanding(state)
        return [
            (self.move_id(move), self._state_id(game.apply(level, state, move)), self._cost(state, move))
            for move in game.moves(level, state)
        ]

    def _cost(self, state: Any, move: Any) -> int:
        cost = self.game.cost(self.level, state, move)
        if not isinstance(cost, int) or cost < 0:
            text = self.game.move_to_text(self.level, move)
            raise Unsupported(f"{text} costs {cost}: searches take whole costs that are not negative")
        if cost > _native.MOST_COST:
            raise Unsupported(f"a move costs more than {_native.MOST_COST}, the most that searches take")
        return cost

    def goals(self) -> list[Step]:
        assert self.game.backward is not None
        return [(0, self._state_id(goal), 0) for goal in self.game.backward.goals(self.level)]

    def predecessors(self, number: int) -> list[Step]:
        game, level, state = self.game, self.level, self._states[number]
        self._expanding(state)
        assert game.backward is not None
        return [
            (self.move_id(move), self._state_id(before), self._cost(before, move))
            for move, before in game.backward.predecessors(level, state)
        ]
