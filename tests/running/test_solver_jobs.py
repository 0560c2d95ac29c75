"""Runs in processes of their own: the same results, hard limits, and nothing is left whatever a solver does."""

from __future__ import annotations

import os
import pickle
import signal
import statistics
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from tests.conftest import ROOT

from ludoplan import Limits, Result, Status, load, solve
from ludoplan.core.errors import LudoplanError
from ludoplan.core.task import Task
from ludoplan.pddl.task import parse_task
from ludoplan.running import forkserver
from ludoplan.running.job import Job, Outcome
from ludoplan.running.solve import result_of, solver_job
from ludoplan.running.supervised import Run, start

FAULTY = ROOT / "tests" / "bench" / "faulty_engines.py"


def job(solver: str = "auto", task: Task | None = None, options=None, limits: Limits | None = None, seed=0) -> Job:
    return solver_job(task or load("roll:05"), solver, options or {}, limits or Limits(), seed)


def wait(run: Run) -> tuple[Result, Outcome]:
    outcome = run.wait()
    return result_of(outcome, run.job.arguments.task, run.job.arguments.engine), outcome


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
    result, outcome = wait(start(job("astar")))
    at_home = solve(load("roll:05"), "astar")
    assert outcome.exit == "finished"
    assert result.status is Status.OPTIMAL
    assert result.plan == at_home.plan
    assert result.stats.expanded == at_home.stats.expanded
    assert outcome.cpu_seconds > 0


def test_a_job_goes_through_pickle() -> None:
    given = job("astar", options={"heuristic": "blind"}, limits=Limits(3, 100, 7), seed=5)
    assert pickle.loads(pickle.dumps(given)) == given


def test_a_pddl_task() -> None:
    form = load("boxup:first").game.pddl.encode(load("boxup:first").level)
    task = parse_task(form.domain, form.problem, problem_name="first")
    result, _ = wait(start(job("planner:astar-blind", task)))
    assert (result.status, result.cost) == (Status.OPTIMAL, 5)


def test_a_request_that_makes_no_sense() -> None:
    with pytest.raises(LudoplanError, match="no solver"):
        job("nonsense")
    lost = replace(job(), arguments=replace(job().arguments, engine="nonsense"))
    result, _ = wait(start(lost))
    assert result.status is Status.ERROR
    assert "no solver" in result.message


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
    seconds = 1 if "HANG" in name else 30
    result, outcome = wait(start(faulty(name, pids, seconds)))
    assert result.status is status, outcome
    assert outcome.exit == exit
    assert words in result.message
    assert result.plan is None
    assert not alive(pids)
    assert result.stats.peak_mb < 400


def test_limits_that_the_solver_keeps_itself() -> None:
    run = start(job("bfs", load("maze:twenty-dots"), limits=Limits(seconds=0.7)))
    events = list(run.events())
    result, outcome = wait(run)
    assert result.status is Status.TIMEOUT
    assert outcome.exit == "finished"
    assert 1 <= len(events) <= 8
    assert result.stats.expanded >= events[-1].expanded > 0
    result, outcome = wait(start(job("bfs", load("maze:twenty-dots"), limits=Limits(megabytes=100, seconds=60))))
    assert result.status is Status.MEMORY
    assert 70 < result.stats.peak_mb < 116


@pytest.mark.parametrize("name", ["HANG", "FORK_AND_HANG"])
def test_cancel(name: str, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    run = start(faulty(name, pids, seconds=60))
    threading.Timer(0.5, run.cancel).start()
    assert wait(run)[0].status is Status.CANCELLED
    assert not alive(pids)
    run.cancel()


def test_cancelled_searches_tell_what_they_know() -> None:
    run = start(job("bfs", load("maze:twenty-dots")))
    for _ in run.events():
        run.cancel()
    result, outcome = wait(run)
    assert (result.status, outcome.exit) == (Status.CANCELLED, "finished")
    assert result.stats.expanded > 0


def test_many_threads() -> None:
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda seed: wait(start(job(seed=seed)))[0], range(12)))
    assert {result.cost for result in results} == {solve(load("roll:05")).cost}


def test_closing_and_the_death_of_the_fork_server(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    run = start(faulty("FORK_AND_HANG", pids, seconds=60))
    wait_until(lambda: pids.exists() and len(pids.read_text().split()) == 4)
    run.close()
    wait_until(lambda: not alive(pids))
    assert wait(start(job(), here=False))[0].status is Status.OPTIMAL
    server = forkserver.SERVERS[os.getpid(), ()]
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait()
    assert wait(start(job(), here=False))[0].status is Status.OPTIMAL


def test_nothing_outlives_a_parent_that_is_killed(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    code = (
        "import sys; from pathlib import Path; from tests.running.test_solver_jobs import faulty, start; "
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
    start(job(), here=False).wait()
    costs = []
    for _ in range(20):
        began = time.monotonic()
        result, _ = wait(start(job(), here=False))
        costs.append(time.monotonic() - began - result.stats.seconds)
    # A fraction of what a new Python process takes to load the package; alone it is 14 ms.
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", "import ludoplan.search.kernel"], check=True)
    assert statistics.quantiles(costs, n=10)[0] < time.monotonic() - began
