"""Jobs: limits, a queue that does not slow the page, deaths, cancelling, and what a restart leaves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.web.conftest import Server

from ludoplan.running.processes import descendants


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
    assert len(progress) >= 3
    assert progress[-1]["expanded"] > progress[0]["expanded"] > 0
    assert progress[-1]["megabytes"] > 1
    assert told[-1]["status"] == "done"
    assert told[-1]["result"]["status"] == "timeout"
    assert told[-1]["seconds"] < 4


def test_memory_is_limited(server: Server) -> None:
    found = server.wait(server.long_job(limits={"seconds": 60, "megabytes": 150}), 60)
    assert found["result"]["status"] == "memory"


def test_a_job_is_cancelled(server: Server) -> None:
    job = server.long_job()
    server.until_running(job)
    assert server.client.delete(f"/api/jobs/{job}").status_code == 200
    assert server.wait(job)["status"] == "cancelled"  # it would take minutes
    assert server.client.delete(f"/api/jobs/{job}").json()["status"] == "cancelled"
    assert server.client.delete("/api/jobs/nothing").status_code == 404


def test_a_hundred_submissions_do_not_slow_the_page(own_server: Server) -> None:
    server = own_server
    level = server.level("roll/05")

    def usual_time() -> float:
        times = []
        for _ in range(20):
            began = time.monotonic()
            assert server.post("/api/play", {**level, "moves": ["up"]}).status_code == 200
            times.append(time.monotonic() - began)
        return sorted(times)[5]

    before = usual_time()
    body = {"kind": "solve", **server.level("maze/twenty-dots"), "objective": "all-food", "solver": "ucs"}
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: server.post("/api/jobs", body).status_code, range(100)))
    assert answers == [202] * 100
    assert usual_time() < 0.1 + 3 * before
    # What a player waits for does not queue behind them, each of which takes minutes.
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
        assert server.wait(job, 8)["status"] == "cancelled"


def test_a_page_that_comes_back_keeps_its_jobs(server: Server) -> None:
    with server.events("/api/events?session=flaky"):
        job = server.long_job(session="flaky", limits={"seconds": 20})
        server.until_running(job)
    with server.events("/api/events?session=flaky") as events:
        assert next(events)["id"] == job
        time.sleep(2.5)
        assert server.get(f"/api/jobs/{job}").json()["status"] == "running"
    assert server.wait(job, 8)["status"] == "cancelled"


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
        end = time.monotonic() + 5
        while any(is_alive(pid) for pid in workers) and time.monotonic() < end:
            time.sleep(0.05)
        assert not any(is_alive(pid) for pid in workers)
    finally:
        second.stop()


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
