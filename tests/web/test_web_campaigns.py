"""Campaigns: started, watched, stopped, resumed, reported."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.conftest import Server

from ludoplan.bench.suite import shipped


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    running = Server(state=tmp_path)
    yield running
    running.stop()


def until(server: Server, name: str, done: int) -> dict:
    for _ in range(600):
        found = server.get(f"/api/campaigns/{name}").json()
        if found["done"] >= done:
            return found
        time.sleep(0.05)
    raise AssertionError(f"only {found['done']} runs are done")


def test_a_campaign_is_started_stopped_and_goes_on(own_server: Server) -> None:
    server = own_server
    assert {suite["name"] for suite in server.get("/api/suites").json()} == set(shipped())
    assert server.get("/api/campaigns").json() == []
    name = server.post("/api/campaigns", {"suite": "quick", "jobs": 1}).json()["name"]
    assert server.get(f"/api/campaigns/{name}/report").status_code in (200, 422)
    running = until(server, name, 5)
    assert running["running"]
    assert server.post(f"/api/campaigns/{name}/resume", {}).status_code == 422
    stopped = server.client.delete(f"/api/campaigns/{name}").json()
    assert not stopped["running"]
    assert 5 <= stopped["done"] < stopped["wanted"]
    assert stopped["solvers"]
    time.sleep(0.3)
    assert server.get(f"/api/campaigns/{name}").json()["done"] == stopped["done"]
    assert server.post(f"/api/campaigns/{name}/resume", {}).status_code == 200
    assert until(server, name, stopped["done"] + 3)["contradictions"] == []
    report = server.get(f"/api/campaigns/{name}/report")
    assert report.headers["content-type"].startswith("text/html")
    assert "sandbox allow-scripts" in report.headers["content-security-policy"]
    assert "allow-same-origin" not in report.headers["content-security-policy"]
    assert "cactus" in report.text.lower() or "Solvers" in report.text


@pytest.mark.parametrize("suite", ["../quick", "/etc/passwd", "quick.toml", "nothing", "~"])
def test_only_suites_that_are_shipped_can_be_named(server: Server, suite: str) -> None:
    assert server.post("/api/campaigns", {"suite": suite}).status_code == 404


@pytest.mark.parametrize("name", ["..%2fjobs", "quick", "quick-1", "jobs.sqlite"])
def test_only_campaigns_can_be_asked_for(server: Server, name: str) -> None:
    assert server.get(f"/api/campaigns/{name}").status_code in (404, 422)
    assert server.get(f"/api/campaigns/{name}/report").status_code in (404, 422)
