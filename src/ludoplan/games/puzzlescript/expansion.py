"""Rules as they are written to rules of single directions and objects.

The original expands one rule at a time through queues, drops duplicates at the end and keeps the last of each. The
order of rules matters when they run, so the loops here are nested such that each rule comes once, where the last
one would.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Final

from .cells import CellTable
from .messages import GaveUp, Log
from .rule_forms import DIRECTION_AGGREGATES, ELLIPSIS, ParsedRule
from .vocabulary import Vocabulary

MOST_RULES: Final = 500_000
"""Many times what any known game has; the original does not come to an end with far fewer."""

_REVERSED: Final = {"up": "down", "left": "right"}

Cells = tuple[int, ...]
"""The cells of all patterns one after the other, first those on the left, then those on the right (if it has any)."""


@dataclass(slots=True)
class Expanded:
    """One rule in one direction, with all its variants."""

    source: ParsedRule
    direction: str
    row_lengths: tuple[int, ...]
    cell_count: int
    """Of one side."""
    variants: list[Cells]


class Expansion:
    """Expands all rules of a game, phase by phase, since messages come in that order."""

    def __init__(self, vocabulary: Vocabulary, log: Log) -> None:
        self._vocabulary = vocabulary
        self._log = log
        self.cells = CellTable(vocabulary)
        self.is_invalid = False
        self._rule_count = 0

    def expand(self, rules: list[ParsedRule], *, is_invalid: bool) -> list[Expanded]:
        """All rules in order; `is_invalid` afterwards says that they make no game. Raises GaveUp if too many."""
        self.is_invalid = is_invalid
        expanded = []
        for rule in rules:
            for direction in rule.directions:
                expanded.append(self._in_direction(rule, direction))
                if is_invalid:
                    return expanded
        for each in expanded:
            self._expand_directions(each)
        for each in expanded:
            self._expand_properties(each)
        for each in expanded:
            if not each.source.late and each.source.right:
                self._make_spawned_stationary(each)
        return expanded

    def _in_direction(self, rule: ParsedRule, direction: str) -> Expanded:
        number, absolute = self.cells.number, self.cells.absolute
        has_ellipsis = any(cell and cell[0][1] == ELLIPSIS for row in rule.left for cell in row)
        is_reversed = direction in _REVERSED and not has_ellipsis
        numbers: list[int] = []
        for side in (rule.left, rule.right):
            for row in side:
                for cell in reversed(row) if is_reversed else row:
                    made, excluded = absolute(number(tuple(cell)), direction)
                    numbers.append(made)
                    for name in excluded:
                        self._log.at(rule.line).error(
                            f"You cannot use 'no' to exclude the aggregate object {name.upper()} (defined using "
                            "'AND'), only regular objects, or properties (objects defined using 'OR').  If you want "
                            "to do this, you'll have to write it out yourself the long way."
                        )
        lengths = tuple(map(len, rule.left))
        shown = _REVERSED[direction] if is_reversed else direction
        return Expanded(rule, shown, lengths, sum(lengths), [tuple(numbers)])

    def _check_count(self, count: int) -> None:
        if self._rule_count + count > MOST_RULES:
            raise GaveUp(f"the rules expand to more than {MOST_RULES} rules")

    def _expand_directions(self, expanded: Expanded) -> None:
        """Put concrete directions for ambiguous ones such as "moving".

        One on the right follows the left: the same object in the same cell, else the only such object on the left, else
        the only such direction on the left.
        """
        ambiguous, turned = self.cells.ambiguous, self.cells.turned
        count = expanded.cell_count
        first = expanded.variants[0]
        slots = [
            (place, direction, name) for place in reversed(range(count)) for direction, name in ambiguous(first[place])
        ]
        right = range(count, len(first))
        pairs = [(direction, name) for _, direction, name in slots]
        directions = [direction for direction, _ in pairs]
        self._check_count(prod(len(DIRECTION_AGGREGATES[direction]) for _, direction, _ in slots))
        for place, direction, name in slots:
            made = []
            is_only_direction = directions.count(direction) == 1
            is_only_pair = pairs.count((direction, name)) == 1
            for cells in expanded.variants:
                for concrete in DIRECTION_AGGREGATES[direction]:
                    new = list(cells)
                    new[place] = turned(cells[place], direction, name, concrete)
                    if right:
                        new[count + place] = turned(cells[count + place], direction, name, concrete)
                    if is_only_direction or is_only_pair:
                        only_name = None if is_only_direction else name
                        for other in right:
                            new[other] = turned(new[other], direction, only_name, concrete)
                    made.append(tuple(new))
            expanded.variants = made
        for place in right:
            remaining = ambiguous(expanded.variants[0][place])
            if remaining:
                self._log.at(expanded.source.line).error(
                    f'This rule has an ambiguous movement on the right-hand side, "{remaining[0][0]}", that can\'t be '
                    "inferred from the left-hand side.  (either for every ambiguous movement associated to an entity "
                    "on the right there has to be a corresponding one on the left attached to the same entity, OR, if "
                    "there's a single occurrence of a particular ambiguous movement on the left, all properties of "
                    "the same movement attached to the same object on the right are assumed to be the same (or "
                    "something like that))."
                )
                self.is_invalid = True
                return

    def _expand_properties(self, expanded: Expanded) -> None:
        """Put objects for properties, unless all objects of one are in one layer and the right side needs no choice."""
        without_excluded = self.cells.without_excluded_properties
        made: list[Cells] = []
        for cells in expanded.variants:
            made += self._property_variants(tuple(map(without_excluded, cells)), expanded)
            self._check_count(len(made))
        expanded.variants = made
        self._rule_count += len(made)

    def _property_variants(self, first: Cells, expanded: Expanded) -> list[Cells]:
        properties, substituted = self.cells.properties, self.cells.substituted
        count = expanded.cell_count
        right = range(count, len(first))
        unclear = {
            name for place in right for name in properties(first[place]) if name not in properties(first[place - count])
        }
        single_layer = self._vocabulary.single_layer
        slots = [
            (place, name)
            for place in range(count)
            for name in properties(first[place])
            if name in unclear or name not in single_layer
        ]
        if not slots and not unclear:
            return [first]
        names = [name for _, name in slots]
        if unclear and not self._can_infer(first, slots, unclear, expanded):
            return []
        variants = [first]
        self._check_count(prod(len(self._vocabulary.properties[name]) for _, name in slots))
        for place, name in slots:
            made = []
            members = self._vocabulary.properties[name]
            changed = list(right) if names.count(name) == 1 else [count + place] if right else []
            changed = [other for other in changed if name in properties(variants[0][other])]
            for cells in variants:
                for member in members:
                    new = list(cells)
                    new[place] = substituted(cells[place], name, member)
                    for other in changed:
                        new[other] = substituted(cells[other], name, member)
                    made.append(tuple(new))
            variants = made
            if not variants:
                break
        return variants

    def _can_infer(self, first: Cells, slots: list[tuple[int, str]], unclear: set[str], expanded: Expanded) -> bool:
        """Whether each property on the right is settled by one on the left; complains if not."""
        count = expanded.cell_count
        names = [name for _, name in slots]
        if any(not self._vocabulary.properties[name] for name in names):
            return True
        remaining = [
            name
            for place in range(count, len(first))
            for name in self.cells.properties(first[place])
            if name in unclear and names.count(name) != 1 and (place - count, name) not in slots
        ]
        if not remaining:
            return True
        self._log.at(expanded.source.line).error(
            f'This rule has a property on the right-hand side, "{remaining[-1].upper()}", that can\'t be inferred '
            "from the left-hand side.  (either for every property on the right there has to be a corresponding one on "
            "the left in the same cell, OR, if there's a single occurrence of a particular property name on the left, "
            "all properties of the same name on the right are assumed to be the same)."
        )
        return False

    def _make_spawned_stationary(self, expanded: Expanded) -> None:
        stationary, count = self.cells.with_spawned_stationary, expanded.cell_count
        expanded.variants = [
            cells[:count] + tuple(map(stationary, cells[:count], cells[count:])) for cells in expanded.variants
        ]
