"""Campaigns: every fault becomes the right row, nothing is lost or run twice when the runner is killed."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from tests.conftest import ROOT

from ludoplan import LudoplanError
from ludoplan.bench.campaign import Local, run_campaign
from ludoplan.bench.runs import Suite
from ludoplan.bench.statistics import Campaign
from ludoplan.bench.store import Store
from ludoplan.bench.suite import load_suite

FAULTY = ROOT / "tests" / "bench" / "faulty_engines.py"
LEVELS = 'bundled = ["roll:01", "roll:02", "roll:03"]'


def write_suite(folder: Path, solvers: str, levels: str = LEVELS, limits: str = "seconds = 5") -> Path:
    path = folder / "suite.toml"
    path.write_text(f'title = "A test"\n[limits]\n{limits}\n[[levels]]\n{levels}\n{solvers}')
    return path


def run(suite: Suite, path: Path, jobs: int = 2) -> list[dict]:
    with Store(path, must_exist=False) as store:
        run_campaign(suite, store, Local(jobs))
        return store.rows()


def outcomes(rows: list[dict]) -> set[tuple]:
    """All of a row that must not depend on how often the campaign was interrupted, or on where it ran."""
    columns = ("key", "level", "solver", "seed", "status", "exit", "cost", "expanded", "plan", "validated", "message")
    return {tuple(row[column] for column in columns) for row in rows}


EXPECTED = {
    "crash": ("error", "signal 11"),
    "leave": ("error", "exit code 3"),
    "raises": ("error", "exception"),
    "hang": ("timeout", "time limit"),
    "allocate": ("memory", "memory limit"),
    "hoard": ("memory", "memory limit"),
    "gulp": ("memory", "finished"),
    "fork": ("incomplete", "finished"),
    "fork_and_hang": ("timeout", "time limit"),
    "rubbish": ("error", "rubbish"),
    "chatter": ("incomplete", "finished"),
    "wrong_plan": ("error", "finished"),
    "no_such_move": ("error", "finished"),
    "false_optimum": ("error", "finished"),
    "longer_optimum": ("optimal", "finished"),
    "false_unsolvable": ("unsolvable", "finished"),
    "contradiction": ("error", "finished"),
    "bfs": ("optimal", "finished"),
}


def test_a_campaign_of_faults(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    solvers = '[[solvers]]\nsolver = "bfs"\n'
    for name in EXPECTED:
        if name != "bfs":
            spec = f"{FAULTY}:{name.upper()}"
            solvers += f'[[solvers]]\nname = "{name}"\nsolver = "{spec}"\noptions = {{ pids = "{pids}" }}\n'
    path = write_suite(tmp_path, solvers, 'bundled = "roll:02"', "seconds = 5\nmegabytes = 200")
    rows = run(load_suite(str(path)), tmp_path / "faults.db")
    assert {row["solver"]: (row["status"], row["exit"]) for row in rows} == EXPECTED
    assert {row["solver"] for row in rows if row["validated"]} == {"bfs", "longer_optimum"}
    numbers = pids.read_text().split()
    assert len(numbers) > 30
    assert not [number for number in numbers if is_alive(number)]
    # The two claims that only a comparison can refute.
    suite = load_suite(str(path))
    texts = [each.text for each in Campaign(rows, suite.levels).contradictions()]
    assert len(texts) == 2
    assert any("longer_optimum claims to prove that 14 is optimal" in text for text in texts)
    assert any("false_unsolvable claims to prove that there is no solution" in text for text in texts)


def is_alive(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


SEARCHES = """[[solvers]]
solver = ["bfs", "dfs", "astar", "greedy"]
[[solvers]]
solver = "mouse"
options = { most-steps = 500 }
seeds = 3
"""


def test_a_killed_campaign_goes_on_where_it_was(tmp_path: Path) -> None:
    path = write_suite(tmp_path, SEARCHES, 'bundled = "roll:0*"')
    suite = load_suite(str(path))
    undisturbed = run(suite, tmp_path / "undisturbed.db")
    assert len(undisturbed) == len(suite.runs()) == 9 * 7
    database = tmp_path / "killed.db"
    command = [sys.executable, "-m", "ludoplan.cli.main", "bench", "run", str(path), "-o", str(database), "--jobs", "2"]
    kills, counts = 0, []
    while kills < 4:
        before = count(database)
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            while count(database) < before + 8 and process.poll() is None:
                time.sleep(0.005)
            process.kill()
        kills += 1
        counts.append(count(database))
    assert counts == sorted(counts)
    assert 8 <= counts[0] < len(undisturbed), counts
    first = dict(ended_of(database))
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    assert "runs are done already" in done.stdout
    with Store(database) as store:
        assert outcomes(store.rows()) == outcomes(undisturbed)
        # What was there has not been run again.
        assert first.items() <= dict(ended_of(database)).items()
    again = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert "63 of 63 runs are done already" in again.stdout


def count(database: Path) -> int:
    return len(ended_of(database))


def ended_of(database: Path) -> list[tuple[str, str]]:
    if not database.exists():
        return []
    connection = sqlite3.connect(database)
    try:
        return connection.execute("select key, ended from run").fetchall()
    except sqlite3.OperationalError:
        return []
    finally:
        connection.close()


def test_ctrl_c(tmp_path: Path) -> None:
    path = write_suite(tmp_path, SEARCHES.replace('"bfs"', '"ids"'), 'bundled = "roll:1*"')
    database = tmp_path / "stopped.db"
    command = [sys.executable, "-m", "ludoplan.cli.main", "bench", "run", str(path), "-o", str(database)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        while count(database) < 2:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert "goes on where it was" in process.stderr.read()
    assert "cancelled" not in {row[0] for row in sqlite3.connect(database).execute("select status from run")}


def test_a_suite_that_grows_runs_only_what_is_new(tmp_path: Path) -> None:
    database = tmp_path / "grown.db"
    rows = run(load_suite(str(write_suite(tmp_path, '[[solvers]]\nsolver = "bfs"\n'))), database)
    more = load_suite(str(write_suite(tmp_path, '[[solvers]]\nsolver = ["astar", "bfs"]\n')))
    grown = run(more, database)
    assert len(grown) == 6
    assert {row["ended"] for row in rows} <= {row["ended"] for row in grown}
    less = load_suite(str(write_suite(tmp_path, '[[solvers]]\nsolver = "astar"\n')))
    assert {row["solver"] for row in run(less, database)} == {"astar"}
    with Store(database) as store:
        assert store.count_others() == 3


def test_one_runner_at_a_time(tmp_path: Path) -> None:
    suite = load_suite(str(write_suite(tmp_path, '[[solvers]]\nsolver = "bfs"\n')))
    database = tmp_path / "one.db"
    busy = pytest.raises(LudoplanError, match="being run already")
    with Store(database, must_exist=False) as store, store.lock(), busy:
        run(suite, database)
    assert len(run(suite, database)) == 3


def test_rows_tell_everything(tmp_path: Path) -> None:
    solvers = '[[solvers]]\nsolver = "astar"\nname = "A*"\noptions = { heuristic = "blind" }\nseeds = [4]\n'
    (row, *_) = run(load_suite(str(write_suite(tmp_path, solvers))), tmp_path / "rows.db")
    assert (row["solver"], row["engine"], row["options"], row["seed"]) == ("A*", "astar", {"heuristic": "blind"}, 4)
    assert (row["status"], row["cost"], row["validated"], row["exit"]) == ("optimal", 8, 1, "finished")
    assert row["length"] == len(row["plan"].split("\n")) == 8
    assert row["seconds"] >= row["search_seconds"] > 0
    assert row["cpu_seconds"] > 0
    assert row["wall_seconds"] >= row["seconds"]
    assert row["expanded"] > 0
    assert row["peak_mb"] > 10
    assert row["counters"] == {}
    assert "python" in json.loads(row["versions"])
    assert row["machine"]
    assert len(row["level_hash"]) == 16


def test_rows_tell_a_solvers_own_counters(tmp_path: Path) -> None:
    levels = 'bundled = "boxup:first"\n'
    suite = load_suite(str(write_suite(tmp_path, '[[solvers]]\nsolver = "sat"\n', levels)))
    (row,) = run(suite, tmp_path / "rows.db")
    assert row["status"] == "optimal"
    assert row["counters"]["clauses"] > 0


def test_every_kind_of_level(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a.lay").write_text("%%%%%\n%P .%\n%%%%%\n")
    subprocess.run(
        [sys.executable, "-m", "ludoplan.cli.main", "pddl", "boxup:first", "-o", str(tmp_path / "pddl")], check=True
    )
    levels = (
        'files = "mine/*.lay"\nclass = "{folder}"\n'
        '[[levels]]\ngenerate = "maze"\ncount = 2\nseed = 3\ngenerator = { rows = 7, columns = 9 }\n'
        'class = "{rows}x{columns}"\n'
        '[[levels]]\ndomain = "pddl/domain.pddl"\nproblems = "pddl/problem*.pddl"\n'
        '[[levels]]\nbundled = "maze:five-dots"\nobjective = "nearest"\n'
    )
    suite = load_suite(str(write_suite(tmp_path, '[[solvers]]\nsolver = "planner:astar-blind"\n', levels)))
    rows = run(suite, tmp_path / "kinds.db")
    assert Counter(row["class"] for row in rows) == {"mine": 1, "7x9": 2, "pddl": 1, "maze": 1}
    assert {row["status"] for row in rows} == {"optimal"}
    assert {row["level"] for row in rows} >= {"mine/a.lay", "pddl/problem.pddl", "maze rows=7 columns=9 seed=3 #1"}


def test_overhead(tmp_path: Path) -> None:
    suite = load_suite(str(write_suite(tmp_path, SEARCHES, 'bundled = "roll:0*"')))
    runs = suite.runs()
    with Store(tmp_path / "overhead.db", must_exist=False) as store:
        run_campaign(suite, store, Local(1), told := Times())
    costs = sorted(
        after - before - row["seconds"]
        for (before, _), (after, row) in zip(told.moments, told.moments[1:], strict=False)
    )
    assert len(costs) == len(runs) - 1
    # Of the quickest, since other tests run at the same time, and no more than three bare interpreters take to start.
    assert costs[len(costs) // 10] < 3 * started()


def started() -> float:
    """Seconds that an interpreter takes to start and end: of the quickest of twenty."""
    times = []
    for _ in range(20):
        began = time.monotonic()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        times.append(time.monotonic() - began)
    return sorted(times)[2]


class Times:
    """When each row came."""

    def __init__(self) -> None:
        self.moments: list[tuple[float, dict]] = []

    def __call__(self, row: dict) -> None:
        self.moments.append((time.monotonic(), row))
