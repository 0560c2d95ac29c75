"""What campaigns cost: time per run beyond the solver's own, and the time of a report. Prints Markdown tables."""

from __future__ import annotations

import argparse
import resource
import statistics
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from ludoplan.bench.campaign import Local, run_campaign
from ludoplan.bench.report import Report
from ludoplan.bench.store import Row, Store
from ludoplan.bench.suite import load_suite

SUITE = """
[[levels]]
bundled = ["roll:0*", "maze:first", "maze:loops", "lara:s*", "boxup:first"]
[[solvers]]
solver = ["bfs", "dfs", "astar", "greedy"]
seeds = {seeds}
"""


def overhead(folder: Path, seeds: int) -> None:
    """Short runs one after the other: what a row takes, less the seconds that the solver took."""
    path = folder / "overhead.toml"
    path.write_text(SUITE.format(seeds=seeds))
    suite = load_suite(str(path))
    moments: list[tuple[float, Row]] = []
    with Store(folder / "overhead.db", must_exist=False) as store:
        before = resource.getrusage(resource.RUSAGE_SELF)
        run_campaign(suite, store, Local(1), lambda row: moments.append((time.monotonic(), row)))
        after = resource.getrusage(resource.RUSAGE_SELF)
        own = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        runs = len(suite.runs())
        processor = [row["cpu_seconds"] for row in store.rows()]
    costs = [1000 * (end - start - row["seconds"]) for (start, _), (end, row) in pairwise(moments)]
    deciles = statistics.quantiles(costs, n=10)
    print("| runs | median ms | 90 % below ms | most ms | CPU ms of the runner | CPU ms of the run, median |")
    print("|---:|---:|---:|---:|---:|---:|")
    most, mine, theirs = max(costs), 1000 * own / runs, 1000 * statistics.median(processor)
    print(f"| {runs} | {deciles[4]:.1f} | {deciles[8]:.1f} | {most:.1f} | {mine:.1f} | {theirs:.1f} |\n")


def report(folder: Path, rows: int) -> None:
    """A report of rows that are copies of real ones, under other names of levels."""
    with Store(folder / "overhead.db") as store:
        connection = store.connection
        real = connection.execute("select * from run").fetchall()
        columns = real[0].keys()
        connection.execute("begin")
        for number in range(rows - len(real)):
            row = dict(real[number % len(real)])
            copy = number // len(real) + 1
            connection.execute(
                "insert or ignore into level select ?, hash, game, class, title, text, problem, objective, options,"
                " best, best_status from level where name = ?",
                (f"{row['level']} copy {copy}", row["level"]),
            )
            row |= {"key": f"{row['key']}-{copy}", "level": f"{row['level']} copy {copy}"}
            connection.execute(f"insert into run values ({', '.join('?' * len(columns))})", [row[c] for c in columns])
            connection.execute("insert into wanted values (?, ?)", (row["key"], 10**6 + number))
        connection.execute("commit")
        print("| format | rows | levels | CPU seconds | MB |\n|---|---:|---:|---:|---:|")
        for form in ("html", "markdown", "latex", "csv"):
            began = time.process_time()
            made = Report(store)
            text = getattr(made, form)()
            took = time.process_time() - began
            print(f"| {form} | {len(made.rows)} | {len(made.levels)} | {took:.2f} | {len(text.encode()) / 1e6:.1f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=5, help="of each of the short runs")
    parser.add_argument("--rows", type=int, default=10_000, help="of the report")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        overhead(Path(name), arguments.seeds)
        report(Path(name), arguments.rows)


if __name__ == "__main__":
    main()
