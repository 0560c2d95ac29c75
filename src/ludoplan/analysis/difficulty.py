"""One number for how hard a level is, from its analysis.

Five things make a level hard, and each adds to the score: a long solution, choices at which chance goes wrong, a large
space to get lost in, dead ends, and moves that look right and are not. The first three count by their logarithm: twice
as long is one step harder, at every length. The weights are set so that the order of the bundled levels comes out
(benchmarks/results/designer.md); the words are the same for all games.
"""

from __future__ import annotations

from dataclasses import replace
from math import log2

from ..core.parts import Grade
from ..core.task import Task
from .analyse import Analysis

LENGTH, BITS, STATES, DEAD, DECOYS = 4.0, 0.5, 0.5, 1.0, 1.0
# The score from which a word holds.
WORDS = {"easy": 0.0, "medium": 18.0, "hard": 26.0, "extreme": 34.0}


def graded(task: Task, analysis: Analysis) -> Analysis:
    """The analysis with its grade: the game's own, or by the score; without one where the level has no solution."""
    design = task.game.design
    own = design.grade(task.level) if design is not None and design.grade is not None else None
    if own is not None:
        return replace(analysis, difficulty=own)
    value = score(analysis)
    return analysis if value is None else replace(analysis, difficulty=Grade(round(value, 2), word_of(value)))


def score(analysis: Analysis) -> float | None:
    """How hard the level is; None where that is not known."""
    if analysis.length is None or analysis.bits is None:
        return None
    return (
        LENGTH * log2(1 + analysis.length)
        + BITS * log2(1 + analysis.bits)
        + STATES * log2(analysis.states)
        + DEAD * (analysis.dead_share or 0)
        + DECOYS * (analysis.decoys or 0)
    )


def word_of(value: float) -> str:
    """The word for a score."""
    return [word for word, least in WORDS.items() if value >= least][-1]
