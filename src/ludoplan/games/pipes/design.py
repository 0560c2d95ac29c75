"""Small changes of a level, and its symmetries."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from ...core.grids import edits_of_lines, resized_rows, shifted, with_character
from ...core.options import Values
from ...core.parts import Edit, designed
from ...core.steps import distances
from ...core.symmetry import TURNS, Turn
from .generate import OPTIONS, SHARES, are_apart, charged_of, counts_of, generate, piece_of
from .rules import (
    CROSS,
    ELBOW,
    EMPTY,
    HOLE,
    HOLLOW,
    ONE_WAY,
    QUEUED,
    STEPS,
    STRAIGHT,
    TERMINAL,
    Cell,
    PipesLevel,
    neighbour,
    opposite,
    ways,
)

PIECES = {
    "hole": HOLE,
    "empty": HOLLOW,
    **{f"straight {turn}": f"{STRAIGHT}{turn}" for turn in (1, 2)},
    **{f"elbow {turn}": f"{ELBOW}{turn}" for turn in (1, 2, 3, 4)},
    **{f"one-way {turn}": f"{ONE_WAY}{turn}" for turn in (1, 2, 3, 4)},
    "cross": f"{CROSS}1",
    **{f"end {turn}": f"{TERMINAL}{turn}" for turn in (1, 2)},
}
TWO_FOLD = {f"{kind}{turn}": f"{kind}{turn - 2}" for kind in (STRAIGHT, TERMINAL) for turn in (3, 4)}


def edits(level: PipesLevel) -> Iterator[Edit[PipesLevel]]:
    """Every cell; rows and columns; what else is asked for. Two ends are left."""
    grid = [cells(line) for line in level.rows]
    for row, line in enumerate(grid):
        for column, here in enumerate(line):
            here = TWO_FOLD.get(here, here)
            for kind, piece in PIECES.items():
                if piece != here and (here[0] != TERMINAL or piece[0] == TERMINAL or len(level.terminals) > 2):
                    yield Edit(kind, row, column, partial(painted, level, (row, column), piece), removes=piece == HOLE)
    yield Edit("waypoints", None, None, partial(replace, level, waypoints=not level.waypoints))
    yield from edits_of_demands(level)
    yield from edits_of_lines(
        (level.height, level.width),
        partial(resized, level),
        lambda axis, line, by: by > 0 or sum(cell[axis] != line for cell in level.terminals) >= 2,
    )


def edits_of_demands(level: PipesLevel) -> Iterator[Edit[PipesLevel]]:
    """A little more or less of what the level asks for already."""
    for more in (1, -1):
        if level.min_length:
            yield Edit(f"min-length {more:+}", None, None, partial(replace, level, min_length=level.min_length + more))
        if level.charge is not None:
            yield Edit(f"charge {more:+}", None, None, partial(replace, level, charge=level.charge + more))
            for cell in level.kinds:
                changed = {**level.charge_of, cell: level.charge_of.get(cell, 0) + more}
                charges = tuple(sorted((at, value) for at, value in changed.items() if value))
                yield Edit(f"charge {more:+}", *cell, partial(replace, level, charges=charges))
    if level.queue or EMPTY in level.kinds.values():
        for piece in PIECES.values():
            if piece[0] in QUEUED:
                yield Edit(f"queue {piece}", None, None, partial(replace, level, queue=(*level.queue, piece)))
    if level.queue:
        yield Edit("shorter queue", None, None, partial(replace, level, queue=level.queue[:-1]), removes=True)


def resized(level: PipesLevel, axis: int, line: int, by: int) -> PipesLevel:
    """The level with a line of cells more or less."""
    kept = [(cell, value) for cell, value in level.charges if by > 0 or cell[axis] != line]
    charges = tuple((shifted(axis, line, by, cell), value) for cell, value in kept)
    return replace(level, rows=resized_rows(axis, line, by, level.rows, HOLE), charges=charges)


def cells(line: str) -> list[str]:
    """The pieces of a row."""
    return [line[at : at + 2] for at in range(0, len(line), 2)]


def painted(level: PipesLevel, cell: Cell, piece: str) -> PipesLevel:
    charges = tuple((place, value) for place, value in level.charges if piece != HOLE or place != cell)
    return replace(level, rows=with_character(level.rows, cell, piece), charges=charges)


def symmetries(level: PipesLevel) -> Iterator[PipesLevel]:
    """The board without empty edges, turned and mirrored where the start stays the start.

    With two ends, no one-way piece and no queue a chain may be read from either end, and any turn will do. Where turns
    count, a mirror image is another puzzle, for pieces turn clockwise.
    """
    bare, (top, left) = trimmed([cells(line) for line in level.rows])
    size = len(bare), len(bare[0])
    either_end = len(level.terminals) == 2 and ONE_WAY not in level.kinds.values() and not level.queue
    for turn in TURNS:
        if turn.is_mirrored and level.turn_cost:
            continue

        def place(cell: Cell, turn: Turn = turn) -> Cell:
            return turn.cell((cell[0] - top, cell[1] - left), size)

        rows = tuple("".join(turned_piece(piece, turn) for piece in line) for line in turn.grid(bare))
        charges = tuple(sorted((place(cell), value) for cell, value in level.charges))
        queue = tuple(turned_piece(piece, turn) for piece in level.queue)
        turned = replace(level, rows=rows, charges=charges, queue=queue)
        if either_end or turned.start == place(level.start):
            yield turned


def trimmed(grid: list[list[str]]) -> tuple[list[list[str]], Cell]:
    """The grid without rows and columns of holes at its edges, and the cell where it begins."""
    rows = [row for row, line in enumerate(grid) if any(piece != HOLE for piece in line)]
    columns = [column for line in grid for column, piece in enumerate(line) if piece != HOLE]
    bare = [line[min(columns) : max(columns) + 1] for line in grid[rows[0] : rows[-1] + 1]]
    return bare, (rows[0], min(columns))


def turned_piece(piece: str, turn: Turn) -> str:
    """The piece that this one becomes when the board is turned."""
    kind = piece[0]
    if kind in (HOLE[0], EMPTY, CROSS):
        return piece
    rotation = int(piece[1]) - 1
    # An elbow opens to the side of its rotation and the next one clockwise; the others along their rotation.
    sides = [rotation, (rotation + 1) % 4] if kind == ELBOW else [rotation]
    after = [STEPS.index(turn.step(STEPS[side])) for side in sides]
    if kind == ELBOW:
        return f"{kind}{(after[0] if (after[0] + 1) % 4 == after[1] else after[1]) + 1}"
    return f"{kind}{after[0] % (4 if kind == ONE_WAY else 2) + 1}"


def extent(level: PipesLevel) -> dict[str, int]:
    """Without the border of holes that generated boards have."""
    rows, columns = (size - 2 if has_border(level) else size for size in (level.height, level.width))
    return {"rows": rows, "columns": columns, "ends": len(level.terminals), "queue": len(level.queue)}


def has_border(level: PipesLevel) -> bool:
    """Whether there are holes all around."""
    edge = (level.rows[0], level.rows[-1], *(line[:2] + line[-2:] for line in level.rows))
    return min(level.height, level.width) > 2 and not "".join(edge).strip("#")


def counted(level: PipesLevel) -> Counter[str]:
    """How many pieces there are of each kind, without that border."""
    inside = slice(1, -1) if has_border(level) else slice(None)
    pieces = (piece for line in level.rows[inside] for piece in cells(line)[inside])
    return Counter(HOLE if piece == HOLE else piece[0] for piece in pieces)


def blank(level: PipesLevel, rows: int, columns: int) -> PipesLevel:
    """Holes, with an end in two opposite corners."""
    columns = max(columns, 1 if rows > 1 else 2)
    end = f"{TERMINAL}1"
    holes = PipesLevel((HOLE * columns,) * rows)
    return painted(painted(holes, (0, 0), end), (rows - 1, columns - 1), end)


# -- what generated boards promise, and how they are varied


def broken(level: PipesLevel, options: Values, most: bool) -> Iterator[str]:
    if not has_border(level):
        yield "the border is open"
        return
    counts = counted(level)
    for kind, wanted in counts_of(options).items():
        fewer = most and (counts[kind] > wanted if kind == HOLE else counts[kind] < wanted)
        if counts[kind] != wanted and not fewer:
            yield f"{counts[kind]} pieces {kind} where {wanted} were asked for"
    if not are_apart(level.terminals, options["rows"], options["columns"]):
        yield "the ends are too near to each other"
    if level.waypoints != options["waypoints"]:
        yield "waypoints are not as asked for"
    if level.min_length != options["min_length"]:
        yield f"the least length is {level.min_length} where {options['min_length']} was asked for"
    if len(level.queue) != options["queue"]:
        yield f"{len(level.queue)} pieces in the queue where {options['queue']} were asked for"
    charged = charged_of(options, len(level.kinds))
    if len(level.charges) != charged or (level.charge is None) != (charged == 0):
        yield f"{len(level.charges)} charges where {charged} were asked for"
    apart = len(level.kinds) - len(within_reach(level))
    if apart:
        yield f"{apart} pieces that no flow comes to"


def within_reach(level: PipesLevel) -> set[Cell]:
    """The pieces that the flow can be led to, if it may use a piece twice on the way."""

    def entries(cell: Cell, sides: Iterable[int]) -> Iterator[tuple[Cell, int]]:
        return (entry for side in sides if level.can_enter(*(entry := (neighbour(cell, side), opposite(side)))))

    def onwards(entry: tuple[Cell, int]) -> Iterator[tuple[Cell, int]]:
        (cell, entered), kind = entry, level.kinds[entry[0]]
        is_over = kind == TERMINAL and not level.waypoints
        return entries(cell, () if is_over else ways(kind, level.rotation(cell), entered))

    start = level.rotation(level.start)
    seen = distances(entries(level.start, (start, start + 2)), onwards)
    return {level.start, *(cell for cell, _ in seen)}


def varied(rng: random.Random, level: PipesLevel, options: Values) -> PipesLevel:
    """Two cells inside the border swapped, or a piece turned."""
    here, there = ((rng.randrange(1, level.height - 1), rng.randrange(1, level.width - 1)) for _ in range(2))
    piece, other = (cells(level.rows[row])[column] for row, column in (here, there))
    if rng.random() < 0.5 and piece != HOLE:
        piece = piece_of(rng, piece[0])
    rows = with_character(with_character(level.rows, here, other), there, piece)
    swap = {here: there, there: here}
    charges = tuple(sorted((swap.get(cell, cell), value) for cell, value in level.charges))
    return replace(level, rows=rows, charges=charges)


def like(level: PipesLevel) -> dict[str, Any]:
    """The shares of the kinds, each of what the kinds before it have left."""
    counts = counted(level)
    left = counts.total() - counts[TERMINAL]
    counts[STRAIGHT] += counts[ONE_WAY]
    shares: dict[str, Any] = {
        "waypoints": level.waypoints,
        "min_length": level.min_length,
        "one_way": counts[ONE_WAY] / max(1, counts[STRAIGHT]),
        "charged": len(level.charges) / len(level.kinds) if level.charge is not None else 0.0,
    }
    for kind, name in SHARES.items():
        shares[name] = counts[kind] / max(1, left)
        left -= counts[kind]
    return shares


WORDS = (
    "as many pieces of each kind as the shares say, inside a closed border, and none that no flow comes to (if pieces "
    "could be used twice on the way there); two ends lie apart; as many charges, and pieces in the queue, as asked for"
)


def ladder(step: int) -> dict[str, Any]:
    """Options of ever larger levels."""
    return {"rows": 4 + step, "columns": 4 + step + step % 2, "straight": 0.5}


DESIGN = designed(__name__, WORDS, generate=generate, options=OPTIONS)
