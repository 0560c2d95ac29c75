"""Sudoku as propositional clauses; the variable of cell c and digit d is c * size + d."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ...core.parts import Clauses
from .rules import State, SudokuLevel, geometry
from .solvers import PROOF, after, completion


def clauses(box: int) -> list[list[int]]:
    """The rules as clauses."""
    size = box * box
    places = geometry(box)
    found = [[cell * size + digit for digit in range(1, size + 1)] for cell in range(size * size)]
    for cell in range(size * size):
        found += [[-(cell * size + one), -(cell * size + other)] for one, other in combinations(range(1, size + 1), 2)]
    for digit in range(1, size + 1):
        for cells in places.units:
            found.append([cell * size + digit for cell in cells])
        found += [
            [-(cell * size + digit), -(peer * size + digit)]
            for cell, peers in enumerate(places.peers)
            for peer in peers
            if peer > cell
        ]
    return found


def known(box: int, state: State) -> list[int]:
    """The clues as literals."""
    size = box * box
    return [cell * size + digit for cell, digit in enumerate(state) if digit]


def board_of(box: int, model: Sequence[int]) -> bytes:
    """The board that a model stands for."""
    size = box * box
    board = bytearray(size**2)
    for literal in model:
        if 0 < literal <= size**3:
            board[(literal - 1) // size] = (literal - 1) % size + 1
    return bytes(board)


def encode(level: SudokuLevel, prefix: Sequence[str]) -> tuple[list[list[int]], list[int]]:
    return clauses(level.box), known(level.box, after(level, prefix))


def decode(level: SudokuLevel, prefix: Sequence[str], model: Sequence[int]) -> list[str]:
    return completion(level, after(level, prefix), board_of(level.box, model))


CLAUSES = Clauses(encode, decode, PROOF)
