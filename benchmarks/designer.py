"""Measures the designer's desk: levels evaluated exactly per second and core, and how the difficulty orders levels.

    .venv/bin/python benchmarks/designer.py throughput
    .venv/bin/python benchmarks/designer.py difficulty

Throughput is that of the search over levels: random edits of every bundled level (of Plotting: of 5x5 boards), each
made, turned into its C++ twin and solved to a proof. `optimum` finds the cost alone, `analysis` the whole state space.
Times are CPU times of one process. The difficulty is compared with the order in the bundled index by Spearman's rank
correlation.
"""

from __future__ import annotations

import argparse
import random
import time
from statistics import median
from typing import Any

from ludoplan import Budget, Limits, LudoplanError, Status, Task
from ludoplan.analysis.analyse import analyse, explored
from ludoplan.analysis.evaluate import Evaluator
from ludoplan.analysis.order import drawn
from ludoplan.core.level import bundled, load
from ludoplan.core.options import complete
from ludoplan.core.registry import game
from ludoplan.core.task import AnyGame

GAMES = ("roll", "boxup", "lara", "plotting", "pipes", "maze", "sudoku")
CHILDREN = 40  # of each level
MOST_STATES = 300_000


def parents(of: AnyGame) -> list[Any]:
    """The levels whose edits are evaluated."""
    if of.name == "plotting":
        options = complete(of.design.options, {"rows": 5, "columns": 5, "goal": 3})
        return [of.design.generate(random.Random(seed), options) for seed in range(10)]
    levels = [load(f"{of.name}:{name}").level for name in bundled(of.name)]
    if of.name == "sudoku":
        return [level for level in levels if level.box == 3]
    if of.name == "pipes":
        return levels[:20]  # up to 12 rows
    return [of.configure(level, "nearest") if of.name == "maze" else level for level in levels]


def throughput() -> None:
    print("| game | levels | optimum: levels/s | median level | parents at 2000/s | analysis: levels/s |")
    print("|---|---|---|---|---|---|")
    for name in GAMES:
        of = game(name)
        evaluator = Evaluator(of)
        rng = random.Random(0)
        seconds: list[float] = []
        whole = 0.0
        analysed = quick = 0
        of_parents = parents(of)
        evaluator.answer(of_parents[0])  # imports what it needs
        for parent in of_parents:
            first = len(seconds)
            most = of.design.extent(parent)
            for edit in drawn(rng, of.design.edits(parent), CHILDREN):
                if any(count > most[key] for key, count in of.design.extent(edit.make()).items()):
                    continue  # as in the search: no larger, nor more of anything
                began = time.process_time()
                status = evaluator.answer(edit.make()).status
                seconds.append(time.process_time() - began)
                assert status in (Status.OPTIMAL, Status.UNSOLVABLE), status
                if name in ("roll", "boxup", "lara", "maze", "plotting"):
                    began = time.process_time()
                    task = evaluator.task(edit.make())
                    analysed += explored(task, Budget(Limits(nodes=5_000_000))).exact
                    whole += time.process_time() - began
            quick += sum(seconds[first:]) * 2000 <= len(seconds) - first
        analysis = f"{analysed / whole:,.0f}" if whole else "-"
        rate = len(seconds) / sum(seconds)
        figures = f"{rate:,.0f} | {1 / median(seconds):,.0f} | {quick} of {len(of_parents)} | {analysis}"
        print(f"| {name} | {len(seconds):,} | {figures} |", flush=True)


def difficulty() -> None:
    print("| game | levels | exact | rank correlation | scores |\n|---|---|---|---|---|")
    for name in GAMES:
        of = game(name)
        scores = []
        exact = 0
        for level in bundled(name).values():
            task = load(f"{name}:{level.name}")
            try:
                task = Task(of, of.configure(task.level), task.name)
            except LudoplanError:
                task = Task(of, of.configure(task.level, of.objectives[-1]), task.name)
            found = analyse(task, Limits(seconds=60, megabytes=4000, nodes=MOST_STATES))
            if found.difficulty is not None:
                scores.append(found.difficulty.score)
                exact += found.exact
        figure = correlation(scores, list(range(len(scores))))
        print(f"| {name} | {len(scores)} | {exact} | {figure:.3f} | {min(scores):g} to {max(scores):g} |", flush=True)


def correlation(one: list[float], other: list[int]) -> float:
    """Spearman's: that of the ranks."""
    a, b = ranks(one), ranks([float(value) for value in other])
    mean = (len(a) - 1) / 2
    covariance = sum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True))
    spread = sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)
    return float(covariance / spread**0.5)


def ranks(values: list[float]) -> list[float]:
    """The rank of each value; equal ones share theirs."""
    return [sum(other < value for other in values) + (values.count(value) - 1) / 2 for value in values]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("throughput", "difficulty"))
    {"throughput": throughput, "difficulty": difficulty}[parser.parse_args().what]()


if __name__ == "__main__":
    main()
