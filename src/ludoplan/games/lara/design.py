"""Small changes of a level, and its symmetries. Tiles are where the picture shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from ...core.options import Values
from ...core.parts import Edit, designed
from ...core.steps import distances
from ...core.symmetry import TURNS, Cell, Turn
from .generate import OPTIONS, TRAPS, generate, in_sight, varied
from .heuristics import ends
from .layout import layout
from .rules import DIRECTIONS, Joins, LaraLevel, LaraState, Lever, Tile, TileKind, Trap
from .text import LARGEST
from .text import STEPS as ROUTE

STEPS: tuple[Cell, ...] = ((0, -1), (0, 1), (-1, 0), (1, 0))  # of row and column: left, right, up, down
# Kinds of tiles, and whether they are active.
KINDS: dict[str, tuple[TileKind, bool]] = {
    "plain tile": ("Tile", True),
    "cracked tile": ("CrackedTile", True),
    "moving tile": ("MovingTile", True),
    "moving tile off": ("MovingTile", False),
}
MOST_SIDE = 16  # rows or columns of an empty level


def edits(level: LaraLevel) -> Iterator[Edit[LaraLevel]]:
    """Tiles and what is on them, joins, levers, falls, lines of sight, routes, new tiles."""
    return Editor(level).edits()


class Editor:
    """One level and what is needed to see which changes are well-formed."""

    def __init__(self, level: LaraLevel) -> None:
        self.level = level
        self.cells = layout(level).cells
        self.at = {cell: tile for tile, cell in self.cells.items()}
        self.trap_at = {trap.pos: number for number, trap in enumerate(level.traps)}
        # The first step of a route must stay on the map: these joins may not be cut.
        self.needed = {
            (trap.guards, trap.sequence[0]) for trap in level.traps if trap.sequence and trap.guards is not None
        }
        self.goals = [tile.id for tile in level.tiles if tile.is_goal]

    def edits(self) -> Iterator[Edit[LaraLevel]]:
        for tile in self.level.tiles:
            yield from self.of_tile(tile)
            yield from self.of_joins(tile)
            yield from self.of_levers(tile)
            yield from self.of_falls(tile)
            yield from self.of_sight(tile)
            if tile.id in self.trap_at:
                yield from self.of_trap(tile, self.trap_at[tile.id])
            elif tile.id != self.level.start:
                yield from self.new_traps(tile)
            if self.can_go(tile):
                yield self.edit("no tile", tile, partial(without_tile, self.level, tile.id))
        yield from self.new_tiles()
        other = "walk" if self.level.traps_act_on == "any" else "any"
        yield Edit(f"traps act on {other}", None, None, partial(replace, self.level, traps_act_on=other))

    def edit(self, kind: str, tile: Tile, make: partial[LaraLevel]) -> Edit[LaraLevel]:
        row, column = self.cells[tile.id]
        # What is taken away is called so; a cut join is a wall more.
        return Edit(kind, row, column, make, removes=kind.startswith(("no ", "plain ")))

    def tile_edit(self, words: str, tile: Tile, at: Tile | None = None, **changes: Any) -> Edit[LaraLevel]:
        """A tile with other values; shown at another one, if that is what it is about."""
        return self.edit(words, at or tile, partial(with_tile, self.level, tile, changes))

    def level_edit(self, kind: str, tile: Tile, **changes: Any) -> Edit[LaraLevel]:
        return self.edit(kind, tile, partial(replace, self.level, **changes))

    def of_tile(self, tile: Tile) -> Iterator[Edit[LaraLevel]]:
        level = self.level
        for words, (kind, active) in KINDS.items():
            if (kind, active) != (tile.kind, tile.active) and (active or tile.id != level.start):
                yield self.tile_edit(words, tile, kind=kind, drop=None, active=active)
        if not tile.is_goal:
            yield self.tile_edit("goal", tile, is_goal=True)
        elif len(self.goals) > 1:
            yield self.tile_edit("no goal", tile, is_goal=False)
        if tile.id != level.start and tile.active and tile.id not in self.trap_at:
            yield self.level_edit("start", tile, start=tile.id)
        if tile.id in level.spears:
            yield self.level_edit("no spear", tile, spears=tuple(pos for pos in level.spears if pos != tile.id))
        else:
            yield self.level_edit("spear", tile, spears=(*level.spears, tile.id))

    def of_joins(self, tile: Tile) -> Iterator[Edit[LaraLevel]]:
        row, column = self.cells[tile.id]
        for side, (down, right) in enumerate(STEPS):
            target = tile.joins[side]
            beside = self.at.get((row + down, column + right))
            if target is not None and (tile.id, side) not in self.needed:
                yield self.tile_edit(f"cut {DIRECTIONS[side]}", tile, joins=with_item(tile.joins, side, None))
            elif target is None and beside is not None:
                yield self.edit(f"join {DIRECTIONS[side]}", tile, partial(joined, self.level, tile.id, side, beside))

    def of_levers(self, tile: Tile) -> Iterator[Edit[LaraLevel]]:
        levers = self.level.levers
        if tile.id not in self.level.lever_at:
            yield self.level_edit("new lever", tile, levers=(*levers, Lever((tile.id,), ())))
        for number, lever in enumerate(levers):
            before, after = levers[:number], levers[number + 1 :]
            if tile.id in lever.pos:
                rest = tuple(pos for pos in lever.pos if pos != tile.id)
                kept = (replace(lever, pos=rest),) if rest else ()
                yield self.level_edit("no lever", tile, levers=(*before, *kept, *after))
            elif tile.id not in self.level.lever_at:
                more = replace(lever, pos=(*lever.pos, tile.id))
                yield self.level_edit(f"lever {number + 1}", tile, levers=(*before, more, *after))
            if tile.kind == "MovingTile":
                moved = tuple(sorted(set(lever.tiles) ^ {tile.id}))
                verb = "leaves" if tile.id in lever.tiles else "moves"
                changed = (*before, replace(lever, tiles=moved), *after)
                yield self.level_edit(f"lever {number + 1} {verb}", tile, levers=changed)

    def of_falls(self, tile: Tile) -> Iterator[Edit[LaraLevel]]:
        """Onto this tile, from cracked ones; never in a circle."""
        below = ends(self.level, tile)
        for cracked in self.level.tiles:
            if cracked.kind == "CrackedTile" and cracked.id not in below:
                falls = cracked.drop == tile.id
                words = f"{'no ' if falls else ''}fall from {cracked.id}"
                yield self.tile_edit(words, cracked, at=tile, drop=None if falls else tile.id)

    def of_sight(self, tile: Tile) -> Iterator[Edit[LaraLevel]]:
        """Tiles that a spear reaches from this one: in the same row or column of the picture."""
        near = in_sight(self.cells[tile.id], self.at, STEPS)
        for target in dict.fromkeys((*near, *tile.air_connect)):
            seen = target in tile.air_connect
            targets = tuple(other for other in tile.air_connect if other != target)
            words = f"{'no ' if seen else ''}sight from {tile.id}"
            at = self.level.tile[target]
            yield self.tile_edit(words, tile, at=at, air_connect=targets if seen else (*targets, target))

    def of_trap(self, tile: Tile, number: int) -> Iterator[Edit[LaraLevel]]:
        level = self.level
        trap = level.traps[number]
        name = trap.kind.lower()

        def edit(kind: str, changed: Trap | None, at: Tile = tile) -> Edit[LaraLevel]:
            traps = (*level.traps[:number], *([changed] if changed else []), *level.traps[number + 1 :])
            return self.level_edit(kind, at, traps=traps)

        yield edit(f"no {name}", None)
        if trap.kind != "Saw":
            kind = f"{name} {'cannot' if trap.can_attack else 'can'} be attacked"
            yield edit(kind, replace(trap, can_attack=not trap.can_attack))
        if trap.guards is not None:
            yield edit(f"{name} guards nothing", replace(trap, guards=None))
        for side, target in enumerate(tile.joins):
            if target is not None and target not in (trap.guards, trap.pos) and self.starts_on_map(target, trap):
                yield edit(f"{name} guards {DIRECTIONS[side]}", replace(trap, guards=target))
        for side, letter in enumerate(ROUTE if trap.sequence else ""):
            yield edit(f"route {letter}", replace(trap, sequence=(*trap.sequence, side)))
        if len(trap.sequence) > 1:
            yield edit("shorter route", replace(trap, sequence=trap.sequence[:-1]))
        for other in level.tiles if trap.kind == "Lizard" else ():
            if other.id != trap.activates:
                yield edit(f"wakes lizard on {tile.id}", replace(trap, activates=other.id), other)

    def starts_on_map(self, guards: int, trap: Trap) -> bool:
        return not trap.sequence or self.level.tile[guards].joins[trap.sequence[0]] is not None

    def new_traps(self, tile: Tile) -> Iterator[Edit[LaraLevel]]:
        def edit(kind: str, trap: Trap) -> Edit[LaraLevel]:
            return self.level_edit(kind, tile, traps=(*self.level.traps, trap))

        yield edit("snake", Trap("Snake", True, tile.id, None))
        for side, target in enumerate(tile.joins):
            if target is None:
                continue
            name = DIRECTIONS[side]
            yield edit(f"snake {name}", Trap("Snake", True, tile.id, target))
            yield edit(f"lizard {name}", Trap("Lizard", True, tile.id, target, activates=target))
            if self.level.tile[target].joins[side ^ 1] is not None:
                # To and fro; the guarded tile is one step ahead.
                route = (side ^ 1, side)
                yield edit(f"saw {name}", Trap("Saw", False, tile.id, target, route))
                yield edit(f"spider {name}", Trap("Spider", True, tile.id, target, route))

    def can_go(self, tile: Tile) -> bool:
        """Whether a level without this tile is well-formed."""
        level = self.level
        return not (
            tile.id == level.start
            or self.goals == [tile.id]
            or any(tile.id in (trap.pos, trap.guards, trap.activates) for trap in level.traps)
            or any(lever.pos == (tile.id,) for lever in level.levers)
            or any(level.tile[guards].joins[side] == tile.id for guards, side in self.needed)
        )

    def new_tiles(self) -> Iterator[Edit[LaraLevel]]:
        """Beside a tile that has no join to that side, where the picture is empty."""
        level = self.level
        number = max(tile.id for tile in level.tiles) + 1
        if number >= LARGEST:
            return
        seen: set[Cell] = set()
        for tile in level.tiles:
            row, column = self.cells[tile.id]
            for side, (down, right) in enumerate(STEPS):
                cell = row + down, column + right
                if tile.joins[side] is not None or cell in self.at or cell in seen:
                    continue
                place = None
                if tile.place is not None:
                    x, y, z = tile.place
                    place = x + right, y - down, z
                    if max(map(abs, place)) >= 1000 or any(other.place == place for other in level.tiles):
                        continue
                seen.add(cell)
                added = Tile(number, "Tile", (None, None, None, None), place=place)
                grown = replace(level, tiles=(*level.tiles, added))
                yield Edit("new tile", *cell, partial(joined, grown, tile.id, side, number))


def with_item(joins: Joins, side: int, target: int | None) -> Joins:
    return (*joins[:side], target, *joins[side + 1 :])


def with_tile(level: LaraLevel, tile: Tile, changes: dict[str, Any]) -> LaraLevel:
    """The level with one tile changed; levers move only moving tiles."""
    changed = replace(tile, **changes)
    tiles = tuple(changed if other is tile else other for other in level.tiles)
    levers = level.levers
    if changed.kind != "MovingTile":
        levers = tuple(replace(lever, tiles=tuple(t for t in lever.tiles if t != tile.id)) for lever in levers)
    return replace(level, tiles=tiles, levers=levers)


def joined(level: LaraLevel, number: int, side: int, target: int) -> LaraLevel:
    """The level with a join, and with the way back where the other tile has none on that side."""
    ends = {number: (side, target), target: (side ^ 1, number)}
    tiles = tuple(
        replace(tile, joins=with_item(tile.joins, *ends[tile.id]))
        if tile.id in ends and tile.joins[ends[tile.id][0]] is None
        else tile
        for tile in level.tiles
    )
    return replace(level, tiles=tiles)


def without_tile(level: LaraLevel, gone: int) -> LaraLevel:
    return mapped(level, lambda tile: None if tile == gone else tile)


def mapped(level: LaraLevel, number: Callable[[int | None], int | None]) -> LaraLevel:
    """The level with other numbers for its tiles; a tile that gets none goes, and with it what leads there."""

    def names(tiles: Iterable[int]) -> tuple[int, ...]:
        return tuple(new for tile in tiles if (new := number(tile)) is not None)

    def moved(tile: Tile, new: int) -> Tile:
        joins = tuple(map(number, tile.joins))
        return replace(tile, id=new, joins=joins, air_connect=names(tile.air_connect), drop=number(tile.drop))

    (start,) = names((level.start,))
    places = zip(level.traps, names(trap.pos for trap in level.traps), strict=True)
    return replace(
        level,
        tiles=tuple(moved(tile, new) for tile in level.tiles for new in names((tile.id,))),
        traps=tuple(
            replace(trap, pos=pos, guards=number(trap.guards), activates=number(trap.activates)) for trap, pos in places
        ),
        spears=names(level.spears),
        levers=tuple(Lever(names(lever.pos), names(lever.tiles)) for lever in level.levers),
        start=start,
    )


def symmetries(level: LaraLevel) -> Iterator[LaraLevel]:
    """Turned and mirrored, tiles numbered as a walk from the start meets them; how it is drawn is left out."""
    for turn in TURNS:
        yield renumbered(turned(level, turn))


def ways(level: LaraLevel, tile: int) -> Iterator[int]:
    """Where one walks or falls to from a tile."""
    here = level.tile[tile]
    return (other for other in (*here.joins, here.drop) if other is not None)


def turned(level: LaraLevel, turn: Turn) -> LaraLevel:
    side = [STEPS.index(turn.step(step)) for step in STEPS]
    tiles = tuple(
        replace(tile, joins=tuple(tile.joins[side.index(new)] for new in range(4)), place=None) for tile in level.tiles
    )
    traps = tuple(replace(trap, sequence=tuple(side[step] for step in trap.sequence)) for trap in level.traps)
    return replace(level, tiles=tiles, traps=traps, name=None)


def renumbered(level: LaraLevel) -> LaraLevel:
    number: dict[int | None, int] = {}
    # Tiles that cannot be walked to are met by the traps on them, and the last ones as they are written.
    for first in (level.start, *(trap.pos for trap in level.traps), *(tile.id for tile in level.tiles)):
        if first not in number:
            for met in distances([first], partial(ways, level)):
                number.setdefault(met, len(number) + 1)
    named = mapped(level, number.get)
    tiles = (replace(tile, air_connect=tuple(sorted(tile.air_connect))) for tile in named.tiles)
    levers = (Lever(tuple(sorted(lever.pos)), tuple(sorted(lever.tiles))) for lever in named.levers)
    return replace(
        named,
        tiles=tuple(sorted(tiles, key=lambda tile: tile.id)),
        spears=tuple(sorted(named.spears)),
        levers=tuple(sorted(levers, key=lambda lever: lever.pos)),
    )


def extent(level: LaraLevel) -> dict[str, int]:
    traps = {name: sum(trap.kind == kind for trap in level.traps) for name, kind in TRAPS.items()}
    cracked = sum(tile.kind == "CrackedTile" for tile in level.tiles)
    others = {"levers": len(level.levers), "cracked": cracked, "spears": len(level.spears)}
    return {"tiles": len(level.tiles), **others, **traps}


# -- what generated levels promise


def broken(level: LaraLevel, options: Values, most: bool) -> Iterator[str]:
    goals = sum(tile.is_goal for tile in level.tiles)
    if goals != 1:
        yield f"{goals} goals"
    moved = {number for lever in level.levers for number in lever.tiles}
    yield from (f"no lever moves tile {t.id}" for t in level.tiles if t.kind == "MovingTile" and t.id not in moved)
    yield from (f"the lever on tile {lever.pos[0]} moves nothing" for lever in level.levers if not lever.tiles)
    met = distances([level.start], partial(ways, level))
    if len(met) < len(level.tiles):
        yield f"{len(level.tiles) - len(met)} tiles apart from the rest"
    if level.traps_act_on != options["traps_act_on"]:
        yield f"traps act on {level.traps_act_on}"
    for trap in level.traps:
        watched = None if trap.guards is None else level.tile.get(trap.guards)
        if trap.guards is not None and trap.guards not in level.tile[trap.pos].joins:
            yield f"the {trap.kind.lower()} on tile {trap.pos} guards a tile that is not beside it"
        if trap.sequence and (watched is None or watched.joins[trap.sequence[0]] is None):
            yield f"the {trap.kind.lower()} on tile {trap.pos} goes nowhere"


def places(level: LaraLevel) -> Iterator[str]:
    return (f"tile {tile.id}" for tile in level.tiles)


def touched(level: LaraLevel, state: LaraState) -> Iterator[str]:
    """Where Lara is, and where traps are or watch."""
    yield f"tile {state.agent}"
    for trap in state.traps:
        if trap is not None:
            yield from (f"tile {trap.pos}", f"tile {trap.guards}")


def pieces(level: LaraLevel, options: Values) -> Iterator[tuple[str, LaraLevel]]:
    """Traps, spears, levers and cracks, each with the level in which it is not there."""
    for number, trap in enumerate(level.traps):
        rest = level.traps[:number] + level.traps[number + 1 :]
        yield f"{trap.kind.lower()} on tile {trap.pos}", replace(level, traps=rest)
    for spear in level.spears:
        yield f"spear on tile {spear}", replace(level, spears=tuple(each for each in level.spears if each != spear))
    for lever in level.levers:
        yield f"lever on tile {lever.pos[0]}", replace(level, levers=tuple(e for e in level.levers if e is not lever))
    for tile in level.tiles:
        if tile.kind == "CrackedTile":
            yield f"crack in tile {tile.id}", with_tile(level, tile, {"kind": "Tile", "drop": None})


def like(level: LaraLevel) -> dict[str, Any]:
    joins = sum(target is not None for tile in level.tiles for target in tile.joins) / 2
    spare = max(0.0, joins - len(level.tiles) + 1)
    return {"traps_act_on": level.traps_act_on, "loops": round(min(1.0, spare / len(level.tiles)), 2)}


def ground(level: LaraLevel) -> Iterable[Cell]:
    return layout(level).cells.values()


def blank(level: LaraLevel, rows: int, columns: int) -> LaraLevel:
    """A floor of tiles, all joined, from the lower left to the upper right; at most as large as is still read well."""
    columns = min(columns if rows > 1 else max(columns, 2), MOST_SIDE)
    rows = min(rows, MOST_SIDE)
    number = {(row, column): row * columns + column + 1 for row in range(rows) for column in range(columns)}
    tiles = tuple(
        Tile(
            here,
            "Tile",
            tuple(number.get((row + down, column + right)) for down, right in STEPS),
            is_goal=(row, column) == (0, columns - 1),
            place=(column, rows - 1 - row, 0),
        )
        for (row, column), here in number.items()
    )
    return LaraLevel(tiles, (), (), (), start=number[rows - 1, 0])


WORDS = (
    "one goal; every tile is walked on by Lara or a trap in some play; every moving tile has a lever and every lever a "
    "moving tile; the optimum is another without any of the traps, spears, levers and cracks"
)


def ladder(step: int) -> dict[str, Any]:
    """Options of ever larger levels."""
    counts = {"snakes": 1 + step // 6, "saws": step // 5, "spiders": step // 12, "lizards": step // 15}
    return {"tiles": 12 + 2 * step, **counts}


DESIGN = designed(__name__, WORDS, generate=generate, options=OPTIONS, varied=varied)
