"""Win conditions, and levels: maps and messages."""

from __future__ import annotations

import re
from typing import Final

from .cursor import NOT_WORD, SPACE_CLASS, SPACES, TO_PARENTHESIS, Cursor, words
from .draft import Draft, MapDraft
from .messages import Log
from .program import MessageLevel
from .section import Section

_WORD: Final = re.compile(rf"[{SPACE_CLASS}]*\w+[{SPACE_CLASS}]*")
_MESSAGE: Final = re.compile(rf"message{NOT_WORD}[{SPACE_CLASS}]*")
_MESSAGE_WITHOUT_SPACE: Final = re.compile(rf"message[{SPACE_CLASS}]*")


class WinConditionsSection(Section):
    """Lines such as "all target on crate". `index` is the number of the word that was read last."""

    def token(self, cursor: Cursor, *, at_start: bool, is_first: bool) -> None:
        if at_start:
            self.draft.wins.append((words(cursor.outside_comments()), cursor.line))
            self.index = -1
        self.index += 1
        found = cursor.take(_WORD)
        if found is None:
            self.log.error("incorrect format of win condition.")
            cursor.skip_to_comment()
            return
        self._check(found.strip(SPACES))

    def _check(self, word: str) -> None:
        log, upper = self.log, word.upper()
        if self.index == 0:
            if word not in ("all", "any", "no", "some"):
                log.error(f'Expecting the start of a win condition ("ALL","SOME","NO") but got "{upper}\'.')
        elif self.index == 2:
            if word != "on":
                log.error(f'Expecting the word "ON" but got "{upper}".')
        elif self.index in (1, 3):
            if word not in self.draft.names:
                log.error(f'Error in win condition: "{upper}" is not a valid object name.')
        else:
            log.error(f"Error in win condition: I don't know what to do with {upper}.")


class LevelsSection(Section):
    """Maps, ended by blank lines, and messages."""

    def __init__(self, draft: Draft, log: Log) -> None:
        super().__init__(draft, log)
        self._rows: list[str] | None = None
        """Those of the map so far, if one has begun."""
        self._in_row = False
        self._known = set(SPACES)

    def enter(self) -> None:
        draft = self.draft
        named = (*draft.objects, *draft.synonyms.first, *draft.aggregates.first)
        self._known.update(name for name in named if len(name) == 1)

    def start_line(self) -> None:
        super().start_line()
        self._in_row = False

    def blank_line(self) -> None:
        self._rows = None

    def plain_line(self, text: str, line: int) -> bool:
        if not self._known.issuperset(text) or text.startswith("message"):
            return False
        self._add_row(text, line)
        return True

    def token(self, cursor: Cursor, *, at_start: bool, is_first: bool) -> None:
        if at_start:
            if self._message(cursor, is_first):
                return
            self._row(cursor)
        elif self.in_message:
            cursor.skip_to_end()
            return
        if self._in_row:
            self._check_glyphs(cursor)
        else:
            cursor.position += 1

    def _message(self, cursor: Cursor, is_first: bool) -> bool:
        if cursor.take(_MESSAGE) is None:
            if cursor.take(_MESSAGE_WITHOUT_SPACE) is None:
                return False
            self.log.warning(
                "You probably meant to put a space after 'message' innit.  That's ok, I'll still interpret it as a "
                "message, but you probably want to put a space there."
            )
        self.in_message = True
        whole = cursor.original if is_first else cursor.text
        self.draft.levels.append(MessageLevel(whole[cursor.position :].strip(SPACES), cursor.line))
        self._rows = None
        return True

    def _row(self, cursor: Cursor) -> None:
        self._in_row = True
        self._add_row(cursor.before_comment().strip(SPACES), cursor.line)

    def _add_row(self, row: str, line: int) -> None:
        if self._rows is None:
            self._rows = []
            self.draft.levels.append(MapDraft(self._rows, line))
        self._rows.append(row)
        if len(row) != len(self._rows[0]):
            self.log.warning("Maps must be rectangular, yo (In a level, the length of each row must be the same).")

    def _check_glyphs(self, cursor: Cursor) -> None:
        part = cursor.take(TO_PARENTHESIS) or ""
        unknown = set(part) - self._known
        if not unknown:
            return
        for character in dict.fromkeys(part):
            if character in unknown:
                self.log.error(
                    f'Key "{character.upper()}" not found. Do you need to add it to the legend, or define a new object?'
                )
                self.log.check_reading()
