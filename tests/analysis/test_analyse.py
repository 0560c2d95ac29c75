"""The analysis against brute force, on random levels of every game; and what it says where it cannot be exact."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.analysis.brute_force import PlainSpace
from tests.contracts.levels import GAMES, label, task_of

from ludoplan import Game, Limits, Status, Task, replay, solve
from ludoplan.analysis.analyse import MANY, analyse
from ludoplan.analysis.difficulty import score
from ludoplan.analysis.picture import picture
from ludoplan.core.options import complete
from ludoplan.core.registry import game
from ludoplan.core.task import AnyGame

SMALL = {
    "roll": {"rows": 4, "columns": 5, "switches": 1, "splits": 1},
    "maze": {"rows": 5, "columns": 7, "food": 2, "loops": 0.3},
    "pipes": {"rows": 3, "columns": 3, "one_way": 0.2, "cross": 0.2},
    "plotting": {"rows": 3, "columns": 3},
    "lara": {"tiles": 9, "levers": 1, "cracked": 2, "snakes": 1, "saws": 1, "spears": 1},
    "boxup": {"rows": 2, "columns": 4, "boxes": 3, "walls": 0},
    "puzzlescript": {"from": "puzzlescript:ice#1", "edits": 3},
    "sudoku": {"box": 2, "clues": 9},
    "template": {"cells": 9},
}
FEW = 2000  # solutions that are listed one by one


def small_level(of: AnyGame, seed: int):
    level = of.design.generate(random.Random(seed), complete(of.design.options, SMALL[of.name]))
    rng = random.Random(seed)
    for _ in range(rng.randint(0, 2)):  # so that not all levels are as the generator makes them
        edits = [edit for edit in of.design.edits(level) if edit.row is not None and edit.column is not None]
        level = rng.choice(edits).level
    return of.configure(level, rng.choice(of.objectives or (None,)))


def agree(of: AnyGame, level) -> None:
    space = PlainSpace(of, level)
    task = Task(of, level, "random")
    found = analyse(task)
    assert found.exact
    name = of.looks or of.default_heuristic(level)
    estimate = of.heuristics[name].estimate if name else lambda level, state: 0
    if space.start in space.left and space.count_shortest() > FEW:
        assert found.solutions == min(MANY, space.count_shortest())
        return
    wanted = space.figures(estimate)
    if wanted["cost"] is not None:
        first = wanted.pop("first")
        assert [step.move for step in found.steps] == [of.move_to_text(level, move) for move in first]
        assert replay(task, [step.move for step in found.steps]).plan is not None
        for step, (state, _) in zip(found.steps, next(space.shortest(space.start)), strict=True):
            assert (step.legal, step.right, step.fatal) == (
                len(space.moves[state]),
                space.right(state),
                space.fatal(state),
            )
        for key in ("cost", "farthest"):
            wanted[key] = of.plan_cost(level, wanted[key], [])
        if not wanted["length"]:
            wanted["branching"] = wanted["decoys"] = None
    for key, value in wanted.items():
        assert getattr(found, key) == pytest.approx(value, abs=1e-5), key
    assert found.status is (Status.UNSOLVABLE if wanted["cost"] is None else Status.OPTIMAL)
    assert found.dead_share == pytest.approx(wanted["dead"] / wanted["states"], abs=1e-5)


@pytest.mark.parametrize("of", GAMES, ids=label)
@settings(max_examples=25)
@given(seed=st.integers(0, 10**6))
def test_analysis_is_exact(of: AnyGame, seed: int) -> None:
    agree(of, small_level(of, seed))


class Ladder(Game):
    """Rungs with several ways from each to the next, some free, some back, some into a pit."""

    name = "ladder"

    def __init__(self, rungs: int, ways: int, free: int = 0) -> None:
        self.rungs, self.ways, self.free = rungs, ways, free

    def initial(self, level):
        return 0

    def moves(self, level, state):
        return [*(f"up {way}" for way in range(self.ways)), "down", "fall"] if state >= 0 else []

    def apply(self, level, state, move):
        return -1 if move == "fall" else max(0, state - 1) if move == "down" else state + 1

    def cost(self, level, state, move):
        return 0 if move == "down" else self.free if move == "up 0" else 1

    def is_goal(self, level, state):
        return state == self.rungs


def test_solutions_beyond_64_bits_are_not_miscounted() -> None:
    found = analyse(Task(Ladder(40, 2, free=1), None, "ladder"))
    assert found.solutions == 2**40
    found = analyse(Task(Ladder(70, 2, free=1), None, "ladder"))
    assert found.solutions == MANY
    assert found.to_json()["solutions"] is None
    assert found.forced == 0
    assert found.branching == pytest.approx(4)
    assert found.bits == pytest.approx(70)


def test_free_moves_do_not_count_circles() -> None:
    of = Ladder(5, 2)
    agree(of, None)
    found = analyse(Task(of, None, "ladder"))
    assert (found.cost, found.length, found.solutions) == (0, 5, 1)
    assert (found.dead, found.first_dead, found.fatal_steps) == (1, 1, 5)


def test_a_level_that_begins_at_its_goal() -> None:
    found = analyse(Task(Ladder(0, 1), None, "ladder"))
    assert (found.cost, found.length, found.solutions, found.states) == (0, 0, 1, 1)


@pytest.mark.parametrize("name", ["plotting:5x4-3-a", "pipes:12", "maze:five-dots", "roll:14"])
def test_a_sample_says_so_and_keeps_what_is_proven(name: str) -> None:
    task = task_of(name)
    whole = analyse(task)
    part = analyse(task, Limits(nodes=500))
    assert whole.exact
    assert not part.exact
    assert "sampled" in (part.message or "")
    assert (part.status, part.cost, part.length is not None) == (Status.OPTIMAL, whole.cost, True)
    assert part.solutions is None
    assert part.dead is None
    if part.first_dead is not None and whole.first_dead is not None:
        assert part.first_dead >= whole.first_dead
    exact_steps = {step.number: step for step in whole.steps}
    for step in part.steps:
        assert 1 <= step.right <= step.legal
        assert exact_steps  # numbers run along the whole solution
        assert 1 <= step.number <= part.length


def test_a_sample_is_the_same_twice() -> None:
    task = task_of("plotting:5x4-3-a")
    assert analyse(task, Limits(nodes=500)) == analyse(task, Limits(nodes=500))


def test_a_sample_of_an_unsolvable_level() -> None:
    found = analyse(task_of("pipes:14"), Limits(nodes=500))
    assert (found.status, found.dead_share, found.difficulty) == (Status.UNSOLVABLE, 1.0, None)


def test_limits_hold() -> None:
    endless = Task(Ladder(10**9, 1), None, "ladder")
    for limits, status in ((Limits(seconds=0.5), Status.TIMEOUT), (Limits(seconds=60, megabytes=40), Status.MEMORY)):
        found = analyse(endless, limits)
        assert not found.exact
        assert found.status is status
        assert found.cost is None


@pytest.mark.parametrize("name", ["lara:saw", "roll:05", "boxup:third", "plotting:5x4-3-b", "boxup:never", "pipes:16"])
def test_pictures_are_small_and_whole(name: str) -> None:
    found = analyse(task_of(name), drawn=True)
    svg = picture(found)
    assert svg == picture(analyse(task_of(name), drawn=True))
    assert len(svg) < 400_000
    root = ET.fromstring(svg)
    shapes = [element.get("class") for element in root.iter() if element.get("class")]
    assert (("s-danger" in shapes) and shapes.count("s-danger") > 1) or not found.dead
    if found.states <= 1500:
        circles = list(root.iter("{http://www.w3.org/2000/svg}circle"))
        assert len(circles) == found.states + 5  # and the legend


def test_difficulty_rises_with_each_of_its_parts() -> None:
    from dataclasses import replace

    found = analyse(task_of("boxup:third"))
    base = score(found)
    for change in ({"length": 30}, {"bits": 40}, {"states": 1000}, {"dead_share": 0.9}, {"decoys": 0.9}):
        assert score(replace(found, **change)) > base


def test_sudoku_is_graded_by_techniques() -> None:
    words = [analyse(task_of(f"sudoku:{name}")).difficulty for name in ("first", "x-wing", "search")]
    assert [grade.word for grade in words] == ["easy", "hard", "extreme"]
    assert "X-wing" in words[1].reason
    assert words[0].score < words[1].score < words[2].score


def test_the_optimum_is_that_of_the_solver() -> None:
    of = game("roll")
    for seed in range(10):
        level = small_level(of, seed)
        assert analyse(Task(of, level, "level")).cost == solve(level, game=of).cost
