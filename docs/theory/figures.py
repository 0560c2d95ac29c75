"""Draws the figures of the theory pages and the pictures of the games: python docs/theory/figures.py"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Hashable, Iterable
from functools import partial
from pathlib import Path

from ludoplan import Task, load, picture, solve

IMAGES = Path(__file__).resolve().parent.parent / "images"
STYLE = (
    "<style>text{font:13px sans-serif;fill:#334}.cell{fill:#eef1f6;stroke:#b9c2d0}.way{fill:none;stroke:#0b6bcb;"
    "stroke-width:6;stroke-linejoin:round;stroke-linecap:round}.bad{fill:#d1495b;fill-opacity:.35;stroke:#d1495b;"
    "stroke-width:3}.c1{fill:#7aa6c2}.c2{fill:#e3b23c}.c3{fill:#b79ac2}.row{fill:none;stroke:#111;stroke-width:4}"
    ".never{fill:none;stroke:#d1495b;stroke-width:4;stroke-dasharray:7 6}.all{fill:#dfe4ec}.first{fill:#9db8d6}"
    ".both{fill:#0b6bcb}</style>"
)
CELL = 44
Cell = tuple[int, int]


def document(width: int, height: int, title: str, parts: Iterable[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"><title>{title}</title>'
    ground = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    return "\n".join([head, STYLE, ground, *parts, "</svg>"]) + "\n"


def text(x: float, y: float, words: str) -> str:
    return f'<text x="{x:g}" y="{y:g}">{words}</text>'


def square(row: int, column: int, left: int, kind: str, top: int = 30) -> str:
    return f'<rect class="{kind}" x="{left + CELL * column}" y="{top + CELL * row}" width="{CELL}" height="{CELL}"/>'


def line(cells: Iterable[Cell], left: int, kind: str, top: int = 30) -> str:
    points = " ".join(f"{left + CELL * column + CELL // 2},{top + CELL * row + CELL // 2}" for row, column in cells)
    return f'<polyline class="{kind}" points="{points}"/>'


def relaxed_walk(rows: tuple[str, ...], start: Cell, end: Cell) -> list[Cell]:
    """A shortest way of the flow through pieces that may be turned, and may be used more than once."""

    def go(cell: Cell, heading: Cell) -> Iterable[tuple[Cell, Cell]]:
        piece = rows[cell[0]][2 * cell[1]]
        turns = [heading] if piece == "R" else [(heading[1], heading[0]), (-heading[1], -heading[0])]
        for row, column in turns:
            to = (cell[0] + row, cell[1] + column)
            if rows[to[0]][2 * to[1]] != "#":
                yield to, (row, column)

    first = ((start[0], start[1] - 1), (0, -1))  # its open side
    before: dict[tuple[Cell, Cell], tuple[Cell, Cell] | None] = {first: None}
    queue = deque([first])
    while queue:
        node = queue.popleft()
        if node[0] == end:
            break
        for to in go(*node):
            if to not in before and (to[0] != end or to[1] == (1, 0)):
                before[to] = node
                queue.append(to)
    walk = []
    step: tuple[Cell, Cell] | None = node
    while step is not None:
        walk.append(step[0])
        step = before[step]
    return [start, *reversed(walk)]


def pipes_figure() -> str:
    task = load("pipes:03")
    rows = task.level.rows
    size = len(rows) - 2
    result = solve(task, "chain")
    assert result.plan is not None
    legal = [(2, 5)]
    for move in result.plan.moves:
        if move.startswith("go "):
            row, column = move.removeprefix("go ").split(",")
            legal.append((int(row) - 1, int(column) - 1))
    relaxed = relaxed_walk(rows, (2, 5), (5, 1))
    assert (len(relaxed), len(legal)) == (14, 20), (relaxed, legal)
    parts = []
    for left, way, words in (
        (10, relaxed, f"relaxed: {len(relaxed)} pieces, one used twice"),
        (size * CELL + 50, legal, f"legal: {len(legal)} pieces, proven shortest"),
    ):
        inside = [(row - 1, column - 1) for row, column in way]
        parts += [square(row, column, left, "cell") for row in range(size) for column in range(size)]
        parts += [square(*cell, left, "bad") for cell in sorted(set(inside)) if inside.count(cell) > 1]
        parts += [line(inside, left, "way"), text(left, 20, words)]
    return document(2 * size * CELL + 60, size * CELL + 40, "A chain that uses a piece twice, and a legal one", parts)


def plotting_figure() -> str:
    stacks = load("plotting:5x5-3-a").level.stacks
    height = len(stacks[0])
    left = 10
    parts = [text(left, 20, "Which blocks of colour 1 can ever lie in one row?")]
    numbers = []  # above the lines
    for column, stack in enumerate(stacks):
        for level, colour in enumerate(stack):
            row = height - 1 - level
            parts.append(square(row, column, left, f"c{colour}"))
            x, y = left + CELL * column + CELL // 2, 30 + CELL * row + CELL // 2
            numbers += [f'<circle class="c{colour}" cx="{x}" cy="{y}" r="12"/>', text(x - 4, y + 5, str(colour))]
    falling = [(0, 0), (1, 1), (1, 3)]
    rising = [(3, 0), (1, 1)]
    for cells in (falling, rising):
        assert all(stacks[column][height - 1 - row] == 1 for row, column in cells)
    parts += [line(falling, left, "row"), line(rising, left, "never"), *numbers]
    right = left + CELL * len(stacks) + 20
    parts += [
        line([(1, 0), (1, 1)], right, "row"),
        text(right + 2 * CELL, 100, "falls or keeps its level:"),
        text(right + 2 * CELL, 118, "a row later, perhaps"),
        line([(3, 0), (3, 1)], right, "never"),
        text(right + 2 * CELL, 188, "rises: never one row"),
    ]
    return document(right + 250, height * CELL + 40, "What can come to lie in one row", parts)


def distances(starts: Iterable[Hashable], follow: dict[Hashable, set[Hashable]]) -> dict[Hashable, int]:
    found = dict.fromkeys(starts, 0)
    queue = deque(found)
    while queue:
        state = queue.popleft()
        for to in follow.get(state, ()):
            if to not in found:
                found[to] = found[state] + 1
                queue.append(to)
    return found


def sat_figure() -> str:
    task: Task = load("roll:01")
    game, level = task.game, task.level
    start = game.initial(level)
    after: dict[Hashable, set[Hashable]] = {}
    before: dict[Hashable, set[Hashable]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in after:
            continue
        after[state] = {game.apply(level, state, move) for move in game.moves(level, state)}
        for to in after[state]:
            before.setdefault(to, set()).add(state)
            waiting.append(to)
    first = distances([start], after)
    left_over = distances([state for state in after if game.is_goal(level, state)], before)
    horizon = left_over[start]
    layers = range(horizon + 1)
    order = sorted(first, key=lambda state: (first[state], left_over.get(state, horizon + 1), str(state)))
    wide, tall = 34, 7
    parts = []
    counts = dict.fromkeys(("all", "first", "both"), 0)
    for row, state in enumerate(order):
        for layer in layers:
            kinds = ["all"]
            if first[state] <= layer:
                kinds.append("first")
                if layer + left_over.get(state, horizon + 1) <= horizon:
                    kinds.append("both")
            for kind in kinds:
                counts[kind] += 1
            parts.append(
                f'<rect class="{kinds[-1]}" x="{10 + wide * layer}" y="{30 + tall * row}" width="{wide - 2}" '
                f'height="{tall - 1}"/>'
            )
    bottom = 30 + tall * len(order)
    parts += [text(10, 20, f"roll:01, horizon {horizon}: where the block may lie (down) at each layer (right)")]
    for place, (kind, words) in enumerate(
        [("all", "without cuts"), ("first", "from the start"), ("both", "from both ends")]
    ):
        parts += [
            f'<rect class="{kind}" x="{10 + 180 * place}" y="{bottom + 8}" width="14" height="14"/>',
            text(30 + 180 * place, bottom + 20, f"{words}: {counts[kind]}"),
        ]
    return document(560, bottom + 32, "Facts that need a variable, layer by layer", parts)


def strip(name: str, frames: dict[int, str]) -> str:
    """The level after so many moves of a shortest solution, frame beside frame, each with its words below."""
    task = load(name, objective="all-food" if name.startswith("maze") else None)
    result = solve(task)
    assert result.plan is not None
    moves = result.plan.moves
    assert max(frames) <= len(moves)
    space, top, wide = 14, 8, 250
    parts, tall = [], 0.0
    for place, (count, words) in enumerate(frames.items()):
        drawn = picture(task, moves[:count])
        sizes = re.match(r'<svg [^>]*viewBox="(\S+ \S+ (\S+) (\S+))" width="\S+" height="\S+"', drawn)
        assert sizes is not None
        high = wide * float(sizes[3]) / float(sizes[2])
        tall = max(tall, high)
        left = space + (wide + space) * place
        here = f'<svg x="{left}" y="{top}" width="{wide}" height="{high:.0f}" viewBox="{sizes[1]}"'
        parts += [here + drawn[sizes.end() :], text(left + 4, 0, words)]
    bottom = round(top + tall + 18)
    parts = [part.replace('y="0">', f'y="{bottom}">') if part.startswith("<text") else part for part in parts]
    return document((wide + space) * max(4, len(frames)) + space, bottom + 12, f"Moves of {name}", parts)


def level_picture(name: str) -> str:
    return picture(load(name))


PICTURES = {"puzzlescript-doors": "puzzlescript:doors#1", "puzzlescript-ice": "puzzlescript:ice#1"}
# Moments of each game that show its rules: after so many moves, what there is to see.
RULES: dict[str, tuple[str, dict[int, str]]] = {
    "game-roll": (
        "roll:05",
        {
            0: "the block stands",
            1: "up: it lies on two cells",
            17: "down, onto B: bridges",
            29: "left: it stands, solved",
        },
    ),
    "game-maze": ("maze:five-dots", {0: "five dots", 13: "the first is eaten", 89: "the last, after 89 steps"}),
    "game-pipes": (
        "pipes:03",
        {0: "the flow begins at the right", 6: "two pieces turned", 24: "halfway", 38: "solved"},
    ),
    "game-plotting": (
        "plotting:4x4-3-a",
        {0: "a wildcard in hand", 1: "row 3", 2: "row 1", 8: "row 4: two are left, solved"},
    ),
    "game-lara": (
        "lara:snakes-1",
        {
            0: "snakes kill on marked tiles",
            1: "left, from behind: it dies",
            7: "the spear is hers",
            16: "thrown: a snake dies",
        },
    ),
    "game-boxup": (
        "boxup:third",
        {
            0: "three boxes, each lacks a wall",
            8: "the black one is pushed",
            20: "red, carried",
            24: "red in blue: solved",
        },
    ),
    "game-sudoku": ("sudoku:symmetric", {0: "the clues", 55: "no digit twice: solved"}),
    "game-puzzlescript": (
        "puzzlescript:crates#1",
        {0: "two crates, two marks", 2: "a push", 5: "both on marks: solved"},
    ),
}
FIGURES = {
    "theory-pipes": pipes_figure,
    "theory-plotting": plotting_figure,
    "theory-sat": sat_figure,
    **{name: partial(strip, *moments) for name, moments in RULES.items()},
    **{name: partial(level_picture, level) for name, level in PICTURES.items()},
}

if __name__ == "__main__":
    for name, figure in FIGURES.items():
        (IMAGES / f"{name}.svg").write_text(figure(), encoding="utf-8")
