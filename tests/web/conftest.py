"""A server of its own for the tests, as `ludoplan serve` starts it."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest


class Server:
    """A running server and a client for it."""

    def __init__(self, *words: str, state: Path) -> None:
        # Its solvers are busy for seconds, and must not slow down tests that look at the clock.
        gently = ["nice", "-n", "5", sys.executable, "-m", "ludoplan.cli.main"]
        command = [*gently, "serve", "--port", "0", "--state", str(state), *words]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split()[1]
        self.client = httpx.Client(base_url=self.address.partition("?")[0], timeout=30, trust_env=False)
        for _ in range(200):
            try:
                self.client.get("/icon.svg")
                break
            except httpx.ConnectError:
                time.sleep(0.05)

    @property
    def port(self) -> int:
        return self.client.base_url.port or 0

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.client.get(path, **more)

    def post(self, path: str, body: object, **more: Any) -> httpx.Response:
        return self.client.post(path, json=body, **more)

    def level(self, name: str) -> dict[str, Any]:
        """What the API needs to know of a bundled level."""
        found = self.get(f"/api/levels/{quote(name)}").json()
        return {"game": found["game"], "level": found["level"], "objective": found["objective"]}

    def submit(self, **body: Any) -> str:
        answer = self.post("/api/jobs", body)
        assert answer.status_code == 202, answer.text
        return answer.json()["id"]

    def wait(self, job: str, seconds: float = 30) -> dict[str, Any]:
        """The job when it is over."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = self.get(f"/api/jobs/{job}").json()
            if found["status"] not in ("queued", "running"):
                return found
            time.sleep(0.02)
        raise AssertionError(f"the job is not over after {seconds} s")

    def run(self, **body: Any) -> dict[str, Any]:
        return self.wait(self.submit(**body))

    def long_job(self, **more: Any) -> str:
        """A job that takes minutes and, meanwhile, tells how it gets on."""
        level = {**self.level("maze/twenty-dots"), "objective": "all-food"}
        return self.submit(kind="solve", **level, solver="ucs", **more)

    def until_running(self, job: str) -> None:
        for _ in range(500):
            if self.get(f"/api/jobs/{job}").json()["progress"] is not None:
                return
            time.sleep(0.02)
        raise AssertionError("the job does not start")

    @contextmanager
    def events(self, path: str) -> Iterator[Iterator[dict[str, Any]]]:
        """Server-sent events."""
        with self.client.stream("GET", path) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            yield (json.loads(line[6:]) for line in answer.iter_lines() if line.startswith("data: "))

    def stop(self, number: int = signal.SIGINT) -> None:
        self.client.close()
        self.process.send_signal(number)
        self.process.wait(15)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server("--jobs", "2", state=tmp_path_factory.mktemp("state"))
    yield running
    running.stop()


# -- a real browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no chromium in the path: the pages are not tested")
SECONDS = 60_000  # milliseconds; the machine may be busy


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield running
        running.close()


@pytest.fixture
def context(browser: Any) -> Iterator[Any]:
    made = browser.new_context(viewport={"width": 1280, "height": 860}, accept_downloads=True)
    yield made
    made.close()


@pytest.fixture
def page(context: Any) -> Iterator[Any]:
    """A page on which nothing may go wrong unnoticed: no script error, no breach of the policy."""
    yield from watched_page(context)


def watched_page(context: Any) -> Iterator[Any]:
    opened = context.new_page()
    opened.set_default_timeout(SECONDS)
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on(
        "console",
        # A refused level is told by its status, which the browser logs.
        lambda message: faults.append(message.text) if message.type == "error" and "422" not in message.text else None,
    )
    yield opened
    assert faults == []


def go(page: Any, server: Server, path: str) -> None:
    page.goto(f"{server.client.base_url}#/{path}")


def say(page: Any, text: str) -> Any:
    """Waits for a message."""
    found = page.locator(".message", has_text=re.compile(text, re.DOTALL)).first
    found.wait_for(timeout=SECONDS)
    return found


def counter(page: Any, moves: int) -> None:
    page.locator(".counter", has_text=re.compile(rf"^{moves} move")).wait_for(timeout=SECONDS)


def written(page: Any, name: str) -> str:
    """What a source editor holds; of a long text the page itself has only the lines in sight."""
    page.wait_for_selector(f".cm-content[aria-label='{name}']")
    return page.evaluate(
        """async name => {
          const { EditorView } = await import(document.querySelector("link[href$='vendor/codemirror.js']").href);
          const content = document.querySelector(`.cm-content[aria-label='${name}']`);
          return EditorView.findFromDOM(content).state.doc.toString();
        }""",
        name,
    )


def write(page: Any, name: str, text: str) -> None:
    """Puts a text in place of what a source editor holds, as by pasting it."""
    content = page.locator(f".cm-content[aria-label='{name}']")
    content.focus()
    page.keyboard.press("Control+A")
    content.evaluate(
        """(content, text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          content.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }""",
        text,
    )


def wrong_lines(page: Any) -> list[str]:
    """The numbers of the lines at which a source editor shows that something is wrong."""
    return page.locator(".cm-gutterElement.wrong").all_inner_texts()


ARROWS = {"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight"}


# -- axe-core

AXE = "axe-core@4.14.0"


@pytest.fixture(scope="session")
def axe(request: pytest.FixtureRequest) -> str:
    """The script of axe-core, which checks pages; asked for once by npm, and the checks are left out without it."""
    folder = Path(str(request.config.cache.mkdir("axe")))  # type: ignore[union-attr]
    archive = folder / f"{AXE.replace('@', '-')}.tgz"
    if not archive.is_file():
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("no npm: pages are not checked by axe-core")
        command = [npm, "pack", AXE, "--silent", "--pack-destination", str(folder)]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=60)
        except (subprocess.SubprocessError, OSError):
            pytest.skip("npm has no axe-core: pages are not checked by it")
    with tarfile.open(archive) as files:
        found = files.extractfile("package/axe.min.js")
        assert found is not None
        return found.read().decode()


def serious_findings(page: Any, axe: str) -> list[list[str]]:
    """What axe-core says of a page: rule and element of each finding that is serious."""
    page.evaluate(axe)
    return page.evaluate(
        """() => axe.run().then(found => found.violations
          .filter(each => ['serious', 'critical'].includes(each.impact))
          .map(each => [each.id, each.nodes[0].target.join(' ')]))"""
    )
