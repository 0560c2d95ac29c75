"""What conditions and effects mean, in plain Python: the reference that plans are validated by.

Nothing is grounded: variables are bound while a formula is walked. Where a formula asks for all values of variables,
facts that are true propose the values, so that a quantifier over many objects costs what it finds.
"""

from __future__ import annotations

import operator
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import islice, product
from math import prod
from typing import TYPE_CHECKING

from . import ast
from .counting import AllBut, all_but, negation
from .printer import condition_text, expression_text
from .strata import Branch, conjuncts

if TYPE_CHECKING:
    from .task import PddlTask

Binding = Mapping[str, str]
Index = dict[tuple[str, ...], list[ast.Fact]]
Indices = dict[tuple[str, tuple[int, ...]], Index]
COMPARE: dict[str, Callable[[ast.Value, ast.Value], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}
MOST_COMPARED = 10
VARIABLE = re.compile(r"\?[^\s()]+")


class Undefined(Exception):  # noqa: N818 - says what the expression is
    """An expression without a value; the text says why."""


@dataclass(frozen=True)
class State:
    """The facts that can change and are true, and the values that can change and that something reads."""

    facts: frozenset[ast.Fact]
    values: frozenset[tuple[ast.Fact, ast.Value]] = frozenset()


@dataclass
class ActionEffects:
    """What an action does in a state."""

    add: set[ast.Fact] = field(default_factory=set)
    delete: set[ast.Fact] = field(default_factory=set)
    # Sums of increases, and values that are assigned, by fluent.
    increase: dict[ast.Fact, ast.Value] = field(default_factory=dict)
    assign: dict[ast.Fact, ast.Value] = field(default_factory=dict)


class StateView:
    """A state of a task, looked at: what is true in it, what not and why, and what an action would do."""

    def __init__(self, task: PddlTask, state: State, values: MutableMapping[ast.Fact, ast.Value] | None = None) -> None:
        self.task = task
        self.state = state
        self.values: MutableMapping[ast.Fact, ast.Value] = dict(state.values) if values is None else values
        # The last move that was tried here, and the last that was made.
        self.tried: tuple[ast.Fact, tuple[str, ActionEffects | None]] | None = None
        self.applied: tuple[ast.Fact, State] | None = None
        self._derived: dict[str, set[ast.Fact]] | None = None
        self._by_predicate: dict[str, list[ast.Fact]] | None = None
        self._indices: Indices = {}
        # The indices of derived predicates, which grow with them.
        self._growing: dict[str, list[tuple[tuple[int, ...], Index]]] = defaultdict(list)

    # -- facts and values

    def is_true(self, fact: ast.Fact) -> bool:
        if fact[0] in self.task.derived_predicates:
            return fact in self.derived()[fact[0]]
        return fact in self.state.facts or fact in self.task.static_facts

    def facts_of(self, predicate: str) -> list[ast.Fact]:
        """All true facts of a predicate."""
        if predicate in self.task.derived_predicates:
            return list(self.derived()[predicate])
        if predicate in self.task.static_by_predicate:
            return self.task.static_by_predicate[predicate]
        if self._by_predicate is None:
            self._by_predicate = defaultdict(list)
            for fact in self.state.facts:
                self._by_predicate[fact[0]].append(fact)
        return self._by_predicate.get(predicate, [])

    def derived(self) -> dict[str, set[ast.Fact]]:
        """The facts that the rules derive, by predicate: stratum by stratum, each until nothing is new."""
        if self._derived is None:
            self._derived = {name: set() for name in self.task.derived_predicates}
            try:
                for stratum in self.task.strata:
                    new = self._derive((branch, {}) for branch in stratum.branches)
                    while new and stratum.is_recursive:
                        new = self._derive(stratum.again(new))
            except BaseException:  # a limit that was reached: what is there is not all
                self._derived = None
                self._indices.clear()
                self._growing.clear()
                raise
        return self._derived

    def _derive(self, ways: Iterable[tuple[Branch, dict[str, str]]]) -> list[ast.Fact]:
        """Adds what the branches derive with the values that are given; returns what is new."""
        assert self._derived is not None
        new: list[ast.Fact] = []
        for branch, given in ways:
            known = self._derived[branch.rule.predicate]
            for values in list(self.satisfying(branch.parameters, branch.condition, {}, given)):
                fact = branch.fact(values)
                if fact not in known:
                    known.add(fact)
                    new.append(fact)
                    for places, index in self._growing.get(fact[0], ()):
                        index[tuple(fact[place + 1] for place in places)].append(fact)
        return new

    def value(self, expression: ast.Expression, binding: Binding) -> ast.Value:
        """The value of an expression; raises Undefined."""
        match expression:
            case ast.Number(value):
                return value
            case ast.Fluent(name, terms):
                key = ground(name, terms, binding)
                found = self.values.get(key, self.task.static_values.get(key))
                if found is None:
                    raise Undefined(f"({' '.join(key)}) has no value")
                return found
            case ast.Arithmetic(sign, operands):
                return calculate(sign, [self.value(operand, binding) for operand in operands])

    # -- conditions

    def holds(self, condition: ast.Condition, binding: Binding) -> bool:
        """Whether the condition is true under the binding of its free variables."""
        match condition:
            case ast.Atom(predicate, terms):
                return self.is_true(ground(predicate, terms, binding))
            case ast.Equals(left, right):
                return binding.get(left, left) == binding.get(right, right)
            case ast.Comparison(sign, first, second):
                try:
                    return COMPARE[sign](self.value(first, binding), self.value(second, binding))
                except Undefined:
                    return False
            case ast.Not(part):
                return not self.holds(part, binding)
            case ast.And(parts):
                return all(self.holds(each, binding) for each in parts)
            case ast.Or(parts):
                return any(self.holds(each, binding) for each in parts)
            case ast.Imply(premise, conclusion):
                return not self.holds(premise, binding) or self.holds(conclusion, binding)
            case ast.Exists(parameters, part):
                counted = all_but(condition)
                if counted is not None:
                    return self.is_all_but(counted, binding)
                return next(self.satisfying(parameters, part, binding), None) is not None
            case ast.Forall(parameters, part):
                return next(self.satisfying(parameters, open_negation(part), binding), None) is None

    def is_all_but(self, counted: AllBut, binding: Binding) -> bool:
        """Whether there are no more exceptions than that."""
        if prod(len(self.task.fitting(each)) for each in counted.parameters) < counted.least:
            return False
        exceptions = self.satisfying(counted.parameters, open_negation(counted.part), binding)
        return sum(1 for _ in islice(exceptions, counted.most + 1)) <= counted.most

    def satisfying(
        self,
        parameters: tuple[ast.Parameter, ...],
        condition: ast.Condition,
        binding: Binding,
        given: Binding | None = None,
    ) -> Iterator[dict[str, str]]:
        """Every binding that gives the parameters values for which the condition holds; some may be given."""
        fitting = {each.name: self.task.fitting(each) for each in parameters}
        outer = {name: value for name, value in binding.items() if name not in fitting}
        outer.update(given or {})
        atoms = (part for part in conjuncts(condition) if isinstance(part, ast.Atom))
        proposed = self._join([atom for atom in atoms if fitting.keys() & set(atom.terms)], outer)
        for found in proposed:
            if any(found[name] not in fitting[name] for name in fitting.keys() & found.keys()):
                continue
            open_names = [name for name in fitting if name not in found]
            for values in product(*(fitting[name] for name in open_names)):
                full = {**found, **dict(zip(open_names, values, strict=True))}
                if self.holds(condition, full):
                    yield full

    def _join(self, atoms: list[ast.Atom], binding: dict[str, str]) -> list[dict[str, str]]:
        """The bindings that make all atoms true; variables in no atom stay open."""
        bindings = [binding]
        bound = set(binding)
        atoms = list(reversed(atoms))
        while atoms and bindings:
            # What is known of an atom narrows its facts: of the next few, that of which most is known comes first.
            few = range(max(0, len(atoms) - MOST_COMPARED), len(atoms))
            best = max(few, key=lambda place: (sum(t in bound or t[0] != "?" for t in atoms[place].terms), place))
            atom = atoms.pop(best)
            # All bindings so far know the same variables, so one index of the facts serves them all.
            known = tuple(i for i, term in enumerate(atom.terms) if term in bound or not term.startswith("?"))
            index = self._index(atom.predicate, known)
            extended = []
            for found in bindings:
                for fact in index.get(tuple(found.get(atom.terms[i], atom.terms[i]) for i in known), ()):
                    new = dict(found)
                    if all(new.setdefault(t, v) == v for t, v in zip(atom.terms, fact[1:], strict=True) if t[0] == "?"):
                        extended.append(new)
            bindings = extended
            bound.update(term for term in atom.terms if term.startswith("?"))
        return bindings

    def _index(self, predicate: str, places: tuple[int, ...]) -> Index:
        """The true facts of a predicate by their arguments at these places."""
        is_static = predicate in self.task.static_by_predicate
        indices = self.task.static_indices if is_static else self._indices
        key = (predicate, places)
        if key not in indices:
            index: Index = defaultdict(list)
            for fact in self.facts_of(predicate):
                index[tuple(fact[place + 1] for place in places)].append(fact)
            indices[key] = index
            if predicate in self.task.derived_predicates:
                self._growing[predicate].append((places, index))
        return indices[key]

    def why_not(self, condition: ast.Condition, binding: Binding) -> str | None:
        """Why the condition is false, with the facts and values that were found; None if it is true."""
        if self.holds(condition, binding):
            return None
        match condition:
            case ast.And(parts):
                reasons = (self.why_not(each, binding) for each in parts)
                return "; ".join(dict.fromkeys(reason for reason in reasons if reason))
            case ast.Imply(premise, conclusion):
                return f"{bound_text(premise, binding)} is true, but {self.why_not(conclusion, binding)}"
            case ast.Forall(parameters, part):
                counter = next(self.satisfying(parameters, open_negation(part), binding))
                names = ", ".join(f"{each.name} = {counter[each.name]}" for each in parameters)
                return f"not for {names}: {self.why_not(part, counter)}"
            case ast.Not(part):
                return f"{bound_text(part, binding)} is true"
            case ast.Comparison():
                return f"{bound_text(condition, binding)} is false, as {self.found_values(condition, binding)}"
            case _:
                return f"{bound_text(condition, binding)} is false"

    def found_values(self, comparison: ast.Comparison, binding: Binding) -> str:
        """The values of the fluents in a comparison, in words."""
        texts = {}
        for fluent in (*fluents_of(comparison.left), *fluents_of(comparison.right)):
            name = bind(expression_text(fluent), binding)
            try:
                value = self.value(fluent, binding)
                texts[name] = f"{name} is {value if isinstance(value, int) else float(value)}"
            except Undefined:
                texts[name] = f"{name} has no value"
        return " and ".join(texts.values()) or "no value makes it true"

    # -- effects

    def outcome(self, action: ast.Action, binding: Binding) -> ActionEffects:
        """What the action does; raises Undefined if that makes no sense."""
        outcome = ActionEffects()
        self._collect(action.effect, binding, outcome)
        both = outcome.assign.keys() & outcome.increase.keys()
        if both:
            raise Undefined(f"({' '.join(min(both))}) would be changed in two ways at once")
        for key in outcome.increase:
            if key[0] not in self.task.accumulators and key not in self.values:
                raise Undefined(f"({' '.join(key)}) has no value")
        return outcome

    def _collect(self, effect: ast.Effect, binding: Binding, outcome: ActionEffects) -> None:
        match effect:
            case ast.Add(atom):
                outcome.add.add(ground(atom.predicate, atom.terms, binding))
            case ast.Delete(atom):
                outcome.delete.add(ground(atom.predicate, atom.terms, binding))
            case ast.Together(parts):
                for each in parts:
                    self._collect(each, binding, outcome)
            case ast.When(condition, inner):
                if self.holds(condition, binding):
                    self._collect(inner, binding, outcome)
            case ast.ForEach(parameters, ast.When(condition, inner)):
                for found in self.satisfying(parameters, condition, binding):
                    self._collect(inner, found, outcome)
            case ast.ForEach(parameters, inner):
                for found in self.satisfying(parameters, ast.And(()), binding):
                    self._collect(inner, found, outcome)
            case ast.Change(kind, fluent, expression):
                self._change(kind, ground(fluent.name, fluent.terms, binding), expression, binding, outcome)

    def _change(
        self, kind: str, key: ast.Fact, expression: ast.Expression, binding: Binding, outcome: ActionEffects
    ) -> None:
        value = self.value(expression, binding)
        if kind in ("increase", "decrease"):
            outcome.increase[key] = outcome.increase.get(key, 0) + (value if kind == "increase" else -value)
            return
        if kind != "assign":
            if key not in self.values:
                raise Undefined(f"({' '.join(key)}) has no value")
            value = calculate("*" if kind == "scale-up" else "/", [self.values[key], value])
        if outcome.assign.get(key, value) != value or (key in outcome.assign and kind != "assign"):
            raise Undefined(f"({' '.join(key)}) would be changed in two ways at once")
        outcome.assign[key] = value


def ground(name: str, terms: tuple[str, ...], binding: Binding) -> ast.Fact:
    """The fact that an atom stands for under a binding of its variables."""
    return (name, *[binding.get(term, term) for term in terms])


def calculate(sign: str, values: list[ast.Value]) -> ast.Value:
    """The result of + - * / on exact numbers; raises Undefined for a division by 0."""
    if sign == "-" and len(values) == 1:
        return -values[0]
    return ast.whole(reduce(OPERATIONS[sign], values))


def exact_quotient(one: ast.Value, other: ast.Value) -> ast.Value:
    if other == 0:
        raise Undefined("division by 0")
    return Fraction(one) / other


OPERATIONS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": exact_quotient}


def open_negation(condition: ast.Condition) -> ast.Condition:
    """The negation, with an implication opened so that its premise can propose values."""
    if isinstance(condition, ast.Imply):
        return ast.And((condition.premise, ast.Not(condition.conclusion)))
    return negation(condition)


def fluents_of(expression: ast.Expression) -> Iterator[ast.Fluent]:
    """Every fluent in an expression."""
    waiting = [expression]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Fluent):
            yield part
        elif isinstance(part, ast.Arithmetic):
            waiting.extend(reversed(part.operands))


def bind(text: str, binding: Binding) -> str:
    """The text with values in place of variables."""
    return VARIABLE.sub(lambda found: binding.get(found[0], found[0]), text)


def bound_text(condition: ast.Condition, binding: Binding) -> str:
    """The condition under a binding, for a message."""
    return bind(condition_text(condition), binding)
