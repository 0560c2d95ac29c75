"""Conditions of rules that contradict each other or say nothing, found before rules are expanded."""

from __future__ import annotations

from .messages import Log
from .program import union
from .rule_forms import Cell, ParsedRule
from .vocabulary import Vocabulary


def drop_superfluous_conditions(rules: list[ParsedRule], vocabulary: Vocabulary, log: Log) -> None:
    """Complain of "X no X" on the right, and take out each "no X" that follows from the rest of its rule."""
    for rule in rules:
        cells = (cell for side in (rule.left, rule.right) for row in side for cell in row)
        if not any(qualifier == "no" for cell in cells for qualifier, _ in cell):
            continue
        here = log.at(rule.line)
        for row in rule.right:
            for cell in row:
                _check_contradiction(cell, vocabulary, here)
        for row_left, row_right in zip(rule.left, rule.right, strict=False):
            for cell_left, cell_right in zip(row_left, row_right, strict=False):
                _drop_repeated(cell_left, cell_right)
        for row in rule.left:
            for cell in row:
                _drop_implied(cell, vocabulary, here)


def _check_contradiction(cell: Cell, vocabulary: Vocabulary, log: Log) -> None:
    present = [name for qualifier, name in cell if qualifier != "no" and name in vocabulary.objects]
    mask = union(map(vocabulary.bit, present))
    for qualifier, name in cell:
        if qualifier == "no" and vocabulary.masks.get(name, 0) & mask:
            log.error(
                f"You have specified that there should be NO {name.upper()} but there is also a requirement that "
                f"{', '.join(present).upper()} be here.  This is a mistake right?"
            )


def _drop_repeated(left: Cell, right: Cell) -> None:
    """A "no X" on both sides is left out on the right. The condition after one that goes is passed over."""
    place = 0
    while place < len(right):
        if right[place][0] == "no" and right[place] in left:
            del right[place]
        place += 1


def _drop_implied(cell: Cell, vocabulary: Vocabulary, log: Log) -> None:
    """A "no X" is left out where something else must be in each layer of X."""
    required = 0
    # An object without a layer counts as one of the first layer, but is not named.
    covered: set[int] = set()
    occupants: dict[int, str] = {}
    for qualifier, name in cell:
        if qualifier == "no":
            continue
        if name in vocabulary.single_layer:
            members = vocabulary.properties[name]
        elif name in vocabulary.objects:
            members = [name]
        else:
            members = vocabulary.aggregates.get(name, [])
        for member in members:
            if member in vocabulary.objects:
                required |= vocabulary.bit(member)
                layer = vocabulary.objects[member].layer
                covered.add(layer or 0)
                if layer is not None:
                    occupants[layer] = name
    for qualifier, name in list(cell):
        excluded = vocabulary.masks.get(name)
        if qualifier != "no" or excluded is None or excluded & required:
            continue
        layers = {layer for layer, mask in enumerate(vocabulary.layer_masks) if mask & excluded}
        if layers <= covered:
            there = sorted(occupants)
            log.warning(
                f"You have specified that there should be NO {name.upper()} but there is also a requirement that "
                f"{', '.join(occupants[layer] for layer in there).upper()} be there, which collectively occupies the "
                f"same layers (Layers {', '.join(str(layer + 1) for layer in there)}), so you can leave this out."
            )
            cell.remove((qualifier, name))
