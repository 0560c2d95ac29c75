"""Searches on graphs whose edges cost up to 2^62, with estimates: right, or refused where a sum does not fit."""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property

import pytest

from ludoplan import DEAD_END, Game, Heuristic
from ludoplan.core.limits import Limits
from ludoplan.core.parts import Backward
from ludoplan.core.result import Status
from ludoplan.running.solve import solve
from ludoplan.search.algorithms import ALGORITHMS

MOST_COST = (1 << 63) - 2


@dataclass(frozen=True)
class Graph:
    """Places from 0, edges with costs; the way leads from 0 to the last place."""

    places: int
    edges: frozenset[tuple[int, int, int]]

    @cached_property
    def ways(self) -> dict[int, list[tuple[int, int]]]:
        """Where each place leads, and for how much."""
        found: dict[int, list[tuple[int, int]]] = {place: [] for place in range(self.places)}
        for here, there, cost in sorted(self.edges):
            found[here].append((there, cost))
        return found


@cache
def distances(level: Graph) -> dict[int, int]:
    """The exact cost from each place to the goal."""
    found: dict[int, int] = {}
    queue = [(0, level.places - 1)]
    while queue:
        cost, place = heapq.heappop(queue)
        if place not in found:
            found[place] = cost
            for here, there, more in level.edges:
                if there == place:
                    heapq.heappush(queue, (cost + more, here))
    return found


def exact(level: Graph, state: int) -> float:
    return distances(level).get(state, DEAD_END)


def half(level: Graph, state: int) -> float:
    estimate = exact(level, state)
    return estimate if estimate == DEAD_END else int(estimate) // 2


def wild(level: Graph, state: int) -> float:
    """An estimate that promises nothing, beyond 64 bits."""
    return (state * 7919 % 5) << 70


def goals(level: Graph) -> Iterable[int]:
    return [level.places - 1]


def predecessors(level: Graph, state: int) -> Iterable[tuple[str, int]]:
    return [(f"to {there} for {cost}", here) for here, there, cost in sorted(level.edges) if there == state]


class GraphGame(Game[Graph, int, str]):
    name = "graph"
    backward = Backward(goals, predecessors)
    title = "Graph"
    summary = "a way through a graph"
    heuristics = {
        "exact": Heuristic(exact, admissible=True, consistent=True, summary="the exact distance"),
        "half": Heuristic(half, admissible=True, consistent=False, summary="half of it"),
        "wild": Heuristic(wild, admissible=False, consistent=False, summary="anything"),
    }

    def parse(self, text: str, source: str = "level") -> Graph:
        raise NotImplementedError

    def initial(self, level: Graph) -> int:
        return 0

    def moves(self, level: Graph, state: int) -> Iterable[str]:
        return [f"to {there} for {cost}" for there, cost in level.ways[state]]

    def move_to_text(self, level: Graph, move: str) -> str:
        return move

    def move_from_text(self, level: Graph, text: str) -> str:
        return text

    def apply(self, level: Graph, state: int, move: str) -> int:
        return int(move.split()[1])

    def cost(self, level: Graph, state: int, move: str) -> int:
        return int(move.split()[3])

    def has_unit_costs(self, level: Graph) -> bool:
        return False

    def is_goal(self, level: Graph, state: int) -> bool:
        return state == level.places - 1


def random_graph(rng: random.Random) -> Graph:
    places = rng.randint(2, 7)
    pairs = [
        (here, there) for here in range(places) for there in range(places) if here != there and rng.random() < 0.45
    ]
    return Graph(
        places, frozenset((*pair, rng.choice((0, 1, rng.randint(0, 1 << rng.randint(1, 62))))) for pair in pairs)
    )


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda each: each.name)
def test_costs_are_right_or_refused(algorithm) -> None:
    game = GraphGame()
    rng = random.Random(11)
    for _ in range(60):
        level = random_graph(rng)
        best = distances(level).get(0)
        fits = sum(cost for _, _, cost in level.edges) <= MOST_COST
        for heuristic in ("exact", "half", "wild") if algorithm.informed else (None,):
            options = {} if heuristic is None else {"heuristic": heuristic}
            result = solve(level, algorithm.name, game=game, limits=Limits(seconds=60), options=options)
            if algorithm.finds == "bounded moves":
                assert result.status is Status.UNSUPPORTED
            elif result.status is Status.UNSUPPORTED:
                assert not fits, result.message
            elif best is None:
                assert result.status is Status.UNSOLVABLE, result.message
            else:
                assert result.cost is not None, result.message
                assert result.cost >= best
                assert result.status is not Status.OPTIMAL or result.cost == best
                assert result.lower_bound is None or result.lower_bound <= best
                if algorithm.finds == "least cost" and heuristic != "wild":
                    assert result.status is Status.OPTIMAL


def test_a_gap_between_costs_takes_neither_time_nor_memory() -> None:
    """Costs that are far apart, each another one."""
    edges = {(place, place + 1, (1 << 40) + place * place) for place in range(3000)}
    edges |= {(0, place, (1 << 60) + place) for place in range(2, 3000)}
    result = solve(Graph(3001, frozenset(edges)), "ucs", game=GraphGame(), limits=Limits(megabytes=1000))
    assert result.status is Status.OPTIMAL, result.message
