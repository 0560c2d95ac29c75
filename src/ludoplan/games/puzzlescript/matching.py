"""Where a rule matches a board.

The sets of cells that satisfy each cell of a pattern are shifted over each other and intersected, so that one
operation on integers serves the whole board. A match of a row is the tuple of its cells, without the ellipses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from .board import Board, bits
from .program import CellPattern, CellRow, Program, Rule, RuleGroup, union

RowMatch: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a pattern, its masks spelt out as numbers of bits."""

    pattern: CellPattern
    moving: tuple[int, ...]
    present: tuple[int, ...]
    any_of: tuple[tuple[int, ...], ...]
    missing: tuple[int, ...]
    still: tuple[int, ...]

    def found(self, board: Board) -> int:
        """The cells of the board that match."""
        cells = board.geometry.everywhere
        for bit in self.moving:
            cells &= board.moving[bit]
        for bit in self.present:
            cells &= board.holding[bit]
        for choice in self.any_of:
            if not cells:
                return 0
            either = 0
            for bit in choice:
                either |= board.holding[bit]
            cells &= either
        if not cells:
            return 0
        for bit in self.missing:
            cells &= ~board.holding[bit]
        for bit in self.still:
            cells &= ~board.moving[bit]
        return cells

    def matches(self, board: Board, cell: int) -> bool:
        """Whether this one cell of the board matches."""
        pattern = self.pattern
        objects = board.objects[cell]
        movements = board.movements[cell]
        return (
            objects & pattern.objects_present == pattern.objects_present
            and not objects & pattern.objects_missing
            and movements & pattern.movements_present == pattern.movements_present
            and not movements & pattern.movements_missing
            and all(objects & choice for choice in pattern.any_objects_present)
        )


@dataclass(frozen=True, slots=True)
class Row:
    """Neighbouring cells; `parts` are what ellipses lie between."""

    cells: tuple[Cell, ...]
    parts: tuple[tuple[Cell, ...], ...]

    def part_sets(self, board: Board, direction: int) -> list[int]:
        """For each part the cells from which it matches; empty if one has none."""
        size = board.geometry
        step = size.steps[direction]
        sets: list[int] = []
        for part in self.parts:
            cells = _part_found(board, part, step)
            if not sets:
                cells &= size.starts(direction, len(self.cells))
            if not cells:
                return []
            sets.append(cells)
        return sets

    def matches(self, board: Board, direction: int, sets: list[int]) -> list[RowMatch]:
        """All matches, in the order in which they are applied."""
        size = board.geometry
        step = size.steps[direction]
        length = len(self.cells)
        starts = size.scan(sets[0], direction)
        if len(self.parts) == 1:
            if length == 1:
                return list(zip(starts, strict=True))
            offsets = [step * i for i in range(length)]
            return [tuple([start + offset for offset in offsets]) for start in starts]
        found: list[RowMatch] = []
        for start in starts:
            spare = size.room(start, direction) - length
            self._extend(found, (), sets, 0, start, step, spare)
        return found

    def _extend(
        self, found: list[RowMatch], head: RowMatch, sets: list[int], index: int, start: int, step: int, spare: int
    ) -> None:
        """Adds the matches in which part `index` starts here and at most `spare` cells are skipped after it."""
        length = len(self.parts[index])
        head += tuple([start + step * i for i in range(length)])
        if index + 1 == len(self.parts):
            found.append(head)
            return
        start += step * length
        for skipped in range(spare + 1):
            if sets[index + 1] >> start & 1:
                self._extend(found, head, sets, index + 1, start, step, spare - skipped)
            start += step


def _part_found(board: Board, part: tuple[Cell, ...], step: int) -> int:
    """The cells from which the part matches; rows that leave the board are not taken out."""
    cells = part[0].found(board)
    for i in range(1, len(part)):
        if not cells:
            return 0
        shift = step * i
        others = part[i].found(board)
        cells &= others >> shift if shift > 0 else others << -shift
    return cells


@dataclass(frozen=True, slots=True)
class PreparedRule:
    """A rule with its patterns spelt out."""

    rule: Rule
    rows: tuple[Row, ...]
    needed_objects: int
    needed_movements: int
    """Without these somewhere on the board there is no match."""

    def found(self, board: Board) -> list[list[RowMatch]]:
        """The matches of each row; empty if one has none."""
        if self.needed_objects & ~board.held or self.needed_movements & ~board.moving_bits:
            return []
        direction = self.rule.direction
        sets: list[list[int]] = []
        for row in self.rows:
            row_sets = row.part_sets(board, direction)
            if not row_sets:
                return []
            sets.append(row_sets)
        result = [row.matches(board, direction, row_sets) for row, row_sets in zip(self.rows, sets, strict=True)]
        return result if all(result) else []

    def still_matches(self, board: Board, match: tuple[RowMatch, ...]) -> bool:
        """Whether a match that was found before still is one."""
        return all(
            cell.matches(board, at)
            for row, cells in zip(self.rows, match, strict=True)
            for cell, at in zip(row.cells, cells, strict=True)
        )


PreparedGroup: TypeAlias = tuple[PreparedRule, ...]


def combined(matches: list[list[RowMatch]]) -> Iterator[tuple[RowMatch, ...]]:
    """Every choice of one match per row; that of the first row changes fastest."""
    if len(matches) == 1:
        return zip(matches[0], strict=True)
    return (choice[::-1] for choice in product(*matches[::-1]))


def _prepare_cell(pattern: CellPattern, known: dict[CellPattern, Cell]) -> Cell:
    if pattern not in known:
        known[pattern] = Cell(
            pattern,
            tuple(bits(pattern.movements_present)),
            tuple(bits(pattern.objects_present)),
            tuple(tuple(bits(choice)) for choice in pattern.any_objects_present),
            tuple(bits(pattern.objects_missing)),
            tuple(bits(pattern.movements_missing)),
        )
    return known[pattern]


def _prepare_row(row: CellRow, known: dict[CellPattern, Cell]) -> Row:
    parts: list[list[Cell]] = [[]]
    for pattern in row:
        if pattern is not None:
            parts[-1].append(_prepare_cell(pattern, known))
        elif parts[-1]:
            parts.append([])
    return Row(tuple(cell for part in parts for cell in part), tuple(tuple(part) for part in parts if part))


def _prepare_rule(rule: Rule, known: dict[CellPattern, Cell]) -> PreparedRule:
    return PreparedRule(
        rule,
        tuple(_prepare_row(row, known) for row in rule.rows),
        union(pattern.objects_present for pattern in rule.patterns),
        union(pattern.movements_present for pattern in rule.patterns),
    )


@lru_cache(maxsize=16)
def prepare(program: Program) -> tuple[tuple[PreparedGroup, ...], tuple[PreparedGroup, ...]]:
    """The rules of the program prepared, and the late ones."""
    known: dict[CellPattern, Cell] = {}

    def prepared(groups: tuple[RuleGroup, ...]) -> tuple[PreparedGroup, ...]:
        return tuple(tuple(_prepare_rule(rule, known) for rule in group) for group in groups)

    return prepared(program.rules), prepared(program.late_rules)
