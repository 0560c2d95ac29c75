"""A solver of python-sat. It looks at limits between slices of its work; what takes longer is ended from outside."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .. import _native

NAMES = ("glucose4", "glucose42", "cadical153", "cadical195", "minisat22")
CLAUSES_AT_ONCE = 10_000
CONFLICTS_BETWEEN_CHECKS = 2000


@dataclass(frozen=True)
class SatVerdict:
    """What a solver says: whether there is a model (None: not known yet), and its true variables, ascending."""

    satisfiable: bool | None
    model: list[int]
    conflicts: int  # of this solver in all
    seconds: float  # of the processor, for this call


class Solver:
    """One formula that may grow."""

    def __init__(self, name: str = NAMES[0], clauses: Iterable[Sequence[int]] = (), with_proof: bool = False) -> None:
        from pysat.solvers import Solver as PysatSolver

        self._solver: Any = PysatSolver(name=name, bootstrap_with=clauses, with_proof=with_proof)

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *error: object) -> None:
        self._solver.delete()

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        self._solver.append_formula(clauses)

    def add_packed(self, clauses: bytes) -> float:
        """Adds clauses as 4-byte numbers, each ended by 0; the processor's seconds for it."""
        began = time.process_time()
        start = 0
        while start < len(clauses) // 4:
            # A few at a time to save memory.
            lists, start = _native.clause_lists(clauses, start, CLAUSES_AT_ONCE)
            for clause in lists:
                self._solver.add_clause(clause)
        return time.process_time() - began

    def guess(self, literals: Sequence[int]) -> None:
        """Tells the solver what to try first."""
        self._solver.set_phases(list(literals))

    def solve(
        self,
        assumptions: Sequence[int] = (),
        conflicts: int = 0,
        check: Callable[[], None] | None = None,
        propagations: int = 0,
    ) -> SatVerdict:
        """What it finds, within so many conflicts (0: without end) and propagations (not of CaDiCaL). `check` is called
        now and then; what it raises ends the work."""
        began = time.process_time()
        answer: bool | None = None
        while answer is None:
            if conflicts or check is not None:
                self._solver.conf_budget(conflicts or CONFLICTS_BETWEEN_CHECKS)
                if propagations:
                    self._solver.prop_budget(propagations)
                # Or it would take Ctrl-C for itself.
                answer = self._solver.solve_limited(assumptions=list(assumptions), expect_interrupt=True)
            else:
                answer = self._solver.solve(assumptions=list(assumptions))
            if conflicts:
                break
            if check is not None and answer is None:
                check()
        model = [literal for literal in self._solver.get_model() if literal > 0] if answer else []
        return SatVerdict(answer, model, self._solver.accum_stats().get("conflicts", 0), time.process_time() - began)

    def proof(self) -> list[str]:
        """The lines of the proof of a solver that has found no model."""
        lines: list[str] = self._solver.get_proof()
        return lines
