"""Boards as text: all cells in one line, or a line for each row; and files with many boards.

`.` or `0` is blank; digits, then letters from A; blanks, `|`, `-` and `+` are ruling; `#` starts a comment.
"""

from __future__ import annotations

import re

from ...core.errors import BadInput, Defect
from ...core.parts import Text
from .rules import SYMBOLS, Placement, SudokuLevel, geometry

SIZES = (4, 9, 16, 25)
CELLS = {size * size: size for size in SIZES}
RULING = re.compile(r"[ \t\r|+\-]")
LONGEST = 100_000  # characters of a board, with much ruling and many comments
VALUE = {"0": 0, ".": 0} | {
    symbol: value for value, upper in enumerate(SYMBOLS, start=1) for symbol in (upper, upper.lower())
}
MOVE = re.compile(r"r(\d{1,2})c(\d{1,2})=(\w)")

# A character of a board with its line and column.
Mark = tuple[str, int, int]


def marks_of(line: str, number: int) -> list[Mark]:
    """The characters of a line that stand for cells."""
    text = line.partition("#")[0]
    return [(char, number, column) for column, char in enumerate(text, start=1) if not RULING.match(char)]


def split(text: str) -> list[tuple[int, str]]:
    """The boards of a file: the number of the first line of each, and its text. A broken board is one of them."""
    lines = text.split("\n")
    cells = [RULING.sub("", line.partition("#")[0]) for line in lines]
    filled = [number for number, row in enumerate(cells) if row]
    found, at = [], 0
    while at < len(filled):
        size = len(cells[filled[at]])
        rows = 1
        if size in SIZES:
            # Rows of one board: as many as they are long, but for a line that is a board of its own.
            following = filled[at : at + size]
            rows = next(
                (place for place, line in enumerate(following) if len(cells[line]) in CELLS and size != 16),
                len(following),
            )
            if size == 16 and not is_large([cells[line] for line in following]):
                rows = 1
        first, last = filled[at], filled[at + rows - 1]
        found.append((first + 1, "\n".join(lines[first : last + 1])))
        at += rows
    return found


def is_large(rows: list[str]) -> bool:
    """Whether lines of 16 cells are the rows of one board, not boards of 4 x 4."""
    same = len(rows) > 1 and all(len(row) == 16 for row in rows[1:])
    return same and any(VALUE.get(char, 0) > 4 for row in rows for char in row)


def parse(text: str, source: str = "level") -> SudokuLevel:
    """The level; raises BadInput: strange characters, wrong length, a digit twice in a row, column or box."""
    boards = split(text)
    if not boards:
        raise BadInput(source, [Defect(1, 1, "there is no board")])
    line, board = boards[0]
    if len(board) > LONGEST:
        raise BadInput(source, [Defect(line, 1, f"{len(board)} characters: a board has 16, 81, 256 or 625 cells")])
    rows = [row for number, each in enumerate(board.split("\n"), start=line) if (row := marks_of(each, number))]
    marks = [mark for row in rows for mark in row]
    defects = [Defect(number, 1, "a second board begins here") for number, _ in boards[1:2]]
    defects += [
        Defect(number, column, f"{char!r} is not '.', a digit or a letter")
        for char, number, column in marks
        if char not in VALUE
    ][:1000]
    size = CELLS.get(len(marks)) if len(rows) == 1 else len(rows[0])
    if len(rows) > 1:
        defects += [
            Defect(row[0][1], 1, f"this row has {len(row)} cells, the first has {size}")
            for row in rows
            if len(row) != size
        ]
        if len(rows) != size:
            defects.append(Defect(line, 1, f"{len(rows)} rows of {size} cells: a board has as many rows as columns"))
    elif size is None:
        defects.append(Defect(line, 1, f"{len(marks)} cells: a board has 16, 81, 256 or 625"))
    if size is not None and not defects:
        defects = wrong_digits(size, marks)
    if defects or size is None:
        raise BadInput(source, defects)
    return SudokuLevel(SIZES.index(size) + 2, bytes(VALUE[char] for char, _, _ in marks))


def wrong_digits(size: int, marks: list[Mark]) -> list[Defect]:
    """Digits that are too large or stand twice in a unit."""
    places = geometry(SIZES.index(size) + 2)
    values = [VALUE[char] for char, _, _ in marks]
    defects = [
        Defect(line, column, f"{char!r} is more than {SYMBOLS[size - 1]}, the largest digit of this board")
        for char, line, column in marks
        if VALUE[char] > size
    ]
    for unit, cells in enumerate(places.units):
        seen: set[int] = set()
        for cell in cells:
            if values[cell] and values[cell] in seen:
                char, line, column = marks[cell]
                name = places.cell_name(cell)
                defects.append(Defect(line, column, f"a second {char} in {places.unit_name(unit)} (at {name})"))
            seen.add(values[cell])
    return defects


def line_of(cells: bytes) -> str:
    """A board in one line."""
    return "".join(SYMBOLS[value - 1] if value else "." for value in cells)


def format(level: SudokuLevel) -> str:
    return line_of(level.clues) + "\n"


def move_to_text(level: SudokuLevel, move: Placement) -> str:
    return f"{geometry(level.box).cell_name(move.cell)}={SYMBOLS[move.digit - 1]}"


def move_from_text(level: SudokuLevel, text: str) -> Placement:
    """The move; raises ValueError."""
    match = MOVE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a placement such as r1c2=5")
    row, column, digit = int(match[1]), int(match[2]), VALUE.get(match[3], 0)
    if not (1 <= row <= level.size and 1 <= column <= level.size and 1 <= digit <= level.size):
        raise ValueError(f"{text!r}: rows, columns and digits are from 1 to {SYMBOLS[level.size - 1]}")
    return Placement((row - 1) * level.size + column - 1, digit)


def recognises(text: str) -> bool:
    """Whether the text is a board with blanks, or begins with one."""
    first = split(text)[:1]
    if not first or not re.search("[.0]", text):
        return False
    try:
        parse(first[0][1])
    except BadInput:
        return False
    return True


TEXT = Text(format, split)
