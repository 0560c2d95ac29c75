"""Constraint solvers on the games that have constraint models (`game.constraints`).

A game gives models to be tried in turn, each for a cost that no solution falls below once the ones before it have none:
many for games whose model has a fixed number of moves, one where the model itself minimises. A model is written for
CPMpy (`constraints`), and then any back end takes it, or for CP-SAT of OR-Tools (`cp_model`), where CPMpy lacks words.
"""

from __future__ import annotations

import math
import time
from copy import copy
from dataclasses import replace
from importlib.util import find_spec
from typing import Any, Protocol

from ..core.engine import Engine, Request
from ..core.referee import Replay
from ..core.result import Answer, Stats, Status
from ..core.task import AnyGame, Task


class CpmpyModel(Protocol):
    """Constraints for CPMpy, whose every solution costs `cost`."""

    cost: float
    constraints: Any

    def moves(self) -> list[str]:
        """The solution that the variables hold."""


class CpSatModel(Protocol):
    """A model for OR-Tools, with or without an objective."""

    cost: float  # of every solution, or at least
    cp_model: Any

    def moves(self, solver: Any) -> list[str]:
        """The solution that the solver holds."""

    def real_cost(self, value: float) -> float:
        """The cost that a value of the objective stands for."""


class ConstraintEngine(Engine):
    optimal = True
    takes_prefix = True

    def __init__(self, name: str, summary: str, backend: str, packages: tuple[str, ...]) -> None:
        self.name = name
        self.summary = summary
        self.backend = backend  # as CPMpy calls it
        self.imports = ("cpmpy", *packages)

    def of_game(self, game: AnyGame) -> Engine:
        engine = copy(self)
        engine.options = () if game.constraints is None else game.constraints.options
        return engine

    def missing(self) -> str | None:
        return None if all(map(find_spec, self.imports)) else f"{self.name}: not installed; pip install 'ludoplan[cp]'"

    def refuses(self, task: Task) -> str | None:
        part = task.game.constraints
        if part is None:
            return f"{self.name}: {task.game.name} has no constraint model"
        if self.backend not in part.backends:
            return f"{self.name}: the constraint model of {task.game.name} is for cp (OR-Tools) alone"
        return None

    def solve(self, task: Task, request: Request) -> Answer:
        part = task.game.constraints
        assert part is not None
        played = Replay(task)
        played.play_all(request.prefix)
        if played.is_goal():
            return Answer(Status.OPTIMAL, [], 0, "the goal is reached at the start")
        began = time.perf_counter()
        cost: float = 0
        for model in part.models(task.level, request.prefix, request.options):
            cost = model.cost
            request.tell(f"cost {cost:g}", cost or None)
            answer = self.by_cp_sat(model, request) if hasattr(model, "cp_model") else self.by_cpmpy(model)
            stats = Stats(search_seconds=round(time.perf_counter() - began, 6), expanded=answer.stats.expanded)
            if answer.status is not Status.UNSOLVABLE:
                return replace(answer, stats=stats)
        proof = f"no model has a solution{f', up to cost {cost:g}, and none costs more' if cost else ''}"
        return Answer(Status.UNSOLVABLE, proof=proof, message=proof, stats=stats)

    def by_cpmpy(self, model: CpmpyModel) -> Answer:
        """What a back end of CPMpy makes of the model."""
        from cpmpy import SolverLookup
        from cpmpy.solvers.solver_interface import ExitStatus

        solver = SolverLookup.get(self.backend)
        solver += model.constraints
        if solver.solve():
            proof = "no solution costs less, each cost refuted in turn"
            return Answer(Status.OPTIMAL, model.moves(), model.cost, proof)
        if solver.status().exitstatus == ExitStatus.UNSATISFIABLE:
            return Answer(Status.UNSOLVABLE, proof="refuted")
        return Answer(Status.INCOMPLETE, lower_bound=model.cost, message=f"{self.name} gives no answer")

    def by_cp_sat(self, model: CpSatModel, request: Request) -> Answer:
        """What CP-SAT makes of the model; tells of each better solution and bound."""
        from ortools.sat.python import cp_model

        has_objective = model.cp_model.has_objective()
        bound = model.cost

        class Listener(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                if has_objective:
                    request.found(Answer(Status.SOLVED, model.moves(self), bound or None))

        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = request.seed

        def raised(value: float) -> None:
            nonlocal bound
            bound = max(bound, model.real_cost(math.ceil(value - 1e-6)))
            request.tell(lower_bound=bound)

        if has_objective:
            solver.best_bound_callback = raised
        status = solver.solve(model.cp_model, Listener())
        stats = Stats(expanded=solver.num_branches)
        if status == cp_model.INFEASIBLE:
            return Answer(Status.UNSOLVABLE, proof="refuted", stats=stats)
        if status == cp_model.OPTIMAL:
            cost = model.real_cost(round(solver.objective_value)) if has_objective else model.cost
            return Answer(Status.OPTIMAL, model.moves(solver), cost, "CP-SAT closed the gap", stats=stats)
        return Answer(Status.INCOMPLETE, lower_bound=bound or None, message="CP-SAT gives no answer", stats=stats)


ENGINES = (
    ConstraintEngine("cp", "constraints on OR-Tools CP-SAT", "ortools", ("ortools",)),
    ConstraintEngine("cp:ortools", "the same as cp", "ortools", ("ortools",)),
    ConstraintEngine("cp:cadical", "constraints as SAT on CaDiCaL", "pysat:cadical195", ("pysat", "pindakaas")),
    ConstraintEngine("cp:pumpkin", "constraints on Pumpkin (lazy clause generation)", "pumpkin", ("pumpkin_solver",)),
    ConstraintEngine("mip", "constraints as a mixed integer program on HiGHS", "highs", ("highspy",)),
)
