"""Roll: a block of two cubes rolls over a map with holes, bridges and switches until it stands on the target."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from ...core.parts import Backward
from ...core.steps import made

Cell = tuple[int, int]  # row, column, from 0

STEPS: dict[str, Cell] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}

STANDING, ACROSS, DOWN, SPLIT = range(4)


@dataclass(frozen=True)
class Effect:
    """What a switch does to some bridges."""

    verb: Literal["toggle", "open", "close"]
    bridges: tuple[str, ...]


@dataclass(frozen=True)
class Switch:
    """Heavy ones need a standing block. `split`: where two cubes appear, the active one first."""

    heavy: bool
    effects: tuple[Effect, ...] = ()
    split: tuple[Cell, Cell] | None = None


BUILT_IN = {"X": Switch(True, (Effect("toggle", ("x",)),)), "C": Switch(False, (Effect("toggle", ("c",)),))}


@dataclass(frozen=True)
class RollLevel:
    """The map as written, with floor under the start; switches and bridges by their letters."""

    rows: tuple[str, ...]
    start: tuple[Cell, ...]  # one cell, or two of a lying block
    target: Cell
    switches: tuple[tuple[str, Switch], ...] = ()
    on: frozenset[str] = frozenset()  # bridges that start on
    name: str | None = None
    swap_cost: int = 0

    @cached_property
    def switch(self) -> dict[str, Switch]:
        """All switches; bridges that are not on the map are left out, lest they tell states apart."""
        return {letter: self._on_map(switch) for letter, switch in {**BUILT_IN, **dict(self.switches)}.items()}

    def _on_map(self, switch: Switch) -> Switch:
        letters = self.letters
        if all(letters.issuperset(effect.bridges) for effect in switch.effects):
            return switch
        effects = (Effect(e.verb, tuple(bridge for bridge in e.bridges if bridge in letters)) for e in switch.effects)
        return Switch(switch.heavy, tuple(effects), switch.split)

    def at(self, cell: Cell) -> str:
        row, column = cell
        inside = 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row])
        return self.rows[row][column] if inside else " "

    def floor(self) -> Iterator[tuple[Cell, str]]:
        """The cells that are no holes, in reading order, and what they are."""
        for row, line in enumerate(self.rows):
            yield from (((row, column), mark) for column, mark in enumerate(line) if mark not in " .")

    @cached_property
    def has_splits(self) -> bool:
        return any(self.switch[letter].split for letter in self.letters if letter.isupper())

    @cached_property
    def letters(self) -> frozenset[str]:
        return frozenset("".join(self.rows))


class RollState(NamedTuple):
    """`cell` is the block's upper left cell or the active cube's, `other` the other cube's."""

    kind: int
    cell: Cell
    other: Cell | None
    bridges: frozenset[str]

    def cells(self) -> tuple[Cell, ...]:
        row, column = self.cell
        if self.kind == ACROSS:
            return self.cell, (row, column + 1)
        if self.kind == DOWN:
            return self.cell, (row + 1, column)
        return (self.cell,) if self.other is None else (self.cell, self.other)


def initial(level: RollLevel) -> RollState:
    bridges = level.on & level.letters
    if len(level.start) == 2:
        return joined(RollState(SPLIT, *level.start, bridges))
    return RollState(STANDING, level.start[0], None, bridges)


def is_goal(level: RollLevel, state: RollState) -> bool:
    return state.kind == STANDING and state.cell == level.target


def moves(level: RollLevel, state: RollState) -> list[str]:
    legal = [move for move in STEPS if isinstance(outcome(level, state, move), RollState)]
    return [*legal, "swap"] if state.kind == SPLIT else legal


def outcome(level: RollLevel, state: RollState, move: str) -> RollState | str:
    """The state after the move, or why it is illegal."""
    if move == "swap":
        if state.other is None:
            return "there is only one block"
        return RollState(SPLIT, state.other, state.cell, state.bridges)
    moved = joined(shifted(state, move))
    fault = fall(level, moved)
    if fault is not None:
        return fault
    after = pressed(level, state, moved)
    fault = fall(level, after)
    return after if fault is None else f"{fault} once the switch is pressed"


def beside(cell: Cell) -> list[Cell]:
    return [(cell[0] + down, cell[1] + right) for down, right in STEPS.values()]


def shifted(state: RollState, move: str) -> RollState:
    """The block or the active cube after rolling, whatever is below it."""
    down, right = STEPS[move]
    row, column = state.cell
    one, two = (row + down, column + right), (row + 2 * down, column + 2 * right)
    lengthwise = DOWN if down else ACROSS
    if state.kind == STANDING:
        return state._replace(kind=lengthwise, cell=one if down + right > 0 else two)
    if state.kind == lengthwise:
        return state._replace(kind=STANDING, cell=two if down + right > 0 else one)
    return state._replace(cell=one)


def joined(state: RollState) -> RollState:
    """Two cubes side by side are a lying block."""
    if state.other is None:
        return state
    first, second = sorted((state.cell, state.other))
    gap = second[0] - first[0], second[1] - first[1]
    if gap in ((0, 1), (1, 0)):
        return RollState(ACROSS if gap == (0, 1) else DOWN, first, None, state.bridges)
    return state


def fall(level: RollLevel, state: RollState) -> str | None:
    """Why the floor does not carry the block or the cubes, or None if it does."""
    for cell in state.cells():
        floor = level.at(cell)
        if floor in " .":
            return f"there is no floor at {cell[0] + 1},{cell[1] + 1}"
        if is_bridge(floor) and floor not in state.bridges:
            return f"bridge {floor} at {cell[0] + 1},{cell[1] + 1} is off"
        if floor == "f" and state.kind == STANDING:
            return f"the fragile floor at {cell[0] + 1},{cell[1] + 1} does not carry a standing block"
    return None


def is_bridge(floor: str) -> bool:
    return floor.islower() and floor not in "gf"


def pressed(level: RollLevel, before: RollState, state: RollState) -> RollState:
    """The state after the switches under what moved; each letter acts once, in reading order."""
    # A cube presses what it came upon, even if it joins the other one there.
    cells = [cell for cell in state.cells() if cell != before.other]
    letters = [letter for letter in dict.fromkeys(map(level.at, cells)) if letter.isupper()]
    for letter in letters:
        switch = level.switch[letter]
        if switch.heavy and state.kind != STANDING:
            continue
        if switch.split:
            return joined(RollState(SPLIT, *switch.split, state.bridges))
        for effect in switch.effects:
            state = state._replace(bridges=changed(state.bridges, effect))
    return state


def changed(bridges: frozenset[str], effect: Effect) -> frozenset[str]:
    if effect.verb == "toggle":
        return bridges.symmetric_difference(effect.bridges)
    return bridges.union(effect.bridges) if effect.verb == "open" else bridges.difference(effect.bridges)


def cost(level: RollLevel, state: RollState, move: str) -> int:
    return level.swap_cost if move == "swap" else 1


def has_unit_costs(level: RollLevel) -> bool:
    return level.swap_cost == 1 or not level.has_splits


# -- the other direction


def goals(level: RollLevel) -> list[RollState]:
    return [RollState(STANDING, level.target, None, initial(level).bridges)]


def predecessors(level: RollLevel, state: RollState) -> list[tuple[str, RollState]]:
    opposite = {"up": "down", "down": "up", "left": "right", "right": "left"}
    return [(opposite[move], made(outcome(level, state, move))) for move in moves(level, state)]


def is_reversible(level: RollLevel) -> bool:
    """Without switches every roll can be rolled back."""
    return not any(letter.isupper() for letter in level.letters)


BACKWARD = Backward(goals, predecessors, is_reversible)
