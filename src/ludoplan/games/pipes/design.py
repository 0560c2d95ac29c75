"""Small changes of a level, and its symmetries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from ...core.parts import Design, Edit
from ...core.symmetry import TURNS, Turn
from .generate import OPTIONS, generate
from .rules import CROSS, ELBOW, HOLE, ONE_WAY, STEPS, STRAIGHT, TERMINAL, Cell, PipesLevel, PipesState

PIECES = {
    "hole": HOLE,
    **{f"straight {turn}": f"{STRAIGHT}{turn}" for turn in (1, 2)},
    **{f"elbow {turn}": f"{ELBOW}{turn}" for turn in (1, 2, 3, 4)},
    **{f"one-way {turn}": f"{ONE_WAY}{turn}" for turn in (1, 2, 3, 4)},
    "cross": f"{CROSS}1",
    **{f"end {turn}": f"{TERMINAL}{turn}" for turn in (1, 2)},
}
TWO_FOLD = {f"{kind}{turn}": f"{kind}{turn - 2}" for kind in (STRAIGHT, TERMINAL) for turn in (3, 4)}


def edits(level: PipesLevel) -> Iterator[Edit[PipesLevel]]:
    """Every cell; rows and columns; whether all ends are to be passed. Two ends are left."""
    grid = [cells(line) for line in level.rows]
    for row, line in enumerate(grid):
        for column, here in enumerate(line):
            here = TWO_FOLD.get(here, here)
            for kind, piece in PIECES.items():
                if piece != here and (here[0] != TERMINAL or piece[0] == TERMINAL or len(level.terminals) > 2):
                    yield Edit(kind, row, column, partial(painted, level, (row, column), piece), removes=piece == HOLE)
    yield Edit("waypoints", None, None, partial(replace, level, waypoints=not level.waypoints))
    for row in range(level.height + 1):
        grown = (*level.rows[:row], HOLE * level.width, *level.rows[row:])
        yield Edit("add row", row, None, partial(replace, level, rows=grown))
    for row in range(level.height):
        if sum(cell[0] != row for cell in level.terminals) >= 2:
            shrunk = (*level.rows[:row], *level.rows[row + 1 :])
            yield Edit("remove row", row, None, partial(replace, level, rows=shrunk))
    for column in range(level.width + 1):
        grown = tuple(line[: 2 * column] + HOLE + line[2 * column :] for line in level.rows)
        yield Edit("add column", None, column, partial(replace, level, rows=grown))
    for column in range(level.width):
        if sum(cell[1] != column for cell in level.terminals) >= 2:
            shrunk = tuple(line[: 2 * column] + line[2 * column + 2 :] for line in level.rows)
            yield Edit("remove column", None, column, partial(replace, level, rows=shrunk))


def cells(line: str) -> list[str]:
    """The pieces of a row."""
    return [line[at : at + 2] for at in range(0, len(line), 2)]


def painted(level: PipesLevel, cell: Cell, piece: str) -> PipesLevel:
    row, at = cell[0], 2 * cell[1]
    line = level.rows[row]
    return replace(level, rows=(*level.rows[:row], line[:at] + piece + line[at + 2 :], *level.rows[row + 1 :]))


def symmetries(level: PipesLevel) -> Iterator[PipesLevel]:
    """The board without empty edges, turned and mirrored where the start stays the start.

    With two ends and no one-way piece a chain may be read from either end, and any turn will do. Where turns count,
    a mirror image is another puzzle, for pieces turn clockwise.
    """
    bare = trimmed([cells(line) for line in level.rows])
    either_end = len(level.terminals) == 2 and ONE_WAY not in level.kinds.values()
    start = next(cell for cell in places(bare) if bare[cell[0]][cell[1]][0] == TERMINAL)
    for turn in TURNS:
        if turn.is_mirrored and level.turn_cost:
            continue
        grid = [[turned_piece(piece, turn) for piece in line] for line in turn.grid(bare)]
        first = next(cell for cell in places(grid) if grid[cell[0]][cell[1]][0] == TERMINAL)
        if either_end or first == turn.cell(start, (len(bare), len(bare[0]))):
            yield replace(level, rows=tuple("".join(line) for line in grid))


def places(grid: Sequence[Sequence[str]]) -> Iterator[Cell]:
    return ((row, column) for row, line in enumerate(grid) for column in range(len(line)))


def trimmed(grid: list[list[str]]) -> list[list[str]]:
    """The grid without rows and columns of holes at its edges."""
    rows = [row for row, line in enumerate(grid) if any(piece != HOLE for piece in line)]
    columns = [column for line in grid for column, piece in enumerate(line) if piece != HOLE]
    return [line[min(columns) : max(columns) + 1] for line in grid[rows[0] : rows[-1] + 1]]


def turned_piece(piece: str, turn: Turn) -> str:
    """The piece that this one becomes when the board is turned."""
    kind = piece[0]
    if kind in (HOLE[0], CROSS):
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
    bare = trimmed([cells(line) for line in level.rows])
    return {"rows": len(bare), "columns": len(bare[0]), "ends": len(level.terminals)}


DESIGN: Design[PipesLevel, PipesState] = Design(edits, generate, OPTIONS, symmetries, extent)
