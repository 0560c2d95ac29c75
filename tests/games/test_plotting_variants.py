"""Wildcards at dead ends, symmetry breaking in PDDL, and Essence Prime parameters written."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoplan import Limits, Status, Unsupported, load, solve
from ludoplan.core.registry import game
from ludoplan.core.task import ParsedLevel
from ludoplan.games.plotting.rules import WILDCARD, PlottingLevel
from ludoplan.games.plotting.text import format_essence

GAME = game("plotting")
LIMITS = Limits(seconds=60)


def random_level(seed: int, wildcards: bool) -> PlottingLevel:
    """A small grid, sometimes with a colour in hand and lines that may not be fired at."""
    rng = random.Random(f"plotting {seed}")
    rows, columns, colours = rng.randrange(2, 4), rng.randrange(2, 5), rng.randrange(2, 4)
    stacks = tuple(
        tuple(rng.randrange(1, colours + 1) for _ in range(rows - (rng.random() < 0.2))) for _ in range(columns)
    )
    open_rows = tuple(row for row in range(rows) if rng.random() < 0.6)
    open_columns = tuple(column for column in range(columns) if rng.random() < 0.6)
    hand = rng.randrange(1, colours + 1) if rng.random() < 0.5 else WILDCARD
    return PlottingLevel(rows, stacks, open_rows, open_columns, rng.randrange(0, 3), hand, wildcards)


def outcome(level: PlottingLevel, solver: str, variant: str | None = None) -> tuple[Status, float | None]:
    options = {} if variant is None else {"variant": variant}
    result = solve(ParsedLevel(GAME, level).task(), solver, options=options, limits=LIMITS)
    assert result.status in (Status.OPTIMAL, Status.UNSOLVABLE)
    return result.status, result.cost


def agree_on_wildcards(seed: int) -> tuple[Status, bool]:
    """Search by the rules and planning find the same; whether it is solvable, and whether a wildcard matters."""
    level = random_level(seed, wildcards=True)
    found = outcome(level, "bfs")
    assert outcome(level, "planner:astar-blind", "counting") == found, seed
    return found[0], found != outcome(replace(level, wildcards=False), "bfs")


def agree_on_order(seed: int) -> Status:
    level = random_level(seed, wildcards=False)
    found = outcome(level, "bfs")
    assert outcome(level, "planner:astar-blind", "ordered") == found, seed
    return found[0]


def test_search_and_planner_agree_on_wildcards() -> None:
    results = [agree_on_wildcards(seed) for seed in range(25)]
    assert {status for status, _ in results} == {Status.OPTIMAL, Status.UNSOLVABLE}
    assert any(matters for _, matters in results)


def test_symmetry_breaking_keeps_the_optimum() -> None:
    assert {agree_on_order(seed) for seed in range(25)} == {Status.OPTIMAL, Status.UNSOLVABLE}


def test_symmetry_breaking_leaves_states_out() -> None:
    level = GAME.parse("goal 0\nhand 1\n1 1 1 1 1\n1 1 1 1 1\nrows\n")
    stored = {
        variant: solve(
            ParsedLevel(GAME, level).task(), "planner:astar-blind", options={"variant": variant}, limits=LIMITS
        )
        for variant in ("counting", "ordered")
    }
    assert stored["counting"].cost == stored["ordered"].cost == 5
    assert stored["ordered"].stats.generated < stored["counting"].stats.generated


def test_a_dead_end_gives_a_wildcard() -> None:
    level = GAME.parse("goal 0\nhand 1\nwildcards\n2 2\n2 2\n")
    assert GAME.initial(level).hand == WILDCARD
    assert outcome(level, "bfs") == (Status.OPTIMAL, 2)
    assert outcome(replace(level, wildcards=False), "bfs") == (Status.UNSOLVABLE, None)
    with pytest.raises(Unsupported, match="quantified"):
        GAME.pddl.encode(level, "quantified")
    assert solve(ParsedLevel(GAME, level).task(), "cp", limits=LIMITS).status is Status.UNSUPPORTED
    assert solve(ParsedLevel(GAME, level).task()).cost == 2


@given(seed=st.integers(0, 10_000), wildcards=st.booleans())
def test_texts_come_back(seed: int, wildcards: bool) -> None:
    level = random_level(seed, wildcards)
    assert GAME.parse(GAME.text.format(level)) == level
    plain = replace(
        level,
        hand=WILDCARD,
        wildcards=False,
        open_rows=tuple(range(level.rows)),
        open_columns=tuple(range(level.columns)),
    )
    assert GAME.parse(format_essence(plain)) == plain
    if level != plain:
        with pytest.raises(Unsupported, match="neither hand"):
            format_essence(level)


def test_the_command(tmp_path, ludoplan) -> None:
    file = tmp_path / "a.param"
    assert ludoplan("export", "param", "--level", "plotting:3x3-2-a", "-o", file).returncode == 0
    assert GAME.parse(file.read_text()) == load("plotting:3x3-2-a").level
    assert ludoplan("solve", file).returncode == 0
    assert ludoplan("export", "param", "--level", "roll:01", "-o", file).returncode == 3
    assert ludoplan("export", "param", "-o", file).returncode == 2
    assert ludoplan("solve", "plotting:3x5-3-unsolvable", "--wildcards").returncode in (0, 10)
