"""Two ways to walk through a maze without a map: the mouse and the wall follower. They take games with headings."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from ..core.engine import Engine, Progress, Request
from ..core.limits import Stopped
from ..core.options import Option
from ..core.referee import Replay
from ..core.result import STOPPED_WORDS, Answer, Stats, Status
from ..core.task import Task

HAND = Option("hand", str, "left", "the hand that stays on the wall", choices=("left", "right"))
SWITCH_HANDS = Option(
    "switch-hands", int, 0, "how often to try the other hand after coming back to the start", minimum=0, bare=1
)
MOST_STEPS = Option("most-steps", int, 10_000_000, "give up after so many steps", minimum=0)


# The next heading, by its place in the clockwise order, or a reason to give up.
Choice = int | str
Chooser = Callable[[Any, int | None, dict[int, Any]], Choice]


class Walker(Engine):
    """Someone who stands in a state, looks in a direction and takes one step after the other."""

    keeps_limits = True

    def refuses(self, task: Task) -> str | None:
        if len(task.game.headings) != 4:
            return f"{self.name}: {task.game.name} has no four headings to walk along"
        return None

    def chooser(self, request: Request) -> Chooser:
        """What decides at every step, given the state, the heading so far and the ways that are open."""
        raise NotImplementedError

    def solve(self, task: Task, request: Request) -> Answer:
        game, level, headings = task.game, task.level, task.game.headings
        began = time.perf_counter()
        walk = Replay(task)
        walk.play_all(request.prefix)
        state = walk.state
        choose = self.chooser(request)
        heading: int | None = None
        steps: list[str] = []
        generated = 0
        status, message = Status.SOLVED, None
        try:
            while not game.is_goal(level, state):
                ways = open_headings(task, state)
                generated += len(ways)
                choice = choose(state, heading, ways)
                if isinstance(choice, str):
                    status, message = Status.INCOMPLETE, choice
                    break
                heading = choice
                if request.expanding is not None:
                    request.expanding(state)
                state = game.apply(level, state, ways[heading])
                steps.append(headings[heading])
                if len(steps) >= request.options["most_steps"]:
                    status, message = Status.INCOMPLETE, f"gave up after {len(steps)} steps"
                    break
                if len(steps) % 64 == 0:
                    request.budget.check()
                if len(steps) % 4096 == 0 and request.progress is not None:
                    is_wanted = request.progress(Progress(request.budget.elapsed(), len(steps), generated))
                    if not is_wanted:
                        raise Stopped(Status.CANCELLED)
        except Stopped as stopped:
            status, message = stopped.status, STOPPED_WORDS[stopped.status]
        seconds = round(time.perf_counter() - began, 6)
        stats = Stats(search_seconds=seconds, expanded=len(steps), generated=generated, stored=1)
        return Answer(status, steps if status is Status.SOLVED else None, message=message, stats=stats)


def open_headings(task: Task, state: Any) -> dict[int, Any]:
    """The legal moves that are headings, by their place in the clockwise order."""
    game, level = task.game, task.level
    found = ((game.move_to_text(level, move), move) for move in game.moves(level, state))
    return {game.headings.index(text): move for text, move in found if text in game.headings}


class Mouse(Walker):
    name = "mouse"
    summary = "random mouse: straight on, at random at junctions, back only at dead ends"
    options = (MOST_STEPS,)

    def chooser(self, request: Request) -> Chooser:
        rng = random.Random(request.seed)

        def choose(state: Any, heading: int | None, ways: dict[int, Any]) -> Choice:
            if not ways:
                return "there is no way to go"
            back = None if heading is None else (heading + 2) % 4
            onward = [way for way in ways if way != back]
            if not onward:
                (turned,) = ways
                return turned
            return rng.choice(onward) if len(onward) > 1 else onward[0]

        return choose


class WallFollower(Walker):
    name = "wall"
    summary = "wall follower: one hand always on the wall"
    options = (HAND, SWITCH_HANDS, MOST_STEPS)

    def chooser(self, request: Request) -> Chooser:
        hand = -1 if request.options["hand"] == "left" else 1
        switches_left = request.options["switch_hands"]
        seen: set[tuple[Any, int]] = set()

        def choose(state: Any, heading: int | None, ways: dict[int, Any]) -> Choice:
            nonlocal hand, switches_left
            if not ways:
                return "there is no way to go"
            # To the hand's side, else straight on, else away from the hand, else back. At first it looks the first way.
            facing = next(iter(ways)) if heading is None else heading
            turns = (0, -hand, 2, hand) if heading is None else (hand, 0, -hand, 2)
            way = next((facing + turn) % 4 for turn in turns if (facing + turn) % 4 in ways)
            if (state, way) in seen:
                if switches_left == 0:
                    return "came back to where it was, going the same way: this wall does not lead to the goal"
                switches_left -= 1
                hand = -hand
                seen.clear()
            seen.add((state, way))
            return way

        return choose


ENGINES = (Mouse(), WallFollower())
