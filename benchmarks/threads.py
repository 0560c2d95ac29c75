"""Searches that keep a table: several threads against one, in the same run.

usage: python benchmarks/threads.py [--threads N] [--states N]

Prints a Markdown table: stored states a second of wall time with one thread and with N, the ratio, and the same of
processor time, in which the ratio is what a thread loses to the others. Of the analysis all phases count, of which
only the first, the exploring, has threads. Every search is stopped at so many states, and both must have the same
status and cost; on a busy machine the ratio of processor time is the one to look at.
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

RUNS = 3


def generated(name: str, seed: int, **options: Any) -> Task:
    of = game(name)
    level = of.design.generate(random.Random(seed), complete(of.design.options, options))
    words = " ".join(f"{key} {value}" for key, value in options.items())
    return Task(of, of.configure(level), f"{name} {words}")


def best(run: Callable[[], tuple[object, int]]) -> tuple[object, int, float, float]:
    """What it answers, the states, and the least wall and processor time of several runs."""
    wall = used = float("inf")
    answer: object = None
    states = 0
    for _ in range(RUNS):
        began, began_used = time.perf_counter(), time.process_time()
        answer, states = run()
        wall = min(wall, time.perf_counter() - began)
        used = min(used, time.process_time() - began_used)
    return answer, states, wall, used


def searched(task: Task, solver: str, threads: int, most: int) -> Callable[[], tuple[object, int]]:
    def run() -> tuple[object, int]:
        result = solve(task, solver, limits=Limits(nodes=most), options={"threads": threads})
        return (result.status, result.cost), result.stats.stored or 0

    return run


def analysed(task: Task, threads: int, most: int) -> Callable[[], tuple[object, int]]:
    def run() -> tuple[object, int]:
        found = explored(task, Budget(Limits(nodes=most)), threads=threads)
        return found, found.states

    return run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--states", type=int, default=10_000_000, help="stop a search here (default 10 million)")
    arguments = parser.parse_args()
    many, most = arguments.threads, arguments.states
    dots, maze = load("maze:twenty-dots"), generated("maze", 1, rows=1501, columns=1501, loops=1.0)
    blocks = generated("plotting", 1, rows=5, columns=5, goal=3)
    rows: list[tuple[str, Task, Callable[[int], Callable[[], tuple[object, int]]]]] = [
        ("bfs", dots, lambda n: searched(dots, "bfs", n, most)),
        ("bfs", maze, lambda n: searched(maze, "bfs", n, most)),
        ("ucs", dots, lambda n: searched(dots, "ucs", n, most)),
        ("astar", maze, lambda n: searched(maze, "astar", n, most)),
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
