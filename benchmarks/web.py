"""How quick the web page is: start, requests, jobs, pages in a browser, and all that under a hundred jobs.

python benchmarks/web.py [--browser /usr/bin/chromium]
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

PAGES = {"library": ".card img", "play/roll/05": ".board svg", "solve/roll/05": ".board svg", "watch/maze/loops": "h1"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--browser", default=shutil.which("chromium"), help="a Chromium (default: the one in the path)")
    arguments = parser.parse_args()
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    print("| what | median | slowest |\n|---|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        command = [sys.executable, "-m", "ludoplan.cli.main", "serve", "--port", "0", "--state", folder, "--jobs", "1"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        address = server.stdout.readline().split()[1]
        try:
            with httpx.Client(base_url=address, timeout=60, trust_env=False) as client:
                client.get("/")
                row("start of the server to the first answer", [time.monotonic() - began])
                measure(client)
                if arguments.browser:
                    measure_pages(arguments.browser, address)
                measure_load(client)
        finally:
            server.terminate()
            server.wait()


def row(what: str, times: list[float]) -> None:
    slowest = f"{1000 * max(times):.0f} ms" if len(times) > 1 else ""
    print(f"| {what} | {1000 * statistics.median(times):.0f} ms | {slowest} |", flush=True)


def timed(count: int, action: Callable[[], Any]) -> list[float]:
    times = []
    for _ in range(count):
        began = time.monotonic()
        action()
        times.append(time.monotonic() - began)
    return times


def level_of(client: httpx.Client, name: str) -> dict[str, Any]:
    found = client.get(f"/api/levels/{name}").json()
    return {"game": found["game"], "level": found["level"]}


def run_job(client: httpx.Client, body: dict[str, Any]) -> None:
    job = client.post("/api/jobs", json=body).json()["id"]
    with client.stream("GET", f"/api/jobs/{job}/events") as events:
        for _ in events.iter_lines():
            pass


def measure(client: httpx.Client) -> None:
    for name in ("roll/05", "maze/labyrinth", "lara/maze-2"):
        body = {**level_of(client, name), "moves": []}
        times = timed(100, lambda body=body: client.post("/api/play", json=body))
        row(f"a move on {name}: picture and legal moves", times)
    level = level_of(client, "roll/05")
    row("a hint on roll/05, from the click", timed(30, lambda: run_job(client, {"kind": "hint", **level, "moves": []})))
    row("a solve of roll/05, from the click", timed(30, lambda: run_job(client, {"kind": "solve", **level})))


def measure_pages(browser: str, address: str) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        for path, sign in PAGES.items():

            def load(path: str = path, sign: str = sign) -> None:
                context = running.new_context()  # nothing is cached
                page = context.new_page()
                page.goto(f"{address}#/{'' if path == 'library' else path}")
                page.wait_for_selector(sign)
                context.close()

            row(f"page {path}, nothing cached, until it shows", timed(7, load))
        running.close()


def measure_load(client: httpx.Client) -> None:
    body = {"kind": "solve", **level_of(client, "maze/twenty-dots"), "objective": "all-food", "solver": "ucs"}
    began = time.monotonic()
    with ThreadPoolExecutor(20) as pool:
        list(pool.map(lambda _: client.post("/api/jobs", json=body), range(100)))
    row("100 submissions at once, all accepted", [time.monotonic() - began])
    level = level_of(client, "roll/05")
    row("a move meanwhile", timed(100, lambda: client.post("/api/play", json={**level, "moves": []})))
    row("a hint meanwhile", timed(20, lambda: run_job(client, {"kind": "hint", **level, "moves": []})))


if __name__ == "__main__":
    main()
