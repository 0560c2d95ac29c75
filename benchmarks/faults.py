"""Faults on purpose, and what becomes of them: a table of injected, survived and lost.

    python benchmarks/faults.py [--most 400]

Survived: the answer is right or a status says what happened, and nothing lasts. Lost: a wrong answer, a hang, a row
that is missing or there twice, a traceback.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "tests" / "faults"
# Small levels of every game with native rules, and every kernel.
SOLVES = [
    ("roll:01", "astar"),
    ("boxup:first", "planner:astar-lmcut"),
    ("plotting:2x4-2-a", "bfhs"),
    ("pipes:07", "chain"),
    ("roll:01", "bfs"),
    ("roll:01", "ids"),
    ("roll:01", "ucs"),
    ("roll:01", "beam"),
    ("maze:first", "idastar"),
    ("maze:first", "bibfs"),
    ("maze:first", "bigreedy"),
    ("maze:first", "dfs"),
    ("lara:saw", "astar"),
    ("sudoku:first", "native"),
    ("puzzlescript:crates#1", "astar"),
    ("boxup:first", "planner"),
    ("boxup:first", "planner:bfws"),
    ("boxup:first", "planner:lazy-ff-pref"),
    ("boxup:first", "planner:idastar-hmax"),
]
SUITE = """title = "faults"
[limits]
seconds = 30
[[levels]]
bundled = "roll:0[1-4]"
[[solvers]]
solver = "bfs"
[[solvers]]
solver = "sat:seq"
[[solvers]]
solver = "astar"
"""
SMALL = SUITE.replace('[[solvers]]\nsolver = "sat:seq"\n', "")
FIELDS = "key, level, solver, status, cost, plan"


def compile_into(folder: Path) -> None:
    """The libraries that are preloaded."""
    for name in ("failing_new", "jumping_clock"):
        command = ["g++", "-std=c++20", "-O1", "-shared", "-fPIC", "-o", folder / f"{name}.so", SOURCES / f"{name}.cpp"]
        subprocess.run(command, check=True)


# -- memory


def failed_allocations(level: str, solver: str, libraries: Path, most: int) -> Counter[str]:
    """What becomes of solves in which one allocation of native code fails: of the first ones, and of others spread
    evenly over the rest."""
    hook = str(libraries / "failing_new.so")
    environment = {**os.environ, "LD_PRELOAD": hook}
    tally: Counter[str] = Counter()
    right = ""
    total = 0
    step = 1
    while step:
        command = [
            sys.executable,
            SOURCES / "allocations.py",
            hook,
            level,
            solver,
            str(step),
            str(step),
            str(most // 2),
        ]
        run = subprocess.run(list(map(str, command)), env=environment, capture_output=True, text=True, timeout=600)
        for line in run.stdout.splitlines():
            first, _, rest = line.partition(" ")
            if first == "right":
                right = rest
            elif first == "all":
                total = int(rest)
            elif rest.startswith("then"):
                tally["lasting"] += 1
            else:
                tally["injected"] += 1
                # A plan that stands, without its proof, is a right answer too.
                is_right = rest == right or rest == f"solved {right.split()[1]}"
                kind = "memory" if rest.startswith("memory") else "right" if is_right else rest.split()[0]
                kind = "hung" if "SIGALRM" in rest else kind
                tally[kind if kind in ("memory", "right", "died", "hung") else "wrong"] += 1
        if run.returncode != 0:
            tally["wrong"] += 1
        step = total // (most // 2) if step == 1 and total > most // 2 else 0
        step = step if step > 1 else 0
    return tally


# -- campaigns


def bench(folder: Path, store: str, suite: str = SMALL, **more: object) -> subprocess.CompletedProcess[str]:
    (folder / "suite.toml").write_text(suite)
    command = [sys.executable, "-m", "ludoplan.cli.main", "bench", "run", "suite.toml", "-o", store]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, **more)  # type: ignore


def rows_of(store: Path) -> list[tuple[object, ...]]:
    with sqlite3.connect(store) as connection:
        return connection.execute(f"select {FIELDS} from run order by key").fetchall()


def complaints(folder: Path, run: subprocess.CompletedProcess[str], store: str, suite: str = SMALL) -> list[str]:
    """What is wrong after a campaign that was disturbed, once it has gone on undisturbed."""
    wrong = ["a traceback"] if "Traceback" in run.stderr else []
    if run.returncode not in (0, 1, 2):
        wrong.append(f"exit status {run.returncode}")
    if run.returncode and not run.stderr.strip():
        wrong.append("no word of what happened")
    again = bench(folder, store, suite)
    if again.returncode != 0:
        wrong.append(f"does not go on: {again.stderr}")
        return wrong
    whole = bench(folder, "whole.db", suite)
    assert whole.returncode == 0, whole.stderr
    if rows_of(folder / store) != rows_of(folder / "whole.db"):
        wrong.append("rows are lost, there twice or different")
    return wrong


def full_disk(folder: Path, size: int) -> list[str]:
    """No file may grow beyond so many bytes while the campaign runs."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    run = bench(folder, "full.db", preexec_fn=limit)
    wrong = complaints(folder, run, "full.db")
    return wrong + (["it did not notice"] if run.returncode == 0 and size < 50_000 else [])


def jumping_clock(libraries: Path, folder: Path) -> list[str]:
    """The clock on the wall jumps by years; limits and times are by the steady one."""
    environment = {**os.environ, "LD_PRELOAD": str(libraries / "jumping_clock.so")}
    run = bench(folder, "jumps.db", env=environment)
    wrong = complaints(folder, run, "jumps.db")
    if run.returncode != 0:
        wrong.append(f"the campaign ends with {run.returncode}: {run.stderr}")
    with sqlite3.connect(folder / "jumps.db") as connection:
        for (seconds,) in connection.execute("select wall_seconds from run"):
            if not 0 <= seconds < 60:
                wrong.append(f"a run of {seconds} seconds")
    command = [sys.executable, "-m", "ludoplan.cli.main", "solve", "maze:twenty-dots", "--solver", "bfs",
               "--time-limit", "1"]  # fmt: skip
    began = time.monotonic()
    late = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    if late.returncode != 11:
        wrong.append(f"a limit of a second ends with {late.returncode}")
    if time.monotonic() - began > 60:
        wrong.append("a limit of a second does not hold")
    return wrong


def locked_store(folder: Path, seconds: float) -> list[str]:
    """Another program holds the store for a while, in the middle of the campaign."""
    store = folder / "locked.db"
    bench(folder, "locked.db")
    with sqlite3.connect(store) as connection:
        connection.execute("delete from run where rowid > 2")

    def hold() -> None:
        other = sqlite3.connect(store, timeout=20, isolation_level=None)
        other.execute("begin exclusive")
        time.sleep(seconds)
        other.execute("commit")
        other.close()

    holder = threading.Thread(target=hold)
    holder.start()
    time.sleep(0.1)
    run = bench(folder, "locked.db")
    holder.join()
    return complaints(folder, run, "locked.db") + ([] if run.returncode == 0 else [f"gave up: {run.stderr}"])


def descendants(root: int) -> list[int]:
    """The processes below one, as /proc has them."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
    found, waiting = [], [root]
    while waiting:
        here = waiting.pop()
        below = [pid for pid, parent in parents.items() if parent == here]
        found += below
        waiting += below
    return found


def killed_workers(folder: Path, kills: int, seed: int) -> list[str]:
    """Processes below the campaign are killed at random: each costs its run an `error`, and nothing else."""
    rng = random.Random(seed)
    (folder / "suite.toml").write_text(SUITE)
    command = [sys.executable, "-m", "ludoplan.cli.main", "bench", "run", "suite.toml", "-o", "killed.db"]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    hit = 0
    deadline = time.monotonic() + 120
    while process.poll() is None and time.monotonic() < deadline:
        time.sleep(rng.uniform(0.05, 0.4))
        below = descendants(process.pid)
        if below and hit < kills:
            try:
                os.kill(rng.choice(below), signal.SIGKILL)
                hit += 1
            except ProcessLookupError:
                continue
    if process.poll() is None:
        process.kill()
        return ["it hangs"]
    wrong = ["a traceback"] if "Traceback" in process.communicate()[1] else []
    whole = bench(folder, "whole.db", SUITE)
    assert whole.returncode == 0, whole.stderr
    got, wanted = rows_of(folder / "killed.db"), rows_of(folder / "whole.db")
    if [row[0] for row in got] != [row[0] for row in wanted]:
        wrong.append(f"{len(got)} rows of {len(wanted)}")
    different = [row for row, right in zip(got, wanted, strict=False) if row != right]
    wrong += [f"{row[1]} {row[2]}: {row[3]}" for row in different if row[3] != "error"]
    if len(different) > hit:
        wrong.append(f"{len(different)} runs are spoilt by {hit} kills")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=400, help="allocations that fail, of each solve")
    parser.add_argument("--no-allocations", action="store_true", help="only disk, clock, lock and workers")
    arguments = parser.parse_args()
    lost = 0
    print("| fault | injected | survived | lost | |\n|---|--:|--:|--:|---|")
    with tempfile.TemporaryDirectory() as name:
        libraries = Path(name)
        compile_into(libraries)
        for level, solver in [] if arguments.no_allocations else SOLVES:
            tally = failed_allocations(level, solver, libraries, arguments.most)
            bad = tally["wrong"] + tally["hung"] + tally["lasting"]
            lost += bad
            words = f"`memory` {tally['memory']}, right {tally['right']}, ended in a conversion {tally['died']}"
            injected = tally["injected"]
            print(f"| allocation, {solver} on {level} | {injected} | {injected - bad} | {bad} | {words} |")
            sys.stdout.flush()
        trials = {
            "disk full": [lambda folder, size=size: full_disk(folder, size) for size in range(0, 200_000, 20_000)],
            "clock jumps": [lambda folder: jumping_clock(libraries, folder)] * 3,
            "store locked": [lambda folder, s=s: locked_store(folder, s) for s in (0.2, 1.0, 4.0)],
            "worker killed": [lambda folder, s=s: killed_workers(folder, 4, s) for s in range(5)],
        }
        for fault, functions in trials.items():
            wrong: list[str] = []
            for function in functions:
                with tempfile.TemporaryDirectory() as folder:
                    wrong += function(Path(folder))  # type: ignore[operator]
            lost += len(wrong)
            print(f"| {fault} | {len(functions)} | {len(functions) - len(wrong)} | {len(wrong)} | {'; '.join(wrong)} |")
            sys.stdout.flush()
    return 1 if lost else 0


if __name__ == "__main__":
    raise SystemExit(main())
