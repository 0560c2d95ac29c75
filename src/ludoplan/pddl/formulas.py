"""From nested lists to conditions, effects and expressions, with every name, arity and type checked on the way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from . import ast
from .source import Item, Node, Source, describe

# Exponents and lengths are bounded: a short text must not become a number that fills the memory. Without an exponent
# more digits are allowed, so that everything that is read can be printed and read again.
NUMBER = re.compile(r"[+-]?((\d{1,60}(\.\d{0,60})?|\.\d{1,60})(e[+-]?\d{1,2})?|\d{1,300}(\.\d{0,300})?|\.\d{1,300})")
COMPARISONS = ("<", "<=", "=", ">=", ">")
ARITHMETIC = ("+", "-", "*", "/")
CHANGES = ("assign", "increase", "decrease", "scale-up", "scale-down")
CONNECTIVES = ("and", "or", "not", "imply", "exists", "forall", "when", "either", "preference")
RESERVED = frozenset((*COMPARISONS, *ARITHMETIC, *CHANGES, *CONNECTIVES, "define"))
TRUE = ast.And(())
NOTHING = ast.Together(())

Types = tuple[str, ...]
Scope = Mapping[str, Types]


@dataclass
class Names:
    """What has been declared. Parameters are given by the types, with all subtypes, that fit."""

    subtypes: dict[str, frozenset[str]] = field(default_factory=lambda: {ast.OBJECT: frozenset({ast.OBJECT})})
    objects: dict[str, Types] = field(default_factory=dict)
    predicates: dict[str, tuple[frozenset[str], ...]] = field(default_factory=dict)
    functions: dict[str, tuple[frozenset[str], ...]] = field(default_factory=dict)
    derived: set[str] = field(default_factory=set)

    def fitting(self, types: Types) -> frozenset[str]:
        """The types, and all that is below them."""
        if len(types) == 1:
            return self.subtypes[types[0]]
        return frozenset().union(*(self.subtypes[kind] for kind in types))


def number(word: str) -> ast.Value | None:
    """The number that is written so, or None."""
    if not NUMBER.fullmatch(word):
        return None
    value = Fraction(word)
    return value.numerator if value.denominator == 1 else value


class Formulas:
    """Reads formulas of one source. Where something is wrong it notes a defect and goes on with a stand-in."""

    def __init__(self, source: Source, names: Names) -> None:
        self.source = source
        self.names = names

    # -- names and lists of names

    def typed_list(self, node: Node, first: int, what: str, variables: bool = False) -> list[tuple[int, str, Types]]:
        """The index, name and types of each entry of `a b - t c`; `what` is for messages."""
        found: list[tuple[int, str, Types]] = []
        waiting: list[tuple[int, str]] = []
        items = node.items
        index = first
        while index < len(items):
            item = items[index]
            if item == "-":
                if not waiting:
                    self.source.defect(f"expected {what} before '-'", node, index)
                types = self.type_names(node, index + 1)
                found.extend((place, name, types) for place, name in waiting)
                waiting.clear()
                index += 2
                continue
            if isinstance(item, Node) or item.startswith("?") != variables or item.startswith(":") or item == "?":
                self.source.defect(f"expected {what}, found {describe(item)}", node, index)
            else:
                waiting.append((index, item))
            index += 1
        found.extend((place, name, (ast.OBJECT,)) for place, name in waiting)
        return found

    def type_names(self, node: Node, index: int) -> Types:
        """The type, or the types of `(either ...)`, at this place."""
        if index >= len(node.items):
            self.source.defect("expected a type after '-'", node, index)
            return (ast.OBJECT,)
        item = node.items[index]
        if isinstance(item, str):
            return (self.type_name(item, node, index),)
        if item.head != "either" or len(item.items) < 2:
            self.source.defect(f"expected a type or (either TYPE ...), found {describe(item)}", node, index)
            return (ast.OBJECT,)
        names = []
        for place, word in enumerate(item.items[1:], start=1):
            if isinstance(word, str):
                names.append(self.type_name(word, item, place))
            else:
                self.source.defect("expected a type, found a list", item, place)
        return tuple(dict.fromkeys(names)) or (ast.OBJECT,)

    def type_name(self, word: str, node: Node, index: int) -> str:
        if word in self.names.subtypes:
            return word
        hint = self.source.suggestion(word, self.names.subtypes)
        self.source.defect(f"there is no type '{word}'{hint}", node, index)
        return ast.OBJECT

    def parameters(self, node: Node, first: int = 0) -> tuple[ast.Parameter, ...]:
        """The variables of a typed list; names that occur twice are defects."""
        listed = self.typed_list(node, first, "a variable", variables=True)
        names: set[str] = set()
        for index, name, _ in listed:
            if name in names:
                self.source.defect(f"parameter {name} is declared twice", node, index)
            names.add(name)
        return tuple(ast.Parameter(name, types) for _, name, types in listed)

    # -- atoms

    def terms(self, node: Node, signature: tuple[frozenset[str], ...], scope: Scope, what: str) -> tuple[str, ...]:
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
        known = scope if item.startswith("?") else self.names.objects
        types = known.get(item)
        if types is None:
            kind = "variable" if known is scope else "object"
            self.source.defect(f"there is no {kind} {item} here{self.source.suggestion(item, known)}", node, index)
        return types

    def check_fit(self, node: Node, index: int, types: Types, fitting: frozenset[str], what: str) -> None:
        if all(kind in fitting for kind in types):
            return
        term = node.items[index]
        wanted = " or ".join(sorted(fitting))
        text = f"{term} is of type {' or '.join(types)}, but {what} {node.head} takes {wanted} here"
        if self.names.fitting(types) & fitting and isinstance(term, str) and term.startswith("?"):
            self.source.warn(f"{text}; only some values fit", node, index)
        elif not any(kind in fitting for kind in types):
            self.source.defect(text, node, index)

    def atom(self, node: Node, scope: Scope, what: str = "a condition") -> ast.Atom:
        """An atom of a declared predicate."""
        head = node.head
        signature = None if head is None else self.names.predicates.get(head)
        if head is None or signature is None:
            if head is None:
                self.source.defect(f"expected {what}, found {describe(node)}", node)
            else:
                hint = self.source.suggestion(head, self.names.predicates)
                self.source.defect(f"there is no predicate '{head}'{hint}", node, 0)
            return ast.Atom(head or "", ())
        return ast.Atom(head, self.terms(node, signature, scope, "predicate"))

    def fluent(self, item: Item, node: Node, index: int, scope: Scope) -> ast.Fluent:
        """The value of a declared function."""
        head = item.head if isinstance(item, Node) else None
        signature = None if head is None else self.names.functions.get(head)
        if not isinstance(item, Node) or head is None:
            self.source.defect(f"expected a function such as (total-cost), found {describe(item)}", node, index)
            return ast.Fluent("", ())
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

    def quantified(self, node: Node, scope: Scope) -> tuple[tuple[ast.Parameter, ...], Scope] | None:
        """The parameters of `(forall (...) ...)` and the scope within, or None after noting a defect."""
        if not self.operands(node, 2, 2):
            return None
        variables = self.inner(node, 1, "a list of variables")
        if variables is None:
            return None
        parameters = self.parameters(variables)
        return parameters, {**scope, **{each.name: each.types for each in parameters}}

    def condition(self, node: Node | None, scope: Scope) -> ast.Condition:
        """The condition that is written so; () is true."""
        if node is None or not node.items:
            return TRUE
        head = node.head
        if head in ("and", "or"):
            inner = [self.inner(node, index, "a condition") for index in range(1, len(node.items))]
            parts = tuple([self.condition(each, scope) for each in inner])
            return ast.And(parts) if head == "and" else ast.Or(parts)
        if head == "not":
            if not self.operands(node, 1, 1):
                return TRUE
            return ast.Not(self.condition(self.inner(node, 1, "a condition"), scope))
        if head == "imply":
            if not self.operands(node, 2, 2):
                return TRUE
            premise = self.condition(self.inner(node, 1, "a condition"), scope)
            return ast.Imply(premise, self.condition(self.inner(node, 2, "a condition"), scope))
        if head in ("exists", "forall"):
            bound = self.quantified(node, scope)
            if bound is None:
                return TRUE
            part = self.condition(self.inner(node, 2, "a condition"), bound[1])
            return ast.Exists(bound[0], part) if head == "exists" else ast.Forall(bound[0], part)
        if head in COMPARISONS:
            return self.comparison(node, scope)
        if head in RESERVED and head not in self.names.predicates:
            self.source.defect(f"expected a condition, found {describe(node)}", node)
            return TRUE
        return self.atom(node, scope)

    def comparison(self, node: Node, scope: Scope) -> ast.Condition:
        """A comparison of numbers or, if both sides of = are terms, of objects."""
        if not self.operands(node, 2, 2):
            return TRUE
        assert node.head is not None
        left, right = node.items[1:]
        if node.head == "=" and all(isinstance(side, str) and number(side) is None for side in (left, right)):
            types = [self.types_of(node, index, scope) for index in (1, 2)]
            assert isinstance(left, str)
            assert isinstance(right, str)
            if None not in types and not self.names.fitting(types[0] or ()) & self.names.fitting(types[1] or ()):
                self.source.warn(f"{left} and {right} are of different types, so they are never equal", node)
            return ast.Equals(left, right)
        return ast.Comparison(node.head, self.expression(node, 1, scope), self.expression(node, 2, scope))

    def expression(self, node: Node, index: int, scope: Scope) -> ast.Expression:
        """The numeric expression at this place."""
        item = node.items[index]
        if isinstance(item, str):
            value = number(item)
            if value is None:
                self.source.defect(f"expected a number or a function such as (total-cost), found '{item}'", node, index)
            return ast.Number(value or 0)
        head = item.head
        if head not in ARITHMETIC:
            return self.fluent(item, node, index, scope)
        assert head is not None
        if not self.operands(item, 1 if head == "-" else 2, None if head in "+*" else 2):
            return ast.Number(0)
        return ast.Arithmetic(head, tuple([self.expression(item, place, scope) for place in range(1, len(item.items))]))

    def effect(self, node: Node | None, scope: Scope) -> ast.Effect:
        """The effect that is written so; () is none."""
        if node is None or not node.items:
            return NOTHING
        head = node.head
        if head == "and":
            parts = [self.inner(node, index, "an effect") for index in range(1, len(node.items))]
            return ast.Together(tuple([self.effect(each, scope) for each in parts]))
        if head == "when":
            if not self.operands(node, 2, 2):
                return NOTHING
            condition = self.condition(self.inner(node, 1, "a condition"), scope)
            return ast.When(condition, self.effect(self.inner(node, 2, "an effect"), scope))
        if head == "forall":
            bound = self.quantified(node, scope)
            if bound is None:
                return NOTHING
            return ast.ForEach(bound[0], self.effect(self.inner(node, 2, "an effect"), bound[1]))
        if head in CHANGES:
            if not self.operands(node, 2, 2):
                return NOTHING
            assert head is not None
            fluent = self.fluent(node.items[1], node, 1, scope)
            return ast.Change(head, fluent, self.expression(node, 2, scope))
        if head == "not":
            if not self.operands(node, 1, 1):
                return NOTHING
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
