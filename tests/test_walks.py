"""A level is parsed once and configured once on every road that leads from its text to a result."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ludoplan.cli.main import main
from ludoplan.core import registry
from ludoplan.core.task import Task
from ludoplan.pddl.task import PddlTask


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often levels are parsed, tasks made and engines looked up."""
    counts: Counter[str] = Counter()

    def count(owner: object, name: str, key: str) -> None:
        original = getattr(owner, name)

        def counting(*arguments: object, **named: object) -> object:
            counts[key] += 1
            return original(*arguments, **named)

        monkeypatch.setattr(owner, name, counting)

    count(registry.game("roll"), "parse", "parse")
    count(Task, "__post_init__", "configure")
    count(registry, "engine", "engine")
    count(PddlTask, "__init__", "pddl task")
    return counts


def test_solve(counted: Counter[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "roll:05"]) == 0
    assert counted == {"parse": 1, "configure": 1, "engine": 1}


def test_plan(counted: Counter[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pddl", "boxup:first", "-o", str(tmp_path)]) == 0
    counted.clear()
    assert main(["plan", str(tmp_path / "domain.pddl"), str(tmp_path / "problem.pddl")]) == 0
    assert counted == {"pddl task": 1, "configure": 1, "engine": 1}


def test_web_solve(counted: Counter[str]) -> None:
    pytest.importorskip("fastapi")
    from ludoplan.core.level import bundled
    from ludoplan.running.supervised import start
    from ludoplan.web import reading, schemas
    from ludoplan.web.work import work_of

    reading.parsed.cache_clear()
    given = schemas.SolveInput(kind="solve", game="roll", level=bundled("roll")["05"].text())
    work = work_of(given)
    status, result, _ = work.result(start(work.job).wait())
    assert (status, result["status"] if result else None) == ("done", "optimal")
    # The worker gets the task as it is, and so does the referee.
    assert (counted["parse"], counted["configure"]) == (1, 1)


def test_bench_run(counted: Counter[str], tmp_path: Path) -> None:
    from ludoplan.bench.campaign import Local, run_campaign
    from ludoplan.bench.store import Store
    from ludoplan.bench.suite import load_suite

    suite = tmp_path / "suite.toml"
    suite.write_text(
        '[[levels]]\nbundled = "roll:05"\n[[solvers]]\nsolver = ["bfs", "astar"]\n[limits]\nseconds = 60\n'
    )
    loaded = load_suite(str(suite))
    with Store(tmp_path / "store.sqlite", must_exist=False) as store:
        run_campaign(loaded, store, Local(1))
        assert [row["status"] for row in store.rows()] == ["optimal", "optimal"]
    assert (counted["parse"], counted["configure"]) == (1, 1)
