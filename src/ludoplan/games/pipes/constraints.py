"""Pipes as a circuit for OR-tools' CP-SAT solver: another exact formulation, independent of the native one.

Every piece is a vertex (a cross is two), every step from a piece to the next a literal. The chain and one step from its
end back to the start form a circuit; a piece outside the chain is a loop of its own. Where there is a queue, every
vertex counts the pieces of it that were taken when the flow is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.options import Values
from ...core.parts import Constraints
from . import rules
from .rules import Cell, PipesLevel
from .text import move_to_text

Vertex = tuple[Cell, int]  # the second number is 1 for the vertical way through a cross, else 0


class Circuit:
    """The model of a level."""

    cost = 0.0  # it minimises itself

    def __init__(self, level: PipesLevel) -> None:
        from ortools.sat.python import cp_model

        self.level = level
        self.cp_model = self.model = cp_model.CpModel()
        self.numbers: dict[Vertex, int] = {}
        for cell, kind in level.kinds.items():
            for axis in range(2 if kind == rules.CROSS else 1):
                self.numbers[cell, axis] = len(self.numbers)
        self.steps: dict[tuple[Cell, int], Any] = {}  # leaving a cell by a side
        for cell in level.kinds:
            for side in range(4):
                if level.can_leave(cell, side):
                    self.steps[cell, side] = self.model.new_bool_var("")
        self.turns: list[Any] = []
        self.add_circuit()
        for cell, kind in level.kinds.items():
            if kind == rules.ELBOW:
                self.add_elbow(cell)
            elif kind not in (rules.TERMINAL, rules.EMPTY):
                self.add_straight(cell, kind)
        steps = sum(self.steps.values())
        if level.min_length:
            self.model.add(steps + 1 >= level.min_length)
        if level.charge is not None:
            self.add_charge(level.charge)
        skipped = self.add_queue() if rules.EMPTY in level.kinds.values() else 0
        first = 1 if level.objective == "pieces" else 0
        self.model.minimize(steps + first + level.turn_cost * sum(self.turns) + level.skip_cost * skipped)

    def vertex(self, cell: Cell, side: int) -> int:
        return self.numbers[cell, side % 2 if self.level.kinds[cell] == rules.CROSS else 0]

    def out(self, cell: Cell, side: int) -> Any:
        """The literal, or 0, of leaving a cell by a side."""
        return self.steps.get((cell, side), 0)

    def into(self, cell: Cell, side: int) -> Any:
        """The literal, or 0, of entering a cell by a side."""
        return self.steps.get((rules.neighbour(cell, side), rules.opposite(side)), 0)

    def add_circuit(self) -> None:
        level = self.level
        arcs = [
            (self.vertex(cell, side), self.vertex(rules.neighbour(cell, side), side), literal)
            for (cell, side), literal in self.steps.items()
        ]
        start = self.numbers[level.start, 0]
        for (cell, _), number in self.numbers.items():
            is_end = level.kinds[cell] == rules.TERMINAL and number != start
            if is_end:
                arcs.append((number, start, self.model.new_bool_var("")))
            if number != start and not (is_end and level.waypoints):
                arcs.append((number, number, self.model.new_bool_var("")))
        self.model.add_circuit(arcs)

    def add_straight(self, cell: Cell, kind: str) -> None:
        rotation = self.level.rotation(cell)
        for side in range(4):
            self.model.add(self.into(cell, side) == self.out(cell, rules.opposite(side)))
            if kind == rules.STRAIGHT and side % 2 != rotation:
                self.turns.append(self.into(cell, side))
            elif kind == rules.ONE_WAY and side != rotation:
                self.turns.append((side - rotation) % 4 * self.into(cell, side))

    def add_elbow(self, cell: Cell) -> None:
        rotation = self.level.rotation(cell)
        for axis in range(2):
            across = self.out(cell, 1 - axis) + self.out(cell, 3 - axis)
            self.model.add(self.into(cell, axis) + self.into(cell, axis + 2) == across)
        for turns in range(1, 4):
            side = (rotation + turns) % 4
            has_turned = self.model.new_bool_var("")
            for a, b in ((side, (side + 1) % 4), ((side + 1) % 4, side)):
                entering, leaving = self.into(cell, a), self.out(cell, b)
                if not isinstance(entering, int) and not isinstance(leaving, int):
                    self.model.add_bool_or(~entering, ~leaving, has_turned)
            self.turns.append(turns * has_turned)

    def add_charge(self, wanted: int) -> None:
        charges = self.level.charge_of
        passed = [charges.get(rules.neighbour(cell, side), 0) * literal for (cell, side), literal in self.steps.items()]
        self.model.add(sum(passed) + charges.get(self.level.start, 0) == wanted)

    def add_queue(self) -> Any:
        """What is laid on empty cells comes in the order of the queue; the number of pieces that are skipped."""
        level, model = self.level, self.model
        most = len(level.queue)
        taken = [model.new_int_var(0, most, "") for _ in self.numbers]
        laid = {}  # whether this piece of the queue is laid on this cell
        for cell, kind in level.kinds.items():
            if kind != rules.EMPTY:
                continue
            for number, (shape, rotation) in enumerate(level.shapes):
                laid[cell, number] = here = model.new_bool_var("")
                model.add(taken[self.numbers[cell, 0]] == number + 1).only_enforce_if(here)
                for side in range(4):
                    leaving = rules.exit_of(shape, rotation, side)
                    out = 0 if leaving is None else self.out(cell, leaving)
                    model.add(self.into(cell, side) <= out).only_enforce_if(here)
            used = [self.into(cell, side) for side in range(4)]
            model.add(sum(laid[cell, number] for number in range(most)) == sum(used))
            model.add(sum(self.out(cell, side) for side in range(4)) == sum(used))
        for (cell, side), literal in self.steps.items():
            to = rules.neighbour(cell, side)
            more = 1 if level.kinds[to] == rules.EMPTY else 0
            here, there = taken[self.vertex(cell, side)], taken[self.vertex(to, side)]
            model.add(there >= here + more).only_enforce_if(literal)
        last = model.new_int_var(0, most, "")
        for (_, number), here in laid.items():
            model.add(last > number).only_enforce_if(here)
        return last - sum(laid.values())

    def moves(self, solver: Any) -> list[str]:
        return [move_to_text(self.level, move) for move in rules.moves_of_chain(self.level, self.chain(solver))]

    def real_cost(self, value: float) -> float:
        return rules.plan_cost(self.level, int(value))

    def chain(self, solver: Any) -> list[Cell]:
        """The pieces of a solution, from the start to an end."""
        taken = [step for step, literal in self.steps.items() if solver.boolean_value(literal)]
        cells, entered = [self.level.start], None
        while True:
            cell = cells[-1]
            ways = [side for at, side in taken if at == cell]
            if self.level.kinds[cell] == rules.CROSS and entered is not None:
                ways = [rules.opposite(entered)]
            if not ways:
                return cells
            cells.append(rules.neighbour(cell, ways[0]))
            entered = rules.opposite(ways[0])


def models(level: PipesLevel, prefix: Sequence[str], options: Values) -> Iterator[Circuit]:
    yield Circuit(level)


CONSTRAINTS = Constraints(models, ("ortools",))
