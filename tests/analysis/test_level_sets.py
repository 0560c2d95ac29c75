"""Folders of levels: lint, and the pytest plugin that keeps them right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from tests.conftest import Run

from ludoplan import BadInput, LudoplanError
from ludoplan.analysis.level_set import lint
from ludoplan.core.level import levels_folder, read_set
from ludoplan.core.registry import game

BOX = "size 3x3\nplayer 2,2\nsmall red {red} 1,3\nbig blue left 2,3\n"


def write_set(folder: Path, index: str, **levels: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "index.toml").write_text(index)
    for name, text in levels.items():
        (folder / f"{name}.boxup").write_text(text)
    return folder


def entry(name: str, **record: object) -> str:
    lines = [f"{key} = {json.dumps(value)}" for key, value in record.items()]
    return "\n".join(["[[level]]", f'file = "{name}.boxup"', *lines, ""])


def turned(text: str) -> str:
    """The same puzzle, turned and with another name for nothing: as a designer might make it by mistake."""
    of = game("boxup")
    return of.text.format(list(of.design.symmetries(of.parse(text)))[5])


@pytest.fixture
def good(tmp_path: Path) -> Path:
    one, two = BOX.format(red="left"), BOX.format(red="down")
    index = entry("never", status="unsolvable") + entry("two", best=20, status="optimal")
    return write_set(tmp_path / "good", index, never=one, two=two)


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    two = BOX.format(red="down")
    index = (
        entry("two", best=19, status="optimal")
        + entry("again", best=20)
        + entry("never", best=3)
        + entry("gone")
        + entry("broken")
        + entry("claimed", status="unsolvable")
    )
    return write_set(
        tmp_path / "bad",
        index,
        two=two,
        again=turned(two),
        never=BOX.format(red="left"),
        broken="size 3x3\nplayer 9,9\n",
        claimed=two.replace("player 2,2", "player 1,1"),
        loose=BOX.format(red="left").replace("2,2", "1,1"),
    )


def test_a_good_set(ludoplan: Run, good: Path) -> None:
    run = ludoplan("levels", "lint", good)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.endswith("2 levels, no faults\n")


def test_every_fault_is_found(ludoplan: Run, bad: Path) -> None:
    run = ludoplan("levels", "lint", bad, "--json")
    assert run.returncode == 14
    found = json.loads(run.stdout)
    assert not found["good"]
    kinds = {(each["file"].split(".")[0], each["kind"]) for each in found["findings"] if each["fault"]}
    assert kinds == {
        ("two", "wrong"),
        ("again", "duplicate"),
        ("never", "wrong"),
        ("gone", "missing"),
        ("broken", "broken"),
        ("claimed", "wrong"),
        ("loose", "unsolvable"),
    }
    assert ("loose.boxup", "unlisted") in {(each["file"], each["kind"]) for each in found["findings"]}
    text = ludoplan("levels", "lint", bad).stdout
    assert "recorded cost 19, but the optimum is 20" in text
    assert "again.boxup: the same puzzle as two.boxup" in text
    assert text.endswith("7 faults\n")


def test_an_order_that_falls_is_noted(tmp_path: Path) -> None:
    hard = game("boxup").text.format(
        game("boxup").parse((levels_folder(game("boxup")) / "4x4-three.boxup").read_text())
    )
    index = entry("hard", best=96) + entry("easy", best=20)
    found = lint(write_set(tmp_path / "set", index, hard=hard, easy=BOX.format(red="down")))
    assert found.is_good
    assert [(each.file, each.kind) for each in found.findings] == [("easy.boxup", "order")]


@pytest.mark.parametrize("name", ["boxup", "lara", "roll"])
def test_the_bundled_levels_are_without_fault(name: str) -> None:
    found = lint(levels_folder(game(name)))
    assert [str(each) for each in found.findings if each.is_fault] == []


@pytest.mark.parametrize(
    ("index", "complaint"),
    [
        ("[[level]\n", "index.toml:1:8"),
        ("level = 3\n", "expected tables"),
        ("[[level]]\ntitle = 'x'\n", "level[0]: expected a table with file"),
        ('[[level]]\nfile = "a.boxup"\nbest = "x"\nstatus = "maybe"\nobjective = 1\n', "level[0]: status"),
        ('[[level]]\nfile = "a.boxup"\nbest = 1\nstatus = "unsolvable"\n', "has no best"),
        ('[[level]]\nfile = "a.boxup"\n[[level]]\nfile = "a.boxup"\n', "listed twice"),
    ],
)
def test_a_bad_index_is_refused(tmp_path: Path, index: str, complaint: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_set(write_set(tmp_path / "set", index))
    assert complaint in str(caught.value)


def test_a_folder_without_levels_is_refused(tmp_path: Path, ludoplan: Run) -> None:
    with pytest.raises(LudoplanError):
        read_set(tmp_path)
    assert ludoplan("levels", "lint", tmp_path / "nowhere").returncode == 2


def pytest_in(folder: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """A run with this plugin alone: others take seconds to load."""
    (folder / "pytest.ini").touch()
    command = [sys.executable, "-m", "pytest", "-p", "ludoplan.analysis.pytest_plugin", *map(str, words)]
    settings = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, env=settings)


def test_the_plugin_is_found_by_pytest() -> None:
    (found,) = entry_points(group="pytest11", name="ludoplan")
    assert found.value == "ludoplan.analysis.pytest_plugin"


def test_the_plugin_tests_a_folder(good: Path, bad: Path, tmp_path: Path) -> None:
    run = pytest_in(tmp_path, "--ludoplan-levels", "good", "-v")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "3 passed" in run.stdout
    run = pytest_in(tmp_path, "--ludoplan-levels", "bad", "-q")
    assert run.returncode == 1
    assert "7 failed, 1 passed" in run.stdout
    assert "recorded cost 19, but the optimum is 20" in run.stdout
    assert "Traceback" not in run.stdout
    assert "1 passed" in pytest_in(tmp_path, "--ludoplan-levels", "good", "-q", "-k", "two").stdout


def test_the_plugin_takes_its_folders_from_the_settings(good: Path, tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nludoplan_levels = good\n")
    assert "3 passed" in pytest_in(tmp_path, "-q").stdout


def test_the_plugin_does_nothing_unless_asked(good: Path, tmp_path: Path) -> None:
    run = pytest_in(tmp_path, "-q")
    assert run.returncode == 5  # no tests
    run = pytest_in(tmp_path, "--ludoplan-levels", "nowhere")
    assert run.returncode == 4
    assert "not a folder" in run.stderr
