"""The types of the native module that mypy sees are those it has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import ludoplan

STUB = Path(ludoplan.__file__).parent / "_native.pyi"


def test_the_stub_is_up_to_date(tmp_path: Path) -> None:
    fresh = tmp_path / "_native.pyi"
    subprocess.run([sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "ludoplan._native", "-o", fresh], check=True)
    assert fresh.read_text() == STUB.read_text(), "run: make stubs"
