"""Small changes of a map, the letters of the legend being the brushes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial

from ...core.errors import LudoplanError
from ...core.grids import edits_of_lines, line_by_line, resized_rows
from ...core.level import parse_level
from ...core.options import Option, Values
from ...core.parts import Cell, Design, Edit, Promises
from .board import bits
from .level import PuzzleScriptLevel
from .play import PlayState
from .program import union

FIRST = "puzzlescript:crates#1"
OPTIONS = (
    Option("from", str, FIRST, "the level to change: FILE#3, or a bundled one", is_path=True),
    Option("edits", int, 6, "how many changes are made", minimum=0),
)


def edits(level: PuzzleScriptLevel) -> Iterator[Edit[PuzzleScriptLevel]]:
    """Another letter on a cell; a row or a column more or less. A player who is alone is never lost or doubled."""
    brushes = level.frame.glyphs
    floor = floor_of(level)
    names = names_of(level)
    players = player_cells(level)
    for row, line in enumerate(level.rows):
        for column, here in enumerate(line):
            if (row, column) in players:
                continue
            for glyph, mask in brushes.items():
                if mask != level.program.glyphs[here]:
                    make = partial(painted, level, (row, column), glyph)
                    yield Edit(names[glyph], row, column, make, removes=glyph == floor)
    size = len(level.rows), len(level.rows[0])

    def can(axis: int, line: int, by: int) -> bool:
        return line < size[axis] if by > 0 else size[axis] > 1 and all(cell[axis] != line for cell in players)

    def changed(axis: int, line: int, by: int) -> PuzzleScriptLevel:
        return level.with_rows(resized_rows(axis, line, by, level.rows, floor))

    yield from line_by_line(edits_of_lines(size, changed, can))


def names_of(level: PuzzleScriptLevel) -> dict[str, str]:
    """What each letter puts on a cell, the uppermost first; the background where there is nothing else."""
    program = level.program
    background = program.background_mask
    found: dict[str, str] = {}
    for glyph, mask in level.frame.glyphs.items():
        there = list(bits(mask & ~background)) or list(bits(mask))
        name = " on ".join(program.objects[number].name for number in reversed(there)) or "nothing"
        found[glyph] = f"{name} ({glyph})" if name in found.values() else name
    return found


def player_cells(level: PuzzleScriptLevel) -> list[Cell]:
    """Where the map has players."""
    starts = {glyph for glyph, mask in level.program.glyphs.items() if level.program.has_player(mask)}
    return [
        (row, column) for row, line in enumerate(level.rows) for column, glyph in enumerate(line) if glyph in starts
    ]


def floor_of(level: PuzzleScriptLevel) -> str:
    """The letter of nothing but background; else the commonest of the map."""
    program = level.program
    background = program.background_mask
    bare = [glyph for glyph, mask in level.frame.glyphs.items() if not mask & ~background]
    used = Counter("".join(level.rows))
    for glyph, _ in used.most_common():
        if not program.glyphs[glyph] & ~background:
            return glyph
    return bare[0] if bare else used.most_common(1)[0][0]


def painted(level: PuzzleScriptLevel, cell: Cell, glyph: str) -> PuzzleScriptLevel:
    """The map with another letter; if it is a second player, the first one goes."""
    grid = [list(line) for line in level.rows]
    grid[cell[0]][cell[1]] = glyph
    if level.program.has_player(level.program.glyphs[glyph]):
        players = player_cells(level)
        if len(players) == 1:
            row, column = players[0]
            grid[row][column] = without_player(level, grid[row][column])
    return level.with_rows("".join(line) for line in grid)


def without_player(level: PuzzleScriptLevel, glyph: str) -> str:
    """The letter of what is left when the player goes."""
    program = level.program
    background = program.background_mask
    left = program.glyphs[glyph] & ~program.player_mask & ~background
    if left:
        for other, mask in level.frame.glyphs.items():
            if mask & ~background == left:
                return other
    return floor_of(level)


def generate(rng: random.Random, options: Values) -> PuzzleScriptLevel:
    """The level that was named, changed at random; it may or may not be solvable."""
    level = first_level(options["from"])
    for _ in range(options["edits"]):
        level = repainted(rng, level)
    return level


@lru_cache(maxsize=8)
def first_level(spec: str) -> PuzzleScriptLevel:
    """The level to begin with; raises LudoplanError or BadInput."""
    found = parse_level(spec)
    if found.game.name != "puzzlescript":
        raise LudoplanError(f"--from: {spec} is a level of {found.game.name}")
    level: PuzzleScriptLevel = found.level
    return level


def repainted(rng: random.Random, level: PuzzleScriptLevel) -> PuzzleScriptLevel:
    """The map with a random letter on a random cell that is neither the player's nor at the edge."""
    row, column = rng.choice(inner_cells(level))
    glyph = rng.choice(list(level.frame.glyphs))
    return level if (row, column) in player_cells(level) else painted(level, (row, column), glyph)


def inner_cells(level: PuzzleScriptLevel) -> list[Cell]:
    """All but those at the edge, which is mostly a wall; where there are no others, all."""
    height, width = len(level.rows), len(level.rows[0])
    rows, columns = (range(1, size - 1) if size > 2 else range(size) for size in (height, width))
    return [(row, column) for row in rows for column in columns]


def changed_cells(level: PuzzleScriptLevel, first: PuzzleScriptLevel) -> list[Cell]:
    return [
        (row, column)
        for row, (line, before) in enumerate(zip(level.rows, first.rows, strict=True))
        for column, (glyph, other) in enumerate(zip(line, before, strict=True))
        if glyph != other
    ]


def repainted_cells(level: PuzzleScriptLevel, first: PuzzleScriptLevel) -> list[Cell]:
    """The changed cells that have no player before or after."""
    players = {*player_cells(level), *player_cells(first)}
    return [cell for cell in changed_cells(level, first) if cell not in players]


def objects_of(level: PuzzleScriptLevel) -> int:
    """The mask of all objects on the map."""
    return union(level.program.glyphs[glyph] for glyph in set("".join(level.rows)))


def broken(level: PuzzleScriptLevel, options: Values, most: bool) -> Iterator[str]:
    first = first_level(options["from"])
    if (len(level.rows), len(level.rows[0])) != (len(first.rows), len(first.rows[0])):
        yield "another size than the level to change"
        return
    changed = changed_cells(level, first)
    # A player that is put elsewhere changes a second cell.
    moved = len(set(player_cells(level)) - set(player_cells(first)))
    if len(changed) - moved > options["edits"]:
        yield f"{len(changed) - moved} changes"
    if set(changed) - set(inner_cells(first)) - set(player_cells(first)):
        yield "the edge is changed"
    if objects_of(first) & ~objects_of(level):
        yield "a kind of thing is no longer there"
    if len(player_cells(level)) != len(player_cells(first)):
        yield "another number of players"


def pieces(level: PuzzleScriptLevel, options: Values) -> Iterator[tuple[str, PuzzleScriptLevel]]:
    """The changed cells, each with what was there before."""
    first = first_level(options["from"])
    for row, column in repainted_cells(level, first):
        name = f"{level.rows[row][column]} at {row + 1},{column + 1}"
        yield name, painted(level, (row, column), first.rows[row][column])


def varied(rng: random.Random, level: PuzzleScriptLevel, options: Values) -> PuzzleScriptLevel:
    """One change more, in place of another where there are as many as were asked for."""
    first = first_level(options["from"])
    changed = repainted_cells(level, first)
    if changed and len(changed) >= options["edits"]:
        row, column = rng.choice(changed)
        level = painted(level, (row, column), first.rows[row][column])
    return repainted(rng, level)


def symmetries(level: PuzzleScriptLevel) -> Iterator[PuzzleScriptLevel]:
    """The map alone: messages make no other puzzle of it. Rules need not treat all directions alike."""
    yield replace(level, messages=())


def extent(level: PuzzleScriptLevel) -> Mapping[str, int]:
    return {"rows": len(level.rows), "columns": len(level.rows[0])}


def blank(level: PuzzleScriptLevel, rows: int, columns: int) -> PuzzleScriptLevel:
    """Floor with a player, inside such an edge as the level has where that is of one letter."""
    floor, edge = floor_of(level), edge_of(level)
    inset = len(edge)
    rows, columns = (max(size - 2 * inset, 1) for size in (rows, columns))
    grid = [[floor] * columns for _ in range(rows)]
    for row, column in player_cells(level)[:1]:
        grid[0][0] = level.rows[row][column]
    across = [edge * (columns + 2)] * inset
    lines = (f"{edge}{''.join(line)}{edge}" for line in grid)
    return replace(level, rows=(*across, *lines, *across), messages=())


def edge_of(level: PuzzleScriptLevel) -> str:
    """The letter all around the map; empty if there are several."""
    letters = {*level.rows[0], *level.rows[-1], *(line[0] for line in level.rows), *(line[-1] for line in level.rows)}
    return letters.pop() if len(letters) == 1 else ""


PROMISES: Promises[PuzzleScriptLevel, PlayState] = Promises(
    "the size, the edge and all kinds of things of the level to change, as many players, and no more changes than "
    "were asked for, each of which makes the optimum another",
    broken,
    pieces=pieces,
)
DESIGN = Design(edits, generate, OPTIONS, symmetries, extent, promises=PROMISES, varied=varied, blank=blank)
