"""Solvers of PDDL side by side: a Markdown table of cost, CPU seconds of the whole command, and peak memory.

    python benchmarks/planning.py --solvers planner,fast-downward DOMAIN PROBLEM [DOMAIN PROBLEM ...]
    python benchmarks/planning.py --pipes 10 20 30 40 --seeds 3

CPU seconds are those of the command and everything that it starts, from the start of Python to the validated plan. The
boards of --pipes are drawn by the game's own generator, and each is planned with and without rotation.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

SOLVERS = (
    "planner:lazy-ff-pref",
    "fast-downward:lama-first",
    "planner",
    "planner:astar-hmax",
    "fast-downward",
    "enhsp:opt",
)


def measure(domain: Path, problem: Path, solver: str, seconds: float) -> tuple[str, str, str, str]:
    """Status, cost, CPU seconds and megabytes of one run."""
    program = Path(sys.executable).with_name("ludoplan")
    command = [str(program), "plan", str(domain), str(problem), "--solver", solver]
    command += ["--time-limit", str(seconds), "--json"]
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL)
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        output.seek(0)
        text = output.read().decode()
    try:
        result = json.loads(text)
    except json.JSONDecodeError:
        return "no answer", "", "", ""
    cpu = usage.ru_utime + usage.ru_stime
    peak = max(result["stats"]["peak_mb"] or 0, usage.ru_maxrss * 1024 / 1e6)
    cost = "" if result["cost"] is None else str(result["cost"])
    return result["status"], cost, f"{cpu:.2f}", f"{peak:.0f}"


def boards(sizes: list[int], seeds: int, folder: Path) -> Iterator[tuple[str, Path, Path]]:
    """Random pipes boards whose ends lie far apart, as PDDL, in both variants."""
    from ludoplan.core import registry

    game = registry.game("pipes")
    options = {option.key: option.default for option in game.design.options}
    for size in sizes:
        for seed in range(seeds):
            level = game.design.generate(random.Random(100 * size + seed), {**options, "rows": size, "columns": size})
            for variant in game.pddl.variants:
                form = game.pddl.encode(level, variant)
                paths = (folder / f"{variant}.pddl", folder / f"{size}-{seed}.pddl")
                paths[0].write_text(form.domain)
                paths[1].write_text(form.problem)
                yield f"pipes {size}x{size} #{seed}, {variant}", *paths


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="DOMAIN PROBLEM")
    parser.add_argument("--pipes", nargs="*", type=int, default=[], metavar="SIZE")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--solvers", default=",".join(SOLVERS))
    parser.add_argument("--time-limit", type=float, default=120)
    arguments = parser.parse_args()
    if len(arguments.files) % 2:
        parser.error("a domain without a problem")
    with tempfile.TemporaryDirectory() as folder:
        pairs = zip(arguments.files[::2], arguments.files[1::2], strict=True)
        tasks = [(f"{domain.stem} {problem.stem}", domain, problem) for domain, problem in pairs]
        if arguments.pipes:
            tasks += boards(arguments.pipes, arguments.seeds, Path(folder))
        print("| task | solver | status | cost | CPU s | MB |\n|---|---|---|---|---|---|")
        for name, domain, problem in tasks:
            for solver in arguments.solvers.split(","):
                row = measure(domain, problem, solver, arguments.time_limit)
                print(f"| {name} | {solver} | {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
