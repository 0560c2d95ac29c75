"""Plotting: rules by example, both texts, twin against Python, and all exact searches against brute force."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plotting_levels import distances, small_levels

from ludoplan._native import resident_bytes
from ludoplan.core.errors import BadInput, LudoplanError
from ludoplan.core.limits import Budget, Limits
from ludoplan.core.options import complete
from ludoplan.core.parts import DEAD_END
from ludoplan.core.result import Status
from ludoplan.core.task import Task
from ludoplan.games.plotting import GAME
from ludoplan.games.plotting.heuristics import colours
from ludoplan.games.plotting.rules import PlottingLevel, Shot, apply, initial, is_goal, moves, outcome
from ludoplan.running.solve import solve
from ludoplan.search.kernel import layers

INSTANCES = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "plotting"
FEW = settings(max_examples=60, deadline=None)


def level_of(text: str) -> PlottingLevel:
    return GAME.parse(text)


def fired(text: str, shot: str) -> str:
    """The level's text after a shot, or why it is illegal."""
    level = level_of(text)
    after = outcome(level, initial(level), GAME.move_from_text(level, shot))
    if isinstance(after, str):
        return after
    return GAME.text.format(PlottingLevel(level.rows, after.stacks, level.open_rows, level.open_columns, 0, after.hand))


@pytest.mark.parametrize(
    ("before", "shot", "after"),
    [
        pytest.param("hand 1\n1 3\n1 3\n2 3", "col 1", "goal 0\nhand 2\n. 3\n. 3\n1 3\n", id="down onto a colour"),
        pytest.param("hand 1\n1 3\n1 3", "col 1", "goal 0\nhand 1\n. 3\n. 3\n", id="down to the floor"),
        pytest.param("hand 1\n2 3\n1 3", "col 1", "col 1 removes no block", id="nothing removed"),
        pytest.param("hand 1\n4 5 6\n1 1 2", "row 2", "goal 0\nhand 2\n. . 6\n4 5 1\n", id="swap at the wall"),
        pytest.param("hand 1\n1 . 4\n1 . 2\n3 . 3", "row 2", "goal 0\nhand 2\n. . 4\n1 . 1\n3 . 3\n", id="over a gap"),
        pytest.param(
            "hand 1\n3 3 4\n1 1 1\n2 2 1\n2 2 5", "row 2",
            "goal 0\nhand 5\n. . .\n3 3 .\n2 2 4\n2 2 1\n",
            id="along, then down the wall; what is above falls",
        ),
        pytest.param("hand 1\n. . .\n. . 1\n2 2 1", "row 1", "goal 0\nhand 1\n. . .\n. . .\n2 2 .\n", id="empty row"),
        pytest.param("hand 1\n. . .\n. . 3\n2 2 1", "row 1", "row 1 removes no block", id="empty row, wrong colour"),
        pytest.param("3 2\n3 1", "col 1", "goal 0\nhand 3\n. 2\n. 1\n", id="the wildcard takes the colour it hits"),
        pytest.param("hand 1\n4\n1\n1\n2", "row 2", "goal 0\nhand 2\n.\n.\n4\n1\n", id="a single column has the wall"),
        pytest.param("rows 1\n1 1\n1 1", "row 2", "row 2 may not be fired at", id="a blocked row"),
    ],
)  # fmt: skip
def test_shots(before: str, shot: str, after: str) -> None:
    assert fired(before, shot) == after


@FEW
@given(small_levels())
def test_text_round_trip(level: PlottingLevel) -> None:
    assert GAME.parse(GAME.text.format(level)) == level


def test_essence_and_plot_say_the_same() -> None:
    essence = "language ESSENCE' 1.0\n$ a comment\nletting initGrid be [\n[1, 0],\n[2, 1]\n; int(1..2)]\n" \
        "letting goalBlocksRemaining be 1\nletting noSteps be 7\n"  # fmt: skip
    assert level_of(essence) == level_of("goal 1\n1.\n2 1\n")


@pytest.mark.parametrize(
    ("text", "defects"),
    [
        ("", ["1:1: there is no grid"]),
        ("goal x\nhnd 1\n12\n1a\n", [
            "1:6: 'x' is not a number from 0 to 4", "2:1: 'hnd' is not one of goal, hand, rows, columns, wildcards",
            "4:2: 'a' is not a colour 1-9, nor 0 or . for an empty cell"]),
        ("goal 1\ngoal 2\nrows 3\n12\n123\n", [
            "2:1: a second line 'goal'", "3:6: '3' is not a number from 1 to 2",
            "5:3: 3 cells in this row, 2 in the first one"]),
        ("hand\n1 2\n. 2\n", ["1:1: 'hand': a number is missing", "2:1: a block over an empty cell"]),
        ("letting initGrid be [[1, 2], [3\n", ["1:1: 'letting goalBlocksRemaining be ...' is missing"]),
        ("letting initGrid be [[1, 2], [3\nletting goalBlocksRemaining be 1", ["1:31: initGrid does not end"]),
        ("letting initGrid be [[1, x]]\nletting goalBlocksRemaining be 1 2", [
            "1:26: expected a number, not 'x'", "2:32: goalBlocksRemaining must be one number"]),
        ("letting initGrid be [[1, 12]]\nletting goalBlocksRemaining be 1", [
            "1:26: '12' is not a colour 1-9, nor 0 or . for an empty cell"]),
    ],
)  # fmt: skip
def test_all_defects_are_listed(text: str, defects: list[str]) -> None:
    with pytest.raises(BadInput) as caught:
        level_of(text)
    assert [str(defect) for defect in caught.value.defects] == defects


@FEW
@given(st.text(alphabet="0123.ab\n *,;[]$ letting initGrid be goalBlocksRemaining", max_size=120))
def test_any_text_is_a_level_or_bad_input(text: str) -> None:
    try:
        level = level_of(text)
    except BadInput:
        return
    assert level_of(GAME.text.format(level)) == level


@FEW
@given(small_levels(5))
def test_twin_counts_the_same_states(level: PlottingLevel) -> None:
    task = Task(GAME, level, "level")
    assert layers(task, 4, Budget(), "native") == layers(task, 4, Budget(), "python")


@FEW
@given(small_levels(5))
def test_twin_estimates_the_same(level: PlottingLevel) -> None:
    twin = GAME.twin(level)
    assert twin is not None
    state = initial(level)
    for name in twin.heuristics:
        assert twin.system.estimate(name, twin.system.initial()) == GAME.heuristics[name].estimate(level, state)


@settings(FEW, max_examples=150)
@given(st.integers(1, 8), st.integers(1, 8), st.integers(1, 4), st.integers(0, 8), st.integers(0, 2), st.randoms())
def test_twin_leaves_out_only_what_the_estimate_rules_out(
    rows: int, columns: int, colours_: int, goal: int, blocked: int, rng: random.Random
) -> None:
    wanted = {"rows": rows, "columns": columns, "colours": colours_, "goal": min(goal, rows * columns)}
    wanted |= {"blocked_rows": min(blocked, rows), "blocked_columns": min(blocked, columns - 1)}
    for _, within, _ in walk_within(rng, generated(rng, **wanted)):
        assert not within


def test_twin_leaves_out_nearly_all_that_the_estimate_rules_out() -> None:
    """But dead ends, and very few that would take more than one look."""
    ruled_out = kept = 0
    for seed in range(20):
        rng = random.Random(seed)
        for out, _, left in walk_within(rng, generated(rng, rows=7, columns=7, colours=4, goal=5)):
            ruled_out += out
            kept += left
    assert ruled_out > 5000
    assert kept < ruled_out / 1000


def walk_within(rng: random.Random, level: PlottingLevel) -> Iterator[tuple[int, set[Any], int]]:
    """Along a random walk, for every number of moves left: how many successors the estimate rules out (but for dead
    ends), which others the twin leaves out, and how many of the first it does not."""
    twin = GAME.twin(level)
    assert twin is not None
    words = twin.system.initial()
    while steps := twin.system.successors(words):
        estimates = {tuple(next_): twin.system.estimate("colours", next_) for _, _, next_ in steps}
        for most in range(10):
            kept = [(move, tuple(next_)) for move, _, next_ in twin.system.successors_within("colours", words, most)]
            assert set(kept) <= {(move, tuple(next_)) for move, _, next_ in steps}
            states = {next_ for _, next_ in kept}
            too_far = {next_ for next_, estimate in estimates.items() if most < estimate < DEAD_END}
            near = {next_ for next_, estimate in estimates.items() if estimate <= most}
            yield len(too_far), near - states, len(too_far & states)
        words = rng.choice(steps)[2]


@pytest.mark.parametrize(("rows", "columns", "colours_"), [(7, 7, 4), (8, 8, 3), (3, 16, 9), (15, 4, 9), (16, 16, 2)])
def test_twin_walks_the_same_way(rows: int, columns: int, colours_: int) -> None:
    """Random walks on grids of all packed forms: the same moves, states and estimates at every step."""
    rng = random.Random(rows * columns)
    level = generated(rng, rows=rows, columns=columns, colours=colours_, goal=3)
    twin = GAME.twin(level)
    assert twin is not None
    for _ in range(5):
        state, words = initial(level), twin.system.initial()
        while True:
            assert twin.system.is_goal(words) == is_goal(level, state)
            for name in twin.heuristics:
                assert twin.system.estimate(name, words) == GAME.heuristics[name].estimate(level, state), name
            steps = twin.system.successors(words)
            legal = moves(level, state)
            assert [twin.moves[move] for move, _, _ in steps] == [str(shot) for shot in legal]
            if not legal:
                break
            place = rng.randrange(len(legal))
            state, words = apply(level, state, legal[place]), steps[place][2]


def test_too_large_for_a_twin() -> None:
    level = generated(random.Random(1), rows=17, columns=2, colours=2, goal=33)
    assert GAME.twin(level) is None
    assert solve(level, game=GAME).status is Status.OPTIMAL


@FEW
@given(small_levels(3))
def test_colour_bound_is_admissible(level: PlottingLevel) -> None:
    for state, distance in distances(level).items():
        assert colours(level, state) <= distance


@FEW
@given(small_levels(), st.sampled_from((1, 3, 10_000)))
def test_searches_agree_with_brute_force(level: PlottingLevel, width: int) -> None:
    best = distances(level)[initial(level)]
    for solver, options in (("bfs", {}), ("astar", {}), ("bfhs", {"width": width}), ("bfhs", {"rules": "python"})):
        result = solve(level, solver, game=GAME, options=options)
        assert (result.status, result.cost) == (
            (Status.UNSOLVABLE, None) if best == DEAD_END else (Status.OPTIMAL, best)
        ), solver
    beam = solve(level, "beam", game=GAME, options={"width": width})
    assert beam.cost is None or beam.cost >= best


@pytest.mark.skipif(not INSTANCES.is_dir(), reason="the published instances are not here")
def test_published_instances() -> None:
    with open(INSTANCES / "optimal.csv", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if int(row["rows"]) * int(row["cols"]) <= 30]
    assert len(rows) == 80
    for row in rows:
        level = level_of((INSTANCES / f"{row['instance']}.param").read_text(encoding="utf-8"))
        result = solve(level, game=GAME)
        assert (str(result.status), str(result.cost or "")) == (row["status"], row["optimal_shots"]), row["instance"]


def test_limits_hold() -> None:
    level = generated(random.Random(8), rows=8, columns=8, colours=4, goal=6)
    timed = solve(level, game=GAME, limits=Limits(seconds=0.3))
    assert timed.status in (Status.SOLVED, Status.TIMEOUT)
    # The limit is on the whole process, which has been running other tests. What does not fit is searched in
    # parts, so that it is time that ends the search.
    full = solve(level, game=GAME, limits=Limits(seconds=5, megabytes=resident_bytes() / 1e6 + 150))
    assert full.message is not None
    assert full.message.startswith("time limit reached")
    assert full.status in (Status.SOLVED, Status.TIMEOUT)  # by how busy the machine is
    assert full.lower_bound is not None


def generated(rng: random.Random, **options: object) -> PlottingLevel:
    return GAME.design.generate(rng, complete(GAME.design.options, options))


def test_generator_is_deterministic_and_does_as_told() -> None:
    wanted = {"rows": 3, "columns": 5, "colours": 3, "goal": 2, "blocked_rows": 1, "blocked_columns": 2}
    level = generated(random.Random(3), **wanted)
    assert level == generated(random.Random(3), **wanted)
    assert (level.rows, level.columns, level.goal) == (3, 5, 2)
    assert (len(level.open_rows), len(level.open_columns)) == (2, 3)
    assert {block for stack in level.stacks for block in stack} == {1, 2, 3}
    for answer, status in (("yes", Status.OPTIMAL), ("no", Status.UNSOLVABLE)):
        level = generated(random.Random(5), rows=3, columns=3, colours=3, goal=2, solvable=answer)
        assert solve(level, game=GAME).status is status


@pytest.mark.parametrize("wrong", [{"goal": 99}, {"blocked_rows": 9}, {"rows": 101}])
def test_generator_refuses(wrong: dict[str, object]) -> None:
    with pytest.raises(LudoplanError):
        generated(random.Random(0), **wrong)


def test_shot_texts() -> None:
    level = level_of("11\n11")
    assert GAME.move_from_text(level, "row 2") == Shot("row", 1)
    for text in ("row 0", "row", "column 1", "col 1 2", ""):
        with pytest.raises(ValueError, match="is not a shot"):
            GAME.move_from_text(level, text)
