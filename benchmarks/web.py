"""How quick the web page is: start, requests, jobs, pages in a browser, and all that under a hundred jobs.

python benchmarks/web.py [--browser /usr/bin/chromium] [--against http://127.0.0.1:8765/]

With --against, pages of that server, which runs already, are opened in turn with those of this code, so that whatever
else the machine does slows both.
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

PAGES = {
    "library": ".card img",
    "play/roll/05": ".board svg",
    "play/sudoku/first": ".board svg",
    "solve/roll/05": ".board svg",
    "watch/maze/loops": "[data-ready]",
    "edit/roll/05": ".board svg",
    "game/crates": ".board svg",
    "generate/roll": "input[type=range]",
    "pddl/boxup/first": ".message.good",
    "campaigns": "text=Suite",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--browser", default=shutil.which("chromium"), help="a Chromium (default: the one in the path)")
    parser.add_argument("--against", help="the address of a server with other code: only pages are measured, in turn")
    arguments = parser.parse_args()
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        command = [sys.executable, "-m", "ludoplan.cli.main", "serve", "--port", "0", "--state", folder, "--jobs", "1"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        address = server.stdout.readline().split()[1]
        global SERVER
        SERVER = server.pid
        try:
            with httpx.Client(base_url=address, timeout=60, trust_env=False) as client:
                client.get("/")
                if arguments.against:
                    compare_pages(arguments.browser, arguments.against, address)
                    return
                print("| what | median | slowest | processor time of the server |\n|---|---:|---:|---:|")
                row("start of the server to the first answer", [time.monotonic() - began], cpu_seconds())
                measure(client)
                if arguments.browser:
                    measure_pages(arguments.browser, address)
                measure_load(client)
        finally:
            server.terminate()
            server.wait()


SERVER = 0  # its process


def cpu_seconds() -> float:
    """What the server, without its workers, has used of the processor."""
    with open(f"/proc/{SERVER}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def row(what: str, times: list[float], cpu: float) -> None:
    slowest = f"{1000 * max(times):.0f} ms" if len(times) > 1 else ""
    each = 1000 * cpu / len(times)
    print(f"| {what} | {1000 * statistics.median(times):.0f} ms | {slowest} | {each:.1f} ms |", flush=True)


def tell(what: str, count: int, action: Callable[[], Any]) -> None:
    """Does it so many times and prints how long it takes."""
    times, before = [], cpu_seconds()
    for _ in range(count):
        began = time.monotonic()
        action()
        times.append(time.monotonic() - began)
    row(what, times, cpu_seconds() - before)


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
        tell(f"a move on {name}: picture and legal moves", 100, lambda body=body: client.post("/api/play", json=body))
    level = level_of(client, "roll/05")
    tell("a hint on roll/05, from the click", 30, lambda: run_job(client, {"kind": "hint", **level, "moves": []}))
    tell("a solve of roll/05, from the click", 30, lambda: run_job(client, {"kind": "solve", **level}))


def measure_pages(browser: str, address: str) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        for path, sign in PAGES.items():
            before = cpu_seconds()
            times, sizes = zip(*(opened(running, at(address, path), sign) for _ in range(9)), strict=True)
            size, cpu = statistics.median(sizes) / 1000, cpu_seconds() - before
            rounds = rounds_of(running, at(address, path), sign)
            row(f"page {path}, nothing cached, until it shows ({size:.0f} kB, {rounds} rounds)", list(times), cpu)
        page = running.new_page()
        got = bytes_of(page)
        page.goto(address)
        page.wait_for_selector(".card img")
        page.evaluate("document.querySelectorAll('.card img').forEach(each => { each.loading = 'eager'; })")
        page.wait_for_function("() => [...document.querySelectorAll('.card img')].every(each => each.complete)")
        page.wait_for_timeout(300)
        print(f"| library with all its pictures: {sum(got) / 1000:.0f} kB | | | |", flush=True)
        running.close()


def at(address: str, path: str) -> str:
    return f"{address}#/{'' if path == 'library' else path}"


def opened(browser: Any, address: str, sign: str) -> tuple[float, float]:
    """Seconds until a page shows what it is for, and the bytes that came for it; nothing is cached."""
    context = browser.new_context()
    page = context.new_page()
    got = bytes_of(page)
    began = time.monotonic()
    page.goto(address)
    page.wait_for_selector(sign)
    seconds = time.monotonic() - began
    page.wait_for_timeout(300)
    context.close()
    return seconds, sum(got)


def compare_pages(browser: str, before: str, after: str) -> None:
    from playwright.sync_api import sync_playwright

    print("| page | waits before | after | until it shows, before | after | kB before | after |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        for path, sign in PAGES.items():
            found: dict[str, list[tuple[float, float]]] = {before: [], after: []}
            for _ in range(9):
                for address, list_ in found.items():
                    list_.append(opened(running, at(address, path), sign))
            waits = [rounds_of(running, at(address, path), sign) for address in found]
            times = [statistics.median(seconds for seconds, _ in each) for each in found.values()]
            sizes = [statistics.median(size for _, size in each) for each in found.values()]
            told = [
                *map(str, waits),
                *(f"{1000 * each:.0f} ms" for each in times),
                *(f"{each / 1000:.0f}" for each in sizes),
            ]
            print(f"| {path} | {' | '.join(told)} |", flush=True)
        running.close()


def rounds_of(browser: Any, address: str, sign: str) -> int:
    """How often the page has to wait for answers before it shows, all that it asks for at once being one wait.

    That, and not the load of this machine, is what a slow way to the server is multiplied by.
    """
    page = browser.new_context().new_page()
    held: list[Any] = []
    page.route("**/*", lambda route: held.append(route))
    page.evaluate("to => { setTimeout(() => { location = to; }); }", address)
    for rounds in range(1, 30):
        waited = 0
        while waited < QUIET:  # until nothing more is asked for
            asked = len(held)
            page.wait_for_timeout(50)
            waited = waited + 50 if held and len(held) == asked else 0
        batch = held[:]
        held.clear()  # first: what is asked for meanwhile belongs to the next round
        for route in batch:
            route.continue_()
        page.wait_for_timeout(QUIET)
        if page.locator(sign).count():
            for route in held:
                route.abort()
            page.unroute_all(behavior="ignoreErrors")
            page.context.close()
            return rounds
    raise SystemExit(f"{address} does not show {sign}")


QUIET = 400  # milliseconds


def bytes_of(page: Any) -> list[float]:
    """What comes over the wire from now on, answer by answer."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    sizes: list[float] = []
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    return sizes


def measure_load(client: httpx.Client) -> None:
    body = {"kind": "solve", **level_of(client, "maze/twenty-dots"), "objective": "all-food", "solver": "ucs"}

    def submit_all() -> None:
        with ThreadPoolExecutor(20) as pool:
            list(pool.map(lambda _: client.post("/api/jobs", json=body).raise_for_status(), range(100)))

    tell("100 submissions at once, all accepted", 1, submit_all)
    level = level_of(client, "roll/05")
    tell("a move meanwhile", 100, lambda: client.post("/api/play", json={**level, "moves": []}))
    tell("a hint meanwhile", 20, lambda: run_job(client, {"kind": "hint", **level, "moves": []}))


if __name__ == "__main__":
    main()
