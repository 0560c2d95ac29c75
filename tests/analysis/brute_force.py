"""The analysis of a level by the plainest means: dictionaries over the Python rules, and fractions."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from math import log2
from typing import Any

from ludoplan.core.task import AnyGame

Far = (10**9, 10**9)


class PlainSpace:
    """All states, where goals end the game; moves as (move, target, cost) in the game's order."""

    def __init__(self, game: AnyGame, level: Any, most: int = 20_000) -> None:
        self.game, self.level = game, level
        self.start = game.initial(level)
        self.depth = {self.start: 0}
        self.moves: dict[Any, list[tuple[Any, Any, int]]] = {}
        queue = [self.start]
        for state in queue:
            self.moves[state] = []
            if game.is_goal(level, state):
                continue
            for move in game.moves(level, state):
                after = game.apply(level, state, move)
                self.moves[state].append((move, after, game.cost(level, state, move)))
                if after not in self.depth:
                    self.depth[after] = self.depth[state] + 1
                    queue.append(after)
            assert len(queue) <= most, "choose smaller levels"
        self.left = self.distances()

    def distances(self) -> dict[Any, tuple[int, int]]:
        """Cost and fewest moves to a goal, by Bellman's iteration."""
        left = {state: (0, 0) for state in self.moves if self.game.is_goal(self.level, state)}
        changed = True
        while changed:
            changed = False
            for state, ways in self.moves.items():
                for _, after, cost in ways:
                    known = left.get(after, Far)
                    longer = (known[0] + cost, known[1] + 1)
                    if known != Far and longer < left.get(state, Far):
                        left[state] = longer
                        changed = True
        return left

    def is_right(self, state: Any, after: Any, cost: int) -> bool:
        return after in self.left and (self.left[after][0] + cost, self.left[after][1] + 1) == self.left[state]

    def figures(self, estimate) -> dict[str, Any]:
        """What `Analysis` says, under the same names."""
        dead = [state for state in self.moves if state not in self.left]
        found: dict[str, Any] = {
            "states": len(self.moves),
            "transitions": sum(map(len, self.moves.values())),
            "goals": sum(self.game.is_goal(self.level, state) for state in self.moves),
            "dead": len(dead),
            "first_dead": min((self.depth[state] for state in dead), default=None),
            "fatal_moves": sum(after not in self.left for state in self.left for _, after, _ in self.moves[state]),
            "depth": max(self.depth.values()),
        }
        if self.start not in self.left:
            return {**found, "cost": None}
        solutions = list(self.shortest(self.start))
        steps = [step for solution in solutions for step in solution]
        share = Fraction(1, len(solutions))
        length = self.left[self.start][1]
        return {
            **found,
            "cost": self.left[self.start][0],
            "length": length,
            "farthest": max(cost for cost, _ in self.left.values()),
            "solutions": len(solutions),
            "solution_states": len({state for state, _ in steps}) + len(self.ends(solutions)),
            "branching": float(share * sum(len(self.moves[state]) for state, _ in steps) / max(1, length)),
            "forced": float(share * sum(len(self.moves[state]) == 1 for state, _ in steps)),
            "fatal_steps": float(share * sum(self.fatal(state) > 0 for state, _ in steps)),
            "decoys": float(share * sum(self.decoys(state, estimate) for state, _ in steps) / max(1, length)),
            "bits": float(share) * sum(log2(len(self.moves[state]) / self.right(state)) for state, _ in steps),
            "first": [move for _, move in solutions[0]],
        }

    def shortest(self, state: Any):
        """All shortest solutions from a state, as lists of (state, move)."""
        if self.left[state][1] == 0:
            yield []
        for move, after, cost in self.moves[state]:
            if self.is_right(state, after, cost):
                for rest in self.shortest(after):
                    yield [(state, move), *rest]

    def ends(self, solutions) -> set[Any]:
        ends = set()
        for solution in solutions:
            state = self.start
            for at, move in solution:
                state = next(after for other, after, _ in self.moves[at] if other == move)
            ends.add(state)
        return ends

    def count_shortest(self) -> int:
        """The number of shortest solutions, without listing them."""

        @cache
        def count(state: Any) -> int:
            ways = [count(after) for _, after, cost in self.moves[state] if self.is_right(state, after, cost)]
            return sum(ways) + (self.left[state][1] == 0)

        return count(self.start)

    def right(self, state: Any) -> int:
        return sum(self.is_right(state, after, cost) for _, after, cost in self.moves[state])

    def fatal(self, state: Any) -> int:
        return sum(after not in self.left for _, after, _ in self.moves[state])

    def decoys(self, state: Any, estimate) -> Fraction:
        by_look = defaultdict(list)
        for _, after, cost in self.moves[state]:
            looks = -1 if self.game.is_goal(self.level, after) else estimate(self.level, after)
            by_look[looks].append(self.is_right(state, after, cost))
        best = by_look[min(by_look)]
        return Fraction(best.count(False), len(best))
