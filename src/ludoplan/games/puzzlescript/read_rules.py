"""Lines of the rules section; what they mean is worked out later, here their words are looked at."""

from __future__ import annotations

import re
from typing import Final

from .cursor import SPACE_CLASS, SPACES, Cursor, words
from .draft import RuleLine
from .section import SECTIONS, Section

COMMANDS: Final = frozenset(
    words("""
    sfx0 sfx1 sfx2 sfx3 sfx4 sfx5 sfx6 sfx7 sfx8 sfx9 sfx10 cancel checkpoint restart win message again
    """)
)

_TOKEN: Final = re.compile(
    rf"[{SPACE_CLASS}]*(?:(?P<mark>->|[\[\]|+])|(?P<heading>(?:{'|'.join(SECTIONS)})(?!\w))|(?P<stop>[()])|"
    rf"(?P<word>[^\[|\]{SPACE_CLASS}]+))"
)
_AFTER_HEADING: Final = re.compile(rf"[{SPACE_CLASS}]*(?P<mark>->)|(?P<word>[^\[|\]{SPACE_CLASS}]*)")
_BEFORE_BRACKETS: Final = frozenset(
    words("startloop endloop up down left right horizontal vertical orthogonal late rigid")
)
_AFTER_BRACKETS: Final = frozenset(
    words("""
    action up down left right ^ v < > moving stationary parallel perpendicular horizontal orthogonal vertical no
    randomdir random
    """)
)
_ANYWHERE: Final = COMMANDS | {"...", "rigid", "random"}


class RulesSection(Section):
    """Rules, one a line. `index` is 1 after the first bracket."""

    def token(self, cursor: Cursor, *, at_start: bool, is_first: bool) -> None:
        if at_start:
            original = cursor.original if is_first else cursor.text
            self.draft.rules.append(RuleLine(cursor.outside_comments(), cursor.line, original))
            self.index = 0
        if self.in_message:
            cursor.skip_to_end()
        else:
            self._words(cursor, at_start)

    def _words(self, cursor: Cursor, at_start: bool) -> None:
        """Read on to the end, a parenthesis or a message."""
        text, position, is_first_word = cursor.text, cursor.position, at_start
        pattern = _AFTER_HEADING if self.after_heading else _TOKEN
        self.after_heading = False
        while (match := pattern.match(text, position)) is not None and match.lastgroup != "stop":
            position = match.end()
            pattern = _TOKEN
            if match.lastgroup == "heading":
                pattern = _AFTER_HEADING
                position += len(text) - position - len(text[position:].lstrip(SPACES))
                if position == len(text):
                    break
            elif match.lastgroup == "mark":
                if match["mark"] in "[]|":
                    self.index = 1
            elif not self._accept(match["word"], is_first_word):
                break
            is_first_word = False
        else:
            if match is None:
                position = len(text)
        cursor.position = position

    def _accept(self, word: str, is_first_word: bool) -> bool:
        """Whether reading goes on after this word, which it does not in a message; complains if it means nothing."""
        if word in (_AFTER_BRACKETS if self.index else _BEFORE_BRACKETS):
            return True
        if word in self.draft.names:
            if is_first_word:
                self.log.error("Objects cannot appear outside of square brackets in rules, only directions can.")
                self.log.check_reading()
            return True
        if word == "message":
            self.in_message = True
            return False
        if word in _ANYWHERE:
            return True
        self.log.error(f'Name "{word}", referred to in a rule, does not exist.')
        self.log.check_reading()
        return True
