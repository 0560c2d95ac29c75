"""All solvers of Plotting on random levels up to 4x4, against brute force in Python. Prints Markdown.

Levels of every shape: single rows and columns, empty cells, coloured hands, blocked lines; many are unsolvable. Exact
searches and the planner (both PDDL variants) solve each level. Of the constraint solvers, with both models and all
sets of extra constraints, a few are drawn for each level, as they take longer. Ends with status 1 if any two disagree.

    python benchmarks/plotting_agreement.py --levels 200 --most 4 --constraints 2 --time-limit 60
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, product
from typing import Any

from ludoplan.games.plotting.solvers import ENGINES

from ludoplan.core.limits import Limits
from ludoplan.core.result import Status
from ludoplan.games.plotting import GAME
from ludoplan.games.plotting.constraints import EXTRAS, MODELS
from ludoplan.games.plotting.rules import WILDCARD, PlottingLevel, PlottingState, apply, initial, is_goal, moves
from ludoplan.running.solve import solve


@dataclass(frozen=True)
class Way:
    """A solver with its options; `group` is its line in the table."""

    group: str
    solver: str
    options: tuple[tuple[str, Any], ...] = ()


ALWAYS = (
    Way("bfs, astar", "bfs"),
    Way("bfs, astar", "astar"),
    *(Way("bfhs", "bfhs", (("width", width),)) for width in (1, 10_000)),
    *(
        Way(f"planner, {variant}", solver, (("variant", variant),))
        for variant in GAME.pddl.variants
        for solver in ("planner", "planner:astar-blind")
    ),
)
EXTRA_SETS = [",".join(names) for size in range(len(EXTRAS) + 1) for names in combinations(EXTRAS, size)]
DRAWN = [
    Way(f"{engine.name}, {model}", engine.name, (("model", model), ("extra", extra)))
    for engine, model, extra in product(ENGINES, MODELS, EXTRA_SETS)
    if engine.missing() is None
]


def random_level(rng: random.Random, most: int) -> PlottingLevel:
    rows, columns = rng.randint(1, most), rng.randint(1, most)
    colours = rng.randint(1, 4)
    full = rng.random() < 0.5
    stacks = (
        tuple(rng.randint(1, colours) for _ in range(rows if full else rng.randint(0, rows))) for _ in range(columns)
    )
    share = rng.choice((1.0, 1.0, 0.7))
    return PlottingLevel(
        rows,
        tuple(stacks),
        tuple(row for row in range(rows) if rng.random() < share),
        tuple(column for column in range(columns) if rng.random() < share),
        rng.randint(0, min(3, rows * columns)),
        rng.choice((WILDCARD, WILDCARD, *range(1, colours + 1))),
    )


def fewest_shots(level: PlottingLevel) -> int | None:
    """By plain recursion over the rules; None if there is no solution."""

    @cache
    def fewest(state: PlottingState) -> int | None:
        if is_goal(level, state):
            return 0
        after = (fewest(apply(level, state, shot)) for shot in moves(level, state))
        return min((1 + shots for shots in after if shots is not None), default=None)

    return fewest(initial(level))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--levels", type=int, default=100)
    parser.add_argument("--most", type=int, default=4, help="rows and columns at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--constraints", type=int, default=2, help="so many constraint solvers for each level")
    parser.add_argument("--solvers", nargs="+", help="the constraint solvers to draw from (default: all)")
    parser.add_argument("--time-limit", type=float, default=60, help="seconds for each run")
    parser.add_argument("--stop-after", type=float, default=float("inf"), help="no new level after so many seconds")
    arguments = parser.parse_args()
    drawn = [way for way in DRAWN if arguments.solvers is None or way.solver in arguments.solvers]
    rng = random.Random(arguments.seed)
    began = time.perf_counter()
    count = unsolvable = 0
    agreed: Counter[str] = Counter()
    unanswered: Counter[str] = Counter()
    wrong = []
    for _ in range(arguments.levels):
        if time.perf_counter() - began > arguments.stop_after:
            break
        level = random_level(rng, arguments.most)
        best = fewest_shots(level)
        count += 1
        unsolvable += best is None
        expected = (Status.UNSOLVABLE, None) if best is None else (Status.OPTIMAL, best)
        for way in chain(ALWAYS, rng.sample(drawn, min(arguments.constraints, len(drawn)))):
            limits = Limits(seconds=arguments.time_limit)
            found = solve(level, way.solver, game=GAME, options=dict(way.options), limits=limits)
            if found.status in (Status.TIMEOUT, Status.MEMORY):
                unanswered[way.group] += 1
            elif (found.status, found.cost) == expected:
                agreed[way.group] += 1
            else:
                wrong.append((way, GAME.text.format(level), expected, found.status, found.cost, found.message))
                print(*wrong[-1], sep="\n", file=sys.stderr, flush=True)
    print(f"{count} levels up to {arguments.most}x{arguments.most}, seed {arguments.seed}, {unsolvable} unsolvable.\n")
    print("| solver | runs that agree | no answer in time | runs that disagree |\n|---|---|---|---|")
    for group in dict.fromkeys(way.group for way in (*ALWAYS, *drawn)):
        disagree = sum(way.group == group for way, *_ in wrong)
        print(f"| {group} | {agreed[group]} | {unanswered[group]} | {disagree} |")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
