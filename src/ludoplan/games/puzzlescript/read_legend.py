"""The legend (synonyms, aggregates, properties) and the collision layers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .cursor import NAME, SPACE_CLASS, SPACES, Cursor
from .draft import AGGREGATE, KEYWORDS, OBJECT, PROPERTY, Draft, Legend
from .messages import GaveUp, Log
from .section import Section

_NEW_NAME: Final = re.compile(rf"[^={SPACE_CLASS}(]*")
_EQUALS_SIGN: Final = re.compile(rf"=[{SPACE_CLASS}]*")
_SEPARATORS: Final = re.compile(r"[ ,]*")

MOST_MEMBERS: Final = 100_000
"""Definitions can double with every line; this many are no game any more."""

_FORMS: Final = '"A = B", "A = B or C [ or D ...]", "A = B and C [ and D ...]"'


class LegendSection(Section):
    """Lines such as "A = B or C". `index` is the number of words of the line so far."""

    def __init__(self, draft: Draft, log: Log) -> None:
        super().__init__(draft, log)
        self._words: list[str] = []

    def start_line(self) -> None:
        super().start_line()
        self._words = []

    def token(self, cursor: Cursor, *, at_start: bool, is_first: bool) -> None:
        if self.index == 0:
            word = cursor.take(_NEW_NAME)
            self.index = 1
        elif self.index == 1:
            word = self._equals_sign(cursor)
            self.index = 2
        elif self.index >= 3 and self.index % 2:
            word = self._and_or(cursor)
            self.index += 1
        else:
            word = cursor.take(NAME)
            if word is None:
                self.log.error("Something bad's happening in the LEGEND")
                cursor.skip_to_comment()
            else:
                self.index += 1
        if word is not None:
            self._words.append(word.strip(SPACES))
        if cursor.at_end:
            self.end_line(cursor)

    def _equals_sign(self, cursor: Cursor) -> str:
        if cursor.take(_EQUALS_SIGN) is not None:
            return "="
        self.log.error(
            f"In the legend, define new items using the equals symbol - declarations must look like {_FORMS}."
        )
        cursor.skip_to_comment()
        return "ERROR"

    def _and_or(self, cursor: Cursor) -> str | None:
        word = cursor.take(NAME)
        if word is None:
            self.log.error("Something bad's happening in the LEGEND")
            cursor.skip_to_comment()
            return None
        name = word.strip(SPACES)
        if name not in ("and", "or"):
            self.log.error(
                f"Expected and 'AND' or an 'OR' here, but got {name.upper()} instead. In the legend, define new items "
                "using the equals symbol - declarations must look like 'A = B' or 'A = B and C' or 'A = B or C'."
            )
        elif self.index >= 5 and self._words[3:4] != [name]:
            self.log.error("Hey! You can't go mixing ANDs and ORs in a single legend entry.")
        return name

    def end_line(self, cursor: Cursor) -> None:
        words, log = self._words, self.log
        self._words = []
        if not words:
            return
        if len(words) == 1:
            log.error(f"Incorrect format of legend - should be one of {_FORMS}.")
        elif len(words) % 2 == 0:
            log.error(
                f"Incorrect format of legend - should be one of {_FORMS}, but it looks like you have a dangling "
                f'"{words[-1].upper()}"?'
            )
        else:
            self._define(words, cursor.line)

    def _define(self, words: list[str], line: int) -> None:
        log, draft, name = self.log, self.draft, words[0]
        is_sound = self._check_new_name(name)
        is_sound = self._check_right_side(words) and is_sound
        for other in words[2::2]:
            if other != name and draft.declared_line(other) is None:
                log.error(f"You're talking about {other.upper()} but it's not defined anywhere.")
        if len(words) == 3:
            draft.name_lines[name] = line
            draft.synonyms.add(name, [words[2]], line)
        elif words[3:4] == ["and"]:
            self._define_group(draft.aggregates, self._aggregate_members(words), name, line)
        elif words[3:4] == ["or"]:
            if all(word == "or" for word in words[5::2]):
                self._define_group(draft.properties, self._property_members(words), name, line)
        elif is_sound:
            log.error(
                "This legend-entry is incorrectly-formatted - it should be one of A = B, A = B or C ( or D ...), A = B "
                "and C (and D ...)"
            )

    def _check_new_name(self, name: str) -> bool:
        first_line = self.draft.declared_line(name)
        if first_line is not None:
            self.log.error(f'Name "{name.upper()}" already in use (on line line {first_line}).')
        if name in KEYWORDS:
            self.log.warning(f'You named an object "{name.upper()}", but this is a keyword. Don\'t do that!')
        return first_line is None

    def _check_right_side(self, words: list[str]) -> bool:
        """Complain of repetitions, and take the name out of its own definition."""
        name = words[0]
        members = words[2::2]
        if name not in members and len(set(members)) == len(members):
            return True
        is_sound = True
        seen: set[str] = set()
        place = 2
        while place < len(words):
            word = words[place]
            if word == name:
                self.log.error(f"You can't define object {name.upper()} in terms of itself!")
                is_sound = False
                _remove_name(words)
            elif word in seen:
                self.log.warning(
                    f"You're repeating the object {word.upper()} here multiple times on the RHS.  This makes no "
                    "sense.  Don't do that."
                )
            seen.update(words[place : place + 1])
            place += 2
        return is_sound

    def _aggregate_members(self, words: list[str]) -> Iterator[str]:
        for word in words[2::2]:
            for kind, name in self.draft.behind(word, AGGREGATE):
                if kind == PROPERTY:
                    self.log.error(
                        "Cannot define an aggregate (using 'and') in terms of properties (something that uses 'or')."
                    )
                yield name

    def _property_members(self, words: list[str]) -> Iterator[str]:
        for word in words[2::2]:
            for kind, name in self.draft.behind(word, PROPERTY):
                if kind == AGGREGATE:
                    self.log.error(
                        "Cannot define a property (something defined in terms of 'or') in terms of an aggregate "
                        "(something that uses 'and').  In this case, you can't define "
                        f'"{words[0].upper()}" in terms of "{name.upper()}".'
                    )
                else:
                    yield name

    def _define_group(self, legend: Legend, found: Iterator[str], name: str, line: int) -> None:
        members = list(found)
        if len(members) > MOST_MEMBERS:
            raise GaveUp(f'"{name.upper()}" stands for more than {MOST_MEMBERS} objects')
        if members:
            self.draft.name_lines[name] = line
            legend.add(name, members, line)


def _remove_name(words: list[str]) -> None:
    """Take the defined name out of its definition, with the "and" or "or" before it or, where it comes first, after."""
    name, kept = words[0], words[:2]
    rest = iter(words[2:])
    for word in rest:
        if word != name:
            kept.append(word)
        elif len(kept) >= 4:
            kept.pop()
        else:
            next(rest, None)
    words[:] = kept


class LayersSection(Section):
    """Collision layers, one a line. `index` is 1 once the background has been named on the line."""

    def __init__(self, draft: Draft, log: Log) -> None:
        super().__init__(draft, log)
        self._named: set[str] = set()
        self._layers_of: dict[str, list[int]] = {}

    def token(self, cursor: Cursor, *, at_start: bool, is_first: bool) -> None:
        layers = self.draft.layers
        if at_start:
            layers.append([])
            self._named = set()
            self.index = 0
        word = cursor.take(NAME)
        if word is None:
            if not cursor.take(_SEPARATORS):
                odd = cursor.peek()
                self.log.error(f"error detected - unexpected character {odd}")
                while cursor.peek() == odd:
                    cursor.position += 1
            return
        self._add(word.strip(SPACES))

    def _add(self, name: str) -> None:
        layers, log = self.draft.layers, self.log
        if name == "background":
            if layers and layers[-1]:
                log.error("Background must be in a layer by itself.")
            self.index = 1
        elif self.index:
            log.error("Background must be in a layer by itself.")
        members = self._members(name)
        if not layers:
            log.error("no layers found.")
            return
        last = len(layers) - 1
        elsewhere = [layer for member in members for layer in self._layers_of.get(member, ()) if layer != last]
        if elsewhere:
            numbers = "".join(f"#{layer + 1}, " for layer in elsewhere)
            log.warning(
                f'Object "{name.upper()}" included in multiple collision layers ( layers {numbers}#{len(layers)} ). '
                "You should fix this!"
            )
        if name in self._named:
            log.warning(
                f'Object "{name.upper()}" included explicitly multiple times in the same layer. Don\'t do that innit.'
            )
        self._named.add(name)
        for member in members:
            places = self._layers_of.setdefault(member, [])
            if not places or places[-1] != last:
                places.append(last)
        layers[-1].extend(members)

    def _members(self, name: str) -> list[str]:
        members = []
        for kind, found in self.draft.behind(name, PROPERTY):
            if kind == OBJECT:
                members.append(found)
            elif kind == AGGREGATE:
                self.log.error(
                    f'"{found}" is an aggregate (defined using "and"), and cannot be added to a single layer because '
                    "its constituent objects must be able to coexist."
                )
            else:
                self.log.error(f'Cannot add "{name.upper()}" to a collision layer; it has not been declared.')
        return members
