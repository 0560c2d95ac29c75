"""Small pictures show what the large ones show."""

from __future__ import annotations

import re

import pytest

from ludoplan.core import registry
from ludoplan.core.level import bundled
from ludoplan.core.scene import Scene, Shape
from ludoplan.drawing.draw import draw_small, draw_svg
from ludoplan.drawing.pictures import first_scene


def scene(*shapes: Shape) -> Scene:
    return Scene(4, 4, shapes, ())


def elements(svg: str) -> list[str]:
    return re.findall(r"<(?:path|text|use)[^>]*>", svg.partition("</style>")[2])


def test_what_looks_alike_is_one_element() -> None:
    floor = [Shape("rect", (column, 0, 0.9, 0.9, 0.1), "floor") for column in range(4)]
    walls = [Shape("rect", (column, 1, 1, 1, 0), "wall") for column in range(4)]
    mixed = [shape for pair in zip(floor, walls, strict=True) for shape in pair]
    assert len(elements(draw_small(scene(*mixed)))) == 2


def test_what_lies_over_another_stays_over_it() -> None:
    below = Shape("rect", (0, 0, 1, 1, 0), "floor")
    above = Shape("circle", (0.5, 0.5, 0.3), "wall")
    again = Shape("rect", (0.2, 0.2, 0.2, 0.2, 0), "floor")
    classes = re.findall(r'class="s-(\w+)"', draw_small(scene(below, above, again)))
    assert classes == ["floor", "wall", "floor"]


def test_outlines_that_overlap_leave_no_hole() -> None:
    """All go the same way round."""
    square = Shape("path", (0, 0, 0, 1, 1, 1, 1, 0), "wall")  # anticlockwise
    (path,) = elements(draw_small(scene(square, Shape("rect", (0, 0, 1, 1, 0), "wall"))))
    assert "m40 0l0 40 -40 0 0 -40z" in path


@pytest.mark.parametrize("game", registry.game_names())
def test_no_picture_is_longer_than_the_large_one(game: str) -> None:
    of = registry.game(game)
    for level in bundled(game).values():
        picture = first_scene(of, of.parse(level.text()))
        assert len(draw_small(picture)) < len(draw_svg(picture))
        colours = {f"{shape.style}" for shape in picture.shapes if shape.style}
        assert all(colour in draw_small(picture) for colour in colours)
