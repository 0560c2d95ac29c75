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


def test_a_campaign_of_chosen_levels(server: Server) -> None:
    level = server.level("roll/01")["level"]
    body = {
        "title": 'Mine "and" others',
        "levels": [
            {"game": "roll", "name": "../../My level", "level": level},
            {"game": "roll", "name": "02"},
            {"game": "maze", "name": "five-dots", "objective": "all-food"},
        ],
        "solvers": ["auto", "bfs"],
        "limits": {"seconds": 5},
    }
    answer = server.post("/api/campaigns/own", body)
    assert answer.status_code == 201, answer.text
    name = answer.json()["name"]
    for _ in range(400):
        campaign = server.get(f"/api/campaigns/{name}").json()
        if campaign["done"] == 6:
            break
        time.sleep(0.05)
    assert campaign["title"] == body["title"]
    assert campaign["solved"] == 6
    assert {each["solver"] for each in campaign["solvers"]} == {"auto", "bfs"}
    assert server.get(f"/api/campaigns/{name}/report").status_code == 200


@pytest.mark.parametrize(
    "change",
    [
        {"levels": []},
        {"solvers": ["no-such"]},
        {"levels": [{"game": "roll", "name": "no-such"}]},
        {"levels": [{"game": "roll", "name": "broken", "level": "|gQ"}]},
    ],
)
def test_what_cannot_be_a_campaign_is_told(server: Server, change: dict[str, object]) -> None:
    body = {"levels": [{"game": "roll", "name": "01"}], "solvers": ["bfs"], **change}
    assert server.post("/api/campaigns/own", body).status_code in (404, 422)
