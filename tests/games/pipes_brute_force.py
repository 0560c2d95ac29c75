"""All legal chains of a small board of Pipes, one by one: from the rules alone, without the game's code."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ludoplan.core.options import complete
from ludoplan.games.pipes import GAME
from ludoplan.games.pipes.generate import OPTIONS
from ludoplan.games.pipes.rules import PipesLevel

# What flows from which side to which, by kind and rotation.
STRAIGHT = {1: ("left", "right"), 2: ("up", "down"), 3: ("left", "right"), 4: ("up", "down")}
ELBOW = {1: ("left", "up"), 2: ("up", "right"), 3: ("right", "down"), 4: ("down", "left")}
ONE_WAY = {1: ("left", "right"), 2: ("up", "down"), 3: ("right", "left"), 4: ("down", "up")}
STEP = {"left": (0, -1), "up": (-1, 0), "right": (0, 1), "down": (1, 0)}
FACING = {"left": "right", "right": "left", "up": "down", "down": "up"}


RULES = ("min-length", "charge", "queue")


def flows(piece: str, turns: int) -> list[tuple[str, str]]:
    """The ways through a piece that was turned so often."""
    kind, rotation = piece[0], (int(piece[1]) - 1 + turns) % 4 + 1
    if kind == "X":
        return [(side, FACING[side]) for side in STEP]
    if kind == "O":
        return [ONE_WAY[rotation]]
    ends = (ELBOW if kind == "L" else STRAIGHT)[rotation]
    return [ends, ends[::-1]]


class Chain(NamedTuple):
    turns: int
    pieces: int
    skipped: int  # pieces of the queue
    charge: int


def chains(level: PipesLevel) -> list[Chain]:
    """All chains, whatever their length and their charge."""
    pieces = {
        (row, column): line[2 * column : 2 * column + 2]
        for row, line in enumerate(level.rows)
        for column in range(len(line) // 2)
        if line[2 * column] != "#"
    }
    terminals = [cell for cell, piece in pieces.items() if piece[0] == "B"]
    charges = dict(level.charges)
    found: list[Chain] = []

    def extend(cell, entered, used, turns, taken=0, skipped=0):
        piece = pieces[cell]
        if piece == "..":
            for number in range(taken, len(level.queue)):
                lead_on(cell, entered, used, turns, level.queue[number], 1, number + 1, skipped + number - taken)
            return
        count = len(used)
        if entered is not None and piece[0] == "B":
            passed = {place for place, _ in used if pieces[place][0] == "B"}
            if not level.waypoints or len(passed) == len(terminals):
                found.append(Chain(turns, count, skipped, sum(charges.get(place, 0) for place, _ in used)))
                return
        lead_on(cell, entered, used, turns, piece, 4 if piece[0] in "RLO" else 1, taken, skipped)

    def lead_on(cell, entered, used, turns, piece, positions, taken, skipped):
        for times in range(positions):
            for come, leave in flows(piece, times):
                if entered is not None and come != entered:
                    continue
                after = cell[0] + STEP[leave][0], cell[1] + STEP[leave][1]
                if after not in pieces:
                    continue
                axis = leave in ("up", "down") if pieces[after][0] == "X" else None
                if (after, axis) in used:
                    continue
                if pieces[after][0] == "B" and FACING[leave] not in STRAIGHT[int(pieces[after][1])]:
                    continue
                extend(after, FACING[leave], used | {(after, axis)}, turns + times, taken, skipped)

    start = terminals[0]
    extend(start, None, frozenset({(start, None)}), 0)
    return found


def best_chain(level: PipesLevel) -> tuple[int, ...] | None:
    """The value of the best chain: pieces, or steps, or turns and pieces; None if there is no chain."""
    found = [
        chain for chain in chains(level) if chain.pieces >= level.min_length and level.charge in (None, chain.charge)
    ]
    if not found:
        return None
    if level.objective == "pieces":
        return (min(chain.pieces for chain in found),)
    if level.objective == "steps":
        return (min(chain.turns + chain.pieces - 1 + chain.skipped for chain in found),)
    return min((chain.turns, chain.pieces) for chain in found)


def value_of(level: PipesLevel, result) -> tuple[int, ...] | None:
    """The same for a solver's result."""
    if result.plan is None:
        return None
    pieces = 1 + sum(move.startswith("go") for move in result.plan.moves)
    return (result.cost, pieces) if level.objective == "turns" else (result.cost,)


def random_board(rng: random.Random, least: int, most: int) -> PipesLevel:
    """Any board of such a size with room for two ends: seldom square, with all kinds of pieces."""
    rows = columns = 1
    while rows * columns < 2:
        rows, columns = rng.randint(least, most), rng.randint(least, most)
    options = {
        "rows": rows,
        "columns": columns,
        "straight": rng.choice((0.2, 0.4, 0.5, 0.7, 0.8)),
        "holes": rng.choice((0, 0, 0.05, 0.15)),
        "ends": min(rng.randint(2, 4), rows * columns),
        "one_way": rng.choice((0, 0, 0.3)),
        "cross": rng.choice((0, 0, 0.2)),
        "waypoints": rng.choice((False, False, True)),
    }
    return replace(GAME.design.generate(rng, complete(OPTIONS, options)), objective=rng.choice(GAME.objectives))


def with_rules(rng: random.Random, level: PipesLevel, rules: Sequence[str]) -> PipesLevel:
    """The board with demands, such that some chain meets each of them mostly, if there is a chain at all."""
    cells = list(level.kinds)
    if "charge" in rules:
        charged = sorted(rng.sample(cells, rng.randint(1, len(cells))))
        level = replace(level, charges=tuple((cell, rng.choice((-3, -2, -1, 1, 2, 3))) for cell in charged))
    if "queue" in rules:
        share = rng.choice((0.2, 0.4, 0.7))
        rows = [list(row) for row in level.rows]
        for row, column in cells:
            if level.kinds[row, column] != "B" and rng.random() < share:
                rows[row][2 * column : 2 * column + 2] = ".."
        kinds = rng.choice(("LR", "LLR", "LRO"))
        queue = tuple(f"{rng.choice(kinds)}{rng.randint(1, 4)}" for _ in range(rng.randint(1, 14)))
        level = replace(level, rows=tuple("".join(row) for row in rows), queue=queue)
    aims = [*chains(level), *[Chain(0, rng.randint(3, 12), 0, rng.randint(-4, 4)) for _ in range(2)]]
    aim = rng.choice(aims)
    if "min-length" in rules:
        level = replace(level, min_length=aim.pieces + rng.choice((-1, 0, 0, 1)))
    if "charge" in rules:
        level = replace(level, charge=aim.charge)
    return level


def random_level(rng: random.Random, least: int, most: int, rules: Sequence[str]) -> PipesLevel:
    """A board of such a size with demands, mostly one that has chains without them."""
    wants_chains = rng.random() < 0.8
    while True:
        level = with_rules(rng, random_board(rng, least, most), rules)
        if chains(level) or not wants_chains:
            return level
