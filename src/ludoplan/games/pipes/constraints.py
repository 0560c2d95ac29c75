"""Pipes as a circuit for OR-tools' CP-SAT solver: another exact formulation, independent of the native one.

Every piece is a vertex (a cross is two), every step from a piece to the next a literal. The chain and one step from its
end back to the start form a circuit; a piece outside the chain is a loop of its own.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from ...core.engine import Engine, Progress, Request, Task
from ...core.limits import peak_megabytes
from ...core.result import Answer, Stats, Status
from .engines import stopped, texts_of_chain
from .rules import CROSS, ELBOW, ONE_WAY, STRAIGHT, TERMINAL, Cell, PipesLevel, neighbour, objective_value, opposite

Vertex = tuple[Cell, int]  # the second number is 1 for the vertical way through a cross, else 0


class Circuit:
    """The model of a level."""

    def __init__(self, level: PipesLevel, is_out_of_time: Callable[[], bool]) -> None:
        from ortools.sat.python import cp_model

        self.level = level
        self.model = cp_model.CpModel()
        self.numbers: dict[Vertex, int] = {}
        for cell, kind in level.kinds.items():
            for axis in range(2 if kind == CROSS else 1):
                self.numbers[cell, axis] = len(self.numbers)
        self.steps: dict[tuple[Cell, int], Any] = {}  # leaving a cell by a side
        for cell in level.kinds:
            if is_out_of_time():
                raise TimeoutError
            for side in range(4):
                if self.can_step(cell, side):
                    self.steps[cell, side] = self.model.new_bool_var("")
        self.cost: list[Any] = []
        self.add_circuit()
        for cell, kind in level.kinds.items():
            if is_out_of_time():
                raise TimeoutError
            if kind == ELBOW:
                self.add_elbow(cell)
            elif kind != TERMINAL:
                self.add_straight(cell, kind)
        steps = sum(self.steps.values()) + (1 if level.objective == "pieces" else 0)
        self.model.minimize(steps + level.turn_cost * sum(self.cost))

    def can_step(self, cell: Cell, side: int) -> bool:
        level = self.level
        if level.kinds[cell] == TERMINAL:
            is_last = cell != level.start and not level.waypoints
            if is_last or level.rotation(cell) != side % 2:
                return False
        return level.can_enter(neighbour(cell, side), opposite(side))

    def vertex(self, cell: Cell, side: int) -> int:
        return self.numbers[cell, side % 2 if self.level.kinds[cell] == CROSS else 0]

    def out(self, cell: Cell, side: int) -> Any:
        """The literal, or 0, of leaving a cell by a side."""
        return self.steps.get((cell, side), 0)

    def into(self, cell: Cell, side: int) -> Any:
        """The literal, or 0, of entering a cell by a side."""
        return self.steps.get((neighbour(cell, side), opposite(side)), 0)

    def add_circuit(self) -> None:
        level = self.level
        arcs = [
            (self.vertex(cell, side), self.vertex(neighbour(cell, side), side), literal)
            for (cell, side), literal in self.steps.items()
        ]
        start = self.numbers[level.start, 0]
        for (cell, _), number in self.numbers.items():
            is_end = level.kinds[cell] == TERMINAL and number != start
            if is_end:
                arcs.append((number, start, self.model.new_bool_var("")))
            if number != start and not (is_end and level.waypoints):
                arcs.append((number, number, self.model.new_bool_var("")))
        self.model.add_circuit(arcs)

    def add_straight(self, cell: Cell, kind: str) -> None:
        rotation = self.level.rotation(cell)
        for side in range(4):
            self.model.add(self.into(cell, side) == self.out(cell, opposite(side)))
            if kind == STRAIGHT and side % 2 != rotation:
                self.cost.append(self.into(cell, side))
            elif kind == ONE_WAY and side != rotation:
                self.cost.append((side - rotation) % 4 * self.into(cell, side))

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
            self.cost.append(turns * has_turned)

    def chain(self, is_true: Callable[[Any], bool]) -> list[Cell]:
        """The pieces of a solution, from the start to an end."""
        taken = [step for step, literal in self.steps.items() if is_true(literal)]
        cells, entered = [self.level.start], None
        while True:
            cell = cells[-1]
            ways = [side for at, side in taken if at == cell]
            if self.level.kinds[cell] == CROSS and entered is not None:
                ways = [opposite(entered)]
            if not ways:
                return cells
            cells.append(neighbour(cell, ways[0]))
            entered = opposite(ways[0])


class CircuitEngine(Engine):
    summary = "CP-SAT of OR-tools: the chain as a circuit constraint"
    optimal = True
    imports = ("ortools.sat.python.cp_model",)

    def __init__(self, name: str) -> None:
        self.name = name

    def missing(self) -> str | None:
        if find_spec("ortools") is None:
            return "OR-tools is not installed: pip install 'ludoplan[cp]'"
        return None

    def solve(self, task: Task, request: Request) -> Answer:
        from ortools.sat.python import cp_model

        level: PipesLevel = task.level
        began = time.perf_counter()
        try:
            circuit = Circuit(level, request.budget.is_out_of_time)
        except TimeoutError:
            return Answer(Status.TIMEOUT, message="time limit reached")
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = request.seed
        seconds, megabytes = request.budget.seconds_left(), request.budget.limits.megabytes
        if seconds is not None:
            seconds -= min(0.5, 0.1 * seconds)  # for writing the answer
            solver.parameters.max_time_in_seconds = seconds
        if megabytes is not None:
            solver.parameters.max_memory_in_mb = int(megabytes)

        class Listener(cp_model.CpSolverSolutionCallback):
            is_cancelled = False

            def on_solution_callback(self) -> None:
                note = f"best so far {objective_value(level, round(self.objective_value))}"
                progress = Progress(request.budget.elapsed(), note=note)
                if request.progress is not None and not request.progress(progress):
                    self.is_cancelled = True
                    self.stop_search()

        heard = Listener()
        status = solver.solve(circuit.model, heard)
        stats = Stats(search_seconds=round(time.perf_counter() - began, 6), expanded=solver.num_branches)
        if status == cp_model.INFEASIBLE:
            proof = "CP-SAT proves the circuit infeasible"
            return Answer(Status.UNSOLVABLE, proof=proof, message=proof, stats=stats)
        has_chain = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        cells = circuit.chain(solver.boolean_value) if has_chain else []
        if status == cp_model.OPTIMAL:
            value = objective_value(level, round(solver.objective_value))
            return Answer(Status.OPTIMAL, texts_of_chain(level, cells), value, "CP-SAT closed the gap", stats=stats)
        bound = math.ceil(solver.best_objective_bound - 1e-6)
        cost = round(solver.objective_value) if has_chain else 0
        # CP-SAT does not say which limit it was, and stops before the time is up if it sees that it will be.
        why = Status.TIMEOUT, "time limit reached"
        if heard.is_cancelled:
            why = Status.CANCELLED, "interrupted"
        elif seconds is None or (megabytes is not None and peak_megabytes() >= 0.9 * megabytes):
            why = Status.MEMORY, "memory limit reached"
        return stopped(level, *why, bound, cells, cost, stats)
