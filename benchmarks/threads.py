"""Searches that keep a table: several threads against one, in the same run.

usage: python benchmarks/threads.py [--threads N] [--states N]

Prints a Markdown table: stored states a second with one thread and with N, by the clock, and the ratio; then that of
processor time, which is what a thread loses to the others. Of searches it is the time of the search, without making
the level's C++ form and replaying the plan; of the analysis all of it counts. Every search is stopped at so many
states, and both must have the same status and cost; on a busy machine the ratio of processor time counts.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

from ludoplan import Budget, Limits, Task, load, solve
from ludoplan.analysis.analyse import explored
from ludoplan.core.options import complete
from ludoplan.core.registry import game

RUNS = 5


def generated(name: str, seed: int, **options: Any) -> Task:
    of = game(name)
    level = of.design.generate(random.Random(seed), complete(of.design.options, options))
    words = " ".join(f"{key} {value}" for key, value in options.items())
    return Task(of, of.configure(level), f"{name} {words}")


Run = Callable[[], tuple[object, int, float]]


def best(run: Run) -> tuple[object, int, float, float]:
    """What it answers, the states, and the least time by the clock and of the processor in several runs."""
    wall = used = float("inf")
    answer: object = None
    states = 0
    for _ in range(RUNS):
        began = time.process_time()
        answer, states, seconds = run()
        wall = min(wall, seconds)
        used = min(used, time.process_time() - began)
    return answer, states, wall, used


def searched(task: Task, solver: str, threads: int, most: int) -> Run:
    def run() -> tuple[object, int, float]:
        result = solve(task, solver, limits=Limits(nodes=most), options={"threads": threads})
        return (result.status, result.cost), result.stats.stored or 0, result.stats.search_seconds or 0.0

    return run


def analysed(task: Task, threads: int, most: int) -> Run:
    def run() -> tuple[object, int, float]:
        began = time.perf_counter()
        found = explored(task, Budget(Limits(nodes=2 * most)), threads=threads)
        return found, found.states, time.perf_counter() - began

    return run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--states", type=int, default=10_000_000, help="stop a search here (default 10 million)")
    arguments = parser.parse_args()
    many, most = arguments.threads, arguments.states
    dots, maze = load("maze:twenty-dots"), generated("maze", 1, rows=1501, columns=1501, loops=1.0)
    blocks = generated("plotting", 3, rows=6, columns=5, colours=3, goal=3)
    rows: list[tuple[str, Task, Callable[[int], Run]]] = [
        ("bfs", dots, lambda n: searched(dots, "bfs", n, most)),
        ("bfs", maze, lambda n: searched(maze, "bfs", n, most)),
        ("ucs", dots, lambda n: searched(dots, "ucs", n, most)),
        ("bibfs", maze, lambda n: searched(maze, "bibfs", n, most)),
        ("bfs", blocks, lambda n: searched(blocks, "bfs", n, most)),
        ("analysis", blocks, lambda n: analysed(blocks, n, most)),
    ]
    print(f"| search | level | states | states/s, one thread | {many} threads | ratio | ratio of processor time |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for name, task, run in rows:
        answer, states, wall, used = best(run(1))
        other, more_states, more_wall, more_used = best(run(many))
        assert answer == other, (answer, other)
        one, several = states / wall, more_states / more_wall
        cost = (more_used / more_states) / (used / states)
        line = f"| {name} | {task.name} | {states:,} | {one:,.0f} | {several:,.0f} | {several / one:.2f} | {cost:.2f} |"
        print(line, flush=True)


if __name__ == "__main__":
    main()
