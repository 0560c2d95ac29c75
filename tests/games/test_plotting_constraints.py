"""The constraint models of Plotting find what brute force finds, with every back end that is installed."""

from __future__ import annotations

import time

import pytest
from tests.running.jobs import jobs_under_way

from ludoplan.core.errors import LudoplanError
from ludoplan.core.limits import Limits
from ludoplan.core.result import Status
from ludoplan.engines.cp import ENGINES
from ludoplan.games.plotting import GAME
from ludoplan.games.plotting.constraints import EXTRAS, MODELS, read_extras
from ludoplan.running.solve import solve

# Solvers' own modules warn about things that are not ours to mend.
pytestmark = pytest.mark.filterwarnings("ignore")
INSTALLED = [engine.name for engine in ENGINES if engine.missing() is None]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", INSTALLED)
@pytest.mark.parametrize("text", ["goal 1\n1 2 1\n2 1 1", "goal 1\n1 2\n2 3\n", "goal 1\nhand 2\ncolumns 1\n1\n2\n2"])
def test_back_ends_agree_with_search(name: str, model: str, text: str) -> None:
    level = GAME.parse(text)
    expected = solve(level, "bfs", game=GAME)
    found = solve(level, name, game=GAME, options={"model": model, "extra": "all"})
    assert (found.status, found.cost) == (expected.status, expected.cost)


LARGE = "goal 3\n" + "1 2 3 1 2\n3 1 2 3 1\n2 2 1 3 3\n1 3 2 1 2\n3 3 1 2 1\n"


@pytest.mark.parametrize("name", INSTALLED)
def test_time_limit_holds(name: str) -> None:
    result = solve(GAME.parse(LARGE), name, game=GAME, limits=Limits(seconds=2))
    assert result.status is Status.TIMEOUT
    assert result.stats.seconds is not None
    assert result.stats.seconds < 3


@pytest.mark.parametrize("name", INSTALLED[:1])
def test_memory_limit_and_cancelling_end_the_child(name: str) -> None:
    assert solve(GAME.parse(LARGE), name, game=GAME, limits=Limits(megabytes=80)).status is Status.MEMORY
    result = solve(GAME.parse(LARGE), name, game=GAME, progress=lambda progress: (progress.lower_bound or 0) < 2)
    assert result.status is Status.CANCELLED
    assert result.lower_bound >= 2  # what is told after the answer that cancels is kept, too
    give_up = time.monotonic() + 10
    while jobs_under_way() and time.monotonic() < give_up:  # the supervisor itself ends a moment later
        time.sleep(0.02)
    assert jobs_under_way() == []


def test_extras_are_checked() -> None:
    assert read_extras("de,mo") == ["de", "mo"]
    assert read_extras("all") == list(EXTRAS)
    with pytest.raises(LudoplanError, match="'xy' is not one of"):
        read_extras("de,xy")
