"""What can go wrong, and the exit status that says so. Texts are for people: what is wrong, and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple


def meant(word: str, known: Iterable[str], before: str = "; ") -> str:
    """`; did you mean ...?` for a word that is much like one that there is; empty for others."""
    from difflib import get_close_matches  # slow to import

    names = list(known)
    # 1 for 01: zeros say nothing.
    same = [name for name in names if name.lstrip("0") == word.lstrip("0") != ""]
    close = same or get_close_matches(word, names, n=1, cutoff=0.7)
    return f"{before}did you mean {close[0]}?" if close else ""


class LudoplanError(Exception):
    """Something the user can mend; the command line prints its text without a traceback.

    >>> from ludoplan import LudoplanError, load
    >>> try:
    ...     load("roll:no-such-level")
    ... except LudoplanError as error:
    ...     print(str(error)[:43])
    roll has no bundled level 'no-such-level' (
    """

    exit_status = 2


class Unsupported(LudoplanError):  # noqa: N818 - names a refusal, not a failure
    """The method does not fit this game or level.

    >>> from ludoplan import Unsupported, load, to_pddl
    >>> try:
    ...     to_pddl(load("sudoku:first"))
    ... except Unsupported as error:
    ...     print(error)
    sudoku has no PDDL form
    """

    exit_status = 3


class NotInstalled(LudoplanError):  # noqa: N818
    """An extra is missing; the text says how to install it.

    >>> from ludoplan import LudoplanError, NotInstalled
    >>> issubclass(NotInstalled, LudoplanError)
    True
    """

    exit_status = 3


@dataclass(frozen=True, order=True)
class Defect:
    """One thing that is wrong with a text; line and column count from 1, `where` is used where there are none.

    >>> from ludoplan import Defect
    >>> print(Defect(2, 5, "'?' is not a tile"))
    2:5: '?' is not a tile
    """

    line: int | None
    column: int | None
    text: str
    where: str | None = None

    def __str__(self) -> str:
        if self.where is not None:
            return f"{self.where}: {self.text}"
        place = ":".join(str(number) for number in (self.line, self.column) if number is not None)
        return f"{place}: {self.text}" if place else self.text


class Word(NamedTuple):
    """A piece of text and where it stands."""

    text: str
    line: int
    column: int

    def defect(self, text: str) -> Defect:
        """What is wrong with it."""
        return Defect(self.line, self.column, text)


def words_of(line: str, number: int, pattern: str = r"\S+") -> list[Word]:
    """The words of a line with this number, or what else matches."""
    return [Word(match.group(), number, match.start() + 1) for match in re.finditer(pattern, line)]


def characters_outside(pattern: re.Pattern[str], lines: Sequence[str], complaint: str) -> list[Defect]:
    """A defect for each character that the pattern finds, a thousand at most: a file of rubbish has millions."""
    found = (
        Defect(number, match.start() + 1, f"{match.group()!r} {complaint}")
        for number, line in enumerate(lines, start=1)
        for match in pattern.finditer(line)
    )
    return list(islice(found, 1000))


class BadInput(LudoplanError):  # noqa: N818
    """A level, plan or other text with defects; all of them are listed.

    >>> from ludoplan import BadInput, parse
    >>> try:
    ...     parse("maze", "%%%%\\n%P?.%\\n%%%%")
    ... except BadInput as error:
    ...     print(error)
    level:2:3: '?' is not one of '%', ' ', 'P', '.', 'o', 'G'
    """

    MOST_SHOWN = 50

    def __init__(self, source: str, defects: Sequence[Defect]) -> None:
        self.source = source
        self.defects = sorted(defects, key=lambda defect: (defect.line or 0, defect.column or 0))
        super().__init__(source, defects)

    def __str__(self) -> str:
        shown = [
            f"{self.source}:{'' if defect.line or defect.where else ' '}{defect}"
            for defect in self.defects[: self.MOST_SHOWN]
        ]
        hidden = len(self.defects) - len(shown)
        return "\n".join(shown + ([f"{self.source}: and {hidden} more"] if hidden else []))
