"""Lara's levels by search, by the native planner and by planners of others: time, plan length and success.

Prints Markdown: a table, and a bar chart of the mean times. Run: python benchmarks/lara.py [LEVEL.json ...]
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from dataclasses import dataclass
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from math import log10
from pathlib import Path

from ludoplan import Limits, Result, Task, solve
from ludoplan.core import registry
from ludoplan.core.level import bundled, load

CONTENDERS = {
    "search": ("auto", None),
    "planner, classical": ("planner:astar-blind", "classical"),
    "planner, numeric": ("planner:astar-blind", "numeric"),
    "planner portfolio, classical": ("planner", "classical"),
    "Fast Downward blind, classical": ("fast-downward:blind", "classical"),
    "SymK, classical": ("symk", "classical"),
    "ENHSP, numeric": ("enhsp", "numeric"),
}


@dataclass
class Run:
    result: Result
    seconds: float  # processor time of this process and of its children: the machine may be shared


def processor_time() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def measured(task: Task, solver: str, variant: str | None, limit: float, repeat: int) -> Run:
    """The best of some runs; quick solvers are measured several times."""
    options = {} if variant is None else {"variant": variant}
    runs = []
    for _ in range(repeat):
        began, exact = processor_time(), time.process_time()
        result = solve(task, solver, limits=Limits(seconds=limit), options=options)
        here = time.process_time() - exact
        whole = processor_time() - began
        # os.times counts in hundredths of a second: good enough for other processes only.
        runs.append(Run(result, whole if whole > here + 0.02 else here))
        if runs[-1].seconds > 0.5:
            break
    return min(runs, key=lambda run: run.seconds)


def cell(run: Run, best: int | None) -> str:
    """Seconds and what was found; the plan's length where it is not the shortest."""
    result = run.result
    if result.plan is None:
        return f"{run.seconds:.4f}" if best is None and result.status == "unsolvable" else f"{result.status}"
    longer = "" if result.cost == best else f" ({result.cost})"
    return f"{run.seconds:.4f}{longer}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("levels", nargs="*", help="level files; default: all bundled ones")
    parser.add_argument("--time-limit", type=float, default=30)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only", help="contenders whose name contains this")
    given = parser.parse_args()
    names = given.levels or [f"lara:{name}" for name in bundled("lara")]
    contenders = {name: how for name, how in CONTENDERS.items() if (given.only or "") in name}
    known = {name for name, engine in registry.engines().items() if engine.missing() is None} | {"auto"}
    contenders = {name: how for name, how in contenders.items() if how[0] in known}

    print(f"{date.today()}, Python {platform.python_version()}, {versions()}; limit {given.time_limit:g} s a level.\n")
    print("Seconds of processor time from level to validated plan; in brackets the length of a longer plan.\n")
    print(f"| level | tiles | traps | shortest | search alone (ms) | {' | '.join(contenders)} |")
    print(f"|---|{'--:|' * (4 + len(contenders))}")
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    lengths: dict[str, int] = dict.fromkeys(contenders, 0)
    search_alone = []
    for name in names:
        task = load(name, "lara")
        solve(task)  # so that nobody pays for what is loaded once
        exact = solve(task, "bfs")
        alone = min(solve(task).stats.search_seconds or 0 for _ in range(10)) * 1000
        search_alone.append(alone)
        row = [Path(name).name.removeprefix("lara:"), len(task.level.tiles), len(task.level.traps)]
        row += [exact.cost if exact.cost is not None else "none", f"{alone:.3f}"]
        for contender, (solver, variant) in contenders.items():
            run = measured(task, solver, variant, given.time_limit, given.repeat)
            row.append(cell(run, exact.cost))
            if run.result.plan is not None or run.result.status == "unsolvable":
                seconds[contender].append(run.seconds)
                lengths[contender] += run.result.cost == exact.cost
        print("| " + " | ".join(map(str, row)) + " |", flush=True)
    print(f"\nSearch alone: mean {sum(search_alone) / len(search_alone):.3f} ms, most {max(search_alone):.3f} ms.\n")
    print(f"| solver | solved of {len(names)} | shortest | mean s | most s |\n|---|--:|--:|--:|--:|")
    for name, times in seconds.items():
        figures = f"{sum(times) / len(times):.4f} | {max(times):.4f}" if times else "- | -"
        print(f"| {name} | {len(times)} | {lengths[name]} | {figures} |")
    print("\nMean seconds, each block a factor of about 1.3:\n\n```")
    for name, times in seconds.items():
        mean = sum(times) / len(times) if times else None
        bar = "" if mean is None else "█" * max(1, round(8 * (log10(mean) + 4)))
        print(f"{name:32}{bar} {'' if mean is None else f'{mean:.4f}'}")
    print("```")


def versions() -> str:
    found = []
    for package in ("ludoplan", "up-fast-downward", "up-symk", "up-enhsp"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


if __name__ == "__main__":
    main()
