"""Plotting measured: a folder of levels with known optima, its PDDL forms, the growth over sizes. Prints Markdown.

Every level is solved in a process of its own, so that time (CPU) and memory (peak) are its own.

    python benchmarks/plotting.py instances FOLDER --solver auto
    python benchmarks/plotting.py instances FOLDER --solver cp:cadical --option model=state --most 16
    python benchmarks/plotting.py --time-limit 60 growth --sizes 4 5 6 --colours 3 4 5 --count 10
    python benchmarks/plotting.py --time-limit 20 ground FOLDER --variant quantified
    python benchmarks/plotting.py suite FOLDER --most 16 --each 1 > table.toml && ludoplan bench run table.toml
    python benchmarks/plotting.py table table.toml table.db
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from ludoplan.games.plotting.solvers import ENGINES

from ludoplan.bench.campaign import Local, run_campaign
from ludoplan.bench.page import style
from ludoplan.bench.plots import Series, cactus
from ludoplan.bench.statistics import PROVEN
from ludoplan.bench.store import Store
from ludoplan.bench.suite import load_suite
from ludoplan.core.engine import Request
from ludoplan.core.limits import Budget, Limits
from ludoplan.core.options import complete
from ludoplan.games.plotting import GAME
from ludoplan.games.plotting.constraints import EXTRAS, MODELS
from ludoplan.pddl.parser import parse_domain, parse_problem
from ludoplan.pddl.task import PddlTask
from ludoplan.planning.planner import Grounded, Stopped


@dataclass
class Run:
    """One level solved."""

    name: str
    status: str
    cost: int | None
    cpu_seconds: float
    megabytes: float
    expanded: int | None


def run(path: Path, solver: str, options: list[str], seconds: float, megabytes: float) -> Run:
    """The result of `ludoplan solve` in a process of its own."""
    words = [sys.executable, "-m", "ludoplan.cli.main", "solve", str(path), "--solver", solver, "--json"]
    words += ["--time-limit", str(seconds), "--memory-limit", str(megabytes)]
    for option in options:
        name, _, value = option.partition("=")
        words += [f"--{name}", value]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if not done.stdout:
        raise SystemExit(done.stderr)
    result: dict[str, Any] = json.loads(done.stdout)
    stats = result["stats"]
    return Run(path.stem, result["status"], result["cost"], cpu, stats["peak_mb"], stats["expanded"])


def instances(arguments: argparse.Namespace) -> None:
    folder = Path(arguments.folder)
    with open(folder / "optimal.csv", encoding="utf-8") as file:
        known = {row["instance"]: row for row in csv.DictReader(file)}
    rows: dict[str, list[Run]] = {}
    wrong = []
    for name, row in known.items():
        if int(row["rows"]) * int(row["cols"]) > arguments.most:
            continue
        found = run(
            folder / f"{name}.param", arguments.solver, arguments.option, arguments.time_limit, arguments.memory
        )
        print(found, file=sys.stderr, flush=True)
        rows.setdefault(f"{row['rows']}x{row['cols']}, {row['colours']} colours, goal {row['goal']}", []).append(found)
        if found.status in PROVEN and (found.status, str(found.cost or "")) != (
            row["status"], row["optimal_shots"],
        ):  # fmt: skip
            wrong.append(name)
    everything = [run for runs in rows.values() for run in runs]
    print("| class | proven | CPU s, median | CPU s, worst | CPU s, sum | MB, worst |\n|---|---|---|---|---|---|")
    for title, group in [*rows.items(), ("all", everything)]:
        proven = sum(run.status in PROVEN for run in group)
        times = [run.cpu_seconds for run in group]
        figures = f"{statistics.median(times):.2f} | {max(times):.2f} | {sum(times):.1f}"
        print(f"| {title} | {proven} of {len(group)} | {figures} | {max(run.megabytes for run in group):.0f} |")
    par2 = sum(run.cpu_seconds if run.status in PROVEN else 2 * arguments.time_limit for run in everything)
    print(f"\nPAR2 {par2:.1f} s; differing from the known optima: {', '.join(wrong) or 'none'}")


def growth(arguments: argparse.Namespace) -> None:
    print("| grid | colours | goal | proven | shots | CPU s, median | CPU s, worst | MB, worst |\n" + "|---" * 8 + "|")
    for size in arguments.sizes:
        for colours in arguments.colours:
            goal = arguments.goal or max(size - 2, colours)
            options = complete(GAME.design.options, {"rows": size, "columns": size, "colours": colours, "goal": goal})
            runs = []
            for seed in range(1, arguments.count + 1):
                with tempfile.TemporaryDirectory() as folder:
                    path = Path(folder) / f"seed-{seed}.plot"
                    path.write_text(
                        GAME.text.format(GAME.design.generate(random.Random(seed), options)), encoding="utf-8"
                    )
                    runs.append(run(path, "auto", [], arguments.time_limit, arguments.memory))
                print(size, colours, runs[-1], file=sys.stderr, flush=True)
            proven = [run for run in runs if run.status in PROVEN]
            costs = sorted(run.cost for run in proven if run.cost is not None)
            shots = f"{costs[0]} to {costs[-1]}" if costs else "-"
            times = [run.cpu_seconds for run in runs]
            print(
                f"| {size}x{size} | {colours} | {goal} | {len(proven)} of {len(runs)} | {shots} "
                f"| {statistics.median(times):.2f} | {max(times):.2f} | {max(run.megabytes for run in runs):.0f} |",
                flush=True,
            )


def ground(arguments: argparse.Namespace) -> None:
    """The planner's grounding alone, one level of each class."""
    print("| class | variant | facts | actions | CPU s |\n|---|---|---|---|---|")
    for title, paths in classes(Path(arguments.folder), arguments.most).items():
        for variant in arguments.variant:
            task = GAME.pddl.encode(GAME.parse(paths[0].read_text(encoding="utf-8")), variant)
            began = time.process_time()
            domain = parse_domain(task.domain)
            problem = parse_problem(task.problem, "problem", domain)
            budget = Budget(Limits(seconds=arguments.time_limit, megabytes=arguments.memory))
            try:
                native = Grounded.of(PddlTask(domain, problem), Request(budget=budget)).native
                size = f"{native.facts} | {native.actions}"
            except Stopped as stopped:
                size = f"{stopped.status} limit | "
            print(f"| {title} | {variant} | {size} | {time.process_time() - began:.2f} |", flush=True)


def suite(arguments: argparse.Namespace) -> None:
    """A campaign: search, and both models on all back ends with no, one and all extra constraints."""
    print('title = "Plotting: search and constraint models"\ntime = "cpu_seconds"\n')
    print(f"[limits]\nseconds = {arguments.time_limit:g}\nmegabytes = {arguments.memory:g}\n")
    for title, paths in classes(Path(arguments.folder), arguments.most).items():
        names = json.dumps([str(path.resolve()) for path in paths[: arguments.each]])
        print(f'[[levels]]\nfiles = {names}\nclass = "{title}"\n')
    print('[[solvers]]\nname = "search"\nsolver = "auto"\n')
    for solver in arguments.also:
        print(f'[[solvers]]\nsolver = "{solver}"\n')
    for engine, model, extra in product(ENGINES, MODELS, arguments.extra):
        extra = "" if extra == "none" else extra
        name = " ".join(filter(None, (engine.name, model, extra)))
        options = f'{{ model = "{model}", extra = "{extra}" }}'
        print(f'[[solvers]]\nname = "{name}"\nsolver = "{engine.name}"\noptions = {options}\n')


def table(arguments: argparse.Namespace) -> None:
    """Runs a suite level by level, but no solver any further that has failed on the last few levels: what it leaves
    out counts as unsolved. Goes on where it was stopped."""
    suite = load_suite(arguments.suite)
    plain = [solver for solver in suite.solvers if not solver.options.get("extra")]
    extended = [solver for solver in suite.solvers if solver not in plain]
    failures = dict.fromkeys((solver.name for solver in suite.solvers), 0)
    with Store(arguments.database, must_exist=False) as store:
        for level in suite.levels:
            solved: set[str] = set()
            for group in (plain, extended):
                solvers = [solver for solver in group if failures[solver.name] < arguments.give_up]
                if group is extended and arguments.only_solved:
                    solvers = [solver for solver in solvers if solver.name.rpartition(" ")[0] in solved]
                run_campaign(replace(suite, levels=(level,), solvers=tuple(solvers)), store, Local(1))
                for row in store.rows():
                    name, status = row["solver"], row["status"]
                    if status in PROVEN:
                        solved.add(name)
                    failures[name] = 0 if status in PROVEN else failures[name] + 1
                    print(level.name, name, status, row["cpu_seconds"], file=sys.stderr, flush=True)
        store.begin(suite, suite.runs())
        rows = store.rows()
    limit = suite.limits.seconds or 0
    series: list[Series] = []
    print("| solver | run | solved | CPU s of those | PAR2, s |\n|---|---|---|---|---|")
    for solver in suite.solvers:
        runs = [row for row in rows if row["solver"] == solver.name]
        times = [row["cpu_seconds"] for row in runs if row["status"] in PROVEN]
        par2 = sum(times) + 2 * limit * (len(suite.levels) - len(times))
        print(f"| {solver.name} | {len(runs)} | {len(times)} | {sum(times):.1f} | {par2:.0f} |")
        series.append(Series(solver.name, times, len(suite.levels), len(series)))
    if arguments.cactus is not None:
        alone = cactus(series, (0.001, limit)).replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
        arguments.cactus.write_text(alone.replace(">", f"><style>{style()}</style>", 1), encoding="utf-8")


def classes(folder: Path, most: int) -> dict[str, list[Path]]:
    """The levels of a folder by class, in the order of `optimal.csv`; of at most so many cells."""
    found: dict[str, list[Path]] = {}
    with open(folder / "optimal.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if int(row["rows"]) * int(row["cols"]) <= most:
                title = f"{row['rows']}x{row['cols']}, {row['colours']} colours, goal {row['goal']}"
                found.setdefault(title, []).append(folder / f"{row['instance']}.param")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--time-limit", type=float, default=600, help="seconds for each level")
    parser.add_argument("--memory", type=float, default=8000, help="megabytes for each level")
    commands = parser.add_subparsers(required=True)
    known = commands.add_parser("instances", help="a folder with *.param and optimal.csv")
    known.add_argument("folder")
    known.add_argument("--solver", default="auto")
    known.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the solver")
    known.add_argument("--most", type=int, default=1000, help="only grids with at most so many cells")
    known.set_defaults(run=instances)
    grounded = commands.add_parser("ground", help="the size of the PDDL forms, and the time to ground them")
    grounded.add_argument("--variant", choices=GAME.pddl.variants, nargs="+", default=list(GAME.pddl.variants))
    grounded.set_defaults(run=ground)
    campaign = commands.add_parser("suite", help="writes a suite for `ludoplan bench run`")
    campaign.add_argument("--each", type=int, default=1000, help="the first levels of each class")
    campaign.add_argument("--extra", nargs="+", default=["none", *EXTRAS, "all"], choices=["none", *EXTRAS, "all"])
    campaign.add_argument("--also", nargs="*", default=[], metavar="SOLVER", help="other solvers")
    campaign.set_defaults(run=suite)
    tabled = commands.add_parser("table", help="runs a suite, but hopeless solvers no further")
    tabled.add_argument("suite")
    tabled.add_argument("database")
    tabled.add_argument("--give-up", type=int, default=3, help="after so many levels in a row")
    tabled.add_argument("--only-solved", action="store_true", help="extra constraints only where it is solved without")
    tabled.add_argument("--cactus", type=Path, help="write a cactus plot to this file")
    tabled.set_defaults(run=table)
    for command in (grounded, campaign):
        command.add_argument("folder")
        command.add_argument("--most", type=int, default=1000, help="only grids with at most so many cells")
    grown = commands.add_parser("growth", help="random levels by size and colours")
    grown.add_argument("--sizes", type=int, nargs="+", default=[4, 5, 6])
    grown.add_argument("--colours", type=int, nargs="+", default=[3, 4, 5])
    grown.add_argument("--goal", type=int, help="default: size - 2, but at least the number of colours")
    grown.add_argument("--count", type=int, default=10)
    grown.set_defaults(run=growth)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
