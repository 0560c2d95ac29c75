"""What is told of motion: what flies is there, and goes where the rules say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoplan.core import registry
from ludoplan.core.level import bundled
from ludoplan.core.task import AnyGame
from ludoplan.drawing.pictures import flights_of, scene_of
from ludoplan.drawing.small import cells_of_shape
from ludoplan.games.plotting.view import HAND, MARGIN, TOP
from ludoplan.games.puzzlescript.board import bits
from ludoplan.games.puzzlescript.view import movers, parts_of, sprite_of

FLYING = [game.name for game in registry.games() if game.view is not None and game.view.flights is not None]
SEED = st.integers(0, 10**6)


def walk(name: str, seed: int, steps: int = 12) -> Iterator[tuple[AnyGame, Any, Any, Any]]:
    """Random play: game, level, state and the move that is made there."""
    rng = random.Random(seed)
    game = registry.game(name)
    level = game.parse(rng.choice(list(bundled(name).values())).text())
    state = game.initial(level)
    for _ in range(steps):
        moves = [] if game.is_goal(level, state) else list(game.moves(level, state))
        if not moves:
            return
        move = rng.choice(moves)
        yield game, level, state, move
        state = game.apply(level, state, move)


def test_shots_spears_and_turns_are_told() -> None:
    assert FLYING == ["lara", "pipes", "plotting"]


@pytest.mark.parametrize("name", FLYING)
@given(seed=SEED)
def test_what_flies_is_in_the_picture_where_it_starts(name: str, seed: int) -> None:
    for game, level, state, move in walk(name, seed):
        scene = scene_of(game, level, state)
        for flight in flights_of(game, level, state, move):
            cells = {cell for shape in scene.shapes if shape.thing == flight.thing for cell in cells_of_shape(shape)}
            assert flight.path[0] in cells
            assert all(0 <= row < scene.height and 0 <= column < scene.width for row, column in flight.path)


@given(seed=SEED)
def test_a_shot_passes_what_it_removes_and_brings_back_what_it_met(seed: int) -> None:
    for game, level, state, shot in walk("plotting", seed):
        after = game.apply(level, state, shot)
        there, *back = flights_of(game, level, state, shot)
        blocks = {
            (TOP + level.rows - 1 - height, MARGIN + column): colour
            for column, stack in enumerate(state.stacks)
            for height, colour in enumerate(stack)
        }
        passed = [cell for cell in there.path[1:-1] if cell in blocks]
        assert len(passed) == state.blocks() - after.blocks()
        if back:
            assert blocks[there.path[-1]] == after.hand
            assert back[0].path == (there.path[-1], HAND)
        else:
            assert there.path[-1] == HAND


def test_a_thrown_spear_flies_to_its_target() -> None:
    game = registry.game("lara")
    throws = 0
    for seed in range(200):
        for _, level, state, move in walk("lara", seed, steps=30):
            if move.startswith("throw "):
                throws += 1
                (flight,) = flights_of(game, level, state, move)
                assert flight.thing == "spear"
                assert flight.path[-1] == game.view.cells_of_move(level, state, move)[0]
    assert throws > 0


def test_what_may_move_in_puzzlescript() -> None:
    level = registry.game("puzzlescript").parse(bundled("puzzlescript")["crates#1"].text())
    names = {level.program.objects[bit].name for bit in bits(movers(level.frame))}
    assert names == {"player", "crate"}


@given(seed=SEED)
def test_a_cell_in_parts_looks_as_it_did_in_one(seed: int) -> None:
    for _, level, state, _ in walk("puzzlescript", seed, steps=4):
        for objects in set(state.state.objects):
            whole = sprite_of(level.frame, objects).rows
            laid = [list(row) for row in sprite_of(level.frame, parts_of(level.frame, objects)[0]).rows]
            for part in parts_of(level.frame, objects)[1:]:
                for y, row in enumerate(sprite_of(level.frame, part).rows):
                    for x, colour in enumerate(row):
                        laid[y][x] = colour or laid[y][x]
            assert tuple(map(tuple, laid)) == whole
