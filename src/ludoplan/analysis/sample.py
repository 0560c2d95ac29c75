"""What can be said of a level whose state space is too large to be explored.

- status, cost, length: from the game's best solver, as exact as ever.
- branching, forced, fatal_steps, decoys, bits, steps: along the solver's solution, not over all shortest ones. Each
  move at (at most MOST_STEPS of) its steps is judged by a search from where it leads, bounded by PROBE nodes; a move
  that stays undecided counts as neither right nor fatal. Sums are scaled up to the whole solution.
- dead_share: the share of dead states among the ends of random walks, of those that were decided.
- first_dead: the least depth at which a dead state was found: it may be less in truth.
- states: those that were seen before the limit came. Everything else is not known.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import log2
from typing import Any

from ..core.engine import Progress
from ..core.limits import Budget, Limits
from ..core.referee import Replay
from ..core.result import Status
from ..core.task import Task
from ..running.solve import solve
from .analyse import Analysis, Step
from .hint import hint

MOST_STEPS = 24
MOST_PROBES = 600  # about so many moves are judged_moves
MOST_WALKS = 40
PROBE = 20_000  # nodes
SEED = 0


@dataclass(frozen=True)
class JudgedMove:
    """A legal move at a step: the cost of the best solution through it, that it is fatal, or neither."""

    text: str
    estimate: float
    total: float | None
    is_fatal: bool


def sampled(task: Task, seen: Analysis, budget: Budget, progress: Callable[[Progress], bool] | None = None) -> Analysis:
    """The analysis of a level of which only a part was explored."""
    # The limit on nodes was for exploring; probes have their own.
    budget = Budget(replace(budget.limits, nodes=None), budget.started)
    result = solve(task, limits=budget, progress=progress)
    found = replace(seen, status=result.status, message=f"sampled: more than {seen.states:,} states")
    if result.status is Status.UNSOLVABLE:
        return replace(found, dead_share=1.0, first_dead=0)
    if result.status is not Status.OPTIMAL or result.plan is None:
        return replace(found, message=f"{found.message}; no proven optimum: {result.message or result.status}")
    plan = result.plan
    found = replace(found, cost=plan.cost, length=len(plan.moves))
    found = replace(found, **along(task, plan.moves, plan.cost, budget))
    return replace(found, **around(task, len(plan.moves), found.first_dead, budget))


def along(task: Task, moves: Sequence[str], cost: float, budget: Budget) -> dict[str, Any]:
    """The figures of a solution's steps."""
    game = Replay(task)
    branching = sum(1 for _ in task.game.moves(task.level, game.state))
    count = min(len(moves), MOST_STEPS, 1 + MOST_PROBES // max(1, branching))
    places = {len(moves) * number // max(1, count) for number in range(count)}
    steps: list[Step] = []
    for place, text in enumerate(moves):
        if place in places and not budget.is_out_of_time():
            steps.append(step_of(place + 1, text, list(judged_moves(task, game, moves[:place], budget)), cost))
        game.play(text)
    if not steps:
        return {}
    scale = len(moves) / len(steps)
    return {
        "steps": tuple(steps),
        "branching": round(sum(step.legal for step in steps) / len(steps), 6),
        "forced": round(scale * sum(step.legal == 1 for step in steps), 6),
        "fatal_steps": round(scale * sum(step.fatal > 0 for step in steps), 6),
        "decoys": round(sum(step.decoys / step.tempting for step in steps) / len(steps), 6),
        "bits": round(scale * sum(log2(step.legal / step.right) for step in steps), 6),
        "first_dead": min((step.number for step in steps if step.fatal), default=None),
    }


def judged_moves(task: Task, game: Replay, played: Sequence[str], budget: Budget) -> Iterator[JudgedMove]:
    """All legal moves of a game in progress."""
    rules, level = task.game, task.level
    name = rules.looks or rules.default_heuristic(level)
    for move in rules.moves(level, game.state):
        text = rules.move_to_text(level, move)
        after = rules.apply(level, game.state, move)
        estimate = -1 if rules.is_goal(level, after) else rules.heuristics[name].estimate(level, after) if name else 0
        total, is_lost = None, False
        if not budget.is_out_of_time():
            total, is_lost = through(task, (*played, text), budget)
        yield JudgedMove(text, estimate, total, is_lost)


def through(task: Task, played: Sequence[str], budget: Budget) -> tuple[float | None, bool]:
    """The cost of a best solution that begins with these moves, if it was found, and whether there is none."""
    found = hint(task, played, Limits(seconds=budget.seconds_left(), nodes=PROBE))
    if found.moves is None or not found.is_shortest:
        return None, found.is_lost
    game = Replay(task)
    game.play_all((*played, *found.moves))
    return game.cost(), False


def step_of(number: int, text: str, moves: Sequence[JudgedMove], cost: float) -> Step:
    """How the solution's move is chosen among the legal ones; it is right even if its search was too long."""
    best = min(move.estimate for move in moves)
    tempting = [move for move in moves if move.estimate == best]

    def is_right(move: JudgedMove) -> bool:
        return move.text == text or move.total == cost

    return Step(
        number,
        text,
        legal=len(moves),
        right=sum(map(is_right, moves)),
        fatal=sum(move.is_fatal for move in moves),
        tempting=len(tempting),
        decoys=sum(not is_right(move) for move in tempting),
    )


def around(task: Task, length: int, first_dead: int | None, budget: Budget) -> dict[str, Any]:
    """What random walks from the start say of the states around it."""
    rng = random.Random(SEED)
    dead = decided = 0
    for _ in range(MOST_WALKS):
        if budget.is_out_of_time():
            break
        played = walk(task, rng, rng.randint(1, 2 * length + 1))
        total, is_lost = through(task, played, budget)
        decided += is_lost or total is not None
        dead += is_lost
        if is_lost:
            first_dead = min(first_dead or len(played), len(played))
    return {"dead_share": round(dead / decided, 6) if decided else None, "first_dead": first_dead}


def walk(task: Task, rng: random.Random, steps: int) -> list[str]:
    """Random moves from the start, until the level ends."""
    rules, level = task.game, task.level
    state = rules.initial(level)
    played: list[str] = []
    while len(played) < steps and not rules.is_goal(level, state):
        moves = list(rules.moves(level, state))
        if not moves:
            break
        move = rng.choice(moves)
        played.append(rules.move_to_text(level, move))
        state = rules.apply(level, state, move)
    return played
