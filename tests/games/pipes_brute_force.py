"""All legal chains of a small board of Pipes, one by one: from the rules alone, without the game's code."""

from __future__ import annotations

import random
from dataclasses import replace

from ludoplan.games.pipes import GAME
from ludoplan.games.pipes.rules import PipesLevel

# What flows from which side to which, by kind and rotation.
STRAIGHT = {1: ("left", "right"), 2: ("up", "down"), 3: ("left", "right"), 4: ("up", "down")}
ELBOW = {1: ("left", "up"), 2: ("up", "right"), 3: ("right", "down"), 4: ("down", "left")}
ONE_WAY = {1: ("left", "right"), 2: ("up", "down"), 3: ("right", "left"), 4: ("down", "up")}
STEP = {"left": (0, -1), "up": (-1, 0), "right": (0, 1), "down": (1, 0)}
FACING = {"left": "right", "right": "left", "up": "down", "down": "up"}


def flows(piece: str, turns: int) -> list[tuple[str, str]]:
    """The ways through a piece that was turned so often."""
    kind, rotation = piece[0], (int(piece[1]) - 1 + turns) % 4 + 1
    if kind == "X":
        return [(side, FACING[side]) for side in STEP]
    if kind == "O":
        return [ONE_WAY[rotation]]
    ends = (ELBOW if kind == "L" else STRAIGHT)[rotation]
    return [ends, ends[::-1]]


def best_chain(level: PipesLevel) -> tuple[int, ...] | None:
    """The value of the best chain: pieces, or steps, or turns and pieces; None if there is no chain."""
    pieces = {
        (row, column): line[2 * column : 2 * column + 2]
        for row, line in enumerate(level.rows)
        for column in range(len(line) // 2)
        if line[2 * column] != "#"
    }
    terminals = [cell for cell, piece in pieces.items() if piece[0] == "B"]
    found: list[tuple[int, int]] = []  # turns, pieces

    def extend(cell, entered, used, turns):
        piece = pieces[cell]
        count = len(used)
        if entered is not None and piece[0] == "B":
            passed = {place for place, _ in used if pieces[place][0] == "B"}
            if not level.waypoints or len(passed) == len(terminals):
                found.append((turns, count))
                return
        for times in range(4 if piece[0] in "RLO" else 1):
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
                extend(after, FACING[leave], used | {(after, axis)}, turns + times)

    start = terminals[0]
    extend(start, None, frozenset({(start, None)}), 0)
    if not found:
        return None
    if level.objective == "pieces":
        return (min(pieces for _, pieces in found),)
    if level.objective == "steps":
        return (min(turns + pieces - 1 for turns, pieces in found),)
    return min(found)


def value_of(level: PipesLevel, result) -> tuple[int, ...] | None:
    """The same for a solver's result."""
    if result.plan is None:
        return None
    pieces = 1 + sum(move.startswith("go") for move in result.plan.moves)
    return (result.cost, pieces) if level.objective == "turns" else (result.cost,)


def random_board(rng: random.Random, least: int, most: int) -> PipesLevel:
    """Any board of such a size: seldom square, with all kinds of pieces."""
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
    return replace(GAME.design.generate(rng, options), objective=rng.choice(GAME.objectives))
