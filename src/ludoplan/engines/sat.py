"""Planning as satisfiability as solvers: `sat` and its configurations `sat:NAME`."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from ..core.engine import Engine, Request
from ..core.errors import Unsupported
from ..core.limits import Stopped
from ..core.options import Option
from ..core.result import Answer, Stats, Status
from ..core.task import Task
from ..pddl.features import SUPPORTED
from ..planning.sat.configurations import CONFIGURATIONS, DEFAULT, SatConfiguration
from ..sat.solver import NAMES
from .planner import PlannerEngine
from .planning_task import VARIANT, PlanningTask, plan_answer

if TYPE_CHECKING:
    from ..planning.planner import Grounded
    from ..planning.sat.planner import SatPlanner

STEP = Option("horizon-step", int, None, "how much longer each horizon is than the one before", minimum=1)
MOST = Option("max-horizon", int, None, "the longest horizon, in steps, that is tried", minimum=0)
SOLVER = Option("sat-solver", str, "glucose4", "which solver of python-sat", choices=NAMES)


class SatEngine(PlannerEngine):
    features = frozenset(SUPPORTED) - {":numeric-fluents"}
    advice = "planner does"
    inlines_axioms = True
    keeps_limits = False
    tells_at_limit = True

    def __init__(self, configuration: SatConfiguration) -> None:
        self.configuration = configuration
        self.name = f"sat:{configuration.name}" if configuration.name else "sat"
        self.summary = configuration.summary
        self.optimal = configuration.optimal
        step = () if configuration.step is None else (replace(STEP, default=configuration.step),)
        self.options = (VARIANT, *step, MOST, SOLVER)

    def refuses(self, task: Task) -> str | None:
        return None if self.takes_clauses(task) else super().refuses(task)

    def takes_clauses(self, task: Task) -> bool:
        """Whether the level has clauses of its own, which make steps and horizons needless."""
        return task.game.clauses is not None and not self.configuration.name

    def solve(self, task: Task, request: Request) -> Answer:
        if self.takes_clauses(task):
            return solve_clauses(task, request)
        return super().solve(task, request)

    def plan(self, task: Task, form: PlanningTask, grounded: Grounded, has_numbers: bool) -> Answer:
        from ..planning.sat.planner import SatPlanner

        if grounded.native.axioms:
            raise Unsupported(
                f"{self.name} does not support derived predicates that depend on themselves; {self.advice}"
            )
        planner = SatPlanner(grounded, self.configuration, form.extra_cost)
        try:
            planner.search()
        except Stopped as stopped:
            return Answer.stopped(stopped.status, grounded.size(), planner.lower_bound(), planner.stats())
        if planner.plan is not None:
            return self.solved(task, form, grounded, planner)
        message = f"{planner.proof or 'no plan within the longest horizon'}; {grounded.size()}"
        if planner.proof is not None:
            return Answer(Status.UNSOLVABLE, proof=planner.proof, message=message, stats=planner.stats())
        return Answer(Status.INCOMPLETE, None, planner.lower_bound(), message=message, stats=planner.stats())

    def solved(self, task: Task, form: PlanningTask, grounded: Grounded, planner: SatPlanner) -> Answer:
        assert planner.plan is not None
        optimum = None
        is_shortest = len(planner.plan) == planner.bound
        if is_shortest and planner.uniform_cost is not None:
            optimum = grounded.real_cost(planner.bound * planner.uniform_cost)
        proof = f"no plan of fewer than {planner.bound} actions: the clauses of shorter ones have no model"
        answer = plan_answer(task, form, grounded.texts(planner.plan), optimum, proof, planner.stats())
        notes = [answer.message] if answer.message else []
        if is_shortest and optimum is None:
            notes.append("fewest actions, proven; the cost is not what was minimised")
        bound = planner.lower_bound() if answer.status is Status.SOLVED else answer.lower_bound
        return replace(answer, message="; ".join([*notes, grounded.size()]), lower_bound=bound)


def solve_clauses(task: Task, request: Request) -> Answer:
    """What the level's own clauses, if the game has such a form, tell."""
    from ..sat.solver import Solver

    part = task.game.clauses
    assert part is not None
    clauses, assumptions = part.encode(task.level, request.prefix)
    began = time.perf_counter()
    with Solver(request.options["sat_solver"], clauses) as solver:
        verdict = solver.solve(assumptions)
    stats = Stats(search_seconds=round(time.perf_counter() - began, 6), extra={"conflicts": verdict.conflicts})
    if not verdict.satisfiable:
        return Answer(Status.UNSOLVABLE, proof="the clauses have no model", stats=stats)
    moves = part.decode(task.level, request.prefix, verdict.model)
    return Answer(Status.OPTIMAL, moves, len(moves), part.proof, stats=stats)


ENGINES: tuple[Engine, ...] = tuple(SatEngine(each) for each in (DEFAULT, *CONFIGURATIONS))
