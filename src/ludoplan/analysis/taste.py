"""What makes a level good, beyond being long: surprise, choice, economy, looks. Each part is between 0 and 1.

- surprise: how many steps of a shortest solution lead away from the goal, by the estimate by which moves look good; a
  third of the steps is all that one can wish for.
- choice: how little of the solution is a walk without a choice. A step is forced if all other moves lead back to where
  one has just been; the longest run of such steps counts.
- economy: how many of the pieces are needed.
- looks: how much of the ground is its own mirror image, by the best of the axes.

What a game does not have is left out; the score is the weighted mean of the rest, in percent. A solution of fewer than
ten steps is hardly a puzzle: it counts by as many tenths as it has steps.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ..core.parts import Cell
from ..core.referee import Replay
from ..core.result import Result
from ..core.symmetry import TURNS
from ..core.task import Task
from .analyse import looks
from .production import Made

WEIGHTS = {"surprise": 0.4, "choice": 0.25, "economy": 0.2, "looks": 0.15}
ENOUGH = 1 / 3  # of the steps, away from the goal
SHORT = 10  # steps


@dataclass(frozen=True)
class Taste:
    """How good a level is, from 0 to 100, and the parts that this rests on."""

    score: float
    parts: dict[str, float]

    def __str__(self) -> str:
        parts = ", ".join(f"{name} {value:.0%}" for name, value in self.parts.items())
        return f"taste {self.score:.0f}" + (f" ({parts})" if parts else "")


def taste_of(task: Task, made: Made) -> Taste:
    """How good a made level is; one without a solution has only its looks."""
    parts: dict[str, float] = {}
    if task.game.marks is None:  # where digits are filled in, in any order, steps say nothing
        parts |= along(task, made.result)
    if made.pieces:
        parts["economy"] = 1 - len(made.decoys) / made.pieces
    design = task.game.design
    if design is not None and design.ground is not None:
        parts["looks"] = mirrored(set(design.ground(task.level)))
    weight = sum(WEIGHTS[name] for name in parts)
    score = 100 * sum(WEIGHTS[name] * value for name, value in parts.items()) / weight if weight else 0.0
    plan = made.result.plan
    score *= 1.0 if plan is None else min(1.0, len(plan.moves) / SHORT)
    return Taste(round(score, 1), {name: round(value, 3) for name, value in parts.items()})


def along(task: Task, result: Result) -> dict[str, float]:
    """What the steps of the solution say."""
    if result.plan is None or not result.plan.moves:
        return {}
    game, level = task.game, task.level
    name = looks(task)
    estimate = game.heuristics[name].estimate if name in game.heuristics else None
    replay = Replay(task)
    before: Any = None
    away = run = longest = 0
    can_go_away = False
    for text in result.plan.moves:
        state = replay.state
        others = [after for move in game.moves(level, state) if (after := game.apply(level, state, move)) != before]
        run = run + 1 if len(others) <= 1 else 0
        longest = max(longest, run)
        replay.play(text)
        if estimate is not None:
            here = estimate(level, state)
            away += estimate(level, replay.state) > here
            can_go_away = can_go_away or any(estimate(level, other) > here for other in others)
        before = state
    steps = len(result.plan.moves)
    # Where no move ever looks like a step back, there is nothing to be surprised at.
    found = {"surprise": min(1.0, away / steps / ENOUGH)} if can_go_away else {}
    return {**found, "choice": 1 - longest / steps}


def mirrored(ground: Collection[Cell]) -> float:
    """The share of the cells that some mirror, or half a turn, leads to cells of the ground again."""
    top, left = min(row for row, _ in ground), min(column for _, column in ground)
    extent = max(row for row, _ in ground) - top + 1, max(column for _, column in ground) - left + 1
    moved = {(row - top, column - left) for row, column in ground}
    best = 0
    for turn in TURNS[1:]:
        if turn.extent(extent) == extent:
            best = max(best, len(moved & {turn.cell(cell, extent) for cell in moved}))
    return best / len(moved)


def evenly(scores: list[float], count: int) -> list[int]:
    """The numbers of so many scores that rise as evenly as these allow, in rising order."""
    order = sorted(range(len(scores)), key=scores.__getitem__)
    lowest, highest = scores[order[0]], scores[order[-1]]
    chosen: list[int] = []
    for place in range(count):
        wanted = lowest + (highest - lowest) * place / max(1, count - 1)
        # Those after it must have enough left.
        left = order[order.index(chosen[-1]) + 1 if chosen else 0 : len(order) - (count - place - 1)]
        chosen.append(min(left, key=lambda number: abs(scores[number] - wanted)))
    return chosen
