"""Every format in the registry: what it writes is text, plans are read again, and files get what their suffix says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludoplan import LudoplanError, Plan, Task, load, run_suite, solve
from ludoplan.core import registry
from ludoplan.core.errors import Unsupported
from ludoplan.core.level import bundled
from ludoplan.core.plan import read_moves
from ludoplan.drawing.pictures import Course
from ludoplan.pddl.plans import read_plan

KINDS = ("plan", "picture", "report", "level")


def roll() -> tuple[Task, Plan]:
    task = load("roll:01")
    plan = solve(task).plan
    assert plan is not None
    return task, plan


def test_there_is_a_format_of_every_kind() -> None:
    assert all(registry.exporters(kind) for kind in KINDS)
    for kind in KINDS:
        suffixes = [each.suffix for each in registry.exporters(kind).values() if each.suffix]
        assert len(suffixes) == len(set(suffixes))


@pytest.mark.parametrize("name", registry.exporters("plan"))
def test_plans_are_read_again(name: str) -> None:
    text = registry.exporters("plan")[name].write(roll()[1])
    moves = list(roll()[1].moves)
    assert (read_plan(text) == [f"({move})" for move in moves]) if name == "actions" else (read_moves(text) == moves)


@pytest.mark.parametrize("name", registry.exporters("picture"))
def test_pictures_of_one_state_and_of_several(name: str) -> None:
    task, plan = roll()
    first = task.game.initial(task.level)
    move = task.game.move_from_text(task.level, plan.moves[0])
    states = [first, task.game.apply(task.level, first, move)]
    write = registry.exporters("picture")[name].write
    still = write(Course(task.game, task.level, states[:1]))
    moving = write(Course(task.game, task.level, states, plan.moves[:1]))
    assert len(moving) > len(still) > 20


@pytest.mark.parametrize("name", registry.exporters("report"))
def test_reports(name: str, tmp_path: Path) -> None:
    suite = tmp_path / "my.toml"
    suite.write_text('title = "Mine"\n[[levels]]\nbundled = ["boxup:first"]\n[[solvers]]\nsolver = "bfs"\n')
    assert "bfs" in registry.exporters("report")[name].write(run_suite(suite, tmp_path / "my.db"))


@pytest.mark.parametrize("name", registry.exporters("level"))
def test_levels_of_other_games_are_refused(name: str) -> None:
    writes = registry.exporters("level")[name].write
    refused = 0
    for game in registry.games():
        level = load(f"{game.name}:{next(iter(bundled(game.name)))}").level
        try:
            assert writes(level)
        except Unsupported:
            refused += 1
    assert refused < len(registry.games())


def test_the_suffix_decides(ludoplan, tmp_path: Path) -> None:
    run = ludoplan("solve", "roll:01", "-o", tmp_path / "plan.json")
    assert run.returncode == 0
    assert json.loads((tmp_path / "plan.json").read_text())["cost"] == 8
    assert ludoplan("check", "roll:01", tmp_path / "plan.json").returncode == 0
    for name in ("steps.svg", "steps.txt"):
        run = ludoplan("show", "roll:01", "--plan", tmp_path / "plan.json", "-o", tmp_path / name)
        assert run.stdout == f"animation written to {tmp_path / name}\n"
    assert (tmp_path / "steps.svg").read_text().startswith("<svg")
    assert (tmp_path / "steps.txt").read_text().startswith("start\n")
    with pytest.raises(LudoplanError, match=r"the suffix of a picture is one of \.svg, \.txt"):
        registry.exporter("picture", "picture.gif")
