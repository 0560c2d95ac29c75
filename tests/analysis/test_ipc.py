"""Sets of planning problems: whole, the same every time, and with costs that a planner finds too."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from pathlib import Path

import pytest

from ludoplan import Limits, LudoplanError, Status, Unsupported, solve
from ludoplan.analysis.ipc import problem_set, set_files
from ludoplan.core.options import complete
from ludoplan.core.registry import game, game_names
from ludoplan.pddl.task import parse_task

GAMES = ["boxup", "lara", "maze", "pipes", "plotting", "roll"]
LIMITS = Limits(seconds=60)


def test_which_games_have_sets() -> None:
    grow = [name for name in game_names() if game(name).design is not None and game(name).design.ladder is not None]
    assert [name for name in grow if game(name).pddl is not None] == GAMES
    with pytest.raises(Unsupported, match="sudoku has no PDDL form"):
        problem_set(game("sudoku"), 1)
    with pytest.raises(LudoplanError, match="no PDDL variant 'x'"):
        problem_set(game("lara"), 1, variant="x")


@pytest.mark.parametrize("name", GAMES)
def test_costs_agree_with_the_planner(name: str) -> None:
    problems = problem_set(game(name), 3, seed=1, limits=LIMITS)
    assert [each.name for each in problems] == ["p01", "p02", "p03"]
    for each in problems:
        result = solve(parse_task(each.domain, each.problem, "domain", each.name), "planner", limits=LIMITS)
        assert result.status is Status.OPTIMAL
        assert result.cost == each.cost
    assert problem_set(game(name), 2, seed=1, limits=LIMITS)[1].problem == problems[1].problem


@pytest.mark.parametrize("name", GAMES)
def test_levels_grow(name: str) -> None:
    design = game(name).design
    steps = [complete(design.options, dict(design.ladder(step))) for step in range(30)]
    sizes = [step.get("rows", 1) * step.get("columns", 1) * step.get("tiles", 1) for step in steps]
    assert sizes == sorted(sizes)
    assert sizes[-1] > sizes[0]


def test_the_files_of_a_set() -> None:
    problems = problem_set(game("boxup"), 2, limits=LIMITS)
    files = set_files(game("boxup"), problems, 0, None)
    levels = {"levels/p01.boxup", "levels/p02.boxup"}
    assert set(files) == {"domain.pddl", "p01.pddl", "p02.pddl", "costs.csv", "README.md", "generate.py"} | levels
    rows = list(csv.DictReader(io.StringIO(files["costs.csv"])))
    assert [(row["problem"], row["domain"], row["proven"]) for row in rows] == [
        ("p01.pddl", "domain.pddl", "yes"),
        ("p02.pddl", "domain.pddl", "yes"),
    ]
    assert f"| p01 | {problems[0].cost:g} | yes |" in files["README.md"]


def test_the_command_and_its_script(tmp_path: Path, ludoplan) -> None:
    done = ludoplan("export", "ipc", "--game", "maze", "--count", "2", "-o", tmp_path / "a")
    assert done.returncode == 0, done.stderr
    assert "2 problems" in done.stdout
    script = tmp_path / "a" / "generate.py"
    again = subprocess.run([sys.executable, script, tmp_path / "b"], capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stderr
    for name in ("domain.pddl", "p02.pddl", "costs.csv", "README.md"):
        assert (tmp_path / "a" / name).read_text() == (tmp_path / "b" / name).read_text()
    assert ludoplan("export", "ipc", "--game", "sudoku", "-o", tmp_path / "c").returncode == 3
    assert ludoplan("export", "nonsense", "--game", "maze", "-o", tmp_path / "c").returncode == 2
