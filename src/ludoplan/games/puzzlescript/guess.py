"""How far a board seems to be from its win conditions, as the native level guesses it; no bound."""

from __future__ import annotations

from collections.abc import Sequence

from .level import PuzzleScriptLevel
from .play import PlayState
from .program import ALL, NO, WinCondition

Place = tuple[int, int]

FAR = 1 << 20
WEIGHT = 4  # a step of a subject against one of the player
MISSING = 10  # something that is not there has to be made somehow


def distance(level: PuzzleScriptLevel, state: PlayState) -> int:
    """Steps that subjects are away from their targets, and the player from the nearest one that has still to go."""
    if state.won:
        return 0
    program, cells, height = level.program, state.state.objects, state.state.height
    waiting: list[Place] = []
    steps = sum(_away(condition, cells, height, waiting) for condition in program.win_conditions)
    players = _places(program.player_mask, program.player_is_aggregate, cells, height)
    walk = min((_nearest(place, players) for place in waiting), default=FAR) if players else FAR
    return steps * WEIGHT + (0 if walk == FAR else walk)


def _away(win: WinCondition, cells: Sequence[int], height: int, waiting: list[Place]) -> int:
    subjects = _places(win.subject, win.subject_is_aggregate, cells, height)
    targets = _places(win.target, win.target_is_aggregate, cells, height)
    if win.kind == NO:
        there = set(targets)
        wrong = [place for place in subjects if place in there]
        waiting += wrong
        return MISSING * len(wrong)
    if not targets:
        return 0 if win.kind == ALL and not subjects else MISSING
    steps = [_nearest(place, targets) for place in subjects]
    waiting += [place for place, away in zip(subjects, steps, strict=True) if away]
    return sum(steps) if win.kind == ALL else min([MISSING, *steps])


def _places(mask: int, needs_all: bool, cells: Sequence[int], height: int) -> list[Place]:
    return [
        divmod(place, height) for place, cell in enumerate(cells) if (cell & mask == mask if needs_all else cell & mask)
    ]


def _nearest(place: Place, others: Sequence[Place]) -> int:
    return min((abs(place[0] - x) + abs(place[1] - y) for x, y in others), default=FAR)
