"""The level in C++: a compiled program handed over to the interpreter there."""

from __future__ import annotations

import atexit
from functools import lru_cache

from ... import _native
from ..._native import PuzzleScriptCommand as Command
from ..._native import PuzzleScriptDirection as Direction
from ..._native import PuzzleScriptQuantifier as Quantifier
from ...core.parts import Twin
from . import program as source
from .alike import reduction_of
from .board import bits
from .level import PuzzleScriptLevel
from .program import BITS_PER_LAYER, CellPattern, MapLevel, ObjectSound, Program, Replacement, Rule, RuleGroup
from .randomness import seed_bytes

INPUTS = tuple(_native.PuzzleScriptInput.__members__)
"""In the order of the native moves."""

DIRECTIONS = {mask: Direction[name] for name, mask in source.INPUTS.items() if mask}
QUANTIFIERS = {source.NO: Quantifier.no, source.SOME: Quantifier.some, source.ALL: Quantifier.all}

Cell = tuple[int, int, int, int, tuple[int, ...], tuple[object, ...] | None]


def twin(level: PuzzleScriptLevel) -> Twin | None:
    """None where late rules leave movements for the next turn: native states are objects alone."""
    return None if level.program.leaves_movements else Twin(native_level(level), INPUTS)


@lru_cache(maxsize=4)
def native_level(level: PuzzleScriptLevel) -> _native.PuzzleScriptLevel:
    width, height, cells = level.map.width, level.map.height, level.map.cells
    reduction = reduction_of(level.frame) if level.is_reduced else None
    program = level.program
    if reduction is not None and reduction.fits(cells):
        program, cells = reduction.program, tuple(map(reduction.objects, cells))
    native = native_program(program).with_map(width, height, cells, level.leaves_out_restarts)
    return _native.PuzzleScriptLevel(native, 0, seed_bytes(level.seed), keeps_chance=not level.leaves_out_chance)


@lru_cache(maxsize=8)
def native_program(program: Program) -> _native.PuzzleScriptProgram:
    """The same program in C++; it serves all of the game's levels."""
    return _native.PuzzleScriptProgram.read(
        {
            "layer_of": [thing.layer for thing in program.objects],
            "layers": program.layer_count,
            "layer_masks": program.layer_masks,
            "player": program.player_mask,
            "player_is_aggregate": program.player_is_aggregate,
            "rules": _groups(program, program.rules, program.loop_points),
            "late_rules": _groups(program, program.late_rules, program.late_loop_points),
            "rigid_groups": list(program.rigid_groups),
            "wins": [
                (QUANTIFIERS[win.kind], win.subject, win.target, win.subject_is_aggregate, win.target_is_aggregate)
                for win in program.win_conditions
            ],
            "levels": [
                (level.width, level.height, level.cells) if isinstance(level, MapLevel) else (0, 0, ())
                for level in program.levels
            ],
            "create_sounds": _sounds(program.sounds.create),
            "destroy_sounds": _sounds(program.sounds.destroy),
            "move_sounds": [_sounds(layer) for layer in program.sounds.move],
            "stuck_sounds": _sounds(program.sounds.cant_move),
            "runs_rules_on_start": program.settings.run_rules_on_level_start,
            "requires_player_movement": program.settings.require_player_movement,
            "has_action": not program.settings.no_action,
            "is_realtime": program.settings.realtime,
            "has_undo": not program.settings.no_undo,
            "has_restart": not program.settings.no_restart,
        }
    )


def _groups(program: Program, groups: tuple[RuleGroup, ...], loops: tuple[int, ...]) -> list[tuple[object, ...]]:
    return [
        (bool(group) and group[0].is_random, loop, [_rule(program, rule) for rule in group])
        for group, loop in zip(groups, loops, strict=True)
    ]


def _rule(program: Program, rule: Rule) -> tuple[object, ...]:
    rigid = program.rigid_index.get(rule.group_number, -1) if rule.is_rigid else -1
    commands = [
        Command.sound + int(command.name[3:]) if command.name.startswith("sfx") else Command[command.name]
        for command in rule.commands
    ]
    rows = [[None if cell is None else _cell(cell) for cell in row] for row in rule.rows]
    return DIRECTIONS[rule.direction], rule.has_replacement, rigid, commands, rows


def _cell(cell: CellPattern) -> Cell:
    return (
        cell.objects_present,
        cell.movements_present,
        cell.objects_missing,
        cell.movements_missing,
        cell.any_objects_present,
        None if cell.replacement is None else _replacement(cell.replacement),
    )


def _replacement(to: Replacement) -> tuple[object, ...]:
    # A layer is marked by the lowest of its bits.
    random_layers = [bit // BITS_PER_LAYER for bit in bits(to.random_direction_mask) if bit % BITS_PER_LAYER == 0]
    return (
        to.objects_clear,
        to.movements_clear,
        to.objects_set,
        to.movements_set,
        to.movements_layer_mask,
        list(bits(to.random_entity_mask)),
        random_layers,
    )


def _sounds(sounds: tuple[ObjectSound, ...]) -> list[tuple[int, int, str]]:
    return [(sound.objects, sound.directions, str(sound.seed)) for sound in sounds]


# Native objects that outlive the interpreter would be told of as leaks.
atexit.register(native_level.cache_clear)
atexit.register(native_program.cache_clear)
