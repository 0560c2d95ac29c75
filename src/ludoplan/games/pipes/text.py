"""The `.pipes` form: two characters a piece, its kind and its rotation; an optional last line `waypoints`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from ...core.errors import BadInput, Defect
from ...core.parts import Text
from .rules import CROSS, HOLE, TERMINAL, Move, PipesLevel, place

KINDS = "BRLOX"
MOVE = re.compile(r"(turn|go) (\d{1,9}) ?, ?(\d{1,9})")
WAYPOINTS = "waypoints"
MOST_DEFECTS = 1000  # a file of rubbish has millions


def parse(text: str, source: str = "level") -> PipesLevel:
    """The level; blank lines around the board and blanks at the ends of lines are ignored. Raises BadInput."""
    lines = [line.rstrip() for line in text.split("\n")]
    written = [number for number, line in enumerate(lines) if line]
    waypoints = bool(written) and lines[written[-1]] == WAYPOINTS
    if waypoints:
        written.pop()
    if not written:
        raise BadInput(source, [Defect(1, 1, "the board is empty")])
    first, rows = written[0], with_full_border(lines[written[0] : written[-1] + 1])
    defects = list(islice(defects_of(rows, first + 1), MOST_DEFECTS))
    if defects:
        raise BadInput(source, defects)
    return PipesLevel(tuple(rows), waypoints)


def with_full_border(rows: Sequence[str]) -> list[str]:
    """The rows with those of the border in full: some print them shorter."""
    width = max((len(row) for row in rows if row.strip("#")), default=0)
    return [row.ljust(width, "#") if row and not row.strip("#") and len(row) < width else row for row in rows]


def oddities(text: str) -> list[Defect]:
    """Rows of the border that are too short; they are taken as full ones."""
    lines = [line.rstrip() for line in text.split("\n")]
    width = max((len(line) for line in lines if line.strip("#") and line != WAYPOINTS), default=0)
    return [
        Defect(number, 1, "a row of the border is shorter than the board; taken as a full one")
        for number, line in enumerate(lines, start=1)
        if line and not line.strip("#") and len(line) < width
    ]


def defects_of(rows: Sequence[str], first_number: int) -> Iterator[Defect]:
    """What is wrong with a board whose first row is the line of this number."""
    terminals = sum(row[column] == TERMINAL for row in rows for column in range(0, len(row), 2))
    if terminals < 2:
        yield Defect(first_number, 1, f"a board needs two or more ends 'B', this one has {terminals}")
    width = len(rows[0]) // 2
    for number, row in enumerate(rows, start=first_number):
        if not row:
            yield Defect(number, 1, "an empty line inside the board")
            continue
        if len(row) % 2 == 1:
            yield Defect(number, len(row), "half a piece: every piece is two characters")
        if len(row) // 2 != width:
            text = f"this row has {len(row) // 2} pieces, the first one has {width}"
            yield Defect(number, 2 * min(len(row) // 2, width) + 1, text)
        for column in range(0, len(row) - 1, 2):
            yield from defects_of_piece(row[column : column + 2], number, column + 1)


def defects_of_piece(piece: str, line: int, column: int) -> Iterator[Defect]:
    kind, rotation = piece[0], piece[1]
    if piece != HOLE and kind not in KINDS:
        yield Defect(line, column, f"{piece!r} is no piece: B, R, L, O with a rotation 1 to 4, X1 or ##")
    elif piece != HOLE and rotation not in ("1" if kind == CROSS else "1234"):
        allowed = "only 1" if kind == CROSS else "1 to 4"
        yield Defect(line, column + 1, f"{rotation!r} is no rotation of {kind}: it has {allowed}")


def format(level: PipesLevel) -> str:
    return "".join(f"{row}\n" for row in level.rows) + (f"{WAYPOINTS}\n" if level.waypoints else "")


def move_to_text(level: PipesLevel, move: Move) -> str:
    return f"{move.verb} {place(move.cell)}"


def move_from_text(level: PipesLevel, text: str) -> Move:
    """The move; raises ValueError."""
    match = MOVE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not 'turn ROW,COLUMN' or 'go ROW,COLUMN'")
    return Move(match[1], (int(match[2]) - 1, int(match[3]) - 1))


def recognises(text: str) -> bool:
    """Whether the text is made of pieces, two ends among them."""
    lines = [line.rstrip() for line in text.split("\n") if line.strip() not in ("", WAYPOINTS)]
    is_board = bool(lines) and all(re.fullmatch(r"(#|[BRLO][1-4]|X1)+", line) for line in lines)
    return is_board and text.count(TERMINAL) >= 2


TEXT = Text(format, oddities=oddities)
