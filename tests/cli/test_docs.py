"""What the documents show is what happens: their code and commands are run."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import ROOT

from ludoplan.search.algorithms import ALGORITHMS


def blocks(path: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", path.read_text(), re.MULTILINE | re.DOTALL)


@pytest.fixture
def jugs(tmp_path: Path) -> Path:
    (tmp_path / "jugs.py").write_text(blocks(ROOT / "docs" / "your-own-game.md", "python")[0])
    (tmp_path / "four.jugs").write_text("3 5 4\n")
    return tmp_path


def test_the_example_game_keeps_the_contract(ludoplan, jugs: Path) -> None:
    run = ludoplan("check-game", "jugs:GAME", "four.jugs", cwd=jugs)
    assert run.stdout == "jugs: keeps the contract\n"


def test_the_example_prints_what_the_page_shows(jugs: Path) -> None:
    page = ROOT / "docs" / "your-own-game.md"
    output = subprocess.check_output([sys.executable, "-c", blocks(page, "python")[1]], cwd=jugs, text=True)
    assert output == blocks(page, "text")[0]


def test_the_example_is_short(jugs: Path) -> None:
    lines = [line for line in (jugs / "jugs.py").read_text().splitlines() if line.strip()]
    assert len(lines) <= 40


def test_every_algorithm_solves_the_example(jugs: Path) -> None:
    names = [algorithm.name for algorithm in ALGORITHMS if not algorithm.name.startswith("bi")]
    code = f"""
from jugs import GAME
from ludoplan import solve
for name in {names!r}:
    result = solve(GAME.parse("3 5 4"), name, game=GAME)
    print(name, result.status, result.cost)
"""
    output = subprocess.check_output([sys.executable, "-c", code], cwd=jugs, text=True)
    found = dict(line.split(maxsplit=1) for line in output.splitlines())
    for algorithm in ALGORITHMS:
        if algorithm.name in names:
            assert found[algorithm.name].startswith("optimal 6" if algorithm.finds != "any" else "solved")


def readme_commands() -> list[str]:
    lines = [line for block in blocks(ROOT / "README.md", "console") for line in block.splitlines()]
    return [line[2:] for line in lines if line.startswith("$ ludoplan")]


def test_the_readme_has_commands() -> None:
    assert len(readme_commands()) >= 5
    text = (ROOT / "README.md").read_text()
    assert "make demo" in text
    assert "make test" in text


def test_readme_commands_run(ludoplan, tmp_path: Path) -> None:
    """In order, in one folder, since some use what others have written."""
    for command in readme_commands():
        words = shlex.split(command, comments=True)[1:]
        if words[0] == "play":
            continue
        run = ludoplan(*words, cwd=tmp_path)
        assert run.returncode == 0, f"{command}\n{run.stdout}{run.stderr}"


def commands_of(page: str) -> list[str]:
    lines = [line for block in blocks(ROOT / "docs" / page, "console") for line in block.splitlines()]
    return [line[2:] for line in lines if line.startswith("$ ludoplan")]


@pytest.mark.parametrize("command", commands_of("designing.md"))
def test_the_designers_commands_run(ludoplan, tmp_path: Path, command: str) -> None:
    (tmp_path / "my-levels").mkdir()
    (tmp_path / "my-levels" / "first.roll").write_text("|gg_\n")
    run = ludoplan(*shlex.split(command)[1:], cwd=tmp_path, timeout=120)
    assert run.returncode == 0, f"{command}\n{run.stdout}{run.stderr}"
