"""Objects that are alike made one: a game with fewer states, whose plans are those of the game itself.

Which way a player looks, how a wall is drawn, which of two colours a trodden field has: often no rule that matters
tells it apart, and no win condition. What a layer may have in a cell, nothing among it, falls into classes: two things
of a class are told apart by no rule but such as leave every cell's classes as they were. Then games with the same
classes go the same way, however they look, and one thing stands for its class; a class with nothing in it is left out,
and so are rules without an effect.

The classes begin as large as win conditions, players and sounds allow (the original lets sounds of moving things have
an effect), and are split until they agree with all rules that have an effect.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import chain

from .board import bits
from .level import Frame
from .program import ANY_MOVEMENT, BITS_PER_LAYER, CellPattern, Program, Replacement, Rule, RuleGroup, union

MOST_RULES = 3000
COSMETIC = ("message", "sfx")  # commands without an effect on the board


@lru_cache(maxsize=4)
def reduction_of(frame: Frame) -> Reduction | None:
    """What makes the game smaller; None where nothing does, or chance, `again` or rigid bodies have a say."""
    program = frame.program
    if program.is_random or program.leaves_movements or program.rigid_groups or program.player_is_aggregate:
        return None
    if len(program.every_rule) > MOST_RULES or not _is_orderly(program):
        return None
    classes = Classes(program)
    return Reduction(program, classes) if classes.refine() else None


def _movements(layer: int) -> int:
    return ANY_MOVEMENT << BITS_PER_LAYER * layer


def _is_orderly(program: Program) -> bool:
    """Whether no rule puts two things of a layer into a cell, or sends one of them two ways; and none says `again`,
    which looks at what a turn has changed."""
    for rule in program.every_rule:
        if any(command.name == "again" for command in rule.commands):
            return False
        for cell in rule.patterns:
            to = cell.replacement
            if to is None:
                continue
            for layer, mask in enumerate(program.layer_masks):
                made, ways = to.objects_set & mask, to.movements_set & _movements(layer)
                others = mask & ~made & ~to.objects_clear & ~cell.objects_missing
                if made & made - 1 or (made and others and not made & cell.objects_present):
                    return False
                if ways & ways - 1 or (ways and _movements(layer) & ~(to.movements_clear | to.movements_layer_mask)):
                    return False
    return True


class Classes:
    """A partition of each layer's objects. Those of `nothing` are as good as absent."""

    def __init__(self, program: Program) -> None:
        self.program = program
        everything = (1 << program.object_count) - 1
        # The background stays: the bound knows by it that "no X" means X anywhere.
        marks = [program.player_mask, program.background_mask]
        marks += [sound.objects for layer in program.sounds.move for sound in layer]
        alone = 0
        for win in program.win_conditions:
            for mask, is_aggregate in (
                (win.subject, win.subject_is_aggregate),
                (win.target, win.target_is_aggregate),
            ):
                marks.append(mask)
                alone |= mask if is_aggregate and mask != everything else 0
        self.classes = list(program.layer_masks)
        self.nothing = sum(program.layer_masks)
        # Names that were defined twice leave things behind that have no layer.
        self.classes += [1 << thing for thing in bits(everything & ~self.nothing)]
        for mark in marks:
            if mark != everything:
                self._split(mark)
        for thing in bits(alone):
            self._split(1 << thing)
        # Layers of which something is set in motion, or moves by itself.
        moved = union(to.movements_set for rule in program.every_rule for to in rule.replacements)
        self.mobile = [
            bool(mask & program.player_mask or moved & _movements(layer))
            for layer, mask in enumerate(program.layer_masks)
        ]

    def refine(self) -> bool:
        """Splits classes until they agree with all rules; whether any is left that makes the game smaller."""
        before: tuple[list[int], int] | None = None
        while (self.classes, self.nothing) != before:
            before = list(self.classes), self.nothing
            for layer, mask in enumerate(self.program.layer_masks):
                # What is as good as absent must not be in the way of anything.
                if self.mobile[layer] and mask & ~self.nothing:
                    self.nothing &= ~mask
            for groups, is_late in ((self.program.rules, False), (self.program.late_rules, True)):
                for rule in chain.from_iterable(groups):
                    if not self.has_no_effect(rule, is_late):
                        self._obey(rule)
            if not self.nothing and not any(each & each - 1 for each in self.classes):
                return False
        return True

    def _split(self, mask: int) -> None:
        """Tells the objects of the mask from all others, and from nothing."""
        self.nothing &= ~mask
        self._part(mask)

    def _part(self, mask: int) -> None:
        """Tells the objects of the mask from others."""
        for number, members in enumerate(self.classes):
            if members & mask and members & ~mask:
                self.classes[number] = members & mask
                self.classes.append(members & ~mask)

    def _obey(self, rule: Rule) -> None:
        """Splits what the rule tells apart."""
        for cell in rule.patterns:
            to = cell.replacement
            for thing in bits(cell.objects_present):
                self._split(1 << thing)
            for mask in (cell.objects_missing, *cell.any_objects_present):
                self._split(mask)
            for layer, mask in enumerate(self.program.layer_masks):
                if (cell.movements_present | cell.movements_missing) & _movements(layer) and not mask & ~self.nothing:
                    self.nothing &= ~mask
                if to is not None and not to.objects_set & mask and to.objects_clear & mask:
                    self._part(to.objects_clear & mask & ~self.nothing)

    def has_no_effect(self, rule: Rule, is_late: bool) -> bool:
        """Whether the rule leaves every cell's classes and movements as they are."""
        if any(not command.name.startswith(COSMETIC) for command in rule.commands):
            return False
        return all(self._leaves(cell, to, is_late) for cell in rule.patterns if (to := cell.replacement) is not None)

    def _leaves(self, cell: CellPattern, to: Replacement, is_late: bool) -> bool:
        stopped = to.movements_clear | to.movements_layer_mask
        for layer, mask in enumerate(self.program.layer_masks):
            is_there = bool(mask & ~self.nothing)
            ways = _movements(layer)
            if is_there and to.movements_set & ways & ~cell.movements_present:
                return False
            stops = bool(stopped & ways and not to.movements_set & ways)
            if is_there and stops and self.mobile[layer] and not is_late and ways & ~cell.movements_missing:
                return False
            if not (to.objects_clear | to.objects_set) & mask:
                continue
            made = to.objects_set & mask
            before, may_be_empty = self._candidates(cell, mask)
            lost = before & to.objects_clear & ~made
            if made:
                after = 0 if made & self.nothing else made
                if may_be_empty and after:
                    return False
                if any(self.stands_for(1 << thing) != self.stands_for(after) for thing in bits(lost)):
                    return False
            elif lost & ~self.nothing:
                return False
        return True

    def _candidates(self, cell: CellPattern, mask: int) -> tuple[int, bool]:
        """Which objects of a layer a cell may have that matches, and whether it may have none."""
        if cell.objects_present & mask:
            return cell.objects_present & mask, False
        found, may_be_empty = mask & ~cell.objects_missing, True
        for some in cell.any_objects_present:
            if not some & ~mask:
                found, may_be_empty = found & some, False
        return found, may_be_empty

    def stands_for(self, thing: int) -> int:
        """The first object of the class; 0 for nothing."""
        if not thing & ~self.nothing:
            return 0
        return next(members & -members for members in self.classes if members & thing)


class Reduction:
    """The program, and objects of a cell, with one for all that are alike."""

    def __init__(self, program: Program, classes: Classes) -> None:
        self._stands_for = {1 << thing: classes.stands_for(1 << thing) for thing in range(program.object_count)}
        self._gone = sum(
            _movements(layer) for layer, mask in enumerate(program.layer_masks) if not mask & ~classes.nothing
        )

        def with_effect(groups: tuple[RuleGroup, ...], is_late: bool) -> tuple[RuleGroup, ...]:
            return tuple(
                tuple(self._rule(rule) for rule in group if not classes.has_no_effect(rule, is_late))
                for group in groups
            )

        wins = tuple(
            replace(win, subject=self.objects(win.subject), target=self.objects(win.target))
            for win in program.win_conditions
        )
        move = tuple(
            tuple(replace(sound, objects=self.objects(sound.objects)) for sound in layer)
            for layer in program.sounds.move
        )
        self.program = replace(
            program,
            rules=with_effect(program.rules, False),
            late_rules=with_effect(program.late_rules, True),
            win_conditions=wins,
            player_mask=self.objects(program.player_mask),
            sounds=replace(program.sounds, move=move),
        )

    def fits(self, cells: Iterable[int]) -> bool:
        """Whether no cell has two things of a layer."""
        layers = self.program.layer_masks
        return all((cell & layer).bit_count() < 2 for cell in set(cells) for layer in layers)

    def objects(self, mask: int) -> int:
        """What stands for these objects."""
        return union(self._stands_for[1 << thing] for thing in bits(mask))

    def _rule(self, rule: Rule) -> Rule:
        rows = tuple(tuple(None if cell is None else self._cell(cell) for cell in row) for row in rule.rows)
        return replace(rule, rows=rows)

    def _cell(self, cell: CellPattern) -> CellPattern:
        to = cell.replacement
        if to is not None:
            to = replace(
                to,
                objects_clear=self.objects(to.objects_clear),
                objects_set=self.objects(to.objects_set),
                movements_clear=to.movements_clear & ~self._gone,
                movements_set=to.movements_set & ~self._gone,
                movements_layer_mask=to.movements_layer_mask & ~self._gone,
            )
        return replace(
            cell,
            objects_present=self.objects(cell.objects_present),
            objects_missing=self.objects(cell.objects_missing),
            any_objects_present=tuple(self.objects(mask) for mask in cell.any_objects_present),
            replacement=to,
        )
