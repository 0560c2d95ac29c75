"""A theory over a domain of fixed size as clauses.

A function is a multi-valued variable for each tuple of arguments: one literal a value, exactly one of them true.
A nested term f(g(x)) stands for all its cases "g(x) = a, f(a) = b"; since each has exactly one value, an atom is the
conjunction over the cases, and no auxiliary variables are needed for terms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from ..core.limits import Budget
from . import theory as logic
from .interpretation import Interpretation, Table

Clause = tuple[int, ...]
Names = dict[str, int]
# Negated literals of the conditions under which a term has a value; None: it has none.
Case = tuple[Clause, int | None]

TRUE: list[Clause] = []
FALSE: list[Clause] = [()]
# A disjunction of conjunctions is multiplied out up to this size; beyond, a new variable stands for a part.
LARGEST_PRODUCT = 64


class Grounding:
    """The clauses of a theory over `size` elements; raises Stopped at a limit."""

    def __init__(self, theory: logic.Theory, size: int, budget: Budget) -> None:
        self.theory = theory
        self.size = size
        self.budget = budget
        self.clauses: list[Clause] = []
        self.looks = 0
        self.last_variable = 0
        self.cell_of: list[int] = [0]  # by variable: the first variable of its function entry, or 0
        self.functions = [symbol for symbol in theory.functions if not theory.is_fixed(symbol)]
        self.relations = [symbol for symbol in theory.relations if not theory.is_fixed(symbol)]
        self.first: dict[tuple[logic.Symbol, tuple[int, ...]], int] = {}
        for symbol in (*self.functions, *self.relations):
            new = self._new_cell if symbol in self.functions else self.new_variable
            for args in product(range(size), repeat=symbol[1]):
                self.first[symbol, args] = new()
        for formula in theory.formulas:
            self._add(formula, {})

    def new_variable(self, cell: int = 0) -> int:
        self.last_variable += 1
        self.cell_of.append(cell)
        return self.last_variable

    def _new_cell(self) -> int:
        first = self.last_variable + 1
        literals = [self.new_variable(first) for _ in range(self.size)]
        self.clauses.append(tuple(literals))
        self.clauses += [(-one, -other) for one, other in combinations(literals, 2)]
        self._look_at_limits()
        return first

    def _look_at_limits(self) -> None:
        self.looks += 1
        if self.looks % 64 == 0:
            self.budget.check()

    def _add(self, formula: logic.Formula, names: Names) -> None:
        """The clauses of a formula that has to hold."""
        match formula:
            case logic.All(variable, body):
                for value in range(self.size):
                    self._add(body, {**names, variable: value})
            case logic.And(parts):
                for part in parts:
                    self._add(part, names)
            case _:
                self._look_at_limits()
                self.clauses += self.ground(formula, names, True)

    # -- formulas

    def ground(self, formula: logic.Formula, names: Names, sign: bool) -> list[Clause]:
        """Clauses that say the formula, or its negation if not `sign`."""
        match formula:
            case logic.Truth(value):
                return TRUE if value == sign else FALSE
            case logic.Not(body):
                return self.ground(body, names, not sign)
            case logic.And(parts) | logic.Or(parts):
                pieces = (self.ground(part, names, sign) for part in sorted(parts, key=weight))
                return self._all_of(pieces) if isinstance(formula, logic.And) == sign else self._one_of(pieces)
            case logic.Iff(left, right):
                # Alike: not left or right, left or not right. Different: left or right, neither both.
                ways = ((False, sign), (True, not sign))
                return self._all_of(
                    self._one_of(iter((self.ground(left, names, one), self.ground(right, names, other))))
                    for one, other in ways
                )
            case logic.All(variable, body) | logic.Exists(variable, body):
                instances = (self.ground(body, {**names, variable: value}, sign) for value in range(self.size))
                return self._all_of(instances) if isinstance(formula, logic.All) == sign else self._one_of(instances)
            case logic.Holds(name, args):
                return self._relation(name, args, names, sign)
            case logic.Equal(left, right):
                return self._equality(left, right, names, sign)

    def _all_of(self, parts: Iterator[list[Clause]]) -> list[Clause]:
        found: list[Clause] = []
        for part in parts:
            if part == FALSE:
                return FALSE
            found += part
        return found

    def _one_of(self, parts: Iterator[list[Clause]]) -> list[Clause]:
        found = FALSE
        for part in parts:
            if part == TRUE:
                return TRUE
            if len(found) > 1 and len(part) > 1 and len(found) * len(part) > LARGEST_PRODUCT:
                part = [(self._name_for(part),)]
            found = [clause for one in found for other in part if (clause := self._joined(one, other)) is not None]
            if not found:
                return TRUE
        return found

    def _name_for(self, part: list[Clause]) -> int:
        """A new variable that implies the clauses."""
        variable = self.new_variable()
        self.clauses += [(-variable, *clause) for clause in part]
        self._look_at_limits()
        return variable

    def _joined(self, one: Clause, other: Clause) -> Clause | None:
        """Both clauses in one; None if it is always true: it denies two values of the same entry, say."""
        if not one or not other:
            return one or other
        literals = dict.fromkeys((*one, *other))
        denied: dict[int, int] = {}
        for literal in literals:
            if -literal in literals:
                return None
            if literal < 0 and (cell := self.cell_of[-literal]) and denied.setdefault(cell, literal) != literal:
                return None
        return tuple(literals)

    # -- atoms

    def _relation(self, name: str, args: tuple[logic.Term, ...], names: Names, sign: bool) -> list[Clause]:
        found: list[Clause] = []
        is_fixed = self.theory.arithmetic and (name, len(args)) in logic.COMPARISONS
        for condition, values in self._tuples(args, names):
            holds: bool | int = False  # no value: false
            if values is not None and is_fixed:
                holds = logic.COMPARISONS[name, len(args)](*values)
            elif values is not None and self._are_elements(values):
                variable = self.first[(name, len(args)), values]
                found.append((*condition, variable if sign else -variable))
                continue
            if holds != sign:
                found.append(condition)
        return found

    def _equality(self, left: logic.Term, right: logic.Term, names: Names, sign: bool) -> list[Clause]:
        if not self._is_open(left):
            left, right = right, left
        found: list[Clause] = []
        if not self._is_open(left):
            for one, a in self._cases(left, names):
                for other, b in self._cases(right, names):
                    if (a is not None and a == b) != sign and (both := self._joined(one, other)) is not None:
                        found.append(both)
            return found
        assert isinstance(left, logic.Apply)
        symbol = (left.name, len(left.args))
        rights = list(self._cases(right, names))
        for one, values in self._tuples(left.args, names):
            for other, b in rights:
                literals: Clause = ()
                if values is not None and b is not None and self._are_elements((*values, b)):
                    variable = self.first[symbol, values] + b
                    literals = (variable if sign else -variable,)
                elif not sign:
                    continue
                both = self._joined(one, other)
                clause = None if both is None else self._joined(both, literals)
                if clause is not None:
                    found.append(clause)
        return found

    def _is_open(self, term: logic.Term) -> bool:
        """Whether the term is a function that the model has to define."""
        return isinstance(term, logic.Apply) and not self.theory.is_fixed((term.name, len(term.args)))

    def _are_elements(self, values: tuple[int, ...]) -> bool:
        return all(0 <= value < self.size for value in values)

    def _cases(self, term: logic.Term, names: Names) -> Iterator[Case]:
        match term:
            case logic.Var(name):
                yield (), names[name]
            case logic.Element(value):
                yield (), value
            case logic.Apply(name, args):
                for condition, values in self._tuples(args, names):
                    if values is None:
                        yield condition, None
                    elif self.theory.arithmetic and (name, len(args)) in logic.OPERATIONS:
                        yield condition, logic.OPERATIONS[name, len(args)](*values)
                    elif not self._are_elements(values):
                        yield condition, None
                    else:
                        first = self.first[(name, len(args)), values]
                        for value in range(self.size):
                            both = self._joined(condition, (-(first + value),))
                            if both is not None:
                                yield both, value

    def _tuples(self, args: tuple[logic.Term, ...], names: Names) -> list[tuple[Clause, tuple[int, ...] | None]]:
        """All cases of several terms together."""
        found: list[tuple[Clause, tuple[int, ...] | None]] = [((), ())]
        for arg in args:
            cases = list(self._cases(arg, names))
            found = [
                (both, None if values is None or value is None else (*values, value))
                for one, values in found
                for other, value in cases
                if (both := self._joined(one, other)) is not None
            ]
        return found

    # -- symmetry

    def break_symmetry(self) -> None:
        """The least-number heuristic as clauses: an entry takes an element that an earlier entry has as argument or
        value, or the least one that has not been mentioned. The others are alike, so some model of each kind is left.

        Elements that the theory names are mentioned from the start; arithmetic tells all of them apart.
        """
        if self.theory.arithmetic:
            return
        entries = [(symbol, args) for symbol, args in self.first if symbol in self.functions]
        entries.sort(key=lambda entry: max(entry[1], default=-1))
        mentioned = self.theory.largest_element  # by arguments so far
        reached: list[int] = [0] * self.size  # by element: a variable that implies that a value so large came before
        for symbol, args in entries:
            mentioned = max(mentioned, *args) if args else mentioned
            if mentioned >= self.size - 2:
                return
            first = self.first[symbol, args]
            for value in range(mentioned + 2, self.size):
                self.clauses.append(
                    (-(first + value), reached[value - 1]) if reached[value - 1] else (-(first + value),)
                )
            for element in range(mentioned + 1, self.size):
                variable = self.new_variable()
                larger = [first + value for value in range(element, self.size)]
                before = [reached[element]] if reached[element] else []
                self.clauses.append((-variable, *before, *larger))
                reached[element] = variable

    # -- models

    def interpretation(self, literals: Sequence[int]) -> Interpretation:
        """The interpretation that a satisfying assignment stands for."""
        true = {literal for literal in literals if literal > 0}
        functions: dict[logic.Symbol, Table] = {symbol: {} for symbol in self.functions}
        relations: dict[logic.Symbol, Table] = {symbol: {} for symbol in self.relations}
        for (symbol, args), first in self.first.items():
            if symbol in functions and self.cell_of[first]:
                functions[symbol][args] = next(value for value in range(self.size) if first + value in true)
            else:
                relations[symbol][args] = int(first in true)
        return Interpretation(self.size, functions, relations, self.theory.arithmetic)

    def other_than(self, model: Interpretation, image: Sequence[int]) -> Clause:
        """A clause that all interpretations satisfy but this one with its elements renamed."""
        literals = []
        for symbol, table in model.functions.items():
            for args, value in table.items():
                literals.append(-(self.first[symbol, tuple(image[arg] for arg in args)] + image[value]))
        for symbol, table in model.relations.items():
            for args, value in table.items():
                variable = self.first[symbol, tuple(image[arg] for arg in args)]
                literals.append(-variable if value else variable)
        return tuple(sorted(literals))


def weight(formula: logic.Formula) -> int:
    match formula:
        case logic.Equal(left, right):
            return isinstance(left, logic.Apply) + isinstance(right, logic.Apply)
        case logic.Not(body):
            return weight(body)
        case logic.Truth():
            return 0
        case logic.And(parts) | logic.Or(parts):
            return max(map(weight, parts))
        case logic.Holds():
            return 2
        case _:
            return 3
