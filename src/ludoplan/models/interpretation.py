"""A finite interpretation: tables for symbols, direct evaluation of formulas, and the standard written form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from . import theory as logic

Table = dict[tuple[int, ...], int]


@dataclass(frozen=True)
class Interpretation:
    """A table for each symbol; those of relations hold 0 and 1."""

    size: int
    functions: dict[logic.Symbol, Table]
    relations: dict[logic.Symbol, Table]
    arithmetic: bool = False

    def value(self, term: logic.Term, names: Mapping[str, int]) -> int | None:
        """The value of a term; None if arithmetic gives none, or one that is no element where one is needed."""
        match term:
            case logic.Var(name):
                return names[name]
            case logic.Element(value):
                return value
            case logic.Apply(name, args):
                values = self._values(args, names)
                if values is None:
                    return None
                if self.arithmetic and (name, len(args)) in logic.OPERATIONS:
                    return logic.OPERATIONS[name, len(args)](*values)
                return self.functions[name, len(args)].get(values)

    def _values(self, args: tuple[logic.Term, ...], names: Mapping[str, int]) -> tuple[int, ...] | None:
        values = tuple(value for arg in args if (value := self.value(arg, names)) is not None)
        return values if len(values) == len(args) else None

    def satisfies(self, formula: logic.Formula, names: Mapping[str, int]) -> bool:
        """Whether the formula is true; an atom with a term that has no value is false."""
        match formula:
            case logic.Truth(value):
                return value
            case logic.Holds(name, args):
                values = self._values(args, names)
                if values is None:
                    return False
                if self.arithmetic and (name, len(args)) in logic.COMPARISONS:
                    return logic.COMPARISONS[name, len(args)](*values)
                return bool(self.relations[name, len(args)].get(values, 0))
            case logic.Equal(left, right):
                one = self.value(left, names)
                return one is not None and one == self.value(right, names)
            case logic.Not(body):
                return not self.satisfies(body, names)
            case logic.And(parts):
                return all(self.satisfies(part, names) for part in parts)
            case logic.Or(parts):
                return any(self.satisfies(part, names) for part in parts)
            case logic.Iff(one_side, other_side):
                return self.satisfies(one_side, names) == self.satisfies(other_side, names)
            case logic.All(variable, body):
                return all(self.satisfies(body, {**names, variable: value}) for value in range(self.size))
            case logic.Exists(variable, body):
                return any(self.satisfies(body, {**names, variable: value}) for value in range(self.size))

    def is_model_of(self, theory: logic.Theory) -> bool:
        """Whether every formula is true, found by evaluating it."""
        return all(self.satisfies(formula, {}) for formula in theory.formulas)

    def tables(self) -> list[tuple[str, logic.Symbol, list[int]]]:
        """Every symbol with `function` or `relation` and its values in the order of the arguments."""
        return [
            (kind, symbol, [table[args] for args in product(range(self.size), repeat=symbol[1])])
            for kind, tables in (("function", self.functions), ("relation", self.relations))
            for symbol, table in tables.items()
        ]

    def standard_form(self, number: int, seconds: float) -> str:
        """As Mace4 prints it."""
        parts = []
        for kind, (name, arity), values in self.tables():
            head = name + (f"({','.join('_' * arity)})" if arity else "")
            parts.append(f"    {kind}({head}, [{','.join(map(str, values))}])")
        body = ",\n".join(parts)
        return f"interpretation( {self.size}, [number={number}, seconds={seconds:.2f}], [\n{body}\n])."

    def as_tables(self) -> str:
        """For people: constants in a line, other symbols as tables."""
        width = len(str(self.size - 1)) + 1
        blocks = []
        for _, (name, arity), values in self.tables():
            if arity == 0:
                blocks.append(f"{name} = {values[0]}")
                continue
            head = "".join(f"{column:>{width}}" for column in range(self.size))
            rows = [values[first : first + self.size] for first in range(0, len(values), self.size)]
            labels = list(product(range(self.size), repeat=arity - 1))
            margin = max(len(name), *(len(",".join(map(str, label))) for label in labels))
            lines = [f"{name:<{margin}} |{head}", "-" * (margin + 1) + "+" + "-" * (width * self.size)]
            for label, row in zip(labels, rows, strict=True):
                cells = "".join(f"{value:>{width}}" for value in row)
                lines.append(f"{','.join(map(str, label)):>{margin}} |{cells}")
            blocks.append("\n".join(lines))
        return "\n\n".join(blocks)

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"size": self.size, "functions": [], "relations": []}
        for kind, (name, arity), values in self.tables():
            found[f"{kind}s"].append({"name": name, "arity": arity, "values": values})
        return found
