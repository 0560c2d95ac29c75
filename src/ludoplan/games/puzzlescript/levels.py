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
    for level in draft.levels:
        if isinstance(level, MessageLevel):
            if wrapped_lines(level.text) > _MESSAGE_LINES:
                log.at(level.line).warning("Message too long to fit on screen.")
            levels.append(MessageLevel(join_pairs(level.text), level.line))
        else:
            levels.append(_compile_map(level, vocabulary, log))
    return tuple(levels)


def _compile_map(level: MapDraft, vocabulary: Vocabulary, log: Log) -> MapLevel:
    width, height = len(level.rows[0]), len(level.rows)
    rows = [row[:width].ljust(width, row[-1]) for row in level.rows]
    columns = chain.from_iterable(zip(*rows, strict=True))
    cells = [vocabulary.glyphs.get(glyph, -1) for glyph in columns]
    if -1 in cells:
        place = cells.index(-1)
        row = place % height
        glyph, here = rows[row][place // height], log.at(level.line + row)
        if glyph in vocabulary.properties:
            here.error(
                f'Error, symbol "{glyph}" is defined using OR, and therefore ambiguous - it cannot be used in a map. '
                "Did you mean to define it in terms of AND?"
            )
        else:
            here.error(f'Error, symbol "{glyph}", used in map, not found.')
        # The original leaves the rest of such a map empty.
        cells[place:] = [0] * (len(cells) - place)
    else:
        if vocabulary.background_layer is None:
            log.error("you have to have a background layer")
            mask = 0
        else:
            mask = vocabulary.layer_masks[vocabulary.background_layer]
        default = vocabulary.background_id
        cells = with_background(cells, mask, 0 if default is None else 1 << default)
    return MapLevel(width, height, tuple(cells), level.line, tuple(map(join_pairs, level.rows)))


def with_background(cells: list[int], mask: int, default: int) -> list[int]:
    """The cells, those without a background with the first one that the map has, or the default."""
    background = next((cell & mask for cell in cells if cell & mask), default)
    return [cell if cell & mask else cell | background for cell in cells]
