"""Campaigns and suites at the edge: damaged stores, numbers and names without end."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from ludoplan.bench.recover import recover
from ludoplan.bench.store import Store
from ludoplan.bench.suite import load_suite
from ludoplan.core.errors import BadInput, LudoplanError

SUITE = """title = "small"
[limits]
seconds = 5
[[levels]]
bundled = "roll:0*"
[[solvers]]
solver = "bfs"
"""
RUNS = 200
NEEDED = ["level", "level_hash", "game", "class", "solver", "engine", "options", "status", "exit", "ended", "machine",
          "versions"]  # fmt: skip


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    """A store with many rows, as they are after many runs."""
    path = tmp_path / "whole.db"
    with Store(path, must_exist=False) as store:
        store.note("title", "small")
        row = dict.fromkeys(NEEDED, "x" * 40)
        for number in range(RUNS):
            values = {**row, "key": f"key {number}", "seed": number, "validated": 1}
            store.connection.execute("insert into wanted values (?, ?)", (values["key"], number))
            marks = ", ".join("?" * len(values))
            store.connection.execute(f"insert into run ({', '.join(values)}) values ({marks})", [*values.values()])
    with sqlite3.connect(path) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
        connection.execute("pragma journal_mode = delete")
    return path


def damaged(campaign: Path, how: str) -> Path:
    data = bytearray(campaign.read_bytes())
    if how == "zeroed":
        data[len(data) // 2 : len(data) // 2 + 8192] = bytes(8192)
    elif how == "cut":
        del data[len(data) * 2 // 3 :]
    path = campaign.with_name(f"{how}.db")
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("how", ["zeroed", "cut"])
def test_what_can_be_read_is_saved(campaign: Path, how: str) -> None:
    path = damaged(campaign, how)
    before = path.read_bytes()
    new = path.with_name("new.db")
    counts = recover(path, new)
    assert RUNS / 4 < counts["run"] < RUNS
    assert path.read_bytes() == before
    with Store(new) as store:
        rows = store.connection.execute("select key, seed from run").fetchall()
        assert len(rows) == counts["run"]
        assert all(row["key"] == f"key {row['seed']}" for row in rows)
        assert store.connection.execute("pragma integrity_check").fetchone()[0] == "ok"


def test_a_whole_campaign_is_saved_whole(campaign: Path) -> None:
    assert recover(campaign, campaign.with_name("new.db"))["run"] == RUNS
    with pytest.raises(LudoplanError, match="already"):
        recover(campaign, campaign.with_name("new.db"))


def test_what_holds_nothing_is_told(tmp_path: Path) -> None:
    for data in (b"", b"rubbish" * 1000, bytes(8192)):
        path = tmp_path / "bad.db"
        path.write_bytes(data)
        with pytest.raises(LudoplanError, match=r"bad\.db"):
            recover(path, tmp_path / "new.db")
        assert not (tmp_path / "new.db").exists()


def test_a_damaged_campaign_names_the_way_out(ludoplan, campaign: Path) -> None:
    path = damaged(campaign, "cut")
    for command in ("status", "report"):
        run = ludoplan("bench", command, path)
        assert run.returncode == 2
        assert "Traceback" not in run.stderr
        assert f"ludoplan bench recover {path}" in run.stderr
    assert ludoplan("bench", "recover", path).returncode == 0
    assert path.with_name("cut-recovered.db").exists()


@pytest.mark.parametrize(
    ("change", "to", "line", "words"),
    [
        ("seconds = 5", f"nodes = {10**400}", 3, "too large"),
        ("seconds = 5", f"nodes = {'9' * 5000}", 3, "thousands of digits"),
        ('title = "small"', f"seeds = [{2**70}]", 1, "too large"),
        ('title = "small"', "seeds = 1000000", 1, "10,000 seeds are the most"),
        ('title = "small"', f'title = "{"x" * 5000}"', 1, "5,000 characters"),
        ('bundled = "roll:0*"', 'generate = "roll"\ncount = 100000000', 6, "count must be from 1"),
        ('bundled = "roll:0*"', 'generate = "roll"\ncount = -3', 6, "count must be from 1"),
        ('title = "small"', "a" + ".a" * 100_000 + " = 1", 1, "100 parts"),
    ],
)
def test_what_has_no_end_is_refused_with_its_line(tmp_path: Path, change: str, to: str, line: int, words: str) -> None:
    path = tmp_path / "suite.toml"
    path.write_text(SUITE.replace(change, to))
    with pytest.raises(BadInput) as error:
        load_suite(str(path))
    assert [defect.line for defect in error.value.defects] == [line]
    assert words in str(error.value)
