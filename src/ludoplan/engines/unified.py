"""ludoplan as an engine of unified-planning, whose problems are converted directly, without a detour by PDDL text.

    from ludoplan.engines.unified import register
    register()
    with OneshotPlanner(name="ludoplan") as planner: ...

`ludoplan-opt` proves its plans optimal; given a timeout, it returns the best plan so far. `params={"solver":
"planner:gbfs-ff"}` chooses a configuration.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import chain, count, product
from typing import IO, Any

import unified_planning as up
from unified_planning.engines import Engine, PlanGenerationResult, PlanGenerationResultStatus
from unified_planning.engines.credits import Credits
from unified_planning.engines.mixins.oneshot_planner import OneshotPlannerMixin, OptimalityGuarantee
from unified_planning.model import EffectKind, FNode, Problem, ProblemKind
from unified_planning.model.operators import OperatorKind
from unified_planning.plans import ActionInstance, SequentialPlan

from .. import __version__
from ..core.errors import Unsupported
from ..core.limits import Limits
from ..core.result import Status
from ..core.task import Task
from ..pddl import ast
from ..pddl.formulas import RESERVED, TOTAL_COST
from ..pddl.task import GAME, PddlTask
from ..running.solve import solve

STATUS = {
    Status.OPTIMAL: PlanGenerationResultStatus.SOLVED_OPTIMALLY,
    Status.SOLVED: PlanGenerationResultStatus.SOLVED_SATISFICING,
    Status.UNSOLVABLE: PlanGenerationResultStatus.UNSOLVABLE_PROVEN,
    Status.INCOMPLETE: PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY,
    Status.TIMEOUT: PlanGenerationResultStatus.TIMEOUT,
    Status.MEMORY: PlanGenerationResultStatus.MEMOUT,
    Status.UNSUPPORTED: PlanGenerationResultStatus.UNSUPPORTED_PROBLEM,
}
FEATURES = (
    "ACTION_BASED",
    "SIMPLE_NUMERIC_PLANNING",
    "GENERAL_NUMERIC_PLANNING",
    "NEGATIVE_CONDITIONS",
    "DISJUNCTIVE_CONDITIONS",
    "EQUALITIES",
    "EXISTENTIAL_CONDITIONS",
    "UNIVERSAL_CONDITIONS",
    "CONDITIONAL_EFFECTS",
    "INCREASE_EFFECTS",
    "DECREASE_EFFECTS",
    "STATIC_FLUENTS_IN_BOOLEAN_ASSIGNMENTS",
    "STATIC_FLUENTS_IN_NUMERIC_ASSIGNMENTS",
    "FLUENTS_IN_BOOLEAN_ASSIGNMENTS",
    "FLUENTS_IN_NUMERIC_ASSIGNMENTS",
    "FORALL_EFFECTS",
    "FLAT_TYPING",
    "HIERARCHICAL_TYPING",
    "INT_FLUENTS",
    "REAL_FLUENTS",
    "ACTIONS_COST",
    "FINAL_VALUE",
    "PLAN_LENGTH",
    "STATIC_FLUENTS_IN_ACTIONS_COST",
    "FLUENTS_IN_ACTIONS_COST",
    "INT_NUMBERS_IN_ACTIONS_COST",
    "REAL_NUMBERS_IN_ACTIONS_COST",
    "UNDEFINED_INITIAL_NUMERIC",
)
JOINED: dict[Any, type[ast.And | ast.Or]] = {OperatorKind.AND: ast.And, OperatorKind.OR: ast.Or}
BINDING: dict[Any, type[ast.Exists | ast.Forall]] = {
    OperatorKind.EXISTS: ast.Exists,
    OperatorKind.FORALL: ast.Forall,
}
COMPARISONS = {OperatorKind.EQUALS: "=", OperatorKind.LE: "<=", OperatorKind.LT: "<"}
SIGNS = {OperatorKind.PLUS: "+", OperatorKind.MINUS: "-", OperatorKind.TIMES: "*", OperatorKind.DIV: "/"}
CHANGES = {EffectKind.ASSIGN: "assign", EffectKind.INCREASE: "increase", EffectKind.DECREASE: "decrease"}


def register(environment: Any = None) -> None:
    """Makes `ludoplan` and `ludoplan-opt` engines of an environment of unified-planning, by default the global one."""
    factory = (environment or up.environment.get_environment()).factory
    for name, kind in (("ludoplan", "Ludoplan"), ("ludoplan-opt", "LudoplanOptimal")):
        if name not in factory.engines:
            factory.add_engine(name, __name__, kind)


class Ludoplan(Engine, OneshotPlannerMixin):
    """The native planner; any plan."""

    default_solver = "planner:first"

    def __init__(self, solver: str | None = None, memory_limit: float | None = None, **options: Any) -> None:
        Engine.__init__(self)
        OneshotPlannerMixin.__init__(self)
        self.solver = solver or self.default_solver
        self.memory_limit = memory_limit
        self.options = options

    @property
    def name(self) -> str:
        return "ludoplan"

    @staticmethod
    def supported_kind() -> ProblemKind:
        return ProblemKind(set(FEATURES), version=2)

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        return bool(problem_kind <= Ludoplan.supported_kind())

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        return bool(optimality_guarantee == OptimalityGuarantee.SATISFICING)

    @staticmethod
    def get_credits(**kwargs: Any) -> Credits:
        summary = f"ludoplan {__version__}: a native planner for PDDL 2.1 without durations"
        return Credits("ludoplan", "the ludoplan project", "", "", "MIT", summary, summary)

    def _solve(
        self,
        problem: Problem,
        heuristic: Callable[[Any], float | None] | None = None,
        timeout: float | None = None,
        output_stream: IO[str] | None = None,
    ) -> PlanGenerationResult:
        if heuristic is not None:
            warnings.warn("ludoplan does not use custom heuristics", stacklevel=3)
        try:
            converted = Conversion(problem)
        except Unsupported as error:
            return self._result(PlanGenerationResultStatus.UNSUPPORTED_PROBLEM, None, str(error))
        level = PddlTask(converted.domain, converted.problem)
        limits = Limits(timeout, self.memory_limit)
        result = solve(Task(GAME, level, problem.name or "problem"), self.solver, limits=limits, options=self.options)
        if output_stream is not None:
            output_stream.write(f"{result.solver}: {result.status}\n")
        status = STATUS.get(result.status, PlanGenerationResultStatus.INTERNAL_ERROR)
        # Without a metric there is nothing that a plan could be optimal in, as unified-planning sees it.
        if result.status is Status.OPTIMAL and not problem.quality_metrics:
            status = PlanGenerationResultStatus.SOLVED_SATISFICING
        plan = None if result.plan is None else converted.plan(result.plan.moves)
        return self._result(status, plan, result.message)

    def _result(self, status: Any, plan: Any, message: str | None) -> PlanGenerationResult:
        level = up.engines.results.LogLevel.INFO
        log = [up.engines.results.LogMessage(level, message)] if message else []
        return PlanGenerationResult(status, plan, self.name, log_messages=log)

    def destroy(self) -> None:
        """Nothing to give back."""


class LudoplanOptimal(Ludoplan):
    """The native planner; plans that are proven optimal."""

    default_solver = "planner"

    @property
    def name(self) -> str:
        return "ludoplan-opt"

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        return True


class Conversion:
    """A problem of unified-planning as a domain and a problem of ours, and plans back."""

    def __init__(self, problem: Problem) -> None:
        if not isinstance(problem, Problem):
            raise Unsupported(f"problems of class {type(problem).__name__} are not supported")
        self.source = problem
        self.types = _unique((kind.name for kind in problem.user_types), {ast.OBJECT})
        self.objects = _unique(thing.name for thing in problem.all_objects)
        self.fluents = _unique((fluent.name for fluent in problem.fluents), {TOTAL_COST, *RESERVED})
        self.action_names = _unique(action.name for action in problem.actions)
        metric, self.costs, self.default_cost = self._metric()
        functions = [fluent for fluent in problem.fluents if not fluent.type.is_bool_type()]
        for fluent in functions:
            if not (fluent.type.is_int_type() or fluent.type.is_real_type()):
                raise Unsupported(f"fluent {fluent.name}: values that are objects are not supported")
        costs = [ast.Function(TOTAL_COST, ())] if self.costs is not None else []
        self.domain = ast.Domain(
            "problem",
            types=tuple(ast.Type(self.types[kind.name], self._parents(kind)) for kind in problem.user_types),
            predicates=tuple(
                ast.Predicate(self.fluents[fluent.name], self._parameters(fluent.signature))
                for fluent in problem.fluents
                if fluent.type.is_bool_type()
            ),
            functions=(
                *(ast.Function(self.fluents[each.name], self._parameters(each.signature)) for each in functions),
                *costs,
            ),
            actions=tuple(self._action(action) for action in problem.actions),
        )
        objects = (ast.Object(self.objects[each.name], self._types(each.type)) for each in problem.all_objects)
        facts, values = self._initial()
        goal = ast.And(tuple(self.condition(goal) for goal in problem.goals))
        self.problem = ast.Problem("problem", "problem", (), tuple(objects), facts, values, goal, metric)

    def plan(self, actions: Iterable[str]) -> SequentialPlan:
        """Our plan as a plan of the source."""
        names = {ours: theirs for theirs, ours in self.action_names.items()}
        objects = {ours: theirs for theirs, ours in self.objects.items()}
        manager = self.source.environment.expression_manager
        instances = []
        for text in actions:
            name, *arguments = text.strip("()").split()
            found = tuple(manager.ObjectExp(self.source.object(objects[each])) for each in arguments)
            instances.append(ActionInstance(self.source.action(names[name]), found))
        return SequentialPlan(instances, self.source.environment)

    # -- declarations

    def _parents(self, kind: Any) -> tuple[str, ...]:
        return (ast.OBJECT,) if kind.father is None else (self.types[kind.father.name],)

    def _types(self, kind: Any) -> tuple[str, ...]:
        if not kind.is_user_type():
            raise Unsupported(f"parameters of type {kind} are not supported")
        return (self.types[kind.name],)

    def _parameters(self, parameters: Iterable[Any]) -> tuple[ast.Parameter, ...]:
        return tuple(ast.Parameter(f"?{each.name}", self._types(each.type)) for each in parameters)

    def _action(self, action: Any) -> ast.Action:
        if not isinstance(action, up.model.InstantaneousAction) or action.simulated_effect is not None:
            raise Unsupported(f"action {action.name}: only instantaneous actions with explicit effects are supported")
        effects = [self._effect(effect) for effect in action.effects]
        if self.costs is not None:
            cost = self.costs.get(action, self.default_cost)
            if cost is not None:
                effects.append(ast.Change("increase", ast.Fluent(TOTAL_COST, ()), self.expression(cost)))
        return ast.Action(
            self.action_names[action.name],
            self._parameters(action.parameters),
            ast.And(tuple(self.condition(each) for each in action.preconditions)),
            ast.Together(tuple(effects)),
        )

    def _effect(self, effect: Any) -> ast.Effect:
        found = self._change(effect)
        if effect.is_conditional():
            found = ast.When(self.condition(effect.condition), found)
        return ast.ForEach(self._parameters(effect.forall), found) if effect.forall else found

    def _change(self, effect: Any) -> ast.Effect:
        fluent = effect.fluent.fluent()
        terms = tuple(self._term(each) for each in effect.fluent.args)
        name = self.fluents[fluent.name]
        if not fluent.type.is_bool_type():
            return ast.Change(CHANGES[effect.kind], ast.Fluent(name, terms), self.expression(effect.value))
        atom = ast.Atom(name, terms)
        if effect.value.is_bool_constant():
            return ast.Add(atom) if effect.value.bool_constant_value() else ast.Delete(atom)
        value = self.condition(effect.value)
        return ast.Together((ast.When(value, ast.Add(atom)), ast.When(ast.Not(value), ast.Delete(atom))))

    def _metric(self) -> tuple[ast.Metric | None, dict[Any, FNode | None] | None, FNode | None]:
        """The metric; and, where actions have costs, they and the cost of the others."""
        metrics = self.source.quality_metrics
        if len(metrics) > 1:
            raise Unsupported("more than one metric is not supported")
        if not metrics or metrics[0].is_minimize_sequential_plan_length():
            return None, None, None
        metric = metrics[0]
        if metric.is_minimize_action_costs():
            return ast.Metric("minimize", ast.Fluent(TOTAL_COST, ())), dict(metric.costs), metric.default
        if metric.is_minimize_expression_on_final_state():
            return ast.Metric("minimize", self.expression(metric.expression)), None, None
        if metric.is_maximize_expression_on_final_state():
            return ast.Metric("maximize", self.expression(metric.expression)), None, None
        raise Unsupported(f"the metric {metric} is not supported")

    def _initial(self) -> tuple[tuple[ast.Fact, ...], tuple[tuple[ast.Fact, ast.Value], ...]]:
        explicit = {
            (self.fluents[each.fluent().name], *(self._term(argument) for argument in each.args)): value
            for each, value in self.source.explicit_initial_values.items()
        }
        facts: dict[ast.Fact, None] = {}
        values: dict[ast.Fact, ast.Value] = {(TOTAL_COST,): 0} if self.costs is not None else {}
        for fluent in self.source.fluents:
            default = self.source.fluents_defaults.get(fluent)
            # What is false unless told otherwise need not be listed.
            if default is not None and not default.is_false():
                for key in self._instances(fluent):
                    explicit.setdefault(key, default)
        for key, value in explicit.items():
            if not value.is_bool_constant():
                values[key] = ast.whole(Fraction(value.constant_value()))
            elif value.bool_constant_value():
                facts[key] = None
        return tuple(facts), tuple(values.items())

    def _instances(self, fluent: Any) -> Iterator[ast.Fact]:
        domains = [
            [self.objects[each.name] for each in self.source.objects(parameter.type)] for parameter in fluent.signature
        ]
        return ((self.fluents[fluent.name], *names) for names in product(*domains))

    # -- formulas

    def _term(self, node: FNode) -> str:
        if node.is_object_exp():
            return self.objects[node.object().name]
        if node.is_parameter_exp():
            return f"?{node.parameter().name}"
        if node.is_variable_exp():
            return f"?{node.variable().name}"
        raise Unsupported(f"{node} as an argument is not supported")

    def condition(self, node: FNode) -> ast.Condition:
        """A truth-valued expression as a condition."""
        kind = node.node_type
        if kind is OperatorKind.BOOL_CONSTANT:
            return ast.And(()) if node.bool_constant_value() else ast.Or(())
        if kind is OperatorKind.FLUENT_EXP:
            return ast.Atom(self.fluents[node.fluent().name], tuple(self._term(each) for each in node.args))
        if kind is OperatorKind.NOT:
            return ast.Not(self.condition(node.arg(0)))
        if kind in JOINED:
            return JOINED[kind](tuple(self.condition(each) for each in node.args))
        if kind in BINDING:
            return BINDING[kind](self._parameters(node.variables()), self.condition(node.arg(0)))
        if kind in (OperatorKind.IMPLIES, OperatorKind.IFF):
            left, right = (self.condition(each) for each in node.args)
            forward = ast.Imply(left, right)
            return forward if kind is OperatorKind.IMPLIES else ast.And((forward, ast.Imply(right, left)))
        if kind is OperatorKind.EQUALS and node.arg(0).type.is_user_type():
            return ast.Equals(self._term(node.arg(0)), self._term(node.arg(1)))
        if kind in COMPARISONS:
            return ast.Comparison(COMPARISONS[kind], self.expression(node.arg(0)), self.expression(node.arg(1)))
        raise Unsupported(f"the condition {node} is not supported")

    def expression(self, node: FNode) -> ast.Expression:
        """A number-valued expression."""
        kind = node.node_type
        if node.is_int_constant() or node.is_real_constant():
            return ast.Number(ast.whole(Fraction(node.constant_value())))
        if kind is OperatorKind.FLUENT_EXP:
            return ast.Fluent(self.fluents[node.fluent().name], tuple(self._term(each) for each in node.args))
        if kind in SIGNS:
            return ast.Arithmetic(SIGNS[kind], tuple(self.expression(each) for each in node.args))
        raise Unsupported(f"the expression {node} is not supported")


def _unique(names: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """Names as PDDL has them, in lower case and different from each other."""
    used = set(taken)
    found: dict[str, str] = {}
    for name in names:
        base = re.sub(r"[^a-z0-9_-]", "_", name.lower())
        base = base if base[:1].isalpha() else f"x{base}"
        ours = next(each for each in chain([base], (f"{base}_{number}" for number in count(2))) if each not in used)
        used.add(ours)
        found[name] = ours
    return found
