"""Files with many levels: one line each, broken ones reported where they stand."""

from __future__ import annotations

import json
from pathlib import Path

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
