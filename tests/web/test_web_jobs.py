"""Jobs: limits, a queue that does not slow the page, deaths, cancelling, and what a restart leaves."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import Server, go, needs_browser

from ludoplan.running.job import Context, Job
from ludoplan.running.processes import descendants
from ludoplan.web.jobs import Jobs
from ludoplan.web.store import JobStore
from ludoplan.web.work import Work


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    running = Server("--jobs", "1", state=tmp_path)
    yield running
    running.stop()


def test_a_job_tells_how_it_gets_on_and_ends_at_its_limit(server: Server) -> None:
    job = server.long_job(limits={"seconds": 1.5})
    with server.events(f"/api/jobs/{job}/events") as events:
        told = list(events)
    progress = [event["progress"] for event in told if event["progress"]]
    assert len(progress) >= 2
    assert progress[-1]["expanded"] > progress[0]["expanded"] > 0
    assert progress[-1]["megabytes"] > 1
    assert told[-1]["status"] == "done"
    assert told[-1]["result"]["status"] == "timeout"


def test_memory_is_limited(server: Server) -> None:
    found = server.wait(server.long_job(limits={"seconds": 60, "megabytes": 150}), 60)
    assert found["result"]["status"] == "memory"


def test_a_job_is_cancelled(server: Server) -> None:
    others = set(descendants(server.process.pid))
    job = server.long_job()
    server.until_running(job)
    workers = set(descendants(server.process.pid)) - others
    assert workers
    assert server.client.delete(f"/api/jobs/{job}").status_code == 200
    assert server.wait(job)["status"] == "cancelled"
    until_gone(workers)
    assert server.client.delete(f"/api/jobs/{job}").json()["status"] == "cancelled"
    assert server.client.delete("/api/jobs/nothing").status_code == 404


def test_a_hundred_submissions_do_not_slow_the_page(own_server: Server) -> None:
    server = own_server
    level = server.level("roll/05")

    def play_often() -> float:
        """Processor time that the server takes for it; the clock would tell how busy the machine is."""
        before = cpu_seconds(server.process.pid)
        for _ in range(60):
            assert server.post("/api/play", {**level, "moves": ["up"]}).status_code == 200
        return cpu_seconds(server.process.pid) - before

    before = play_often()
    body = {"kind": "solve", **server.level("maze/twenty-dots"), "objective": "all-food", "solver": "ucs"}
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: server.post("/api/jobs", body).status_code, range(100)))
    assert answers == [202] * 100
    # The running one tells how it gets on meanwhile.
    assert play_often() < 0.3 + 3 * before
    # What a player waits for does not queue behind them: it is there while nearly all of them still wait.
    assert server.run(kind="hint", **level, moves=[])["status"] == "done"
    statuses = [job["status"] for job in server.get("/api/jobs").json()]
    assert statuses.count("running") == 1
    assert statuses.count("queued") >= 95


def test_the_queue_is_bounded(own_server: Server) -> None:
    body = {"kind": "solve", **own_server.level("maze/twenty-dots"), "objective": "all-food", "solver": "ucs"}
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: own_server.post("/api/jobs", body), range(320)))
    statuses = {answer.status_code for answer in answers}
    assert statuses == {202, 429}
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert "try again later" in refused.json()["detail"]
    assert own_server.get("/api/games").status_code == 200


def test_a_solver_that_dies_does_not_take_the_server_down(own_server: Server) -> None:
    job = own_server.long_job()
    own_server.until_running(job)
    solver = descendants(own_server.process.pid)[-1]
    os.kill(solver, signal.SIGKILL)
    found = own_server.wait(job)
    assert found["status"] == "failed"
    assert "signal 9" in found["message"]
    level = own_server.level("roll/05")
    assert own_server.run(kind="solve", **level)["result"]["status"] == "optimal"
    # The process that all others are forked from may die too.
    zygote = descendants(own_server.process.pid)[0]
    os.kill(zygote, signal.SIGKILL)
    time.sleep(0.2)
    assert own_server.run(kind="solve", **level)["result"]["status"] == "optimal"


def test_closing_the_page_cancels_its_jobs(server: Server) -> None:
    with server.events("/api/events?session=my-page"):
        mine = server.long_job(session="my-page")
        waiting = [server.long_job(session="my-page") for _ in range(3)]
        server.until_running(mine)
        time.sleep(2.5)
        assert server.get(f"/api/jobs/{mine}").json()["status"] == "running"
    for job in (mine, *waiting):
        assert server.wait(job)["status"] == "cancelled"


def test_a_page_that_comes_back_keeps_its_jobs(server: Server) -> None:
    with server.events("/api/events?session=flaky"):
        job = server.long_job(session="flaky", limits={"seconds": 20})
        server.until_running(job)
    with server.events("/api/events?session=flaky") as events:
        assert next(events)["id"] == job
        time.sleep(2.5)
        assert server.get(f"/api/jobs/{job}").json()["status"] == "running"
    assert server.wait(job)["status"] == "cancelled"


@needs_browser
def test_a_page_with_a_refused_job_lets_go_of_its_stream(page: Any, server: Server) -> None:
    page.add_init_script(
        "window.EventSource = class extends EventSource { constructor(path) { super(path); EventSource.last = this; } }"
    )
    refusal = {"detail": "300 jobs wait already", "defects": []}
    page.route("**/api/jobs", lambda route: route.fulfill(status=422, json=refusal))
    go(page, server, "play/roll/05")
    page.wait_for_function("() => EventSource.last?.readyState === EventSource.OPEN")
    page.wait_for_function("() => EventSource.last.readyState === EventSource.CLOSED")


def sleep(seconds: float, context: Context) -> None:
    time.sleep(seconds)


def test_a_job_may_be_cancelled_while_the_server_closes(tmp_path: Path) -> None:
    async def scenario() -> str:
        jobs = Jobs(JobStore(tmp_path / "jobs.sqlite"), workers=1)
        work = Work("solve", "sleep", Job(sleep, 60))
        _, waiting = jobs.submit(work), jobs.submit(work)
        await asyncio.sleep(0.1)
        closing = asyncio.create_task(jobs.close())
        await asyncio.sleep(0)
        jobs.cancel(waiting.id)
        await closing
        return waiting.id

    with ThreadPoolExecutor(1) as pool:  # the browser's tests have a loop in this thread
        name = pool.submit(asyncio.run, scenario()).result()
    store = JobStore(tmp_path / "jobs.sqlite")
    assert store.get(name)["status"] == "lost"
    store.close()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_restart_reports_what_was_lost(tmp_path: Path, number: int) -> None:
    first = Server("--jobs", "1", state=tmp_path)
    done = first.submit(kind="solve", **first.level("roll/05"))
    result = first.wait(done)["result"]
    running, queued = first.long_job(), first.long_job()
    first.until_running(running)
    workers = descendants(first.process.pid)
    port = str(first.port)
    first.stop(number)
    second = Server("--jobs", "1", "--port", port, state=tmp_path)
    try:
        assert second.get(f"/api/jobs/{done}").json()["result"] == result
        for job in (running, queued):
            found = second.get(f"/api/jobs/{job}").json()
            assert found["status"] == "lost"
            assert found["message"]
        until_gone(workers)
    finally:
        second.stop()


def until_gone(processes: Iterable[int]) -> None:
    """Waits for processes that were told to end; one that was not told would run for minutes."""
    for _ in range(600):
        if not any(map(is_alive, processes)):
            return
        time.sleep(0.05)
    raise AssertionError("processes are left")


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def is_alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def test_a_taken_port_is_told(server: Server, ludoplan) -> None:
    run = ludoplan("serve", "--port", server.port)
    assert run.returncode == 2
    assert "cannot listen" in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize("package", ["fastapi", "uvicorn"])
def test_a_missing_extra_is_told(package: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; from ludoplan.cli.main import main; sys.exit(main(['serve']))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 3
    assert "pip install 'ludoplan[web]'" in run.stderr
