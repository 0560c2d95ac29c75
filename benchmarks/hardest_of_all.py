"""The hardest level of a small size among all there are, by tables over whole state spaces.

    .venv/bin/python benchmarks/hardest_of_all.py plotting -o found
    .venv/bin/python benchmarks/hardest_of_all.py boxup --width 3 -o found
    .venv/bin/python benchmarks/hardest_of_all.py pipes --minutes 2 -o found

Plotting: the fewest shots for every 4x4 grid of 3 colours. Boxup: every square with 4 boxes and any walls, up to
symmetry; of 4x4 only those with few walls can be done. Samples of the tables are compared with the game's own solver.
Pipes: no chain has more pieces than an 8x8 board without crosses has cells, and the boards on which none is shorter are
the hardest; of these the one with the most elbows, where one can go wrong. Prints a Markdown row.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoplan import Status, solve
from ludoplan.analysis.evaluate import Evaluator
from ludoplan.core.registry import game

Array = NDArray[Any]

# -- Plotting

SIDE, COLOURS, GOAL = 4, 3, 2
NEVER = 255
# All columns, from the empty one to full ones; blocks from the floor upwards.
COLUMNS = [column for height in range(SIDE + 1) for column in product(range(COLOURS), repeat=height)]
NUMBER = {column: number for number, column in enumerate(COLUMNS)}


def falls(column: tuple[int, ...], level: int) -> tuple[int, int, int]:
    """Colour 0 falls down a column from a level: the column after it, the colour in hand, how many are removed."""
    end = min(level + 1, len(column))
    at = end
    while at > 0 and column[at - 1] == 0:
        at -= 1
    if at == 0:
        return NUMBER[column[end:]], 0, end
    return NUMBER[(*column[: at - 1], 0, *column[end:])], column[at - 1], end - at


def table(value: Callable[[tuple[int, ...], int], int]) -> list[Array]:
    """A value by level, and by the number of a column."""
    return [np.array([value(column, level) for column in COLUMNS], dtype=np.int32) for level in range(SIDE)]


def at(column: tuple[int, ...], level: int) -> int:
    """The colour at a level, or -1."""
    return column[level] if level < len(column) else -1


def plotting_tables() -> Array:
    """The fewest shots from every state in which colour 0 is in hand: by the four columns."""
    # What colour 0 does at a level of a column that is not the last: 0 flies over, 1 removes, 2 stops.
    does = table(lambda c, level: {-1: 0, 0: 1}.get(at(c, level), 2))
    removed = table(lambda c, level: NUMBER[c[:level] + c[level + 1 :]])
    swapped = table(lambda c, level: NUMBER[(*c[:level], 0, *c[level + 1 :])] if level < len(c) else 0)
    colour = table(at)
    fallen = list(zip(*(table(lambda c, level, part=part: falls(c, level)[part]) for part in range(3)), strict=True))
    # Colours renamed so that the one in hand is 0.
    renamed = np.array([
        [NUMBER[tuple({0: hand, hand: 0}.get(block, block) for block in c)] for c in COLUMNS] for hand in range(COLOURS)
    ], dtype=np.int32)  # fmt: skip
    shots = np.full([len(COLUMNS)] * SIDE, NEVER, dtype=np.uint8)
    flat = shots.reshape(-1)
    begin = [NUMBER[(0,) * height] for height in range(SIDE + 1)] + [len(COLUMNS)]

    def look(columns: list[Array], hand: Array) -> Array:
        number: Array = np.zeros((), dtype=np.int32)
        for column in columns:
            number = number * np.int32(len(COLUMNS)) + renamed[hand, column]
        return flat[number]

    # A shot removes a block: states with fewer blocks come first.
    for heights in sorted(product(range(SIDE + 1), repeat=SIDE), key=sum):
        box = tuple(slice(begin[height], begin[height + 1]) for height in heights)
        if sum(heights) <= GOAL:
            shots[box] = 0
            continue
        best = np.full([part.stop - part.start for part in box], NEVER, dtype=np.uint8)
        # One column's number after the other, so that temporary arrays stay small.
        for first in range(box[0].start, box[0].stop):
            start = [np.int32(first), *np.ix_(*(np.arange(part.start, part.stop, dtype=np.int32) for part in box[1:]))]
            part = best[first - box[0].start]
            for column in range(SIDE):
                if heights[column] == 0:
                    continue
                after, hand, count = (values[start[column]] for values in fallen[SIDE - 1])
                columns = [*start[:column], after, *start[column + 1 :]]
                found = np.where(count > 0, look(columns, hand), NEVER)
                np.minimum(part, found, out=part)
            for level in range(SIDE):
                flies = np.bool_(True)
                has_removed = np.bool_(False)
                hand: Any = np.int32(0)
                columns = []
                for column in start[:-1]:
                    what = np.where(flies, does[level][column], 0)
                    columns.append(
                        np.where(what == 1, removed[level][column], np.where(what == 2, swapped[level][column], column))
                    )
                    hand = np.where(what == 2, colour[level][column], hand)
                    has_removed = has_removed | (what == 1)
                    flies = flies & (what != 2)
                after, last_hand, count = (values[start[-1]] for values in fallen[level])
                # Where nothing stops it the block falls along the wall; it may come to lie on the first it meets.
                reaches = flies & (has_removed | (count > 0))
                columns.append(np.where(reaches, after, start[-1]))
                hand = np.where(reaches, last_hand, hand)
                legal = has_removed | (reaches & (count > 0))
                np.minimum(part, np.where(legal, look(columns, hand), NEVER), out=part)
        shots[box] = np.where(best == NEVER, NEVER, best + 1)
    return shots


def plotting() -> tuple[int, str, int]:
    shots = plotting_tables()
    full = range(NUMBER[(0,) * SIDE], len(COLUMNS))
    wild = np.full([len(full)] * SIDE, NEVER, dtype=np.uint8)
    for hand in range(COLOURS):
        names = [NUMBER[tuple({0: hand, hand: 0}.get(block, block) for block in COLUMNS[number])] for number in full]
        np.minimum(wild, shots[np.ix_(*[names] * SIDE)], out=wild)
    rng = random.Random(1)
    of = game("plotting")

    def text(where: tuple[int, ...]) -> str:
        grid = [COLUMNS[full[number]] for number in where]
        rows = (" ".join(str(column[level] + 1) for column in grid) for level in reversed(range(SIDE)))
        return f"goal {GOAL}\n" + "\n".join(rows) + "\n"

    for _ in range(300):
        where = tuple(rng.randrange(len(full)) for _ in range(SIDE))
        result = solve(of.parse(text(where)), game=of)
        known = int(wild[where])
        assert (result.status, result.cost) == (
            (Status.UNSOLVABLE, None) if known == NEVER else (Status.OPTIMAL, known)
        ), (text(where), known, result)
    counts = np.bincount(wild.reshape(-1), minlength=256)
    print("grids by fewest shots:", {shots: int(count) for shots, count in enumerate(counts) if count})
    most = max(shots for shots in range(NEVER) if counts[shots])
    hardest = [tuple(int(i) for i in where) for where in np.argwhere(wild == most)]
    return most, text(hardest[0]), wild.size


# -- Boxup

SIDES = ("up", "right", "down", "left")
BIG = ((False, True, False, False), (False, True, False, True), (False, True, True, True))  # red, blue, two others


def symmetries(width: int) -> list[tuple[list[int], list[int]]]:
    """Where the cells of a square and its sides go: turned, mirrored or both."""
    turn = [(cell % width) * width + width - 1 - cell // width for cell in range(width * width)]
    mirror = [cell // width * width + width - 1 - cell % width for cell in range(width * width)]
    cells, sides = list(range(width * width)), list(range(4))
    found = []
    for _ in range(4):
        cells, sides = [turn[cell] for cell in cells], [(side + 1) % 4 for side in sides]
        found += [(cells, sides), ([mirror[cell] for cell in cells], [(4 - side) % 4 for side in sides])]
    return found


def neighbours(width: int, free: list[int]) -> Array:
    """By side and number of a free cell: the number of the next one, or -1."""
    steps = ((-1, 0), (0, 1), (1, 0), (0, -1))
    result = np.full((4, len(free)), -1, dtype=np.int32)
    for side, number in product(range(4), range(len(free))):
        row, column = (part + step for part, step in zip(divmod(free[number], width), steps[side], strict=True))
        if 0 <= row < width and 0 <= column < width and row * width + column in free:
            result[side, number] = free.index(row * width + column)
    return result


def distances(beside: Array, big: tuple[bool, ...], opens: tuple[int, ...]) -> Array:
    """The fewest moves to the goal by the cells of the player and the four boxes; -1 where there is no way."""
    count = beside.shape[1]
    player, *boxes = np.indices((count,) * 5, dtype=np.int32).reshape(5, -1)
    allowed = np.ones(player.shape, dtype=bool)
    for one, other in combinations(range(4), 2):
        if big[one] == big[other]:
            allowed &= boxes[one] != boxes[other]
    everything = np.arange(player.size, dtype=np.int32)
    after = []
    for side in range(4):
        to = beside[side][player]
        facing = (side + 2) % 4
        here = [box == player for box in boxes]
        moves = [at & (opens[box] != side) for box, at in enumerate(here)]
        nobody = np.zeros(player.shape, dtype=bool)
        big_moves = nobody.copy()
        drags = nobody.copy()
        for box in range(4):
            if big[box]:
                big_moves |= moves[box]
                if opens[box] != facing:
                    drags |= moves[box]
        for box in range(4):
            if not big[box]:
                moves[box] |= here[box] & (drags if opens[box] == side else big_moves)
        any_moves = moves[0] | moves[1] | moves[2] | moves[3]
        legal = to >= 0
        for box in range(4):
            fits = ~(big_moves if big[box] else any_moves) if opens[box] == facing else nobody
            legal &= (boxes[box] != to) | fits
        number = to
        for box in range(4):
            number = number * count + np.where(moves[box], to, boxes[box])
        after.append(np.where(legal, number, everything))
    result = np.full(player.size, -1, dtype=np.int16)
    result[allowed & (boxes[0] == boxes[1])] = 0
    left = everything[allowed & (boxes[0] != boxes[1])]
    nexts = [numbers[left] for numbers in after]
    length = 0
    while left.size:
        near = np.zeros(left.size, dtype=bool)
        for numbers in nexts:
            near |= result[numbers] == length
        if not near.any():
            break
        length += 1
        result[left[near]] = length
        left, nexts = left[~near], [numbers[~near] for numbers in nexts]
    result[~allowed] = -1
    return result


def boxup(width: int, most_walls: int) -> tuple[int, str, int]:
    rng = random.Random(1)
    of = game("boxup")
    best = (-1, "")
    looked = samples = 0
    turns = symmetries(width)

    def is_first(walls: tuple[int, ...], opens: tuple[int, ...]) -> bool:
        """Whether this one stands for all that are the same, turned or mirrored."""
        turned = (
            (tuple(sorted(cells[wall] for wall in walls)), tuple(sides[side] for side in opens))
            for cells, sides in turns
        )
        return all((walls, opens) <= other for other in turned)

    def text(walls: tuple[int, ...], big: tuple[bool, ...], opens: tuple[int, ...], free: list[int], state: int) -> str:
        cells = []
        for _ in range(5):
            state, number = divmod(state, len(free))
            cells.append(f"{free[number] // width + 1},{free[number] % width + 1}")
        player, *boxes = reversed(cells)
        lines = [f"size {width}x{width}", f"player {player}"]
        for box, colour in enumerate(("red", "blue", "black", "green")):
            lines.append(f"{'big' if big[box] else 'small'} {colour} {SIDES[opens[box]]} {boxes[box]}")
        lines += [f"wall {cell // width + 1},{cell % width + 1}" for cell in walls]
        return "\n".join(lines) + "\n"

    for count in range(min(most_walls, width * width - 2) + 1):
        for walls in combinations(range(width * width), count):
            free = [cell for cell in range(width * width) if cell not in walls]
            beside = neighbours(width, free)
            for opens in product(range(4), repeat=4):
                if not is_first(walls, opens):
                    continue
                for big in BIG:
                    found = distances(beside, big, opens)
                    looked += int((found >= 0).sum())
                    if found.max() > best[0]:
                        best = int(found.max()), text(walls, big, opens, free, int(found.argmax()))
                        print(best[0], repr(best[1]), flush=True)
                    solvable = np.flatnonzero(found > 0)
                    if rng.random() < 0.01 and solvable.size:
                        state = int(solvable[rng.randrange(solvable.size)])
                        level = text(walls, big, opens, free, state)
                        result = solve(of.parse(level), game=of)
                        proven = (Status.OPTIMAL, found[state])
                        assert (result.status, result.cost) == proven, (level, proven, result)
                        samples += 1
    print(f"{samples} samples agree")
    return (*best, looked)


# -- Pipes

SNAKE = 8  # rows and columns
Way = list[tuple[int, int]]
CLIMB = 6000  # steps


def board(path: Way) -> str:
    """The pieces of which a path is made, its ends being the ends."""
    grid = [["##"] * (SNAKE + 2) for _ in range(SNAKE + 2)]
    for before, (row, column), after in zip([path[1], *path], path, [*path[1:], path[-2]], strict=False):
        is_end = before == after
        is_straight = before[0] == after[0] or before[1] == after[1]
        kind = "B" if is_end else "R" if is_straight else "L"
        grid[row + 1][column + 1] = kind + ("1" if not is_end or before[0] == row else "2")
    return "\n".join("".join(line) for line in grid) + "\n"


def bitten(rng: random.Random, path: Way) -> Way:
    """Another path through all cells: an end reaches for a cell beside it, and the way from there is turned round."""
    path = path[:: rng.choice((1, -1))]
    row, column = path[-1]
    beside = [(row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)]
    at = path.index(rng.choice([cell for cell in beside if cell in path and cell != path[-2]])) + 1
    return path[:at] + path[at:][::-1]


def pipes(minutes: float) -> tuple[int, str, int]:
    of = game("pipes")
    evaluator = Evaluator(of)
    rng = random.Random(1)
    until = time.process_time() + 60 * minutes
    best = (0, 0, "")
    while time.process_time() < until:
        path = [
            (row, column if row % 2 == 0 else SNAKE - 1 - column) for row in range(SNAKE) for column in range(SNAKE)
        ]
        value = 0.0
        for step in range(CLIMB):
            changed = path
            for _ in range(rng.choice((1, 1, 2, 3))):
                changed = bitten(rng, changed)
            text = board(changed)
            cost, elbows = int(evaluator.cost(of.parse(text)) or 0), text.count("L")
            if cost + 0.1 * elbows >= value - 2 * rng.random() * (1 - step / CLIMB):
                path, value = changed, cost + 0.1 * elbows
            best = max(best, (cost, elbows, text))
    print(f"{best[1]} elbows")
    return best[0], best[2], evaluator.evaluated


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["plotting", "boxup", "pipes"])
    parser.add_argument("--width", type=int, default=3, help="of Boxup's square")
    parser.add_argument("--most-walls", type=int, default=9, help="in it")
    parser.add_argument("--minutes", type=float, default=2, help="of the search for elbows")
    parser.add_argument("-o", "--output", type=Path, default=Path("found"))
    arguments = parser.parse_args()
    of = game(arguments.game)
    began = time.process_time()
    if arguments.game == "plotting":
        most, text, looked = plotting()
    elif arguments.game == "pipes":
        most, text, looked = pipes(arguments.minutes)
    else:
        most, text, looked = boxup(arguments.width, arguments.most_walls)
    result = solve(of.configure(of.parse(text)), game=of)
    assert (result.status, result.cost) == (Status.OPTIMAL, most), (text, most, result)
    arguments.output.mkdir(parents=True, exist_ok=True)
    (arguments.output / f"{arguments.game}{of.suffixes[0]}").write_text(text)
    print(f"| {arguments.game} | {most} | {(time.process_time() - began) / 60:.1f} | {looked:,} |")


if __name__ == "__main__":
    main()
