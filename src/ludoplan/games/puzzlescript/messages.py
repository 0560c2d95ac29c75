"""What the compiler says, in the words and the order of the original's console."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from .cursor import SPACES

MOST_MESSAGES: Final = 100
MOST_READING_ERRORS: Final = 5

_TAG: Final = re.compile(r"</?[a-zA-Z][^>]*>")


class GaveUp(Exception):  # noqa: N818 - the end of a compilation, not a failure of this program
    """The compilation cannot go on; the text says why where the log does not."""


@dataclass
class Log:
    """Messages in order, each once; too many end the compilation. `line` is the one that they are about."""

    line: int | None = None
    messages: list[str] = field(default_factory=list)
    errors: list[tuple[int | None, str]] = field(default_factory=list)
    _seen: set[tuple[bool, int | None, str]] = field(default_factory=set)

    def at(self, line: int | None) -> Log:
        """The same log for what is said about another line."""
        return Log(line, self.messages, self.errors, self._seen)

    @property
    def error_count(self) -> int:
        return len(self.errors)

    def error(self, text: str, *, repeat: bool = False) -> None:
        """Add an error, unless it is there already. Raises GaveUp after too many messages."""
        self._add(text, is_error=True, repeat=repeat)

    def warning(self, text: str, *, repeat: bool = False) -> None:
        """Add a warning. One without a line counts as an error, as it does in the original."""
        self._add(text, is_error=self.line is None, repeat=repeat)

    def check_reading(self) -> None:
        """Raise GaveUp if the reader has seen so many errors that it should stop."""
        if self.error_count > MOST_READING_ERRORS:
            raise GaveUp("too many errors, aborting compilation")

    def _add(self, text: str, *, is_error: bool, repeat: bool) -> None:
        key = (is_error, self.line, text)
        if key in self._seen and not repeat:
            return
        self._seen.add(key)
        # The console shows HTML: what looks like a tag in a quoted part of the source is not seen there either.
        shown = _TAG.sub("", f"{text}</span>") if "<" in text else text
        self.messages.append((shown if self.line is None else f"line {self.line} : {shown}").strip(SPACES))
        if is_error:
            self.errors.append((self.line, shown))
        if len(self.messages) > MOST_MESSAGES:
            raise GaveUp("Too many errors/warnings; aborting compilation.")
