"""Pictures: an animation shows at each moment what the picture of that moment shows."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from ludoplan.core.level import load
from ludoplan.core.referee import Replay
from ludoplan.core.scene import Scene, cell
from ludoplan.drawing.draw import draw_animation, draw_svg
from ludoplan.running.solve import solve

SVG = "{http://www.w3.org/2000/svg}"


def parts(elements: Iterable[ElementTree.Element]) -> Iterator[ElementTree.Element]:
    """The elements, those of things that move one by one."""
    for element in elements:
        yield from element if element.get("data-thing") else (element,)


def drawn_shapes(svg: str, moment: float = 0.0) -> list[tuple[str, ...]]:
    """What a viewer sees at a moment between 0 and 1, from the back to the front."""
    seen = []
    for element in parts(ElementTree.fromstring(svg)):
        if element.tag == f"{SVG}g":
            animation = element[0]
            times = [float(time) for time in animation.get("keyTimes", "").split(";")]
            values = animation.get("values", "").split(";")
            assert times[0] == 0
            assert times == sorted(set(times))
            value = [value for time, value in zip(times, values, strict=True) if time <= moment][-1]
            seen += list(parts(element[1:])) if value == "visible" else []
        elif element.tag != f"{SVG}style":
            seen.append(element)
    shapes = [(each.tag, *sorted(f"{k}={v}" for k, v in each.attrib.items()), each.text or "") for each in seen]
    # The background is as large as the largest picture.
    return shapes[1:]


def assert_shows(scenes: list[Scene]) -> None:
    svg = draw_animation(scenes)
    for index, scene in enumerate(scenes):
        assert drawn_shapes(svg, (index + 0.5) / (len(scenes) + 3)) == drawn_shapes(draw_svg(scene))


@given(st.lists(st.lists(st.sampled_from("abcdef")), min_size=1, max_size=8), st.booleans())
@settings(deadline=None, max_examples=300)
def test_animation_shows_every_picture_in_its_order(pictures: list[list[str]], captions: bool) -> None:
    scenes = [
        Scene(6, 1, tuple(cell(0, ord(name) - ord("a"), "wall") for name in names), (), str(index) * captions)
        for index, names in enumerate(pictures)
    ]
    assert_shows(scenes)


def test_animation_of_a_long_plan_is_not_much_larger_than_its_pictures() -> None:
    task = load("pipes:05")
    replay = Replay(task)
    scenes = [task.game.view.scene(task.level, replay.state)]
    plan = solve(task).plan
    assert plan is not None
    for move in plan.moves:
        assert replay.play(move) is None
        scenes.append(task.game.view.scene(task.level, replay.state))
    assert_shows(scenes)
    assert len(draw_animation(scenes)) < len(draw_svg(scenes[-1])) + 2500 * len(scenes)
