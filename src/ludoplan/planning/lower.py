"""A parsed task as numbers, for the native grounder: objects, predicates, functions and variables are counted through,
and conditions, effects and expressions become prefix code (cpp/planning/lifted.hpp reads it)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from .. import _native
from .._native import Arithmetic, ChangeKind, Compare
from .._native import ConditionCode as If
from .._native import EffectCode as Do
from ..core.errors import Unsupported
from ..pddl import ast
from ..pddl.counting import all_but

COMPARE = {
    "<": Compare.less,
    "<=": Compare.at_most,
    "=": Compare.equal,
    ">=": Compare.at_least,
    ">": Compare.greater,
}
ARITHMETIC = {"+": Arithmetic.plus, "-": Arithmetic.minus, "*": Arithmetic.times, "/": Arithmetic.divide}

Code = list[int]
Given = tuple[float, int, int]  # a number, and the same as a fraction; x/0 where that does not fit into 64 bits
Scope = dict[str, int]  # variable -> slot
Weights = dict[ast.Fluent | None, ast.Value]  # of the fluents in a linear expression; what is constant under None
RESERVED = ""  # no variable's name: slots up to this one are taken


@dataclass
class Lowered:
    """The native form of a task, and the names behind its numbers."""

    native: _native.LiftedTask
    objects: list[str]
    actions: list[str]

    def action_text(self, schema: int, objects: Sequence[int]) -> str:
        return f"({' '.join([self.actions[schema], *(self.objects[number] for number in objects)])})"


def given(value: ast.Value) -> Given:
    """The number for the native planner; raises Unsupported if it is beyond all floating-point numbers."""
    try:
        rounded = float(value)
    except OverflowError:
        raise Unsupported("the planner takes numbers up to 1e308") from None
    fits = abs(value.numerator) <= _native.MOST_COST and value.denominator <= _native.MOST_COST
    return (rounded, value.numerator, value.denominator) if fits else (rounded, 0, 0)


def lower(domain: ast.Domain, problem: ast.Problem, accumulators: frozenset[str]) -> Lowered:
    """The task in native form; `accumulators` are the functions that only the metric reads. Raises Unsupported."""
    return _Lowering(domain, problem, accumulators).run()


class _Lowering:
    def __init__(self, domain: ast.Domain, problem: ast.Problem, accumulators: frozenset[str]) -> None:
        self.domain = domain
        self.problem = problem
        self.accumulators = accumulators
        self.by_type = ast.ObjectsByType(domain, problem)
        self.objects = {name: number for number, name in enumerate(self.by_type.of((ast.OBJECT,)))}
        self.predicates = {predicate.name: number for number, predicate in enumerate(domain.predicates)}
        self.functions = {function.name: number for number, function in enumerate(domain.functions)}
        self.numbers: dict[ast.Value, int] = {}
        self.domains: dict[tuple[str, ...], int] = {}
        self.domain_objects: list[list[int]] = []
        self.highest = -1  # of the slots given away since somebody last asked

    def run(self) -> Lowered:
        native = _native.LiftedTask()
        native.objects = len(self.objects)
        native.predicate_arity = [len(predicate.parameters) for predicate in self.domain.predicates]
        native.function_arity = [len(function.parameters) for function in self.domain.functions]
        native.is_accumulator = [function.name in self.accumulators for function in self.domain.functions]
        actions = []
        for action in self.domain.actions:
            scope: Scope = {}
            parameters = self.variables(action.parameters, scope)
            precondition, effect = self.condition(action.precondition, scope), self.effect(action.effect, scope)
            actions.append((parameters, precondition, effect))
        axioms = []
        for rule in self.domain.derived:
            scope = {}
            parameters = self.variables(rule.parameters, scope)
            axioms.append((self.predicates[rule.predicate], parameters, self.condition(rule.condition, scope)))
        goal = self.condition(self.problem.goal, {})
        native.domains = self.domain_objects
        native.set_numbers([given(value) for value in self.numbers])
        for each in actions:
            native.add_action(*each)
        for axiom in axioms:
            native.add_axiom(*axiom)
        native.set_goal(goal)
        self.initial(native)
        self.metric(native)
        names = [action.name for action in self.domain.actions]
        return Lowered(native, list(self.objects), names)

    def initial(self, native: _native.LiftedTask) -> None:
        facts: list[list[int]] = [[] for _ in self.predicates]
        objects = self.objects
        for name, *terms in dict.fromkeys(self.problem.facts):
            facts[self.predicates[name]].extend([objects[term] for term in terms] or [0])
        values: list[list[int]] = [[] for _ in self.functions]
        value_of: list[list[Given]] = [[] for _ in self.functions]
        for (name, *terms), value in dict(self.problem.values).items():
            if name in self.functions:
                values[self.functions[name]].extend(objects[term] for term in terms)
                value_of[self.functions[name]].append(given(value))
        native.set_initial(facts, values, value_of)

    # -- the metric: how much each function's growth costs

    def metric(self, native: _native.LiftedTask) -> None:
        metric = self.problem.metric
        if metric is None:
            native.set_metric([], [], [], given(1))
            return
        sign = 1 if metric.direction == "minimize" else -1
        weights = {fluent: sign * weight for fluent, weight in linear(metric.expression).items() if fluent is not None}
        step = weights.pop(ast.Fluent("total-time", ()), 0)
        native.set_metric(
            [self.functions[fluent.name] for fluent in weights],
            [[self.objects[term] for term in fluent.terms] for fluent in weights],
            [given(weight) for weight in weights.values()],
            given(step),
        )

    # -- code

    def variables(self, parameters: tuple[ast.Parameter, ...], scope: Scope) -> Code:
        """Puts the parameters into the scope, each in a slot of its own."""
        code = [len(parameters)]
        slot = max(scope.values(), default=-1) + 1
        for parameter in parameters:
            if slot >= _native.MOST_SLOTS:
                raise Unsupported(f"the planner takes at most {_native.MOST_SLOTS} variables in one place")
            if parameter.types not in self.domains:
                self.domains[parameter.types] = len(self.domain_objects)
                self.domain_objects.append([self.objects[name] for name in self.by_type.of(parameter.types)])
            scope[parameter.name] = slot
            self.highest = max(self.highest, slot)
            code += [slot, self.domains[parameter.types]]
            slot += 1
        return code

    def terms(self, terms: tuple[str, ...], scope: Scope) -> Code:
        return [~scope[term] if term in scope else self.objects[term] for term in terms]

    def condition(self, condition: ast.Condition, scope: Scope) -> Code:
        match condition:
            case ast.Atom(predicate, terms):
                return [If.atom, self.predicates[predicate], *self.terms(terms, scope)]
            case ast.Equals(left, right):
                return [If.equal, *self.terms((left, right), scope)]
            case ast.Comparison(operator, left_side, right_side):
                sides = self.expression(left_side, scope) + self.expression(right_side, scope)
                return [If.compare, COMPARE[operator], *sides]
            case ast.Not(part):
                return [If.negate, *self.condition(part, scope)]
            case ast.And(parts):
                return [If.all, len(parts), *(code for part in parts for code in self.condition(part, scope))]
            case ast.Or(parts):
                return [If.any, len(parts), *(code for part in parts for code in self.condition(part, scope))]
            case ast.Imply(premise, conclusion):
                return [If.any, 2, If.negate, *self.condition(premise, scope), *self.condition(conclusion, scope)]
            case ast.Exists(parameters, part):
                counted = all_but(condition)
                if counted is None:
                    return self.quantified([If.exists], parameters, part, scope)
                if prod(len(self.by_type.of(each.types)) for each in counted.parameters) < counted.least:
                    return [If.any, 0]
                return self.quantified([If.all_but, counted.most], counted.parameters, counted.part, scope)
            case ast.Forall(parameters, part):
                return self.quantified([If.forall], parameters, part, scope)

    def quantified(self, kind: Code, parameters: tuple[ast.Parameter, ...], part: ast.Condition, scope: Scope) -> Code:
        inner = dict(scope)
        return [*kind, *self.variables(parameters, inner), *self.condition(part, inner)]

    def effect(self, effect: ast.Effect, scope: Scope) -> Code:
        match effect:
            case ast.Add(atom) | ast.Delete(atom):
                kind = Do.add if isinstance(effect, ast.Add) else Do.remove
                return [kind, self.predicates[atom.predicate], *self.terms(atom.terms, scope)]
            case ast.Change(operator, fluent, expression):
                target = [self.functions[fluent.name], *self.terms(fluent.terms, scope)]
                return [Do.change, ChangeKind[operator.replace("-", "_")], *target, *self.expression(expression, scope)]
            case ast.Together(parts):
                return [Do.together, len(parts), *(code for part in parts for code in self.effect(part, scope))]
            case ast.When(condition, inner):
                self.highest = -1
                code = self.condition(condition, scope)
                # It is looked at where the variables of all that is inside have their values: it needs its own slots.
                deeper = {**scope, RESERVED: max(self.highest, *scope.values(), -1)}
                return [Do.when, *code, *self.effect(inner, deeper)]
            case ast.ForEach(parameters, inner):
                deeper = dict(scope)
                return [Do.for_each, *self.variables(parameters, deeper), *self.effect(inner, deeper)]

    def expression(self, expression: ast.Expression, scope: Scope) -> Code:
        match expression:
            case ast.Number(value):
                return [Arithmetic.number, self.numbers.setdefault(value, len(self.numbers))]
            case ast.Fluent(name, terms):
                if name not in self.functions:
                    raise Unsupported(f"({name}) can stand in the metric only")
                return [Arithmetic.fluent, self.functions[name], *self.terms(terms, scope)]
            case ast.Arithmetic("-", (only,)):
                zero = self.expression(ast.Number(0), scope)
                return [Arithmetic.minus, *zero, *self.expression(only, scope)]
            case ast.Arithmetic(operator, operands):
                code = self.expression(operands[0], scope)
                for operand in operands[1:]:
                    code = [ARITHMETIC[operator], *code, *self.expression(operand, scope)]
                return code


def linear(expression: ast.Expression) -> Weights:
    """The weights in an expression; raises Unsupported where it is not linear."""
    match expression:
        case ast.Number(value):
            return {None: value}
        case ast.Fluent():
            return {expression: 1}
        case ast.Arithmetic("-", (only,)):
            return {fluent: -weight for fluent, weight in linear(only).items()}
        case ast.Arithmetic(operator, operands):
            total, *others = map(linear, operands)
            for other in others:
                if operator in "+-":
                    for fluent, weight in other.items():
                        total[fluent] = total.get(fluent, 0) + (weight if operator == "+" else -weight)
                    continue
                if operator == "*" and other.keys() != {None}:
                    total, other = other, total
                factor = Fraction(other.get(None, 0))
                if other.keys() != {None} or (operator == "/" and factor == 0):
                    raise Unsupported("the planner takes linear metrics only")
                factor = 1 / factor if operator == "/" else factor
                total = {fluent: weight * factor for fluent, weight in total.items()}
            return total
