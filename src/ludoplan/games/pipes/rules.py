"""Pipes: turn pieces of pipe so that a chain of them leads from one end to another.

A level may ask for more: that the chain passes all ends, that it has so many pieces at least, that the charges of its
pieces add up to a number. Empty cells are filled by a queue of pieces that come in a given order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

Cell = tuple[int, int]  # row, column

# Sides are numbered clockwise, so that turning a piece by 90 degrees adds 1 to each of its openings.
STEPS: tuple[Cell, ...] = ((0, -1), (-1, 0), (0, 1), (1, 0))
SIDES = ("left", "up", "right", "down")

TERMINAL, STRAIGHT, ELBOW, ONE_WAY, CROSS, EMPTY = "BRLOX."
HOLE, HOLLOW = "##", ".."
MAY_TURN = (STRAIGHT, ELBOW, ONE_WAY)
MOST_CHARGE = 10**9  # that a chain can be asked for
QUEUED = (STRAIGHT, ELBOW, ONE_WAY)  # what a queue may bring

ROTATION = 3  # the bits of a piece's byte that hold its rotation, 0 to 3
USED = (4, 8)  # its used bits: the second one is for the vertical way through a cross
LAID = 16  # times 1 and more, on an empty cell: the kind of the piece that was laid there, of QUEUED


def opposite(side: int) -> int:
    return (side + 2) % 4


def neighbour(cell: Cell, side: int) -> Cell:
    down, right = STEPS[side]
    return cell[0] + down, cell[1] + right


def turned(kind: str, rotation: int) -> int:
    """The rotation after a turn; a straight piece looks the same after two."""
    return (rotation + 1) % (2 if kind == STRAIGHT else 4)


def exit_of(kind: str, rotation: int, entered: int) -> int | None:
    """The side by which the flow leaves a piece that it came into by `entered`; None if it does not pass."""
    if kind == CROSS:
        return opposite(entered)
    if kind == ELBOW:
        ends = (rotation, (rotation + 1) % 4)
        return ends[1 - ends.index(entered)] if entered in ends else None
    if kind == ONE_WAY:
        return opposite(entered) if entered == rotation else None
    return opposite(entered) if entered % 2 == rotation % 2 else None


def ways(kind: str, rotation: int, entered: int) -> dict[int, int]:
    """The sides by which the flow can leave, and the fewest turns that each of them needs.

    Through an empty cell it may go any way, if only the right piece comes.
    """
    if kind == EMPTY:
        return {side: 0 for side in range(4) if side != entered}
    found: dict[int, int] = {}
    for turns in range(4 if kind in MAY_TURN else 1):
        leaving = exit_of(kind, rotation, entered)
        if leaving is not None:
            found.setdefault(leaving, turns)
        rotation = turned(kind, rotation)
    return found


@dataclass(frozen=True)
class PipesLevel:
    """The board as written, two characters a piece; what else the chain must do, and what is minimised."""

    rows: tuple[str, ...]
    waypoints: bool = False  # whether the chain must pass through all terminals
    objective: str = "pieces"
    min_length: int = 0  # pieces that the chain must have at least
    charge: int | None = None  # what the charges of its pieces must add up to
    charges: tuple[tuple[Cell, int], ...] = ()  # in reading order, none of them 0
    queue: tuple[str, ...] = ()  # pieces for the empty cells, in the order in which they come

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0]) // 2

    @cached_property
    def kinds(self) -> dict[Cell, str]:
        """The pieces in reading order."""
        return {
            (row, column): line[2 * column]
            for row, line in enumerate(self.rows)
            for column in range(self.width)
            if line[2 * column] != "#"
        }

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        """A piece's place in reading order."""
        return {cell: number for number, cell in enumerate(self.kinds)}

    def rotation(self, cell: Cell) -> int:
        """The rotation that the piece has at first, from 0; pieces with two positions have only 0 and 1."""
        at = 2 * cell[1]
        return 0 if self.kinds[cell] == EMPTY else shape_of(self.rows[cell[0]][at : at + 2])[1]

    @cached_property
    def shapes(self) -> tuple[tuple[str, int], ...]:
        """Kind and rotation of the pieces of the queue."""
        return tuple(shape_of(piece) for piece in self.queue)

    @cached_property
    def most_pieces(self) -> int:
        """No chain has more: all pieces, and crosses twice."""
        return len(self.kinds) + sum(kind == CROSS for kind in self.kinds.values())

    @property
    def least(self) -> int:
        """The least length, as far as it matters: one more than all pieces is as impossible as a million more."""
        return min(self.min_length, self.most_pieces + 1)

    @cached_property
    def charge_of(self) -> dict[Cell, int]:
        """The charges of the pieces that have one."""
        return dict(self.charges)

    @cached_property
    def terminals(self) -> tuple[Cell, ...]:
        """The start, then the ends."""
        return tuple(cell for cell, kind in self.kinds.items() if kind == TERMINAL)

    @property
    def start(self) -> Cell:
        return self.terminals[0]

    @property
    def ends(self) -> tuple[Cell, ...]:
        return self.terminals[1:]

    @cached_property
    def turn_cost(self) -> int:
        """Where turns come first, one turn outweighs the longest chain."""
        return {"pieces": 0, "steps": 1, "turns": 2 * len(self.kinds) + 1}[self.objective]

    @property
    def skip_cost(self) -> int:
        return 1 if self.objective == "steps" else 0

    @property
    def first_go_cost(self) -> int:
        """Where pieces are counted, the first step counts the start as well."""
        return 2 if self.objective == "pieces" else 1

    def can_enter(self, cell: Cell, side: int) -> bool:
        """Whether the flow can come into this cell by this side, after turns where the piece may turn."""
        kind = self.kinds.get(cell)
        if kind == TERMINAL:
            return cell != self.start and self.rotation(cell) == side % 2
        return kind is not None

    def can_leave(self, cell: Cell, side: int) -> bool:
        """Whether the flow can go on from this piece by this side, after turns where the pieces may turn."""
        if self.kinds[cell] == TERMINAL:
            is_last = cell != self.start and not self.waypoints
            if is_last or self.rotation(cell) != side % 2:
                return False
        return self.can_enter(neighbour(cell, side), opposite(side))


def shape_of(piece: str) -> tuple[str, int]:
    """Kind and rotation, from 0, of a piece as it is written; those with two positions have only 0 and 1."""
    rotation = int(piece[1]) - 1
    return piece[0], rotation % 2 if piece[0] in (STRAIGHT, TERMINAL) else rotation


class PipesState(NamedTuple):
    """Where the flow is, and a byte for every piece: its rotation, and whether the chain has used it."""

    cell: Cell
    entered: int | None  # the side it came in by; None on the start
    pieces: bytes
    taken: int = 0  # pieces of the queue that were laid or skipped


class Move(NamedTuple):
    # "turn" the piece on which the flow is, "go" to the next, where that is empty with the next piece of the queue, or
    # "skip" that piece
    verb: str
    cell: Cell  # where a piece is skipped: the start, for want of another


def piece_on(level: PipesLevel, state: PipesState, cell: Cell) -> tuple[str, int]:
    """Kind and rotation of the piece on a cell, of the one that was laid there if it was empty."""
    value, kind = state.pieces[level.numbers[cell]], level.kinds[cell]
    return QUEUED[value // LAID - 1] if value >= LAID else kind, value & ROTATION


def used_bit(level: PipesLevel, cell: Cell, side: int) -> int:
    return USED[side % 2] if level.kinds[cell] == CROSS else USED[0]


def is_used(level: PipesLevel, state: PipesState, cell: Cell, side: int = 0) -> bool:
    """Whether the chain has used this piece (a cross: along the axis of this side)."""
    return bool(state.pieces[level.numbers[cell]] & used_bit(level, cell, side))


def with_piece(level: PipesLevel, pieces: bytes, cell: Cell, value: int) -> bytes:
    number = level.numbers[cell]
    return pieces[:number] + bytes((value,)) + pieces[number + 1 :]


def initial(level: PipesLevel) -> PipesState:
    pieces = bytes(level.rotation(cell) for cell in level.kinds)
    used = level.rotation(level.start) | USED[0]
    return PipesState(level.start, None, with_piece(level, pieces, level.start, used))


def is_over(level: PipesLevel, state: PipesState) -> bool:
    """Whether the chain has come to its end, be it as it is asked for or not."""
    if not level.waypoints:
        return state.cell in level.ends
    return all(is_used(level, state, end) for end in level.ends)


def times_used(state: PipesState) -> Iterator[int]:
    """How often the chain has gone through each piece."""
    return ((value // USED[0] & 3).bit_count() for value in state.pieces)


def length_of(state: PipesState) -> int:
    """The pieces of the chain so far; a cross that is used both ways is two."""
    return sum(times_used(state))


def charge_of(level: PipesLevel, state: PipesState) -> int:
    """What the charges of the chain's pieces add up to, so far."""
    return sum(times * level.charge_of.get(cell, 0) for cell, times in zip(level.kinds, times_used(state), strict=True))


def is_goal(level: PipesLevel, state: PipesState) -> bool:
    return is_over(level, state) and why_no_goal(level, state) is None


def why_no_goal(level: PipesLevel, state: PipesState) -> str | None:
    """What a chain that has come to its end lacks."""
    if not is_over(level, state):
        return None
    if level.min_length and length_of(state) < level.min_length:
        return f"the chain has {length_of(state)} pieces, and must have {level.min_length}"
    if level.charge is not None and charge_of(level, state) != level.charge:
        return f"the chain has the charge {charge_of(level, state)}, and must have {level.charge}"
    return None


def exits(level: PipesLevel, state: PipesState) -> list[int]:
    """The sides by which the flow can leave the piece as it stands; the last one is not left."""
    if is_over(level, state):
        return []
    kind, rotation = piece_on(level, state, state.cell)
    if state.entered is None:
        return [rotation, rotation + 2]
    leaving = exit_of(kind, rotation, state.entered)
    return [] if leaving is None else [leaving]


def next_cells(level: PipesLevel, state: PipesState) -> Iterator[tuple[Cell, int]]:
    """The cells, and their sides, that the flow can come to from the piece as it stands."""
    for side in exits(level, state):
        to = neighbour(state.cell, side)
        if level.can_enter(to, opposite(side)) and not is_used(level, state, to, side):
            yield to, opposite(side)


def next_piece_fits(level: PipesLevel, state: PipesState, side: int) -> bool:
    """Whether the next piece of the queue lets the flow in by this side."""
    return state.taken < len(level.queue) and exit_of(*level.shapes[state.taken], side) is not None


def moves(level: PipesLevel, state: PipesState) -> Iterator[Move]:
    if level.kinds[state.cell] in MAY_TURN:
        yield Move("turn", state.cell)
    before = list(next_cells(level, state))
    if state.taken < len(level.queue) and any(level.kinds[cell] == EMPTY for cell, _ in before):
        yield Move("skip", level.start)
    for cell, side in before:
        if level.kinds[cell] != EMPTY or next_piece_fits(level, state, side):
            yield Move("go", cell)


def apply(level: PipesLevel, state: PipesState, move: Move) -> PipesState:
    value = state.pieces[level.numbers[move.cell]]
    if move.verb == "turn":
        value = value & ~ROTATION | turned(level.kinds[move.cell], value & ROTATION)
        return state._replace(pieces=with_piece(level, state.pieces, move.cell, value))
    if move.verb == "skip":
        return state._replace(taken=state.taken + 1)
    entered, taken = opposite(side_towards(state.cell, move.cell)), state.taken
    value |= used_bit(level, move.cell, entered)
    if level.kinds[move.cell] == EMPTY:
        kind, rotation = level.shapes[taken]
        value |= rotation + LAID * (QUEUED.index(kind) + 1)
        taken += 1
    return PipesState(move.cell, entered, with_piece(level, state.pieces, move.cell, value), taken)


def cost(level: PipesLevel, state: PipesState, move: Move) -> int:
    if move.verb == "turn":
        return level.turn_cost
    if move.verb == "skip":
        return level.skip_cost
    return level.first_go_cost if state.entered is None else 1


def plan_cost(level: PipesLevel, summed: int, moves: Sequence[Move] = ()) -> int:
    """The objective's value for a sum of costs: where turns come first, their number, pieces only break ties."""
    return summed // level.turn_cost if level.objective == "turns" else summed


def side_towards(cell: Cell, to: Cell) -> int:
    """The side of a cell on which its neighbour lies; raises ValueError if it is none."""
    return STEPS.index((to[0] - cell[0], to[1] - cell[1]))


def why_illegal(level: PipesLevel, state: PipesState, move: Move) -> str:
    """Why `moves` does not list this move."""
    here, kind = place(state.cell), level.kinds[state.cell]
    if move.verb == "turn":
        if move.cell != state.cell:
            return f"the flow is on {here}"
        return "a piece of the queue does not turn" if kind == EMPTY else f"a piece {kind} does not turn"
    if is_over(level, state):
        return "the chain has reached its end"
    if move.verb == "skip":
        return "the queue is at its end" if state.taken == len(level.queue) else "the flow is not before an empty cell"
    if move.cell not in level.kinds:
        return "there is no piece"
    if abs(move.cell[0] - state.cell[0]) + abs(move.cell[1] - state.cell[1]) != 1:
        return f"{here}, where the flow is, is not next to it"
    side = side_towards(state.cell, move.cell)
    if side not in exits(level, state):
        came = "" if state.entered is None else f" from the {SIDES[state.entered]}"
        return f"the piece on {here}, as it stands, does not lead{came} to the {SIDES[side]}"
    if move.cell == level.start or is_used(level, state, move.cell, side):
        return "the chain has used this piece already"
    if level.kinds[move.cell] == EMPTY:
        if state.taken == len(level.queue):
            return "the queue is at its end"
        return f"the next piece of the queue, {level.queue[state.taken]}, is not open on this side"
    return f"the end on {place(move.cell)} is not open on this side"


def place(cell: Cell) -> str:
    """A cell as people write it: row and column from 1."""
    return f"{cell[0] + 1},{cell[1] + 1}"


def moves_of_chain(level: PipesLevel, cells: list[Cell]) -> list[Move]:
    """The moves that lead the flow along these pieces, with as few turns and skips as possible; raises ValueError."""
    found: list[Move] = []
    entered: int | None = None
    taken = 0
    for cell, after in pairwise(cells):
        side = side_towards(cell, after)
        if entered is not None and level.kinds[cell] == EMPTY:
            # The first piece that leads there is as good as any: it leaves most of the queue.
            before = taken
            while taken < len(level.queue) and exit_of(*level.shapes[taken], entered) != side:
                taken += 1
            if taken == len(level.queue):
                raise ValueError(f"the queue has no piece that leads from {place(cell)} to {place(after)}")
            found[-1:] = [*[Move("skip", level.start)] * (taken - before), Move("go", cell)]
            taken += 1
        elif entered is not None:
            options = ways(level.kinds[cell], level.rotation(cell), entered)
            if side not in options:
                raise ValueError(f"the piece on {place(cell)} does not lead to {place(after)}")
            found += [Move("turn", cell)] * options[side]
        found.append(Move("go", after))
        entered = opposite(side)
    return found
