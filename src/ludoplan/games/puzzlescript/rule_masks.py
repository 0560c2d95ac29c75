"""Rows of cells to masks. Rows repeat from rule to rule, so each is worked out once, with all remarks on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from .cells import CellTable, Pairs
from .program import ANY_MOVEMENT, BITS_PER_LAYER, INPUTS, CellPattern, CellRow, Replacement
from .rule_forms import ELLIPSIS
from .vocabulary import Vocabulary

# What is no direction has the numbers of the original.
_MOVEMENTS: Final = INPUTS | {"moving": 0b01111, "no": 0b00011, "randomdir": 0b00101, "random": 0b10010}

ERROR: Final = "error"
ERROR_IN_POSSIBLE_RULE: Final = "error unless the rule can never match"
WARNING: Final = "warning"
IMPOSSIBLE: Final = "two objects of one layer"
REMOVE: Final = "the rule goes at once"
REMOVE_LATER: Final = "the rule goes after its other rows"


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that befalls a rule with this row, in order."""

    kind: str
    text: str = ""
    names: tuple[str, str] = ("", "")


@dataclass(slots=True)
class CompiledRow:
    """The masks of a row, and remarks on the rules that have it."""

    cells: CellRow
    remarks: list[Remark] = field(default_factory=list)


@dataclass(slots=True)
class _Left:
    """What the left cell asks for."""

    present: int = 0
    missing: int = 0
    any_present: list[int] = field(default_factory=list)
    movements: int = 0
    no_movements: int = 0
    object_layers: int = 0
    layers: dict[int, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Right:
    """What the right cell puts there."""

    clear: int = 0
    set: int = 0
    movements_clear: int = 0
    movements_set: int = 0
    object_layers: int = 0
    layer_mask: int = 0
    random_objects: int = 0
    random_directions: int = 0
    layers: dict[int, str] = field(default_factory=dict)
    random_layers: dict[int, str] = field(default_factory=dict)


class RowCompiler:
    """Compiles rows of numbered cells."""

    def __init__(self, vocabulary: Vocabulary, cells: CellTable) -> None:
        self._vocabulary = vocabulary
        self._cells = cells
        self._remarks: list[Remark] = []
        self.compile = cache(self._compile)
        self._pattern = cache(self._make_pattern)

    def _compile(self, left: tuple[int, ...], right: tuple[int, ...] | None) -> CompiledRow:
        """The row; `right` is None for a rule that only has commands there."""
        patterns: list[CellPattern | None] = []
        remarks: list[Remark] = []
        for place, cell in enumerate(left):
            other = None if right is None else right[place]
            if self._cells.has_ellipsis(cell):
                remarks += self._ellipsis(cell, other, is_at_edge=place in (0, len(left) - 1))
                patterns.append(None)
            else:
                pattern, more = self._pattern(cell, other)
                patterns.append(pattern)
                remarks += more
        return CompiledRow(tuple(patterns), remarks)

    def _ellipsis(self, cell: int, other: int | None, *, is_at_edge: bool) -> list[Remark]:
        self._remarks = []
        pairs = self._cells.pairs[cell]
        if len(pairs) != 1:
            place = next(place for place, pair in enumerate(pairs) if pair[0] == ELLIPSIS)
            self._read_left(pairs[:place])
            self._remark(ERROR, "You can't have anything in with an ellipsis. Sorry.")
            self._remark(REMOVE)
            return self._remarks
        if is_at_edge:
            self._remark(ERROR, "There's no point in putting an ellipsis at the very start or the end of a rule")
            self._remark(REMOVE_LATER)
        if other is not None:
            right = self._cells.pairs[other]
            if len(right) != 1 or right[0][0] != ELLIPSIS:
                self._remark(
                    ERROR, "An ellipsis on the left must be matched by one in the corresponding place on the right."
                )
        return self._remarks

    def _remark(self, kind: str, text: str = "", names: tuple[str, str] = ("", "")) -> None:
        self._remarks.append(Remark(kind, text, names))

    def _make_pattern(self, cell: int, other: int | None) -> tuple[CellPattern, list[Remark]]:
        self._remarks = []
        left = self._read_left(self._cells.pairs[cell])
        contradiction = left.present & left.missing
        replacement = None
        if contradiction:
            names = (name for number, name in enumerate(self._vocabulary.id_names) if contradiction >> number & 1)
            listed = ", ".join(f"{name} NO {name}" for name in names).upper()
            self._remark(
                WARNING,
                f'This rule has something amounting to "{listed}" on the left-hand-side,which can never match, so the '
                "rule is getting removed during compilation.",
            )
            self._remark(REMOVE)
        elif other is not None:
            replacement = self._replacement(left, self._read_right(self._cells.pairs[other]))
        any_present = tuple(left.any_present)
        pattern = CellPattern(left.present, left.missing, any_present, left.movements, left.no_movements, replacement)
        return pattern, self._remarks

    def _layer(self, name: str) -> int | None:
        """The layer of an object or of a property in one layer; complains if there is none."""
        this = self._vocabulary.objects.get(name)
        layer = (this.layer or 0) if this is not None else self._vocabulary.single_layer.get(name)
        if layer is None:
            self._remark(ERROR, f"Oops! {name.upper()} not assigned to a layer.")
        return layer

    def _read_left(self, pairs: Pairs) -> _Left:
        vocabulary, left = self._vocabulary, _Left()
        for qualifier, name in pairs:
            if qualifier == "random":
                self._remark(ERROR, "RANDOM cannot be matched on the left-hand side, it can only appear on the right")
                continue
            layer = self._layer(name)
            if layer is None:
                continue
            mask = vocabulary.masks.get(name, 0)
            shift = BITS_PER_LAYER * layer
            if qualifier == "no":
                left.missing |= mask
                continue
            if layer in left.layers:
                self._remark(IMPOSSIBLE, names=(name.upper(), left.layers[layer].upper()))
            left.layers[layer] = name
            if name in vocabulary.objects:
                left.present |= mask
                left.object_layers |= ANY_MOVEMENT << shift
            else:
                left.any_present.append(mask)
            if qualifier == "stationary":
                left.no_movements |= ANY_MOVEMENT << shift
            else:
                left.movements |= _MOVEMENTS.get(qualifier, 0) << shift
        return left

    def _read_right(self, pairs: Pairs) -> _Right:
        vocabulary, right = self._vocabulary, _Right()
        if pairs and pairs[0][0] == ELLIPSIS:
            self._remark(
                ERROR, "An ellipsis on the right must be matched by one in the corresponding place on the left."
            )
        if len(pairs) != 1 and any(qualifier == ELLIPSIS for qualifier, _ in pairs):
            self._remark(ERROR, "You can't have anything in with an ellipsis. Sorry.")
        for qualifier, name in pairs:
            if qualifier == ELLIPSIS:
                break
            if qualifier == "random":
                self._spawn_at_random(name, right)
                continue
            layer = self._layer(name)
            if layer is None:
                continue
            if qualifier == "no":
                right.clear |= vocabulary.masks.get(name, 0)
                continue
            present = right.layers.get(layer) or right.random_layers.get(layer)
            if present is not None:
                self._remark(
                    ERROR_IN_POSSIBLE_RULE,
                    f'Rule matches object types that can\'t overlap: "{name.upper()}" and "{present.upper()}".',
                )
            right.layers[layer] = name
            shift = BITS_PER_LAYER * layer
            if qualifier:
                right.layer_mask |= ANY_MOVEMENT << shift
            if name in vocabulary.objects:
                right.set |= vocabulary.bit(name)
                right.clear |= vocabulary.layer_masks[layer]
                right.object_layers |= ANY_MOVEMENT << shift
            if qualifier == "stationary":
                right.movements_clear |= ANY_MOVEMENT << shift
            elif qualifier == "randomdir":
                right.random_directions |= _MOVEMENTS[qualifier] << shift
            else:
                right.movements_set |= _MOVEMENTS.get(qualifier, 0) << shift
        return right

    def _spawn_at_random(self, name: str, right: _Right) -> None:
        vocabulary, upper = self._vocabulary, name.upper()
        if name not in vocabulary.masks:
            self._remark(ERROR, f'You want to spawn a random "{upper}", but I don\'t know how to do that')
            return
        right.random_objects |= vocabulary.masks[name]
        members = vocabulary.properties.get(name, [name])
        if len(members) == 1:
            self._remark(
                WARNING,
                f"In this rule you're asking me to spawn a random {upper} for you, but that's already a concrete "
                "single object. You wanna be using random with properties (things defined in terms of OR in the "
                "legend) so there's some things to select between.",
            )
        for member in members:
            this = vocabulary.objects.get(member)
            if this is None or this.layer is None:
                continue
            present = right.layers.get(this.layer)
            if present is not None and present.upper() != member.upper():
                self._remark(
                    WARNING,
                    f"This rule may try to spawn a {member.upper()} with random, but also requires a "
                    f"{present.upper()} be here, which is on the same layer - they shouldn't be able to coexist!",
                )
            right.random_layers[this.layer] = member

    def _replacement(self, left: _Left, right: _Right) -> Replacement | None:
        if left.present & ~right.set:
            right.clear |= left.present
        if left.movements & ~right.movements_set:
            right.movements_clear |= left.movements
        for layer in left.layers:
            if layer not in right.layers:
                right.clear |= self._vocabulary.layer_masks[layer]
                right.layer_mask |= ANY_MOVEMENT << BITS_PER_LAYER * layer
        right.layer_mask |= left.object_layers & ~right.object_layers
        parts = (
            right.clear,
            right.set,
            right.movements_clear,
            right.movements_set,
            right.layer_mask,
            right.random_objects,
            right.random_directions,
        )
        return Replacement(*parts) if any(parts) else None
