"""Sources as files of levels: recognised, read, and written with one map."""

from __future__ import annotations

import re
import sys

from ...core.errors import BadInput, Defect
from ...core.parts import Text
from .level import PuzzleScriptLevel, frame_of
from .program import MapLevel, MessageLevel
from .source import compile_source

SECTIONS = ("objects", "legend", "collisionlayers", "rules", "winconditions", "levels")
MOST_OF_THEM = 3
_HEADING = re.compile(r"^[ \t]*([a-z]+)[ \t]*$", re.IGNORECASE | re.MULTILINE)
_warned: set[str] = set()


def recognises(text: str) -> bool:
    """Whether the text has sections of a source: most of them, as one may be missing or misspelt."""
    found = {match.group(1).lower() for match in _HEADING.finditer(text)}
    return len(found.intersection(SECTIONS)) >= MOST_OF_THEM


def levels(text: str, name: str) -> list[PuzzleScriptLevel]:
    """All maps of a source, compiled once; raises BadInput with all errors. Warnings go to standard error, once."""
    try:
        source = compile_source(text, name=name)
    except BadInput as error:
        if not any(defect.line for defect in error.defects):
            error = BadInput(name, [Defect(1, 1, defect.text) for defect in error.defects])
        raise error from None
    if source.messages and name not in _warned:
        _warned.add(name)
        for message in source.messages:
            print(f"{name}: {message}", file=sys.stderr)
    program = source.program
    first = program.levels[0].line if program.levels else 1
    # As far as the first level begins, whatever it is.
    frame = frame_of("\n".join(text.split("\n")[: first - 1]).rstrip() + "\n", program)
    found: list[PuzzleScriptLevel] = []
    messages: list[str] = []
    for level in program.levels:
        if isinstance(level, MessageLevel):
            messages.append(level.text)
            continue
        found.append(PuzzleScriptLevel(frame, _full_rows(level), tuple(messages)))
        messages = []
    if not found:
        raise BadInput(name, [Defect(first, 1, "there are messages only, no map")])
    return found


def _full_rows(level: MapLevel) -> tuple[str, ...]:
    """The rows as the map was understood: those that are too short go on with their last letter."""
    return tuple(row[: level.width].ljust(level.width, row[-1]) for row in level.rows)


def format(level: PuzzleScriptLevel) -> str:
    """A source with this map alone."""
    lines = [f"message {message}" for message in level.messages]
    return "\n".join([level.frame.text, *(f"{line}\n" for line in lines), *level.rows]) + "\n"


TEXT = Text(format, levels=levels)
