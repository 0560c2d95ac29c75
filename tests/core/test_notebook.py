"""What notebooks show."""

from __future__ import annotations

import base64
import pickle
import re
from xml.dom import minidom

import pytest

from ludoplan import Limits, Status, load, solve
from ludoplan.pddl.task import parse_task
from ludoplan.running.solve import result_of, solver_job
from ludoplan.running.supervised import start


@pytest.mark.parametrize("level", ["roll:01", "maze:first", "pipes:01", "plotting:3x3-2-a", "lara:saw", "sudoku:first"])
def test_levels_plans_and_results(level: str) -> None:
    task = load(level)
    minidom.parseString(task._repr_svg_())
    result = solve(task)
    page = result._repr_html_()
    assert "<td style='text-align:left'>optimal</td>" in page
    assert result.plan._repr_html_() in page
    (picture,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', page)
    drawn = minidom.parseString(base64.b64decode(picture))
    assert drawn.getElementsByTagName("animate")


def test_results_of_other_processes_have_animations_too() -> None:
    job = solver_job(load("roll:01"), "auto", {}, Limits())
    result = result_of(start(job).wait(), job.arguments.task, "auto")
    assert "<img" in result._repr_html_()


def test_without_a_plan_or_a_picture() -> None:
    result = solve(load("maze:twenty-dots"), "bfs", limits=Limits(nodes=1000))
    assert result.status is Status.INCOMPLETE
    assert "node limit reached" in result._repr_html_()
    form = load("boxup:first").game.pddl.encode(load("boxup:first").level)
    planned = solve(parse_task(form.domain, form.problem), "planner:astar-blind")
    assert "<img" not in planned._repr_html_()
    assert planned.plan.task._repr_svg_() is None


def test_a_plan_travels_without_its_level() -> None:
    plan = solve(load("roll:01")).plan
    copy = pickle.loads(pickle.dumps(plan))
    assert copy == plan
    assert plan.task is not None
    assert copy.task is None
    assert "<img" not in copy._repr_html_()
