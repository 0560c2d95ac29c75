"""The native PDDL planner as solvers: `planner` and its configurations `planner:NAME`."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from .. import _native
from ..core.engine import Engine, Request
from ..core.errors import Unsupported
from ..core.limits import Stopped
from ..core.result import Answer, Stats, Status
from ..core.task import Task
from ..pddl.features import SUPPORTED, features
from ..planning.configurations import ADMISSIBLE, CONFIGURATIONS, NUMERIC, Configuration
from .planning_task import PddlEngine, PlanningTask, plan_answer, planning_task

if TYPE_CHECKING:
    from ..planning.planner import Grounded


class PlannerEngine(PddlEngine):
    """What the portfolio and the single configurations have in common."""

    features = frozenset(SUPPORTED)
    keeps_limits = True

    def form(self, task: Task, request: Request) -> tuple[PlanningTask, bool]:
        """The task as PDDL, and whether it has numbers; raises Unsupported."""
        forms = task.game.pddl
        form = planning_task(task, request.options.get("variant") or (None if forms is None else forms.planner_variant))
        request.budget.check()
        needed = features(form.task.domain, form.task.problem)
        lacking = sorted(needed - self.features)
        if lacking:
            raise Unsupported(f"{self.name} does not support {', '.join(lacking)}; {self.advice}")
        return form, ":numeric-fluents" in needed

    def solve(self, task: Task, request: Request) -> Answer:
        from ..planning.planner import Grounded

        form, has_numbers = self.form(task, request)
        return self.plan(task, form, Grounded.of(form.task, request, self.inlines_axioms), has_numbers)

    advice = "planner and planner:astar-hmax do"
    inlines_axioms = False

    def plan(self, task: Task, form: PlanningTask, grounded: Grounded, has_numbers: bool) -> Answer:
        raise NotImplementedError


class PortfolioPlanner(PlannerEngine):
    def __init__(self, name: str, aim: str, summary: str) -> None:
        self.name = name
        self.aim = aim
        self.summary = summary
        self.optimal = aim != "first"
        self.tells_plans = aim == "plans"

    def solve(self, task: Task, request: Request) -> Answer:
        from ..planning.planner import Grounded

        form, has_numbers = self.form(task, request)
        found: list[Answer] = []

        def keep(plan: list[str], stats: Stats) -> None:
            answer = plan_answer(task, form, plan, None, "", stats)
            found.append(replace(answer, message="plan by planner:lifted, before all actions were known"))
            request.found(found[0])

        try:
            grounded = Grounded.of(form.task, request, early=keep, is_enough=self.aim == "first")
        except Stopped:
            if not found:
                raise
            return found[0]
        return self.plan(task, form, grounded, has_numbers)

    def plan(self, task: Task, form: PlanningTask, grounded: Grounded, has_numbers: bool) -> Answer:
        from ..planning.portfolio import PROVEN, Aim, Portfolio

        def improved(found: _native.Outcome) -> None:
            # Stands if the proof does not come in time.
            grounded.request.found(_answer(task, form, grounded, found.path, None, portfolio.bound, ""))

        portfolio = Portfolio(grounded, has_numbers, Aim(self.aim), improved)
        portfolio.run()
        best = portfolio.best
        if best is not None:
            optimum = grounded.real_cost(best.cost) if portfolio.is_proven else None
            answer = _answer(task, form, grounded, best.path, optimum, portfolio.bound, PROVEN)
        elif portfolio.is_unsolvable:
            answer = grounded.unsolvable()
        else:
            answer = grounded.stopped(portfolio.stop, portfolio.bound if form.extra_cost is not None else 0)
        told = portfolio.explained()
        message = f"{answer.message}; {told}" if told else answer.message
        return replace(answer, message=message, stats=replace(answer.stats, parts=portfolio.told()))


class LiftedPlanner(PlannerEngine):
    name = "planner:lifted"
    summary = "width search that finds actions state by state: where there are too many to ground"
    advice = "planner does"
    features = frozenset(SUPPORTED) - NUMERIC - {":derived-predicates"}

    def solve(self, task: Task, request: Request) -> Answer:
        from ..planning.planner import without_grounding
        from ..search.kernel import STATUS, stats_of

        form, _ = self.form(task, request)
        began = time.perf_counter()
        outcome, plan = without_grounding(form.task, request)
        stats = stats_of(outcome.counters, time.perf_counter() - began)
        if outcome.verdict == _native.Verdict.found:
            return plan_answer(task, form, plan, None, "", stats)
        if outcome.verdict == _native.Verdict.exhausted:
            return Answer(Status.INCOMPLETE, message="no state was left, which proves nothing here", stats=stats)
        return Answer.stopped(STATUS[outcome.stop], stats=stats)


class ConfiguredPlanner(PlannerEngine):
    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.name = f"planner:{configuration.name}"
        self.optimal = configuration.optimal
        self.features = configuration.features
        lacks = "; not :numeric-fluents" if configuration.lacks else ""
        self.summary = configuration.summary + lacks

    def plan(self, task: Task, form: PlanningTask, grounded: Grounded, has_numbers: bool) -> Answer:
        configuration = self.configuration
        found = grounded.search(configuration)
        bounds = configuration.heuristic in ADMISSIBLE and configuration.kernel != "width"
        bound = found.counters.bound if bounds and form.extra_cost is not None else 0
        if found.verdict == _native.Verdict.found:
            optimum = grounded.real_cost(found.cost) if configuration.optimal else None
            proof = f"{configuration.summary}, a lower bound on the cost"
            return _answer(task, form, grounded, found.path, optimum, bound, proof)
        if found.verdict == _native.Verdict.exhausted:
            return grounded.unsolvable()
        return grounded.stopped(found.stop, bound)


def _answer(
    task: Task, form: PlanningTask, grounded: Grounded, path: list[int], optimum: int | None, bound: int, proof: str
) -> Answer:
    answer = plan_answer(task, form, grounded.texts(path), optimum, proof, grounded.totals)
    message = f"{answer.message}; {grounded.size()}" if answer.message else grounded.size()
    answer = replace(answer, message=message)
    least = grounded.bound(bound)
    if answer.status is Status.SOLVED and least is not None and form.extra_cost is not None:
        return replace(answer, lower_bound=least + form.extra_cost)
    return answer


PORTFOLIOS = (
    PortfolioPlanner("planner", "proof", "a plan soon, then the proof that it is the best; all of PDDL here"),
    PortfolioPlanner("planner:first", "first", "any plan, as soon as may be: searches that take turns"),
    PortfolioPlanner("planner:anytime", "plans", "a plan soon, then better ones, told as they come"),
)
ENGINES: tuple[Engine, ...] = (*PORTFOLIOS, *(ConfiguredPlanner(each) for each in CONFIGURATIONS), LiftedPlanner())
