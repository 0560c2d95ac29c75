"""Edits and symmetries of every game: well-formed, far-reaching, and the same puzzle where they say so."""

from __future__ import annotations

import random
import re
from itertools import zip_longest

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contracts.levels import GAMES, label

from ludoplan import Limits, Status, solve
from ludoplan.analysis.evaluate import Evaluator
from ludoplan.core.options import complete
from ludoplan.core.registry import game
from ludoplan.core.task import AnyGame
from ludoplan.games.pipes.design import TWO_FOLD

SMALL = {
    "roll": {"rows": 5, "columns": 6, "switches": 2, "splits": 1},
    "maze": {"rows": 5, "columns": 7, "food": 2},
    "pipes": {"rows": 3, "columns": 4, "one-way": 0.3, "cross": 0.2, "holes": 0.1},
    "plotting": {"rows": 3, "columns": 4},
    "lara": {"tiles": 16, "snakes": 1, "saws": 1, "spiders": 1, "lizards": 1},
    "boxup": {"rows": 3, "columns": 4},
    "puzzlescript": {"from": "puzzlescript:ice#1", "edits": 3},
    "sudoku": {"box": 2},
    "template": {"cells": 6},
}


def small_level(of: AnyGame, seed: int):
    given_ = {key.replace("-", "_"): value for key, value in SMALL[of.name].items()}
    level = of.design.generate(random.Random(seed), complete(of.design.options, given_))
    return of.configure(level, of.objectives[-1] if of.objectives else None)


def is_same(of: AnyGame, one, other) -> bool:
    return of.configure(one, of.objective_of(other)) == other


@pytest.mark.parametrize("of", GAMES, ids=label)
@settings(max_examples=15)
@given(seed=st.integers(0, 10**6), steps=st.integers(1, 12))
def test_every_edit_is_well_formed(of: AnyGame, seed: int, steps: int) -> None:
    """A random walk by edits stays among the levels that the text form can say."""
    rng = random.Random(seed)
    level = small_level(of, seed)
    for _ in range(steps):
        edits = list(of.design.edits(level))
        if len(edits) > 4000:  # the walk has made it large
            break
        for edit in rng.sample(edits, min(len(edits), 60)):
            assert edit.level != level, edit
            assert is_same(of, of.parse(of.text.format(edit.level)), edit.level), edit
        words = sorted({edit.kind.split()[0] for edit in edits})
        word = rng.choice(words)
        level = rng.choice([edit for edit in edits if edit.kind.startswith(word)]).level
        of.design.extent(level)


def lines_apart(one: str, other: str) -> int:
    """How many characters of two texts differ, line by line."""
    pairs = zip_longest(one.split("\n"), other.split("\n"), fillvalue="")
    return sum(a != b for line, wanted in pairs for a, b in zip_longest(line, wanted, fillvalue=" "))


def items_apart(one: str, other: str) -> int:
    return len(set(one.split("\n")) ^ set(other.split("\n")))


@pytest.mark.parametrize("name", ["maze", "pipes", "plotting", "boxup", "roll"])
@pytest.mark.parametrize("seed", range(3))
def test_edits_lead_from_any_level_to_any_other(name: str, seed: int) -> None:
    """Always taking an edit that comes closer ends at the other level."""
    of = game(name)
    apart = items_apart if name == "boxup" else lines_apart
    level, goal = small_level(of, 2 * seed), small_level(of, 2 * seed + 1)
    text, wanted = of.text.format(level), of.text.format(goal)
    if name == "pipes":  # a straight piece or an end looks the same after two turns
        text, wanted = (re.sub("[BR][34]", lambda piece: TWO_FOLD[piece[0]], board) for board in (text, wanted))
        level = of.configure(of.parse(text), "turns")
    while text != wanted:
        best = min(of.design.edits(level), key=lambda edit: apart(of.text.format(edit.level), wanted))
        assert apart(of.text.format(best.level), wanted) < apart(text, wanted), (
            f"stuck at\n{text}\non the way to\n{wanted}"
        )
        level, text = best.level, of.text.format(best.level)


def test_sudoku_edits_fill_an_empty_board() -> None:
    of = game("sudoku")
    goal = small_level(of, 1)
    level = of.parse("." * 16)
    for _ in range(sum(map(bool, goal.clues))):
        level = min(
            (edit.level for edit in of.design.edits(level)),
            key=lambda after: lines_apart(of.text.format(after), of.text.format(goal)),
        )
    assert level == goal


@pytest.mark.parametrize("of", GAMES, ids=label)
@settings(max_examples=10)
@given(seed=st.integers(0, 10**6), edits=st.integers(0, 3))
def test_symmetries_are_the_same_puzzle(of: AnyGame, seed: int, edits: int) -> None:
    rng = random.Random(seed)
    level = small_level(of, seed)
    for _ in range(edits):
        level = rng.choice(list(of.design.edits(level))).level
    result = solve(level, "ucs" if of.name != "sudoku" else "native", game=of, limits=Limits(nodes=200_000))
    forms = {of.text.format(form): form for form in of.design.symmetries(level)}
    for text, form in forms.items():
        assert {of.text.format(again) for again in of.design.symmetries(form)} == set(forms)
        assert is_same(of, of.parse(text), form)
        other = solve(form, result.solver, game=of, limits=Limits(nodes=200_000))
        if result.status is not Status.INCOMPLETE:
            assert (other.status, other.cost) == (result.status, result.cost), text


def test_large_levels_are_edited_lazily() -> None:
    """Looking through the edits of a large board makes none of the levels."""
    of = game("roll")
    level = of.design.generate(random.Random(1), complete(of.design.options, {"rows": 40, "columns": 40}))
    edits = list(of.design.edits(level))
    assert len(edits) > 10_000
    assert all("level" not in vars(edit) for edit in edits)


@pytest.mark.parametrize("of", GAMES, ids=label)
@settings(max_examples=8)
@given(seed=st.integers(0, 10**6))
def test_an_optimum_without_plan_is_that_of_the_best_solver(of: AnyGame, seed: int) -> None:
    rng = random.Random(seed)
    level = small_level(of, seed)
    evaluator = Evaluator(of, of.objective_of(level), nodes=20_000)
    edits = list(of.design.edits(level))
    for edited in (level, *(edit.level for edit in rng.sample(edits, min(len(edits), 4)))):
        answer = evaluator.answer(edited)
        result = solve(edited, game=of, objective=of.objective_of(level), limits=Limits(nodes=20_000))
        assert answer.status == result.status
        if result.status is Status.OPTIMAL:
            assert answer.lower_bound == result.cost
