"""The `.pipes` form: two characters a piece, its kind and its rotation; below the board, lines with more rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from ...core.errors import BadInput, Defect, Word, meant, words_of
from ...core.parts import Text
from .rules import CROSS, HOLE, HOLLOW, MOST_CHARGE, QUEUED, TERMINAL, Cell, Move, PipesLevel, place

KINDS = "BRLOX"
MOVE = re.compile(r"(turn|go) (\d{1,9}) ?, ?(\d{1,9})")
WAYPOINTS = "waypoints"
RULE = re.compile(r"[a-z]")  # a line that begins so is a rule: pieces have capital letters
CHARGE = re.compile(r"(\d{1,9}),(\d{1,9}):([+-]?\d{1,6})")
NUMBER = re.compile(r"[+-]?\d{1,9}")
MOST_DEFECTS = 1000  # a file of rubbish has millions


@dataclass
class Rules:
    """What the lines below a board say."""

    rows: Sequence[str]
    found: dict[str, Any] = field(default_factory=dict)
    defects: list[Defect] = field(default_factory=list)

    def read(self, line: str, number: int) -> None:
        name, *words = words_of(line, number)
        if name.text not in READERS:
            known = ", ".join(READERS)
            self.refuse(name, f"there is no rule {name.text!r}{meant(name.text, READERS)} (there are {known})")
        elif name.text in self.found:
            self.refuse(name, f"a second line {name.text!r}")
        else:
            self.found[name.text] = READERS[name.text](self, name, words)

    def refuse(self, word: Word, complaint: str) -> None:
        self.defects.append(word.defect(complaint))

    def flag(self, name: Word, words: Sequence[Word]) -> bool:
        for word in words[:1]:
            self.refuse(word, f"{word.text!r} after {name.text!r}")
        return True

    def number(self, name: Word, words: Sequence[Word]) -> int | None:
        word = words[0] if len(words) == 1 else name
        least = 0 if name.text == "min-length" else -MOST_CHARGE
        if NUMBER.fullmatch(word.text) and int(word.text) >= least:
            return int(word.text)
        one = "one whole number" + (", 0 or more" if least == 0 else "")
        self.refuse(word, f"{name.text!r} takes {one}")
        return None

    def charges(self, name: Word, words: Sequence[Word]) -> tuple[tuple[Cell, int], ...]:
        charges: dict[Cell, int] = {}
        for word in words:
            match = CHARGE.fullmatch(word.text)
            cell = (int(match[1]) - 1, int(match[2]) - 1) if match else (0, 0)
            if match is None:
                self.refuse(word, f"{word.text!r} is no charge: it is written ROW,COLUMN:CHARGE, as in 2,3:+4")
            elif not self.has_piece(cell):
                self.refuse(word, f"there is no piece on {place(cell)}")
            elif cell in charges:
                self.refuse(word, f"a second charge on {place(cell)}")
            else:
                charges[cell] = int(match[3])
        return tuple(sorted((cell, value) for cell, value in charges.items() if value))

    def has_piece(self, cell: Cell) -> bool:
        row, at = cell[0], 2 * cell[1]
        return min(cell) >= 0 and row < len(self.rows) and self.rows[row][at : at + 1] not in ("", "#")

    def queue(self, name: Word, words: Sequence[Word]) -> tuple[str, ...]:
        for word in words:
            if len(word.text) != 2 or word.text[0] not in QUEUED:
                self.refuse(word, f"{word.text!r} is no piece of a queue: R, L or O with a rotation 1 to 4")
            else:
                self.defects += defects_of_piece(*word)
        return tuple(word.text for word in words)


READERS: dict[str, Callable[[Rules, Word, Sequence[Word]], Any]] = {
    WAYPOINTS: Rules.flag,
    "min-length": Rules.number,
    "charge": Rules.number,
    "charges": Rules.charges,
    "queue": Rules.queue,
}


def parse(text: str, source: str = "level") -> PipesLevel:
    """The level; blank lines around the board and blanks at the ends of lines are ignored. Raises BadInput."""
    lines = [line.rstrip() for line in text.split("\n")]
    written = [number for number, line in enumerate(lines) if line]
    below = []
    while written and RULE.match(lines[written[-1]]):
        below.append(written.pop())
    rows = with_full_border(lines[written[0] : written[-1] + 1]) if written else []
    rules = Rules(rows)
    for number in reversed(below):
        rules.read(lines[number], number + 1)
    defects = [Defect(1, 1, "the board is empty")]
    if written:
        defects = list(islice(defects_of(rows, written[0] + 1), MOST_DEFECTS))
    defects += rules.defects[: max(0, MOST_DEFECTS - len(defects))]
    if defects:
        raise BadInput(source, defects)
    return PipesLevel(tuple(rows), **{name.replace("-", "_"): value for name, value in rules.found.items()})


def with_full_border(rows: Sequence[str]) -> list[str]:
    """The rows with those of the border in full: some print them shorter."""
    width = max((len(row) for row in rows if row.strip("#")), default=0)
    return [row.ljust(width, "#") if row and not row.strip("#") and len(row) < width else row for row in rows]


def oddities(text: str) -> list[Defect]:
    """Rows of the border that are too short; they are taken as full ones."""
    lines = [line.rstrip() for line in text.split("\n")]
    width = max((len(line) for line in lines if line.strip("#") and not RULE.match(line)), default=0)
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
    if piece in (HOLE, HOLLOW):
        return
    if kind not in KINDS:
        yield Defect(line, column, f"{piece!r} is no piece: B, R, L, O with a rotation 1 to 4, X1, .. or ##")
    elif rotation not in ("1" if kind == CROSS else "1234"):
        allowed = "only 1" if kind == CROSS else "1 to 4"
        yield Defect(line, column + 1, f"{rotation!r} is no rotation of {kind}: it has {allowed}")


def format(level: PipesLevel) -> str:
    lines = [*level.rows]
    if level.waypoints:
        lines.append(WAYPOINTS)
    if level.min_length:
        lines.append(f"min-length {level.min_length}")
    if level.charge is not None:
        lines.append(f"charge {level.charge}")
    if level.charges:
        lines.append(" ".join(["charges", *(f"{place(cell)}:{value:+}" for cell, value in level.charges)]))
    if level.queue:
        lines.append(" ".join(["queue", *level.queue]))
    return "".join(f"{line}\n" for line in lines)


def move_to_text(level: PipesLevel, move: Move) -> str:
    return move.verb if move.verb == "skip" else f"{move.verb} {place(move.cell)}"


def move_from_text(level: PipesLevel, text: str) -> Move:
    """The move; raises ValueError."""
    if text == "skip":
        return Move("skip", level.start)
    match = MOVE.fullmatch(text)
    if match is None:
        skip = " or 'skip'" if level.queue else ""
        raise ValueError(f"{text!r} is not 'turn ROW,COLUMN' or 'go ROW,COLUMN'{skip}")
    return Move(match[1], (int(match[2]) - 1, int(match[3]) - 1))


def recognises(text: str) -> bool:
    """Whether the text is made of pieces, two ends among them, and rules."""
    lines = [line.rstrip() for line in text.split("\n") if line.strip()]
    while lines and lines[-1].split()[0] in READERS:
        lines.pop()
    is_board = bool(lines) and all(re.fullmatch(r"(#|[BRLO][1-4]|X1|\.\.)+", line) for line in lines)
    return is_board and text.count(TERMINAL) >= 2


TEXT = Text(format, oddities=oddities)
