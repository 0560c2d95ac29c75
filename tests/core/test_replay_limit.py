"""Replaying a long plan is part of the job: the limit holds there too."""

from __future__ import annotations

import time

from ludoplan import Budget, Limits, Status, Task, game
from ludoplan.core.referee import judge
from ludoplan.core.result import Answer


def test_a_long_plan_is_not_replayed_beyond_the_limit() -> None:
    """A corridor of a hundred thousand cells: the search takes a moment, the replay by the Python rules seconds."""
    roll = game("roll")
    task = Task(roll, roll.parse("|" + "g" * 99_998 + "_\n"), "corridor")
    plan = ["right"] * 66_666
    began = time.process_time()
    assert judge(task, "any", Answer(Status.SOLVED, plan)).plan is not None
    whole = time.process_time() - began
    result = judge(task, "any", Answer(Status.SOLVED, plan), Budget(Limits(seconds=1e-6)))
    used = time.process_time() - began - whole
    assert result.status is Status.TIMEOUT
    assert result.message == "time limit reached while the plan was replayed"
    assert (
        used < whole / 2
    )  # the third of a second in which a plan may still be replayed, not the seconds that it takes
