"""What all tests share."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.database import DirectoryBasedExampleDatabase

# The suite draws the same examples each time. `make trials` draws new ones, and what it finds is tried first from then
# on: hypothesis keeps it in .hypothesis/examples (which it would not by itself where it takes the machine for CI).
settings.register_profile("fixed", deadline=None, derandomize=True, max_examples=60)
settings.register_profile(
    "fresh",
    deadline=None,
    derandomize=False,
    max_examples=200,
    print_blob=True,
    database=DirectoryBasedExampleDatabase(".hypothesis/examples"),
)
settings.load_profile(os.environ.get("LUDOPLAN_PROFILE", "fixed"))

# What is started in the background of a script ignores Ctrl-C, and so would all that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parent.parent
Run = Callable[..., "subprocess.CompletedProcess[str]"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept-golden", action="store_true", help="write the golden playthroughs anew")
    parser.addoption("--engine", metavar="NAME", help="test this solver alone, on all its games; all: every one")
    parser.addoption("--wheel", metavar="FILE", help="try this wheel in a bare environment, without a compiler")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("--engine")
    if wanted not in (None, "all"):
        kept = [item for item in items if item.nodeid.partition("[")[2].startswith(f"{wanted}-")]
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept


@pytest.fixture
def ludoplan() -> Run:
    """Runs the command line in a process of its own."""

    def run(*words: object, stdin: str = "", timeout: float = 60, cwd: Path | None = None):
        command = [sys.executable, "-m", "ludoplan.cli.main", *map(str, words)]
        return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=timeout, cwd=cwd)

    return run


@pytest.fixture
def shared_data() -> Path:
    """Third parties' levels with known optima, which do not come with the project."""
    folder = ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("no folder shared/data beside the project")
    return folder
