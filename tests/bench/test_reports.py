"""Statistics by hand, reports that are the same every time, comparisons that see what is there and nothing else."""

from __future__ import annotations

import csv
import io
import json
import random
import re
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.bench.test_campaigns import run, write_suite

import ludoplan.bench
from ludoplan import LudoplanError
from ludoplan.bench.compare import compare
from ludoplan.bench.report import Report
from ludoplan.bench.runs import Level, Wanted
from ludoplan.bench.statistics import Campaign
from ludoplan.bench.store import Store
from ludoplan.bench.suite import load_suite
from ludoplan.bench.tables import to_latex, to_markdown, wanted_table


def row(level: str, solver: str, status: str, seconds: float, cost: float | None = None, **more) -> dict:
    known = {"lower_bound": cost if status == "optimal" else None, "exit": "finished", "message": None, "expanded": 10}
    return {
        "level": level,
        "level_hash": level,
        "class": level[0],
        "solver": solver,
        "seed": 0,
        "status": status,
        "seconds": seconds,
        "search_seconds": None,
        "cpu_seconds": seconds,
        "cost": cost,
        "validated": cost is not None,
        "peak_mb": 20.0,
        "time_limit": 10.0,
        "memory_limit": 100.0,
        **known,
        **more,
    }


def levels(*names: str) -> list[Level]:
    return [Level(name, "roll", name[0], "") for name in names]


ROWS = [
    row("a1", "x", "optimal", 1.0, 5),
    row("a1", "y", "solved", 4.0, 7),
    row("a2", "x", "timeout", 10.0),
    row("a2", "y", "solved", 1.0, 3),
    row("b1", "x", "unsolvable", 2.0),
    row("b1", "y", "error", 0.1),
]


def test_statistics_by_hand() -> None:
    campaign = Campaign(ROWS, levels("a1", "a2", "b1"), ["x", "y"])
    x, y = campaign.summary("x"), campaign.summary("y")
    assert (x.runs, x.solved, x.proven, x.shortest, x.wins) == (3, 2, 2, 1, 2)
    assert (y.runs, y.solved, y.proven, y.shortest, y.wins) == (3, 2, 0, 1, 1)
    assert x.par == pytest.approx((1 + 20 + 2) / 3)
    assert y.par == pytest.approx((4 + 1 + 20) / 3)
    assert Campaign(ROWS, levels("a1", "a2", "b1"), k=10).summary("x").par == pytest.approx((1 + 100 + 2) / 3)
    assert (x.median, x.mean, x.geometric) == (1.5, 1.5, pytest.approx(2**0.5))
    assert (x.common, y.common) == (1.0, 4.0)
    assert campaign.virtual_best() == (3, pytest.approx((1 + 1 + 2) / 3))
    assert [each.solver for each in campaign.summaries()] == ["x", "y"]
    assert campaign.contradictions() == []


def test_seeds_count_by_their_median() -> None:
    rows = [row("a1", "x", "solved", seconds, 5, seed=seed) for seed, seconds in enumerate((1.0, 2.0, 9.0))]
    rows += [
        row("a1", "y", status, 1.0, cost, seed=seed)
        for seed, (status, cost) in enumerate([("solved", 5), ("timeout", None)])
    ]
    campaign = Campaign(rows, levels("a1"))
    assert campaign.times == {"a1": {"x": 2.0}}


@pytest.mark.parametrize(
    ("rows", "level", "words"),
    [
        (
            [row("a1", "x", "optimal", 1, 5), row("a1", "y", "solved", 1, 4)],
            {},
            "x claims to prove that 5 is optimal, but y",
        ),
        (
            [row("a1", "x", "unsolvable", 1), row("a1", "y", "solved", 1, 4)],
            {},
            "x claims to prove that there is no solution",
        ),
        ([row("a1", "x", "timeout", 1, lower_bound=6), row("a1", "y", "solved", 1, 4)], {}, "6 is a lower bound"),
        (
            [row("a1", "x", "optimal", 1, 5)],
            {"best": 4, "status": "optimal"},
            "the level's record has a plan of cost 4",
        ),
        ([row("a1", "x", "solved", 1, 3)], {"best": 4, "status": "optimal"}, "record says that 4 is optimal, but x"),
        ([row("a1", "x", "solved", 1, 3)], {"status": "unsolvable"}, "record says that there is no solution"),
        ([row("a1", "x", "optimal", 1, 4), row("a1", "y", "solved", 1, 5)], {"best": 4, "status": "optimal"}, None),
        ([row("a1", "x", "unsolvable", 1), row("a1", "y", "unsolvable", 1)], {"status": "unsolvable"}, None),
    ],
)
def test_contradictions(rows: list[dict], level: dict, words: str | None) -> None:
    found = Campaign(rows, [Level("a1", "roll", "a", "", **level)]).contradictions()
    assert len(found) == (words is not None)
    if words is not None:
        assert words in found[0].text


def test_wanted_tables_and_their_formats() -> None:
    campaign = Campaign(ROWS, levels("a1", "a2", "b1"), ["x", "y"])
    table = wanted_table(campaign, Wanted("A & B_1", "class", ("seconds", "cost"), "mean"))
    assert table.columns == ["class", "x: seconds", "x: cost", "y: seconds", "y: cost"]
    assert [[cell.text for cell in line] for line in table.rows] == [
        ["a", "1.00 (1/2)", "5 (1/2)", "2.50", "5"],
        ["b", "2.00", "no solution", "error", "error"],
    ]
    assert "| a | 1.00 (1/2) | 5 (1/2) | 2.50 | 5 |" in to_markdown(table)
    assert "\\caption{A \\& B\\_1}" in to_latex(table)
    assert "a & 1.00 (1/2) & 5 (1/2) & 2.50 & 5 \\\\" in to_latex(table)


SUITE = """[[solvers]]
solver = ["bfs", "greedy", "wall"]
[[solvers]]
name = "<b>bold</b>"
solver = "idastar"
[[tables]]
rows = "solver"
values = ["solved", "expanded"]
"""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("campaign")
    run(
        load_suite(str(write_suite(folder, SUITE, 'bundled = ["roll:0*", "maze:first", "sudoku:first"]'))),
        folder / "a.db",
    )
    return folder / "a.db"


class Outline(HTMLParser):
    """Which tags there are, and whether they are closed in order."""

    VOID = ("meta", "br", "input")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.tags.append(tag)
        self.links += [value for name, value in attrs if name in ("src", "href", "data", "action")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_whole_and_needs_nothing_else(database: Path) -> None:
    with Store(database) as store:
        page = Report(store).html()
        assert Report(store).html() == page
    outline = Outline()
    outline.feed(page)
    assert not outline.open
    assert all(link.startswith("#") for link in outline.links)
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", page)
    assert "<b>bold</b>" not in page
    assert {"svg", "table", "script", "figure", "select"} <= set(outline.tags)
    data = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', page)[1])
    assert data["solvers"] == ["bfs", "greedy", "wall", "<b>bold</b>"]
    assert len(data["levels"]) == 11


def test_other_formats(database: Path, ludoplan) -> None:
    rows = list(csv.DictReader(io.StringIO(ludoplan("bench", "report", database, "--format", "csv").stdout)))
    assert len(rows) == 44
    assert {"level", "solver", "status", "cost", "cpu_seconds", "machine", "versions"} <= set(rows[0])
    markdown = ludoplan("bench", "report", database, "--format", "markdown").stdout
    assert markdown.startswith("# A test\n")
    assert "| solver | solved | proven |" in markdown
    output = database.with_name("tables.tex")
    assert ludoplan("bench", "report", database, "-o", output, "--time", "cpu_seconds").returncode == 0
    assert "\\begin{tabular}" in output.read_text()
    status = ludoplan("bench", "status", database)
    assert "A test: 44 of 44 runs are done" in status.stdout


def test_contradictions_are_shouted_out(tmp_path: Path, ludoplan) -> None:
    liar = Path(__file__).parent / "faulty_engines.py"
    suite = write_suite(tmp_path, f'[[solvers]]\nsolver = ["bfs", "{liar}:LONGER_OPTIMUM"]\n')
    done = ludoplan("bench", "run", suite, "-o", tmp_path / "lie.db")
    assert done.returncode == 14
    assert "CONTRADICTION on roll:01" in done.stdout
    assert ludoplan("bench", "report", tmp_path / "lie.db").returncode == 0
    assert 'class="alarm"' in (tmp_path / "lie.html").read_text()


def test_what_is_no_campaign(tmp_path: Path) -> None:
    with pytest.raises(LudoplanError, match="no such campaign"):
        Store(tmp_path / "none.db")
    (tmp_path / "text.db").write_text("no database at all, but long enough to be looked at" * 50)
    with pytest.raises(LudoplanError, match="not a campaign"):
        Store(tmp_path / "text.db")


def test_pandas(database: Path) -> None:
    pytest.importorskip("pandas")
    frame = ludoplan.bench.load(database)
    assert len(frame) == 44
    assert frame.groupby("solver")["cost"].sum()["bfs"] > 0
    assert str(frame["cost"].dtype) == "Int64"
    assert frame["validated"].dtype == bool


def noisy(seed: int, factor: float, count: int = 40) -> list[dict]:
    """Runs whose times differ by levels, and by chance up to 10 per cent."""
    rng = random.Random(seed)
    return [
        row(f"a{level}", "x", "solved", factor * 0.05 * 1.1**level * rng.uniform(0.95, 1.05), 5)
        for level in range(count)
    ]


def test_compare_sees_what_is_there_and_nothing_else() -> None:
    words = [compare(noisy(seed, 1.0), noisy(seed + 100, 1.0)).changes[0].word for seed in range(20)]
    assert words.count("no change to be seen") == 20
    (slower,) = compare(noisy(1, 1.0), noisy(2, 1.2)).changes
    assert slower.word == "slower"
    assert slower.low < 1.2 < slower.high
    (faster,) = compare(noisy(1, 1.0), noisy(2, 0.5)).changes
    assert faster.word == "faster"
    assert compare(noisy(1, 1.0), noisy(2, 0.5)).changes == [faster]


def test_compare_is_wary_of_the_machine() -> None:
    quick = [row(f"a{level}", "x", "solved", 0.001 * (level + 1), 5) for level in range(9)]
    assert compare(quick, [{**each, "cpu_seconds": 0.009} for each in quick]).changes[0].word == "no change to be seen"
    before = [{**each, "solver": solver} for solver in "xyz" for each in noisy(1, 1.0)]
    after = [{**each, "cpu_seconds": 2 * each["seconds"]} for each in before]
    assert "perhaps it was the machine" in compare(before, after).text(lambda words, colour: words)


def test_compare_tells_what_is_won_and_lost() -> None:
    after = [dict(each) for each in ROWS]
    after[0] |= {"status": "timeout", "cost": None}
    after[2] |= {"status": "solved", "cost": 3}
    after[1] |= {"cost": 9}
    text = compare(ROWS, after[:-1]).text(lambda words, colour: words)
    assert "5 runs are in both, 1 in one only" in text
    assert "no longer solved: x on a1: timeout" in text
    assert "newly solved: x on a2: solved" in text
    assert "costlier plan: y on a1: 7, now 9" in text


def test_ten_thousand_rows_in_ten_seconds(tmp_path: Path) -> None:
    """Of the processor, for that does not grow on a busy machine; measured were about 2."""
    suite = load_suite(str(write_suite(tmp_path, '[[solvers]]\nsolver = "bfs"\n', 'bundled = "roll:01"')))
    rng = random.Random(1)
    with Store(tmp_path / "big.db", must_exist=False) as store:
        (made,) = run(suite, tmp_path / "big.db")
        made["options"] = made["counters"] = "{}"
        rows, keys, names = [], [], []
        for level in range(1000):
            names.append((f"roll {level}", made["level_hash"], "roll", f"class {level % 7}", "", suite.levels[0].text))
            for solver in range(10):
                key = f"{level}-{solver}"
                seconds = 10 ** rng.uniform(-3, 1)
                status = "optimal" if seconds < 5 else "timeout"
                change = {"key": key, "level": f"roll {level}", "solver": f"solver {solver}", "seconds": seconds}
                change |= {"class": f"class {level % 7}", "status": status, "cost": 8 if seconds < 5 else None}
                rows.append({**made, **change})
                keys.append((key, len(keys)))
        marks = ", ".join("?" * len(made))
        store.connection.execute("begin")
        store.connection.executemany(
            f"insert into run ({', '.join(made)}) values ({marks})", [[*each.values()] for each in rows]
        )
        store.connection.execute("delete from wanted")
        store.connection.executemany("insert into wanted values (?, ?)", keys)
        store.connection.executemany("insert into level values (?, ?, ?, ?, ?, ?, null, null, '{}', null, null)", names)
        store.connection.execute("commit")
        began = time.process_time()
        report = Report(store)
        assert len(report.rows) == 10_000
        page = report.html()
        assert time.process_time() - began < 10
        assert page.count("<tr>") > 1000
