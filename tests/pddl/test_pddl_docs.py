"""docs/pddl.md: its files, commands and code do what it says."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

import pytest
from tests.conftest import ROOT

from ludoplan.pddl.features import SUPPORTED
from ludoplan.pddl.source import MOST_NESTED

PAGE = (ROOT / "docs" / "pddl.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_commands(ludoplan, tmp_path):
    for name, text in zip(("domain.pddl", "problem.pddl"), blocks("pddl"), strict=True):
        (tmp_path / name).write_text(text)
    (shown,) = blocks("console")
    commands = [line[2:] for line in shown.splitlines() if line.startswith("$ ")]
    assert len(commands) == 2
    for command in commands:
        run = ludoplan(*shlex.split(command)[1:], cwd=tmp_path)
        assert run.returncode == 0, run.stderr
    assert shown.endswith(f"{commands[-1]}\n{run.stderr}{run.stdout}")


def test_the_table_has_every_requirement():
    table = PAGE[PAGE.index("| requirement") : PAGE.index("Not every solver")]
    assert set(re.findall(r":[a-z-]+", table)) - {":metric"} == SUPPORTED
    assert f"more than {MOST_NESTED} deep" in PAGE


def test_unified_planning(tmp_path):
    pytest.importorskip("unified_planning")
    (code,) = blocks("python")
    run = subprocess.run([sys.executable, "-W", "ignore", "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert run.stdout == blocks("text")[0], run.stderr
