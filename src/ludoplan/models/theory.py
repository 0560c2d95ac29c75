"""What a theory is made of: terms, formulas, symbols."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Var:
    name: str


@dataclass(frozen=True)
class Element:
    """A domain element (or, with arithmetic, a number) that is written out."""

    value: int


@dataclass(frozen=True)
class Apply:
    """A function of terms; a constant if there are none."""

    name: str
    args: tuple[Term, ...]


Term = Var | Element | Apply


@dataclass(frozen=True)
class Truth:
    value: bool


@dataclass(frozen=True)
class Holds:
    """A relation of terms."""

    name: str
    args: tuple[Term, ...]


@dataclass(frozen=True)
class Equal:
    left: Term
    right: Term


@dataclass(frozen=True)
class Not:
    body: Formula


@dataclass(frozen=True)
class And:
    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Or:
    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Iff:
    left: Formula
    right: Formula


@dataclass(frozen=True)
class All:
    variable: str
    body: Formula


@dataclass(frozen=True)
class Exists:
    variable: str
    body: Formula


Formula = Truth | Holds | Equal | Not | And | Or | Iff | All | Exists
Symbol = tuple[str, int]  # name, number of arguments


def quotient(a: int, b: int) -> int | None:
    """The quotient, rounded towards 0; none by zero."""
    return None if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


# What `set(arithmetic)` fixes. None where an operation has no value.
OPERATIONS: dict[Symbol, Callable[..., int | None]] = {
    ("+", 2): operator.add,
    ("*", 2): operator.mul,
    ("-", 1): operator.neg,
    ("-", 2): operator.sub,
    ("/", 2): quotient,
    ("mod", 2): lambda a, b: a % b if b else None,
    ("abs", 1): abs,
    ("min", 2): min,
    ("max", 2): max,
}
COMPARISONS: dict[Symbol, Callable[[int, int], bool]] = {
    ("<", 2): operator.lt,
    ("<=", 2): operator.le,
    (">", 2): operator.gt,
    (">=", 2): operator.ge,
}


@dataclass
class Theory:
    """Closed formulas, the symbols in the order of their first use, and what the file asks for."""

    formulas: list[Formula] = field(default_factory=list)
    functions: list[Symbol] = field(default_factory=list)
    relations: list[Symbol] = field(default_factory=list)
    arithmetic: bool = False
    domain_size: int | None = None
    start_size: int | None = None
    end_size: int | None = None
    max_models: int | None = None
    max_seconds: float | None = None
    max_megs: float | None = None
    largest_element: int = -1

    def is_fixed(self, symbol: Symbol) -> bool:
        """Whether arithmetic says what the symbol means."""
        return self.arithmetic and (symbol in OPERATIONS or symbol in COMPARISONS)


def free_variables(part: Formula | Term, bound: frozenset[str] = frozenset()) -> Iterator[str]:
    """The names of free variables, in the order in which they stand, perhaps several times."""
    match part:
        case Var(name) if name not in bound:
            yield name
        case Apply(_, parts) | Holds(_, parts) | And(parts) | Or(parts):
            for each in parts:
                yield from free_variables(each, bound)
        case Equal(one, other) | Iff(one, other):
            yield from free_variables(one, bound)
            yield from free_variables(other, bound)
        case Not(body):
            yield from free_variables(body, bound)
        case All(variable, body) | Exists(variable, body):
            yield from free_variables(body, bound | {variable})
