"""The contract of every solver in the registry: limits hold, refusals name the feature, an answer is replayed,
cancelled means cancelled. `pytest --engine NAME` tests one of them alone, on all its games."""

from __future__ import annotations

import time

import pytest
from tests.contracts.levels import task_of
from tests.running.jobs import jobs_under_way

from ludoplan import Limits, Status, Task, solve
from ludoplan.core import registry
from ludoplan.core.engine import Engine
from ludoplan.core.referee import replay

# Solvers' own modules warn about things that are not ours to mend.
pytestmark = pytest.mark.filterwarnings("ignore")

SMALL = {
    "boxup": "boxup:first",
    "lara": "lara:saw",
    "maze": "maze:first",
    "pipes": "pipes:01",
    "plotting": "plotting:3x3-2-a",
    "roll": "roll:01",
    "puzzlescript": "puzzlescript:crates#1",
    "sudoku": "sudoku:first",
}
# Levels that nobody solves in a second.
HARD = {
    "maze": "maze:twenty-dots",
    "plotting": "goal 1\n"
    + "1 2 3 4 1 2 3\n3 1 2 3 1 4 2\n2 2 1 3 3 1 4\n1 3 2 1 2 4 3\n3 4 1 2 1 2 2\n4 3 1 2 1 3 1\n",
}
GAMES = [name for name in registry.game_names() if name in SMALL]
ENGINES = sorted({name for game in GAMES for name in registry.engines(registry.game(game))})
PAIRS = [(engine, game) for engine in ENGINES for game in GAMES if engine in registry.engines(registry.game(game))]


def small(game: str) -> Task:
    return task_of(SMALL[game])


def hard(game: str) -> Task:
    text = HARD[game]
    of = registry.game(game)
    return task_of(text) if ":" in text else Task(of, of.parse(text), "hard")


def engine_of(name: str, task: Task) -> Engine:
    engine = registry.engine(name, task)
    if reason := engine.missing():
        pytest.skip(reason)
    return engine


@pytest.mark.parametrize(("name", "game"), PAIRS)
def test_answers_are_replayed_and_refusals_say_why(name: str, game: str) -> None:
    task = small(game)
    engine = engine_of(name, task)
    reason = engine.refuses(task)
    if reason is not None:
        assert game in reason or name.partition(":")[0] in reason, reason
        assert solve(task, name).status is Status.UNSUPPORTED
        return
    if name in ("models", "sat:seq", "mip") and game in ("sudoku", "pipes", "lara"):
        pytest.skip("minutes; the agreement tests have smaller levels")
    # Those that walk at random, or are made for other tasks, may not come to an end.
    result = solve(task, name, limits=Limits(seconds=15, megabytes=4000))
    assert result.status not in (Status.ERROR, Status.UNSOLVABLE, Status.CANCELLED), result
    if result.status is Status.UNSUPPORTED:
        assert result.message
        own = [each.name for each in task.game.solvers or ()]
        assert name not in own, "a game's own solvers take its levels"
    if result.plan is not None:
        assert replay(task, result.plan.moves).plan == result.plan
        best = solve(task).cost
        assert best is not None
        assert result.plan.cost >= best
        if result.status is Status.OPTIMAL:
            assert result.plan.cost == best
    assert result.stats.seconds is not None
    assert result.stats.peak_mb is not None


@pytest.mark.parametrize(("name", "game"), [pair for pair in PAIRS if pair[1] in HARD])
def test_a_time_limit_is_a_time_limit(name: str, game: str) -> None:
    task = hard(game)
    engine = engine_of(name, task)
    if engine.refuses(task) is not None:
        pytest.skip("refused")
    used = time.process_time()
    result = solve(task, name, limits=Limits(seconds=0.5, megabytes=3000))
    assert result.status is not Status.ERROR, result
    # In a process of its own nothing of the work counts here; else the clock of this process tells.
    assert time.process_time() - used < 2.5
    deadline = time.monotonic() + 20
    while jobs_under_way() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not jobs_under_way()


@pytest.mark.parametrize(("name", "game"), [pair for pair in PAIRS if pair[1] in HARD])
def test_cancelled_means_cancelled(name: str, game: str) -> None:
    task = hard(game)
    engine = engine_of(name, task)
    if engine.refuses(task) is not None:
        pytest.skip("refused")
    result = solve(task, name, limits=Limits(seconds=60, megabytes=3000), progress=lambda progress: False)
    # A proof that comes before the first look at the listener is welcome.
    assert result.status not in (Status.ERROR, Status.TIMEOUT, Status.MEMORY), result
    if result.status is Status.CANCELLED:
        assert result.plan is None
    assert (result.stats.seconds or 0) < 50


def test_every_engine_is_tested() -> None:
    assert set(ENGINES) >= set(registry.engines())
