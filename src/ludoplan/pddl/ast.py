"""The parsed form of PDDL: immutable, typed, without positions, compared by value.

    from ludoplan.pddl.parser import parse_domain, parse_problem
    domain = parse_domain(text, "domain.pddl")            # raises BadInput with every defect, each with line and column
    problem = parse_problem(text, "problem.pddl", domain)

What the parser has checked need not be checked again: names are in lower case, every predicate, function, type, object
and variable is declared, every atom has the right number of arguments, no name is declared twice, derived predicates
are not changed by effects and are stratified. Arguments may be of other types than their predicate names: such a fact
is a fact like any other, and the parser warns of it.

Conventions
- A term is a string: a variable starts with `?`, everything else is an object or constant.
- A fact, and the key of a numeric value, is a plain tuple `(name, object, ...)`: problems have many of them.
- True is `And(())`, false is `Or(())`. Connectives are kept as written; nothing is normalised.
- Numbers are exact: `int`, or `Fraction` where not whole.
- All effects of an action happen at once, on the state before it; where one adds what another deletes, adding wins.
- Increases and decreases of one fluent add up; a fluent that is assigned or scaled while something else changes it too
  makes the action inapplicable.
- A fluent without an initial value is undefined: a comparison with it is false, an effect with it makes the action
  inapplicable. Only what nothing but the metric reads starts at 0 unless told otherwise.
- Without a metric a plan costs its number of actions; with one, by how much it raises the metric (for `maximize`: by
  how much it lowers it). `(total-time)` in a metric is the number of actions.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain

from ..core.errors import Defect
from .hierarchy import OBJECT as OBJECT
from .hierarchy import Hierarchy

Value = int | Fraction
Fact = tuple[str, ...]


def whole(value: Value) -> Value:
    """The same number, as an int where it is whole."""
    return value.numerator if value.denominator == 1 else value


@dataclass(frozen=True, slots=True)
class Parameter:
    """A variable such as `?x`, and the types that it may have (more than one for `either`)."""

    name: str
    types: tuple[str, ...] = (OBJECT,)


# -- numeric expressions


@dataclass(frozen=True, slots=True)
class Number:
    value: Value


@dataclass(frozen=True, slots=True)
class Fluent:
    """The value of a function, `(fuel ?x)`."""

    name: str
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`operator` is one of + - * /; + and * take two or more operands, - one or two, / two."""

    operator: str
    operands: tuple[Expression, ...]


Expression = Number | Fluent | Arithmetic


# -- conditions


@dataclass(frozen=True, slots=True)
class Atom:
    predicate: str
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Equals:
    """Two terms are the same object."""

    left: str
    right: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """`operator` is one of < <= = >= >."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Not:
    part: Condition


@dataclass(frozen=True, slots=True)
class And:
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or:
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Imply:
    premise: Condition
    conclusion: Condition


@dataclass(frozen=True, slots=True)
class Exists:
    parameters: tuple[Parameter, ...]
    part: Condition


@dataclass(frozen=True, slots=True)
class Forall:
    parameters: tuple[Parameter, ...]
    part: Condition


Condition = Atom | Equals | Comparison | Not | And | Or | Imply | Exists | Forall


def conditions_in(condition: Condition) -> Iterator[Condition]:
    """The condition and all that are inside it."""
    waiting = [condition]
    while waiting:
        part = waiting.pop()
        yield part
        match part:
            case Not(inner) | Exists(_, inner) | Forall(_, inner):
                waiting.append(inner)
            case And(parts) | Or(parts):
                waiting.extend(parts)
            case Imply(premise, conclusion):
                waiting += premise, conclusion


# -- effects


@dataclass(frozen=True, slots=True)
class Add:
    atom: Atom


@dataclass(frozen=True, slots=True)
class Delete:
    atom: Atom


@dataclass(frozen=True, slots=True)
class Change:
    """`operator` is one of assign, increase, decrease, scale-up, scale-down."""

    operator: str
    fluent: Fluent
    expression: Expression


@dataclass(frozen=True, slots=True)
class Together:
    """Several effects at once; none is `Together(())`."""

    parts: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class When:
    condition: Condition
    effect: Effect


@dataclass(frozen=True, slots=True)
class ForEach:
    """The effect for every value of the parameters."""

    parameters: tuple[Parameter, ...]
    effect: Effect


Effect = Add | Delete | Change | Together | When | ForEach


def effects_in(effect: Effect) -> Iterator[Effect]:
    """The effect and all that are inside it."""
    waiting = [effect]
    while waiting:
        part = waiting.pop()
        yield part
        match part:
            case Together(parts):
                waiting.extend(parts)
            case When(_, inner) | ForEach(_, inner):
                waiting.append(inner)


# -- domains and problems


@dataclass(frozen=True, slots=True)
class Type:
    """A type and its parents (more than one for `either`); `object` itself is not listed."""

    name: str
    parents: tuple[str, ...] = (OBJECT,)


@dataclass(frozen=True, slots=True)
class Object:
    """An object of a problem or a constant of a domain."""

    name: str
    types: tuple[str, ...] = (OBJECT,)


@dataclass(frozen=True, slots=True)
class Predicate:
    name: str
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class Function:
    """A numeric function."""

    name: str
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class Derived:
    """The predicate holds of the parameters if the condition does; several rules may define one predicate."""

    predicate: str
    parameters: tuple[Parameter, ...]
    condition: Condition


@dataclass(frozen=True, slots=True)
class Action:
    name: str
    parameters: tuple[Parameter, ...]
    precondition: Condition
    effect: Effect


@dataclass(frozen=True, slots=True)
class Metric:
    """`direction` is minimize or maximize."""

    direction: str
    expression: Expression


@dataclass(frozen=True)
class Domain:
    name: str
    requirements: tuple[str, ...] = ()
    types: tuple[Type, ...] = ()
    constants: tuple[Object, ...] = ()
    predicates: tuple[Predicate, ...] = ()
    functions: tuple[Function, ...] = ()
    derived: tuple[Derived, ...] = ()
    actions: tuple[Action, ...] = ()
    # What is odd but does not stand in the way.
    warnings: tuple[Defect, ...] = field(default=(), compare=False, repr=False)

    def hierarchy(self) -> Hierarchy:
        """Which types are below which."""
        return Hierarchy({kind.name: kind.parents for kind in self.types})


@dataclass(frozen=True)
class Problem:
    name: str
    domain_name: str
    requirements: tuple[str, ...] = ()
    objects: tuple[Object, ...] = ()
    facts: tuple[Fact, ...] = ()
    values: tuple[tuple[Fact, Value], ...] = ()
    goal: Condition = And(())
    metric: Metric | None = None
    warnings: tuple[Defect, ...] = field(default=(), compare=False, repr=False)


class ObjectsByType:
    """The constants and objects of types, in the order of declaration; found when asked for."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self._hierarchy = domain.hierarchy()
        self._found: dict[tuple[str, ...], dict[str, None]] = {}
        declared: dict[int, list[tuple[int, str]]] = {}
        for place, thing in enumerate((*domain.constants, *problem.objects)):
            for kind in thing.types:
                declared.setdefault(self._hierarchy.number(kind), []).append((place, thing.name))
        self._numbers = sorted(declared)
        self._declared = [declared[number] for number in self._numbers]

    def of(self, types: tuple[str, ...]) -> Collection[str]:
        """What is of one of these types, quick to be looked up."""
        if types not in self._found:
            self._found[types] = dict.fromkeys(chain.from_iterable(map(self._of_type, types)))
        return self._found[types]

    def _of_type(self, kind: str) -> Iterator[str]:
        found: list[tuple[int, str]] = []
        for first, last in self._hierarchy.spans((kind,)):
            start, end = bisect_left(self._numbers, first), bisect_right(self._numbers, last)
            found.extend(chain.from_iterable(self._declared[start:end]))
        return (name for _, name in sorted(found))
