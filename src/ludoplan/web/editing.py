"""Levels that are drawn by hand: one change or a stroke of them, what a brush looks like, why something cannot be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from ..core.errors import LudoplanError
from ..core.parts import Cell, Design, Edit
from ..core.scene import Shape
from ..core.steps import distances
from ..core.task import AnyGame, ParsedLevel
from ..drawing.draw import draw_cell
from ..drawing.pictures import first_scene, place_of, size_of
from ..drawing.small import cells_of_shape
from . import schemas
from .levels import picture
from .reading import parsed

Where = Literal["cell", "link", "row", "column", "level"]
Target = tuple[int | None, int | None]  # row and column of the picture, as far as they are meant
MOST_PICTURES = 80
LINK = re.compile(r" (from|on) \d+$")  # a change of a cell that names another one: there are as many as cells


def edit(found: ParsedLevel, kind: str | None, cells: Sequence[Target], fill: bool) -> schemas.EditOutput:
    """The level after a change at cells of the picture, and what else can be changed; raises LudoplanError."""
    game, design = found.game, design_of(found.game)
    top, left = origin_of(game)
    if kind is not None:
        if fill and cells:
            cells = alike(found, cells[0])
        found = changed(
            found, kind, [(below(row, top), below(column, left)) for row, column in cells or [(None, None)]]
        )
    brushes: dict[str, schemas.Brush] = {}
    for each in design.edits(found.level):
        where = where_of(each)
        if each.kind in brushes:
            brushes[each.kind].only = None
        else:
            is_place = where in ("cell", "link")
            only = (top + (each.row or 0), left + (each.column or 0)) if is_place else None
            brushes[each.kind] = schemas.Brush(kind=each.kind, where=where, only=only)
    for name in kinds_of(found):
        brushes[name] = schemas.Brush(kind=name, where="cell", only=None)
    return schemas.EditOutput(**picture(found), brushes=list(brushes.values()), origin=(top, left))


def kinds_of(found: ParsedLevel) -> Sequence[str]:
    """The kinds of change of a cell that there always are, whether there is a place for them now or not."""
    kinds = design_of(found.game).kinds
    return () if kinds is None else kinds(found.level)


def where_of(change: Edit[Any]) -> Where:
    if change.row is None:
        return "level" if change.column is None else "column"
    if change.column is None:
        return "row"
    return "link" if LINK.search(change.kind) else "cell"


def design_of(game: AnyGame) -> Design[Any, Any]:
    if game.design is None or game.text is None:
        raise LudoplanError(f"{game.name} has no edits")
    return game.design


def origin_of(game: AnyGame) -> Cell:
    return (0, 0) if game.view is None else game.view.origin


def below(place: int | None, origin: int) -> int | None:
    return None if place is None else place - origin


def changed(found: ParsedLevel, kind: str, targets: Sequence[Target]) -> ParsedLevel:
    """The level after the change wherever it is possible; raises LudoplanError with a reason if it is nowhere."""
    game, level = found.game, found.level
    assert game.text is not None
    for target in targets:
        change = change_at(game, level, kind, target)
        if change is not None:
            level = change.level
    if level is found.level:
        raise LudoplanError(why_not(found, kind, targets[0]))
    return parsed(game.name, game.text.format(level))


def change_at(game: AnyGame, level: Any, kind: str, target: Target) -> Edit[Any] | None:
    # Who points at a cell may mean its row, its column or the level.
    meant = {target, (target[0], None), (None, target[1]), (None, None)}
    listed = design_of(game).edits(level)
    return next((each for each in listed if each.kind == kind and (each.row, each.column) in meant), None)


def why_not(found: ParsedLevel, kind: str, target: Target) -> str:
    """The game's reason; else what can be put there instead, or where this can be put."""
    design = design_of(found.game)
    row, column = target
    if design.why_not is not None and row is not None and column is not None:
        reason = design.why_not(found.level, kind, row, column)
        if reason is not None:
            return f"{kind}: {reason}"
    listed = list(design.edits(found.level))
    here = sorted({each.kind for each in listed if (each.row, each.column) == target and each.row is not None})
    if here:
        return f"{kind} is not possible there; here you can put: {', '.join(here[:12])}"
    there = [each for each in listed if each.kind == kind and each.row is not None and each.column is not None]
    if there:
        return f"{kind} is not possible there: nothing can be changed in this cell"
    return f"{kind} is not possible on this level as it is"


def alike(found: ParsedLevel, start: Target) -> Sequence[Target]:
    """The cells around one that look like it and touch each other, at most as many as a stroke may have."""
    looks: dict[Cell, list[tuple[Any, ...]]] = {}
    for shape in first_scene(found.game, found.level).shapes:
        for cell in cells_of_shape(shape):
            looks.setdefault(cell, []).append(look(shape, cell))
    rows, columns = size_of(found.game, found.level)
    if start[0] is None or start[1] is None:
        return [start]
    first = (start[0], start[1])

    def beside(cell: Cell) -> Iterator[Cell]:
        row, column = cell
        for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= near[0] < rows and 0 <= near[1] < columns and looks.get(near) == looks.get(first):
                yield near

    return list(distances([first], beside))[: schemas.MOST_EDITED]


def look(shape: Shape, cell: Cell) -> tuple[Any, ...]:
    """A shape as it is seen from a cell; of one that is larger than a cell only its colour."""
    numbers = shape.numbers
    if shape.kind == "rect" and max(numbers[2:4]) > 1:
        return shape.kind, shape.style
    places = tuple(round(value - cell[1 - index % 2], 3) for index, value in enumerate(numbers[:2]))
    return shape.kind, shape.style, shape.text, shape.sprite, places


def brush_pictures(found: ParsedLevel) -> list[schemas.BrushPicture]:
    """For each kind of change of a cell, what the cell looks like afterwards; of whole rows and so on there is none."""
    game, design = found.game, design_of(found.game)
    chosen = changes_of_cells(game, found.level)
    # What there is no place for now is drawn on an empty board.
    if design.blank is not None and any(kind not in chosen for kind in kinds_of(found)):
        rows, columns = map(int, size_of(game, found.level))
        chosen = {**changes_of_cells(game, design.blank(found.level, rows, columns)), **chosen}
    return [
        schemas.BrushPicture(kind=kind, svg=draw_cell(first_scene(game, each.level), *cell))
        for kind, (each, cell) in list(chosen.items())[:MOST_PICTURES]
    ]


def changes_of_cells(game: AnyGame, level: Any) -> dict[str, tuple[Edit[Any], Cell]]:
    """One change of each kind, and its cell on the picture."""
    top, left = origin_of(game)
    player = set(place_of(game, level, game.initial(level)))
    chosen: dict[str, tuple[Edit[Any], Cell]] = {}
    for each in design_of(game).edits(level):
        if each.row is None or each.column is None or where_of(each) == "link":
            continue
        cell = top + each.row, left + each.column
        # Rather where the player does not stand in front of it.
        if each.kind not in chosen or (chosen[each.kind][1] in player and cell not in player):
            chosen[each.kind] = each, cell
    return chosen


def blank(found: ParsedLevel, rows: int, columns: int) -> ParsedLevel:
    """An empty level of the same game; raises LudoplanError."""
    game, design = found.game, design_of(found.game)
    if design.blank is None or game.text is None:
        raise LudoplanError(f"{game.name} has no empty levels: change one that there is")
    return parsed(game.name, game.text.format(design.blank(found.level, rows, columns)))
