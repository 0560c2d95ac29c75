"""The planning form of Plotting: well-formed for every shape, small, and decoded into shots."""

from __future__ import annotations

import random
import re

import pytest

from ludoplan.core.engine import Request
from ludoplan.core.errors import Unsupported
from ludoplan.core.limits import Limits
from ludoplan.core.options import complete
from ludoplan.core.result import Status
from ludoplan.core.task import Task
from ludoplan.games.plotting import GAME
from ludoplan.pddl.parser import parse_domain, parse_problem
from ludoplan.pddl.task import PddlTask
from ludoplan.planning.planner import Grounded
from ludoplan.running.solve import solve

LARGE = {"rows": 7, "columns": 7, "colours": 4, "goal": 5}
LEVELS = [
    "goal 1\n1 2 1\n2 1 1\n",
    "goal 0\nhand 1\n1\n2\n",
    "goal 2\nrows\ncolumns 2\n. 1\n1 2\n2 2\n",
    "goal 1\n12\n",
]


@pytest.mark.parametrize("variant", GAME.pddl.variants)
@pytest.mark.parametrize("text", LEVELS)
def test_texts_are_well_formed(text: str, variant: str) -> None:
    task = GAME.pddl.encode(GAME.parse(text), variant)
    for part in (task.domain, task.problem):
        bare = re.sub(r";[^\n]*", "", part)
        assert bare.count("(") == bare.count(")")
        assert "{" not in part
    declared = set(re.findall(r"\(([a-z-]+)", task.domain.split("(:predicates")[1].split("(:action")[0]))
    used = set(re.findall(r"\(([a-z-]+) [rckn]\d", task.problem.split("(:init")[1]))
    assert used <= declared


def test_every_cell_has_one_fact() -> None:
    level = GAME.parse("goal 1\n. 2 .\n1 2 .\n")
    init = GAME.pddl.encode(level).problem.split("(:init")[1]
    assert sorted(re.findall(r"\((?:at|empty) (r\d c\d)", init)) == [
        f"r{row} c{col}" for row in (1, 2) for col in (1, 2, 3)
    ]
    assert "(at r1 c2 k2)" in init
    assert "(empty r2 c3)" in init


def test_counting_needs_no_variable_for_each_block_that_may_be_left() -> None:
    level = GAME.parse("goal 9\n" + "1 2 3 4\n" * 4)
    assert "exists" not in GAME.pddl.encode(level, "counting").problem
    assert GAME.pddl.encode(level, "quantified").problem.count("- row ?c") == 9 + 1


@pytest.mark.parametrize("variant", GAME.pddl.variants)
def test_large_grids_are_grounded_at_once(variant: str) -> None:
    level = GAME.design.generate(random.Random(1), complete(GAME.design.options, LARGE))
    task = GAME.pddl.encode(level, variant)
    domain = parse_domain(task.domain)
    native = Grounded.of(PddlTask(domain, parse_problem(task.problem, "problem", domain)), Request()).native
    assert native.facts < 500
    assert native.actions < 5000


def test_the_planner_solves_large_grids() -> None:
    level = GAME.design.generate(random.Random(1), complete(GAME.design.options, LARGE))
    result = solve(Task(GAME, level, "large"), "planner:gbfs-add", limits=Limits(seconds=60))
    assert result.status is Status.SOLVED


def test_plans_become_shots() -> None:
    decode = GAME.pddl.encode(GAME.parse(LEVELS[0])).decode
    plan = ["(stop-along r2 c3 k1 k2)", "(fall-along r1 r2 c3 k1 k2 n1)", "(floor-along r10 c3 k1 n1)"]
    plan += ["(STOP-DOWN C4 R1 K1 K2)", "(floor-down c1 k1)", "(stop-shooting c1 n0)", "(count-nothing r2 c1 c2)"]
    assert decode(plan) == ["row 2", "row 1", "row 10", "col 4", "col 1"]


def test_unknown_variant() -> None:
    with pytest.raises(Unsupported, match="no PDDL variant 'x'"):
        GAME.pddl.encode(GAME.parse(LEVELS[0]), "x")
