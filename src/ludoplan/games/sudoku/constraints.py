"""Sudoku by SAT (python-sat) and by constraint programming (OR-Tools): independent of the native solver."""

from __future__ import annotations

import time
from importlib.util import find_spec
from itertools import combinations

from ...core.engine import Engine, Request, Task
from ...core.result import Answer, Stats, Status
from .rules import State, SudokuLevel, geometry
from .solver import after, answer_with


def clauses(box: int) -> list[list[int]]:
    """The rules as clauses; the variable of cell c and digit d is c * size + d."""
    size = box * box
    places = geometry(box)
    found = [[cell * size + digit for digit in range(1, size + 1)] for cell in range(size * size)]
    for cell in range(size * size):
        found += [[-(cell * size + one), -(cell * size + other)] for one, other in combinations(range(1, size + 1), 2)]
    for digit in range(1, size + 1):
        for cells in places.units:
            found.append([cell * size + digit for cell in cells])
        found += [
            [-(cell * size + digit), -(peer * size + digit)]
            for cell, peers in enumerate(places.peers)
            for peer in peers
            if peer > cell
        ]
    return found


def known(box: int, state: State) -> list[int]:
    """The clues as literals."""
    size = box * box
    return [cell * size + digit for cell, digit in enumerate(state) if digit]


def board_of(box: int, model: list[int]) -> bytes:
    """The board that a model stands for."""
    size = box * box
    board = bytearray(size**2)
    for literal in model:
        if 0 < literal <= size**3:
            board[(literal - 1) // size] = (literal - 1) % size + 1
    return bytes(board)


def is_unique_by_sat(box: int, state: State) -> bool:
    """Whether a board has exactly one solution, by SAT alone."""
    from pysat.solvers import Glucose4

    with Glucose4(bootstrap_with=clauses(box)) as sat:
        if not sat.solve(assumptions=known(box, state)):
            return False
        sat.add_clause([-literal for literal in sat.get_model() if literal > 0])
        return not sat.solve(assumptions=known(box, state))


class SatEngine(Engine):
    name = "sat"
    summary = "Sudoku: clauses, solved by Glucose (python-sat)"
    optimal = True
    imports = ("pysat.solvers",)
    takes_prefix = True

    def solve(self, task: Task, request: Request) -> Answer:
        from pysat.solvers import Glucose4

        from ...models.sat import Stopped, is_satisfiable

        level: SudokuLevel = task.level
        state = after(level, request.prefix)
        began = time.perf_counter()
        with Glucose4(bootstrap_with=clauses(level.box)) as sat:
            try:
                found = is_satisfiable(sat, request.budget, known(level.box, state))
            except Stopped as limit:
                return Answer(limit.status, message=f"{limit.status} limit reached")
            stats = Stats(search_seconds=round(time.perf_counter() - began, 6))
            return answer_with(level, state, board_of(level.box, sat.get_model()) if found else None, None, stats)


class CpEngine(Engine):
    name = "cp"
    summary = "Sudoku: all-different constraints, solved by OR-Tools CP-SAT"
    optimal = True
    imports = ("ortools.sat.python.cp_model",)
    takes_prefix = True

    def missing(self) -> str | None:
        return None if find_spec("ortools") else "not installed: pip install 'ludoplan[cp]'"

    def solve(self, task: Task, request: Request) -> Answer:
        from ortools.sat.python import cp_model

        level: SudokuLevel = task.level
        state = after(level, request.prefix)
        began = time.perf_counter()
        model = cp_model.CpModel()
        cells = [model.new_int_var(digit or 1, digit or level.size, f"c{cell}") for cell, digit in enumerate(state)]
        for unit in geometry(level.box).units:
            model.add_all_different([cells[cell] for cell in unit])
        cp = cp_model.CpSolver()
        cp.parameters.num_workers = 1
        cp.parameters.random_seed = request.seed
        left = request.budget.seconds_left()
        if left is not None:
            cp.parameters.max_time_in_seconds = left
        status = cp.solve(model)
        stats = Stats(search_seconds=round(time.perf_counter() - began, 6))
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return answer_with(level, state, bytes(cp.value(cell) for cell in cells), None, stats)
        if status == cp_model.INFEASIBLE:
            return answer_with(level, state, None, None, stats)
        return Answer(Status.TIMEOUT, message="time limit reached", stats=stats)
