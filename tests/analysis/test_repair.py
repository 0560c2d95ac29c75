"""Repair: smallest, true, and of the kinds that were asked for."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import Run

from ludoplan import Budget, Limits, Status, Task, solve
from ludoplan.analysis.repair import repair
from ludoplan.core.options import complete
from ludoplan.core.registry import game
from ludoplan.core.task import AnyGame

SMALL = {
    "boxup": {"rows": 2, "columns": 3, "boxes": 2, "walls": 1},
    "roll": {"rows": 3, "columns": 4, "switches": 0},
    "plotting": {"rows": 2, "columns": 3, "goal": 1},
    "pipes": {"rows": 2, "columns": 3, "holes": 0.3},
}


def small_level(of: AnyGame, seed: int):
    rng = random.Random(seed)
    level = of.design.generate(rng, complete(of.design.options, SMALL[of.name]))
    return rng.choice(list(of.design.edits(level))).level


@pytest.mark.parametrize("name", SMALL)
@settings(max_examples=5)
@given(seed=st.integers(0, 10**6))
def test_no_smaller_repair_is_missed(name: str, seed: int) -> None:
    of = game(name)
    level = of.configure(small_level(of, seed))
    before = solve(level, game=of).cost
    found = repair(Task(of, level, "level"), Budget(), raised=True, most_edits=1)
    costs = {of.text.format(edit.level): solve(edit.level, game=of).cost for edit in of.design.edits(level)}
    better = {
        text: cost for text, cost in costs.items() if cost is not None and cost > (-1 if before is None else before)
    }
    assert found.before == before
    assert {of.text.format(each.level): each.cost for each in found.found} == better
    assert [each.cost for each in found.found] == sorted(better.values(), reverse=True)


def test_two_edits_where_one_does_not_do() -> None:
    of = game("maze")
    level = of.configure(of.parse("%%%%%%\n%P%%.%\n%%%%%%\n"))
    assert repair(Task(of, level, "level"), Budget(), ["floor"], most_edits=1).status is Status.INCOMPLETE
    found = repair(Task(of, level, "level"), Budget(), ["floor"])
    assert found.status is Status.OPTIMAL
    assert [[str(edit) for edit in each.edits] for each in found.found] == [["floor at 2,3", "floor at 2,4"]]
    assert all(len(each.edits) == 2 for each in found.found)


def test_the_time_limit_holds() -> None:
    of = game("maze")
    wall = "%" * 40
    level = of.configure(of.parse(f"P{wall}.\n{wall}%%\n"))
    found = repair(Task(of, level, "level"), Budget(Limits(seconds=0.3)), ["floor"], most_edits=3)
    assert found.status is Status.TIMEOUT


def test_on_the_command_line(ludoplan: Run, tmp_path: Path) -> None:
    run = ludoplan("repair", "boxup:never", "--json", "--count", 3, "-o", tmp_path / "mended.boxup")
    assert run.returncode == 0
    found = json.loads(run.stdout)
    assert (found["status"], found["before"], len(found["repairs"])) == ("optimal", None, 3)
    first = found["repairs"][0]
    solved = json.loads(ludoplan("solve", tmp_path / "mended.boxup", "--json").stdout)
    assert solved["cost"] == first["cost"]
    assert ludoplan("repair", "boxup:first").stdout == "solvable already, cost 5 (--raise looks for a harder one)\n"
    assert ludoplan("repair", "boxup:first", "--kinds", "spear").returncode == 2
    assert ludoplan("repair", "boxup:never", "--kinds", "player", "--most-edits", 1).returncode == 13


def test_edits_that_remove_are_among_the_edits() -> None:
    of = game("roll")
    level = of.design.generate(random.Random(3), complete(of.design.options, {}))
    assert any(edit.removes for edit in islice(of.design.edits(level), 2000))
