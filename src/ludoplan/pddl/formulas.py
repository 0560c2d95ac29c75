"""From nested lists to conditions, effects and expressions, with every name, arity and type checked on the way."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from . import ast
from .declarations import Fit, Scope, TypedLists, listed
from .hierarchy import Types
from .source import Item, Node, describe

# Exponents and lengths are bounded: a short text must not become a number that fills the memory. Without an exponent
# more digits are allowed, so that everything that is read can be printed and read again.
NUMBER = re.compile(r"[+-]?((\d{1,60}(\.\d{0,60})?|\.\d{1,60})(e[+-]?\d{1,2})?|\d{1,300}(\.\d{0,300})?|\.\d{1,300})")
COMPARISONS = ("<", "<=", "=", ">=", ">")
ARITHMETIC = ("+", "-", "*", "/")
CHANGES = ("assign", "increase", "decrease", "scale-up", "scale-down")
# How many operands they take in conditions, and in effects.
CONDITIONS = {"not": 1, "imply": 2, "exists": 2, "forall": 2, **dict.fromkeys(COMPARISONS, 2)}
EFFECTS = {"not": 1, "when": 2, "forall": 2, **dict.fromkeys(CHANGES, 2)}
CONNECTIVES = ("and", "or", "not", "imply", "exists", "forall", "when", "either", "preference")
RESERVED = frozenset((*COMPARISONS, *ARITHMETIC, *CHANGES, *CONNECTIVES, "define"))
TOTAL_COST = "total-cost"
TRUE = ast.And(())
NOTHING = ast.Together(())

Part = TypeVar("Part")


def number(word: str) -> ast.Value | None:
    """The number that is written so, or None."""
    return ast.whole(Fraction(word)) if NUMBER.fullmatch(word) else None


def is_total_cost(item: Item) -> bool:
    """Whether the cost of a plan is meant, with or without parentheses."""
    return item == TOTAL_COST or (isinstance(item, Node) and item.items == [TOTAL_COST])


class Formulas(TypedLists):
    """Reads formulas of one source. Where something is wrong it notes a defect and goes on with a stand-in."""

    # Whether (total-cost) need not be declared.
    implies_cost = False

    # -- atoms

    def terms(self, node: Node, signature: tuple[Types, ...], scope: Scope, what: str) -> tuple[str, ...]:
        """The arguments after the head, checked."""
        items = node.items
        if len(items) - 1 != len(signature):
            count = f"{len(signature)} argument{'' if len(signature) == 1 else 's'}"
            self.source.defect(f"{what} {node.head} takes {count}, found {len(items) - 1}", node)
        found = []
        for index, item in enumerate(items[1:], start=1):
            types = self.types_of(node, index, scope)
            if types is None:
                continue
            assert isinstance(item, str)
            found.append(item)
            if index <= len(signature):
                self.check_fit(node, index, types, signature[index - 1], what)
        return tuple(found)

    def types_of(self, node: Node, index: int, scope: Scope) -> Types | None:
        """The types of the term at this place, or None after noting why there is none."""
        item = node.items[index]
        if isinstance(item, Node):
            self.source.defect(f"expected a variable or an object, found {describe(item)}", node, index)
            return None
        is_variable = item.startswith("?")
        known = scope if is_variable else self.names.objects
        types = known.get(item)
        if types is None:
            kind = "variable" if is_variable else "object"
            self.source.defect(f"there is no {kind} {item} here{self.source.suggestion(item, known)}", node, index)
        return types

    def check_fit(self, node: Node, index: int, types: Types, wanted: Types, what: str) -> None:
        """Warns where the term at this place is not of the types that are wanted."""
        fit = self.names.fit(types, wanted)
        term = node.items[index]
        is_variable = isinstance(term, str) and term.startswith("?")
        if fit is Fit.ALL or (fit is Fit.WHOLE_TYPES and not is_variable):
            return
        text = f"{term} is of type {listed(types)}, but {what} {node.head} takes {self.names.below(wanted)} here"
        self.source.warn(f"{text}; only some values fit" if is_variable and fit is not Fit.NONE else text, node, index)

    def atom(self, node: Node, scope: Scope, what: str = "a condition") -> ast.Atom:
        """An atom of a declared predicate."""
        signature = self.names.predicates.get(node.head)
        if signature is not None:
            return ast.Atom(node.head, self.terms(node, signature, scope, "predicate"))
        if node.head:
            hint = self.source.suggestion(node.head, self.names.predicates)
            self.source.defect(f"there is no predicate '{node.head}'{hint}", node, 0)
        else:
            self.source.defect(f"expected {what}, found {describe(node)}", node)
        return ast.Atom(node.head, ())

    def fluent(self, item: Item, node: Node, index: int, scope: Scope) -> ast.Fluent:
        """The value of a declared function."""
        if isinstance(item, str) and self.names.functions.get(item) == ():
            self.source.warn(f"({item}) is meant: parentheses are missing", node, index)
            return ast.Fluent(item, ())
        if not isinstance(item, Node) or not item.head:
            self.source.defect(f"expected a function such as (total-cost), found {describe(item)}", node, index)
            return ast.Fluent("", ())
        head = item.head
        signature = self.names.functions.get(head)
        if head == TOTAL_COST and signature is None and self.implies_cost and len(item.items) == 1:
            self.source.warn("(total-cost) is used without being declared in :functions", item)
            signature = self.names.functions[TOTAL_COST] = ()
        if signature is None:
            hint = self.source.suggestion(head, self.names.functions)
            self.source.defect(f"there is no function '{head}'{hint}", item, 0)
            return ast.Fluent(head, ())
        return ast.Fluent(head, self.terms(item, signature, scope, "function"))

    # -- the three kinds of formulas

    def operands(self, node: Node, least: int, most: int | None) -> bool:
        """Whether the number of items after the head is right; if not, notes a defect."""
        count = len(node.items) - 1
        if least <= count and (most is None or count <= most):
            return True
        wanted = str(least) if least == most else f"{least} or more" if most is None else f"{least} to {most}"
        self.source.defect(f"'{node.head}' takes {wanted} operands, found {count}", node)
        return False

    def inner(self, node: Node, index: int, what: str) -> Node | None:
        item = node.items[index]
        if isinstance(item, Node):
            return item
        self.source.defect(f"expected {what}, found {describe(item)}", node, index)
        return None

    def quantified(
        self, node: Node, scope: Scope, read: Callable[[Node | None, Scope], Part], what: str
    ) -> tuple[tuple[ast.Parameter, ...], Part] | None:
        """The parameters of `(forall (...) ...)` and what it says of them, or None after noting a defect."""
        variables = self.inner(node, 1, "a list of variables")
        if variables is None:
            return None
        parameters = self.bound(variables)
        # One scope for all, changed and mended: copies of a wide scope would add up.
        hidden = {each.name: scope.get(each.name) for each in parameters}
        scope.update((each.name, each.types) for each in parameters)
        part = read(self.inner(node, 2, what), scope)
        for name, types in hidden.items():
            if types is None:
                del scope[name]
            else:
                scope[name] = types
        return parameters, part

    def condition(self, node: Node | None, scope: Scope) -> ast.Condition:
        """The condition that is written so; () is true."""
        if node is None or not node.items:
            return TRUE
        head = node.head
        if head in CONDITIONS and not self.operands(node, CONDITIONS[head], CONDITIONS[head]):
            return TRUE
        if head in ("and", "or"):
            inner = [self.inner(node, index, "a condition") for index in range(1, len(node.items))]
            parts = tuple([self.condition(each, scope) for each in inner])
            return ast.And(parts) if head == "and" else ast.Or(parts)
        if head == "not":
            return ast.Not(self.condition(self.inner(node, 1, "a condition"), scope))
        if head == "imply":
            premise = self.condition(self.inner(node, 1, "a condition"), scope)
            return ast.Imply(premise, self.condition(self.inner(node, 2, "a condition"), scope))
        if head in ("exists", "forall"):
            bound = self.quantified(node, scope, self.condition, "a condition")
            if bound is None:
                return TRUE
            return ast.Exists(*bound) if head == "exists" else ast.Forall(*bound)
        if head in COMPARISONS:
            return self.comparison(node, scope)
        if head in RESERVED and head not in self.names.predicates:
            self.source.defect(f"expected a condition, found {describe(node)}", node)
            return TRUE
        return self.atom(node, scope)

    def comparison(self, node: Node, scope: Scope) -> ast.Condition:
        """A comparison of numbers or, if both sides of = are terms, of objects."""
        left, right = node.items[1:]
        if node.head == "=" and all(isinstance(side, str) and number(side) is None for side in (left, right)):
            types = [self.types_of(node, index, scope) for index in (1, 2)]
            assert isinstance(left, str)
            assert isinstance(right, str)
            if types[0] and types[1] and self.names.fit(types[0], types[1]) is Fit.NONE:
                self.source.warn(f"{left} and {right} are of different types, so they are never equal", node)
            return ast.Equals(left, right)
        return ast.Comparison(node.head, self.expression(node, 1, scope), self.expression(node, 2, scope))

    def expression(self, node: Node, index: int, scope: Scope) -> ast.Expression:
        """The numeric expression at this place."""
        item = node.items[index]
        if isinstance(item, str):
            value = number(item)
            if value is None and self.names.functions.get(item) == ():
                return self.fluent(item, node, index, scope)
            if value is None:
                self.source.defect(f"expected a number or a function such as (total-cost), found '{item}'", node, index)
            return ast.Number(value or 0)
        head = item.head
        if head not in ARITHMETIC:
            return self.fluent(item, node, index, scope)
        if not self.operands(item, 1 if head == "-" else 2, None if head in "+*" else 2):
            return ast.Number(0)
        return ast.Arithmetic(head, tuple([self.expression(item, place, scope) for place in range(1, len(item.items))]))

    def effect(self, node: Node | None, scope: Scope) -> ast.Effect:
        """The effect that is written so; () is none."""
        if node is None or not node.items:
            return NOTHING
        head = node.head
        if head in EFFECTS and not self.operands(node, EFFECTS[head], EFFECTS[head]):
            return NOTHING
        if head == "and":
            parts = [self.inner(node, index, "an effect") for index in range(1, len(node.items))]
            return ast.Together(tuple([self.effect(part, scope) for part in parts]))
        if head == "when":
            condition = self.condition(self.inner(node, 1, "a condition"), scope)
            return ast.When(condition, self.effect(self.inner(node, 2, "an effect"), scope))
        if head == "forall":
            each = self.quantified(node, scope, self.effect, "an effect")
            return NOTHING if each is None else ast.ForEach(*each)
        if head in CHANGES:
            fluent = self.fluent(node.items[1], node, 1, scope)
            return ast.Change(head, fluent, self.expression(node, 2, scope))
        if head == "not":
            inner = self.inner(node, 1, "an atom")
            return NOTHING if inner is None else ast.Delete(self.changed(inner, scope))
        if head in RESERVED and head not in self.names.predicates:
            self.source.defect(f"expected an effect, found {describe(node)}", node)
            return NOTHING
        return ast.Add(self.changed(node, scope))

    def changed(self, node: Node, scope: Scope) -> ast.Atom:
        """An atom that an effect adds or deletes."""
        found = self.atom(node, scope, "an atom")
        if found.predicate in self.names.derived:
            self.source.defect(f"predicate {found.predicate} is derived, so no effect may change it", node)
        return found
