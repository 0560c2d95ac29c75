"""Planning as satisfiability as solvers: `sat` and its configurations `sat:NAME`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.engine import Engine, Request, Task
from ..core.errors import LudoplanError, Unsupported
from ..core.options import Option
from ..core.result import Answer, Status
from ..planning.sat.configurations import CONFIGURATIONS, DEFAULT, Configuration
from .planning_task import VARIANT, PlanningTask, plan_answer, planning_task, refuses

if TYPE_CHECKING:
    from ..planning.planner import Grounded
    from ..planning.sat.planner import SatPlanner

REFUSED = (":numeric-fluents", ":derived-predicates")
SOLVERS = ("glucose4", "glucose42", "cadical153", "cadical195", "minisat22")
STEP = Option("horizon-step", int, None, "how much longer each horizon is than the one before", minimum=1)
MOST = Option("max-horizon", int, None, "the longest horizon, in steps, that is tried", minimum=0)
CERTIFICATE = Option(
    "certificate", str, None, "write clauses and proof that one action less is too few to this folder", is_path=True
)
SOLVER = Option("sat-solver", str, "glucose4", "which solver of python-sat", choices=SOLVERS)


class SatEngine(Engine):
    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.name = f"sat:{configuration.name}" if configuration.name else "sat"
        self.summary = configuration.summary
        self.optimal = configuration.optimal
        step = () if configuration.step is None else (replace(STEP, default=configuration.step),)
        self.options = (VARIANT, *step, MOST, CERTIFICATE, SOLVER)

    def refuses(self, task: Task) -> str | None:
        return refuses(task, self.name)

    def solve(self, task: Task, request: Request) -> Answer:
        from ..pddl.features import features
        from ..planning.planner import Grounded
        from ..planning.planner import Stopped as NotGrounded
        from ..planning.sat.planner import SatPlanner
        from ..planning.sat.solver import Stopped
        from ..search.kernel import STOPPED

        options = request.options
        folder = folder_of(options["certificate"])
        form = planning_task(task, options["variant"])
        lacking = sorted(features(form.domain, form.problem).intersection(REFUSED))
        if lacking:
            raise Unsupported(f"{self.name} does not support {', '.join(lacking)}; planner does")
        try:
            grounded = Grounded.of(form.domain, form.problem, request)
        except NotGrounded as stopped:
            status, message = STOPPED[stopped.stop]
            return Answer(status, message=f"{message} while grounding")
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
        if folder is not None:
            return replace(answer, message=f"{answer.message}; {certify(planner, folder)}")
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


def folder_of(path: str | None) -> Path | None:
    """The folder for certificates, made now, so that one that cannot be made is told before the work; raises
    LudoplanError."""
    if path is None:
        return None
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LudoplanError(f"{path}: {error.strerror}") from None
    return Path(path)


def certify(planner: SatPlanner, folder: Path) -> str:
    """Writes a certificate of the planner's bound; what there is to say about it."""
    from ..planning.sat.certificate import write_certificate
    from ..planning.sat.solver import Stopped

    try:
        return write_certificate(planner, folder)
    except Stopped as stopped:
        return f"no certificate: {stopped.status}"


ENGINES: tuple[Engine, ...] = tuple(SatEngine(each) for each in (DEFAULT, *CONFIGURATIONS))
