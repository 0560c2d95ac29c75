"""The level in C++."""

from __future__ import annotations

import atexit
from functools import lru_cache

from ... import _native
from ...core.parts import Twin
from .level import Frame, PuzzleScriptLevel
from .native import INPUTS, native_program, seed_bytes


def twin(level: PuzzleScriptLevel) -> Twin | None:
    """None where late rules leave movements for the next turn: native states are objects alone."""
    return None if level.frame.leaves_movements else Twin(native_level(level), INPUTS)


@lru_cache(maxsize=4)
def native_level(level: PuzzleScriptLevel) -> _native.PuzzleScriptLevel:
    cells = level.map
    program = program_of(level.frame).with_map(cells.width, cells.height, cells.cells)
    return _native.PuzzleScriptLevel(program, 0, seed_bytes(level.seed))


@lru_cache(maxsize=4)
def program_of(frame: Frame) -> _native.PuzzleScriptProgram:
    """The rules, without maps: they are read once for all levels of a source."""
    return native_program(frame.program)


# Native objects that outlive the interpreter would be told of as leaks.
atexit.register(native_level.cache_clear)
atexit.register(program_of.cache_clear)
