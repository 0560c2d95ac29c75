"""The parsed form of PDDL: immutable, typed, without positions, compared by value.

    from ludoplan.pddl import parse_domain, parse_problem
    domain = parse_domain(text, "domain.pddl")            # raises BadInput with every defect, each with line and column
    problem = parse_problem(text, "problem.pddl", domain)

What the parser has checked need not be checked again: names are in lower case, every predicate, function, type, object
and variable is declared, every atom has the right number of arguments of fitting types, no name is declared twice,
derived predicates are not changed by effects and are stratified.

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

from dataclasses import dataclass, field
from fractions import Fraction

from ..core.errors import Defect

Value = int | Fraction
Fact = tuple[str, ...]
OBJECT = "object"


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

    def subtypes(self) -> dict[str, frozenset[str]]:
        """All types by name, `object` too, with themselves and everything below them."""
        below: dict[str, set[str]] = {OBJECT: {OBJECT}, **{kind.name: {kind.name} for kind in self.types}}
        parents = {kind.name: kind.parents for kind in self.types}
        for name in parents:
            waiting, seen = [name], {name}
            while waiting:
                for parent in parents.get(waiting.pop(), ()):
                    if parent not in seen:
                        seen.add(parent)
                        waiting.append(parent)
                    below[parent].add(name)
            below[OBJECT].add(name)
        return {name: frozenset(found) for name, found in below.items()}


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


def objects_by_type(domain: Domain, problem: Problem) -> dict[str, tuple[str, ...]]:
    """For every type, `object` too, the constants and objects that are of it, in the order of declaration."""
    above: dict[str, list[str]] = {}
    for name, below in domain.subtypes().items():
        for kind in below:
            above.setdefault(kind, []).append(name)
    found: dict[str, dict[str, None]] = {name: {} for name in above}
    for thing in (*domain.constants, *problem.objects):
        for kind in thing.types:
            for name in above[kind]:
                found[name][thing.name] = None
    return {name: tuple(names) for name, names in found.items()}


def objects_of(parameter: Parameter, by_type: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The objects that a parameter may stand for, given `objects_by_type`."""
    if len(parameter.types) == 1:
        return by_type[parameter.types[0]]
    return tuple(dict.fromkeys(name for kind in parameter.types for name in by_type[kind]))
