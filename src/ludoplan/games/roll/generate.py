"""Seeded levels: floor where a block has rolled at random, then bridges, switches and fragile floor on it."""

from __future__ import annotations

import random

from ...core.options import Option, Values
from .rules import STANDING, STEPS, Cell, Effect, RollLevel, RollState, Switch, shifted
from .text import format, parse

OPTIONS = (
    Option("rows", int, 8, "height of the map", minimum=3),
    Option("columns", int, 12, "width of the map", minimum=3),
    Option("fill", float, 0.6, "share of the map that has floor", minimum=0),
    Option("switches", int, 1, "number of switches, each with a bridge of its own", minimum=0),
    Option("splits", int, 0, "number of switches that split the block", minimum=0),
    Option("fragile", float, 0.05, "share of floor that is fragile", minimum=0),
)
BRIDGES = "abdehijklmnopqrstuvwyz"


def generate(rng: random.Random, options: Values) -> RollLevel:
    """A level that may or may not be solvable; the caller finds out."""
    rows, columns = options["rows"], options["columns"]
    floor, stops = rolled_floor(rng, rows, columns, options["fill"])
    while len(floor) < 2:  # in the middle of a tiny map a block cannot move
        floor, stops = rolled_floor(rng, rows, columns, options["fill"])
    start = stops[0]
    others = [cell for cell in stops if cell != start] or sorted(floor - {start})
    target = max(others, key=lambda cell: abs(cell[0] - start[0]) + abs(cell[1] - start[1]) + rng.random())
    marks: dict[Cell, str] = dict.fromkeys(floor, "g")
    free = sorted(floor - {start, target})
    rng.shuffle(free)
    for cell in free:
        if rng.random() < options["fragile"]:
            marks[cell] = "f"
    switches: list[tuple[str, Switch]] = []
    for place in range(min(options["switches"], len(BRIDGES))):
        bridge = BRIDGES[place]
        cells = [free.pop() for _ in range(min(rng.randint(1, 3), len(free)))]
        marks.update(dict.fromkeys(cells, bridge))
        if free:
            marks[free.pop()] = bridge.upper()
            verb = rng.choice(("toggle", "toggle", "open"))
            switches.append((bridge.upper(), Switch(rng.random() < 0.5, (Effect(verb, (bridge,)),))))  # type: ignore[arg-type]
    for place in range(options["splits"]):
        if len(free) >= 3:
            letter = "ZYWVU"[place % 5]
            marks[free.pop()] = letter
            cubes = rng.sample(sorted(floor), 2)
            switches = [entry for entry in switches if entry[0] != letter]
            switches.append((letter, Switch(True, split=(cubes[0], cubes[1]))))
    text = tuple("".join(marks.get((row, column), " ") for column in range(columns)).rstrip() for row in range(rows))
    used = {letter for row in text for letter in row}
    kept = tuple(sorted(entry for entry in switches if entry[0] in used))
    # Through the text form, which drops empty rows at the end.
    return parse(format(RollLevel(text, (start,), target, kept)), "generated level")


def rolled_floor(rng: random.Random, rows: int, columns: int, fill: float) -> tuple[set[Cell], list[Cell]]:
    """The cells under a block that rolls at random, and the cells it has stood on."""
    state = RollState(STANDING, (rng.randrange(rows), rng.randrange(columns)), None, frozenset())
    floor = {state.cell}
    stops = [state.cell]
    wanted = max(4, int(rows * columns * min(fill, 1.0)))
    heading = rng.choice(list(STEPS))
    for _ in range(50 * rows * columns):
        if len(floor) >= wanted and len(stops) > 1:
            break
        if rng.random() < 0.4:
            heading = rng.choice(list(STEPS))
        after = shifted(state, heading)
        if all(0 <= row < rows and 0 <= column < columns for row, column in after.cells()):
            state = after
            floor.update(state.cells())
            if state.kind == STANDING:
                stops.append(state.cell)
        else:
            heading = rng.choice(list(STEPS))
    return floor, stops
