"""What games tell of their pictures agrees with the pictures."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from ludoplan.analysis.contract import reachable
from ludoplan.core import registry
from ludoplan.core.level import bundled, load
from ludoplan.drawing.draw import draw_cell, draw_steps, draw_svg, palette_css
from ludoplan.drawing.pictures import cells_of_move, place_of, size_of

LEVELS = [f"{name}:{level}" for name in registry.game_names() for level in list(bundled(name))[:4]]


@pytest.mark.parametrize("name", LEVELS)
def test_places_and_moves_lie_on_the_picture(name: str) -> None:
    task = load(name)
    game, level = task.game, task.game.configure(task.level)
    rows, columns = size_of(game, level)
    for state in islice(reachable(game, level), 30):
        scene = game.view.scene(level, state)
        assert (scene.height, scene.width) == (rows, columns)
        cells = list(place_of(game, level, state))
        for move in game.moves(level, state):
            cells += cells_of_move(game, level, state, move)
        assert all(0 <= row < rows and 0 <= column < columns for row, column in cells)


def test_a_click_means_one_direction() -> None:
    task = load("maze:loops")
    game, level = task.game, task.game.configure(task.level)
    for state in islice(reachable(game, level), 100):
        cells = [tuple(cells_of_move(game, level, state, move)) for move in game.moves(level, state)]
        assert len(set(cells)) == len(cells)


def test_a_picture_without_style_uses_the_classes_of_the_palette() -> None:
    task = load("roll:05")
    scene = task.game.view.scene(task.level, task.game.initial(task.level))
    svg = draw_svg(scene, styled=False)
    assert "<style" not in svg
    classes = set(re.findall(r'class="([^"]+)"', svg))
    assert classes
    for theme in ("light", "dark"):
        assert all(f".{name}{{" in palette_css(theme) for name in classes)


def test_steps_show_each_picture_in_turn() -> None:
    task = load("roll:05")
    game, level = task.game, task.level
    states = list(islice(reachable(game, level), 5))
    scenes = [game.view.scene(level, state) for state in states]
    svg = draw_steps(scenes)
    groups = re.findall(r'<g data-first="(\d+)" data-end="(\d+)">(.*?)</g>', svg)
    for step, scene in enumerate(scenes):
        seen = "".join(body for first, end, body in groups if int(first) <= step < int(end))
        assert seen in draw_svg(scene, styled=False)


@pytest.mark.parametrize("name", LEVELS)
def test_the_legend_points_at_the_picture(name: str) -> None:
    task = load(name)
    view = task.game.view
    if view.legend is None:
        return
    rows, columns = size_of(task.game, task.level)
    entries = view.legend(task.level)
    assert entries
    assert len({words for words, _ in entries}) == len(entries)
    scene = view.scene(task.level, task.game.initial(task.level))
    for words, (row, column) in entries:
        assert words
        assert 0 <= row < rows
        assert 0 <= column < columns
        assert draw_cell(scene, row, column).count("<") > 2


@pytest.mark.parametrize("name", LEVELS)
def test_a_thing_that_moves_is_drawn_once_and_stays_itself(name: str) -> None:
    """Its parts come one after the other, and what it is made of does not depend on where it is."""
    task = load(name)
    game, level = task.game, task.game.configure(task.level)
    for state in islice(reachable(game, level), 30):
        svg = draw_svg(game.view.scene(level, state), styled=False)
        things = re.findall(r'data-thing="([^"]+)"', svg)
        assert len(set(things)) == len(things)


def test_a_move_of_the_block_moves_the_thing() -> None:
    task = load("roll:01")
    game, level = task.game, task.level
    state = game.initial(level)
    after = game.apply(level, state, next(iter(game.moves(level, state))))
    parts = [[shape for shape in game.view.scene(level, each).shapes if shape.thing] for each in (state, after)]
    assert {shape.thing for part in parts for shape in part} == {"block"}
    assert parts[0][0].numbers != parts[1][0].numbers
