"""Reading a source line by line: comments, section headings, and what each section makes of the rest.

The original reads a file token by token for an editor that colours it, and its messages depend on where one token ends
and the next begins. So a section here is asked for one token at a time too, unless it sees that a line is plain.
"""

from __future__ import annotations

import re
from typing import Final

from .cursor import SPACE_CLASS, SPACES, Cursor
from .draft import Draft
from .messages import Log
from .read_legend import LayersSection, LegendSection
from .read_levels import LevelsSection, WinConditionsSection
from .read_objects import ObjectsSection, Prelude
from .read_rules import RulesSection
from .read_sounds import SoundsSection
from .section import SECTIONS, Section

_HEADING: Final = re.compile(rf"(?:{'|'.join(SECTIONS)})(?!\w)[{SPACE_CLASS}]*")
_EQUALS: Final = re.compile(r"=+")
_ONLY_EQUALS: Final = re.compile(rf"=+(?=[={SPACE_CLASS}]*\Z)")
_CLOSING: Final = re.compile(rf"[){SPACE_CLASS}]*")
_PARENTHESES: Final = re.compile(r"\(+|\)+")
_SIMPLE_COMMENTS: Final = re.compile(rf"(?:[{SPACE_CLASS}]*\([^()]*\))*")


class Reader:
    """Turns text into a draft; complaints go to the log."""

    def __init__(self, log: Log) -> None:
        log = self.log = log.at(None)
        self.draft = Draft()
        self._sections: dict[str, Section] = {
            "": Prelude(self.draft, log),
            "objects": ObjectsSection(self.draft, log),
            "legend": LegendSection(self.draft, log),
            "sounds": SoundsSection(self.draft, log),
            "collisionlayers": LayersSection(self.draft, log),
            "rules": RulesSection(self.draft, log),
            "winconditions": WinConditionsSection(self.draft, log),
            "levels": LevelsSection(self.draft, log),
        }
        self._section_name = ""
        self._section = self._sections[""]
        self._visited: list[str] = []
        self._comment_depth = 0
        self._starts_after_comment = False
        self._nothing_may_follow = ""

    def read(self, text: str) -> Draft:
        """The draft of the whole text. Raises GaveUp after too many errors."""
        for number, line in enumerate(text.split("\n"), start=1):
            self.log.line = number
            if "(" in line or ")" in line or not self._plain_line(line.strip(SPACES).lower(), number):
                self._read_line(Cursor(line, number))
        return self.draft

    def _plain_line(self, text: str, number: int) -> bool:
        """Read a line without parentheses at once, if it needs no closer look."""
        if self._comment_depth:
            self._starts_after_comment = True
            return True
        section = self._section
        if not text:
            section.blank_line()
        elif text[0] == "=":
            if text.strip("="):
                return False
        elif not section.plain_line(text, number):
            return False
        self._starts_after_comment = False
        self.log.check_reading()
        return True

    def _read_line(self, cursor: Cursor) -> None:
        self._nothing_may_follow = ""
        self._section.start_line()
        self._token(cursor, is_first=True)
        self.log.check_reading()
        while not cursor.at_end:
            self._token(cursor, is_first=False)
            self.log.check_reading()

    def _token(self, cursor: Cursor, *, is_first: bool) -> None:
        at_start = is_first or self._starts_after_comment
        self._starts_after_comment = False
        cursor.skip_blanks()
        if self._comment(cursor, at_start):
            return
        cursor.skip_blanks()
        section = self._section
        if at_start and cursor.at_end:
            section.end_line(cursor)
            section.blank_line()
            return
        if self._nothing_may_follow and not cursor.at_end:
            self.log.error(f"Only comments should go after {self._nothing_may_follow} on a line.")
            cursor.skip_to_end()
            return
        in_levels = self._section_name == "levels"
        if at_start and cursor.take(_ONLY_EQUALS if in_levels else _EQUALS) is not None:
            self._nothing_may_follow = "a bunch of equals signs ('===')"
            return
        # The name of a section in the middle of a line is read over without a word, whatever the section.
        if not in_levels and (heading := cursor.take(_HEADING)) is not None:
            if at_start:
                self._start_section(heading.strip(SPACES))
                return
            section.after_heading = not cursor.at_end
        if cursor.at_end:
            section.end_line(cursor)
            return
        section.token(cursor, at_start=at_start, is_first=is_first)

    def _comment(self, cursor: Cursor, at_start: bool) -> bool:
        """Read a comment, if there is one here or one is still open; whether this was all of the token."""
        character = cursor.peek()
        if character == "(" and not self._section.in_message:
            cursor.position += 1
            self._comment_depth += 1
        elif character == ")":
            cursor.position += 1
            if not self._comment_depth:
                self.log.warning(
                    "You're trying to close a comment here, but I can't find any opening bracket to match it? [This is "
                    "highly suspicious; you probably want to fix it.]"
                )
                self._skip_more_closing(cursor)
                return True
            self._comment_depth -= 1
            if not self._comment_depth:
                self._starts_after_comment = True
                return True
        if not self._comment_depth:
            return False
        if at_start:
            self._starts_after_comment = True
        self._skip_comment(cursor)
        if cursor.at_end:
            self._section.end_line(cursor)
        return True

    @staticmethod
    def _skip_more_closing(cursor: Cursor) -> None:
        """The same complaint about the same line is made once."""
        match = _CLOSING.match(cursor.text, cursor.position)
        if match is not None and ")" in match.group():
            cursor.position = match.start() + match.group().rindex(")") + 1

    def _skip_comment(self, cursor: Cursor) -> None:
        text, position = cursor.text, cursor.position
        if text.find(")", position) < 0:
            self._comment_depth += text.count("(", position)
            cursor.skip_to_end()
            return
        for match in _PARENTHESES.finditer(text, position):
            count = match.end() - match.start()
            if text[match.start()] == "(":
                self._comment_depth += count
            elif count < self._comment_depth:
                self._comment_depth -= count
            else:
                cursor.position = match.start() + self._comment_depth
                self._comment_depth = 0
                cursor.take(_SIMPLE_COMMENTS)
                return
        cursor.skip_to_end()

    def _start_section(self, name: str) -> None:
        upper = name.upper()
        if name in self._visited:
            self.log.error(f'cannot duplicate sections (you tried to duplicate "{upper}").')
        self._nothing_may_follow = f'a section name ("{upper}")'
        self._visited.append(name)
        self._section_name = name
        self._section = self._sections[name]
        index = SECTIONS.index(name)
        if index == 0:
            if len(self._visited) > 1:
                self.log.error(f'section "{upper}" must be the first section')
        elif SECTIONS[index - 1] not in self._visited:
            before = SECTIONS[index - 1].upper()
            self.log.error(
                f'section "{upper}" is out of order, must follow  "{before}" (or it could be that the section '
                f'"{before}"is just missing totally.  You have to include all section headings, even if the section '
                "itself is empty)."
            )
        self._section.enter()
