"""How hard a board is for people, and the next step that a person would find."""

from __future__ import annotations

from collections import Counter
from math import log2

from ...core.parts import Grade
from .rules import Placement, State, SudokuLevel
from .solvers import count_solutions
from .techniques import TECHNIQUES, Notes, Step

SEARCH = "needs search"
DIFFICULTIES = ("easy", "medium", "hard", "extreme")
HARDEST_OF = {"easy": "hidden single", "medium": "hidden triple", "hard": "chain", "extreme": SEARCH}
ORDER = [*TECHNIQUES, SEARCH]


def grade(box: int, state: State) -> str:
    """The hardest technique needed, `needs search`, or `ambiguous` or `impossible` for what is no puzzle."""
    solutions = count_solutions(box, state)
    if solutions != 1:
        return "ambiguous" if solutions else "impossible"
    return max(rounds(box, state), key=ORDER.index, default=ORDER[0])


def rounds(box: int, state: State) -> list[str]:
    """The techniques that lead to the solution, the easiest that yields anything each time; maybe at last a search.

    Of a technique all instances are taken at once. So the grade does not depend on an order of cells or digits, and is
    the same for boards that the symmetries of Sudoku turn into each other.
    """
    notes = Notes(box, state)
    taken = []
    while notes.marks:
        for technique, find in TECHNIQUES.items():
            steps = list(find(notes))
            if steps:
                taken.append(technique)
                for step in steps:
                    notes.take(step)
                break
        else:
            return [*taken, SEARCH]
    return taken


def graded(level: SudokuLevel) -> Grade | None:
    """The grade as a number too: first by the hardest technique, then by blank cells and rounds. None: no puzzle."""
    if count_solutions(level.box, level.clues) != 1:
        return None
    taken = rounds(level.box, level.clues)
    hardest = max(taken, key=ORDER.index, default=ORDER[0])
    score = 3 * ORDER.index(hardest) + log2(1 + level.clues.count(0)) + log2(1 + len(taken))
    used = ", ".join(f"{count} {name}" for name, count in Counter(taken).items())
    return Grade(round(score, 2), difficulty_of(hardest), f"{hardest} ({len(taken)} rounds: {used})")


def difficulty_of(technique: str) -> str:
    """The word for a grade: easy, medium, hard or extreme."""
    if technique not in ORDER:
        return technique
    return next(word for word in DIFFICULTIES if ORDER.index(technique) <= ORDER.index(HARDEST_OF[word]))


def way_to_a_placement(box: int, state: State) -> list[Step] | None:
    """Steps, easiest first, the last of which places a digit; only those that it needs. None: needs search."""
    notes = Notes(box, state)
    taken: list[Step] = []
    while notes.marks:
        step = next((step for find in TECHNIQUES.values() for step in find(notes)), None)
        if step is None:
            return None
        if step.placed:
            return needed(box, state, taken, step)
        taken.append(step)
        notes.take(step)
    return None


def needed(box: int, state: State, taken: list[Step], last: Step) -> list[Step]:
    """The steps without those that can be left out: all others and the last one must still be found."""

    def works(steps: list[Step]) -> bool:
        notes = Notes(box, state)
        for step in [*steps, last]:
            again = TECHNIQUES[step.technique](notes)
            # The same reason may strike out more where less was struck out before.
            if not any(found.reason == step.reason for found in again):
                return False
            notes.take(step)
        return True

    for step in list(taken):
        fewer = [other for other in taken if other is not step]
        if works(fewer):
            taken = fewer
    return [*taken, last]


def next_placement(box: int, state: State) -> tuple[Placement, str] | None:
    """The digit that a person would place next, and why; None where only search helps."""
    steps = way_to_a_placement(box, state)
    if steps is None:
        return None
    reasons = [f"{step.technique}: {step.reason}" for step in steps]
    return steps[-1].placed[0], "; then ".join(reasons)
