"""The PDDL forms of Boxup, Roll and Maze have the same optima as the games, by a planner that is not ours."""

from __future__ import annotations

import random
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from ludoplan.core.engine import Task
from ludoplan.core.errors import LudoplanError, Unsupported
from ludoplan.core.game import Pddl
from ludoplan.core.options import complete
from ludoplan.core.referee import replay
from ludoplan.core.registry import game
from ludoplan.core.result import Status
from ludoplan.core.solve import solve

UNSOLVABLE = (10, 11, 12)  # said by the translator, or by a search that has seen all


def fast_downward() -> Path | None:
    spec = find_spec("up_fast_downward")
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0]) / "downward" / "fast-downward.py"


DRIVER = fast_downward()
needs_planner = pytest.mark.skipif(DRIVER is None, reason="up-fast-downward is not installed")


def shortest_plan(task: Pddl, folder: Path, search: str = "astar(blind())") -> list[str] | None:
    """The action texts of a shortest plan, or None if there is no plan."""
    (folder / "domain.pddl").write_text(task.domain)
    (folder / "problem.pddl").write_text(task.problem)
    plan = folder / "plan"
    plan.unlink(missing_ok=True)
    words = [sys.executable, str(DRIVER), "--plan-file", str(plan), "domain.pddl", "problem.pddl", "--search", search]
    run = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=120)
    if run.returncode in UNSOLVABLE:
        return None
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
    return [line for line in plan.read_text().splitlines() if line.startswith("(")]


def assert_same_optimum(task: Task, folder: Path, search: str = "astar(blind())") -> Status:
    expected = solve(task, "ucs")
    pddl = task.game.pddl(task.level)
    actions = shortest_plan(pddl, folder, search)
    text = task.game.format(task.level)
    if actions is None:
        assert expected.status is Status.UNSOLVABLE, text
        return expected.status
    assert expected.cost == len(actions), text
    verdict = replay(task, pddl.decode(actions))
    assert verdict.plan is not None, f"{text}\n{verdict}"
    assert verdict.plan.cost == expected.cost, text
    return expected.status


def random_task(name: str, seed: int) -> Task:
    rng = random.Random(f"{name} {seed}")
    of = game(name)
    if name == "boxup":
        given = {"rows": rng.randint(2, 4), "columns": rng.randint(2, 4), "boxes": rng.randint(2, 4)}
        given["walls"] = rng.randint(0, (given["rows"] * given["columns"] - 4) // 2)
    elif name == "roll":
        given = {"rows": rng.randint(3, 6), "columns": rng.randint(3, 7), "fragile": rng.choice((0.0, 0.3))}
        given |= {"fill": 0.8, "switches": rng.randint(0, 4)}
    else:
        given = {"rows": rng.randint(3, 7), "columns": rng.randint(5, 9), "loops": rng.choice((0.0, 0.3))}
        given["food"] = 1 if given["rows"] < 5 else rng.randint(1, 3)
    level = of.generate(rng, complete(of.generator_options, given))
    if name == "maze":
        level = of.configure(level, rng.choice(of.objectives))
    return Task(of, level, f"{name} {seed}")


@needs_planner
@pytest.mark.parametrize("name", ["boxup", "roll", "maze"])
def test_random_levels_have_the_same_optimum(name: str, tmp_path: Path) -> None:
    seen = {assert_same_optimum(random_task(name, seed), tmp_path) for seed in range(12)}
    assert Status.OPTIMAL in seen
    if name != "maze":
        assert Status.UNSOLVABLE in seen
