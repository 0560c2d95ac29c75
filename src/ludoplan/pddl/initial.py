"""The facts and values of :init, which are the most of a large problem."""

from __future__ import annotations

from . import ast
from .declarations import Fit
from .formulas import RESERVED, TOTAL_COST, Formulas, is_total_cost, number
from .hierarchy import Types
from .source import Node, describe


class Initial:
    """What is true at the start, and the values. The quick way is for facts without defects, which is nearly all."""

    def __init__(self, formulas: Formulas) -> None:
        self.formulas = formulas
        self.source = formulas.source
        self.names = formulas.names
        self.facts: dict[ast.Fact, None] = {}
        self.values: dict[ast.Fact, ast.Value] = {}
        self.negated: dict[ast.Fact, Node] = {}
        self.accepted: dict[int, set[str]] = {}

    def read(self, node: Node) -> None:
        signatures = {
            name: [(self.accepted.setdefault(id(types), set()), types) for types in signature]
            for name, signature in self.names.predicates.items()
            if name not in self.names.derived
        }
        for index, item in enumerate(node.items[1:], start=1):
            if not isinstance(item, Node):
                self.source.defect(f"expected a fact, found '{item}'", node, index)
                continue
            words = item.items
            signature = signatures.get(words[0]) if words else None  # type: ignore[arg-type]
            if signature is not None and len(words) == len(signature) + 1:
                place = 1
                for accepted, types in signature:
                    if words[place] not in accepted and not self.accepts(words[place], accepted, types):
                        break
                    place += 1
                else:
                    self.add(tuple(words), item)  # type: ignore[arg-type]
                    continue
            self.read_odd(item)
        for fact, place_of in self.negated.items():
            if fact in self.facts:
                self.source.defect(f"({' '.join(fact)}) is both true and false", place_of)

    def accepts(self, word: object, accepted: set[str], wanted: Types) -> bool:
        """Whether this is an object of the types that are wanted; if so, notes it."""
        types = self.names.objects.get(word) if isinstance(word, str) else None
        if types is None or self.names.fit(types, wanted) not in (Fit.ALL, Fit.WHOLE_TYPES):
            return False
        assert isinstance(word, str)
        accepted.add(word)
        return True

    def add(self, fact: ast.Fact, item: Node) -> None:
        if fact in self.facts:
            self.source.warn(f"({' '.join(fact)}) is listed twice", item)
        self.facts[fact] = None

    def read_odd(self, item: Node) -> None:
        """An entry of :init that is a value, a negated fact, odd or wrong."""
        if item.head == "=":
            self.read_value(item)
        elif item.head == "not" and len(item.items) == 2 and isinstance(item.items[1], Node):
            atom = self.formulas.atom(item.items[1], {}, "a fact")
            self.negated[(atom.predicate, *atom.terms)] = item
        elif item.head == "at" and len(item.items) == 3 and isinstance(item.items[2], Node):
            self.source.defect("timed initial facts are not supported", item)
        elif item.head in RESERVED and item.head not in self.names.predicates:
            self.source.defect(f"expected a fact, found {describe(item)}", item)
        elif item.head in self.names.derived:
            self.source.defect(f"predicate {item.head} is derived, so it has no initial facts", item)
        else:
            atom = self.formulas.atom(item, {}, "a fact")
            if len(atom.terms) == len(item.items) - 1:
                self.add((atom.predicate, *atom.terms), item)

    def read_value(self, item: Node) -> None:
        if len(item.items) != 3:
            self.source.defect("expected (= (FUNCTION OBJECT ...) NUMBER)", item)
            return
        target = item.items[1]
        if is_total_cost(target) and TOTAL_COST not in self.names.functions:
            self.source.warn("nothing in the domain counts (total-cost); its value is ignored", item)
            return
        fluent = self.formulas.fluent(target, item, 1, {})
        word = item.items[2]
        value = number(word) if isinstance(word, str) else None
        if value is None:
            self.source.defect(f"expected a number, found {describe(word)}", item, 2)
        key = (fluent.name, *fluent.terms)
        if key not in self.values:
            self.values[key] = value or 0
        elif self.values[key] == value:
            self.source.warn(f"the value of ({' '.join(key)}) is listed twice", item)
        else:
            self.source.defect(f"a second value of ({' '.join(key)})", item)
