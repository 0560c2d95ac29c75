"""Seeded levels: floor where a block has rolled at random, then fragile floor, bridges and switches on it.

A bridge lies where it cuts the target off, and its switch where the block gets to before it is open.
"""

from __future__ import annotations

import random
from collections.abc import Container

from ...core.errors import LudoplanError
from ...core.options import Option, Values
from ...core.steps import distances
from .rules import STANDING, STEPS, Cell, Effect, RollLevel, RollState, Switch, beside, shifted
from .text import trimmed

OPTIONS = (
    Option("rows", int, 8, "height of the map", minimum=3, maximum=2000),
    Option("columns", int, 12, "width of the map", minimum=3, maximum=2000),
    Option(
        "fill",
        float,
        0.6,
        "share of the map that has floor, at least what reaches from edge to edge",
        minimum=0,
    ),
    Option("switches", int, 1, "number of switches, each with a bridge of its own", minimum=0),
    Option("splits", int, 0, "number of switches that split the block", minimum=0),
    Option("fragile", float, 0.05, "share of floor that is fragile, as far as there is room", minimum=0),
)
BRIDGES = "abdehijklmnopqrstuvwyz"


SPLITS = "ZYWVU"
MOST_TRIES = 60  # places for a bridge


def generate(rng: random.Random, options: Values) -> RollLevel:
    """A level that may or may not be solvable; the caller finds out. Raises LudoplanError."""
    if options["switches"] > len(BRIDGES) - len(SPLITS) or options["splits"] > len(SPLITS):
        raise LudoplanError(f"--switches, --splits: at most {len(BRIDGES) - len(SPLITS)} and {len(SPLITS)}")
    rows, columns = options["rows"], options["columns"]
    needed = 2 + 2 * options["switches"] + options["splits"]
    if needed > rows * columns:
        raise too_small()
    floor, stops = rolled_floor(rng, rows, columns, max(needed, int(rows * columns * min(options["fill"], 1.0))))
    start = stops[0]
    others = [cell for cell in stops if cell != start] or sorted(floor - {start})
    target = max(others, key=lambda cell: abs(cell[0] - start[0]) + abs(cell[1] - start[1]) + rng.random())
    draft = Draft(rng, floor, start, target)
    switches: dict[str, Switch] = {}
    for letter in SPLITS[: options["splits"]]:
        switches[letter] = draft.split(letter)
    for left, bridge in enumerate(reversed(BRIDGES[: options["switches"]])):
        switches[bridge.upper()] = draft.switch(bridge, spare=2 * (options["switches"] - left - 1))
    draft.make_fragile(options["fragile"])
    text = ("".join(draft.marks.get((row, column), " ") for column in range(columns)) for row in range(rows))
    return RollLevel(trimmed(text), (start,), target, tuple(sorted(switches.items())))


def too_small() -> LudoplanError:
    return LudoplanError("the map is too small for all that is wanted on it")


class Draft:
    """A map in the making."""

    def __init__(self, rng: random.Random, floor: set[Cell], start: Cell, target: Cell) -> None:
        self.rng = rng
        self.start, self.target = start, target
        self.marks: dict[Cell, str] = dict.fromkeys(sorted(floor), "g")

    def plain(self) -> list[Cell]:
        """Floor on which nothing is."""
        return [cell for cell, mark in self.marks.items() if mark == "g" and cell not in (self.start, self.target)]

    def make_fragile(self, share: float) -> None:
        # At an edge it would hardly be in the way.
        cells = [cell for cell in self.plain() if sum(other in self.marks for other in beside(cell)) >= 3]
        for cell in self.rng.sample(cells, min(len(cells), round(share * len(self.marks)))):
            self.marks[cell] = "f"

    def stands(self, without: Container[Cell]) -> tuple[set[Cell], set[Cell]]:
        """The cells that the block comes upon, and those on which it stands, if these are missing."""

        def carries(state: RollState) -> bool:
            marks = [" " if cell in without else self.marks.get(cell, " ") for cell in state.cells()]
            return " " not in marks and not (state.kind == STANDING and marks == ["f"])

        first = RollState(STANDING, self.start, None, frozenset())
        seen = distances([first], lambda state: filter(carries, (shifted(state, move) for move in STEPS)))
        return {cell for state in seen for cell in state.cells()}, {s.cell for s in seen if s.kind == STANDING}

    def switch(self, bridge: str, spare: int) -> Switch:
        """Puts a bridge where it cuts the target off, if it can, and its switch on the near side; leaves so many plain
        cells over. Raises LudoplanError."""
        plain = self.plain()
        if len(plain) < 2 + spare:
            raise too_small()
        longest = 2 if len(plain) > 2 + spare else 1
        for _ in range(MOST_TRIES):
            cells = self.near(self.rng.choice(plain), self.rng.randint(1, longest))
            covered, stood = self.stands(cells)
            if self.target not in stood:
                break
        heavy = self.rng.random() < 0.5
        places = [cell for cell in plain if cell not in cells]
        reached = [cell for cell in places if cell in (stood if heavy else covered)]
        self.marks.update(dict.fromkeys(cells, bridge))
        self.marks[self.rng.choice(reached or places)] = bridge.upper()
        return Switch(heavy, (Effect(self.rng.choice(("toggle", "open")), (bridge,)),))

    def near(self, cell: Cell, count: int) -> set[Cell]:
        """A plain cell and, if there is one, its neighbour."""
        more = [other for other in beside(cell) if other in self.plain()]
        return {cell, *self.rng.sample(more, min(count - 1, len(more)))}

    def split(self, letter: str) -> Switch:
        _, stood = self.stands(())
        places = [cell for cell in self.plain() if cell in stood] or self.plain()
        if not places:
            raise too_small()
        self.marks[self.rng.choice(places)] = letter
        cubes = self.rng.sample(sorted(self.marks), 2)
        return Switch(True, split=(cubes[0], cubes[1]))


def rolled_floor(rng: random.Random, rows: int, columns: int, wanted: int) -> tuple[set[Cell], list[Cell]]:
    """The cells under a block that rolls at random from edge to edge, and the cells it has stood on."""
    while True:
        floor, stops = rolled(rng, rows, columns, wanted)
        lines, across = {row for row, _ in floor}, {column for _, column in floor}
        if len(lines) == rows and len(across) == columns and len(stops) > 1:
            return floor, stops


def rolled(rng: random.Random, rows: int, columns: int, wanted: int) -> tuple[set[Cell], list[Cell]]:
    state = RollState(STANDING, (rng.randrange(rows), rng.randrange(columns)), None, frozenset())
    floor = {state.cell}
    stops = [state.cell]
    edges: set[tuple[str, int]] = set()
    heading = rng.choice(list(STEPS))
    for _ in range(50 * rows * columns):
        if len(floor) >= wanted and len(stops) > 1 and len(edges) == 4:
            break
        if rng.random() < 0.4:
            heading = rng.choice(list(STEPS))
        after = shifted(state, heading)
        if all(0 <= row < rows and 0 <= column < columns for row, column in after.cells()):
            state = after
            floor.update(state.cells())
            for row, column in state.cells():
                edges |= {("row", row)} if row in (0, rows - 1) else set()
                edges |= {("column", column)} if column in (0, columns - 1) else set()
            if state.kind == STANDING:
                stops.append(state.cell)
        else:
            heading = rng.choice(list(STEPS))
    return floor, stops
