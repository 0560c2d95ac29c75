"""A campaign that is killed at random moments and resumed, against one that nobody disturbs: the same rows, none twice.

    python benchmarks/killed_campaign.py [--kills 20] [--seed 0]

Each kill is SIGKILL to the whole command, at a moment drawn at random, while its runs and their supervisors go on for
as long as they can.
"""

from __future__ import annotations

import argparse
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SUITE = """title = "killed"
[limits]
seconds = 20
[[levels]]
bundled = "roll:0*"
[[levels]]
bundled = "boxup:*i*"
[[levels]]
bundled = "maze:f*"
[[levels]]
bundled = "lara:*1"
[[solvers]]
solver = "bfs"
[[solvers]]
solver = "astar"
[[solvers]]
solver = "planner:astar-blind"
"""
# What a run comes to, whenever and wherever it takes place.
FIELDS = "key, level, solver, seed, status, cost, length, lower_bound, validated, plan"
Rows = list[tuple[object, ...]]


def rows_of(store: Path) -> Rows:
    """The rows of a store; none if it has not been made yet."""
    if not store.exists():
        return []
    with sqlite3.connect(store) as connection:
        if not connection.execute("select 1 from sqlite_master where name = 'run'").fetchone():
            return []
        return connection.execute(f"select {FIELDS} from run order by key").fetchall()


def command(suite: Path, store: Path) -> list[str]:
    return [sys.executable, "-m", "ludoplan.cli.main", "bench", "run", str(suite), "-o", str(store), "--jobs", "2"]


def killed(folder: Path, kills: int, rng: random.Random, longest: float) -> tuple[int, list[int]]:
    """Runs the campaign until it is done, with so many kills on the way; how many hit it, and the rows after each."""
    suite, store = folder / "suite.toml", folder / "killed.db"
    hit, after = 0, []
    while True:
        process = subprocess.Popen(command(suite, store), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if hit < kills:
            time.sleep(rng.uniform(0.05, longest))
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                process.wait()
                hit += 1
                after.append(len(rows_of(store)))
                continue
        process.wait()
        if process.returncode != 0:
            raise RuntimeError(f"the campaign ends with {process.returncode}")
        if hit >= kills:
            return hit, after
        # Done before all kills were spent: rows are taken away, as if the campaign had just begun.
        with sqlite3.connect(store) as connection:
            connection.execute("delete from run where rowid % 3 != 0")


def compared(kills: int, seed: int, suite: str = SUITE) -> tuple[Rows, Rows, list[int]]:
    """The rows of an undisturbed campaign and of a killed one, and how many rows there were after each kill."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "suite.toml").write_text(suite)
        began = time.monotonic()
        subprocess.run(command(folder / "suite.toml", folder / "whole.db"), check=True, stdout=subprocess.DEVNULL)
        # Moments within the time that the whole takes, so that kills hit it everywhere however busy the machine is.
        _, after = killed(folder, kills, random.Random(seed), longest=time.monotonic() - began)
        return rows_of(folder / "whole.db"), rows_of(folder / "killed.db"), after


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    whole, again, after = compared(arguments.kills, arguments.seed)
    keys = [row[0] for row in again]
    lost = len({row[0] for row in whole} - set(keys))
    twice = len(keys) - len(set(keys))
    differ = sum(before != now for before, now in zip(whole, again, strict=False))
    print(f"{arguments.kills} kills, rows after each: {after}")
    print(
        f"{len(whole)} rows undisturbed, {len(again)} after the kills; {lost} lost, {twice} twice, {differ} different"
    )
    return 0 if whole == again else 1


if __name__ == "__main__":
    raise SystemExit(main())
