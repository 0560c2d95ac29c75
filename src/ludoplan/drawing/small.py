"""Shapes in few bytes: those that look alike become one path, wherever nothing in between lies over them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from math import ceil, floor

from ..core.scene import Shape
from .draw import CELL, _css, _shape

Key = tuple[str, ...]  # what looks alike: kind, style, and what else an element says once


_Group = tuple[Key, list[Shape]]  # shapes that are drawn as one element


def small_body(shapes: Sequence[Shape]) -> str:
    """The shapes, with whole numbers."""
    return "".join(_element(*group) for group in _grouped(shapes))


def _grouped(shapes: Sequence[Shape]) -> list[_Group]:
    groups: list[_Group] = []
    latest: dict[Key, int] = {}  # the last group of each look
    top: dict[tuple[int, int], int] = {}  # the last group that was drawn in each cell
    for shape in shapes:
        key = _key(shape)
        cells = list(cells_of_shape(shape))
        place = latest.get(key, -1)
        if key[0] == "sprite" or place < max((top.get(cell, -1) for cell in cells), default=-1):
            place = -1
        if place < 0:
            place = len(groups)
            groups.append((key, []))
            latest[key] = place
        groups[place][1].append(shape)
        top.update((cell, place) for cell in cells)
    return groups


def _key(shape: Shape) -> Key:
    match shape.kind:
        case "line":
            return "line", shape.style, _whole(shape.numbers[4])
        case "text":
            return "text", shape.style, _whole(shape.numbers[2]), _whole(shape.numbers[1]), str(len(shape.text) == 1)
        case "sprite":
            return "sprite", ""
        case _:  # all that is filled with one colour, in whatever order
            return "filled", shape.style


def cells_of_shape(shape: Shape) -> Iterator[tuple[int, int]]:
    """The cells that the shape may touch."""
    numbers = shape.numbers
    match shape.kind:
        case "rect":
            left, top, right, bottom = numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3]
        case "circle":
            x, y, radius = numbers
            left, top, right, bottom = x - radius, y - radius, x + radius, y + radius
        case "text":
            x, y, size = numbers
            half = size * max(1, len(shape.text)) / 2
            left, top, right, bottom = x - half, y - size, x + half, y
        case "sprite":
            left, top, right, bottom = numbers[0], numbers[1], numbers[0] + 1, numbers[1] + 1
        case _:
            ends = numbers[:4] if shape.kind == "line" else numbers
            left, right, top, bottom = min(ends[::2]), max(ends[::2]), min(ends[1::2]), max(ends[1::2])
            if shape.kind == "line":
                half = numbers[4] / 2
                left, right, top, bottom = left - half, right + half, top - half, bottom + half
    for row in range(floor(top + 0.01), max(floor(top + 0.01) + 1, ceil(bottom - 0.01))):
        for column in range(floor(left + 0.01), max(floor(left + 0.01) + 1, ceil(right - 0.01))):
            yield row, column


def _whole(number: float) -> str:
    return f"{number * CELL:.0f}"


def _element(key: Key, pieces: Sequence[Shape]) -> str:
    kind, style, *more = key
    match kind:
        case "filled":
            return f'<path class="{_css(style)}" d="{_outlines(pieces)}"/>'
        case "line":
            ways = "".join(
                f"M{_whole(x1)} {_whole(y1)}L{_whole(x2)} {_whole(y2)}"
                for x1, y1, x2, y2, _ in (shape.numbers for shape in pieces)
            )
            return f'<path class="l-{style}" stroke-width="{more[0]}" d="{ways}"/>'
        case "text" if more[2] == "True":
            places = " ".join(_whole(shape.numbers[0]) for shape in pieces)
            letters = escape("".join(shape.text for shape in pieces))
            return (
                f'<text class="{_css(style)}" x="{places}" y="{more[1]}" font-size="{more[0]}" '
                f'text-anchor="middle">{letters}</text>'
            )
        case _:
            return "".join(map(_shape, pieces))


def _outlines(shapes: Sequence[Shape]) -> str:
    """Outlines, each told from where the last one began: small numbers, and many alike.

    All go clockwise: where two that went opposite ways overlap, there would be a hole.
    """
    found, x, y = [], 0, 0
    for shape in shapes:
        numbers = [round(number * CELL) for number in shape.numbers]
        match shape.kind:
            case "rect":
                left, top, width, height, _ = numbers
                way = f"h{width}v{height}h{-width}z"
            case "circle":
                middle, top, radius = numbers
                left = middle - radius
                way = f"a{radius} {radius} 0 1 1 {2 * radius} 0a{radius} {radius} 0 1 1 {-2 * radius} 0z"
            case _:
                ends = list(zip(numbers[::2], numbers[1::2], strict=True))
                if sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*ends, ends[0]])) < 0:
                    ends.reverse()
                left, top = ends[0]
                steps = (f"{b[0] - a[0]} {b[1] - a[1]}" for a, b in pairwise(ends))
                way = f"l{' '.join(steps)}z"
        found.append(f"m{left - x} {top - y}{way}")
        x, y = left, top
    return "".join(found)
