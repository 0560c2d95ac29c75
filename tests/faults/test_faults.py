"""Faults on purpose: memory that fails, full disks, a clock that jumps, a store that is locked, a worker that dies.

The answer is a status, never a wrong result, a hang or a lost row. benchmarks/faults.py does more of each.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))
import faults

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="libraries are preloaded, limits set")


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("preloaded")
    faults.compile_into(folder)
    return folder


@pytest.mark.parametrize(("level", "solver"), faults.SOLVES[:3])
def test_native_allocations_that_fail(level: str, solver: str, libraries: Path) -> None:
    tally = faults.failed_allocations(level, solver, libraries, most=30)
    assert tally["injected"] >= 20
    assert tally["wrong"] == tally["hung"] == tally["lasting"] == 0
    assert tally["memory"] + tally["right"] + tally["died"] == tally["injected"]
    # Arguments of native functions are converted where nothing may be thrown (nanobind): a few small ones of each call.
    assert tally["died"] < tally["injected"] / 2


@pytest.mark.parametrize("size", [0, 70_000])
def test_a_full_disk(size: int, tmp_path: Path) -> None:
    assert faults.full_disk(tmp_path, size) == []


def test_a_clock_that_jumps(libraries: Path, tmp_path: Path) -> None:
    assert faults.jumping_clock(libraries, tmp_path) == []


def test_a_locked_store(tmp_path: Path) -> None:
    assert faults.locked_store(tmp_path, 1.0) == []


def test_workers_that_are_killed(tmp_path: Path) -> None:
    assert faults.killed_workers(tmp_path, kills=3, seed=1) == []
