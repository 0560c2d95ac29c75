"""What everything that the library returns shows in a notebook, and its tables."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from xml.dom import minidom

import pytest

import ludoplan
from ludoplan import Limits, Replay, analyse, frame, generate, hint, load, repair, rows, run_suite, solve

SUITE = """
title = "Two & more"
[[levels]]
bundled = ["boxup:first", "boxup:never", "roll:01"]
[[solvers]]
solver = ["bfs", "astar"]
"""


def pictures(page: str) -> list[minidom.Document]:
    found = re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', page)
    return [minidom.parseString(base64.b64decode(each)) for each in found]


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> ludoplan.Report:
    folder = tmp_path_factory.mktemp("campaign")
    (folder / "suite.toml").write_text(SUITE)
    return run_suite(folder / "suite.toml", folder / "suite.db", jobs=2, bar=False)


def test_analyses() -> None:
    page = analyse(load("boxup:first"))._repr_html_()
    assert "optimal, exact" in page
    [crowds] = pictures(page)
    [states] = pictures(analyse(load("boxup:first"), drawn=True)._repr_html_())
    assert len(states.getElementsByTagName("circle")) > len(crowds.getElementsByTagName("circle"))
    assert "sampled" in analyse(load("maze:twenty-dots"), Limits(nodes=50))._repr_html_()


def test_hints() -> None:
    assert "<b>up</b>" in hint(load("roll:01"))._repr_html_()
    assert "No solution" in hint(load("boxup:never"))._repr_html_()
    task = load("roll:01")
    assert "Solved" in hint(task, solve(task).plan.moves)._repr_html_()


def test_repairs() -> None:
    page = repair(load("boxup:never"), count=2)._repr_html_()
    assert page.count("<tr>") == 2
    assert "before: none" in page


def test_levels_to_order_and_games_in_progress() -> None:
    [made] = generate("boxup", seed=2)
    assert len(pictures(made._repr_html_())) == 1
    assert solve(made.task).cost == made.result.cost
    session = Replay(load("roll:01"))
    before = session._repr_svg_()
    session.play("up")
    assert session._repr_svg_() != before
    minidom.parseString(before)


def test_campaigns(report: ludoplan.Report) -> None:
    page = report._repr_html_()
    assert "Two &amp; more" in page
    assert "<button" not in page
    assert len(pictures(page)) == 1
    assert {"bfs", "astar"} <= set(re.findall(r">(\w+)</th>", page))


def test_a_suite_that_is_done_is_not_run_again(report: ludoplan.Report, tmp_path: Path) -> None:
    (tmp_path / "suite.toml").write_text(SUITE)
    first = run_suite(tmp_path / "suite.toml", tmp_path / "a.db", bar=False)
    again = run_suite(tmp_path / "suite.toml", tmp_path / "a.db", bar=False)
    assert rows(tmp_path / "a.db") == rows(again) == again.rows
    assert [row["ended"] for row in first.rows] == [row["ended"] for row in again.rows]


def test_rows_are_flat() -> None:
    found = rows([solve(load("roll:01")), analyse(load("roll:01")), analyse(load("maze:twenty-dots"), Limits(nodes=9))])
    assert all(not isinstance(value, list | dict | tuple) for row in found for value in row.values())
    assert [row["cost"] for row in found[:2]] == [8, 8]
    assert found[1]["difficulty"] in ("easy", "medium", "hard", "extreme")


def test_a_session_takes_moves_back() -> None:
    session = Replay(load("lara:snakes-2"))
    plan = solve(load("lara:snakes-2")).plan
    assert plan is not None
    seen = [(session.state, session.cost())]
    for move in plan.moves:
        assert session.play(move) is None
        seen.append((session.state, session.cost()))
    for before in reversed(seen[:-1]):
        assert session.undo()
        assert (session.state, session.cost()) == before
    assert not session.undo()


def test_frames(report: ludoplan.Report) -> None:
    pandas = pytest.importorskip("pandas")
    costs = frame(report).pivot_table(index="level", columns="solver", values="cost", aggfunc="first")
    assert list(costs.loc["roll:01"]) == [8, 8]
    of_analyses = frame(analyse(load(name)) for name in ("roll:01", "roll:02"))
    assert isinstance(of_analyses, pandas.DataFrame)
    assert list(of_analyses["cost"]) == [8, 12]
    assert frame([]).empty
