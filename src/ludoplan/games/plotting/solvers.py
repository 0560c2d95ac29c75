"""Constraint solvers on Plotting: a growing sequence of bounded problems, by way of CPMpy."""

from __future__ import annotations

import time
from functools import partial
from importlib.util import find_spec

from ...core.engine import Engine, Progress, Request, Task
from ...core.errors import LudoplanError
from ...core.options import Option
from ...core.result import Answer, Stats, Status
from ...engines.forked import in_child
from .constraints import EXTRAS, MODELS, PlottingModel

INSTALL = "not installed; pip install 'ludoplan[cp]'"


class ConstraintEngine(Engine):
    optimal = True
    options = (
        Option("model", str, "action", "how the flight of a shot is told: by its end, or cell by cell", choices=MODELS),
        Option("extra", str, "", f"optional constraints: {'; '.join(map(': '.join, EXTRAS.items()))}; or all"),
    )

    def __init__(self, name: str, summary: str, solver: str, packages: tuple[str, ...]) -> None:
        self.name = name
        self.summary = summary
        self.solver = solver  # as CPMpy calls it
        self.packages = packages
        self.imports = ("cpmpy", *packages)

    def missing(self) -> str | None:
        if all(find_spec(package) for package in ("cpmpy", *self.packages)):
            return None
        return f"{self.name}: {INSTALL}"

    def solve(self, task: Task, request: Request) -> Answer:
        return in_child(partial(self.solve_here, task), request)

    def solve_here(self, task: Task, request: Request) -> Answer:
        """The answer, without regard to limits: not every back end has them, or keeps them."""
        from cpmpy import SolverLookup
        from cpmpy.solvers.solver_interface import ExitStatus

        level, budget = task.level, request.budget
        extras = read_extras(request.options["extra"])
        began = time.perf_counter()
        start = task.game.initial(level)
        if task.game.is_goal(level, start):
            return Answer(Status.OPTIMAL, [], 0, "the goal is reached at the start")
        most = start.blocks() - level.goal
        for shots in range(1, most + 1):
            if request.progress is not None:
                note = f"{shots} shots"
                if not request.progress(Progress(budget.elapsed(), lower_bound=shots, note=note)):
                    return Answer(Status.CANCELLED, lower_bound=shots, message="interrupted")
            model = PlottingModel(level, shots, request.options["model"], extras)
            solver = SolverLookup.get(self.solver)
            solver += model.constraints
            found = solver.solve()
            stats = Stats(search_seconds=round(time.perf_counter() - began, 6))
            if found:
                proof = "no solution with fewer shots, each number refuted in turn"
                return Answer(Status.OPTIMAL, model.shots_made(), shots, proof, stats=stats)
            if solver.status().exitstatus != ExitStatus.UNSATISFIABLE:
                message = f"{self.name} gives no answer for {shots} shots"
                return Answer(Status.INCOMPLETE, lower_bound=shots, message=message, stats=stats)
        proof = f"no solution with up to {most} shots, and each shot removes a block"
        return Answer(Status.UNSOLVABLE, proof=proof, message=proof, stats=Stats())


def read_extras(text: str) -> list[str]:
    """The names of optional constraints; raises LudoplanError."""
    if text == "all":
        return list(EXTRAS)
    names = [name for name in text.split(",") if name]
    for name in names:
        if name not in EXTRAS:
            raise LudoplanError(f"--extra: {name!r} is not one of {', '.join(EXTRAS)}, all")
    return names


ENGINES = (
    ConstraintEngine("cp:ortools", "constraints on OR-Tools CP-SAT", "ortools", ("ortools",)),
    ConstraintEngine("cp:cadical", "constraints as SAT on CaDiCaL", "pysat:cadical195", ("pysat", "pindakaas")),
    ConstraintEngine("cp:pumpkin", "constraints on Pumpkin (lazy clause generation)", "pumpkin", ("pumpkin_solver",)),
    ConstraintEngine("mip", "constraints as a mixed integer program on HiGHS", "highs", ("highspy",)),
)
