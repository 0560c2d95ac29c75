"""What tests ask of boards of Sudoku."""

from __future__ import annotations

from ludoplan import _native
from ludoplan.games.sudoku.clauses import clauses, known
from ludoplan.games.sudoku.rules import State
from ludoplan.sat.solver import Solver


def only_solution(box: int, cells: bytes) -> bytes | None:
    """The solution if there is exactly one."""
    outcome = _native.sudoku_solve(box, [cells], 2, 1, _native.Limits())[0]
    return outcome.solutions[0] if outcome.found == 1 else None


def is_unique_by_sat(box: int, state: State) -> bool:
    """Whether a board has exactly one solution, by SAT alone."""
    with Solver(clauses=clauses(box)) as sat:
        found = sat.solve(known(box, state))
        if not found.satisfiable:
            return False
        sat.add([[-literal for literal in found.model]])
        return not sat.solve(known(box, state)).satisfiable
