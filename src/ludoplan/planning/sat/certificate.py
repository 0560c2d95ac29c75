"""Certificates: the clauses of a horizon in DIMACS form and a DRAT proof that they have no model.

The clauses are the plain ones: every fact and every action at every layer, the initial state, the goal, what actions
need and do, and that nothing else changes. Nothing that the planner has found out about the task is taken for granted.
"""

from __future__ import annotations

from array import array
from pathlib import Path

from ... import _native
from ...core.errors import LudoplanError
from ...sat.solver import Solver
from .planner import SatPlanner

# Its proofs are DRUP: a checker needs unit propagation and nothing else.
SOLVER = "glucose4"


def write_certificate(planner: SatPlanner, folder: Path) -> str:
    """Proves once more that one action less is too few, and writes clauses and proof; returns what was written.
    Raises LudoplanError or Stopped."""
    if planner.bound == 0:
        return "no certificate: no horizon has been ruled out"
    horizon = planner.bound - 1
    path = folder / f"horizon-{horizon}"
    clauses = planner.formula(horizon, _native.Style.plain)
    planner.request.tell(f"certificate for horizon {horizon}")
    with Solver(SOLVER, with_proof=True) as solver:
        solver.add_packed(clauses)
        assert solver.solve().satisfiable is False, "the planner has ruled this horizon out"
        proof = solver.proof()
    try:
        path.with_suffix(".cnf").write_text(dimacs(planner, horizon, clauses), encoding="ascii")
        path.with_suffix(".drat").write_text(
            "\n".join([*proof, *([] if "0" in proof else ["0"]), ""]), encoding="ascii"
        )
    except OSError as error:
        raise LudoplanError(f"{folder}: {error.strerror}") from None
    return f"certificate that {horizon} actions are too few: {path}.cnf, {path}.drat"


def dimacs(planner: SatPlanner, horizon: int, clauses: bytes) -> str:
    """The formula with its variables explained in comments."""
    grounded = planner.grounded
    lines = [f"c no plan of {horizon} steps or fewer, each of them {STEPS[planner.configuration.steps]}"]
    for variable, layer, is_action, number in planner.encoding.meanings():
        text = grounded.texts([number])[0] if is_action else grounded.fact_text(number)
        lines.append(f"c {variable} {'step' if is_action else 'layer'} {layer}: {text}")
    lines.append(f"p cnf {planner.encoding.variables} {planner.encoding.clauses}")
    numbers = " ".join(map(str, array("i", clauses)))
    return "\n".join(lines) + "\n" + numbers.replace(" 0 ", " 0\n") + "\n"


STEPS = {
    "sequential": "one action",
    "for_all": "actions that do not disturb each other",
    "exists": "actions that can be done in one fixed order",
}
