"""Alternating chains over single candidates.

A true candidate makes those false that share its cell, or its digit and a unit (weak links). A false candidate makes
the other one true where only two are left in a cell or of a digit in a unit (strong links). A candidate that leads
along such links to its own falsehood is false. XY-chains, X-chains and loops are all of this kind.
"""

from __future__ import annotations

from collections.abc import Iterator

from .rules import SYMBOLS, Placement, bits
from .techniques import Notes, Step


class Links:
    """Candidates by number, and their links as bit sets."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.candidates = [Placement(cell, digit) for cell, mask in notes.marks.items() for digit in bits(mask)]
        self.number = {candidate: number for number, candidate in enumerate(self.candidates)}
        self.weak = [0] * len(self.candidates)
        self.strong = [0] * len(self.candidates)
        for cell, mask in notes.marks.items():
            self._group([self.number[Placement(cell, digit)] for digit in bits(mask)])
        for unit in range(len(notes.places.units)):
            for digit in range(1, notes.size + 1):
                self._group([self.number[Placement(cell, digit)] for cell in notes.spots(unit, digit)])

    def _group(self, members: list[int]) -> None:
        """At most one of these is true, and at least one."""
        everyone = sum(1 << member for member in members)
        for member in members:
            self.weak[member] |= everyone & ~(1 << member)
            if len(members) == 2:
                self.strong[member] |= everyone & ~(1 << member)

    def refutation(self, start: int) -> list[int] | None:
        """The shortest chain start, false, true, ... that ends with `start` being false; None if there is none."""
        reached = {False: 0, True: 0}
        came_from: dict[tuple[int, bool], int] = {}
        front, truth = [start], True  # candidates that have just become so
        while front:
            links, truth = self.weak if truth else self.strong, not truth
            fresh: list[int] = []
            for number in front:
                new = links[number] & ~reached[truth]
                reached[truth] |= new
                for other in bits(new):
                    came_from[other, truth] = number
                    fresh.append(other)
                if reached[False] >> start & 1:
                    return self._path(start, came_from)
            front = fresh
        return None

    @staticmethod
    def _path(start: int, came_from: dict[tuple[int, bool], int]) -> list[int]:
        path, truth = [start], False
        while True:
            before = came_from[path[-1], truth]
            path.append(before)
            truth = not truth
            if before == start and truth:
                return path[::-1]

    def words(self, path: list[int]) -> str:
        texts = []
        for place, number in enumerate(path):
            cell, digit = self.candidates[number]
            texts.append(f"{self.notes.cells([cell])}{'=' if place % 2 == 0 else '≠'}{SYMBOLS[digit - 1]}")
        return " → ".join(texts)


def chain(notes: Notes) -> Iterator[Step]:
    """Every candidate that a chain refutes."""
    links = Links(notes)
    for number, candidate in enumerate(links.candidates):
        path = links.refutation(number)
        if path is not None:
            name, symbol = notes.cells([candidate.cell]), SYMBOLS[candidate.digit - 1]
            reason = f"{name} is not {symbol}, for if it were: {links.words(path)}"
            yield Step("chain", reason, struck=(candidate,))
