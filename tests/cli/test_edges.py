"""What lies at the edges: odd numbers, full disks, closed streams, narrow encodings, damaged files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludoplan.bench.store import Store

COMMAND = [sys.executable, "-m", "ludoplan.cli.main"]


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "roll:01", "--node-limit", "-5"],
        ["solve", "roll:01", "--node-limit", "9" * 30],
        ["solve", "roll:01", "--time-limit", "inf"],
        ["solve", "roll:01", "--time-limit", "nan"],
        ["solve", "roll:01", "--memory-limit", "inf"],
        ["solve", "roll:01", "--memory-limit", "-1"],
    ],
)
def test_limits_that_limit_nothing_are_refused(ludoplan, words) -> None:
    run = ludoplan(*words)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
    assert "limit" in run.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
def test_what_is_written_to_a_file_is_not_shown_with_the_progress() -> None:
    import pty

    ours, terminal = pty.openpty()
    words = ["generate", "roll", "--min-cost", "12", "--count", "2", "--jobs", "1"]
    with open(terminal, "wb") as screen:
        run = subprocess.run([*COMMAND, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=screen)
        shown = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert run.returncode == 0
    assert run.stdout.decode().count("---") == 2
    assert "making levels of roll" in shown
    assert "---" not in shown
    assert shown.endswith("\x1b[K")  # the line is clear at the end


def test_a_depth_beyond_all_depths(ludoplan) -> None:
    run = ludoplan("perft", "roll:01", "--depth", "9" * 23)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1].startswith("total")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize(
    "words", [["solve", "roll:01"], ["games"], ["--help"], ["solve", "roll:01", "--time-limit", "9"]]
)
def test_a_full_disk(words) -> None:
    with open("/dev/full", "w") as full:
        run = subprocess.run([*COMMAND, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert run.returncode == 1
    assert "No space left" in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_complaints_that_nobody_reads() -> None:
    with open("/dev/full", "w") as full:
        run = subprocess.run([*COMMAND, "solve", "no-such.roll"], stderr=full, check=False)
    assert run.returncode == 2


@pytest.mark.parametrize("words", ["solve roll:01", "show roll:01", "games", "solve roll:01 --time-limit 9"])
def test_closed_streams(words) -> None:
    shell = f"{' '.join(COMMAND)} {words} <&- >&- 2>&-"
    assert subprocess.run(shell, shell=True, check=False).returncode == 0


def test_ascii_output() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    run = subprocess.run([*COMMAND, "show", "boxup:first"], capture_output=True, env=environment, check=False)
    assert run.returncode == 0, run.stderr
    assert b"?" in run.stdout


@pytest.mark.parametrize("damage", ["cut", "zero", "rubbish", "empty"])
def test_damaged_campaigns(ludoplan, tmp_path: Path, damage: str) -> None:
    suite = tmp_path / "suite.toml"
    suite.write_text('[[levels]]\nbundled = ["roll:01", "roll:02"]\n[[solvers]]\nsolver = "bfs"\n')
    path = tmp_path / "store.sqlite"
    assert ludoplan("bench", "run", suite, "-o", path).returncode == 0
    with Store(path) as store:
        store.connection.execute("pragma wal_checkpoint(truncate)")
    data = path.read_bytes()
    middle = len(data) // 2
    path.write_bytes(
        {
            "cut": data[:middle],
            "zero": data[:4096] + bytes(len(data) - 4096),
            "rubbish": os.urandom(len(data)),
            "empty": b"",
        }[damage]
    )
    for words in (["status", path], ["report", path, "-o", tmp_path / "r.html"], ["compare", path, path]):
        run = ludoplan("bench", *words)
        assert "Traceback" not in run.stderr, run.stderr
        assert run.returncode in (0, 2)
