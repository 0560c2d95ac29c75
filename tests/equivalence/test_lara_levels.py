"""Random levels of Lara with every mix of mechanisms: Python rules = C++ twin = both PDDL forms."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.equivalence.test_random_levels import agree, random_level

from ludoplan import BadInput, Budget, Status, Task, solve
from ludoplan.core.level import bundled, load
from ludoplan.games.lara import GAME
from ludoplan.games.lara.generate import roles
from ludoplan.games.lara.rules import LaraLevel
from ludoplan.search.kernel import layers

MECHANISMS = ("levers", "cracked", "snakes", "saws", "spiders", "lizards", "spears")
VARIANTS = GAME.pddl.variants


def shaken(level: LaraLevel, rng: random.Random) -> LaraLevel:
    """The level with some oddities that the generator does not make."""
    tiles = list(level.tiles)
    for _ in range(rng.randrange(4)):
        number = rng.randrange(len(tiles))
        joins = list(tiles[number].joins)
        # A join that is gone in one direction only, or leads somewhere else.
        joins[rng.randrange(4)] = rng.choice([None, rng.choice(tiles).id])
        tiles[number] = replace(tiles[number], joins=tuple(joins))
    traps = [replace(trap, guards=None) if rng.random() < 0.1 else trap for trap in level.traps]
    return replace(level, tiles=tuple(tiles), traps=tuple(traps))


@st.composite
def levels(draw: st.DrawFn) -> LaraLevel:
    counts = {mechanism: draw(st.integers(0, 2)) for mechanism in MECHANISMS}
    counts["cracked"] *= 2
    tiles = draw(st.integers(4, 10))
    while roles(counts) > tiles - 2:  # some of them will do on a small map
        counts[max(counts, key=counts.__getitem__)] -= 1
    level = random_level(
        GAME,
        draw(st.integers(0, 10**9)),
        tiles=tiles,
        loops=draw(st.sampled_from([0.0, 0.5, 1.0])),
        traps_act_on=draw(st.sampled_from(["walk", "any"])),
        **counts,
    )
    level = shaken(level, random.Random(draw(st.integers(0, 10**9))))
    try:
        return GAME.parse(GAME.text.format(level))
    except BadInput:
        assume(False)
        raise


@settings(max_examples=300)
@given(level=levels())
def test_all_searches_agree_with_brute_force(level: LaraLevel) -> None:
    counts, _ = layers(Task(GAME, level, "random"), 10_000, Budget(), "native")
    assume(sum(counts) < 300)  # brute force is slow
    agree(GAME, level)


@settings(max_examples=300)
@given(level=levels())
def test_both_rules_have_the_same_states_at_each_depth(level: LaraLevel) -> None:
    task = Task(GAME, level, "random")
    counts, _ = layers(task, 25, Budget(), "native")
    depth = max(depth for depth in range(len(counts)) if depth < 2 or sum(counts[: depth + 1]) < 1500)
    assert layers(task, depth, Budget(), "python")[0] == counts[: depth + 1]


@pytest.mark.parametrize("variant", VARIANTS)
@settings(max_examples=300)
@given(level=levels())
def test_the_pddl_forms_have_the_same_optimum(variant: str, level: LaraLevel) -> None:
    task = Task(GAME, level, "random")
    expected = solve(task, "bfs")
    planned = solve(task, "planner:astar-blind", options={"variant": variant})
    assert (planned.status, planned.cost) == (expected.status, expected.cost), GAME.text.format(level)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("pair", list(combinations(MECHANISMS, 2)), ids="-".join)
def test_every_pair_of_mechanisms(pair: tuple[str, str], variant: str) -> None:
    wanted = {mechanism: 2 if mechanism in pair else 0 for mechanism in MECHANISMS}
    found = set()
    for seed in range(6):
        level = random_level(GAME, seed, tiles=9, **wanted)
        task = Task(GAME, level, "random")
        expected = solve(task, "bfs")
        planned = solve(task, "planner:astar-blind", options={"variant": variant})
        assert (planned.status, planned.cost) == (expected.status, expected.cost), GAME.text.format(level)
        found.add(planned.status)
    assert Status.OPTIMAL in found


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", list(bundled("lara")))
def test_bundled_levels_as_pddl(name: str, variant: str) -> None:
    result = solve(load(f"lara:{name}"), "planner:astar-blind", options={"variant": variant})
    assert (result.status, result.cost) == (Status.OPTIMAL, bundled("lara")[name].best)


@pytest.mark.parametrize("variant", VARIANTS)
def test_levels_of_the_source_as_pddl(shared_data, variant: str) -> None:
    for path in sorted((shared_data / "lara").glob("*.json")):
        task = Task(GAME, GAME.parse(path.read_text()), path.name)
        expected = solve(task, "bfs")
        planned = solve(task, "planner:astar-blind", options={"variant": variant})
        assert (planned.status, planned.cost) == (expected.status, expected.cost), path


def test_the_generator_keeps_its_word() -> None:
    level = random_level(GAME, 5, tiles=18, levers=2, cracked=3)
    assert len(level.tiles) == 18
    assert len(level.levers) == 2
    assert sorted(trap.kind for trap in level.traps) == ["Saw", "Snake"]
