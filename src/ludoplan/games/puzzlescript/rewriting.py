"""Applying rules: one match, one rule, a group until nothing changes, all groups with their loops."""

from __future__ import annotations

from collections.abc import Container, Sequence

from .board import Board, bits
from .matching import PreparedGroup, PreparedRule, RowMatch, combined
from .program import ANY_MOVEMENT, BITS_PER_LAYER, Program, Replacement, Rule
from .randomness import RandomNumbers

MOST_ROUNDS = 200
"""How often a group, or a loop of groups, is repeated at most."""


class _Repetition:
    """Notices that a board comes round again, so that rounds to a limit need not all be played."""

    __slots__ = ("_at", "_kept", "_rewriter")

    def __init__(self, rewriter: Rewriter) -> None:
        self._rewriter = rewriter
        self._kept: tuple[object, ...] = ()
        self._at = 0

    def skippable(self, rounds: int, place: int = 0) -> int:
        """After so many rounds, going on from this place: how many more, up to `MOST_ROUNDS`, change nothing on the
        whole; 0 if that is unknown."""
        board = self._rewriter.board
        now = board.objects, board.movements, board.rigid_groups, board.rigid_layers
        if self._kept and now == self._kept[:4] and (place, self._rewriter.random.saved()) == self._kept[4:]:
            left = MOST_ROUNDS - rounds
            return left - left % (rounds - self._at)
        # Kept at powers of two: a circle of any length is found after a few of its lengths.
        if rounds >= 8 and rounds & rounds - 1 == 0:
            self._kept = (*(part.copy() for part in now), place, self._rewriter.random.saved())
            self._at = rounds
        return 0


class Rewriter:
    """A board under rules, and what they leave behind besides its cells."""

    __slots__ = ("board", "created", "destroyed", "endless_lines", "message", "program", "queue", "random")

    def __init__(self, program: Program, board: Board, random: RandomNumbers) -> None:
        self.program = program
        self.board = board
        self.random = random
        self.created = 0
        self.destroyed = 0
        self.queue: list[str] = []
        """The commands that rules asked for."""
        self.message: str | None = None
        self.endless_lines: set[int] = set()
        """The lines of rules that would have gone on for ever."""

    def apply_groups(
        self, groups: Sequence[PreparedGroup], loop_points: Sequence[int], banned: Container[int | None] = ()
    ) -> None:
        """Applies all groups in their order, going back where a loop has changed something."""
        index = 0
        loops = 0
        changed = False  # deliberately kept when a loop is entered: a change before it counts
        repetition = _Repetition(self)
        while index < len(groups):
            if index not in banned and self._apply_group(groups[index]):
                changed = True
            if not changed or loop_points[index] < 0:
                index += 1
                continue
            index = loop_points[index]
            changed = False
            loops += 1
            if loops > MOST_ROUNDS:
                self.endless_lines.add(groups[index][0].rule.line)
                return
            loops += repetition.skippable(loops, index)

    def _apply_group(self, group: PreparedGroup) -> bool:
        if group[0].rule.is_random:
            return self._apply_random_group(group)
        rounds = 0
        repetition = _Repetition(self)
        while rounds < MOST_ROUNDS:
            changed = False
            for prepared in group:
                if self._apply_rule(prepared):
                    changed = True
            if not changed:
                return rounds > 0
            rounds += 1
            rounds += repetition.skippable(rounds)
        self.endless_lines.add(group[0].rule.line)
        return True

    def _apply_random_group(self, group: PreparedGroup) -> bool:
        """Applies one match of one rule, each as likely as any other."""
        choices = [
            (prepared, match)
            for prepared in group
            if (found := prepared.found(self.board))
            for match in combined(found)
        ]
        if not choices:
            return False
        prepared, match = choices[self.random.below(len(choices))]
        changed = self._apply_match(prepared, match, set())
        self._queue_commands(prepared.rule)
        return changed

    def _apply_rule(self, prepared: PreparedRule) -> bool:
        found = prepared.found(self.board)
        if not found:
            return False
        touched: set[int] = set()
        changed = False
        if prepared.rule.has_replacement:
            for match in combined(found):
                # What was found may have been changed by the matches before.
                if (
                    touched
                    and not all(map(touched.isdisjoint, match))
                    and not prepared.still_matches(self.board, match)
                ):
                    continue
                if self._apply_match(prepared, match, touched):
                    changed = True
        self._queue_commands(prepared.rule)
        return changed

    def _apply_match(self, prepared: PreparedRule, match: tuple[RowMatch, ...], touched: set[int]) -> bool:
        """Rewrites the cells of a match; adds those that changed to `touched`."""
        changed = False
        for row, cells in zip(prepared.rows, match, strict=True):
            for cell, at in zip(row.cells, cells, strict=True):
                to = cell.pattern.replacement
                if to is not None and self._replace(prepared.rule, to, at):
                    touched.add(at)
                    changed = True
        return changed

    def _replace(self, rule: Rule, replacement: Replacement, cell: int) -> bool:
        """Rewrites one cell; whether that changed anything."""
        board = self.board
        objects_clear = replacement.objects_clear
        objects_set = replacement.objects_set
        movements_clear = replacement.movements_clear | replacement.movements_layer_mask
        movements_set = replacement.movements_set
        if replacement.random_entity_mask:
            choices = list(bits(replacement.random_entity_mask))
            chosen = choices[self.random.below(len(choices))]
            layer = self.program.objects[chosen].layer
            objects_set |= 1 << chosen
            objects_clear |= self.program.layer_masks[layer]
            movements_clear |= ANY_MOVEMENT << BITS_PER_LAYER * layer
        if replacement.random_direction_mask:
            for layer in range(self.program.layer_count):
                if replacement.random_direction_mask >> BITS_PER_LAYER * layer & 1:
                    movements_set |= 1 << BITS_PER_LAYER * layer + self.random.below(4)
        old_objects = board.objects[cell]
        old_movements = board.movements[cell]
        objects = old_objects & ~objects_clear | objects_set
        movements = old_movements & ~movements_clear | movements_set
        newly_rigid = rule.is_rigid and self._note_rigid(rule, replacement.movements_layer_mask, cell)
        if objects == old_objects and movements == old_movements:
            return newly_rigid
        self.created |= objects & ~old_objects
        self.destroyed |= old_objects & ~objects
        board.put(cell, objects, movements)
        return True

    def _note_rigid(self, rule: Rule, layers: int, cell: int) -> bool:
        """Notes that a rigid rule has had its say on the movements of a cell; whether that is news.

        Where two groups do so on one layer their numbers are mixed, as in the original.
        """
        index = self.program.rigid_index.get(rule.group_number)
        if index is None:
            return False
        group = 0
        for layer in range(self.program.layer_count):
            group |= index + 1 << BITS_PER_LAYER * layer
        group &= layers
        board = self.board
        old_group = board.rigid_groups.get(cell, 0)
        old_layers = board.rigid_layers.get(cell, 0)
        if not group & ~old_group or not layers & ~old_layers:
            return False
        board.rigid_groups[cell] = old_group | group
        board.rigid_layers[cell] = old_layers | layers
        return True

    def _queue_commands(self, rule: Rule) -> None:
        """Adds the rule's commands: `cancel` silences all others, `restart` all but `cancel`."""
        if not rule.commands or "cancel" in self.queue:
            return
        names = [command.name for command in rule.commands]
        if "restart" in self.queue and "cancel" not in names:
            return
        if "cancel" in names or "restart" in names:
            self.queue.clear()
            self.message = None
        for command in rule.commands:
            if command.name in self.queue:
                continue
            self.queue.append(command.name)
            if command.name == "message":
                self.message = command.text
