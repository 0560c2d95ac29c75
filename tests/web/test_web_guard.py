"""Who may talk to the server, and what cannot be done by talking to it."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import Server

from ludoplan.cli.serve import is_loopback

CHECK = {"game": "roll", "level": "|gg_\n"}


def test_it_listens_to_this_machine_only(server: Server) -> None:
    assert server.address.startswith("http://127.0.0.1:")
    others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {"127.0.0.1"}
    for address in others:
        if not is_loopback(address):
            with pytest.raises(ConnectionError), socket.create_connection((address, server.port), timeout=2):
                pass


@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("::", False), ("example", False)],
)
def test_what_this_machine_is_called(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected


def test_another_host_asks_for_a_token(tmp_path: Path) -> None:
    server = Server("--host", "0.0.0.0", state=tmp_path)
    try:
        match = re.search(r"\?token=(\S+)", server.address)
        assert match
        token = match[1]
        with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", trust_env=False) as plain:
            for path in ("/", "/app.js", "/api/games", "/openapi.json", "/?token=wrong"):
                assert plain.get(path).status_code == 401
            assert plain.post("/api/check", json=CHECK).status_code == 401
            assert plain.get("/api/games", headers={"authorization": "Bearer wrong"}).status_code == 401
            assert plain.get("/api/games", headers={"authorization": f"Bearer {token}"}).status_code == 200
            opened = plain.get(f"/?token={token}")
            assert opened.status_code == 303
            assert opened.headers["location"] == "/"
            assert "HttpOnly" in opened.headers["set-cookie"]
            assert "SameSite=Strict" in opened.headers["set-cookie"]
            assert plain.get("/").status_code == 200  # by the cookie
            assert plain.post("/api/check", json=CHECK).status_code == 200
            elsewhere = {"origin": "http://evil.example"}
            assert plain.post("/api/check", json=CHECK, headers=elsewhere).status_code == 403
    finally:
        server.stop()


def test_bodies_are_limited(server: Server) -> None:
    answer = server.post("/api/check", {"game": "roll", "level": "x" * 3_000_000})
    assert answer.status_code == 413

    def endless():  # no length is told
        for _ in range(100):
            yield b" " * 100_000

    answer = server.client.post("/api/check", content=endless(), headers={"content-type": "application/json"})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("game", "level"),
    [
        ("roll", "g" * 70_000),  # too many characters
        ("boxup", "size 1900x1900\nplayer 1,1\nsmall red right 1,1\nbig blue down 1,3\n"),  # few characters, many cells
        ("roll", "|g_" + "\ng" * 3_000 + "\n" + "g" * 3_000),  # a long row and a long column
    ],
)
def test_levels_are_limited(server: Server, game: str, level: str) -> None:
    for path in ("check", "play", "steps", "picture", "edit"):
        answer = server.post(f"/api/{path}", {"game": game, "level": level})
        assert answer.status_code == 422
        assert "too large" in answer.text or "64000" in answer.text
    assert server.post("/api/jobs", {"kind": "solve", "game": game, "level": level}).status_code == 422


@pytest.mark.parametrize(
    "path",
    [
        "/../app.py",
        "/..%2fapp.py",
        "/%2e%2e/%2e%2e/core/game.py",
        "/pages/../../app.py",
        "//etc/passwd",
        "/etc/passwd",
        "/api/levels/roll/..%2f..%2f__init__",
        "/api/levels/roll/..%2f..%2f__init__/picture",
        "/api/levels/..%2froll/05",
        "/api/levels/%2fetc/passwd",
        "/tsconfig.json",
    ],
)
def test_no_file_can_be_reached(server: Server, path: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as raw:  # clients would tidy the path up
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 404")
    assert b"import" not in answer
    assert b"root:" not in answer


def test_a_solver_is_no_file(server: Server, tmp_path: Path) -> None:
    engine = tmp_path / "own.py"
    trace = tmp_path / "was-here"
    engine.write_text(f"open({str(trace)!r}, 'w')\nENGINE = None\n")
    for kind in ("solve", "watch"):
        body = {"kind": kind, **CHECK, "solver": f"{engine}:ENGINE"}
        answer = server.post("/api/jobs", body)
        assert answer.status_code == 422
    assert not trace.exists()


def test_no_solver_writes_where_a_request_says(server: Server, tmp_path: Path) -> None:
    folder = tmp_path / "certificate"
    job = {
        "kind": "solve",
        **server.level("roll/01"),
        "solver": "sat:seq",
        "solver_options": {"certificate": str(folder)},
    }
    assert server.post("/api/jobs", job).status_code == 422
    assert server.post("/api/jobs", {**job, "solver_options": {}}).status_code == 202
    assert not folder.exists()
    solvers = server.get("/api/games/roll/solvers").json()
    assert not any(option["name"] == "certificate" for solver in solvers for option in solver["options"])


def test_a_level_is_no_file(server: Server) -> None:
    for text in ("/etc/passwd", "roll:05", "file:///etc/passwd"):
        assert server.post("/api/check", {"game": "roll", "level": text}).status_code == 422


def test_markup_of_a_level_is_escaped(server: Server) -> None:
    """A level's texts reach pages as text. The page puts nothing but pictures in as markup."""
    script = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    level = f"|gg_\n---\nname: {script}\n"
    for path in ("check", "play", "steps", "edit"):
        answer = server.post(f"/api/{path}", {"game": "roll", "level": level})
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/json"
        assert "<script" not in answer.json()["svg"]
        assert "onerror" not in answer.json()["svg"]
    broken = server.post("/api/check", {"game": "roll", "level": script})
    assert broken.status_code == 422
    assert broken.headers["content-type"] == "application/json"
    named = '{"tiles": [{"id": 1, "type": "<script>", "is_goal": true}], "start": 1}'
    assert "json" in server.post("/api/check", {"game": "lara", "level": named}).headers["content-type"]
    source = "".join(path.read_text() for path in STATIC.rglob("*.js"))
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", source)


STATIC = Path(__file__).parents[2] / "src" / "ludoplan" / "web" / "static"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://127.0.0.1:1"}, 403),  # another server on this machine
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"content-type": "text/plain"}, 415),  # what a form can send
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
        ({"host": "evil.example"}, 421),  # a name that was made to point here
        ({"host": "localhost.evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example:80"}, 421),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({}, 200),
    ],
)
def test_requests_of_other_sites_are_refused(server: Server, headers: dict[str, str], status: int) -> None:
    given = {"content-type": "application/json", **headers}
    answer = server.client.post("/api/check", content='{"game": "roll", "level": "|gg_"}', headers=given)
    assert answer.status_code == status
    assert "access-control-allow-origin" not in answer.headers


def test_other_sites_can_not_cancel_or_listen(server: Server) -> None:
    job = server.submit(kind="verdict", **CHECK)
    assert server.client.delete(f"/api/jobs/{job}", headers={"origin": "http://evil.example"}).status_code == 403
    stream = server.get("/api/events?session=x", headers={"sec-fetch-site": "cross-site"})
    assert stream.status_code == 403


@pytest.mark.parametrize("path", ["/", "/app.js", "/palette.css", "/api/games", "/nowhere", "/openapi.json"])
def test_the_policy_allows_nothing_from_elsewhere(server: Server, path: str) -> None:
    headers = server.get(path).headers
    policy = dict(part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["require-trusted-types-for"] == "'script'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_a_picture_can_do_nothing(server: Server) -> None:
    answer = server.get("/api/levels/roll/05/picture")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "script-src" not in answer.headers["content-security-policy"]


def test_pages_load_nothing_from_elsewhere() -> None:
    for path in STATIC.rglob("*"):
        if path.suffix in (".html", ".js", ".css"):
            addresses = set(re.findall(r"https?://[^\s\"'`)]+", path.read_text())) - {"http://www.w3.org/2000/svg"}
            assert not addresses, path
    page = (STATIC / "index.html").read_text()
    assert "style=" not in page
    assert not re.search(r"<script(?![^>]*src=)", page)
    assert not re.search(r"\son\w+=", page)
