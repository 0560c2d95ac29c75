"""The `.boxup` form: one item a line, positions as row,column from 1,1 at the top left."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ...core.errors import BadInput, Defect, Word, words_of
from ...core.parts import Text
from .rules import SIZES, STEPS, Box, BoxupLevel, Cell

# Tables and pictures of a grid beyond this would not fit into memory.
MOST_CELLS = 4_000_000

SIZE = re.compile(r"([0-9]{1,9})x([0-9]{1,9})")
POSITION = re.compile(r"([0-9]{1,9}),([0-9]{1,9})")
COLOUR = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
FORMS = {
    "size": "size ROWSxCOLUMNS",
    "player": "player ROW,COLUMN",
    "small": "small COLOUR up|down|left|right ROW,COLUMN",
    "big": "big COLOUR up|down|left|right ROW,COLUMN",
    "wall": "wall ROW,COLUMN",
}


@dataclass
class Draft:
    """What the lines say, with the place of each item; not yet known to fit together."""

    defects: list[Defect] = field(default_factory=list)
    size: tuple[int, int] | None = None
    player: Cell | None = None
    boxes: list[Box] = field(default_factory=list)
    walls: list[Cell] = field(default_factory=list)
    first: dict[str, Word] = field(default_factory=dict)  # where what may be there only once begins
    cells: list[tuple[Cell, Word, str]] = field(default_factory=list)  # cell, where it is written, whose it is


def parse(text: str, source: str = "level") -> BoxupLevel:
    """The level in `text`; raises BadInput with all defects."""
    draft = Draft()
    for number, line in enumerate(text.split("\n"), start=1):
        if words := words_of(line, number):
            read_line(draft, *words, end=Word("", number, len(line.rstrip()) + 1))
    if "size" not in draft.first:
        draft.defects.append(Defect(1, 1, f"there is no size: '{FORMS['size']}'"))
    if "player" not in draft.first:
        draft.defects.append(Defect(1, 1, f"there is no player: '{FORMS['player']}'"))
    for needed in ("small red", "big blue"):
        if needed not in draft.first:
            draft.defects.append(Defect(1, 1, f"there is no {needed} box: '{needed} SIDE ROW,COLUMN'"))
    check_cells(draft)
    if draft.defects:
        raise BadInput(source, draft.defects)
    assert draft.size is not None
    assert draft.player is not None
    return BoxupLevel(*draft.size, draft.player, tuple(draft.boxes), frozenset(draft.walls))


def read_line(draft: Draft, kind: Word, *words: Word, end: Word) -> None:
    """Adds one line to the draft, or its defects."""
    if kind.text not in FORMS:
        draft.defects.append(kind.defect(f"{kind.text!r} is not one of {', '.join(FORMS)}"))
        return
    form = FORMS[kind.text]
    wanted = len(form.split()) - 1
    if len(words) < wanted:
        draft.defects.append(end.defect(f"the line ends too early: expected '{form}'"))
    for word in words[wanted : wanted + 1]:
        draft.defects.append(word.defect(f"{word.text!r} is too much: expected '{form}'"))
    words = words[:wanted]
    if kind.text in SIZES:
        for colour in words[:1]:
            check_colour(draft, kind, colour)
        for side in words[1:2]:
            if side.text not in STEPS:
                draft.defects.append(side.defect(f"{side.text!r} is not a side: one of {', '.join(STEPS)}"))
        for cell in read_cells(draft, kind.text, words[2:]):
            draft.boxes.append(Box(kind.text, words[0].text, words[1].text, cell))
    elif kind.text == "wall":
        draft.walls += read_cells(draft, "wall", words)
    elif is_second(draft, kind.text, kind):
        return
    elif kind.text == "player":
        draft.player = next(iter(read_cells(draft, "player", words)), None)
    elif words:
        draft.size = read_size(draft, words[0])


def is_second(draft: Draft, what: str, word: Word) -> bool:
    """Whether there was one before, which is a defect."""
    first = draft.first.setdefault(what, word)
    if first is word:
        return False
    draft.defects.append(word.defect(f"a second {what}; the first is on line {first.line}"))
    return True


def read_size(draft: Draft, word: Word) -> tuple[int, int] | None:
    match = SIZE.fullmatch(word.text)
    rows, columns = (int(match[1]), int(match[2])) if match else (0, 0)
    if rows * columns == 0:
        draft.defects.append(word.defect(f"{word.text!r} is not a size: expected ROWSxCOLUMNS, as in 3x4"))
    elif rows * columns > MOST_CELLS:
        draft.defects.append(word.defect(f"the grid has more than {MOST_CELLS} cells"))
    else:
        return rows, columns
    return None


def check_colour(draft: Draft, size: Word, colour: Word) -> None:
    name = colour.text
    if COLOUR.fullmatch(name) is None:
        draft.defects.append(colour.defect(f"{name!r} is not a colour: letters, digits, '-' and '_', a letter first"))
    elif (size.text, name) in (("small", "red"), ("big", "blue")):
        is_second(draft, f"{size.text} {name}", size)
    elif name in ("red", "blue"):
        owner = "small" if name == "red" else "big"
        draft.defects.append(colour.defect(f"{name} is the colour of a {owner} box: choose another"))


def read_cells(draft: Draft, owner: str, words: Sequence[Word]) -> list[Cell]:
    """The positions that are left in the line: one, or none if it is bad or missing."""
    found = []
    for word in words:
        match = POSITION.fullmatch(word.text)
        if match is None:
            draft.defects.append(word.defect(f"{word.text!r} is not a position: expected ROW,COLUMN, as in 1,2"))
            continue
        cell = int(match[1]) - 1, int(match[2]) - 1
        draft.cells.append((cell, word, owner))
        found.append(cell)
    return found


def check_cells(draft: Draft) -> None:
    """Everything is inside, and no cell holds more than it can."""
    walls = {cell: word for cell, word, owner in reversed(draft.cells) if owner == "wall"}
    held: dict[tuple[Cell, str], Word] = {}
    for cell, word, owner in draft.cells:
        name = f"{cell[0] + 1},{cell[1] + 1}"
        if draft.size and not (0 <= cell[0] < draft.size[0] and 0 <= cell[1] < draft.size[1]):
            draft.defects.append(word.defect(f"{name} is outside the grid of {draft.size[0]}x{draft.size[1]}"))
        if owner != "wall" and cell in walls:
            thing = "the player" if owner == "player" else f"a {owner} box"
            draft.defects.append(word.defect(f"{thing} in the wall of line {walls[cell].line}"))
        first = held.setdefault((cell, owner), word)
        if first is not word:
            what = "wall" if owner == "wall" else f"{owner} box"
            draft.defects.append(word.defect(f"a second {what} on {name}; the first is on line {first.line}"))


def format(level: BoxupLevel) -> str:
    """The text of the level."""

    def position(cell: Cell) -> str:
        return f"{cell[0] + 1},{cell[1] + 1}"

    lines = [f"size {level.rows}x{level.columns}", f"player {position(level.player)}"]
    lines += [f"{box.size} {box.colour} {box.open} {position(box.cell)}" for box in level.boxes]
    lines += [f"wall {position(cell)}" for cell in sorted(level.walls)]
    return "".join(f"{line}\n" for line in lines)


def recognises(text: str) -> bool:
    """Whether the text has a size and a player."""
    return all(re.search(rf"^\s*{word}\s+\d+[x,]\d+", text, re.MULTILINE) for word in ("size", "player"))


TEXT = Text(format)
