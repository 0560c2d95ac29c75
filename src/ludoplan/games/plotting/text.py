"""The two texts of a level: `.plot`, and the Essence Prime parameters (`.param`) of the published instances."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ...core.errors import BadInput, Defect, Unsupported, Word, words_of
from ...core.exporter import Exporter
from ...core.parts import Text
from .rules import WILDCARD, PlottingLevel, Shot, Stack

SETTINGS = ("goal", "hand", "rows", "columns", "wildcards")
MOST_LINES = 100  # rows or columns
COLOURS = range(1, 10)


def parse(text: str, source: str = "level") -> PlottingLevel:
    """The level in `text`, whichever of the two forms it has; raises BadInput with all defects."""
    defects: list[Defect] = []
    is_essence = re.search(r"^\s*(language\b|letting\b|\$)", text, re.MULTILINE) is not None
    level = (parse_essence if is_essence else parse_plot)(text, defects)
    if defects:
        raise BadInput(source, defects)
    assert level is not None
    return level


def parse_plot(text: str, defects: list[Defect]) -> PlottingLevel | None:
    settings: dict[str, list[Word]] = {}
    grid: list[list[Word]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        words = words_of(line, number)
        if words and words[0].text[0].isalpha():
            key = words[0].text
            if key not in SETTINGS:
                defects.append(words[0].defect(f"{key!r} is not one of {', '.join(SETTINGS)}"))
            elif key in settings:
                defects.append(words[0].defect(f"a second line {key!r}"))
            settings.setdefault(key, words)
        elif words:
            grid.append(words_of(line, number, r"\S"))
    stacks = parse_grid(grid, defects)
    rows, columns = len(grid), len(stacks)
    goal = parse_numbers(settings.get("goal"), range(rows * columns + 1), defects, single=True)
    wild = [word.text for word in settings.get("hand", [])][1:] == ["*"]
    hand = None if wild else parse_numbers(settings.get("hand"), COLOURS, defects, single=True)
    open_rows = parse_numbers(settings.get("rows"), range(1, rows + 1), defects)
    open_columns = parse_numbers(settings.get("columns"), range(1, columns + 1), defects)
    defects += [word.defect("'wildcards' stands alone") for word in settings.get("wildcards", [])[1:]]
    if defects:
        return None
    return PlottingLevel(
        rows,
        stacks,
        tuple(range(rows)) if open_rows is None else tuple(row - 1 for row in open_rows),
        tuple(range(columns)) if open_columns is None else tuple(column - 1 for column in open_columns),
        goal[0] if goal else 0,
        hand[0] if hand else WILDCARD,
        "wildcards" in settings,
    )


def parse_numbers(
    words: list[Word] | None, allowed: range, defects: list[Defect], single: bool = False
) -> list[int] | None:
    """The different numbers behind the first word, in order; None where there is no such line."""
    if words is None:
        return None
    key, *rest = words
    if single and not rest:
        defects.append(key.defect(f"{key.text!r}: a number is missing"))
    if single:
        defects += [word.defect(f"{key.text!r} takes one number") for word in rest[1:]]
    numbers = set()
    for word in rest:
        if re.fullmatch("[0-9]{1,6}", word.text) and int(word.text) in allowed:
            numbers.add(int(word.text))
        else:
            bounds = f"from {allowed[0]} to {allowed[-1]}" if allowed else "possible here"
            defects.append(word.defect(f"{word.text!r} is not a number {bounds}"))
    return sorted(numbers)


def parse_grid(grid: list[list[Word]], defects: list[Defect]) -> tuple[Stack, ...]:
    """The columns of the grid; every block must lie on another one or on the floor."""
    if not grid:
        defects.append(Defect(1, 1, "there is no grid"))
        return ()
    columns = len(grid[0])
    if max(columns, len(grid)) > MOST_LINES:
        defects.append(grid[0][0].defect(f"more than {MOST_LINES} rows or columns"))
        return ()
    for row in grid:
        if len(row) != columns:
            last = row[-1]
            defects.append(last.defect(f"{len(row)} cells in this row, {columns} in the first one"))
        defects += [
            cell.defect(f"{cell.text!r} is not a colour 1-9, nor 0 or . for an empty cell")
            for cell in row
            if len(cell.text) != 1 or cell.text not in ".0123456789"
        ]
    for above, below in pairwise(grid):
        defects += [
            upper.defect("a block over an empty cell")
            for upper, lower in zip(above, below, strict=False)
            if upper.text not in ".0" and lower.text in ".0"
        ]
    if defects:
        return ((),) * columns
    return tuple(
        tuple(int(row[column].text) for row in reversed(grid) if row[column].text not in ".0")
        for column in range(columns)
    )


def parse_essence(text: str, defects: list[Defect]) -> PlottingLevel | None:
    """A level from `letting initGrid be [[...], ...]` and `letting goalBlocksRemaining be N`."""
    words = [
        word
        for number, line in enumerate(text.split("\n"), start=1)
        for word in words_of(line.split("$")[0], number, r"[A-Za-z_]\w*|\d+|\S")
    ]
    values: dict[str, list[Word]] = {}
    target: list[Word] = []
    for place, word in enumerate(words):
        if word.text == "letting":
            name = words[place + 1] if place + 1 < len(words) else word
            be = words[place + 2].text if place + 2 < len(words) else ""
            if not name.text.isidentifier() or be not in ("be", "="):
                defects.append(word.defect("expected: letting NAME be VALUE"))
            if name.text in values:
                defects.append(name.defect(f"a second {name.text}"))
            target = values.setdefault(name.text, [])
        target.append(word)
    goal = values.get("goalBlocksRemaining", [])[3:]
    matrix = values.get("initGrid", [])[3:]
    defects += [
        Defect(1, 1, f"'letting {missing} be ...' is missing")
        for missing in ("initGrid", "goalBlocksRemaining")
        if missing not in values
    ]
    if defects:
        return None
    grid = parse_matrix(matrix, defects)
    stacks = parse_grid(grid, defects) if grid or not defects else ()
    if len(goal) != 1 or not goal[0].text.isdecimal() or len(goal[0].text) > 6:
        where = goal[0] if goal else values["goalBlocksRemaining"][0]
        defects.append(where.defect("goalBlocksRemaining must be one number"))
    if defects:
        return None
    rows, columns = len(grid), len(stacks)
    most = min(int(goal[0].text), rows * columns)
    return PlottingLevel(rows, stacks, tuple(range(rows)), tuple(range(columns)), most)


# What is expected in a matrix of two dimensions, by what was expected and what came. Index domains carry no cells:
# after a semicolon all is skipped to the bracket that closes the matrix or the row.
AFTER = {
    "[": {"[": "[["},
    "[[": {"[": "number"},
    "number": {"number": ", or ]"},
    ", or ]": {",": "number", "]": ",]", ";": "] of row"},
    ",]": {",": "[[", "]": "end", ";": "]"},
    "]": {"]": "end"},
    "] of row": {"]": ",]"},
}


def parse_matrix(words: list[Word], defects: list[Defect]) -> list[list[Word]]:
    """The rows of `[[1, 2], [3, 4]]`; an index domain after the last row (`; int(1..4)`) is ignored."""
    grid: list[list[Word]] = []
    expected = "["
    for word in words:
        kind = "number" if word.text.isdecimal() else word.text
        if expected == "end":
            defects.append(word.defect(f"{word.text!r} after the end of initGrid"))
            break
        if kind not in AFTER[expected]:
            if expected in ("]", "] of row"):
                continue
            wanted = {"[[": "'['", "number": "a number", ",]": "',' or ']'"}.get(expected, f"'{expected}'")
            defects.append(word.defect(f"expected {wanted}, not {word.text!r}"))
            return []
        if expected == "[[":
            grid.append([])
        elif expected == "number":
            grid[-1].append(word)
        expected = AFTER[expected][kind]
    if expected != "end":
        defects.append((words[-1] if words else Word("", 1, 1)).defect("initGrid does not end"))
        return []
    return grid


def format(level: PlottingLevel) -> str:
    """The `.plot` text of the level."""
    lines = [f"goal {level.goal}"]
    if level.hand != WILDCARD:
        lines.append(f"hand {level.hand}")
    if level.wildcards:
        lines.append("wildcards")
    for key, chosen, count in (("rows", level.open_rows, level.rows), ("columns", level.open_columns, level.columns)):
        if len(chosen) < count:
            lines.append(" ".join([key, *(str(line + 1) for line in chosen)]))
    lines += rows_of(level, " ", ".")
    return "".join(f"{line}\n" for line in lines)


def rows_of(level: PlottingLevel, between: str, empty: str) -> Iterator[str]:
    for height in reversed(range(level.rows)):
        yield between.join(str(stack[height]) if height < len(stack) else empty for stack in level.stacks)


def format_essence(level: object) -> str:
    """The Essence Prime parameters of the level; raises Unsupported where they cannot say it."""
    if not isinstance(level, PlottingLevel):
        raise Unsupported("only levels of plotting have Essence Prime parameters")
    if level.hand != WILDCARD or level.wildcards or len(level.shots) < level.rows + level.columns:
        raise Unsupported("Essence Prime parameters of Plotting have neither hand, nor wildcards, nor blocked lines")
    grid = ",\n  ".join(f"[{row}]" for row in rows_of(level, ", ", "0"))
    blocks = sum(map(len, level.stacks))
    return (
        f"language ESSENCE' 1.0\n\nletting initGrid be [\n  {grid}\n]\nletting goalBlocksRemaining be {level.goal}\n"
        f"$ no solution has more shots\nletting noSteps be {max(1, blocks - level.goal)}\n"
    )


def move_from_text(level: PlottingLevel, text: str) -> Shot:
    """The shot that is written so; raises ValueError."""
    match = re.fullmatch(r"(row|col) ([1-9][0-9]{0,5})", text)
    if match is None:
        raise ValueError(f"{text!r} is not a shot such as 'row 1' or 'col 2'")
    return Shot(match[1], int(match[2]) - 1)


def recognises(text: str) -> bool:
    """Whether the text is one of the two forms; a square with blanks, and nothing else, is rather a Sudoku."""
    if "initGrid" in text:
        return True
    if not re.fullmatch(r"((goal|hand|rows|columns|wildcards)\b.*\n|[0-9. ]*\n)+", text.rstrip() + "\n"):
        return False
    try:
        level = parse(text)
    except BadInput:
        return False
    is_board = level.rows == level.columns and level.rows in (4, 9) and not re.search("[a-z]", text)
    is_grid = level.rows > 1 or re.search("[a-z]", text) is not None
    return is_grid and not (is_board and re.search("[.0]", text))


TEXT = Text(format)
EXPORTERS = [Exporter("param", ".param", format_essence)]
