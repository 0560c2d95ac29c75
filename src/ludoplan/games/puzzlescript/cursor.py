"""A place in a line of source, and the kinds of characters as PuzzleScript sees them."""

from __future__ import annotations

import re
from typing import Final

SPACE_CLASS: Final = r"\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""White space, for use inside the brackets of a regular expression. Python's own has a few characters more."""
SPACES: Final = "\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200B)))
"""The same, for `strip`."""

BLANKS: Final = re.compile(rf"[{SPACE_CLASS}]*")
WORDS: Final = re.compile(rf"[^{SPACE_CLASS}]+")
NAME: Final = re.compile(rf"\w+[{SPACE_CLASS}]*")
TO_COMMENT: Final = re.compile(r"[^(]+")
TO_PARENTHESIS: Final = re.compile(r"[^()]*")
JUNK: Final = re.compile(rf"[^{SPACE_CLASS}()]+[{SPACE_CLASS}]*")
NOT_WORD: Final = r"(?![0-9A-Za-z_])"


def words(text: str) -> list[str]:
    """The parts of the text between white space."""
    return WORDS.findall(text)


class Cursor:
    """One line in lower case, and how far it has been read."""

    __slots__ = ("line", "original", "position", "text")

    def __init__(self, original: str, line: int) -> None:
        self.original = original
        self.text = original.lower()
        self.line = line
        self.position = 0

    @property
    def at_end(self) -> bool:
        return self.position >= len(self.text)

    def peek(self) -> str:
        """The next character, or nothing at the end."""
        return self.text[self.position : self.position + 1]

    def take(self, pattern: re.Pattern[str]) -> str | None:
        """What the pattern matches here, which is read then; None if it does not."""
        match = pattern.match(self.text, self.position)
        if match is None:
            return None
        self.position = match.end()
        return match.group()

    def before_comment(self) -> str:
        """What is left up to the next opening parenthesis."""
        return self.text[self.position :].partition("(")[0]

    def outside_comments(self) -> str:
        """The first part of the whole line that has no opening parenthesis."""
        return next(filter(None, self.text.split("(")), "")

    def skip_blanks(self) -> None:
        self.take(BLANKS)

    def skip_to_end(self) -> None:
        self.position = len(self.text)

    def skip_to_comment(self) -> None:
        """Read on to the next opening parenthesis."""
        self.position += len(self.before_comment())


def split_pairs(text: str) -> str:
    """The text with each character beyond the basic plane as two surrogates: the original counts in such halves."""
    if text.isascii() or max(text) <= "\uffff":
        return text
    units = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(low | high << 8) for low, high in zip(units[::2], units[1::2], strict=True))


def join_pairs(text: str) -> str:
    """The text with pairs of surrogates as the characters that they stand for; a lonely half stays."""
    return text if text.isascii() else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
