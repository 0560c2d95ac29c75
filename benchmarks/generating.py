"""Levels to order over options and seeds: whether every promise is held, and how long a level takes.

    python benchmarks/generating.py --count 500 > benchmarks/results/generating.md

Each level is read again from its text, and every promise is checked anew on what was read: the options, what can be
seen at once, the pieces, what play touches, the proven cost and that no two are the same puzzle. Times are those of the
processor.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from ludoplan import Budget, Limits, Status, Task, solve
from ludoplan.analysis.evaluate import Evaluator
from ludoplan.analysis.order import Order, key_of
from ludoplan.analysis.production import OutOfReach, produce
from ludoplan.analysis.promises import at_first_sight, decoys, untouched
from ludoplan.core.options import complete
from ludoplan.core.registry import game

EACH = 5  # levels of one order


def orders(name: str, rng: random.Random) -> Iterator[Order]:
    """Orders of a game with options, wishes and seeds drawn at random."""
    of = game(name)
    while True:
        options, wishes = DRAWN[name](rng)
        yield Order(name, complete(of.design.options, options), seed=rng.randrange(10**6), **wishes)


def maybe(rng: random.Random, share: float, **wishes: Any) -> dict[str, Any]:
    return wishes if rng.random() < share else {}


def boxup(rng: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    options = {
        "rows": rng.randint(3, 5),
        "columns": rng.randint(3, 5),
        "boxes": rng.randint(2, 3),
        "walls": rng.randint(0, 2),
    }
    return options, maybe(rng, 0.5, min_cost=rng.randint(8, 16))


def lara(rng: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    options = {"tiles": rng.randint(12, 18), "levers": rng.randint(0, 1), "cracked": rng.randint(0, 2)}
    options |= {"snakes": rng.randint(0, 1), "saws": rng.randint(0, 1), "spiders": rng.randint(0, 1)}
    return options | {"spears": options["snakes"]}, maybe(rng, 0.5, min_cost=rng.randint(8, 14))


def maze(rng: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    rows, columns = rng.randint(9, 16), rng.randint(9, 26)
    options = {"rows": rows, "columns": columns, "food": rng.choice((1, 1, 3, 5)), "loops": rng.choice((0.0, 0.0, 0.2))}
    return options, maybe(rng, 0.5, min_cost=rows + columns)


def pipes(rng: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    options: dict[str, Any] = {"rows": rng.randint(4, 8), "columns": rng.randint(4, 8)}
    options |= {"holes": rng.choice((0.0, 0.1)), "cross": rng.choice((0.0, 0.1)), "one_way": rng.choice((0.0, 0.2))}
    return options, maybe(rng, 0.5, min_cost=rng.randint(8, 16))


def plotting(rng: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    rows, columns = rng.randint(3, 4), rng.randint(3, 4)
    options: dict[str, Any] = {
        "rows": rows,
        "columns": columns,
        "colours": rng.randint(2, 4),
        "goal": rng.randint(1, 3),
    }
    options |= maybe(rng, 0.2, blocked_rows=1)
    # Few blocks of many colours leave more than the goal allows.
    options["goal"] = max(options["goal"], options["colours"])
    # Levels of two colours without a solution are rare.
    return options, maybe(rng, 0.2 * (options["colours"] > 2), unsolvable=True) or maybe(rng, 0.5, min_cost=4)


def puzzlescript(rng: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    return {"edits": rng.randint(2, 8)}, maybe(rng, 0.7, min_cost=rng.randint(6, 14))


def roll(rng: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    options = {"rows": rng.randint(5, 9), "columns": rng.randint(6, 12), "switches": rng.randint(0, 2)}
    options |= {"splits": int(rng.random() < 0.2), "fragile": rng.choice((0.0, 0.05, 0.1))}
    return options, maybe(rng, 0.5, min_cost=rng.randint(10, 22))


def sudoku(rng: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    options: dict[str, Any] = {"symmetry": rng.choice(("none", "rotational", "mirror"))}
    options |= rng.choice(
        ({"clues": 0}, {"clues": rng.randint(30, 36)}, {"difficulty": rng.choice(("easy", "medium"))})
    )
    return options, {}


DRAWN = {each.__name__: each for each in (boxup, lara, maze, pipes, plotting, puzzlescript, roll, sudoku)}


@dataclass
class Tally:
    """What came out of the orders of one game."""

    levels: int = 0
    orders: int = 0
    unfilled: int = 0
    broken: dict[str, int] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)

    def note(self, promise: str, is_broken: bool) -> None:
        self.broken[promise] = self.broken.get(promise, 0) + is_broken


def check(order: Order, text: str, cost: float | None, tally: Tally) -> None:
    """Every promise anew, on the level that its text gives."""
    of = game(order.game)
    level = of.parse(text)
    task = Task(of, level, "again", "all-food" if order.game == "maze" and len(level.food) > 1 else order.objective)
    tally.note("options, no loose ends", bool(at_first_sight(of.design, level, order.options)))
    result = solve(task)
    if order.wants_none:
        tally.note("proven unsolvable", result.status is not Status.UNSOLVABLE)
        return
    wanted = result.status is Status.OPTIMAL and result.cost == cost and cost >= (order.min_cost or 0)
    tally.note("proven cost as told and as wanted", not wanted)
    tally.note("all within reach", bool(untouched(of, task.level)))
    evaluator = Evaluator(of, task.objective)
    tally.note("every piece used", bool(decoys(evaluator, of.design, level, order.options, cost)))


def measured(name: str, count: int, seed: int, most: float, order_seconds: float) -> Tally:
    tally = Tally()
    end = time.perf_counter() + most
    of = game(name)
    for order in orders(name, random.Random(f"{name} {seed}")):
        tally.orders += 1
        seen = set()
        began = time.process_time()
        try:
            for made in produce(order, min(EACH, count - tally.levels), 1, Budget(Limits(seconds=order_seconds))):
                tally.seconds.append(time.process_time() - began)
                tally.levels += 1
                key = key_of(of, made.level)
                tally.note("another puzzle than those before", key in seen)
                seen.add(key)
                check(order, of.text.format(made.level), made.result.cost, tally)
                began = time.process_time()
        except OutOfReach:
            tally.unfilled += 1
        if tally.levels >= count or time.perf_counter() > end:
            return tally
    raise AssertionError


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=500, help="levels of each game")
    parser.add_argument("--games", nargs="*", default=list(DRAWN))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most-seconds", type=float, default=1e9, help="for one game; fewer levels if they are up")
    parser.add_argument("--order-seconds", type=float, default=15, help="by the clock, for the five levels of an order")
    arguments = parser.parse_args()
    counts = f"levels | orders | not filled in {arguments.order_seconds:g} s | promises checked | broken"
    print(f"| game | {counts} | median s | mean s | slowest s |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|", flush=True)
    for name in arguments.games:
        tally = measured(name, arguments.count, arguments.seed, arguments.most_seconds, arguments.order_seconds)
        times = tally.seconds
        counts = (tally.levels, tally.orders, tally.unfilled, len(tally.broken), sum(tally.broken.values()))
        figures = f"{median(times):.3f} | {sum(times) / len(times):.3f} | {max(times):.1f}"
        print(f"| {name} | {' | '.join(map(str, counts))} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
