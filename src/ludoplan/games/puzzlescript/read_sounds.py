"""Lines of the sounds section: an event and a seed, or an object, a verb, perhaps directions, and a seed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from .cursor import JUNK, NAME, NOT_WORD, SPACE_CLASS, SPACES, TO_COMMENT, TO_PARENTHESIS, Cursor
from .draft import Draft, SoundLine, SoundToken
from .messages import Log
from .section import Section

EVENT: Final = "event"
TARGET: Final = "target"
VERB: Final = "verb"
DIRECTION: Final = "direction"
SEED: Final = "seed"

_EVENT: Final = re.compile(
    r"(?:undo|restart|titlescreen|startgame|cancel|endgame|startlevel|endlevel|showmessage|closemessage|"
    rf"sfx10|sfx[0-9]){NOT_WORD}[{SPACE_CLASS}]*"
)
_VERB: Final = re.compile(rf"(?:move|action|create|destroy|cantmove){NOT_WORD}[{SPACE_CLASS}]*")
_DIRECTION: Final = re.compile(
    rf"[{SPACE_CLASS}]*(?:up|down|left|right|horizontal|vertical|orthogonal)(?!\w)[{SPACE_CLASS}]*"
)
_SEED: Final = re.compile(rf"[0-9]+{NOT_WORD}")


class SoundsSection(Section):
    """Sounds, one a line."""

    def __init__(self, draft: Draft, log: Log) -> None:
        super().__init__(draft, log)
        self._tokens: list[SoundToken] = []
        self._is_wrong = False

    def enter(self) -> None:
        draft = self.draft
        draft.names.update(draft.objects, draft.synonyms.first, draft.aggregates.first, draft.properties.first)

    def start_line(self) -> None:
        super().start_line()
        self._tokens = []
        self._is_wrong = False

    def end_line(self, cursor: Cursor) -> None:
        if self._tokens and not self._is_wrong:
            self.draft.sounds.append(SoundLine(self._tokens, cursor.line))
        self._tokens = []

    def token(self, cursor: Cursor, *, at_start: bool, is_first: bool) -> None:
        if self._is_wrong:
            cursor.take(TO_PARENTHESIS)
        elif not self._tokens:
            self._event_or_target(cursor)
        elif self._tokens[-1].kind == SEED:
            self._wrong(
                cursor,
                f"I wasn't expecting anything after the sound declaration {self._tokens[-1].text.upper()} on this "
                'line, so I don\'t know what to do with "{}" here.',
            )
        elif self._tokens[0].kind == EVENT:
            if not self._take(cursor, _SEED, SEED):
                self._wrong(
                    cursor,
                    "Was expecting a sound seed here (a number like 123123, like you generate by pressing the buttons "
                    "above the console panel), but found something else.",
                )
        elif len(self._tokens) == 1:
            if not self._take(cursor, _VERB, VERB):
                self._wrong(
                    cursor,
                    "Was expecting a soundverb here (MOVE, DESTROY, CANTMOVE, or the like), but found something else.",
                )
        else:
            self._after_verb(cursor)
        if cursor.at_end:
            self.end_line(cursor)

    def _take(self, cursor: Cursor, pattern: re.Pattern[str], kind: str) -> bool:
        found = cursor.take(pattern)
        if found is None:
            return False
        self._tokens.append(SoundToken(found.strip(SPACES), kind))
        return True

    def _wrong(self, cursor: Cursor, text: str, complain: Callable[[str], None] | None = None) -> None:
        """Complain; the rest of the line is passed over. `{}` in the text is what was found instead."""
        found = cursor.take(JUNK) or cursor.take(TO_COMMENT) or ""
        self._is_wrong = True
        (complain or self.log.error)(text.replace("{}", found.strip(SPACES).upper()))

    def _event_or_target(self, cursor: Cursor) -> None:
        if self._take(cursor, _EVENT, EVENT):
            return
        word = cursor.take(NAME)
        if word is None:
            self._wrong(
                cursor,
                "Was expecting a sound event (like SFX3, or ENDLEVEL) or an object name, but didn't find either.",
                self.log.warning,
            )
            return
        name = word.strip(SPACES)
        if self.draft.declared_line(name) is None:
            self._is_wrong = True
            self.log.error(f'unexpected sound token "{name}".')
        else:
            self._tokens.append(SoundToken(name, TARGET))

    def _after_verb(self, cursor: Cursor) -> None:
        has_direction = self._tokens[1].text in ("move", "cantmove")
        if (has_direction and self._take(cursor, _DIRECTION, DIRECTION)) or self._take(cursor, _SEED, SEED):
            return
        wanted = "direction or a sound seed" if has_direction else "a sound seed"
        last = self._tokens[-1].text.upper()
        self._wrong(
            cursor,
            f'Ah I was expecting {wanted} here after {last}, but I don\'t know what to make of "{{}}".',
        )
