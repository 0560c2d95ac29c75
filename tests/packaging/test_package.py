"""What a user installs: one version, no warnings as errors, clear words where a system lacks something."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.conftest import ROOT

import ludoplan

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_version_stands_in_one_place() -> None:
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert "version" not in PROJECT["project"]
    provider = PROJECT["tool"]["scikit-build"]["metadata"]["version"]
    assert "__version__ =" in (ROOT / provider["input"]).read_text(encoding="utf-8")
    found = re.search(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    assert found[1] == ludoplan.__version__
    assert f"## {ludoplan.__version__} " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_warnings_are_errors_for_developers_only() -> None:
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    strict = text.partition("if(LUDOPLAN_STRICT)")[2].partition("endif()")[0]
    assert text.count("-Werror") == strict.count("-Werror") == 1
    assert re.search(r"option\(LUDOPLAN_STRICT .* OFF\)", text)
    assert "LUDOPLAN_STRICT=ON" in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_every_extra_has_its_place() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    whole = re.findall(r"[\w]+", extras["all"][0].partition("[")[2])
    assert set(whole) == set(extras) - {"all", "dev", "docs"}


ELSEWHERE = """
import os, sys, asyncio, subprocess, multiprocessing, rich.progress, pickle, sqlite3, threading
for name in ("fork", "sysconf"):
    delattr(os, name)
for name in ("resource", "fcntl", "termios"):
    sys.modules[name] = None
sys.platform = "win32"
from ludoplan import Unsupported, analyse, load, picture, solve, to_pddl
task = load("roll:05")
print(solve(task, "astar").status, analyse(load("boxup:first")).cost, picture(task)[:4], len(to_pddl(task).domain) > 9)
def refused(call):
    try:
        call()
    except Unsupported as error:
        print("refused:", error)
def stream():
    from ludoplan import solve_stream
    solve_stream(task)
def store():
    from ludoplan.bench.store import Store
    with Store("x.db", must_exist=False) as store, store.lock():
        pass
refused(stream)
refused(lambda: solve(load("boxup:first"), "sat"))
refused(store)
"""


def test_a_system_without_forks(tmp_path: Path) -> None:
    """Stands in for Windows: what such systems lack is taken away before the import."""
    run = subprocess.run([sys.executable, "-c", ELSEWHERE], capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert lines[0] == "optimal 5 <svg True"
    assert len(lines) == 4
    assert all(line.startswith("refused: ") and "POSIX" in line for line in lines[1:])


def test_the_wheel_in_a_bare_environment(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Not in the usual run: `pytest tests/packaging --wheel dist/ludoplan-*.whl`."""
    wheel = request.config.getoption("--wheel")
    if wheel is None:
        pytest.skip("no --wheel FILE")
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "bare"], check=True)
    binaries = tmp_path / "bare" / "bin"
    # Nothing to compile with: no compiler is found, and building is refused.
    environment = {**os.environ, "PATH": str(binaries), "CC": "/nowhere", "CXX": "/nowhere"}
    environment.pop("PYTHONPATH", None)

    def run(*words: str | Path) -> str:
        done = subprocess.run(words, env=environment, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run(binaries / "python", "-m", "pip", "install", "-q", "--only-binary", ":all:", "--pre", Path(wheel).resolve())
    place = run(binaries / "python", "-c", "import ludoplan; print(ludoplan.__file__, ludoplan.__version__)")
    assert str(tmp_path) in place
    assert ludoplan.__version__ in place
    assert run(binaries / "ludoplan", "demo")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    [code] = re.findall(r"^```python\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    assert run(binaries / "python", "-c", code).startswith("optimal ")
