"""The documents that the workbench grew out of: their numbers are all there, and their counterexamples hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.conftest import ROOT

from ludoplan import LudoplanError, Status, solve
from ludoplan.bench.report import REMARKS, Report
from ludoplan.bench.runs import Planned, Suite
from ludoplan.bench.store import Store
from ludoplan.bench.suite import load_suite, sources

NAMES = ["source:lab", "source:lara", "source:pipes", "source:plotting", "source:roll"]
DOCUMENTS = ROOT.parent / "shared" / "seeds"
# Of each document: the text after which, and before which, its table stands, and how a line of it begins.
TABLES = {
    "source:pipes": (
        "000_*.txt",
        "\nTable 1 \u2013 AI Planning results",
        "\n7 Conclusions\n",
        r"\d+\t",
    ),
    "source:plotting": ("001_*.txt", "\t\t#insta", "We refer to the action-focused", r"(SAT|Chuffed|CPLEX)\+"),
    "source:lara": ("003_*.txt", "\nLevel\tPDDL\tSolver\n", "Table 7.1: The time", r"The "),
    "source:lab": ("004_*.txt", "1.0.2 Comparisons.\n\nResults", "This results were", r"(Score|Cost|E\.N\.)"),
}


def planned(suite: Suite, level: str, solver: str) -> Planned:
    return next(each for each in suite.runs() if (each.level.name, each.solver.name) == (level, solver))


def answer(suite: Suite, level: str, solver: str):
    wanted = planned(suite, level, solver)
    options = dict(wanted.solver.options)
    return solve(wanted.level.task, wanted.solver.engine, options=options, limits=wanted.limits)


def test_there_are_five() -> None:
    assert sources() == NAMES
    with pytest.raises(LudoplanError, match="there is no source:tennis: say one of source:lab"):
        load_suite("source:tennis")
    with pytest.raises(LudoplanError, match="no short form"):
        load_suite("lara", quick=True)


@pytest.mark.parametrize("name", NAMES)
def test_every_exhibit_has_something_to_say(name: str) -> None:
    suite, short = load_suite(name), load_suite(name, quick=True)
    assert suite.document is not None
    assert suite.document.authors in suite.document.reference
    assert 0 < len(short.runs()) <= len(suite.runs())
    assert short.name == f"{suite.name}-quick"
    assert short.limits.seconds < suite.limits.seconds
    assert {each.table for each in suite.published} <= {each.title for each in [*suite.tables, *suite.charts]}
    assert suite.remarks
    for remark in suite.remarks:
        for solver in remark.solvers:  # the short form shows it too
            assert planned(short, remark.level, solver)


@pytest.mark.parametrize("name", sorted(TABLES))
def test_no_number_of_the_tables_is_missing(name: str) -> None:
    pattern, first, last, begins = TABLES[name]
    found = sorted(DOCUMENTS.glob(pattern))
    if not found:
        pytest.skip("the documents are not here")
    text = found[0].read_text(encoding="utf-8")
    start = text.rindex(first)
    lines = [line for line in text[start : text.index(last, start)].splitlines() if re.match(begins, line)]
    assert lines
    published = {each.value for each in load_suite(name).published}
    texts = {str(value) for value in published}
    for line in lines:
        base = None  # differences of the paper on Plotting add up to what is printed here
        for place, cell in enumerate(line.split("\t")[1:]):
            word = re.match(r"[-+]?[\d.]+", cell.strip().removesuffix(" s"))
            if word is None:
                continue
            number = float(word[0])
            if name == "source:plotting":
                base = number if place % 5 == 0 else base
                number = number if place % 5 == 0 else base + number
                assert {f"{number:.0f}/200", f"{number:.0f} (200)"} & texts, (line, cell)
            else:
                assert number in published, (line, cell)


def test_the_tables_of_pipes_agree_with_what_is_said_of_them() -> None:
    suite = load_suite("source:pipes")
    values = {(each.table[:7], each.row, each.column): each.value for each in suite.published}
    rows = [f"{number:02}" for number in range(1, 40)]
    assert len(suite.published) == 39 * (9 + 9 + 9 + 6) + 2 * 37 + 1
    for row in rows:
        for value in ("cost", "seconds", "MB"):
            column = f"Mp (sat:mp): {value}"
            assert values["Table 3", row, column] == values["Table 1", row, column]
    # The stand-ins have the length that is published.
    for row in ("01", "09", "14", "33", "36"):
        assert answer(suite, row, "exact (chain)").cost == values["Table 4", row, "BFS (relaxed-bfs): cost"]


def test_counterexamples() -> None:
    pipes, roll, plotting = (load_suite(f"source:{name}") for name in ("pipes", "roll", "plotting"))
    relaxed = answer(pipes, "used twice", "BFS (relaxed-bfs)")
    assert relaxed.status is Status.INCOMPLETE
    assert relaxed.lower_bound < answer(pipes, "used twice", "exact (chain)").cost
    assert answer(pipes, "no chain", "BFS (relaxed-bfs)").status is Status.INCOMPLETE
    assert answer(pipes, "no chain", "exact (chain)").status is Status.UNSOLVABLE
    level = "a button that is not needed"
    assert (answer(roll, level, "A*, the document's estimate").cost, answer(roll, level, "A*").cost) == (8, 2)
    assert "is 7" in answer(roll, level, "A*, the document's estimate").message
    for solver in ("SAT+S, none (CaDiCaL)", "SAT+A, none (CaDiCaL)", "search (A*)"):
        assert answer(plotting, "row into an empty column", solver).cost == 1


def test_the_means_of_the_thesis_on_lara() -> None:
    suite = load_suite("source:lara")
    times = [each.value for each in suite.published if each.table.startswith("Table 7.1") and "PDDL" in each.column]
    assert len(times) == 10
    assert round(sum(times) / 10, 2) == 1.51  # and not 1.15
    assert any("1.51" in remark.found for remark in suite.remarks)


def test_a_report(tmp_path: Path, ludoplan) -> None:
    done = ludoplan("bench", "run", "source:roll", "--quick", "-o", tmp_path / "a.db")
    assert done.returncode == 0, done.stderr
    with Store(tmp_path / "a.db") as store:
        report = Report(store)
        page, markdown = report.html(), report.markdown()
        assert report.files().keys() >= {"figure-2-time-of-the-search.svg", "figure-2-time-of-the-search.csv"}
    titles = re.findall(r"<h2>(.*?)</h2>", page)
    assert titles[0] == "The document"
    assert titles.index("Figure 5: nodes analysed (expanded)") < titles.index(REMARKS) < titles.index("Solvers")
    assert "taurus" in page
    assert "The document: Bruno" in markdown
    assert "Section VI, uniform cost" in markdown


def test_solvers_have_limits_and_classes_of_their_own() -> None:
    suite = load_suite("source:lab")
    models = [each for each in suite.runs() if each.solver.name == "models, 2 s"]
    assert {each.limits.seconds for each in models} == {2}
    assert {each.level.group for each in models} == {"theories", "printed boards"}


def test_a_part_of_a_suite(tmp_path: Path, ludoplan) -> None:
    suite = load_suite("source:roll")
    part = suite.part(["1", "e*"], 5)
    assert {each.level.name for each in part.runs()} == {"1", "ez"}
    assert {each.limits.seconds for each in part.runs()} == {5}
    assert suite.part([], None) == suite
    done = ludoplan("bench", "run", "source:roll", "--level", "ez", "-o", tmp_path / "a.db")
    assert done.returncode == 0, done.stderr
    with Store(tmp_path / "a.db") as store:
        assert {row["level"] for row in store.rows()} == {"ez"}
        report = Report(store)
        whole = report.html()
        assert "taurus" in whole  # what was published stays, with nothing of ours beside it
        report.draws_levels = False
        assert "<h2>The levels</h2>" in whole
        assert "<h2>The levels</h2>" not in report.html()
    wrong = ludoplan("bench", "run", "source:roll", "--level", "seventh", "-o", tmp_path / "b.db")
    assert (wrong.returncode, "'seventh' fits no level" in wrong.stderr) == (2, True)
    assert ludoplan("bench", "run", "source:roll", "--time-limit", "0").returncode == 2
