"""Planning as satisfiability, as Markdown: python benchmarks/sat_planning.py pipes | games | plotting | solvers

pipes     random boards whose ends lie far apart, both PDDL forms, beside the figures of Madagascar
games     bundled levels: fewest actions, proven, against the native planner
plotting  Plotting's counting form, grids of growing size
solvers   the solvers of python-sat on the same formulas

Each run is a process of its own; CPU seconds are those of the whole command and all that it starts, from the start of
Python to the validated plan.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ludoplan import Status, Task, solve
from ludoplan.core.options import complete
from ludoplan.core.registry import game

COLUMNS = ("status", "cost", "at least", "CPU s", "MB", "horizons", "variables", "clauses", "conflicts")
# Madagascar MpC, CPU seconds, the better of its two ways (with and without its invariants), by size and PDDL form.
MADAGASCAR = {
    (20, "no-rotation"): "2.7",
    (20, "rotation"): "6.7",
    (30, "no-rotation"): "22",
    (30, "rotation"): "47",
    (40, "no-rotation"): "113",
    (40, "rotation"): "fails at 4 GB",
}


def run(words: Sequence[str], seconds: float) -> list[str]:
    """One command, as the columns of a row."""
    command = [sys.executable, "-m", "ludoplan.cli.main", *words, "--json", "--time-limit", str(seconds)]
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output)
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        output.seek(0)
        result = json.loads(output.read())
    stats = result["stats"]
    # A solver that had to be killed has not told its time.
    cpu = "" if result["status"] == "timeout" else f"{usage.ru_utime + usage.ru_stime:.2f}"
    counts = [f"{stats[name]:,}" if name in stats else "" for name in COLUMNS[5:]]
    known = ["" if result[key] is None else f"{result[key]:g}" for key in ("cost", "lower_bound")]
    return [result["status"], *known, cpu, f"{stats['peak_mb']:.0f}", *counts]


def table(first: Sequence[str], rows: Iterator[list[str]]) -> None:
    """Prints rows as they come."""
    names = (*first, *COLUMNS)
    print(f"| {' | '.join(names)} |\n|{'---|' * len(names)}", flush=True)
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)


def board(size: int, seed: int) -> Task:
    """A solvable board of two ends that are at least 1.2 times its width apart."""
    of = game("pipes")
    rng = random.Random(100 * size + seed)
    options = complete(of.design.options, {"rows": size, "columns": size})
    while True:
        task = Task(of, of.design.generate(rng, options), f"{size}-{seed}")
        (row, column), (other_row, other_column) = task.level.start, task.level.ends[0]
        is_far = abs(row - other_row) + abs(column - other_column) >= 1.2 * size
        if is_far and solve(task).status is Status.OPTIMAL:
            return task


def pipes(arguments: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    for size in arguments.sizes:
        for seed in range(arguments.seeds):
            task = board(size, seed)
            path = folder / f"{task.name}.pipes"
            path.write_text(task.game.text.format(task.level))
            for variant, objective in (("no-rotation", "pieces"), ("rotation", "steps")):
                for solver in arguments.solvers:
                    words = ["solve", str(path), "--objective", objective, "--variant", variant, "--solver", solver]
                    row = run(words, arguments.time_limit)
                    yield [f"{size}x{size} #{seed}, {variant}", solver, MADAGASCAR.get((size, variant), ""), *row]


def games(arguments: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    for level in arguments.levels:
        for solver in arguments.solvers:
            yield [level, solver, *run(["solve", level, "--solver", solver], arguments.time_limit)]


def plotting(arguments: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    of = game("plotting")
    for size in arguments.sizes:
        options = complete(of.design.options, {"rows": size, "columns": size, "goal": size})
        level = of.design.generate(random.Random(size), options)
        path = folder / f"{size}.plot"
        path.write_text(of.text.format(replace(level)))
        for variant in of.pddl.variants:
            for solver in arguments.solvers:
                words = ["solve", str(path), "--variant", variant, "--solver", solver]
                yield [f"{size}x{size}, {variant}", solver, *run(words, arguments.time_limit)]


def solvers(arguments: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    for level in arguments.levels:
        for name in arguments.solvers:
            words = ["solve", level, "--solver", "sat:seq", "--sat-solver", name]
            yield [level, name, *run(words, arguments.time_limit)]


PARTS = {
    "pipes": (pipes, ("board", "solver", "Madagascar"), ["sat", "sat:mpc"]),
    "games": (games, ("level", "solver"), ["sat:seq", "sat", "planner"]),
    "plotting": (plotting, ("grid", "solver"), ["sat:seq", "sat"]),
    "solvers": (solvers, ("level", "solver"), ["glucose4", "cadical153", "cadical195"]),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--sizes", nargs="*", type=int, default=[10, 20, 30, 40], metavar="N")
    parser.add_argument("--seeds", type=int, default=1, metavar="N")
    parser.add_argument("--levels", nargs="*", default=["roll:05", "boxup:third", "lara:snakes-2"], metavar="LEVEL")
    parser.add_argument("--solvers", nargs="*", metavar="S")
    parser.add_argument("--time-limit", type=float, default=60, metavar="SEC")
    arguments = parser.parse_args()
    measure, names, usual = PARTS[arguments.part]
    arguments.solvers = arguments.solvers or usual
    with tempfile.TemporaryDirectory() as folder:
        table(names, measure(arguments, Path(folder)))


if __name__ == "__main__":
    main()
