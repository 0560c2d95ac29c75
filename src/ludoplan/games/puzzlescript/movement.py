"""Movements: what the player's input starts, and how all of them are resolved."""

from __future__ import annotations

from ...core.errors import LudoplanError
from .board import Board
from .program import ACTION, ANY_MOVEMENT, BITS_PER_LAYER, DOWN, LEFT, RIGHT, UP, ObjectSound, Program

_NOWHERE = (3, 15)
"""Masks of several directions that the original takes as a move to the same cell; it stops at all others."""

LOST_READS = 3
"""The original reads the movements of a cell into three places in turn, so each third reading for a sound forgets what
was resolved in that cell meanwhile."""


def start(program: Program, board: Board, direction: int) -> list[int]:
    """Gives the players a movement; returns their cells."""
    cells = [cell for cell, objects in enumerate(board.objects) if program.has_player(objects)]
    for cell in cells:
        objects = board.objects[cell]
        movements = board.movements[cell]
        for layer, mask in enumerate(program.layer_masks):
            if objects & program.player_mask & mask:
                movements |= direction << BITS_PER_LAYER * layer
        board.put(cell, objects, movements)
    return cells


class Resolver:
    """Resolves the movements of a board; keeps the sounds that are heard by it."""

    __slots__ = ("_board", "_program", "cant_move_seeds", "move_seeds")

    def __init__(self, program: Program, board: Board) -> None:
        self._program = program
        self._board = board
        self.move_seeds: list[str] = []
        self.cant_move_seeds: list[str] = []

    def resolve(self, banned: set[int | None]) -> bool:
        """Moves what can move and drops the other movements.

        Returns whether a rigid movement was stuck and its rule group was banned for it: then the turn has to be
        computed again.
        """
        cells = self._board.moved_cells()
        moved = True
        while moved:
            moved = False
            for cell in cells:
                if self._board.movements[cell] and self._move_cell(cell):
                    moved = True
        stuck = False
        for cell in cells:
            if self._board.movements[cell] and self._is_stuck(cell, banned):
                stuck = True
        self._board.stop()
        return stuck

    def _move_cell(self, cell: int) -> bool:
        noted = movements = self._board.movements[cell]
        moved = False
        reads = 0
        for layer in range(self._program.layer_count):
            direction = movements >> BITS_PER_LAYER * layer & ANY_MOVEMENT
            if not direction:
                continue
            target = self._target(cell, layer, direction)
            if target is None:
                continue
            source = self._board.objects[cell]
            for sound in self._program.sounds.move[layer]:
                if sound.objects & source:
                    reads += 1
                    if reads % LOST_READS == 0:
                        movements = noted
                    _hear(sound, noted, self.move_seeds)
            self._shift(cell, target, self._program.layer_masks[layer])
            movements &= ~(direction << BITS_PER_LAYER * layer)
            moved = True
        self._board.put(cell, self._board.objects[cell], movements)
        return moved

    def _target(self, cell: int, layer: int, direction: int) -> int | None:
        """Where a movement leads, if there is room."""
        size = self._board.geometry
        if direction == ACTION:
            return cell
        if direction in (UP, DOWN, LEFT, RIGHT):
            if size.room(cell, direction) == 1:
                return None
            target = cell + size.steps[direction]
        elif direction in _NOWHERE:
            target = cell
        else:
            raise LudoplanError("an object is asked to move in two directions at once: the original engine stops here")
        return None if self._board.objects[target] & self._program.layer_masks[layer] else target

    def _shift(self, cell: int, target: int, layer_mask: int) -> None:
        if target == cell:
            return
        board = self._board
        shifted = board.objects[cell] & layer_mask
        board.put(cell, board.objects[cell] & ~layer_mask, board.movements[cell])
        board.put(target, board.objects[target] | shifted, board.movements[target])

    def _is_stuck(self, cell: int, banned: set[int | None]) -> bool:
        """Whether a rigid movement is left here and its group was not banned yet; then it is now."""
        board = self._board
        movements = board.movements[cell]
        stuck = False
        rigid_layers = board.rigid_layers.get(cell, 0)
        if rigid_layers:
            movements &= rigid_layers
            for layer in range(self._program.layer_count):
                if movements >> BITS_PER_LAYER * layer & ANY_MOVEMENT:
                    index = (board.rigid_groups[cell] >> BITS_PER_LAYER * layer & ANY_MOVEMENT) - 1
                    groups = self._program.rigid_groups
                    # Mixed numbers may name no group; then nothing is banned, but the turn is computed again once.
                    group = groups[index] if 0 <= index < len(groups) else None
                    stuck = group not in banned
                    banned.add(group)
                    break
        for sound in self._program.sounds.cant_move:
            if sound.objects & board.objects[cell]:
                _hear(sound, movements, self.cant_move_seeds)
        return stuck


def _hear(sound: ObjectSound, movements: int, seeds: list[str]) -> None:
    if sound.directions & movements and sound.seed not in seeds:
        seeds.append(sound.seed)
