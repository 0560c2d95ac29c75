"""The level in C++."""

from __future__ import annotations

import atexit
from functools import lru_cache

from ... import _native
from ...core.parts import Twin
from .alike import reduction_of
from .level import Frame, PuzzleScriptLevel
from .native import INPUTS, native_program
from .randomness import seed_bytes


def twin(level: PuzzleScriptLevel) -> Twin | None:
    """None where late rules leave movements for the next turn: native states are objects alone."""
    return None if level.program.leaves_movements else Twin(native_level(level), INPUTS)


@lru_cache(maxsize=4)
def native_level(level: PuzzleScriptLevel) -> _native.PuzzleScriptLevel:
    width, height, cells = level.map.width, level.map.height, level.map.cells
    reduction = reduction_of(level.frame) if level.is_reduced else None
    if reduction is None or not reduction.fits(cells):
        program = program_of(level.frame)
    else:
        program, cells = reduced_program_of(level.frame), tuple(map(reduction.objects, cells))
    program = program.with_map(width, height, cells, level.leaves_out_restarts)
    return _native.PuzzleScriptLevel(program, 0, seed_bytes(level.seed), keeps_chance=not level.leaves_out_chance)


@lru_cache(maxsize=4)
def program_of(frame: Frame) -> _native.PuzzleScriptProgram:
    """The rules, without maps: they are read once for all levels of a source."""
    return native_program(frame.program)


@lru_cache(maxsize=4)
def reduced_program_of(frame: Frame) -> _native.PuzzleScriptProgram:
    """The rules for what is left of a source where one stands for all objects that are alike."""
    reduction = reduction_of(frame)
    assert reduction is not None
    return native_program(reduction.program)


# Native objects that outlive the interpreter would be told of as leaks.
atexit.register(native_level.cache_clear)
atexit.register(program_of.cache_clear)
atexit.register(reduced_program_of.cache_clear)
