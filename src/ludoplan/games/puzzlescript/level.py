"""A level: what all maps of a source share, and one map."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock
from typing import Any

from .levels import with_background
from .program import INPUTS, MapLevel, Program
from .source import compile_source
from .turn import DEFAULT_SEED

MOST_FRAMES = 16


class Frame:
    """A source up to its first level, compiled. Two with the same text are the same; goes by its text elsewhere."""

    def __init__(self, text: str, program: Program) -> None:
        self.text = text
        self.program = program

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Frame({self.program.settings.title or 'untitled'!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return frame_of, (self.text,)

    @cached_property
    def glyphs(self) -> dict[str, int]:
        """What may stand in a map, in order of definition, without what puts the same objects there."""
        shortest: dict[int, str] = {}
        for glyph, mask in self.program.glyphs.items():
            if len(glyph) == 1:
                shortest.setdefault(mask, glyph)
        return {glyph: mask for mask, glyph in shortest.items()}


_frames: OrderedDict[str, Frame] = OrderedDict()
_lock = Lock()


def frame_of(text: str, program: Program | None = None) -> Frame:
    """The frame with this text; compiled if that has not been done lately."""
    with _lock:
        found = _frames.get(text)
        if found is not None:
            _frames.move_to_end(text)
            return found
    # Without a map the compiler complains of that alone.
    program = program or compile_source(text, strict=False).program
    frame = Frame(text, replace(program, levels=()))
    with _lock:
        _frames[text] = frame
        while len(_frames) > MOST_FRAMES:
            _frames.popitem(last=False)
    return frame


@dataclass(frozen=True)
class PuzzleScriptLevel:
    """One map of a game, with the messages that are shown before it."""

    frame: Frame
    rows: tuple[str, ...]
    messages: tuple[str, ...] = ()
    seed: str = DEFAULT_SEED
    is_reduced: bool = False
    """In C++, one for all objects that are alike (see alike.py): for searches whose plans are all that matters."""
    leaves_out_chance: bool = False
    """In C++, states without the random numbers; a search raises ChanceMatters where they have something to choose."""
    leaves_out_restarts: bool = False
    """In C++, no rule begins the level again: for searches from its beginning, where no shortest plan does that."""

    @property
    def program(self) -> Program:
        return self.frame.program

    @cached_property
    def map(self) -> MapLevel:
        width, height = len(self.rows[0]), len(self.rows)
        return MapLevel(width, height, cells_of(self.program, self.rows), 0, self.rows)

    @property
    def inputs(self) -> tuple[str, ...]:
        """What may be pressed, in the order of the native moves."""
        settings = self.program.settings
        left_out = {"action"} if settings.no_action else set()
        return tuple(key for key in INPUTS if key not in left_out and (key != "tick" or settings.realtime))

    def with_rows(self, rows: Iterable[str]) -> PuzzleScriptLevel:
        return replace(self, rows=tuple(rows))


def cells_of(program: Program, rows: tuple[str, ...]) -> tuple[int, ...]:
    """The objects of each cell, column by column; a cell without a background gets the map's first, or the default."""
    glyphs = program.glyphs
    cells = [glyphs[row[column]] for column in range(len(rows[0])) for row in rows]
    return tuple(with_background(cells, program.background_mask, 1 << program.background_id))
