"""What the reader asks of each section of a source."""

from __future__ import annotations

from typing import Final

from .cursor import Cursor
from .draft import Draft
from .messages import Log

SECTIONS: Final = ("objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels")


class Section:
    """One section; `index` counts what has been read of the line, and each section gives the count its own meaning."""

    def __init__(self, draft: Draft, log: Log) -> None:
        self.draft = draft
        self.log = log
        self.index = 0
        self.in_message = False
        self.after_heading = False
        """Whether the name of a section has just been read over in the middle of a line."""

    def enter(self) -> None:
        """The heading of the section has been read."""

    def start_line(self) -> None:
        """A line begins."""
        self.index = 0
        self.in_message = False

    def plain_line(self, text: str, line: int) -> bool:
        """Read a whole line without parentheses at once if it is an ordinary one; False leaves it to `token`."""
        return False

    def token(self, cursor: Cursor, *, at_start: bool, is_first: bool) -> None:
        """Read some of the line, at least one character; `at_start` also holds just after comments at its start."""
        raise NotImplementedError

    def end_line(self, cursor: Cursor) -> None:
        """The end of the line is reached by blanks or a comment."""

    def blank_line(self) -> None:
        """The line has nothing but blanks."""
