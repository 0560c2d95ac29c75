"""Breadth-first search over whole state spaces: the C++ twin against the Python rules, through the same kernel.

usage: python benchmarks/search.py [--python-seconds SEC]

Prints a Markdown table: states a second of processor time, bytes a state that the tables hold at the end, the ratio.
"""

from __future__ import annotations

import argparse
import random
import time

from ludoplan import Budget, Limits, Task, load
from ludoplan.core.options import complete
from ludoplan.games.maze import GAME as MAZE
from ludoplan.search.kernel import native_limits, system_of


def maze(rows: int, columns: int, loops: float) -> Task:
    options = complete(MAZE.design.options, {"rows": rows, "columns": columns, "loops": loops})
    return Task(
        MAZE, MAZE.configure(MAZE.design.generate(random.Random(1), options)), f"maze {rows}x{columns}, loops {loops}"
    )


def measure(task: Task, rules: str, seconds: float | None) -> tuple[int, float, float]:
    """Stored states, states a second, bytes a state."""
    system = system_of(task, rules).native
    limits = native_limits(Budget(Limits(seconds=seconds)))
    began = time.process_time()
    counts, outcome = system.layers(10**9, limits)
    taken = time.process_time() - began
    stored = sum(counts)
    return stored, stored / taken, outcome.bytes / stored


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python-seconds", type=float, default=20, help="limit for the Python rules (default 20)")
    arguments = parser.parse_args()
    tasks = [load("roll:17"), maze(1001, 1001, 0.0), maze(1001, 1001, 1.0)]
    print("| level | states | packed bytes | C++ states/s | bytes a state | Python states/s | ratio |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for task in tasks:
        packed = 4 * system_of(task).native.packed_words
        best = max((measure(task, "native", None) for _ in range(5)), key=lambda row: row[1])
        _, slow, _ = measure(task, "python", arguments.python_seconds)
        states, fast, size = best
        print(f"| {task.name} | {states:,} | {packed} | {fast:,.0f} | {size:.1f} | {slow:,.0f} | {fast / slow:.0f} |")


if __name__ == "__main__":
    main()
