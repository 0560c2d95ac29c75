"""Runs in processes of their own: the same results, hard limits, and nothing is left whatever a solver does."""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.conftest import ROOT

from ludoplan import Limits, Status, load, solve
from ludoplan.core.isolated import ZYGOTE, Job, start
from ludoplan.core.level import bundled

FAULTY = ROOT / "tests" / "bench" / "faulty_engines.py"
ROLL = bundled("roll")["05"].text()


def job(solver: str = "auto", **changes) -> Job:
    return Job("roll", ROLL, "roll:05", solver, **changes)


def faulty(name: str, pids: Path, seconds: float = 1.0, megabytes: float = 200) -> Job:
    return job(f"{FAULTY}:{name}", options={"pids": str(pids)}, limits=Limits(seconds, megabytes))


def alive(pids: Path) -> list[int]:
    """Which of the processes that are noted in the file are there, zombies apart."""
    found = []
    for number in pids.read_text().split():
        try:
            state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if state not in "ZX":
            found.append(int(number))
    return found


def test_the_same_result_as_at_home() -> None:
    finished = start(job("astar")).wait()
    at_home = solve(load("roll:05"), "astar")
    assert finished.ended.exit == "finished"
    assert finished.result.status is Status.OPTIMAL
    assert finished.result.plan == at_home.plan
    assert finished.result.stats.expanded == at_home.stats.expanded
    assert finished.ended.cpu_seconds > 0


def test_a_job_goes_through_json() -> None:
    given = job("astar", options={"heuristic": "blind"}, limits=Limits(3, 100, 7), seed=5)
    assert Job.from_json(json.loads(json.dumps(given.to_json()))) == given


def test_a_pddl_task() -> None:
    form = load("boxup:first").game.pddl(load("boxup:first").level)
    finished = start(Job("pddl", form.domain, "first", "planner:astar-blind", problem=form.problem)).wait()
    assert (finished.result.status, finished.result.cost) == (Status.OPTIMAL, 5)


def test_a_request_that_makes_no_sense() -> None:
    assert "no solver" in start(job("nonsense")).wait().result.message
    finished = start(Job("roll", "what is this?")).wait()
    assert finished.result.status is Status.ERROR
    assert "level:" in finished.result.message


@pytest.mark.parametrize(
    ("name", "status", "exit", "words"),
    [
        ("CRASH", Status.ERROR, "signal 11", "no answer: signal 11"),
        ("LEAVE", Status.ERROR, "exit code 3", "no answer: exit code 3"),
        ("RAISES", Status.ERROR, "exception", "RuntimeError: out of ideas"),
        ("HANG", Status.TIMEOUT, "time limit", "time limit reached"),
        ("ALLOCATE", Status.MEMORY, "memory limit", "memory limit reached"),
        ("HOARD", Status.MEMORY, "memory limit", "memory limit reached"),
        ("GULP", Status.MEMORY, "finished", "memory limit reached"),
        ("FORK", Status.INCOMPLETE, "finished", "gave up"),
        ("FORK_AND_HANG", Status.TIMEOUT, "time limit", "time limit reached"),
        ("RUBBISH", Status.ERROR, "rubbish", "no answer: rubbish"),
        ("CHATTER", Status.INCOMPLETE, "finished", "gave up"),
        ("WRONG_PLAN", Status.ERROR, "finished", "a plan that the rules refuse"),
        ("NO_SUCH_MOVE", Status.ERROR, "finished", "a plan that the rules refuse"),
        ("FALSE_OPTIMUM", Status.ERROR, "finished", "claims the optimum"),
        ("CONTRADICTION", Status.ERROR, "finished", "cannot be judged"),
    ],
)
def test_faults(name: str, status: Status, exit: str, words: str, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    began = time.monotonic()
    seconds = 1 if "HANG" in name else 30
    finished = start(faulty(name, pids, seconds)).wait()
    assert finished.result.status is status, finished
    assert finished.ended.exit == exit
    assert words in finished.result.message
    assert finished.result.plan is None
    assert time.monotonic() - began < seconds + 5
    assert not alive(pids)
    assert finished.result.stats.peak_mb < 400


def test_limits_that_the_solver_keeps_itself() -> None:
    level = bundled("maze")["twenty-dots"].text()
    limits = Limits(seconds=0.7)
    run = start(Job("maze", level, solver="bfs", objective="all-food", limits=limits))
    events = list(run.events())
    finished = run.wait()
    assert finished.result.status is Status.TIMEOUT
    assert finished.ended.exit == "finished"
    assert 3 <= len(events) <= 8
    assert finished.result.stats.expanded >= events[-1].expanded > 0
    limits = Limits(megabytes=100, seconds=60)
    finished = start(Job("maze", level, solver="bfs", objective="all-food", limits=limits)).wait()
    assert finished.result.status is Status.MEMORY
    assert 70 < finished.result.stats.peak_mb < 116


@pytest.mark.parametrize("name", ["HANG", "FORK_AND_HANG"])
def test_cancel(name: str, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    run = start(faulty(name, pids, seconds=60))
    threading.Timer(0.5, run.cancel).start()
    began = time.monotonic()
    assert run.wait().result.status is Status.CANCELLED
    assert time.monotonic() - began < 5
    assert not alive(pids)
    run.cancel()


def test_cancelled_searches_tell_what_they_know() -> None:
    run = start(Job("maze", bundled("maze")["twenty-dots"].text(), solver="bfs", objective="all-food"))
    for _ in run.events():
        run.cancel()
    finished = run.wait()
    assert (finished.result.status, finished.ended.exit) == (Status.CANCELLED, "finished")
    assert finished.result.stats.expanded > 0


def test_many_threads() -> None:
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda seed: start(job(seed=seed)).wait().result, range(12)))
    assert {result.cost for result in results} == {solve(load("roll:05")).cost}


def test_closing_and_the_death_of_the_zygote(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    run = start(faulty("FORK_AND_HANG", pids, seconds=60))
    wait_until(lambda: pids.exists() and len(pids.read_text().split()) == 4)
    run.close()
    wait_until(lambda: not alive(pids))
    os.kill(ZYGOTE.process.pid, signal.SIGKILL)
    ZYGOTE.process.wait()
    assert start(job()).wait().result.status is Status.OPTIMAL


def test_nothing_outlives_a_parent_that_is_killed(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    code = (
        "import sys; from pathlib import Path; from tests.core.test_isolated import faulty, start; "
        "start(faulty('FORK_AND_HANG', Path(sys.argv[1]), 60)).wait()"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(pids)], cwd=ROOT) as parent:
        wait_until(lambda: pids.exists() and len(pids.read_text().split()) == 4)
        assert len(alive(pids)) == 4
        parent.kill()
    wait_until(lambda: not alive(pids))


def wait_until(condition, seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.02)


def test_a_run_starts_quickly() -> None:
    start(job()).wait()
    costs = []
    for _ in range(20):
        began = time.monotonic()
        finished = start(job()).wait()
        costs.append(time.monotonic() - began - finished.result.stats.seconds)
    # Other tests run at the same time; alone it is 12 ms.
    assert statistics.quantiles(costs, n=10)[0] < 0.05
