"""Carrying the spear out as a goal: the rules, the text, and search against both PDDL forms on random levels."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from ludoplan import Limits, Status, solve
from ludoplan.bench.suite import SOURCES
from ludoplan.core.options import complete
from ludoplan.core.registry import game
from ludoplan.core.task import ParsedLevel

GAME = game("lara")
LIMITS = Limits(seconds=60)


def random_level(seed: int):
    """A small level whose spear is to be carried out."""
    rng = random.Random(f"carry out {seed}")
    counts = {key: rng.randrange(2) for key in ("levers", "snakes", "saws", "spiders", "lizards")}
    options = {"tiles": rng.randrange(8, 14), "cracked": rng.randrange(3), "spears": rng.randrange(1, 3), **counts}
    while True:
        try:
            level = GAME.design.generate(rng, complete(GAME.design.options, options))
        except Exception:  # there was no room for all of it
            options["tiles"] += 2
            continue
        return replace(level, carry_out=True)


def agree(seed: int, variants: tuple[str, ...] = ("classical", "numeric")) -> tuple[str, float | None]:
    """What search says of a random level; fails if a planner says something else."""
    task = ParsedLevel(GAME, random_level(seed)).task()
    found = solve(task, "bfs", limits=LIMITS)
    assert found.status in (Status.OPTIMAL, Status.UNSOLVABLE)
    for variant in variants:
        planned = solve(task, "planner:astar-blind", options={"variant": variant}, limits=LIMITS)
        assert (planned.status, planned.cost) == (found.status, found.cost), (seed, variant)
    return str(found.status), found.cost


def test_search_and_planner_agree_on_random_levels() -> None:
    results = [agree(seed) for seed in range(20)]
    assert len({status for status, _ in results}) == 2  # some have a solution, some have none


def test_the_spear_makes_a_difference() -> None:
    level = GAME.parse((SOURCES / "lara" / "problem-1.lara.json").read_text(encoding="utf-8"))
    carried = solve(ParsedLevel(GAME, level).task())
    free = solve(ParsedLevel(GAME, level).task(None, {"carry_out": False}))
    assert (carried.cost, free.cost) == (7, 5)
    state = GAME.initial(level)
    for move in carried.plan.moves:
        assert not GAME.is_goal(level, state)
        state = GAME.apply(level, state, move)
    assert state.has_spear
    assert GAME.is_goal(level, state)
    # Without a spear the goal tile is one like any other.
    walked = GAME.initial(level)
    for move in free.plan.moves:
        walked = GAME.apply(level, walked, move)
    assert not GAME.is_goal(level, walked)
    assert "left" in list(GAME.moves(level, walked))


def test_text() -> None:
    level = random_level(1)
    text = GAME.text.format(level)
    assert json.loads(text)["carry_out"] is True
    assert GAME.parse(text) == level
    with pytest.raises(Exception, match="carry_out: expected true or false"):
        GAME.parse(text.replace('"carry_out": true', '"carry_out": 1'))
