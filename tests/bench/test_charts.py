"""Charts by level, and numbers of others beside ours."""

from __future__ import annotations

import csv
import io
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.bench.test_campaigns import run, write_suite
from tests.bench.test_reports import ROWS, levels

from ludoplan import LudoplanError
from ludoplan.bench import plots
from ludoplan.bench.charts import drawn, read_chart, usual
from ludoplan.bench.report import Report
from ludoplan.bench.runs import Chart, Published, Wanted
from ludoplan.bench.statistics import Campaign
from ludoplan.bench.store import Store
from ludoplan.bench.suite import load_suite
from ludoplan.bench.tables import wanted_table

SVG = "{http://www.w3.org/2000/svg}"
CAMPAIGN = Campaign(ROWS, levels("a1", "a2", "b1"), ["x", "y"])
BESIDE = [
    Published("T", "a1", "x", 2.0, "Someone 1999"),
    Published("T", "a2", "x", "-", "Someone 1999"),
    Published("T", "a2", "y", 0.0, "Someone 1999"),
    Published("T", "c9", "z", 7.0, "Someone 1999", "the level is not printed"),
]


def test_a_table_with_numbers_of_others() -> None:
    table = wanted_table(CAMPAIGN, Wanted("T", "level", ("seconds",), "median"), BESIDE)
    trio = ["published", "ours", "ours / published"]
    assert table.columns[:4] == ["level", "x, published", *trio[1:]]
    cells = {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}
    assert cells["a1"] == ["2", "1.00", "0.500", "-", "4.00", "-", "-", "-", "-"]
    assert cells["a2"] == ["-", "timeout", "-", "0", "1.00", "-", "-", "-", "-"]
    assert cells["c9"] == ["-", "-", "-", "-", "-", "-", "7", "-", "-"]
    assert cells["b1"][1] == "2.00"
    assert table.notes == ["published: Someone 1999", "nothing of ours: the level is not printed"]
    # Elsewhere nothing has changed.
    assert wanted_table(CAMPAIGN, Wanted("Other", "level", ("seconds",), "median"), BESIDE).columns == [
        "level",
        "x",
        "y",
    ]


def test_a_chart_and_its_numbers() -> None:
    found = drawn(CAMPAIGN, Chart("T", "level", ("seconds",), "median", kind="bars", scale="log"), BESIDE)
    rows = list(csv.reader(io.StringIO(found.csv)))
    assert rows == [
        ["level", "x, published", "x", "y, published", "y", "z, published"],
        ["a1", "2", "1", "", "4", ""],
        ["a2", "", "", "0", "1", ""],
        ["b1", "", "2", "", "", ""],
        ["c9", "", "", "", "", "7"],
    ]
    picture = ElementTree.fromstring(found.file)
    bars = [each for each in picture.iter(f"{SVG}rect") if each.find(f"{SVG}title") is not None]
    assert len(bars) == 6  # the published 0 has no place on a logarithmic scale
    titles = {bar.find(f"{SVG}title").text: float(bar.get("height")) for bar in bars}
    assert titles["y, a1: 4"] > titles["x, published, a1: 2"] > titles["x, a1: 1"]


def test_values_of_all_kinds() -> None:
    rows = [{**each, "counters": {"clauses": 5}} for each in ROWS]
    campaign = Campaign(rows, levels("a1", "a2", "b1"), ["x", "y"])
    table = wanted_table(
        campaign, Wanted("T", "solver", ("counters.clauses", "10 - cost", "par", "counters.none"), "sum")
    )
    assert table.columns == ["solver", "clauses", "10 - cost", "PAR", "none"]
    assert [[cell.value for cell in row] for row in table.rows] == [["x", 10, 5, 23, None], ["y", 10, 10, 25, None]]


numbers = st.floats(min_value=-1e9, max_value=1e9, allow_subnormal=False)


@given(
    values=st.lists(st.one_of(st.none(), numbers), min_size=1, max_size=5),
    kind=st.sampled_from(["lines", "bars"]),
    is_log=st.booleans(),
)
def test_any_numbers_can_be_drawn_inside_the_picture(values: list[float | None], kind: str, is_log: bool) -> None:
    text = plots.chart(
        [f"<{i}>" for i in range(len(values))], [plots.Charted("a&b", values, 0)], kind, is_log, "n", "t"
    )
    picture = ElementTree.fromstring(text)
    height = float(picture.get("height"))
    marks = [each for each in picture.iter() if each.find("title") is not None]
    assert len(marks) == sum(value is not None and (value > 0 or not is_log) for value in values)
    for mark in marks:
        top = float(mark.get("cy") or mark.get("y"))
        assert 0 <= top <= top + float(mark.get("height") or 0) <= height


SUITE = """[[solvers]]
solver = ["bfs", "greedy"]
[[tables]]
title = "Moves"
rows = "level"
values = "cost"
[[charts]]
title = "States & moves"
value = "expanded"
scale = "log"
[[published]]
table = "Moves"
source = "Someone 1999"
level = "roll:01"
column = "bfs"
value = 16
"""


def test_reports_write_each_chart_and_its_data(tmp_path: Path, ludoplan) -> None:
    run(load_suite(str(write_suite(tmp_path, SUITE))), tmp_path / "a.db")
    done = ludoplan("bench", "report", tmp_path / "a.db", "--chart", "cost,bars,class")
    assert "2 charts as SVG and CSV" in done.stdout
    names = {path.name for path in (tmp_path / "a.charts").iterdir()}
    assert names == {"cost-by-class.svg", "cost-by-class.csv", "states-moves.svg", "states-moves.csv"}
    with Store(tmp_path / "a.db") as store:
        report = Report(store)
        assert (tmp_path / "a.charts" / "states-moves.svg").read_text() == report.files()["states-moves.svg"]
        page, markdown = report.html(), report.markdown()
    assert "States &amp; moves</h2>" in page
    assert "| roll:01 | 16 | 8 | 0.500 |" in markdown
    assert "published: Someone 1999" in markdown
    assert ludoplan("bench", "report", tmp_path / "a.db", "--chart", "speed").returncode == 2


def test_charts_in_words() -> None:
    assert read_chart("expanded, log") == Chart("Expanded by level", "level", ("expanded",), "median", scale="log")
    assert read_chart("cost,bars,solver").rows == "solver"
    with pytest.raises(LudoplanError, match="'pies' is not one of lines, bars"):
        read_chart("cost,pies")
    assert [each.title for each in usual(CAMPAIGN)] == ["Time by level", "Cost by level"]
    assert usual(Campaign(ROWS, levels("a1"))) == []
