"""Plotting as constraints: is there a sequence of exactly k shots that reaches the goal?

Everything is a Boolean: `x[row][column][colour]` for each moment (colour 0 is an empty cell), `hand[colour]`, and what
a shot does to a column. Two models share these and what happens to the cells; they differ in how the flight is told:

- action: one variable for every way in which a shot can end (along which row, stopped in which column, or fallen down
  which column to which cell), with what must hold before it
- state: a variable for each line to fire at, and the flight follows cell by cell from the state: how far the block
  gets along each row and down each column

Rows count from the top, as in moves. `ok` means: empty or of the held colour, so that the block goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...core.errors import LudoplanError, Unsupported
from ...core.options import Option, Values
from ...core.parts import Constraints
from .rules import WILDCARD, PlottingLevel, Shot, apply, initial
from .text import move_from_text

MODELS = ("action", "state")
EXTRAS = {
    "de": "dead end: the held colour is still in the grid, but after the last shot",
    "em": "empty: no shot along a row that leads to the top of the last column; down that column is the same",
    "mo": "monochrome: shots in a row that empty columns go from left to right",
}

Literal = Any  # a Boolean of CPMpy or its negation


@dataclass
class Moment:
    """The state before a shot, or after the last one."""

    x: list[list[list[Literal]]]
    hand: list[Literal]


@dataclass
class Effects:
    """What one shot does. `falls`: column, first row, row of the block that stops it (the floor: number of rows)."""

    shots: dict[Shot, Literal]
    eaten: dict[tuple[int, int], Literal] = field(default_factory=dict)  # row, column but the last
    stopped: dict[tuple[int, int], Literal] = field(default_factory=dict)  # row, column but the last
    falls: dict[tuple[int, int, int], Literal] = field(default_factory=dict)


class PlottingModel:
    """The constraints for a number of shots. `constraints` go into any solver of CPMpy."""

    def __init__(self, level: PlottingLevel, shots: int, model: str, extras: Iterable[str]) -> None:
        import cpmpy

        self.cp = cpmpy
        self.cost = shots
        self.level = level
        self.rows, self.columns, self.last = level.rows, level.columns, level.columns - 1
        self.colours = [0, *level.colours]
        self.constraints: list[Any] = []
        self.moments = [self._moment() for _ in range(shots + 1)]
        self._start()
        self.steps: list[Effects] = []
        for before, after in zip(self.moments, self.moments[1:], strict=False):
            equal, ok = self._compare(before)
            effects = (self._action_flight if model == "action" else self._state_flight)(equal, ok)
            self._happen(before, after, effects)
            self.steps.append(effects)
        occupied = [~cell[0] for row in self.moments[-1].x for cell in row]
        if level.goal < len(occupied):
            self.constraints.append(self.cp.sum(occupied) <= level.goal)
        for extra in extras:
            {"de": self._dead_end, "em": self._empty, "mo": self._monochrome}[extra]()

    def moves(self) -> list[str]:
        """The moves of the solution that a solver has found."""
        return [str(next(shot for shot, fired in step.shots.items() if fired.value())) for step in self.steps]

    # -- small parts

    def _new(self) -> Literal:
        return self.cp.boolvar()

    def _clause(self, *literals: Literal) -> None:
        self.constraints.append(literals[0] if len(literals) == 1 else self.cp.any(list(literals)))

    def _exactly_one(self, literals: Sequence[Literal]) -> None:
        if literals:
            self.constraints.append(self.cp.sum(list(literals)) == 1)
        else:
            never = self._new()
            self.constraints += [never, ~never]

    def _both(self, *conditions: Literal) -> Literal:
        """A variable that is true exactly if all conditions are; the condition itself if there is only one."""
        if len(conditions) == 1:
            return conditions[0]
        made = self._new()
        for condition in conditions:
            self._clause(~made, condition)
        self._clause(made, *(~condition for condition in conditions))
        return made

    def _either(self, conditions: Iterable[Literal]) -> Literal:
        return ~self._both(*(~condition for condition in conditions))

    def _moment(self) -> Moment:
        x = [[[self._new() for _ in self.colours] for _ in range(self.columns)] for _ in range(self.rows)]
        hand = [self._new() for _ in self.colours[1:]]
        for row in x:
            for cell in row:
                self._exactly_one(cell)
        self._exactly_one(hand)
        return Moment(x, hand)

    def _start(self) -> None:
        first = self.moments[0]
        for row in range(self.rows):
            for column, stack in enumerate(self.level.stacks):
                height = self.rows - 1 - row
                colour = stack[height] if height < len(stack) else 0
                self._clause(first.x[row][column][self.colours.index(colour)])
        # A wildcard takes the colour that the first shot hits: as good as choosing it freely.
        if self.level.hand != WILDCARD:
            self._clause(first.hand[self.colours.index(self.level.hand) - 1])

    def _compare(self, now: Moment) -> tuple[list[list[Literal]], list[list[Literal]]]:
        """For each cell: has it the held colour, and does the block go on there?"""
        equal = [[self._new() for _ in range(self.columns)] for _ in range(self.rows)]
        ok = [[self._new() for _ in range(self.columns)] for _ in range(self.rows)]
        for row in range(self.rows):
            for column in range(self.columns):
                empty, *coloured = now.x[row][column]
                same, free = equal[row][column], ok[row][column]
                self._clause(~empty, ~same)
                for here, held in zip(coloured, now.hand, strict=True):
                    self._clause(~here, ~held, same)
                    self._clause(~here, held, ~same)
                self._clause(~empty, free)
                self._clause(~same, free)
                self._clause(~free, empty, same)
        return equal, ok

    # -- two ways to tell the flight

    def _action_flight(self, equal: list[list[Literal]], ok: list[list[Literal]]) -> Effects:
        effects = Effects({})
        ways: list[Literal] = []
        ends: dict[Shot, list[Literal]] = {}
        fallen: dict[tuple[int, int, int], list[Literal]] = {}

        def way(shot: Shot, passed: list[tuple[int, int]], stop: tuple[int, int] | None) -> Literal:
            made = self._new()
            for row, column in passed:
                self._clause(~made, ok[row][column])
            if stop is not None:
                self._clause(~made, ~ok[stop[0]][stop[1]])
            self._clause(~made, *(equal[row][column] for row, column in passed))
            ways.append(made)
            ends.setdefault(shot, []).append(made)
            return made

        for shot in self.level.shots:
            row = shot.line if shot.direction == "row" else 0
            column = self.last if shot.direction == "row" else shot.line
            along = [(row, passed) for passed in range(self.last)] if shot.direction == "row" else []
            for place, stop in enumerate(along):
                effects.stopped[stop] = way(shot, along[:place], stop)
            for end in range(row, self.rows + 1):
                passed = along + [(below, column) for below in range(row, end)]
                fall = way(shot, passed, (end, column) if end < self.rows else None)
                fallen.setdefault((column, row, end), []).append(fall)
            for row_, column_ in along:
                # It is eaten if the shot gets past this cell, which has the held colour.
                past = [made for place, made in enumerate(ends[shot]) if place > column_]
                eaten = effects.eaten[row_, column_] = self._new()
                self._clause(~eaten, equal[row_][column_])
                self._clause(~eaten, *past)
                for made in past:
                    self._clause(~made, ~equal[row_][column_], eaten)
        self._exactly_one(ways)
        effects.falls = {place: self._either(made) for place, made in fallen.items()}
        effects.shots = {shot: self._either(made) for shot, made in ends.items()}
        return effects

    def _state_flight(self, equal: list[list[Literal]], ok: list[list[Literal]]) -> Effects:
        effects = Effects({shot: self._new() for shot in self.level.shots})
        self._exactly_one(list(effects.shots.values()))
        begins: dict[tuple[int, int], list[tuple[Shot, Literal]]] = {}  # by column and first row of a fall
        removes: dict[Shot, list[Literal]] = {shot: [] for shot in effects.shots}
        for shot, fired in effects.shots.items():
            if shot.direction == "col":
                begins.setdefault((shot.line, 0), []).append((shot, fired))
                continue
            flying = fired
            for column in range(self.last):
                cell = shot.line, column
                eaten = effects.eaten[cell] = self._both(flying, equal[shot.line][column])
                removes[shot].append(eaten)
                effects.stopped[cell] = self._both(flying, ~ok[shot.line][column])
                flying = self._both(flying, ok[shot.line][column])
            begins.setdefault((self.last, shot.line), []).append((shot, flying))
        for (column, row), causes in begins.items():
            falling = self._either(flying for _, flying in causes)
            for end in range(row, self.rows):
                for shot, _ in causes:
                    removes[shot].append(self._both(falling, equal[end][column]))
                effects.falls[column, row, end] = self._both(falling, ~ok[end][column])
                falling = self._both(falling, ok[end][column])
            effects.falls[column, row, self.rows] = falling
        for shot, fired in effects.shots.items():
            self._clause(~fired, *removes[shot])
        return effects

    # -- what happens to the cells

    def _happen(self, before: Moment, after: Moment, effects: Effects) -> None:
        x, y = before.x, after.x
        floor = self.rows

        def copy(cause: Literal, source: Sequence[Literal], target: Sequence[Literal]) -> None:
            for old, new in zip(source, target, strict=True):
                self._clause(~cause, ~old, new)

        touching: list[list[Literal]] = [[] for _ in range(self.columns)]
        for (row, column), eaten in effects.eaten.items():
            touching[column].append(eaten)
            self._clause(~eaten, y[0][column][0])
            for place in range(1, floor):
                copy(eaten, x[place - 1 if place <= row else place][column], y[place][column])
        for (row, column), stopped in effects.stopped.items():
            touching[column].append(stopped)
            copy(stopped, before.hand, y[row][column][1:])
            copy(stopped, x[row][column][1:], after.hand)
            for place in range(floor):
                if place != row:
                    copy(stopped, x[place][column], y[place][column])
        for (column, row, end), falls in effects.falls.items():
            touching[column].append(falls)
            for place in range(floor):
                source = place - (end - row) if place < end else place
                if place == end:
                    copy(falls, before.hand, y[place][column][1:])
                elif source < 0:
                    self._clause(~falls, y[place][column][0])
                else:
                    copy(falls, x[source][column], y[place][column])
            copy(falls, before.hand if end == floor else x[end][column][1:], after.hand)
        for column in range(self.columns):
            idle = self._new()
            self._clause(idle, *touching[column])
            for place in range(floor):
                copy(idle, x[place][column], y[place][column])

    # -- optional constraints: they cut off nothing that a shortest solution needs

    def _dead_end(self) -> None:
        for moment in self.moments[:-1]:
            for colour, held in enumerate(moment.hand, start=1):
                self._clause(~held, *(cell[colour] for row in moment.x for cell in row))

    def _empty(self) -> None:
        if self.last not in self.level.open_columns:
            return
        for moment, step in zip(self.moments, self.steps, strict=False):
            for shot, fired in step.shots.items():
                if shot.direction == "row":
                    # With nothing in the way the block comes down on the last column from above.
                    in_the_way = [~moment.x[shot.line][column][0] for column in range(self.last)]
                    if shot.line > 0:
                        in_the_way.append(~moment.x[shot.line - 1][self.last][0])
                    self._clause(~fired, *in_the_way)

    def _monochrome(self) -> None:
        for step, following in zip(self.steps, self.steps[1:], strict=False):
            for right in self.level.open_columns:
                for left in self.level.open_columns:
                    if left < right:
                        self._clause(
                            ~step.shots[Shot("col", right)],
                            ~step.falls[right, 0, self.rows],
                            ~following.shots[Shot("col", left)],
                            ~following.falls[left, 0, self.rows],
                        )


def read_extras(text: str) -> list[str]:
    """The names of optional constraints; raises LudoplanError."""
    if text in ("all", "none"):
        return list(EXTRAS) if text == "all" else []
    names = [name for name in text.split(",") if name]
    for name in names:
        if name not in EXTRAS:
            raise LudoplanError(f"--extra: {name!r} is not one of {', '.join(EXTRAS)}, all, none")
    return names


def models(level: PlottingLevel, prefix: Sequence[str], options: Values) -> Iterator[PlottingModel]:
    """One model for each number of shots; every shot removes a block, so there are only so many."""
    if level.wildcards:
        raise Unsupported("the constraint models of Plotting give no wildcards at dead ends")
    extras = read_extras(options["extra"])
    for text in prefix:
        state = apply(level, initial(level), move_from_text(level, text))
        level = replace(level, stacks=state.stacks, hand=state.hand)
    for shots in range(1, initial(level).blocks() - level.goal + 1):
        yield PlottingModel(level, shots, options["model"], extras)


CONSTRAINTS = Constraints(
    models,
    ("ortools", "pysat:cadical195", "pumpkin", "highs"),
    (
        Option("model", str, "action", "how the flight of a shot is told: by its end, or cell by cell", choices=MODELS),
        Option(
            "extra", str, "none", f"optional constraints: {'; '.join(map(': '.join, EXTRAS.items()))}; or all, none"
        ),
    ),
)
