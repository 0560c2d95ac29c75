"""What has been read from a source before it is compiled: names, lines of rules and rows of maps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from .cursor import words
from .messages import GaveUp
from .program import MessageLevel

OBJECT: Final = "object"
AGGREGATE: Final = "aggregate"
PROPERTY: Final = "property"
UNDECLARED: Final = "undeclared"

_INDEX: Final = re.compile(r"0|[1-9][0-9]{0,9}")
_LARGEST_INDEX: Final = 2**32 - 1

KEYWORDS: Final = frozenset(
    words("""
    objects collisionlayers legend sounds rules ... winconditions levels | [ ] up down left right late rigid ^ v > < no
    randomdir random horizontal vertical any all some moving stationary parallel perpendicular action message move
    create destroy cantmove sfx0 sfx1 sfx2 sfx3 sfx4 sfx5 sfx6 sfx7 sfx8 sfx9 sfx10 cancel restart win again undo
    titlescreen startgame endgame startlevel endlevel showmessage closemessage
    """)
)


@dataclass(slots=True)
class ObjectDraft:
    """An object as it is being read; the layer and the id come with the collision layers."""

    line: int
    colours: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    layer: int | None = None
    id: int | None = None


@dataclass(slots=True)
class LegendEntry:
    """A synonym (one member), or a property or an aggregate (its objects)."""

    name: str
    members: list[str]
    line: int


class Legend:
    """Entries of one kind in order, and the first of each name."""

    def __init__(self) -> None:
        self.entries: list[LegendEntry] = []
        self.first: dict[str, LegendEntry] = {}

    def add(self, name: str, members: list[str], line: int) -> None:
        entry = LegendEntry(name, members, line)
        self.entries.append(entry)
        self.first.setdefault(name, entry)


@dataclass(slots=True)
class RuleLine:
    """A line of the rules section: up to its comment in lower case, and as it was written."""

    text: str
    line: int
    original: str


@dataclass(slots=True)
class MapDraft:
    """Rows of a map, and the line of the first."""

    rows: list[str]
    line: int


@dataclass(slots=True)
class SoundToken:
    text: str
    kind: str


@dataclass(slots=True)
class SoundLine:
    tokens: list[SoundToken]
    line: int


class Draft:
    """All sections of a source."""

    def __init__(self) -> None:
        self.objects: dict[str, ObjectDraft] = {}
        self.synonyms = Legend()
        self.aggregates = Legend()
        self.properties = Legend()
        self.layers: list[list[str]] = []
        self.sounds: list[SoundLine] = []
        self.rules: list[RuleLine] = []
        self.wins: list[tuple[list[str], int]] = []
        self.settings: list[tuple[str, str]] = []
        self.setting_lines: dict[str, int] = {}
        self.levels: list[MessageLevel | MapDraft] = []
        self.names: set[str] = set()
        self.name_lines: dict[str, int] = {}

    def declared_line(self, name: str) -> int | None:
        """The line where the name is declared, or None."""
        if name in self.objects:
            return self.objects[name].line
        for legend in (self.aggregates, self.properties, self.synonyms):
            if name in legend.first:
                return legend.first[name].line
        return None

    def look_up(self, name: str) -> tuple[str, str, list[str]]:
        """What a name stands for behind its synonyms: the kind, the name there and its members.

        Raises GaveUp if synonyms go round in a circle.
        """
        seen = set()
        while name not in self.objects and name in self.synonyms.first:
            if name in seen:
                raise GaveUp(f'"{name.upper()}" is a synonym of itself')
            seen.add(name)
            name = self.synonyms.first[name].members[0]
        if name in self.objects:
            return OBJECT, name, []
        if name in self.aggregates.first:
            return AGGREGATE, name, self.aggregates.first[name].members
        if name in self.properties.first:
            return PROPERTY, name, self.properties.first[name].members
        return UNDECLARED, name, []

    def behind(self, name: str, through: str) -> Iterator[tuple[str, str]]:
        """What is found behind a name where definitions of one kind are followed: each a kind and a name."""
        kind, name, members = self.look_up(name)
        if kind != through:
            yield kind, name
            return
        for member in members:
            if member != name:
                yield from self.behind(member, through)


def script_order(names: Iterable[str]) -> list[str]:
    """Names in the order in which the original walks over a dictionary: those that are numbers first, by value."""
    ordered = list(names)
    numbers = [name for name in ordered if _INDEX.fullmatch(name) and int(name) < _LARGEST_INDEX]
    if not numbers:
        return ordered
    numeric = set(numbers)
    return sorted(numbers, key=int) + [name for name in ordered if name not in numeric]
