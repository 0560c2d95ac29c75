"""Seeded levels: a random map on a grid, then as many of each mechanism as wanted, or as there is room for.

A map grows from the start tile by tile, with some loops; the goal is far from the start. Lower tiles for falls are
tiles of the same map.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from ...core.errors import LudoplanError
from ...core.options import Option, Values
from .rules import LaraLevel, Lever, Tile, Trap, TrapKind

MOST_TILES = 1000
OPTIONS = (
    Option("tiles", int, 20, "number of tiles", minimum=2),
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
STEPS: tuple[Cell, ...] = ((-1, 0), (1, 0), (0, 1), (0, -1))  # left, right, up, down


def generate(rng: random.Random, options: Values) -> LaraLevel:
    """A level that may or may not be solvable; the caller finds out. Raises LudoplanError."""
    if options["tiles"] > MOST_TILES:
        raise LudoplanError(f"--tiles: more than {MOST_TILES}")
    return Draft(rng, options).level()


class Draft:
    """A level in the making. Tiles that have got a role are not given another."""

    def __init__(self, rng: random.Random, options: Values) -> None:
        self.rng = rng
        self.options = options
        self.cells = self.grown(options["tiles"])
        self.ids = {cell: number for number, cell in enumerate(self.cells, start=1)}
        self.joins = self.joined()
        self.tiles: dict[int, Tile] = {
            self.ids[cell]: Tile(self.ids[cell], "Tile", self.joins[cell], place=(*cell, 0)) for cell in self.cells
        }
        # Late tiles are far: the goal is one of the last quarter.
        self.goal = rng.randint(max(2, len(self.cells) * 3 // 4), len(self.cells))
        self.free = [number for number in self.tiles if number not in (1, self.goal)]
        rng.shuffle(self.free)

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

    def joined(self) -> dict[Cell, tuple[int | None, int | None, int | None, int | None]]:
        """A spanning tree of joins, and some more."""
        joins: dict[Cell, list[int | None]] = {cell: [None] * 4 for cell in self.cells}
        reached = {self.cells[0]}
        edges = [(cell, side) for cell in self.cells for side in range(4) if self.beside(cell, side) in self.ids]
        self.rng.shuffle(edges)

        def join(cell: Cell, side: int) -> None:
            other = self.beside(cell, side)
            joins[cell][side], joins[other][side ^ 1] = self.ids[other], self.ids[cell]

        while len(reached) < len(self.cells):
            cell, side = next(
                (cell, side) for cell, side in edges if cell in reached and self.beside(cell, side) not in reached
            )
            join(cell, side)
            reached.add(self.beside(cell, side))
        for cell, side in edges:
            if self.rng.random() < self.options["loops"] / 2:
                join(cell, side)
        return {cell: (sides[0], sides[1], sides[2], sides[3]) for cell, sides in joins.items()}

    @staticmethod
    def beside(cell: Cell, side: int) -> Cell:
        return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]

    def change(self, number: int, **changes: object) -> None:
        self.tiles[number] = replace(self.tiles[number], **changes)  # type: ignore[arg-type]

    def level(self) -> LaraLevel:
        self.change(self.goal, is_goal=True)
        levers = [lever for _ in range(self.options["levers"]) if (lever := self.lever()) is not None]
        for _ in range(self.options["cracked"]):
            self.crack()
        traps: list[Trap] = []
        makers: dict[str, Callable[[TrapKind], Trap | None]] = {
            "snakes": self.snake,
            "saws": self.route,
            "spiders": self.route,
            "lizards": self.lizard,
        }
        for option, make in makers.items():
            kind: TrapKind = option[:-1].capitalize()  # type: ignore[assignment]
            traps += [trap for _ in range(self.options[option]) if (trap := make(kind)) is not None]
        self.rng.shuffle(traps)
        spears = [self.free.pop() for _ in range(min(self.options["spears"], len(self.free)))]
        for number, tile in self.tiles.items():
            self.change(number, air_connect=tuple(self.in_sight(tile)) if spears else ())
        tiles = tuple(self.tiles.values())
        return LaraLevel(tiles, tuple(traps), tuple(spears), tuple(levers), 1, self.options["traps_act_on"])

    def lever(self) -> Lever | None:
        count = self.rng.randint(1, 3)
        if len(self.free) < count + 1:
            return None
        moving = [self.free.pop() for _ in range(count)]
        for number in moving:
            self.change(number, kind="MovingTile", active=self.rng.random() < 0.3)
        places = [self.free.pop()]
        if self.free and self.rng.random() < 0.2:
            places.append(self.free.pop())
        return Lever(tuple(places), tuple(sorted(moving)))

    def crack(self) -> None:
        if not self.free:
            return
        number = self.free.pop()
        # Falls lead to tiles that were there before, so that they never go round in a circle.
        below = [other for other in self.tiles if other < number and other != self.goal]
        drop = self.rng.choice(below) if below and self.rng.random() < 0.6 else None
        self.change(number, kind="CrackedTile", drop=drop)

    def beside_tiles(self, number: int) -> list[int]:
        return [other for other in self.tiles[number].joins if other is not None]

    def can_attack(self) -> bool:
        return self.rng.random() < 0.9

    def snake(self, kind: TrapKind) -> Trap | None:
        if not self.free:
            return None
        pos = self.free.pop()
        watched = [other for other in self.beside_tiles(pos) if other != 1]
        guards = self.rng.choice(watched) if watched and self.rng.random() < 0.9 else None
        return Trap(kind, self.can_attack(), pos, guards)

    def route(self, kind: TrapKind) -> Trap | None:
        """A trap that goes to and fro along a random walk, or round where the walk closes."""
        for pos in self.free:
            steps = []
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
            if len(steps) < 2 or 1 in trail[:2]:
                continue
            self.free.remove(pos)
            whole = steps if trail[-1] == pos else steps + [side ^ 1 for side in reversed(steps)]
            # The guard is one step ahead of the trap.
            sequence = tuple(whole[1:] + whole[:1])
            return Trap(kind, kind != "Saw" and self.can_attack(), pos, trail[1], sequence)
        return None

    def lizard(self, kind: TrapKind) -> Trap | None:
        """It lies beside the tile that wakes it, or a few steps away."""
        for pos in self.free:
            watched = [other for other in self.beside_tiles(pos) if other != 1]
            if not watched:
                continue
            guards = self.rng.choice(watched)
            near = [other for other in self.beside_tiles(guards) if other != pos]
            if near:
                self.free.remove(pos)
                return Trap(kind, self.can_attack(), pos, guards, activates=self.rng.choice(near))
        return None

    def in_sight(self, tile: Tile) -> list[int]:
        """Tiles in the same row or column of the map, three at most away: a spear flies over gaps."""
        assert tile.place is not None
        x, y, _ = tile.place
        cells = [(x + reach * dx, y + reach * dy) for dx, dy in STEPS for reach in (1, 2, 3)]
        return sorted(self.ids[cell] for cell in cells if cell in self.ids)
