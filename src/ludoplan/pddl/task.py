"""A PDDL task as a game: its level is the parsed pair of files, its moves are the ground actions.

So plans of every planner are replayed by the same referee, and every search takes planning tasks too.
"""

from __future__ import annotations

from collections import ChainMap, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import get_ident

from ..core.errors import LudoplanError, Unsupported
from ..core.game import Game
from ..core.level import read_text
from ..core.task import Task
from . import ast
from .parser import parse_domain, parse_problem
from .plans import action_text, read_plan
from .printer import expression_text
from .semantics import ActionEffects, Indices, State, StateView, Undefined, fluents_of
from .strata import Stratum, stratified

TOTAL_TIME = ("total-time",)


@dataclass(frozen=True, eq=False)
class PddlTask:
    """A domain and a problem, and what follows from them."""

    domain: ast.Domain
    problem: ast.Problem
    # What has been found out so far; indices are of facts that do not change.
    static_indices: Indices = field(default_factory=dict, init=False, repr=False)
    _views: dict[int, list[StateView]] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def parse(
        cls, domain_text: str, problem_text: str, domain_source: str = "domain", problem_source: str = "problem"
    ) -> PddlTask:
        """The task in two texts; raises BadInput, or LudoplanError for a metric that makes no sense."""
        domain = parse_domain(domain_text, domain_source)
        task = cls(domain, parse_problem(problem_text, problem_source, domain))
        task.check()
        return task

    def __reduce__(self) -> tuple[type[PddlTask], tuple[ast.Domain, ast.Problem]]:
        return PddlTask, (self.domain, self.problem)  # without what has been found out about states

    @cached_property
    def actions(self) -> dict[str, ast.Action]:
        return {action.name: action for action in self.domain.actions}

    @cached_property
    def by_type(self) -> ast.ObjectsByType:
        return ast.ObjectsByType(self.domain, self.problem)

    def fitting(self, parameter: ast.Parameter) -> Collection[str]:
        """The objects that a parameter may stand for."""
        return self.by_type.of(parameter.types)

    # -- states that are looked at

    def view(self, state: State) -> StateView:
        """The state, looked at; the same object for the last states that this thread asked for.

        A step of a plan asks several times what holds in one state, and some of that takes long to find out.
        """
        views = self._views.setdefault(get_ident(), [])
        for view in views:
            if view.state is state:
                return view
        views.append(StateView(self, state))
        del views[:-2]
        return views[-1]

    # -- what does not change

    @cached_property
    def changing(self) -> frozenset[str]:
        """The predicates and functions that some effect changes."""
        return frozenset(name for action in self.domain.actions for name in _changed(action.effect))

    @cached_property
    def static_facts(self) -> frozenset[ast.Fact]:
        return frozenset(fact for fact in self.problem.facts if fact[0] not in self.changing)

    @cached_property
    def static_by_predicate(self) -> dict[str, list[ast.Fact]]:
        found: dict[str, list[ast.Fact]] = defaultdict(list)
        for fact in self.problem.facts:
            if fact[0] not in self.changing:
                found[fact[0]].append(fact)
        return dict(found)

    @cached_property
    def static_values(self) -> dict[ast.Fact, ast.Value]:
        return {key: value for key, value in self.problem.values if key[0] not in self.changing}

    # -- derived predicates

    @cached_property
    def derived_predicates(self) -> frozenset[str]:
        return frozenset(rule.predicate for rule in self.domain.derived)

    @cached_property
    def strata(self) -> list[Stratum]:
        """The rules in an order in which negation looks only at strata that are complete."""
        return stratified(self.domain.derived)

    # -- costs

    @cached_property
    def accumulators(self) -> frozenset[str]:
        """Functions that are only increased and decreased, and read by nothing but the metric, which is linear in them.

        They are no part of a state: two states that differ in them only have the same future.
        """
        read = self._read()
        names = {function.name for function in self.domain.functions} | set(TOTAL_TIME)
        metric = self.problem.metric
        while metric is not None:
            outside = _nonlinear(metric.expression, names - read)
            if not outside:
                break
            read |= outside
        return frozenset(names - read)

    @cached_property
    def used_functions(self) -> frozenset[str]:
        """The functions that something reads or changes."""
        metric = self.problem.metric
        measured = () if metric is None else (fluent.name for fluent in fluents_of(metric.expression))
        return self.changing.union(self._read(), measured)

    def _read(self) -> set[str]:
        """The functions that conditions and effects read."""
        read: set[str] = set()
        for condition in (self.problem.goal, *(rule.condition for rule in self.domain.derived)):
            read.update(_read_by_condition(condition))
        for action in self.domain.actions:
            read.update(_read_by_condition(action.precondition))
            read.update(_read_by_effect(action.effect))
        return read

    def metric_value(self, view: StateView, totals: dict[ast.Fact, ast.Value]) -> ast.Value:
        """The metric, to be minimised, with these totals of the accumulators; raises Undefined."""
        metric = self.problem.metric
        assert metric is not None
        fluents = ((fluent.name, *fluent.terms) for fluent in fluents_of(metric.expression))
        zeros: dict[ast.Fact, ast.Value] = {key: 0 for key in fluents if key[0] in self.accumulators}
        values = ChainMap(totals, view.values, zeros)
        value = StateView(self, view.state, values).value(metric.expression, {})
        return value if metric.direction == "minimize" else -value

    def check(self) -> None:
        """Raises LudoplanError where the metric makes no sense."""
        metric = self.problem.metric
        if metric is None:
            return
        if "total-time" not in self.accumulators:
            raise Unsupported("a metric that is not linear in (total-time) is not supported")
        try:
            self.metric_value(StateView(self, initial_state(self)), {})
        except Undefined as why:
            raise LudoplanError(f"the metric has no value at the start: {why}") from None


def _changed(effect: ast.Effect) -> Iterator[str]:
    for part in ast.effects_in(effect):
        match part:
            case ast.Add(atom) | ast.Delete(atom):
                yield atom.predicate
            case ast.Change(_, fluent):
                yield fluent.name


def _read_by_condition(condition: ast.Condition) -> Iterator[str]:
    for part in ast.conditions_in(condition):
        if isinstance(part, ast.Comparison):
            yield from (fluent.name for side in (part.left, part.right) for fluent in fluents_of(side))


def _read_by_effect(effect: ast.Effect) -> Iterator[str]:
    for part in ast.effects_in(effect):
        match part:
            case ast.Change(operator, target, expression):
                if operator not in ("increase", "decrease"):
                    yield target.name
                yield from (fluent.name for fluent in fluents_of(expression))
            case ast.When(condition):
                yield from _read_by_condition(condition)


def _nonlinear(expression: ast.Expression, names: set[str]) -> set[str]:
    """Those of the names in which the expression is not evidently linear."""
    if not isinstance(expression, ast.Arithmetic):
        return set()
    inner: set[str] = set()
    for operand in expression.operands:
        inner |= _nonlinear(operand, names)
    if expression.operator in "+-":
        return inner
    used = {fluent.name for fluent in fluents_of(expression)} & names
    varying = [operand for operand in expression.operands if any(True for _ in fluents_of(operand))]
    numerator_only = expression.operator == "*" or varying == [expression.operands[0]]
    return inner if len(varying) <= 1 and numerator_only else inner | used


def initial_state(task: PddlTask) -> State:
    """The state in which plans start."""
    facts = frozenset(fact for fact in task.problem.facts if fact[0] in task.changing)
    kept = task.changing - task.accumulators
    return State(facts, frozenset((key, value) for key, value in task.problem.values if key[0] in kept))


class PddlGame(Game[PddlTask, State, ast.Fact]):
    name = "pddl"
    title = "PDDL"
    summary = "a planning task in PDDL"

    def parse(self, text: str, source: str = "level") -> PddlTask:
        raise Unsupported("a PDDL task is two files: ludoplan plan DOMAIN PROBLEM")

    def objective_of(self, level: PddlTask) -> str | None:
        metric = level.problem.metric
        return "length" if metric is None else f"{metric.direction} {expression_text(metric.expression)}"

    def initial(self, level: PddlTask) -> State:
        return initial_state(level)

    def moves(self, level: PddlTask, state: State) -> Iterable[ast.Fact]:
        view = level.view(state)
        for action in level.domain.actions:
            names = tuple(each.name for each in action.parameters)
            found = view.satisfying(action.parameters, action.precondition, {})
            for values in sorted(tuple(binding[name] for name in names) for binding in found):
                move = (action.name, *values)
                if self._outcome(level, view, move)[1] is not None:
                    yield move

    def is_legal(self, level: PddlTask, state: State, move: ast.Fact) -> bool:
        return self._outcome(level, level.view(state), move)[1] is not None

    def why_illegal(self, level: PddlTask, state: State, move: ast.Fact) -> str:
        return self._outcome(level, level.view(state), move)[0]

    def apply(self, level: PddlTask, state: State, move: ast.Fact) -> State:
        view = level.view(state)
        if view.applied is not None and view.applied[0] == move:
            return view.applied[1]
        outcome = self._outcome(level, view, move)[1]
        assert outcome is not None, "only legal moves are applied"
        values = dict(state.values)
        for key, change in outcome.increase.items():
            if key[0] not in level.accumulators:
                values[key] = ast.whole(values[key] + change)
        values.update(outcome.assign)
        # Adding wins over deleting. As one difference, so that a large state is copied once.
        changed = (outcome.add - state.facts) | ((outcome.delete - outcome.add) & state.facts)
        after = State(state.facts ^ changed, frozenset(values.items()))
        view.applied = (move, after)
        return after

    def _outcome(self, level: PddlTask, view: StateView, move: ast.Fact) -> tuple[str, ActionEffects | None]:
        """What the action does or, if it cannot be done, why not."""
        if view.tried is None or view.tried[0] != move:
            view.tried = (move, self._try(level, view, move))
        return view.tried[1]

    def _try(self, level: PddlTask, view: StateView, move: ast.Fact) -> tuple[str, ActionEffects | None]:
        action = level.actions[move[0]]
        binding = {each.name: value for each, value in zip(action.parameters, move[1:], strict=True)}
        reason = view.why_not(action.precondition, binding)
        if reason is not None:
            return reason, None
        try:
            return "", view.outcome(action, binding)
        except Undefined as why:
            return str(why), None

    def cost(self, level: PddlTask, state: State, move: ast.Fact) -> int:
        """By how much the action raises the metric. Exact, so a Fraction where it is not whole."""
        if level.problem.metric is None:
            return 1
        view = level.view(state)
        outcome = self._outcome(level, view, move)[1]
        assert outcome is not None, "only legal moves have a cost"
        totals = {key: change for key, change in outcome.increase.items() if key[0] in level.accumulators}
        after = level.view(self.apply(level, state, move))
        raised = level.metric_value(after, {**totals, TOTAL_TIME: 1}) - level.metric_value(view, {})
        return ast.whole(raised)  # type: ignore[return-value]

    def plan_cost(self, level: PddlTask, summed: int, moves: Sequence[ast.Fact]) -> float:
        cost = ast.whole(summed)
        return cost if isinstance(cost, int) else float(cost)

    def has_unit_costs(self, level: PddlTask) -> bool:
        return level.problem.metric is None or level.problem.metric.expression == ast.Fluent("total-time", ())

    def is_goal(self, level: PddlTask, state: State) -> bool:
        return level.view(state).holds(level.problem.goal, {})

    def why_no_goal(self, level: PddlTask, state: State) -> str | None:
        return level.view(state).why_not(level.problem.goal, {})

    def move_to_text(self, level: PddlTask, move: ast.Fact) -> str:
        return action_text(move)

    def move_from_text(self, level: PddlTask, text: str) -> ast.Fact:
        actions = read_plan(text)
        if len(actions) != 1:
            raise ValueError("expected one action (NAME OBJECT ...)")
        move = tuple(actions[0].strip("()").split())
        action = level.actions.get(move[0]) if move else None
        if action is None:
            raise ValueError(f"there is no action {move[0] if move else ''}")
        if len(move) - 1 != len(action.parameters):
            raise ValueError(f"action {action.name} takes {len(action.parameters)} arguments, found {len(move) - 1}")
        for name, parameter in zip(move[1:], action.parameters, strict=True):
            if name not in level.fitting(parameter):
                known = name in level.by_type.of((ast.OBJECT,))
                wanted = " or ".join(parameter.types)
                raise ValueError(f"{name} is not of type {wanted}" if known else f"there is no object {name}")
        return move

    def best_solver(self, level: PddlTask) -> str:
        return "planner"


GAME = PddlGame()


def parse_task(domain: str, problem: str, domain_name: str = "domain", problem_name: str = "problem") -> Task:
    """The planning task in two texts; raises LudoplanError or BadInput."""
    return Task(GAME, PddlTask.parse(domain, problem, domain_name, problem_name), problem_name)


def load_pddl(domain_path: str, problem_path: str) -> Task:
    """The planning task in two files; raises LudoplanError or BadInput."""
    if domain_path == problem_path == "-":
        raise LudoplanError("only one of domain and problem can be standard input")
    return parse_task(read_text(domain_path), read_text(problem_path), domain_path, problem_path)
