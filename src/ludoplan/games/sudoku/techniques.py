"""How people solve Sudoku: every technique as a function that lists all its instances on a board of pencil marks.

An instance says what it places or strikes out, and why, in a sentence. The lists are complete, so that what a
technique can do does not depend on how the board is turned or its digits are named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from .rules import SYMBOLS, Geometry, Placement, State, bits, candidates, geometry


@dataclass(frozen=True)
class Step:
    """One conclusion: digits to place, candidates to strike out, and the reason."""

    technique: str
    reason: str
    placed: tuple[Placement, ...] = ()
    struck: tuple[Placement, ...] = ()


class Notes:
    """A board with pencil marks: the candidates of each blank cell, bit d for digit d."""

    def __init__(self, box: int, state: State) -> None:
        self.places: Geometry = geometry(box)
        self.size = box * box
        self.marks = candidates(box, state)

    def take(self, step: Step) -> None:
        """Does what the step says."""
        for cell, digit in step.struck:
            if cell in self.marks:
                self.marks[cell] &= ~(1 << digit)
        for cell, digit in step.placed:
            self.marks.pop(cell, None)
            for peer in self.places.peers[cell]:
                if peer in self.marks:
                    self.marks[peer] &= ~(1 << digit)

    def spots(self, unit: int, digit: int) -> list[int]:
        """The cells of a unit where the digit may stand."""
        return [cell for cell in self.places.units[unit] if self.marks.get(cell, 0) >> digit & 1]

    def open_cells(self, unit: int) -> list[int]:
        return [cell for cell in self.places.units[unit] if cell in self.marks]

    def strike(self, cells: Iterable[int], mask: int) -> tuple[Placement, ...]:
        """The candidates among `mask` that these cells have."""
        return tuple(Placement(cell, digit) for cell in cells for digit in bits(self.marks.get(cell, 0) & mask))

    # -- words

    def cells(self, cells: Iterable[int]) -> str:
        return listed([self.places.cell_name(cell) for cell in cells])

    def unit(self, unit: int) -> str:
        return self.places.unit_name(unit)


def listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def digits(mask: int) -> str:
    return listed([SYMBOLS[digit - 1] for digit in bits(mask)])


def naked_single(notes: Notes) -> Iterator[Step]:
    for cell, mask in notes.marks.items():
        if mask.bit_count() == 1:
            reason = f"{notes.cells([cell])} can only be {digits(mask)}: every other digit is ruled out there"
            yield Step("naked single", reason, (Placement(cell, bits(mask)[0]),))


def hidden_single(notes: Notes) -> Iterator[Step]:
    for unit in range(len(notes.places.units)):
        for digit in range(1, notes.size + 1):
            spots = notes.spots(unit, digit)
            if len(spots) == 1:
                reason = (
                    f"{notes.cells(spots)} is the only cell in {notes.unit(unit)} where {SYMBOLS[digit - 1]} can go"
                )
                yield Step("hidden single", reason, (Placement(spots[0], digit),))


def locked(notes: Notes, name: str) -> Iterator[Step]:
    """All places of a digit in one unit lie in another one too: the rest of that one goes without."""
    lines, boxes = range(2 * notes.size), range(2 * notes.size, 3 * notes.size)
    bases, covers = (boxes, lines) if name == "pointing" else (lines, boxes)
    for base in bases:
        for digit in range(1, notes.size + 1):
            spots = notes.spots(base, digit)
            if len(spots) < 2:
                continue
            for cover in set.intersection(*(set(notes.places.units_of[cell]) for cell in spots)):
                if cover not in covers:
                    continue
                struck = notes.strike((c for c in notes.places.units[cover] if c not in spots), 1 << digit)
                if struck:
                    symbol = SYMBOLS[digit - 1]
                    reason = (
                        f"in {notes.unit(base)} {symbol} can only go to {notes.cells(spots)}, all in "
                        f"{notes.unit(cover)}, so no other cell of {notes.unit(cover)} is {symbol}"
                    )
                    yield Step(name, reason, struck=struck)


def naked_set(notes: Notes, count: int, name: str) -> Iterator[Step]:
    """So many cells of a unit with as many candidates between them."""
    for unit in range(len(notes.places.units)):
        open_cells = notes.open_cells(unit)
        few = [cell for cell in open_cells if 0 < notes.marks[cell].bit_count() <= count]
        for chosen in combinations(few, count):
            mask = 0
            for cell in chosen:
                mask |= notes.marks[cell]
            if mask.bit_count() != count:
                continue
            struck = notes.strike((cell for cell in open_cells if cell not in chosen), mask)
            if struck:
                reason = (
                    f"{notes.cells(chosen)} have only {digits(mask)} between them, so no other cell of "
                    f"{notes.unit(unit)} has these"
                )
                yield Step(name, reason, struck=struck)


def hidden_set(notes: Notes, count: int, name: str) -> Iterator[Step]:
    """So many digits with as many cells of a unit between them."""
    for unit in range(len(notes.places.units)):
        spots = {digit: notes.spots(unit, digit) for digit in range(1, notes.size + 1)}
        few = [digit for digit, cells in spots.items() if 0 < len(cells) <= count]
        for chosen in combinations(few, count):
            cells = sorted({cell for digit in chosen for cell in spots[digit]})
            if len(cells) != count:
                continue
            mask = sum(1 << digit for digit in chosen)
            struck = notes.strike(cells, ~mask)
            if struck:
                reason = (
                    f"in {notes.unit(unit)} {digits(mask)} can only go to {notes.cells(cells)}, so these have no other "
                    "digits"
                )
                yield Step(name, reason, struck=struck)


def fish(notes: Notes, count: int, name: str) -> Iterator[Step]:
    """A digit that so many rows have in as many columns only (or the other way round)."""
    size = notes.size
    for digit in range(1, size + 1):
        for first, crossing in ((0, size), (size, 0)):
            spots = {unit: notes.spots(unit, digit) for unit in range(first, first + size)}
            few = [unit for unit, cells in spots.items() if 2 <= len(cells) <= count]
            for chosen in combinations(few, count):
                base = [cell for unit in chosen for cell in spots[unit]]
                covers = sorted({notes.places.units_of[cell][crossing // size] for cell in base})
                if len(covers) != count:
                    continue
                rest = [cell for unit in covers for cell in notes.places.units[unit] if cell not in base]
                struck = notes.strike(rest, 1 << digit)
                if struck:
                    symbol = SYMBOLS[digit - 1]
                    lines, others = (listed([notes.unit(unit) for unit in units]) for units in (chosen, covers))
                    reason = (
                        f"in {lines} {symbol} can only go to {notes.cells(base)}, all in {others}, so no other cell of "
                        f"these is {symbol}"
                    )
                    yield Step(name, reason, struck=struck)


def xy_wing(notes: Notes) -> Iterator[Step]:
    """A pivot XY that sees XZ and YZ: one of these is Z."""
    pairs = [cell for cell, mask in notes.marks.items() if mask.bit_count() == 2]
    for pivot in pairs:
        wings = [cell for cell in pairs if cell in notes.places.peers[pivot]]
        for one, other in combinations(wings, 2):
            marks = [notes.marks[cell] for cell in (pivot, one, other)]
            common = marks[1] & marks[2]
            if common.bit_count() != 1 or common & marks[0] or (marks[0] | marks[1] | marks[2]).bit_count() != 3:
                continue
            seen = notes.places.peers[one] & notes.places.peers[other]
            struck = notes.strike(sorted(seen - {pivot}), common)
            if struck:
                either = " or ".join(SYMBOLS[digit - 1] for digit in bits(marks[0]))
                reason = (
                    f"{notes.cells([pivot])} is {either}; so {notes.cells([one])} or {notes.cells([other])} is "
                    f"{digits(common)}, and no cell that sees both is"
                )
                yield Step("XY-wing", reason, struck=struck)


class Links:
    """Candidates by number, and their links as bit sets.

    A true candidate makes those false that share its cell, or its digit and a unit (weak links). A false candidate
    makes the other one true where only two are left in a cell or of a digit in a unit (strong links). A candidate that
    leads along such links to its own falsehood is false. XY-chains, X-chains and loops are all of this kind.
    """

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
    """Alternating chains over single candidates: every candidate that one refutes."""
    links = Links(notes)
    for number, candidate in enumerate(links.candidates):
        path = links.refutation(number)
        if path is not None:
            name, symbol = notes.cells([candidate.cell]), SYMBOLS[candidate.digit - 1]
            reason = f"{name} is not {symbol}, for if it were: {links.words(path)}"
            yield Step("chain", reason, struck=(candidate,))


# From easy to hard.
TECHNIQUES: dict[str, Callable[[Notes], Iterator[Step]]] = {
    "naked single": naked_single,
    "hidden single": hidden_single,
    "pointing": partial(locked, name="pointing"),
    "box-line": partial(locked, name="box-line"),
    "naked pair": partial(naked_set, count=2, name="naked pair"),
    "hidden pair": partial(hidden_set, count=2, name="hidden pair"),
    "naked triple": partial(naked_set, count=3, name="naked triple"),
    "hidden triple": partial(hidden_set, count=3, name="hidden triple"),
    "X-wing": partial(fish, count=2, name="X-wing"),
    "swordfish": partial(fish, count=3, name="swordfish"),
    "XY-wing": xy_wing,
    "chain": chain,
}
