"""Small changes of a level, and its symmetries."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from ...core import grids
from ...core.grids import cells_matching, edits_of_lines, line_by_line, resized_rows, shifted
from ...core.options import Values
from ...core.parts import Edit, designed
from ...core.symmetry import TURNS, Turn
from .generate import BRIDGES, OPTIONS, generate
from .rules import Cell, Effect, RollLevel, RollState, Switch, beside, is_bridge
from .text import trimmed

PAINTS = {"floor": "g", "hole": " ", "fragile": "f"}
VERBS = {"toggles": "toggle", "opens": "open", "closes": "close"}


def edits(level: RollLevel) -> Iterator[Edit[RollLevel]]:
    """Cells of the map and one beyond its right and lower edge; switches where they stand; rows and columns."""
    yield from painted_cells(level)
    for letter, switch in level.switches:
        cell = first_cell(level, letter)
        if cell is not None:
            yield from changed_switch(level, letter, switch, cell)
    for bridge in sorted(letter for letter in level.letters if is_bridge(letter)):
        is_on = bridge in level.on
        kind = f"bridge {bridge} {'off' if is_on else 'on'}"
        row, column = first_cell(level, bridge) or (0, 0)
        yield Edit(kind, row, column, partial(replace, level, on=level.on ^ {bridge}))
    yield from resized(level)


def width(level: RollLevel) -> int:
    return max(map(len, level.rows))


def first_cell(level: RollLevel, letter: str) -> Cell | None:
    return next(iter(cells_matching(level.rows, letter)), None)


def known_bridges(level: RollLevel) -> list[str]:
    acted_on = {bridge for _, switch in level.switches for effect in switch.effects for bridge in effect.bridges}
    return sorted({letter for letter in level.letters if is_bridge(letter)} | acted_on | level.on | {"x", "c"})


def painted_cells(level: RollLevel) -> Iterator[Edit[RollLevel]]:
    split_cells = {cell for _, switch in level.switches for cell in switch.split or ()}
    fresh = next((letter.upper() for letter in BRIDGES if letter.upper() not in level.switch), None)
    letters = [*sorted(level.switch), *([fresh] if fresh else [])]
    paints = {
        **PAINTS,
        **{f"bridge {letter}": letter for letter in known_bridges(level)},
        **{f"switch {letter}": letter for letter in letters},
    }
    for row in range(len(level.rows) + 1):
        for column in range(width(level) + 1):
            cell = row, column
            here = level.at(cell)
            if cell not in level.start and cell != level.target:
                for kind, character in paints.items():
                    if character != here and not (character == " " and (here == "." or cell in split_cells)):
                        added = Switch(False, (Effect("toggle", (character.lower(),)),))
                        new = {character: added} if character == fresh else {}
                        removes = here not in " ." and (character == " " or (character == "g" and here != "g"))
                        yield Edit(kind, row, column, partial(painted, level, cell, character, new), removes)
                if fresh:
                    ends = Switch(True, split=(level.start[0], level.target))
                    make = partial(painted, level, cell, fresh, {fresh: ends})
                    yield Edit(f"split switch {fresh}", row, column, make)
                yield Edit("target", row, column, partial(with_target, level, cell))
            for kind, cells in (
                ("start", (cell,)),
                ("start across", (cell, (row, column + 1))),
                ("start down", (cell, (row + 1, column))),
            ):
                if level.target not in cells and cells != level.start:
                    yield Edit(kind, row, column, partial(with_start, level, cells))


def painted(level: RollLevel, cell: Cell, character: str, new: dict[str, Switch]) -> RollLevel:
    switches = tuple(sorted({**dict(level.switches), **new}.items()))
    return tidied(replace(level, rows=with_character(level.rows, cell, character), switches=switches))


def tidied(level: RollLevel) -> RollLevel:
    """Without what the legend says of switches that are no longer on the map."""
    switches = tuple((letter, switch) for letter, switch in level.switches if letter in level.letters)
    return level if len(switches) == len(level.switches) else replace(level, switches=switches)


def with_character(rows: tuple[str, ...], cell: Cell, character: str) -> tuple[str, ...]:
    """The map with one character changed; as the text form has it, without blanks at its edges."""
    row, column = cell
    lines = [*rows, *[""] * (row + 1 - len(rows))]
    lines[row] = lines[row].ljust(column + 1)
    return trimmed(grids.with_character(lines, cell, character))


def with_start(level: RollLevel, cells: tuple[Cell, ...]) -> RollLevel:
    rows = level.rows
    for cell in cells:
        rows = with_character(rows, cell, "g")
    return tidied(replace(level, rows=rows, start=cells))


def with_target(level: RollLevel, cell: Cell) -> RollLevel:
    return tidied(replace(level, rows=with_character(level.rows, cell, "g"), target=cell))


def changed_switch(level: RollLevel, letter: str, switch: Switch, cell: Cell) -> Iterator[Edit[RollLevel]]:
    def edit(kind: str, changed: Switch, at: Cell = cell, removes: bool = False) -> Edit[RollLevel]:
        switches = tuple((name, changed if name == letter else other) for name, other in level.switches)
        return Edit(kind, at[0], at[1], partial(replace, level, switches=switches), removes)

    if switch.split:
        first, second = switch.split
        for to, _ in level.floor():
            if to not in switch.split:
                yield edit(f"first cube of {letter}", replace(switch, split=(to, second)), to)
                yield edit(f"second cube of {letter}", replace(switch, split=(first, to)), to)
        return
    yield edit(f"{letter} {'soft' if switch.heavy else 'heavy'}", replace(switch, heavy=not switch.heavy))
    for bridge in known_bridges(level):
        rest = [
            replace(effect, bridges=tuple(other for other in effect.bridges if other != bridge))
            for effect in switch.effects
        ]
        kept = tuple(effect for effect in rest if effect.bridges)
        for words, verb in VERBS.items():
            effects = (*kept, Effect(verb, (bridge,)))  # type: ignore[arg-type]
            if effects != switch.effects:
                yield edit(f"{letter} {words} {bridge}", replace(switch, effects=effects))
        if kept and kept != switch.effects:
            yield edit(f"{letter} leaves {bridge}", replace(switch, effects=kept), removes=True)


def resized(level: RollLevel) -> Iterator[Edit[RollLevel]]:
    fixed = [*level.start, level.target, *(cell for _, switch in level.switches for cell in switch.split or ())]
    size = len(level.rows), width(level)
    first, last = level.start[0], level.start[-1]

    def can(axis: int, line: int, by: int) -> bool:
        if by < 0:
            return all(cell[axis] != line for cell in fixed)
        # What lies on two cells stays together.
        return line < size[axis] and not first[axis] < line <= last[axis]

    def changed(axis: int, line: int, by: int) -> RollLevel:
        full = [row.ljust(size[1]) for row in level.rows]
        return moved(level, resized_rows(axis, line, by, full, " "), partial(shifted, axis, line, by))

    yield from line_by_line(edits_of_lines(size, changed, can))


def moved(level: RollLevel, rows: tuple[str, ...], place: Callable[[Cell], Cell]) -> RollLevel:
    """The level on another map, with everything where `place` says."""
    switches = tuple(
        (letter, replace(switch, split=(place(switch.split[0]), place(switch.split[1]))) if switch.split else switch)
        for letter, switch in level.switches
    )
    start = tuple(sorted(place(cell) for cell in level.start))
    return tidied(replace(level, rows=trimmed(rows), start=start, target=place(level.target), switches=switches))


def symmetries(level: RollLevel) -> Iterator[RollLevel]:
    """The map without empty edges, turned and mirrored; letters are given anew in reading order."""
    bare = replace(level, rows=trimmed(row.replace(".", " ") for row in level.rows), name=None)
    # The split cells of a switch that is not on the map mean nothing, and may lie on floor that is cut off.
    used = {letter: switch for letter, switch in level.switch.items() if letter in level.letters}
    top = next(row for row, line in enumerate(bare.rows) if line)
    left = min(len(line) - len(line.lstrip()) for line in bare.rows if line)
    columns = width(bare) - left
    grid = [line[left:].ljust(columns) for line in bare.rows[top:]]
    for turn in TURNS:

        def place(cell: Cell, turn: Turn = turn) -> Cell:
            return turn.cell((cell[0] - top, cell[1] - left), (len(grid), columns))

        rows = tuple("".join(line) for line in turn.grid(grid))
        yield renamed(moved(replace(bare, switches=tuple(used.items())), rows, place))


def renamed(level: RollLevel) -> RollLevel:
    """Switches and bridges with letters in the order in which they stand on the map, none of them built in."""
    # A switch that does nothing is floor.
    idle = [
        letter
        for letter, switch in level.switches
        if not switch.split
        and not any(bridge in level.letters for effect in switch.effects for bridge in effect.bridges)
    ]
    rows = tuple(row.translate({ord(letter): "g" for letter in idle}) for row in level.rows)
    bridges = dict.fromkeys(filter(is_bridge, "".join(rows)))
    switches = dict.fromkeys(filter(str.isupper, "".join(rows)))
    if max(len(bridges), len(switches)) > len(BRIDGES):
        return level
    letters = dict(zip((*bridges, *switches), BRIDGES[: len(bridges)] + BRIDGES.upper(), strict=False))

    def renamed_effects(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
        named = (tuple(sorted(letters[old] for old in set(effect.bridges) & set(bridges))) for effect in effects)
        pairs = zip(effects, named, strict=True)
        return tuple(replace(effect, bridges=names) for effect, names in pairs if names)

    return replace(
        level,
        rows=tuple("".join(letters.get(character, character) for character in row) for row in rows),
        switches=tuple(
            (letters[old], replace(switch, effects=renamed_effects(switch.effects)))
            for old, switch in sorted(level.switches, key=lambda entry: letters.get(entry[0], ""))
            if old in letters
        ),
        on=frozenset(letters[bridge] for bridge in level.on if bridge in bridges),
    )


def extent(level: RollLevel) -> dict[str, int]:
    placed = [letter for letter in level.letters if letter.isupper()]
    splits = sum(level.switch[letter].split is not None for letter in placed)
    lines = [row for row, line in enumerate(level.rows) if line]
    indent = min(len(line) - len(line.lstrip()) for line in level.rows if line)
    return {
        "rows": lines[-1] - lines[0] + 1,
        "columns": width(level) - indent,
        "switches": len(placed) - splits,
        "splits": splits,
    }


def blank(level: RollLevel, rows: int, columns: int) -> RollLevel:
    """Floor, from one corner to the opposite one."""
    columns = max(columns, 1 if rows > 1 else 2)
    return RollLevel(("g" * columns,) * rows, ((0, 0),), (rows - 1, columns - 1))


# -- what generated levels promise, and how they are varied


def broken(level: RollLevel, options: Values, most: bool) -> Iterator[str]:
    text = "".join(level.rows)
    known = dict(level.switches)
    acted_on = {bridge for switch in known.values() for effect in switch.effects for bridge in effect.bridges}
    bridges = {letter for letter in level.letters if is_bridge(letter)}
    for letter in filter(str.isupper, level.letters):
        if text.count(letter) > 1:
            yield f"switch {letter} is there twice"
    floor = dict(level.floor())
    if any(mark == "f" and sum(other in floor for other in beside(cell)) < 3 for cell, mark in floor.items()):
        yield "fragile floor at an edge"
    for bridge in sorted(bridges):
        cells = {cell for cell, mark in level.floor() if mark == bridge}
        if len(cells) > 1 and not all(cells & set(beside(cell)) for cell in cells):
            yield f"bridge {bridge} lies apart"
    yield from (f"switch {letter} is not on the map" for letter in known if letter not in level.letters)
    yield from (f"no switch opens bridge {bridge}" for bridge in sorted(bridges - acted_on))
    yield from (f"bridge {bridge} is not on the map" for bridge in sorted((acted_on | level.on) - bridges))


def places(level: RollLevel) -> Iterator[Cell]:
    """Floor; who stands on a switch that splits the block is somewhere else at once."""
    for cell, mark in level.floor():
        if not (mark.isupper() and level.switch[mark].split):
            yield cell[0] + 1, cell[1] + 1


def touched(level: RollLevel, state: RollState) -> Iterator[Cell]:
    return ((row + 1, column + 1) for row, column in state.cells())


def pieces(level: RollLevel, options: Values) -> Iterator[tuple[str, RollLevel]]:
    """Switches, and bridges, each with plain floor in their place."""
    for letter in sorted(level.letters):
        if letter.isupper() or is_bridge(letter):
            rows = tuple(row.replace(letter, "g") for row in level.rows)
            kind = "switch" if letter.isupper() else "bridge"
            yield f"{kind} {letter}", tidied(replace(level, rows=rows))


def varied(rng: random.Random, level: RollLevel, options: Values) -> RollLevel:
    """Start or target elsewhere, two cells swapped, a bridge longer or shorter, a switch changed."""
    marks = dict(level.floor())
    plain = [cell for cell, mark in marks.items() if mark == "g" and cell not in (*level.start, level.target)]
    if not plain:
        return level
    kind = rng.choice(("start", "target", "swap", "swap", "swap", "bridge", "switch"))
    cell = rng.choice(plain)
    if kind == "start":
        return replace(level, start=(cell,))
    if kind == "target":
        return replace(level, target=cell)
    if kind == "switch" and level.switches:
        letter, switch = rng.choice(level.switches)
        changed = {**dict(level.switches), letter: other_switch(rng, switch, sorted(marks))}
        return replace(level, switches=tuple(changed.items()))
    bridge_cells = [place for place, mark in marks.items() if is_bridge(mark)]
    if kind == "bridge" and bridge_cells:
        place = rng.choice(bridge_cells)
        mark = marks[place]
        if rng.random() < 0.5 and list(marks.values()).count(mark) > 1:
            return replace(level, rows=with_character(level.rows, place, "g"))
        near = [cell for cell in plain if cell in beside(place)]
        return replace(level, rows=with_character(level.rows, rng.choice(near), mark)) if near else level
    # Something that is no plain floor, or a hole beside the floor, changes places with plain floor.
    special = [place for place, mark in marks.items() if mark != "g"]
    around = {other for place in marks for other in beside(place)}
    split_cells = {cell for _, switch in level.switches for cell in switch.split or ()}
    holes = [
        (row, column)
        for row, column in sorted(around - set(marks))
        if 0 <= row < len(level.rows) and 0 <= column < width(level)
    ]
    pool = special if special and (not holes or rng.random() < 0.5) else holes
    if not pool or (pool is holes and cell in split_cells):
        return level
    other = rng.choice(pool)
    rows = with_character(with_character(level.rows, other, "g"), cell, marks.get(other, " "))
    return replace(level, rows=rows)


def other_switch(rng: random.Random, switch: Switch, floor: list[Cell]) -> Switch:
    """Heavy instead of soft, another verb, or another cell for a cube."""
    if switch.split:
        keep = rng.choice(switch.split)
        place = rng.choice([cell for cell in floor if cell not in switch.split])
        return replace(switch, split=(keep, place) if rng.random() < 0.5 else (place, keep))
    if rng.random() < 0.5:
        return replace(switch, heavy=not switch.heavy)
    first = switch.effects[0]
    return replace(switch, effects=(replace(first, verb="open" if first.verb == "toggle" else "toggle"),))


def like(level: RollLevel) -> dict[str, float]:
    marks = [mark for _, mark in level.floor()]
    size = extent(level)
    share = round(len(marks) / (size["rows"] * size["columns"]), 2)
    return {"fill": share, "fragile": round(marks.count("f") / len(marks), 3)}


def ground(level: RollLevel) -> Iterator[Cell]:
    return (cell for cell, _ in level.floor())


WORDS = (
    "floor from edge to edge, all of which the block can come upon; every bridge has a switch, every switch a bridge "
    "or two cells for the cubes, and the optimum is another without any of them; "
    "fragile cells lie in the middle of the floor"
)


def ladder(step: int) -> dict[str, Any]:
    """Options of ever larger levels."""
    return {"rows": 5 + step // 3, "columns": 8 + step // 2, "switches": min(3, step // 4)}


DESIGN = designed(__name__, WORDS, generate=generate, options=OPTIONS)
