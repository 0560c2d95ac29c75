"""The `.boxup` form: one item a line, positions as row,column from 1,1 at the top left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ...core.errors import BadInput, Defect
from ...core.parts import Text
from .rules import SIZES, STEPS, Box, BoxupLevel, Cell

# Tables and pictures of a grid beyond this would not fit into memory.
MOST_CELLS = 4_000_000

WORD = re.compile(r"\S+")
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

Place = tuple[int, int]  # line, column of the text, from 1


@dataclass
class Draft:
    """What the lines say, with the place of each item; not yet known to fit together."""

    defects: list[Defect] = field(default_factory=list)
    size: tuple[int, int] | None = None
    player: Cell | None = None
    boxes: list[Box] = field(default_factory=list)
    walls: list[Cell] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)
    cells: list[tuple[Cell, Place, str]] = field(default_factory=list)  # cell, where it is written, whose it is


def parse(text: str, source: str = "level") -> BoxupLevel:
    """The level in `text`; raises BadInput with all defects."""
    draft = Draft()
    for number, line in enumerate(text.split("\n"), start=1):
        words = [(match.group(), (number, match.start() + 1)) for match in WORD.finditer(line)]
        if words:
            read_line(draft, words, (number, len(line.rstrip()) + 1))
    if "size" not in draft.places:
        draft.defects.append(Defect(1, 1, f"there is no size: '{FORMS['size']}'"))
    if "player" not in draft.places:
        draft.defects.append(Defect(1, 1, f"there is no player: '{FORMS['player']}'"))
    for needed in ("small red", "big blue"):
        if needed not in draft.places:
            draft.defects.append(Defect(1, 1, f"there is no {needed} box: '{needed} SIDE ROW,COLUMN'"))
    check_cells(draft)
    if draft.defects:
        raise BadInput(source, draft.defects)
    assert draft.size is not None
    assert draft.player is not None
    return BoxupLevel(*draft.size, draft.player, tuple(draft.boxes), frozenset(draft.walls))


def read_line(draft: Draft, words: list[tuple[str, Place]], end: Place) -> None:
    """Adds one line to the draft, or its defects."""
    kind, place = words[0]
    if kind not in FORMS:
        draft.defects.append(Defect(*place, f"{kind!r} is not one of {', '.join(FORMS)}"))
        return
    wanted = len(FORMS[kind].split())
    if len(words) < wanted:
        draft.defects.append(Defect(*end, f"the line ends too early: expected '{FORMS[kind]}'"))
    elif len(words) > wanted:
        draft.defects.append(Defect(*words[wanted][1], f"{words[wanted][0]!r} is too much: expected '{FORMS[kind]}'"))
    arguments = iter(words[1:wanted])
    if kind in SIZES:
        read_box(draft, kind, place, arguments)
        return
    if kind != "wall" and is_second(draft, kind, place):
        return
    if kind == "size":
        for word, at in arguments:
            draft.size = read_size(draft, word, at)
        return
    for cell in read_cells(draft, kind, arguments):
        if kind == "player":
            draft.player = cell
        else:
            draft.walls.append(cell)


def is_second(draft: Draft, what: str, place: Place) -> bool:
    """Whether there was one before, which is a defect."""
    first = draft.places.setdefault(what, place)
    if first == place:
        return False
    draft.defects.append(Defect(*place, f"a second {what}; the first is on line {first[0]}"))
    return True


def read_size(draft: Draft, word: str, at: Place) -> tuple[int, int] | None:
    match = SIZE.fullmatch(word)
    rows, columns = (int(match[1]), int(match[2])) if match else (0, 0)
    if rows * columns == 0:
        draft.defects.append(Defect(*at, f"{word!r} is not a size: expected ROWSxCOLUMNS, as in 3x4"))
    elif rows * columns > MOST_CELLS:
        draft.defects.append(Defect(*at, f"the grid has more than {MOST_CELLS} cells"))
    else:
        return rows, columns
    return None


def read_box(draft: Draft, size: str, place: Place, arguments: Iterator[tuple[str, Place]]) -> None:
    colour, at = next(arguments, ("", place))
    if colour:
        check_colour(draft, size, colour, place, at)
    side, at = next(arguments, ("", place))
    if side and side not in STEPS:
        draft.defects.append(Defect(*at, f"{side!r} is not a side: one of {', '.join(STEPS)}"))
    draft.boxes += [Box(size, colour, side, cell) for cell in read_cells(draft, size, arguments)]


def check_colour(draft: Draft, size: str, colour: str, place: Place, at: Place) -> None:
    if COLOUR.fullmatch(colour) is None:
        draft.defects.append(Defect(*at, f"{colour!r} is not a colour: letters, digits, '-' and '_', a letter first"))
    elif (size, colour) in (("small", "red"), ("big", "blue")):
        is_second(draft, f"{size} {colour}", place)
    elif colour in ("red", "blue"):
        owner = "small" if colour == "red" else "big"
        draft.defects.append(Defect(*at, f"{colour} is the colour of a {owner} box: choose another"))


def read_cells(draft: Draft, owner: str, arguments: Iterator[tuple[str, Place]]) -> list[Cell]:
    """The positions that are left in the line: one, or none if it is bad or missing."""
    found = []
    for word, at in arguments:
        match = POSITION.fullmatch(word)
        if match is None:
            draft.defects.append(Defect(*at, f"{word!r} is not a position: expected ROW,COLUMN, as in 1,2"))
            continue
        cell = int(match[1]) - 1, int(match[2]) - 1
        draft.cells.append((cell, at, owner))
        found.append(cell)
    return found


def check_cells(draft: Draft) -> None:
    """Everything is inside, and no cell holds more than it can."""
    walls = {cell: at for cell, at, owner in reversed(draft.cells) if owner == "wall"}
    held: dict[tuple[Cell, str], Place] = {}
    for cell, at, owner in draft.cells:
        name = f"{cell[0] + 1},{cell[1] + 1}"
        if draft.size and not (0 <= cell[0] < draft.size[0] and 0 <= cell[1] < draft.size[1]):
            draft.defects.append(Defect(*at, f"{name} is outside the grid of {draft.size[0]}x{draft.size[1]}"))
        if owner != "wall" and cell in walls:
            thing = "the player" if owner == "player" else f"a {owner} box"
            draft.defects.append(Defect(*at, f"{thing} in the wall of line {walls[cell][0]}"))
        first = held.setdefault((cell, owner), at)
        if first != at:
            what = "wall" if owner == "wall" else f"{owner} box"
            draft.defects.append(Defect(*at, f"a second {what} on {name}; the first is on line {first[0]}"))


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
