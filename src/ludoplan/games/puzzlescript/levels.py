"""Levels: rows of glyphs to cells of object masks."""

from __future__ import annotations

import re
from itertools import chain
from typing import Final

from .cursor import SPACE_CLASS, join_pairs
from .draft import Draft, MapDraft
from .messages import Log
from .program import Level, MapLevel, MessageLevel
from .vocabulary import Vocabulary

SCREEN_WIDTH: Final = 34
_MESSAGE_LINES: Final = 12
_LINE: Final = "[^\\n\\r\u2028\u2029]"
_WRAPPED: Final = re.compile(rf"{_LINE}{{1,{SCREEN_WIDTH}}}(?:[{SPACE_CLASS}]|$)|{_LINE}{{{SCREEN_WIDTH}}}|{_LINE}+$")


def wrapped_lines(text: str) -> int:
    """How many lines of the original's screen the text takes."""
    return sum(1 for _ in _WRAPPED.finditer(text))


def compile_levels(draft: Draft, vocabulary: Vocabulary, log: Log) -> tuple[Level, ...]:
    """All maps and messages in order; what is wrong with them goes to the log."""
    levels: list[Level] = []
    maps = _Maps(vocabulary, log)
    for level in draft.levels:
        if isinstance(level, MessageLevel):
            if wrapped_lines(level.text) > _MESSAGE_LINES:
                log.at(level.line).warning("Message too long to fit on screen.")
            levels.append(MessageLevel(join_pairs(level.text), level.line))
        else:
            levels.append(maps.compile(level))
    return tuple(levels)


class _Maps:
    def __init__(self, vocabulary: Vocabulary, log: Log) -> None:
        self._vocabulary = vocabulary
        self._log = log

    def compile(self, level: MapDraft) -> MapLevel:
        width, height = len(level.rows[0]), len(level.rows)
        rows = [row[:width].ljust(width, row[-1]) for row in level.rows]
        glyphs = self._vocabulary.glyphs
        columns = chain.from_iterable(zip(*rows, strict=True))
        cells = [glyphs.get(glyph, -1) for glyph in columns]
        if -1 in cells:
            place = cells.index(-1)
            row = place % height
            self._unknown_glyph(rows[row][place // height], self._log.at(level.line + row))
            # The original leaves the rest of such a map empty.
            cells[place:] = [0] * (len(cells) - place)
        else:
            self._add_background(cells)
        return MapLevel(width, height, tuple(cells), level.line, tuple(map(join_pairs, level.rows)))

    def _unknown_glyph(self, glyph: str, log: Log) -> None:
        if glyph in self._vocabulary.properties:
            log.error(
                f'Error, symbol "{glyph}" is defined using OR, and therefore ambiguous - it cannot be used in a map. '
                "Did you mean to define it in terms of AND?"
            )
        else:
            log.error(f'Error, symbol "{glyph}", used in map, not found.')

    def _add_background(self, cells: list[int]) -> None:
        """Every cell without a background gets the first one that the map has, or the default."""
        vocabulary = self._vocabulary
        layer, default = vocabulary.background_layer, vocabulary.background_id
        background = 0 if default is None else 1 << default
        if layer is None:
            self._log.error("you have to have a background layer")
            layer_mask = 0
        else:
            layer_mask = vocabulary.layer_masks[layer]
            background = next((cell & layer_mask for cell in cells if cell & layer_mask), background)
        for place, cell in enumerate(cells):
            if not cell & layer_mask:
                cells[place] = cell | background
