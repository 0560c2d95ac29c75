"""The `.pipes` form: two characters a piece, its kind and its rotation; an optional last line `waypoints`."""

from __future__ import annotations

import re

from ...core.errors import BadInput, Defect
from .rules import CROSS, HOLE, TERMINAL, Move, PipesLevel, place

KINDS = "BRLOX"
MOVE = re.compile(r"(turn|go) (\d+) ?, ?(\d+)")
WAYPOINTS = "waypoints"


def parse(text: str, source: str) -> PipesLevel:
    """The level; blank lines around the board and blanks at the ends of lines are ignored. Raises BadInput."""
    lines = [line.rstrip() for line in text.split("\n")]
    first = next((number for number, line in enumerate(lines) if line), len(lines))
    last = next((number for number in range(len(lines) - 1, -1, -1) if lines[number]), -1)
    waypoints = last >= 0 and lines[last] == WAYPOINTS
    if waypoints:
        last = next((number for number in range(last - 1, -1, -1) if lines[number]), -1)
    rows = lines[first : last + 1]
    if not rows:
        raise BadInput(source, [Defect(1, 1, "the board is empty")])
    defects: list[Defect] = []
    terminals = 0
    for number, row in enumerate(rows, start=first + 1):
        terminals += check_row(number, row, len(rows[0]), defects)
    if terminals < 2:
        defects.append(Defect(first + 1, 1, f"a board needs two or more ends 'B', this one has {terminals}"))
    if defects:
        raise BadInput(source, defects)
    return PipesLevel(tuple(rows), waypoints)


def check_row(number: int, row: str, width: int, defects: list[Defect]) -> int:
    """Lists what is wrong with a row; returns the number of its ends."""
    if not row:
        defects.append(Defect(number, 1, "an empty line inside the board"))
        return 0
    if len(row) % 2 == 1:
        defects.append(Defect(number, len(row), "half a piece: every piece is two characters"))
    if len(row) // 2 != width // 2:
        text = f"this row has {len(row) // 2} pieces, the first one has {width // 2}"
        defects.append(Defect(number, min(len(row), width) // 2 * 2 + 1, text))
    terminals = 0
    for column in range(0, len(row) - 1, 2):
        piece = row[column : column + 2]
        if piece == HOLE:
            continue
        kind, rotation = piece[0], piece[1]
        terminals += kind == TERMINAL
        if kind not in KINDS:
            defects.append(Defect(number, column + 1, f"{piece!r} is no piece: it starts with B, R, L, O, X or is ##"))
        elif rotation not in ("1" if kind == CROSS else "1234"):
            allowed = "1" if kind == CROSS else "1 to 4"
            defects.append(Defect(number, column + 2, f"{rotation!r} is no rotation of {kind}, which has {allowed}"))
    return terminals


def format(level: PipesLevel) -> str:
    return "".join(f"{row}\n" for row in level.rows) + (f"{WAYPOINTS}\n" if level.waypoints else "")


def move_to_text(move: Move) -> str:
    return f"{move.verb} {place(move.cell)}"


def move_from_text(text: str) -> Move:
    """The move; raises ValueError."""
    match = MOVE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not 'turn ROW,COLUMN' or 'go ROW,COLUMN'")
    return Move(match[1], (int(match[2]) - 1, int(match[3]) - 1))
