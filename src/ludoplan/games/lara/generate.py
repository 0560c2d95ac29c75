"""Seeded levels: a random map on a grid, then as many of each mechanism as wanted.

A map grows from the start tile by tile, with some loops; the goal is far from the start. Falls lead to tiles of the
same map that lie below. A level is varied by the same means: one of its pieces is taken up and put down elsewhere.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace

from ...core.errors import LudoplanError
from ...core.options import Option, Values
from .layout import STEPS
from .rules import LaraLevel, Lever, Tile, Trap, TrapKind

OPTIONS = (
    Option("tiles", int, 20, "number of tiles", minimum=2, maximum=1000),
    Option("levers", int, 1, "number of levers, each with one to three moving tiles", minimum=0),
    Option("cracked", int, 2, "number of cracked tiles", minimum=0),
    Option("snakes", int, 1, "number of snakes", minimum=0),
    Option("saws", int, 1, "number of saws", minimum=0),
    Option("spiders", int, 0, "number of spiders", minimum=0),
    Option("lizards", int, 0, "number of lizards", minimum=0),
    Option("spears", int, 1, "number of spears", minimum=0),
    Option("loops", float, 0.3, "share of neighbouring tiles that are joined beyond need", minimum=0),
    Option("traps-act-on", str, "walk", "whether traps act on walks only or on any action", choices=("walk", "any")),
)

Cell = tuple[int, int]  # x, y
TRAPS: dict[str, TrapKind] = {"snakes": "Snake", "saws": "Saw", "spiders": "Spider", "lizards": "Lizard"}
NO_JOINS = (None, None, None, None)
MOST_TRIES = 50


def generate(rng: random.Random, options: Values) -> LaraLevel:
    """A level that may or may not be solvable; the caller finds out. Raises LudoplanError."""
    if (needed := 2 + roles(options)) > options["tiles"]:
        raise LudoplanError(f"--tiles: start, goal and all that is wanted take {needed} tiles at least")
    for _ in range(MOST_TRIES):
        try:
            return drawn(rng, options)
        except LudoplanError:  # no room on this map for a trap that walks
            continue
    raise no_room()


def no_room() -> LudoplanError:
    return LudoplanError("--tiles: too few for all that is wanted on them")


def roles(options: Values) -> int:
    """How many tiles the pieces take at least: a lever two, the others one each."""
    single: int = sum(options[name] for name in ("cracked", "spears", *TRAPS))
    return single + 2 * int(options["levers"])


def drawn(rng: random.Random, options: Values) -> LaraLevel:
    draft = Draft(rng, options)
    draft.grow()
    for option, kind in TRAPS.items():
        for _ in range(options[option]):
            draft.add_trap(kind)
    rng.shuffle(draft.traps)
    for _ in range(options["cracked"]):
        draft.add_crack()
    for _ in range(options["spears"]):
        draft.spears.append(draft.take())
    for left in reversed(range(options["levers"])):
        draft.add_lever(spare=2 * left)
    return draft.level()


def varied(rng: random.Random, level: LaraLevel, options: Values) -> LaraLevel:
    """One piece, the start, the goal, a join or a tile elsewhere; the level itself where that does not go."""
    draft = Draft(rng, options)
    draft.tiles = dict(level.tile)
    draft.start = level.start
    draft.goal = next(tile.id for tile in level.tiles if tile.is_goal)
    draft.traps, draft.spears, draft.levers = list(level.traps), list(level.spears), list(level.levers)
    changes = [draft.move_start, draft.move_goal, draft.other_join, draft.other_join, draft.move_tile, draft.move_tile]
    changes += [draft.move_trap] * (2 * bool(draft.traps)) + [draft.move_spear] * bool(draft.spears)
    changes += [draft.move_lever] * (2 * bool(draft.levers)) + [draft.move_crack] * bool(options["cracked"])
    try:
        rng.choice(changes)()
    except LudoplanError:  # no room for what was taken up
        return level
    return draft.level()


class Draft:
    """A level in the making. Tiles that have got a role are not given another."""

    def __init__(self, rng: random.Random, options: Values) -> None:
        self.rng = rng
        self.options = options
        self.tiles: dict[int, Tile] = {}
        self.start = self.goal = 1
        self.traps: list[Trap] = []
        self.spears: list[int] = []
        self.levers: list[Lever] = []

    def level(self) -> LaraLevel:
        at = self.at()
        for number, tile in self.tiles.items():
            seen = tuple(sorted(in_sight(self.cell(number), at, STEPS))) if self.spears else ()
            if (tile.air_connect, tile.is_goal) != (seen, number == self.goal):
                self.change(number, air_connect=seen, is_goal=number == self.goal)
        acts_on = self.options["traps_act_on"]
        tiles = tuple(self.tiles[number] for number in sorted(self.tiles))
        return LaraLevel(tiles, tuple(self.traps), tuple(self.spears), tuple(self.levers), self.start, acts_on)

    def change(self, number: int, **changes: object) -> None:
        self.tiles[number] = replace(self.tiles[number], **changes)  # type: ignore[arg-type]

    def at(self) -> dict[Cell, int]:
        """The tiles by their cells."""
        return {self.cell(number): number for number in self.tiles}

    def cell(self, number: int) -> Cell:
        place = self.tiles[number].place
        assert place is not None
        return place[0], place[1]

    # -- the map

    def grow(self) -> None:
        cells = self.grown(self.options["tiles"])
        for number, (x, y) in enumerate(cells, start=1):
            self.tiles[number] = Tile(number, "Tile", NO_JOINS, place=(x, y, 0))
        self.join_all()
        # Late tiles are far: the goal is one of the last quarter.
        self.goal = self.rng.randint(max(2, len(cells) * 3 // 4), len(cells))

    def grown(self, wanted: int) -> list[Cell]:
        """Connected cells; thin shapes come out of adding where few neighbours are."""
        cells = [(0, 0)]
        while len(cells) < wanted:
            # New cells grow from recent ones, now and then from any, lest the growth ends in a pocket.
            x, y = self.rng.choice(cells if self.rng.random() < 0.1 else cells[-6:])
            across, up = self.rng.choice(STEPS)
            cell = (x + across, y + up)
            beside = sum((cell[0] + dx, cell[1] + dy) in cells for dx, dy in STEPS)
            if cell not in cells and (beside == 1 or self.rng.random() < 0.25):
                cells.append(cell)
        return cells

    def join_all(self) -> None:
        """A spanning tree of joins, and some more."""
        at = self.at()
        edges = [(cell, side) for cell in at for side in range(4) if beside(cell, side) in at]
        self.rng.shuffle(edges)
        reached = {self.cell(self.start)}
        while len(reached) < len(at):
            cell, side = next(
                (cell, side) for cell, side in edges if cell in reached and beside(cell, side) not in reached
            )
            self.join(at[cell], side, at[beside(cell, side)])
            reached.add(beside(cell, side))
        for cell, side in edges:
            if self.rng.random() < self.options["loops"] / 2:
                self.join(at[cell], side, at[beside(cell, side)])

    def join(self, number: int, side: int, other: int | None) -> None:
        """Joins two tiles both ways; without another one, cuts what is joined there."""
        before = self.tiles[number].joins[side]
        for tile, towards, target in ((number, side, other), (other or before, side ^ 1, other and number)):
            if tile is not None:
                joins = list(self.tiles[tile].joins)
                joins[towards] = target
                self.change(tile, joins=tuple(joins))

    # -- the pieces

    def free(self) -> list[int]:
        taken = {self.start, self.goal, *self.spears, *(trap.pos for trap in self.traps)}
        taken.update(place for lever in self.levers for place in lever.pos)
        return [number for number, tile in self.tiles.items() if tile.kind == "Tile" and number not in taken]

    def take(self) -> int:
        """A tile without a role; raises LudoplanError if all have one."""
        free = self.free()
        if not free:
            raise no_room()
        return self.rng.choice(free)

    def add_lever(self, spare: int = 0) -> None:
        """Puts a lever and its moving tiles down; leaves so many tiles over."""
        lever = Lever((self.take(),), ())
        self.levers.append(lever)
        moving: list[int] = []
        for _ in range(self.rng.choice((1, 1, 1, 2, 2, 3))):
            if moving and len(self.free()) <= spare:
                break
            moving.append(self.take())
            self.change(moving[-1], kind="MovingTile", active=self.rng.random() < 0.2)
        self.levers[-1] = replace(lever, tiles=tuple(sorted(moving)))

    def add_crack(self) -> None:
        number = self.take()
        # Falls lead downwards, straight or nearly so; they never go round in a circle.
        x, y = self.cell(number)
        cells = ((other, self.cell(other)) for other in self.tiles if other != self.goal)
        below = [other for other, (across, up) in cells if up < y and abs(across - x) <= 1]
        drop = self.rng.choice(below) if below and self.rng.random() < 0.7 else None
        self.change(number, kind="CrackedTile", drop=drop)

    def add_trap(self, kind: TrapKind) -> None:
        """Puts a trap where there is room for its kind; raises LudoplanError where there is none."""
        places = self.free()
        self.rng.shuffle(places)
        make = {"Snake": self.snake, "Lizard": self.lizard}.get(kind, self.route)
        for pos in places:
            trap = make(kind, pos)
            if trap is not None:
                self.traps.append(trap)
                return
        raise no_room()

    def beside_tiles(self, number: int) -> list[int]:
        return [other for other in self.tiles[number].joins if other is not None]

    def can_attack(self) -> bool:
        return self.rng.random() < 0.9

    def snake(self, kind: TrapKind, pos: int) -> Trap | None:
        watched = [other for other in self.beside_tiles(pos) if other != self.start]
        guards = self.rng.choice(watched) if watched and self.rng.random() < 0.9 else None
        return Trap(kind, self.can_attack(), pos, guards)

    def route(self, kind: TrapKind, pos: int) -> Trap | None:
        """A trap that goes to and fro along a random walk, or round where the walk closes."""
        steps: list[int] = []
        trail = [pos]
        for _ in range(self.rng.randint(2, 6)):
            ways = [
                (side, other)
                for side, other in enumerate(self.tiles[trail[-1]].joins)
                if other is not None and other not in trail[1:]
            ]
            if not ways or (len(trail) > 2 and trail[-1] == pos):
                break
            side, other = self.rng.choice(ways)
            steps.append(side)
            trail.append(other)
        if len(steps) < 2 or self.start in trail[:2]:
            return None
        whole = steps if trail[-1] == pos else steps + [side ^ 1 for side in reversed(steps)]
        # The guard is one step ahead of the trap.
        return Trap(kind, kind != "Saw" and self.can_attack(), pos, trail[1], tuple(whole[1:] + whole[:1]))

    def lizard(self, kind: TrapKind, pos: int) -> Trap | None:
        """It lies beside the tile that wakes it, or a few steps away."""
        watched = [other for other in self.beside_tiles(pos) if other != self.start]
        if not watched:
            return None
        guards = self.rng.choice(watched)
        near = [other for other in self.beside_tiles(guards) if other != pos]
        return Trap(kind, self.can_attack(), pos, guards, activates=self.rng.choice(near)) if near else None

    # -- taking up and putting down

    def move_start(self) -> None:
        self.start = self.take()

    def move_goal(self) -> None:
        self.goal = self.take()

    def move_spear(self) -> None:
        place = self.rng.randrange(len(self.spears))
        self.spears[place] = self.take()

    def move_trap(self) -> None:
        trap = self.traps.pop(self.rng.randrange(len(self.traps)))
        self.add_trap(trap.kind)
        # Their order is part of the rules.
        self.traps.insert(self.rng.randrange(len(self.traps)), self.traps.pop())

    def move_lever(self) -> None:
        place = self.rng.randrange(len(self.levers))
        lever = self.levers[place]
        if self.rng.random() < 0.5:
            self.levers[place] = replace(lever, pos=(self.take(),))
            return
        self.levers.pop(place)
        for number in lever.tiles:
            self.change(number, kind="Tile", active=True)
        self.add_lever()

    def move_crack(self) -> None:
        cracked = [number for number, tile in self.tiles.items() if tile.kind == "CrackedTile"]
        self.change(self.rng.choice(cracked), kind="Tile", drop=None)
        self.add_crack()

    def other_join(self) -> None:
        """Two neighbours joined or parted."""
        number = self.rng.choice(list(self.tiles))
        at = self.at()
        sides = [side for side in range(4) if beside(self.cell(number), side) in at]
        if not sides:
            return
        side = self.rng.choice(sides)
        is_joined = self.tiles[number].joins[side] is not None
        self.join(number, side, None if is_joined else at[beside(self.cell(number), side)])

    def move_tile(self) -> None:
        """A tile without a role goes to the edge of the map."""
        number = self.take()
        if any(number == tile.drop for tile in self.tiles.values()):
            return
        for side in range(4):
            if self.tiles[number].joins[side] is not None:
                self.join(number, side, None)
        del self.tiles[number]
        at = self.at()
        edge = sorted({beside(cell, side) for cell in at for side in range(4)} - set(at))
        cell = self.rng.choice(edge)
        self.tiles[number] = Tile(number, "Tile", NO_JOINS, place=(*cell, 0))
        sides = [side for side in range(4) if beside(cell, side) in at]
        for side in self.rng.sample(sides, self.rng.randint(1, len(sides))):
            self.join(number, side, at[beside(cell, side)])


def in_sight(cell: Cell, at: Mapping[Cell, int], steps: Iterable[Cell]) -> list[int]:
    """Tiles in the same row or column of the map, three at most away: a spear flies over gaps."""
    x, y = cell
    cells = [(x + reach * dx, y + reach * dy) for dx, dy in steps for reach in (1, 2, 3)]
    return [at[cell] for cell in cells if cell in at]


def beside(cell: Cell, side: int) -> Cell:
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]
