"""How far a board is from its win conditions, by the native level's tables: a bound, and a guess for greedy search."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ..._native import PuzzleScriptGoalKind as GoalKind
from .level import PuzzleScriptLevel
from .native import native_level
from .play import PlayState
from .program import ALL, NO, WinCondition, holds

Place = tuple[int, int]

FAR = 1 << 20
WEIGHT = 4  # a step of a subject against one of the player
MISSING = 10  # something that is not there has to be made somehow


class Goal(NamedTuple):
    """What a win condition asks of objects: steps by cell, or -1 where there is no way."""

    win: int
    kind: GoalKind
    objects: Sequence[int]
    steps: Sequence[int]
    wanted: int
    is_counted: bool
    movers: int
    takers: int
    by_way: Sequence[Sequence[int]]
    is_approached: bool
    is_summed: bool


class Approach(NamedTuple):
    """Where a player has to come before any of some objects moves: beside it, perhaps only after the turn."""

    objects: Sequence[int]
    places: Sequence[tuple[int, bool]]
    steps: Sequence[int]


@lru_cache(maxsize=4)
def goals_of(level: PuzzleScriptLevel) -> tuple[Goal, ...]:
    return tuple(Goal(*goal) for goal in native_level(level).goals())


@lru_cache(maxsize=4)
def approach_of(level: PuzzleScriptLevel) -> Approach | None:
    found = native_level(level).approach()
    return None if found is None else Approach(*found)


def bound(level: PuzzleScriptLevel, state: PlayState) -> float:
    """Moves that it takes at least; infinite if it cannot be won any more."""
    if state.won:
        return 0
    needs: dict[bool, list[tuple[float, list[float]]]] = {True: [], False: []}
    summed = 0.0
    for goal in goals_of(level):
        places = _steps(goal, state)
        turns, _ = _look(goal, places)
        if turns == math.inf:
            return math.inf
        needs[goal.is_approached].append((turns, [_most(goal, steps, places) if turns else 0 for steps in goal.by_way]))
        if goal.is_summed:
            summed += sum(sorted(left for _, left in places)[: goal.wanted or None])
    movers = native_level(level).movers
    apart = max(_turns_of(needs[True]), math.ceil(summed / movers) if movers else 0)
    approach = approach_of(level)
    if apart and approach is not None:
        apart += _walk(level, approach, state)
    return max(1, apart, _turns_of(needs[True] + needs[False]))


def _turns_of(needs: list[tuple[float, list[float]]]) -> float:
    """Turns for all of them: each way as many as the one that needs most."""
    each_way = sum(max((ways[way] for _, ways in needs), default=0.0) for way in range(4))
    return max([each_way, *(turns for turns, _ in needs)])


def _most(goal: Goal, steps: Sequence[int], places: Sequence[tuple[int, float]]) -> float:
    """Steps one way of the object that needs most of them."""
    found = sorted(steps[cell] for cell, _ in places) if steps else []
    return max(found[: goal.wanted or None], default=0)


def _walk(level: PuzzleScriptLevel, approach: Approach, state: PlayState) -> float:
    """Steps of a player to the nearest place from which something can be set in motion."""
    cells, mask = state.state.objects, level.program.player_mask
    players = [cell for cell, objects in enumerate(cells) if objects & mask]
    least = math.inf
    for cell, objects in enumerate(cells):
        if not any(objects >> thing & 1 for thing in approach.objects):
            continue
        for beside, is_over in approach.places:
            if 0 <= cell + beside < len(cells):
                walks = [approach.steps[(cell + beside) * len(cells) + player] for player in players]
                least = min([least, *(max(walk - is_over, 0) for walk in walks if walk >= 0)])
    return least


def distance(level: PuzzleScriptLevel, state: PlayState) -> float:
    """Steps that subjects are away from their targets, and the player from the nearest one that has still to go."""
    if state.won:
        return 0
    program, cells, height = level.program, state.state.objects, state.state.height
    waiting: list[Place] = []
    away = [0.0] * len(program.win_conditions)
    for goal in goals_of(level):
        places = _steps(goal, state)
        turns, steps = _look(goal, places)
        if turns == math.inf:
            return math.inf
        away[goal.win] = max(away[goal.win], steps)
        waiting += [divmod(cell, height) for cell, left in places if 0 < left < math.inf]
    guesses = [_away(condition, cells, height, waiting) for condition in program.win_conditions]
    steps = sum(map(max, away, guesses))
    players = _places(program.player_mask, program.player_is_aggregate, cells, height)
    walk = min((_nearest(place, players) for place in waiting), default=FAR) if players else FAR
    return steps * WEIGHT + (0 if walk == FAR else walk)


def _steps(goal: Goal, state: PlayState) -> list[tuple[int, float]]:
    """The cells of the goal's objects, and the steps from there."""
    return [
        (cell, math.inf if goal.steps[cell] < 0 else goal.steps[cell])
        for cell, objects in enumerate(state.state.objects)
        for thing in goal.objects
        if objects >> thing & 1
    ]


def _look(goal: Goal, places: Sequence[tuple[int, float]]) -> tuple[float, float]:
    """Turns that the goal takes at least, and steps that seem to be wanted."""
    steps = sorted(left for _, left in places)
    if goal.kind == GoalKind.some:
        least = min(steps, default=math.inf)
        return _turns(goal, least, least), least
    if goal.kind == GoalKind.cover:
        steps = steps[: goal.wanted] if len(steps) >= goal.wanted else [math.inf]
    turns = _turns(goal, sum(steps), max(steps, default=0))
    if goal.takers == 0 or turns == math.inf:
        return turns, sum(steps)
    return max(turns, math.ceil(len(steps) / goal.takers)), sum(steps) + len(steps)


def _turns(goal: Goal, steps: float, most: float) -> float:
    """Turns for so many steps in all, so many of them by one object."""
    if most in (0, math.inf):
        return most
    if not goal.is_counted:
        return 1
    return most if goal.kind == GoalKind.some or goal.movers == 0 else max(most, math.ceil(steps / goal.movers))


def _away(win: WinCondition, cells: Sequence[int], height: int, waiting: list[Place]) -> int:
    """Steps as the crow flies."""
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
    return [divmod(place, height) for place, cell in enumerate(cells) if holds(cell, mask, needs_all)]


def _nearest(place: Place, others: Sequence[Place]) -> int:
    return min((abs(place[0] - x) + abs(place[1] - y) for x, y in others), default=FAR)
