"""Files with many levels: one line each, broken ones reported where they stand."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoplan.cli import batch
from ludoplan.cli.batch import BatchOrder, FoundLevel, in_parallel
from ludoplan.core.errors import BadInput, Defect
from ludoplan.core.limits import Budget

GOOD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_one_object_a_line(ludoplan, tmp_path: Path) -> None:
    path = tmp_path / "many.sdk"
    path.write_text(f"# boards\n{GOOD}\n5{GOOD[:80]}\n123\n\n{GOOD}\n")
    run = ludoplan("solve", path, "--json")
    assert run.returncode == 2
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    assert [line["status"] for line in lines] == ["optimal", "error", "error", "optimal"]
    assert [line["level"] for line in lines] == [f"{path}:{number}" for number in (2, 3, 4, 6)]
    assert {line["game"] for line in lines} == {"sudoku"}
    assert lines[0]["plan"] == lines[3]["plan"]
    assert lines[0]["validated"]
    errors = run.stderr.splitlines()
    assert errors[-1].startswith(f"{path}:4:1: 3 cells")
    assert all(line.startswith((f"{path}:3:", f"{path}:4:")) for line in errors)


def test_the_exit_status_is_the_worst(ludoplan, tmp_path: Path) -> None:
    path = tmp_path / "many.sdk"
    impossible = Path(__file__).parents[2] / "src/ludoplan/games/sudoku/levels/no-solution.sdk"
    path.write_text(f"{GOOD}\n{impossible.read_text()}{GOOD}\n")
    run = ludoplan("solve", path)
    assert run.returncode == 10
    assert len(run.stdout.splitlines()) == 3
    assert ludoplan("solve", path, "-o", tmp_path / "plan").returncode == 2
    assert ludoplan("solve", path, "--jobs", "0").returncode == 2
    assert ludoplan("solve", path, "--solver", "nonsense").returncode == 2


def test_processes_give_the_same_lines(ludoplan, tmp_path: Path) -> None:
    path = tmp_path / "many.sdk"
    made = ludoplan("generate", "sudoku", "--count", 120, "--clues", 30)
    path.write_text(made.stdout)
    runs = [ludoplan("solve", path, "--json", "--jobs", jobs) for jobs in (1, 2)]
    answers = [
        [{key: value for key, value in json.loads(line).items() if key != "stats"} for line in run.stdout.splitlines()]
        for run in runs
    ]
    assert answers[0] == answers[1]
    assert len(answers[0]) == 120


def test_a_time_limit_is_for_the_whole_file(ludoplan, tmp_path: Path) -> None:
    path = tmp_path / "many.sdk"
    path.write_text(f"{'.' * 625}\n" * 3)
    run = ludoplan("solve", path, "--solver", "bfs", "--time-limit", "0.5", "--json", "--jobs", 1)
    assert run.returncode == 11
    assert [json.loads(line)["status"] for line in run.stdout.splitlines()] == ["timeout"] * 3


MANY = f"""# boards of many kinds
{GOOD}

{"." * 81}
  # a comment
{GOOD.replace(".", "0")}
{"12345678." + "........9" + "." * 63}
5{GOOD[:80]}
{" ".join(GOOD)}
{GOOD[:80]}x
{GOOD}  # a comment
"""


def without_stats(run) -> list[dict]:
    return [
        {key: value for key, value in json.loads(line).items() if key != "stats"} for line in run.stdout.splitlines()
    ]


def test_native_code_and_rules_give_the_same_lines(ludoplan, tmp_path: Path) -> None:
    path = tmp_path / "many.sdk"
    path.write_text(MANY)
    native = ludoplan("solve", path, "--json")
    rules = ludoplan("solve", path, "--json", "--solutions", 2)  # an option that the native road does not take
    assert without_stats(native) == without_stats(rules)
    assert [line["status"] for line in without_stats(rules)] == [
        "optimal", "optimal", "optimal", "unsolvable", "error", "optimal", "error", "optimal",
    ]  # fmt: skip
    assert (native.returncode, native.stderr) == (rules.returncode, rules.stderr)
    marks = [json.loads(line)["stats"].get("native_replay") for line in native.stdout.splitlines()]
    assert marks == [None, 1, 1, None, None, None, None, None]  # the rules replay the first, and read the odd ones
    assert '"native_replay"' not in rules.stdout
    for form in ("--csv", "--quiet"):
        tables = [ludoplan("solve", path, form, *more).stdout for more in ((), ("--solutions", 2))]
        rows = [[line.split(",")[:3] for line in table.splitlines()] for table in tables]
        if form == "--csv":
            assert rows[0] == rows[1]
            assert rows[0][:2] == [["level", "status", "cost"], [f"{path}:2", "optimal", "51"]]
        else:
            assert {table.partition(" (")[0] for table in tables} == {
                "8 levels: 5 optimal, 1 unsolvable, 2 error",
            }


def test_boards_of_several_lines_are_left_to_the_rules(ludoplan, tmp_path: Path) -> None:
    path = tmp_path / "many.sdk"
    rows = "\n".join(GOOD[start : start + 9] for start in range(0, 81, 9))
    path.write_text(f"{GOOD}\n{rows}\n{GOOD}\n")
    run = ludoplan("solve", path, "--json")
    lines = without_stats(run)
    assert [line["level"] for line in lines] == [f"{path}:{number}" for number in (1, 2, 11)]
    assert len({tuple(line["plan"]) for line in lines}) == 1
    assert "native_replay" not in run.stdout


def test_a_folder(ludoplan, tmp_path: Path) -> None:
    folder = tmp_path / "levels"
    folder.mkdir()
    source = Path(__file__).parents[2] / "src/ludoplan/games"
    (folder / "b.roll").write_text((source / "roll/levels/01.roll").read_text())
    (folder / "a.sdk").write_text(f"{GOOD}\n{GOOD}\n")
    (folder / "c.boxup").write_text("not a level")
    (folder / "d.pipes").write_text((source / "pipes/levels/20.pipes").read_text())
    (folder / "notes.md").write_text("no level")
    (folder / "index.toml").write_text('[[level]]\nfile = "d.pipes"\nobjective = "steps"\n')
    run = ludoplan("solve", folder, "--json")
    lines = without_stats(run)
    names = ("d.pipes", "a.sdk:1", "a.sdk:2", "b.roll", "c.boxup:1")
    assert [line["level"] for line in lines] == [f"{folder}/{name}" for name in names]
    assert [line["status"] for line in lines] == ["optimal"] * 4 + ["error"]
    assert (lines[0]["objective"], lines[3]["cost"]) == ("steps", 8)
    assert run.returncode == 2
    assert f"{folder}/c.boxup:1" in run.stderr
    several = ludoplan("solve", "roll:01", folder / "b.roll", folder / "nothing.roll", "--json")
    assert [line["cost"] for line in without_stats(several)] == [8, 8, None]
    assert "no such file" in several.stderr
    assert ludoplan("solve", tmp_path, "--json").returncode == 2
    one = ludoplan("solve", folder, "--game", "roll", "--quiet")
    assert one.stdout.startswith("2 levels:")  # the index lists one of another game
    assert ludoplan("solve", "roll:01", "--quiet").stdout.startswith("1 level: 1 optimal")
    assert ludoplan("solve", "roll:01", "--csv").stdout.splitlines()[1].startswith("roll:01,optimal,8,")


def test_levels_are_read_as_they_are_needed() -> None:
    read = 0

    def levels() -> Iterator[FoundLevel]:
        nonlocal read
        for number in range(10_000):
            read += 1
            yield FoundLevel(BadInput("level", [Defect(number, 1, "broken")]), 0.5)

    order = BatchOrder("auto", None, 0, Budget(), "json", "roll")
    results = in_parallel(order, levels(), lambda level: {}, 1)
    for number in range(20):
        written, _ = next(results)
        assert json.loads(written.lines)["level"] == f"level:{number}"
    assert read == 20


def test_processes_keep_the_order_and_read_no_more_than_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "ALONE", 0.0)
    monkeypatch.setattr(batch, "LARGEST_PORTION", 7)
    read = 0

    def levels() -> Iterator[FoundLevel]:
        nonlocal read
        for number in range(500):
            read += 1
            yield FoundLevel(BadInput("level", [Defect(number, 1, "broken")]), 0.5)

    order = BatchOrder("auto", None, 0, Budget(), "csv", "roll")
    lines: list[str] = []
    for written, _ in in_parallel(order, levels(), lambda level: {}, 2):
        lines += written.lines.splitlines()
        assert read <= len(lines) + 8 * 7
    assert [line.partition(",")[0] for line in lines] == [f"level:{number}" for number in range(500)]


def test_levels_that_are_left_are_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many quick levels say nothing of the last ones, which must not go to one process all together."""
    monkeypatch.setattr(batch, "ALONE", 0.0)
    monkeypatch.setattr(batch, "PORTION", 1e9)
    levels = [FoundLevel(BadInput("level", [Defect(n, 1, "broken")]), (n + 1) / 160) for n in range(160)]
    order = BatchOrder("auto", None, 0, Budget(), "csv", "roll")
    first, *rest = in_parallel(order, levels, lambda level: {}, 2)
    assert len(first[0].lines.splitlines()) == 1
    assert max(len(written.lines.splitlines()) for written, _ in rest) == 159 // 16


def test_an_interrupt_keeps_what_is_done(tmp_path: Path) -> None:
    solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    path = tmp_path / "many.sdk"
    path.write_text(f".{solution[1:]}\n{solution[:80]}.\n" + f"{'.' * 625}\n" * 3)
    words = ["solve", str(path), "--json", "--solver", "bfs", "--jobs", "1"]
    process = subprocess.Popen([sys.executable, "-m", "ludoplan.cli.main", *words], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=30)
    assert process.returncode == 130
    statuses = [json.loads(line)["status"] for line in (first + rest).splitlines()]
    assert statuses[0] == "optimal"
    assert set(statuses[1:]) <= {"optimal", "cancelled"}
