"""Solvers of PDDL side by side: Markdown tables of cost, CPU seconds of the whole command, and peak memory.

    python benchmarks/planning.py --solvers planner,fast-downward DOMAIN PROBLEM [DOMAIN PROBLEM ...]
    python benchmarks/planning.py --pipes 10 20 30 40 --seeds 3
    python benchmarks/planning.py --suite benchmarks/planning.toml [--folder DIRECTORY]
    python benchmarks/planning.py --folder DIRECTORY --aim plan [--solvers planner:first,enhsp]

CPU seconds are those of the command and everything that it starts, from the start of Python to the validated plan. The
boards of --pipes are drawn by the game's own generator, and each is planned with and without rotation.

A suite lists tasks of `pddl_tasks.py` to prove and others to find any plan for. Every run has the same CPU seconds and
is ended then; its own limit is on the wall clock and far off, as others may be busy on the machine. --folder adds the
last problem of each folder below it that has a domain.pddl. The tables tell each task, then each domain, then all.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SOLVERS = (
    "planner:lazy-ff-pref",
    "fast-downward:lama-first",
    "planner",
    "planner:astar-hmax",
    "fast-downward",
    "enhsp:opt",
)
OF_SUITES = {
    "proof": ("planner", "fast-downward", "symk"),
    "plan": ("planner:first", "fast-downward:lama-first"),
}
TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Row:
    """What one run has come to."""

    status: str
    cost: str = ""
    seconds: float = 0.0
    megabytes: float = 0.0


def measure(domain: Path, problem: Path, solver: str, seconds: float, cpu_seconds: float | None = None) -> Row:
    """One run; ended after so many seconds of CPU, where they are given."""
    program = Path(sys.executable).with_name("ludoplan")
    command = [str(program), "plan", str(domain), str(problem), "--solver", solver]
    command += ["--time-limit", str(seconds), "--json"]
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL)
        was_ended = cpu_seconds is not None and end_after(process.pid, cpu_seconds)
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        output.seek(0)
        text = output.read().decode()
    try:
        result = json.loads(text)
    except json.JSONDecodeError:
        return Row("timeout", "", cpu_seconds or seconds) if was_ended else Row("no answer")
    cpu = usage.ru_utime + usage.ru_stime
    peak = max(result["stats"]["peak_mb"] or 0, usage.ru_maxrss * 1024 / 1e6)
    return Row(result["status"], "" if result["cost"] is None else str(result["cost"]), cpu, peak)


def end_after(pid: int, seconds: float) -> bool:
    """Waits for the end of a process, or ends it when it and all below it have had so many seconds of CPU."""
    from ludoplan.running.processes import descendants

    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        tree = [pid, *descendants(pid)]
        if sum(map(cpu_of, tree)) > seconds:
            for each in tree:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(each, signal.SIGKILL)
            return True
        time.sleep(0.05)
    return False


def cpu_of(pid: int) -> float:
    """CPU seconds of a process and of those below it that have ended."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, words[11:15])) / TICK


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


Named = tuple[str, str, Path, Path]  # domain, the task's name, and the files


def suite_tasks(suite: Path, folder: Path) -> dict[str, list[Named]]:
    """The tasks of a suite by aim, written to a folder."""
    from pddl_tasks import task

    found: dict[str, list[Named]] = {}
    for aim, entries in tomllib.loads(suite.read_text(encoding="utf-8")).items():
        for number, entry in enumerate(entries):
            sizes = dict(entry)
            domain, seed = sizes.pop("domain"), sizes.pop("seed")
            paths = [folder / f"{aim}-{number}-{part}.pddl" for part in ("domain", "problem")]
            for path, text in zip(paths, task(domain, seed, **sizes), strict=True):
                path.write_text(text, encoding="utf-8")
            name = " ".join(f"{key} {value}" for key, value in sizes.items())
            found.setdefault(aim, []).append((domain, name, paths[0], paths[1]))
    return found


def folder_tasks(folder: Path) -> Iterator[Named]:
    """The last problem of each folder."""
    for domain in sorted(folder.rglob("domain.pddl")):
        problems = sorted(each for each in domain.parent.glob("*.pddl") if each != domain)
        if problems:
            yield domain.parent.name + "*", problems[-1].stem, domain, problems[-1]


def tables(aim: str, tasks: list[Named], solvers: tuple[str, ...], cpu_seconds: float, wall_seconds: float) -> None:
    """Runs and prints one aim's tables."""
    rows: dict[str, list[dict[str, Row]]] = defaultdict(list)
    heads = " | ".join(solvers)
    line = f"|---|---|{'---|' * len(solvers)}"
    print(
        f"\n### {aim}: cost and CPU seconds\n\n| domain | task | {heads} |\n{line}",
        flush=True,
    )
    for domain, name, domain_path, problem in tasks:
        row = {each: measure(domain_path, problem, each, wall_seconds, cpu_seconds) for each in solvers}
        rows[domain].append(row)
        cells = [f"{each.cost} in {each.seconds:.2f}" if is_done(aim, each) else each.status for each in row.values()]
        print(f"| {domain} | {name} | {' | '.join(cells)} |", flush=True)
        costs = {each.cost for each in row.values() if each.status == "optimal"}
        if len(costs) > 1:
            print(f"| | **costs differ: {', '.join(sorted(costs))}** | |", flush=True)
    print(f"\n### {aim}: done within {cpu_seconds:g} s of CPU\n\n| domain | tasks | {heads} |\n{line}")
    totals = dict.fromkeys(solvers, 0)
    for domain in sorted(rows):
        counts = {solver: sum(is_done(aim, row[solver]) for row in rows[domain]) for solver in solvers}
        for solver, count in counts.items():
            totals[solver] += count
        print(f"| {domain} | {len(rows[domain])} | {' | '.join(map(str, counts.values()))} |")
    print(f"| **all** | {len(tasks)} | {' | '.join(map(str, totals.values()))} |", flush=True)


def is_done(aim: str, row: Row) -> bool:
    return row.status in ("optimal", "unsolvable") or (aim == "plan" and row.status == "solved")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="DOMAIN PROBLEM")
    parser.add_argument("--pipes", nargs="*", type=int, default=[], metavar="SIZE")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--solvers", type=lambda text: tuple(text.split(",")))
    parser.add_argument("--time-limit", type=float, default=120)
    parser.add_argument("--suite", type=Path, metavar="TOML")
    parser.add_argument("--folder", type=Path, metavar="DIRECTORY")
    parser.add_argument("--cpu", type=float, default=10, metavar="SECONDS", help="of each run of a suite")
    parser.add_argument("--aim", choices=list(OF_SUITES), help="of a suite; default: all")
    arguments = parser.parse_args()
    if len(arguments.files) % 2:
        parser.error("a domain without a problem")
    with tempfile.TemporaryDirectory() as folder:
        if arguments.suite is not None or arguments.folder is not None:
            suite: dict[str, list[Named]] = {arguments.aim or "plan": []}
            if arguments.suite is not None:
                suite = suite_tasks(arguments.suite, Path(folder))
            for aim, named in suite.items():
                if arguments.aim in (None, aim):
                    more = list(folder_tasks(arguments.folder)) if arguments.folder is not None else []
                    solvers = arguments.solvers or OF_SUITES[aim]
                    tables(aim, [*named, *more], solvers, arguments.cpu, arguments.time_limit)
            return
        pairs = zip(arguments.files[::2], arguments.files[1::2], strict=True)
        tasks = [(f"{domain.stem} {problem.stem}", domain, problem) for domain, problem in pairs]
        if arguments.pipes:
            tasks += boards(arguments.pipes, arguments.seeds, Path(folder))
        print("| task | solver | status | cost | CPU s | MB |\n|---|---|---|---|---|---|")
        for name, domain, problem in tasks:
            for solver in arguments.solvers or SOLVERS:
                row = measure(domain, problem, solver, arguments.time_limit)
                cells = (name, solver, row.status, row.cost, f"{row.seconds:.2f}", f"{row.megabytes:.0f}")
                print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
