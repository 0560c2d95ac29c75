"""Limits hold within 5 %, in the native kernels and for games in pure Python; counters count what they say."""

from __future__ import annotations

import gc
import subprocess
import sys
import time

import pytest

from ludoplan import Limits, Status, load, solve
from ludoplan.core.limits import peak_megabytes


@pytest.mark.parametrize("rules", ["native", "python"])
@pytest.mark.parametrize("solver", ["bfs", "astar", "idastar", "greedy", "bibfs"])
def test_time_limit(solver: str, rules: str) -> None:
    options = {"rules": rules}
    if solver in ("astar", "idastar", "greedy"):
        options["heuristic"] = "blind"
    limit = 0.6
    task = load("maze:twenty-dots")
    solve(task, solver, limits=Limits(nodes=10), options=options)  # what is loaded once is loaded
    gc.freeze()  # what other tests have left in this process is not to be collected meanwhile
    began, used = time.monotonic(), time.process_time()
    result = solve(task, solver, limits=Limits(seconds=limit), options=options)
    used = time.process_time() - used
    gc.unfreeze()
    assert result.status is Status.TIMEOUT
    assert result.plan is None
    assert time.monotonic() - began >= 0.95 * limit
    # The processor's time, for that does not grow on a busy machine.
    assert used <= 1.05 * limit


@pytest.mark.parametrize("rules", ["native", "python"])
def test_node_limit(rules: str) -> None:
    limits = Limits(nodes=5000)
    result = solve(load("maze:twenty-dots"), "bfs", limits=limits, options={"rules": rules})
    assert result.status is Status.INCOMPLETE
    assert 5000 <= (result.stats.stored or 0) <= 5250


@pytest.mark.parametrize(("solver", "rules"), [("bfs", "native"), ("ucs", "native"), ("bfs", "python")])
def test_memory_limit(ludoplan, solver: str, rules: str) -> None:
    """In a process of its own: the limit is on the whole process."""
    limit = 120
    words = ["maze:twenty-dots", "--solver", solver, "--rules", rules, "--memory-limit", limit, "--time-limit", 50]
    run = ludoplan("solve", *words, "--json")
    assert run.returncode == 12, run.stdout + run.stderr
    peak = float(run.stdout.split('"peak_mb": ')[1].split("}")[0])
    assert 0.7 * limit <= peak <= 1.05 * limit


def test_a_cancelled_search_tells_what_it_knows() -> None:
    calls = []

    def stop_at_once(progress) -> bool:
        calls.append(progress)
        return False

    result = solve(load("maze:twenty-dots"), "bfs", progress=stop_at_once)
    assert result.status is Status.CANCELLED
    assert len(calls) == 1
    assert result.stats.expanded
    assert result.lower_bound


def test_peak_is_measured() -> None:
    assert 5 < peak_megabytes() < 100_000


def test_peak_is_not_that_of_the_parent() -> None:
    """A process started by a large one is small."""
    code = "from ludoplan.core.limits import peak_megabytes; print(peak_megabytes())"
    large = bytearray(200_000_000)
    assert float(subprocess.check_output([sys.executable, "-c", code])) < len(large) / 1e6
