"""Commands under limits: what reaches standard output when one is ended from outside."""

from __future__ import annotations

import subprocess
import sys

import pytest

COMMAND = """
import sys, time
from ludoplan.cli.limited import under_limits
from ludoplan.core.limits import Limits

def told(status, words, stats):
    print(words)
    return status.exit_status

def command(context):
    print("a level", flush=True)
    print("an answer")
    time.sleep({sleeps})
    return 7

sys.exit(under_limits(command, Limits(seconds={seconds}), told))
"""


@pytest.mark.parametrize(
    ("sleeps", "seconds", "status", "last"),
    [(60, 0.3, 11, "time limit reached while reading"), (0, 60, 7, "an answer")],
    ids=["ended-from-outside", "whole"],
)
def test_no_answer_is_printed_by_half_or_twice(sleeps: float, seconds: float, status: int, last: str) -> None:
    code = COMMAND.format(sleeps=sleeps, seconds=seconds)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == status
    assert run.stdout.splitlines() == ["a level", last]
