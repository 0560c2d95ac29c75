"""What a theory is made of: terms, formulas, symbols."""

from __future__ import annotations

from collections.abc import Iterator
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

# What `set(arithmetic)` fixes. A quotient by zero has no value.
OPERATIONS = {("+", 2), ("*", 2), ("-", 1), ("-", 2), ("/", 2), ("mod", 2), ("abs", 1), ("min", 2), ("max", 2)}
COMPARISONS = {("<", 2), ("<=", 2), (">", 2), (">=", 2)}


def calculate(name: str, values: tuple[int, ...]) -> int | None:
    """The value of an operation of arithmetic; None if there is none."""
    match name, values:
        case "+", (a, b):
            return a + b
        case "*", (a, b):
            return a * b
        case "-", (a,):
            return -a
        case "-", (a, b):
            return a - b
        case (("/" | "mod"), (_, 0)):
            return None
        case "/", (a, b):
            return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        case "mod", (a, b):
            return a % b
        case "abs", (a,):
            return abs(a)
        case "min", (a, b):
            return min(a, b)
        case "max", (a, b):
            return max(a, b)
    raise ValueError(name)


def compare(name: str, a: int, b: int) -> bool:
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[name]


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
        return self.arithmetic and symbol in OPERATIONS | COMPARISONS


def free_variables(formula: Formula, bound: frozenset[str] = frozenset()) -> Iterator[str]:
    """The names of free variables, in the order in which they stand, perhaps several times."""
    match formula:
        case Holds(_, args):
            for term in args:
                yield from variables_of(term, bound)
        case Equal(left, right):
            yield from variables_of(left, bound)
            yield from variables_of(right, bound)
        case Not(body):
            yield from free_variables(body, bound)
        case And(parts) | Or(parts):
            for part in parts:
                yield from free_variables(part, bound)
        case Iff(one, other):
            yield from free_variables(one, bound)
            yield from free_variables(other, bound)
        case All(variable, body) | Exists(variable, body):
            yield from free_variables(body, bound | {variable})


def variables_of(term: Term, bound: frozenset[str]) -> Iterator[str]:
    if isinstance(term, Var) and term.name not in bound:
        yield term.name
    elif isinstance(term, Apply):
        for part in term.args:
            yield from variables_of(part, bound)
