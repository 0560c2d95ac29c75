"""What docs/security.md asks for beyond test_web_guard: slow requests, methods, errors, headers, sessions."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.conftest import ROOT
from tests.web.conftest import Server

from ludoplan.web import guard

CHECK = {"game": "roll", "level": "|gg_\n"}


def test_half_sent_requests_do_not_stop_others(server: Server) -> None:
    """Sixty connections that never end their headers, and sixty that never end their bodies."""
    head = b"POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 999\r\n"
    opened = []
    try:
        for number in range(120):
            raw = socket.create_connection(("127.0.0.1", server.port), timeout=5)
            opened.append(raw)
            raw.sendall(head if number % 2 else head + b"\r\n{")
        assert server.post("/api/check", CHECK).status_code == 200
        assert server.get("/").status_code == 200
    finally:
        for raw in opened:
            raw.close()


def test_a_body_that_does_not_arrive_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MOST_SECONDS", 0.05)
    sent = []

    async def app(scope, receive, send) -> None:
        raise AssertionError("the request goes no further")

    async def receive():
        await asyncio.sleep(60)

    async def send(message) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"content-length", b"9")]
    scope = {"type": "http", "method": "POST", "path": "/api/check", "headers": headers, "query_string": b""}
    # In a thread of its own, as the browser of other tests may have a loop running in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(guard.Guard(app)(scope, receive, send))).result()
    assert sent[0]["status"] == 408


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PUT", "PATCH", "OPTIONS", "DELETE", "PROPFIND"])
def test_methods_that_nothing_needs_are_refused(server: Server, method: str) -> None:
    for path in ("/", "/api/games", "/api/check"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
            request = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nX-Mark: mark\r\nConnection: close\r\n\r\n"
            raw.sendall(request.encode())
            answer = b"".join(iter(lambda raw=raw: raw.recv(65536), b""))
        assert re.match(rb"HTTP/1.1 (400|404|405|501)", answer), answer[:100]
        assert b"mark" not in answer
        assert b"access-control" not in answer.lower()


def test_errors_tell_nothing_of_the_inside(server: Server) -> None:
    bodies = [b"", b"{", b"[]", b"null", b'{"game": 1}', b'{"game": "roll", "level": {"a": []}}', b"\xff\xfe", b'"' * 9]
    bodies += [b"[" * 50_000, b'{"game": "roll", "level": "' + b"\\ud800" + b'"}']
    for body in bodies:
        answer = server.client.post("/api/check", content=body, headers={"content-type": "application/json"})
        assert 400 <= answer.status_code < 500, body[:40]
        assert "Traceback" not in answer.text
        assert str(ROOT) not in answer.text
        assert "site-packages" not in answer.text
    for path in ("/api/nowhere", "/nowhere", "/api/jobs/none", "/api/levels/roll/none"):
        answer = server.get(path)
        assert answer.status_code == 404
        assert str(ROOT) not in answer.text


def test_no_header_tells_what_serves(server: Server) -> None:
    for path in ("/", "/api/games", "/nowhere"):
        headers = server.get(path).headers
        assert "server" not in headers
        assert "x-powered-by" not in headers
        assert "charset" in headers["content-type"] or headers["content-type"].startswith("application/json")


def test_answers_about_work_are_not_kept_by_the_browser(server: Server) -> None:
    job = server.submit(kind="verdict", **CHECK)
    assert server.get(f"/api/jobs/{job}").headers["cache-control"] == "no-store"
    assert server.post("/api/check", CHECK).headers["cache-control"] == "no-store"


def test_names_of_jobs_cannot_be_guessed(server: Server) -> None:
    names = {server.submit(kind="verdict", **CHECK) for _ in range(20)}
    assert len(names) == 20
    assert all(len(name) >= 12 for name in names)
    assert len({name[:4] for name in names}) > 15


def test_a_page_hears_of_its_own_jobs_only(server: Server) -> None:
    """Two browsers: what one has asked for is not told to the other, and closing the one leaves the other's jobs."""
    heard: list[dict] = []

    def listen() -> None:
        with server.events("/api/events?session=mine-1") as events:
            for event in events:
                if "id" in event:
                    heard.append(event)
                    if event.get("status") not in ("queued", "running"):
                        return

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    theirs = [server.submit(kind="verdict", session="theirs-2", **CHECK) for _ in range(3)]
    for job in theirs:
        server.wait(job)
    mine = server.submit(kind="verdict", session="mine-1", **CHECK)
    server.wait(mine)
    listener.join(20)
    assert {event["id"] for event in heard} == {mine}


@pytest.mark.parametrize(
    "body",
    [
        {**CHECK, "is_admin": True},
        {**CHECK, "__class__": "x"},
        {"game": ["roll", "maze"], "level": "x"},
        {"game": "roll", "level": 7},
        {"game": "__import__('os')", "level": "x"},
        {"game": "../roll", "level": "x"},
        {"game": "roll'; drop table jobs; --", "level": "x"},
    ],
)
def test_fields_are_known_and_of_their_kind(server: Server, body: dict) -> None:
    answer = server.post("/api/check", body)
    assert answer.status_code in (404, 422) or ("level" in body and answer.json().get("game", "roll") == "roll")
    assert server.post("/api/check", CHECK).status_code == 200


def test_the_list_names_tests_that_there_are() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    there = set(re.findall(r"^(?:async )?def (test_\w+)", sources, re.MULTILINE))
    named = set(re.findall(r"`(test_\w+)`", text))
    modules = {path.stem for path in (ROOT / "tests").rglob("test_*.py")}
    assert len(named) > 20
    assert named - modules <= there, named - modules - there
    rows = [line for line in text.splitlines() if re.match(r"\| \d+\.\d+", line)]
    assert len(rows) > 60
    assert all("`test_" in row or "| no |" in row or "| by design |" in row for row in rows)


def test_no_state_is_written_elsewhere(tmp_path: Path) -> None:
    """What the server keeps is in the folder that it was given."""
    server = Server(state=tmp_path / "state")
    try:
        before = {path for path in tmp_path.rglob("*") if "state" not in path.parts[len(tmp_path.parts)]}
        server.run(kind="verdict", **CHECK)
        after = {path for path in tmp_path.rglob("*") if "state" not in path.parts[len(tmp_path.parts)]}
        assert before == after == set()
        assert any((tmp_path / "state").rglob("*"))
    finally:
        server.stop()
