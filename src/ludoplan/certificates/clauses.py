"""What "a plan of so many actions or fewer" is in clauses, by PDDL's reference semantics.

Plain on purpose, since whoever believes a proof has to believe this. Every fact at every layer is a gate over the layer
before: it was added, or it was there and not deleted. Layer 0 is the initial state, so constants spread from there. One
variable for each ground action at each step, at most one of them true; a step without one leaves everything as it is,
so a horizon covers all shorter ones. Variable 1 is true.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod

from ..core.errors import Unsupported
from ..core.limits import Budget
from ..pddl import ast
from ..pddl.counting import all_but
from ..pddl.semantics import State, StateView, Undefined, ground
from ..pddl.strata import conjuncts
from ..pddl.task import TOTAL_TIME, PddlTask, initial_state

TRUE, FALSE = 1, -1
MOST_ACTIONS = 20_000
MOST_CASES = 100_000  # of one quantifier
MOST_CLAUSES = 5_000_000

Binding = dict[str, str]
Way = tuple[int, list[ast.Condition], Binding]  # the action's number, and when it has the effect
Leaf = tuple[ast.Add | ast.Delete | ast.Change, list[ast.Condition], Binding]


@dataclass
class Formula:
    """Clauses that grow."""

    variables: int = 1
    clauses: list[list[int]] = field(default_factory=lambda: [[TRUE]])
    comments: list[str] = field(default_factory=list)
    _gates: dict[tuple[int, ...], int] = field(default_factory=dict)

    def variable(self) -> int:
        self.variables += 1
        return self.variables

    def all_of(self, literals: Iterable[int]) -> int:
        """A literal that is true just if all of these are."""
        parts = set(literals) - {TRUE}
        if FALSE in parts or any(-literal in parts for literal in parts):
            return FALSE
        if len(parts) <= 1:
            return parts.pop() if parts else TRUE
        key = tuple(sorted(parts))
        if key not in self._gates:
            if len(self.clauses) > MOST_CLAUSES:
                raise Unsupported(f"more than {MOST_CLAUSES:,} clauses")
            gate = self._gates[key] = self.variable()
            self.clauses += [[-gate, part] for part in key]
            self.clauses.append([gate, *(-part for part in key)])
        return self._gates[key]

    def any_of(self, literals: Iterable[int]) -> int:
        return -self.all_of(-literal for literal in literals)

    def at_most_one(self, literals: list[int]) -> None:
        """By a ladder: each rung says that one of the literals so far is true."""
        rung = None
        for number, literal in enumerate(literals):
            if rung is not None:
                self.clauses.append([-rung, -literal])
            if number + 1 < len(literals):
                above = self.variable()
                self.clauses.append([-literal, above])
                if rung is not None:
                    self.clauses.append([-rung, above])
                rung = above

    def at_most(self, count: int, literals: list[int]) -> int:
        """A literal that is true just if no more than so many of these are."""
        row = [TRUE, *[FALSE] * (count + 1)]  # place k: at least k of those so far
        for literal in literals:
            row = [TRUE, *(self.any_of([row[k], self.all_of([row[k - 1], literal])]) for k in range(1, count + 2))]
        return -row[count + 1]

    def dimacs(self) -> str:
        lines = [*(f"c {comment}" for comment in self.comments), f"p cnf {self.variables} {len(self.clauses)}"]
        return "\n".join([*lines, *(" ".join(map(str, [*clause, 0])) for clause in self.clauses)]) + "\n"


def with_units(clauses: Iterable[list[int]], units: Iterable[int]) -> Formula:
    """A formula of given clauses, and literals that must be true."""
    every = [*clauses, *([unit] for unit in units)]
    return Formula(max((abs(literal) for clause in every for literal in clause), default=0), every)


class Horizon:
    """A task and a number of steps; `formula` has a model just if there is a plan of so many actions or fewer.

    Raises Unsupported for what has no such form: numbers, derived predicates that depend on themselves, tasks that are
    too large. `budget` may stop it.
    """

    def __init__(self, task: PddlTask, steps: int, budget: Budget | None = None) -> None:
        self.task, self.budget = task, budget or Budget()
        self.formula = Formula()
        self.adds: dict[ast.Fact, list[Way]] = {}
        self.deletes: dict[ast.Fact, list[Way]] = {}
        self.costs: list[Fraction] = []
        self.moves = self._ground()
        self.derived: dict[ast.Fact, int | None] = {}
        start = initial_state(task).facts
        facts = sorted({*start, *self.adds})
        self.layer = {fact: TRUE if fact in start else FALSE for fact in facts}
        for step in range(1, steps + 1):
            self._step(step, facts)
        self.formula.clauses.append([self.literal(task.problem.goal, {})])

    def least_cost(self) -> Fraction:
        """What every action costs at least."""
        return min(self.costs, default=Fraction(0))

    # -- actions

    def _ground(self) -> list[tuple[ast.Fact, ast.Action, Binding]]:
        """The actions that the facts that never change allow, sorted."""
        found: list[tuple[ast.Fact, ast.Action, Binding]] = []
        blank = StateView(self.task, State(frozenset()))
        for action in self.task.domain.actions:
            fixed = ast.And(tuple(each for each in conjuncts(action.precondition) if self._is_fixed(each)))
            for binding in blank.satisfying(action.parameters, fixed, {}):
                found.append(((action.name, *(binding[each.name] for each in action.parameters)), action, binding))
                if len(found) > MOST_ACTIONS:
                    raise Unsupported(f"more than {MOST_ACTIONS:,} ground actions")
        found.sort(key=lambda each: each[0])
        kept: list[tuple[ast.Fact, ast.Action, Binding]] = []
        for move, action, binding in found:
            try:
                leaves = list(self._leaves(action.effect, [], binding))
                self.costs.append(self._cost(blank, leaves, binding))
            except Undefined:
                continue  # then the action cannot be done
            for effect, conditions, inner in leaves:
                if not isinstance(effect, ast.Change):
                    ways = self.adds if isinstance(effect, ast.Add) else self.deletes
                    fact = ground(effect.atom.predicate, effect.atom.terms, inner)
                    ways.setdefault(fact, []).append((len(kept), conditions, inner))
            kept.append((move, action, binding))
        return kept

    def _is_fixed(self, condition: ast.Condition) -> bool:
        """Whether facts that never change decide the condition."""
        return all(
            part.predicate not in self.task.changing and part.predicate not in self.task.derived_predicates
            if isinstance(part, ast.Atom)
            else isinstance(part, ast.Equals | ast.Not | ast.And | ast.Or)
            for part in ast.conditions_in(condition)
        )

    def _cost(self, blank: StateView, leaves: Iterable[Leaf], binding: Binding) -> Fraction:
        """What an action with these effects costs wherever it is done; raises Undefined if it cannot be done."""
        totals: dict[ast.Fact, Fraction] = {}
        for effect, conditions, inner in leaves:
            if not isinstance(effect, ast.Change):
                continue
            if conditions or inner is not binding:
                raise Unsupported("costs that depend on the state have no clauses")
            if effect.fluent.name not in self.task.accumulators or effect.operator not in ("increase", "decrease"):
                raise Unsupported("numbers have no clauses")
            key = ground(effect.fluent.name, effect.fluent.terms, binding)
            sign = 1 if effect.operator == "increase" else -1
            totals[key] = totals.get(key, Fraction(0)) + sign * blank.value(effect.expression, binding)
        if self.task.problem.metric is None:
            return Fraction(1)
        try:
            before = self.task.metric_value(blank, {})
            return Fraction(self.task.metric_value(blank, {**totals, TOTAL_TIME: 1}) - before)
        except Undefined:
            raise Unsupported("costs that depend on numbers of the state have no clauses") from None

    def _leaves(self, effect: ast.Effect, conditions: list[ast.Condition], binding: Binding) -> Iterator[Leaf]:
        """The simple effects in an effect, and under which conditions they happen; to be read by which binding."""
        match effect:
            case ast.Together(parts):
                for each in parts:
                    yield from self._leaves(each, conditions, binding)
            case ast.When(condition, inner):
                yield from self._leaves(inner, [*conditions, condition], binding)
            case ast.ForEach(parameters, inner):
                # An outer variable of the same name is hidden, for the conditions outside too: they are read first.
                if any(each.name in binding for each in parameters) and conditions:
                    raise Unsupported("a variable that is quantified twice has no clauses")
                for found in self._values(parameters, binding):
                    yield from self._leaves(inner, conditions, found)
            case _:
                yield effect, conditions, binding

    def _values(self, parameters: tuple[ast.Parameter, ...], binding: Binding) -> Iterator[Binding]:
        """The binding with every choice of values for the parameters."""
        fitting = [self.task.fitting(each) for each in parameters]
        if prod(map(len, fitting)) > MOST_CASES:
            raise Unsupported(f"a quantifier of more than {MOST_CASES:,} cases")
        for values in product(*fitting):
            yield {**binding, **{each.name: value for each, value in zip(parameters, values, strict=True)}}

    # -- layers

    def _step(self, number: int, facts: list[ast.Fact]) -> None:
        self.budget.check()
        done = []  # a literal for each action
        for move, action, binding in self.moves:
            allowed = self.literal(action.precondition, binding)
            if allowed == FALSE:
                done.append(FALSE)
                continue
            variable = self.formula.variable()
            self.formula.comments.append(f"{variable} step {number}: ({' '.join(move)})")
            self.formula.clauses.append([-variable, allowed])
            done.append(variable)
        self.formula.at_most_one([literal for literal in done if literal != FALSE])
        after = {}
        for fact in facts:
            added = self._happens(self.adds.get(fact, ()), done)
            deleted = self._happens(self.deletes.get(fact, ()), done)
            after[fact] = self.formula.any_of([added, self.formula.all_of([self.layer[fact], -deleted])])
        self.layer = after
        self.derived = {}

    def _happens(self, ways: Iterable[Way], done: list[int]) -> int:
        """A literal that is true just if one of the ways to have an effect is taken."""
        cases = []
        for number, conditions, binding in ways:
            if done[number] != FALSE:
                parts = [self.literal(condition, binding) for condition in conditions]
                cases.append(self.formula.all_of([done[number], *parts]))
        return self.formula.any_of(cases)

    # -- conditions

    def literal(self, condition: ast.Condition, binding: Binding) -> int:
        """A literal that is true just if the condition holds at the layer that is looked at."""
        formula = self.formula
        match condition:
            case ast.Atom(predicate, terms):
                return self._fact(ground(predicate, terms, binding))
            case ast.Equals(left, right):
                return TRUE if binding.get(left, left) == binding.get(right, right) else FALSE
            case ast.Not(part):
                return -self.literal(part, binding)
            case ast.And(parts):
                return formula.all_of([self.literal(each, binding) for each in parts])
            case ast.Or(parts):
                return formula.any_of([self.literal(each, binding) for each in parts])
            case ast.Imply(premise, conclusion):
                return formula.any_of([-self.literal(premise, binding), self.literal(conclusion, binding)])
            case ast.Exists(parameters, part):
                counted = all_but(condition)
                if counted is not None:
                    if prod(len(self.task.fitting(each)) for each in counted.parameters) < counted.least:
                        return FALSE
                    values = self._values(counted.parameters, binding)
                    return formula.at_most(counted.most, [-self.literal(counted.part, each) for each in values])
                return formula.any_of([self.literal(part, each) for each in self._values(parameters, binding)])
            case ast.Forall(parameters, part):
                return formula.all_of([self.literal(part, each) for each in self._values(parameters, binding)])
            case ast.Comparison():
                raise Unsupported("numbers have no clauses")

    def _fact(self, fact: ast.Fact) -> int:
        if fact[0] in self.task.derived_predicates:
            return self._derived(fact)
        if fact[0] not in self.task.changing:
            return TRUE if fact in self.task.static_facts else FALSE
        return self.layer.get(fact, FALSE)

    def _derived(self, fact: ast.Fact) -> int:
        if fact in self.derived:
            known = self.derived[fact]
            if known is None:
                raise Unsupported("derived predicates that depend on themselves have no clauses")
            return known
        self.derived[fact] = None
        cases = []
        for rule in self.task.domain.derived:
            fits = zip(rule.parameters, fact[1:], strict=False)
            if rule.predicate == fact[0] and all(value in self.task.fitting(each) for each, value in fits):
                binding = {each.name: value for each, value in zip(rule.parameters, fact[1:], strict=True)}
                cases.append(self.literal(rule.condition, binding))
        found = self.derived[fact] = self.formula.any_of(cases)
        return found
