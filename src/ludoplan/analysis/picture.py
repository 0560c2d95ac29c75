"""The state space as a layered map: from left to right the moves from the start.

Few states are drawn one by one, a column for each layer: those nearest to a goal on top, dead ones at the bottom, with
the moves that lead from a layer to the next. Of many states the map shows crowds: upwards the moves that are left to
the goal, so that shortest solutions run along the falling diagonal; below the line the dead ones. A crowd is a square,
each doubling of its states makes it wider by the same amount.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from math import log2

from .. import _native
from ..core.errors import Unsupported
from ..core.scene import Scene, Shape
from ..drawing.draw import draw_svg
from .analyse import Analysis

SOLUTION, LIVE, DEAD, START, GOAL = "goal", "path", "danger", "player", "item"
LEGEND = ((START, "start"), (GOAL, "goal"), (SOLUTION, "shortest solutions"), (LIVE, "other ways"), (DEAD, "dead"))
WIDEST, TALLEST = 44.0, 20.0  # of the drawing, in cells
NARROWEST = 14.0  # lest the legend be cut
MOST_COLUMNS, MOST_ROWS = 90, 40  # of crowds
TEXT = 0.42


def picture(analysis: Analysis) -> str:
    """The map as SVG; raises Unsupported where the state space was not explored to the end."""
    if not analysis.exact:
        raise Unsupported("--svg: the state space is too large to be drawn; raise --node-limit")
    space = analysis.landscape
    scene = states_one_by_one(space) if space.spot_of else crowds(space)
    return draw_svg(Scene(*scene, (), caption(analysis)))


def caption(analysis: Analysis) -> str:
    cost = "no solution" if analysis.cost is None else f"shortest solution {analysis.cost}"
    return f"{analysis.level}: {analysis.states:,} states, {analysis.dead or 0:,} dead, {cost}"


Drawing = tuple[float, float, tuple[Shape, ...]]


def style_of(spot: _native.Spot) -> str:
    if spot.left < 0:
        return DEAD
    if spot.left == 0:
        return GOAL
    return START if spot.depth == 0 else SOLUTION if spot.on_solution else LIVE


def states_one_by_one(space: _native.Landscape) -> Drawing:
    spots = space.spots
    spot_of = space.spot_of
    layers: dict[int, list[int]] = defaultdict(list)
    for state, spot in enumerate(spot_of):
        layers[spots[spot].depth].append(state)
    tallest = max(map(len, layers.values()))
    across = min(1.0, WIDEST / len(layers))
    down = min(0.6, TALLEST / tallest)
    radius = 0.36 * min(across, down)
    width, height = max(len(layers) * across, NARROWEST), tallest * down + 0.4
    at: dict[int, tuple[float, float]] = {}
    for depth, states in layers.items():
        states.sort(key=lambda state: (spots[spot_of[state]].left % 2**62, state))  # the dead ones last
        top = (tallest - len(states)) / 2
        at.update({state: ((depth + 0.5) * across, (top + place + 0.5) * down) for place, state in enumerate(states)})
    lines: list[Shape] = []
    for source, target in dict.fromkeys(space.edges):
        one, other = spots[spot_of[source]], spots[spot_of[target]]
        if other.depth == one.depth + 1:
            is_right = one.on_solution and other.on_solution and other.left == one.left - 1
            style = SOLUTION if is_right else DEAD if other.left < 0 else "floor"
            lines.append(Shape("line", (*at[source], *at[target], radius * (0.7 if is_right else 0.25)), style))
    shapes = sorted(lines, key=lambda line: line.style == SOLUTION)
    for state, (x, y) in at.items():
        shapes.append(Shape("circle", (x, y, radius), style_of(spots[spot_of[state]])))
    every = max(1, round(1.2 / across))
    shapes += [label((depth + 0.5) * across, height + 0.3, str(depth)) for depth in range(0, len(layers), every)]
    return width, height + 1.6, (*shapes, *legend(height + 1.2))


def crowds(space: _native.Landscape) -> Drawing:
    spots = space.spots
    columns = binned(max(spot.depth for spot in spots), MOST_COLUMNS)
    rows = binned(max(spot.left for spot in spots), MOST_ROWS) if any(spot.left >= 0 for spot in spots) else 1
    numbers: Counter[tuple[int, int, str]] = Counter()
    for spot in spots:
        row = -1 if spot.left < 0 else spot.left // rows
        numbers[spot.depth // columns, row, style_of(spot)] += spot.states
    side = 0.45
    left = 1.2
    last = max(column for column, _, _ in numbers)
    top = max((row for _, row, _ in numbers), default=0)
    base = 0.5 + (top + 1) * side
    most = log2(1 + max(numbers.values()))
    line = base + 0.25 * side
    shapes = [Shape("line", (left, line, left + (last + 1) * side, line, 0.02), "faint")]
    order = {style: place for place, style in enumerate((DEAD, LIVE, SOLUTION, GOAL, START))}
    for (column, row, style), count in sorted(numbers.items(), key=lambda item: order[item[0][2]]):
        # What lies on solutions is drawn over the crowd, and never so small that it vanishes.
        least = 0.6 if style in (SOLUTION, START) else 0.3
        size = side * max(least, log2(1 + count) / most) * 0.95
        x = left + (column + 0.5) * side
        y = base - (row + 0.5) * side if row >= 0 else base + 1.25 * side
        shapes.append(Shape("rect", (x - size / 2, y - size / 2, size, size, 0.02), style))
    width = left + (last + 2) * side
    height = base + 2 * side
    every = max(1, round(1.5 / side))
    shapes += [
        label(left + (column + 0.5) * side, height + 0.35, str(column * columns))
        for column in range(0, last + 1, every)
    ]
    shapes += [label(left - 0.6, base - (row + 0.5) * side + 0.14, str(row * rows)) for row in range(0, top + 1, every)]
    shapes.append(label(width + 1.2, height + 0.35, "moves made"))
    shapes.append(label(left - 0.1, base - (top + 1) * side - 0.15, "moves left"))
    return max(width + 2.5, NARROWEST), height + 1.8, (*shapes, *legend(height + 1.4))


def binned(largest: int, most: int) -> int:
    """How many values go into one bin."""
    return largest // most + 1


def label(x: float, y: float, text: str) -> Shape:
    return Shape("text", (x, y, TEXT), "faint", text)


def legend(y: float) -> list[Shape]:
    shapes: list[Shape] = []
    x = 0.3
    for style, text in LEGEND:
        width = 0.21 * len(text) + 0.35
        shapes.append(Shape("circle", (x, y - 0.12, 0.14), style))
        shapes.append(Shape("text", (x + 0.3 + width / 2 - 0.15, y, TEXT), "text", text))
        x += width + 0.75
    return shapes
