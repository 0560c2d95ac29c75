"""Which types are below which, without listing all pairs: a chain of n types has n * n / 2 of them.

Types are numbered so that in a tree everything below a type is one span of numbers. A type with several parents lies in
the span of its first parent, and the others keep a list of spans beside their own.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from operator import itemgetter

from ..core.errors import LudoplanError
from .graphs import components

OBJECT = "object"
# Far beyond any hierarchy that somebody means.
MOST_SPANS = 2_000_000

Types = tuple[str, ...]
Span = tuple[int, int]  # the first and the last number


class TangledTypesError(LudoplanError):
    """Types of so many parents that their order takes more memory than is sensible."""


class Hierarchy:
    """All types, `object` too, by the parents of each. Types in a circle are below each other."""

    def __init__(self, parents: Mapping[str, Types]) -> None:
        names = [OBJECT, *(name for name in parents if name != OBJECT)]
        places = {name: place for place, name in enumerate(names)}
        above: list[list[int]] = [[], *([] for _ in names[1:])]
        # A node for each list `(either ...)`: n types below m others would else be n * m edges.
        lists: dict[int, int] = {}
        for name in names[1:]:
            kinds = parents[name]
            if len(kinds) < 2:
                above[places[name]] = [places[kind] for kind in kinds if kind != name] or [0]
                continue
            if id(kinds) not in lists:
                lists[id(kinds)] = len(above)
                above.append([places[kind] for kind in kinds])
            above[places[name]] = [lists[id(kinds)]]
        groups = components(above)
        group_of = [0] * len(above)
        for index, group in enumerate(groups):
            for node in group:
                group_of[node] = index
        self.circular = [name for name, place in places.items() if len(groups[group_of[place]]) > 1]
        outer = [list(dict.fromkeys(group_of[up] for node in group for up in above[node])) for group in groups]
        for index, found in enumerate(outer):
            if index in found:
                found.remove(index)
            if not found and index:
                found.append(0)  # a circle that leads nowhere else; `object` is the first component
        self._number_groups(outer)
        self._collect_spans(outer)
        self._group = {name: group_of[place] for name, place in places.items()}
        self._names: list[list[str]] = [[] for _ in groups]
        for name, place in places.items():
            self._names[self._first[group_of[place]]].append(name)

    def _number_groups(self, outer: Sequence[Sequence[int]]) -> None:
        """Walks the tree of first parents, so that what is below a group has the numbers after its own."""
        children: list[list[int]] = [[] for _ in outer]
        roots = []
        for group, parents in enumerate(outer):
            if parents:
                children[parents[0]].append(group)
            else:
                roots.append(group)
        self._first = [0] * len(outer)
        self._last = [0] * len(outer)
        order: list[int] = []
        waiting = roots
        while waiting:
            group = waiting.pop()
            self._first[group] = len(order)
            order.append(group)
            waiting.extend(children[group])
        for group in reversed(order):
            below = children[group]
            # The child that was walked last was the first in the list.
            self._last[group] = self._last[below[0]] if below else self._first[group]

    def _collect_spans(self, outer: Sequence[Sequence[int]]) -> None:
        """Notes for each group the spans below it that lie outside its own."""
        self._outside: list[tuple[Span, ...]] = [()] * len(outer)
        gathered: dict[int, list[tuple[Span, ...]]] = {}
        size = 0
        for group in reversed(range(len(outer))):  # parents come before their children
            own = self._own(group)
            if group in gathered:
                found = merged(span for spans in gathered.pop(group) for span in spans)
                self._outside[group] = tuple(span for span in found if not own[0] <= span[0] <= span[1] <= own[1])
            for parent in outer[group]:
                spans = self._outside[group]
                if not self._first[parent] <= own[0] <= self._last[parent]:
                    spans = (own, *spans)
                if spans:
                    gathered.setdefault(parent, []).append(spans)
                    size += len(spans)
            if size > MOST_SPANS:
                raise TangledTypesError("the types have too many parents to be put in order")

    def _own(self, group: int) -> Span:
        return self._first[group], self._last[group]

    def __contains__(self, name: object) -> bool:
        return name in self._group

    def __iter__(self) -> Iterator[str]:
        return iter(self._group)

    def number(self, name: str) -> int:
        """The number of a type; types in a circle share one."""
        return self._first[self._group[name]]

    def spans(self, types: Types) -> list[Span]:
        """The numbers of the types and of everything below them."""
        groups = [self._group[kind] for kind in types]
        return merged(chain.from_iterable((self._own(group), *self._outside[group]) for group in groups))

    def below(self, types: Types) -> Iterator[str]:
        """The types, and everything below them."""
        for first, last in self.spans(types):
            for number in range(first, last + 1):
                yield from self._names[number]


def merged(spans: Iterator[Span] | Sequence[Span]) -> list[Span]:
    """The same numbers in spans that are in order and apart."""
    found: list[Span] = []
    for first, last in sorted(spans):
        if found and first <= found[-1][1] + 1:
            if last > found[-1][1]:
                found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


def is_within(span: Span, spans: Sequence[Span]) -> bool:
    """Whether a span lies in one of others, which are in order and apart."""
    place = bisect_right(spans, span[0], key=itemgetter(0)) - 1
    return place >= 0 and span[1] <= spans[place][1]


def overlap(one: Sequence[Span], other: Sequence[Span]) -> bool:
    """Whether some number lies in both."""
    if len(one) > len(other):
        one, other = other, one
    for first, last in one:
        place = bisect_left(other, first, key=itemgetter(1))
        if place < len(other) and other[place][0] <= last:
            return True
    return False
