"""Published benchmarks and plans, where they are at hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludoplan.core.limits import Limits
from ludoplan.core.referee import replay
from ludoplan.engines.external import ENGINES
from ludoplan.pddl.parser import parse_domain, parse_problem
from ludoplan.pddl.plans import read_plan
from ludoplan.pddl.printer import print_domain, print_problem
from ludoplan.pddl.task import load_pddl
from ludoplan.running.solve import solve

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "pddl"
if not DATA.is_dir():  # a worktree lies one folder deeper
    DATA = Path(__file__).resolve().parents[2].parent.parent / "shared" / "data" / "pddl"
PROBLEMS = sorted(path for path in DATA.rglob("*.pddl") if path.name != "domain.pddl")
PLANS = [path for path in PROBLEMS if path.with_suffix(".plan").is_file()]
SLOW = ("pfile5",)
# The plans that come with them are of the STRIPS form of that domain: other actions, other costs.
OTHER_DOMAIN = "miconic-simpleadl"


def named(path):
    return f"{path.parent.name}/{path.stem}"


def load(path):
    return load_pddl(str(path.with_name("domain.pddl")), str(path))


pytestmark = pytest.mark.skipif(not PROBLEMS, reason="the shared benchmarks are not here")


@pytest.mark.parametrize("path", PROBLEMS, ids=named)
def test_round_trip(path):
    level = load(path).level
    domain = parse_domain(print_domain(level.domain))
    assert domain == level.domain
    assert parse_problem(print_problem(level.problem), "p", domain) == level.problem


@pytest.mark.parametrize("path", PLANS, ids=named)
def test_published_plans(path):
    text = path.with_suffix(".plan").read_text()
    verdict = replay(load(path), read_plan(text))
    if path.parent.name == OTHER_DOMAIN:
        assert str(verdict).endswith("there is no action board")
        return
    assert verdict.plan is not None
    told = re.search(r"Optimal cost: (\d+)", text)
    assert told is None or verdict.plan.cost == int(told[1])


@pytest.mark.parametrize("path", [path for path in PROBLEMS if path.stem not in SLOW], ids=named)
def test_optimal_planners_of_others_agree(path):
    task = load(path)
    found = {}
    for name in ("fast-downward", "enhsp:opt"):
        engine = next(engine for engine in ENGINES if engine.name == name)
        if engine.missing() is None:
            result = solve(task, name, limits=Limits(seconds=60))
            if str(result.status) == "optimal":
                found[name] = result.cost
            else:  # numbers in one, effects of which no proof is taken in the other
                assert (str(result.status), name) in (("unsupported", "fast-downward"), ("solved", "enhsp:opt"))
    if not found:
        pytest.skip("no external planner is installed")
    assert len(set(found.values())) == 1
    if path in PLANS and path.parent.name != OTHER_DOMAIN:
        plan = replay(task, read_plan(path.with_suffix(".plan").read_text())).plan
        assert plan is not None
        assert plan.cost == next(iter(found.values()))
