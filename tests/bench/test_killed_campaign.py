"""A campaign that is killed and resumed has the rows of one that nobody disturbs, none twice."""

from __future__ import annotations

import sys

from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))
from killed_campaign import compared

SUITE = """title = "killed"
[limits]
seconds = 20
[[levels]]
bundled = "roll:0*"
[[solvers]]
solver = "bfs"
[[solvers]]
solver = "astar"
"""


def test_the_same_rows_none_twice() -> None:
    """Three kills; benchmarks/killed_campaign.py does twenty on more levels."""
    whole, again, _ = compared(3, seed=1, suite=SUITE)
    assert len(whole) >= 10
    assert again == whole
    assert len({row[0] for row in again}) == len(again)
