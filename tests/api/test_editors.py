"""What other tools are told about ludoplan holds."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    [found] = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return found


def test_the_task_of_the_editor(ludoplan, tmp_path: Path) -> None:
    [task] = json.loads(block("json"))["tasks"]
    (tmp_path / "domain.pddl").write_text("(define (domain x) (:predicates (p))\n  (:action a :effect (q)))\n")
    (tmp_path / "one.pddl").write_text("(define (problem y) (:domain x) (:init) (:goal (p)))\n")
    words = [word.replace("${fileDirname}", str(tmp_path)) for word in task["args"]]
    run = ludoplan(*(word.replace("${file}", str(tmp_path / "one.pddl")) for word in words))
    matcher = task["problemMatcher"]["pattern"]
    found = re.match(matcher["regexp"], run.stderr.splitlines()[0])
    assert found is not None, run.stderr
    assert found[matcher["file"]] == str(tmp_path / "domain.pddl")
    assert (found[matcher["line"]], found[matcher["message"]]) == ("2", "there is no predicate 'q'")


def test_unified_planning_finds_the_engine_in_its_file(tmp_path: Path) -> None:
    pytest.importorskip("unified_planning")
    (tmp_path / "up.ini").write_text(block("ini"))
    code = "import unified_planning as up; print(up.environment.get_environment().factory.engine('ludoplan').__name__)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True, cwd=tmp_path) == "Ludoplan\n"
    record = (ROOT / "docs" / "decisions" / "0007-unified-planning.md").read_text(encoding="utf-8")
    assert block("ini") in record
