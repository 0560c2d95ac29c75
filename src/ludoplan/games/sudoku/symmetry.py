"""One form for all boards that are the same puzzle: bands, stacks, rows and columns swapped, turned, digits renamed.

Rows, columns and digits are told apart by what the clues say about them, again and again until nothing new comes of it
(colour refinement). Where several still look alike, each of them is tried as the first, and the least board counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

Clue = tuple[int, int, int]  # row, column, digit
Looks = list[list[int]]  # a number for each row, each column and each digit; those that look alike have the same one
MOST_LEAVES = 1000


class TooSymmetric(Exception):  # noqa: N818 - says how the search ended
    """So much looks alike that trying all of it would take too long."""


def canonical(box: int, clues: bytes) -> bytes:
    """The form that is the same for all boards that are the same puzzle; raises TooSymmetric."""
    size = box * box
    given = [(*divmod(cell, size), digit - 1) for cell, digit in enumerate(clues) if digit]
    turned = [(column, row, digit) for row, column, digit in given]
    return min(form for way in (given, turned) for form in Board(box, way).forms())


class Board:
    def __init__(self, box: int, clues: list[Clue]) -> None:
        self.box = box
        self.size = box * box
        self.clues = clues
        # What has no clue is like all else without one, wherever it stands: it need not be told apart.
        self.used = [sorted({clue[part] for clue in clues}) for part in range(3)]
        self.leaves = 0

    def forms(self) -> Iterator[bytes]:
        """Forms among which the least one is always the same."""
        yield from self.told_apart(self.refined([[0] * self.size for _ in range(3)]))

    def told_apart(self, looks: Looks) -> Iterator[bytes]:
        choices = []
        for part, (numbers, used) in enumerate(zip(looks, self.used, strict=True)):
            for number, count in Counter(numbers[each] for each in used).items():
                if count > 1:
                    choices.append((count, part, number))
        if not choices:
            self.leaves += 1
            if self.leaves > MOST_LEAVES:
                raise TooSymmetric
            yield self.form(looks)
            return
        _, part, number = min(choices)
        for each in self.used[part]:
            if looks[part][each] == number:
                parts = [[2 * value for value in numbers] for numbers in looks]
                parts[part][each] -= 1
                yield from self.told_apart(self.refined(parts))

    def refined(self, looks: Looks) -> Looks:
        """Told apart by their clues and their neighbours, as far as that goes."""
        known = 0
        while True:
            seen: list[list[list[list[int]]]] = [[[] for _ in range(self.size)] for _ in range(3)]
            for clue in self.clues:
                shown = [numbers[each] for numbers, each in zip(looks, clue, strict=True)]
                for part, each in enumerate(clue):
                    seen[part][each].append(shown[:part] + shown[part + 1 :])
            looks = [
                numbered(
                    (numbers[each], () if part == 2 else self.beside(numbers, each), *map(tuple, sorted(clues)))
                    for each, clues in enumerate(seen[part])
                )
                for part, numbers in enumerate(looks)
            ]
            kinds = sum(len(set(numbers)) for numbers in looks)
            if kinds == known:
                return looks
            known = kinds

    def beside(self, numbers: list[int], line: int) -> tuple[int, ...]:
        """The lines of a band or a stack."""
        first = line - line % self.box
        return tuple(sorted(numbers[first : first + self.box]))

    def form(self, looks: Looks) -> bytes:
        """The board in the order of the numbers; digits are named as they come."""
        row_at, column_at = (self.places(numbers) for numbers in looks[:2])
        names: dict[int, int] = {}
        cells = bytearray(self.size * self.size)
        for row, column, digit in sorted((row_at[row], column_at[column], digit) for row, column, digit in self.clues):
            cells[row * self.size + column] = names.setdefault(digit, len(names) + 1)
        return bytes(cells)

    def places(self, numbers: list[int]) -> dict[int, int]:
        """Where each line comes: bands in order, lines in order within their band."""
        bands = [range(first, first + self.box) for first in range(0, self.size, self.box)]
        bands.sort(key=lambda band: sorted(numbers[line] for line in band))
        lines = [line for band in bands for line in sorted(band, key=lambda line: numbers[line])]
        return {line: place for place, line in enumerate(lines)}


def numbered(keys: Iterable[tuple[Any, ...]]) -> list[int]:
    """Equal numbers for equal keys, in the order of the keys."""
    listed = list(keys)
    order = {key: place for place, key in enumerate(sorted(set(listed)))}
    return [order[key] for key in listed]
