"""Random tasks: our semantics, by plain search, against planners of others. LUDOPLAN_EXAMPLES makes the run longer."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, assume, given, settings
from pddl_strategies import domains, problems

from ludoplan.core.limits import Limits
from ludoplan.core.task import Task
from ludoplan.engines.external import ENGINES
from ludoplan.pddl.task import GAME, PddlTask
from ludoplan.running.solve import solve

checked = settings(
    max_examples=int(os.environ.get("LUDOPLAN_EXAMPLES", "12")),
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow, HealthCheck.data_too_large],
)


@checked
@given(domains(full=False, most_actions=4), problems(full=False))
def test_fast_downward_finds_the_same_optimum(domain, problem):
    engine = next(engine for engine in ENGINES if engine.name == "fast-downward:blind")
    if engine.missing() is not None:
        pytest.skip(engine.missing())
    task = Task(GAME, PddlTask(domain, problem), "random")
    assume(not GAME.is_goal(task.level, GAME.initial(task.level)))
    ours = solve(task, "ucs", limits=Limits(nodes=300))
    assume(str(ours.status) in ("optimal", "unsolvable"))
    theirs = solve(task, engine.name, limits=Limits(seconds=60))
    assert (str(theirs.status), theirs.cost, theirs.message) == (str(ours.status), ours.cost, theirs.message)
