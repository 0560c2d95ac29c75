"""The suite draws the same examples each time; the second profile draws new ones, and what it finds stays found."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

TEST = """
from hypothesis import given, strategies as st

@given(st.integers(0, 10**12))
def test_drawn(number):
    print("drew", number)
    assert number % 1000 < 999
"""


def drawn(profile: str, folder: Path) -> list[str]:
    """What a test draws, in order, up to the end of the run."""
    (folder / "test_drawn.py").write_text(TEST)
    (folder / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text())
    command = [sys.executable, "-m", "pytest", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "test_drawn.py"]
    environment = {**os.environ, "LUDOPLAN_PROFILE": profile}
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return [line for line in run.stdout.splitlines() if line.startswith("drew")]


def test_fixed_examples_and_fresh_ones(tmp_path: Path) -> None:
    assert drawn("fixed", tmp_path) == drawn("fixed", tmp_path)
    first, second = drawn("fresh", tmp_path), drawn("fresh", tmp_path)
    assert first != second
    failures = [line for line in first if line.endswith("999")]
    if failures:  # what was found is tried first
        assert second[0] in failures


def test_no_test_fixes_its_examples_itself() -> None:
    """Or `make trials` would draw the same ones again."""
    fixing = [
        str(path)
        for path in (ROOT / "tests").rglob("*.py")
        if "derandomize=" in path.read_text(encoding="utf-8") and path.name not in ("conftest.py", "test_profiles.py")
    ]
    assert fixing == []
