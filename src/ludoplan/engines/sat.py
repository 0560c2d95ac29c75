"""Planning as satisfiability as solvers: `sat` and its configurations `sat:NAME`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.engine import Engine, Request, Task
from ..core.errors import LudoplanError
from ..core.options import Option
from ..core.result import Answer, Status
from ..pddl.features import SUPPORTED
from ..planning.sat.configurations import CONFIGURATIONS, DEFAULT, Configuration
from .planner import PlannerEngine
from .planning_task import VARIANT, PlanningTask, plan_answer

if TYPE_CHECKING:
    from ..planning.planner import Grounded
    from ..planning.sat.planner import SatPlanner

SOLVERS = ("glucose4", "glucose42", "cadical153", "cadical195", "minisat22")
STEP = Option("horizon-step", int, None, "how much longer each horizon is than the one before", minimum=1)
MOST = Option("max-horizon", int, None, "the longest horizon, in steps, that is tried", minimum=0)
CERTIFICATE = Option(
    "certificate", str, None, "write clauses and proof that one action less is too few to this folder", is_path=True
)
SOLVER = Option("sat-solver", str, "glucose4", "which solver of python-sat", choices=SOLVERS)


class SatEngine(PlannerEngine):
    features = frozenset(SUPPORTED) - {":numeric-fluents", ":derived-predicates"}
    advice = "planner does"

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.name = f"sat:{configuration.name}" if configuration.name else "sat"
        self.summary = configuration.summary
        self.optimal = configuration.optimal
        step = () if configuration.step is None else (replace(STEP, default=configuration.step),)
        self.options = (VARIANT, *step, MOST, CERTIFICATE, SOLVER)

    def solve(self, task: Task, request: Request) -> Answer:
        make_folder(request.options["certificate"])
        return super().solve(task, request)

    def plan(self, task: Task, form: PlanningTask, grounded: Grounded, has_numbers: bool) -> Answer:
        from ..models.sat import Stopped
        from ..planning.sat.planner import SatPlanner
        from ..search.kernel import STOPPED

        options = grounded.request.options
        planner = SatPlanner(
            grounded, self.configuration, options["sat_solver"], options.get("horizon_step"), options["max_horizon"]
        )
        try:
            planner.search()
        except Stopped as stopped:
            return self.unsolved(form, planner, stopped.status, dict(STOPPED.values())[stopped.status])
        if planner.plan is not None:
            answer = self.solved(task, form, grounded, planner)
        elif planner.proof is not None:
            message = f"{planner.proof}; {grounded.size()}"
            answer = Answer(Status.UNSOLVABLE, proof=planner.proof, message=message, stats=planner.stats())
        else:
            answer = self.unsolved(form, planner, Status.INCOMPLETE, "no plan within the longest horizon")
        if options["certificate"] is not None:
            return replace(answer, message=f"{answer.message}; {certify(planner, Path(options['certificate']))}")
        return answer

    def unsolved(self, form: PlanningTask, planner: SatPlanner, status: Status, message: str) -> Answer:
        least = lower_bound(form, planner)
        message = f"{message}; {planner.grounded.size()}"
        return Answer(status, lower_bound=least, message=message, stats=planner.stats())

    def solved(self, task: Task, form: PlanningTask, grounded: Grounded, planner: SatPlanner) -> Answer:
        assert planner.plan is not None
        least = lower_bound(form, planner)
        optimum = None
        is_shortest = len(planner.plan) == planner.bound
        if is_shortest and planner.uniform_cost is not None:
            optimum = grounded.real_cost(planner.bound * planner.uniform_cost)
        proof = f"no plan of fewer than {planner.bound} actions: the clauses of shorter ones have no model"
        answer = plan_answer(task, form, grounded.texts(planner.plan), optimum, proof, planner.stats())
        notes = [answer.message] if answer.message else []
        if is_shortest and optimum is None:
            notes.append("fewest actions, proven; the cost is not what was minimised")
        answer = replace(answer, message="; ".join([*notes, grounded.size()]))
        if answer.status is Status.SOLVED and least is not None:
            return replace(answer, lower_bound=least)
        return answer


def lower_bound(form: PlanningTask, planner: SatPlanner) -> float | None:
    """What every solution costs at least, as far as the number of actions tells."""
    if planner.uniform_cost is None or form.extra_cost is None:
        return None
    return planner.grounded.real_cost(planner.bound * planner.uniform_cost) + form.extra_cost


def make_folder(path: str | None) -> None:
    """Makes the folder for certificates, before the work; raises LudoplanError if that cannot be."""
    try:
        if path is not None:
            Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LudoplanError(f"{path}: {error.strerror}") from None


def certify(planner: SatPlanner, folder: Path) -> str:
    """Writes a certificate of the planner's bound; what there is to say about it."""
    from ..models.sat import Stopped
    from ..planning.sat.certificate import write_certificate

    try:
        return write_certificate(planner, folder)
    except Stopped as stopped:
        return f"no certificate: {stopped.status}"


ENGINES: tuple[Engine, ...] = tuple(SatEngine(each) for each in (DEFAULT, *CONFIGURATIONS))
