"""What a domain and a problem declare, and lists such as `a b - t c` that declare it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from itertools import islice

from . import ast
from .hierarchy import Hierarchy, Span, Types, is_within, overlap
from .source import Node, Source, describe

Scope = dict[str, Types]
Entry = tuple[int, str, Types]
Arguments = tuple[tuple[ast.Parameter, ...], tuple[ast.Equals, ...], Scope]
# More names are not listed in a message.
MOST_LISTED = 10


class Fit(Enum):
    """How many of the things of some types are of other types."""

    ALL = 0
    WHOLE_TYPES = 1  # those of some of the types, but not of all
    SOME = 2
    NONE = 3


@dataclass
class Names:
    """What has been declared. Predicates and functions are given by the types that their parameters take."""

    types: Hierarchy = field(default_factory=lambda: Hierarchy({}))
    objects: dict[str, Types] = field(default_factory=dict)
    predicates: dict[str, tuple[Types, ...]] = field(default_factory=dict)
    functions: dict[str, tuple[Types, ...]] = field(default_factory=dict)
    derived: set[str] = field(default_factory=set)
    # By the identity of the tuples, which are kept beside: a list of types may be long and stand for many names.
    _spans: dict[int, tuple[Types, list[Span]]] = field(default_factory=dict)
    _points: dict[int, list[Span]] = field(default_factory=dict)
    _fits: dict[tuple[int, int], Fit] = field(default_factory=dict)

    def fit(self, types: Types, wanted: Types) -> Fit:
        """Whether things of these types are of those that are wanted."""
        if types is wanted:
            return Fit.ALL
        key = (id(types), id(wanted))
        if key not in self._fits:
            one, other = self.spans(types), self.spans(wanted)
            if all(is_within(span, other) for span in one):
                fit = Fit.ALL
            elif not overlap(one, other):
                fit = Fit.NONE
            else:
                if id(types) not in self._points:
                    self._points[id(types)] = sorted((number, number) for number in map(self.types.number, types))
                fit = Fit.WHOLE_TYPES if overlap(self._points[id(types)], other) else Fit.SOME
            self._fits[key] = fit
        return self._fits[key]

    def spans(self, types: Types) -> list[Span]:
        if id(types) not in self._spans:
            self._spans[id(types)] = types, self.types.spans(types)
        return self._spans[id(types)][1]

    def below(self, types: Types) -> str:
        """The types and those below them, for a message."""
        found = sorted(islice(self.types.below(types), MOST_LISTED + 1))
        return listed(found) if len(found) <= MOST_LISTED else f"{listed(types)} (or a type below)"


def listed(names: Iterable[str], word: str = "or") -> str:
    """Some names, for a message."""
    shown = list(islice(names, MOST_LISTED + 1))
    if len(shown) > MOST_LISTED:
        shown[MOST_LISTED] = "..."
    return f" {word} ".join(shown)


class TypedLists:
    """Reads typed lists of one source. Where something is wrong it notes a defect and goes on with a stand-in."""

    def __init__(self, source: Source, names: Names) -> None:
        self.source = source
        self.names = names
        self._single: dict[str, Types] = {ast.OBJECT: (ast.OBJECT,)}

    def single(self, name: str) -> Types:
        """One type; the same tuple each time, so that what is known of it is found again."""
        return self._single.setdefault(name, (name,))

    def typed_list(
        self, node: Node, first: int, what: str, variables: bool = False, may_be_unknown: bool = False
    ) -> list[Entry]:
        """The index, name and types of each entry of `a b - t c`; `what` is for messages.

        Where types only serve to check others, they may be unknown.
        """
        type_name = partial(self.type_name, may_be_unknown=may_be_unknown)
        found: list[Entry] = []
        waiting: list[tuple[int, str]] = []
        items = node.items
        index = first
        while index < len(items):
            item = items[index]
            if item == "-":
                types = self.type_names(node, index + 1, type_name)
                index += 2
            elif isinstance(item, str) and self._is_dash_and_type(item, variables):
                self.source.warn("a blank is missing after '-'", node, index)
                types = self.single(type_name(item[1:], node, index))
                index += 1
            elif isinstance(item, str) and variables and self._is_variable_and_dash(node, index):
                self.source.warn("a blank is missing before '-'", node, index)
                waiting.append((index, item[:-1]))
                types = self.type_names(node, index + 1, type_name)
                index += 2
            else:
                is_name = isinstance(item, str) and item != "?" and not item.startswith((":", "-"))
                if isinstance(item, Node) or not is_name or item.startswith("?") != variables:
                    self.source.defect(f"expected {what}, found {describe(item)}", node, index)
                else:
                    waiting.append((index, item))
                index += 1
                continue
            if not waiting:
                self.source.warn(f"expected {what} before '-'", node, min(index, len(items)) - 1)
            found.extend((place, name, types) for place, name in waiting)
            waiting.clear()
        found.extend((place, name, self.single(ast.OBJECT)) for place, name in waiting)
        return found

    def _is_dash_and_type(self, word: str, variables: bool) -> bool:
        """Whether `-t` can only be `- t`: no variable starts so; a name might."""
        return word.startswith("-") and (variables or word[1:] in self.names.types)

    def _is_variable_and_dash(self, node: Node, index: int) -> bool:
        """Whether `?x-` can only be `?x -`: what follows is no variable."""
        word = node.items[index]
        after = node.items[index + 1] if index + 1 < len(node.items) else "?"
        if not isinstance(word, str) or not word.startswith("?") or not word.endswith("-") or len(word) < 3:
            return False
        return isinstance(after, Node) or not after.startswith(("?", "-"))

    def type_names(self, node: Node, index: int, type_name: Callable[[str, Node, int], str]) -> Types:
        """The type, or the types of `(either ...)`, at this place."""
        if index >= len(node.items):
            self.source.defect("expected a type after '-'", node, index)
            return self.single(ast.OBJECT)
        item = node.items[index]
        if isinstance(item, str):
            return self.single(type_name(item, node, index))
        if item.head != "either" or len(item.items) < 2:
            self.source.defect(f"expected a type or (either TYPE ...), found {describe(item)}", node, index)
            return self.single(ast.OBJECT)
        names = []
        for place, word in enumerate(item.items[1:], start=1):
            if isinstance(word, str):
                names.append(type_name(word, item, place))
            else:
                self.source.defect("expected a type, found a list", item, place)
        found = tuple(dict.fromkeys(names))
        return found if len(found) > 1 else self.single(found[0] if found else ast.OBJECT)

    def type_name(self, word: str, node: Node, index: int, may_be_unknown: bool = False) -> str:
        """The type itself, or `object` in the place of one that there is not."""
        if word in self.names.types:
            return word
        is_object = may_be_unknown and not word.startswith((":", "?", "-"))
        if not is_object and all(name == ast.OBJECT for name in self.names.types):  # a domain that tells none apart
            self.source.warn(f"the domain has no types; '{word}' is taken as object", node, index)
            return ast.OBJECT
        text = f"there is no type '{word}'{self.source.suggestion(word, self.names.types)}"
        if is_object:
            self.source.warn(f"{text}; taken as object", node, index)
        else:
            self.source.defect(text, node, index)
        return ast.OBJECT

    # -- variables; the same one twice can be meant in different ways at different places

    def signature(self, node: Node) -> tuple[ast.Parameter, ...]:
        """The parameters of a predicate or function: their names say nothing, so one that is there twice is renamed."""
        return self._renamed(node, "is declared twice; taken as two parameters")[0]

    def arguments(self, node: Node, first: int = 0) -> Arguments:
        """The parameters of an action or rule, which of them must be equal since they are one variable, and the
        variables that the text has: not those that stand for one that is there twice."""
        return self._renamed(node, "is declared twice; taken as two that are equal", first, must_agree=True)

    def bound(self, node: Node) -> tuple[ast.Parameter, ...]:
        """The variables of a quantifier; one that is there twice is there once."""
        found: Scope = {}
        for index, name, types in self.typed_list(node, 0, "a variable", variables=True):
            if name in found:
                self._repeated(node, index, name, found[name] == types, "is declared twice")
            else:
                found[name] = types
        return tuple([ast.Parameter(name, types) for name, types in found.items()])

    def _renamed(self, node: Node, told: str, first: int = 1, must_agree: bool = False) -> Arguments:
        entries = self.typed_list(node, first, "a variable", variables=True, may_be_unknown=not must_agree)
        taken = {name for _, name, _ in entries}
        counts: dict[str, int] = {}
        types_of: Scope = {}
        found: list[ast.Parameter] = []
        equal: list[ast.Equals] = []
        for index, name, types in entries:
            new = name
            if name in types_of:
                self._repeated(node, index, name, not must_agree or types_of[name] == types, told)
                while new in taken:
                    counts[name] = counts.get(name, 1) + 1
                    new = f"{name}{counts[name]}"
                taken.add(new)
                equal.append(ast.Equals(name, new))
            else:
                types_of[name] = types
            found.append(ast.Parameter(new, types))
        return tuple(found), tuple(equal), types_of

    def _repeated(self, node: Node, index: int, name: str, is_clear: bool, told: str) -> None:
        if is_clear:
            self.source.warn(f"parameter {name} {told}", node, index)
        else:
            self.source.defect(f"parameter {name} is declared twice, with different types", node, index)
