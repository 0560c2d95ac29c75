"""Cells of rules as small numbers: each distinct cell is kept once, and each change to one is worked out once.

A game of a few dozen lines can expand to tens of thousands of rules, which are made of a few hundred cells.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from .messages import GaveUp
from .rule_forms import DIRECTION_AGGREGATES, ELLIPSIS
from .vocabulary import Vocabulary

Pairs = tuple[tuple[str, str], ...]

_ABSOLUTE: Final = {
    "right": {"^": "up", "v": "down", "<": "left", ">": "right"},
    "up": {"^": "left", "v": "right", "<": "down", ">": "up"},
    "down": {"^": "right", "v": "left", "<": "up", ">": "down"},
    "left": {"^": "down", "v": "up", "<": "right", ">": "left"},
}
for _direction, _meanings in _ABSOLUTE.items():
    _is_across = _direction in ("left", "right")
    _meanings["parallel"] = "horizontal_par" if _is_across else "vertical_par"
    _meanings["perpendicular"] = "vertical_perp" if _is_across else "horizontal_perp"


class CellTable:
    """The cells of all rules of a game."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._numbers: dict[Pairs, int] = {}
        self.pairs: list[Pairs] = []
        # Rules ask the same again and again.
        self.has_ellipsis = cache(self._has_ellipsis)
        self.absolute = cache(self._absolute)
        self.ambiguous = cache(self._ambiguous)
        self.properties = cache(self._properties)
        self.turned = cache(self._turned)
        self.without_excluded_properties = cache(self._without_excluded_properties)
        self.substituted = cache(self._substituted)
        self.with_spawned_stationary = cache(self._with_spawned_stationary)

    def number(self, pairs: Pairs) -> int:
        """The number of the cell with this content."""
        known = self._numbers.get(pairs)
        if known is None:
            known = self._numbers[pairs] = len(self.pairs)
            self.pairs.append(pairs)
        return known

    def _has_ellipsis(self, cell: int) -> bool:
        """Whether an ellipsis is in the cell, alone or not."""
        return any(qualifier == ELLIPSIS for qualifier, _ in self.pairs[cell])

    def _absolute(self, cell: int, direction: str) -> tuple[int, tuple[str, ...]]:
        """The cell without relative directions, aggregates and synonyms, and which aggregates it excludes by "no"."""
        vocabulary = self._vocabulary
        meanings = _ABSOLUTE.get(direction)
        if meanings is None and any(qualifier in _ABSOLUTE["up"] for qualifier, _ in self.pairs[cell]):
            raise GaveUp("a rule that looks in the direction of an action cannot have relative directions")
        pairs = [((meanings or {}).get(qualifier, qualifier), name) for qualifier, name in self.pairs[cell]]
        excluded = []
        place = 0
        while place < len(pairs):
            qualifier, name = pairs[place]
            if name in vocabulary.aggregates:
                if qualifier == "no":
                    excluded.append(name)
                members = vocabulary.aggregates[name]
                if not members:
                    raise GaveUp(f'"{name.upper()}" stands for nothing')
                pairs[place] = (qualifier, members[0])
                pairs.extend((qualifier, member) for member in members[1:])
            place += 1
        renamed = tuple((qualifier, vocabulary.synonyms.get(name, name)) for qualifier, name in pairs)
        return self.number(renamed), tuple(excluded)

    def _ambiguous(self, cell: int) -> tuple[tuple[str, str], ...]:
        """The distinct pairs whose direction is an ambiguous one such as "moving", in order."""
        return tuple(dict.fromkeys(pair for pair in self.pairs[cell] if pair[0] in DIRECTION_AGGREGATES))

    def _properties(self, cell: int) -> tuple[str, ...]:
        """The distinct properties in the cell that are not to be chosen from at random, in order."""
        names = (name for qualifier, name in self.pairs[cell] if qualifier != "random")
        return tuple(dict.fromkeys(name for name in names if name in self._vocabulary.properties))

    def _turned(self, cell: int, ambiguous: str, name: str | None, concrete: str) -> int:
        """The cell with a concrete direction for an ambiguous one: that of one name, or of all."""
        return self.number(
            tuple(
                (concrete, other) if qualifier == ambiguous and name in (None, other) else (qualifier, other)
                for qualifier, other in self.pairs[cell]
            )
        )

    def _without_excluded_properties(self, cell: int) -> int:
        """The cell with "no" for each member of a property in place of "no" for the property."""
        properties = self._vocabulary.properties
        return self.number(
            tuple(
                (qualifier, member)
                for qualifier, name in self.pairs[cell]
                for member in (properties.get(name, [name]) if qualifier == "no" else [name])
            )
        )

    def _substituted(self, cell: int, name: str, concrete: str) -> int:
        """The cell with an object in place of a property."""
        return self.number(
            tuple(
                (qualifier, concrete) if other == name and qualifier != "random" else (qualifier, other)
                for qualifier, other in self.pairs[cell]
            )
        )

    def _with_spawned_stationary(self, left: int, right: int) -> int:
        """The right cell with what is new in its layer made stationary, whatever moved there before."""
        objects, properties = self._vocabulary.objects, self._vocabulary.properties
        before: set[str] = set()
        for _, name in self.pairs[left]:
            if name in objects:
                before.add(name)
            else:
                before.update(properties.get(name, ()))
        layers = {objects[name].layer for name in before if name in objects}
        return self.number(
            tuple(
                (
                    "stationary"
                    if qualifier == ""
                    and name in objects
                    and name not in properties
                    and name not in before
                    and objects[name].layer not in layers
                    else qualifier,
                    name,
                )
                for qualifier, name in self.pairs[right]
            )
        )
