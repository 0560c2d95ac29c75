"""Pictures of many steps in one: every step shows its own shapes, and one more step costs the same however many."""

from __future__ import annotations

import re
import time

import pytest

from ludoplan.core.scene import Scene, Shape, cell
from ludoplan.drawing.draw import draw_steps


def walk(steps: int) -> list[Scene]:
    """A token on a board of 100 cells, and a mark that stays wherever it was at every seventh step."""
    scenes, marks = [], []
    floor = tuple(cell(row, column, "floor") for row in range(10) for column in range(10))
    for step in range(steps):
        at = step * 37 % 100
        if step % 7 == 0:
            marks = [*marks[-20:], cell(*divmod(at, 10), "path")]
        token = Shape("circle", (at % 10 + 0.5, at // 10 + 0.5, 0.3), "player")
        scenes.append(Scene(10, 10, (*floor, *marks, token), ()))
    return scenes


@pytest.mark.parametrize("steps", [1, 2, 60])
def test_each_step_shows_its_shapes(steps: int) -> None:
    scenes = walk(steps)
    groups = re.findall(r'<g data-first="(\d+)" data-end="(\d+)">(.*?)</g>', draw_steps(scenes))
    for step, scene in enumerate(scenes):
        seen = sum(part.count("/>") for first, end, part in groups if int(first) <= step < int(end))
        assert seen == len(scene.shapes)


def test_time_grows_with_the_steps_alone() -> None:
    """Eight times as many steps take eight times as long; if they were compared with all others it would be 64."""

    def seconds(steps: int) -> float:
        scenes = walk(steps)
        began = time.process_time()
        draw_steps(scenes)
        return time.process_time() - began

    assert min(seconds(4000) for _ in range(2)) < 24 * min(seconds(500) for _ in range(3))
