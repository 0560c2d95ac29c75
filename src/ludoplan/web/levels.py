"""Levels played, drawn and edited for the page. All rules are the games' own."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ..core.draw import draw_animation, draw_steps, draw_svg
from ..core.engine import Task
from ..core.errors import LudoplanError
from ..core.referee import Replay
from ..core.scene import Scene
from . import schemas
from .reading import bundled_of, game_of

MOST_DRAWN = 4_000_000  # cells of all steps of an animation together


def picture(task: Task) -> dict[str, Any]:
    """The level in the game's own writing, and its picture."""
    game, level = task.game, task.level
    rows, columns = game.picture_size(level)
    return {
        "level": game.format(level),
        "svg": draw_svg(game.view(level, game.initial(level)), styled=False),
        "rows": rows,
        "columns": columns,
        "objective": game.objective_of(level),
    }


class Positions:
    """Games in progress by their moves, so that one more move does not replay all others."""

    MOST = 200

    def __init__(self) -> None:
        self.known: OrderedDict[tuple[str, Any, tuple[str, ...]], Replay] = OrderedDict()

    def after(self, task: Task, moves: Sequence[str]) -> tuple[Replay, schemas.Illegal | None]:
        """The game after these moves, or before the first one that is illegal."""
        done = len(moves)
        while done and (task.game.name, task.level, tuple(moves[:done])) not in self.known:
            done -= 1
        replay = Replay(task)
        if done:
            before = self.known[task.game.name, task.level, tuple(moves[:done])]
            replay.state, replay.moves, replay.summed = before.state, list(before.moves), before.summed
        for step, text in enumerate(moves[done:], start=done + 1):
            reason = replay.play(text)
            if reason is not None:
                return replay, schemas.Illegal(step=step, move=text, reason=reason)
        self.known[task.game.name, task.level, tuple(moves)] = replay
        while len(self.known) > self.MOST:
            self.known.popitem(last=False)
        return replay, None


POSITIONS = Positions()


def play(task: Task, moves: Sequence[str]) -> schemas.PlayOutput:
    """The picture after the moves, and what can be done next."""
    game, level = task.game, task.level
    replay, illegal = POSITIONS.after(task, moves)
    rows, columns = game.picture_size(level)
    legal = [] if replay.is_goal() else list(game.moves(level, replay.state))
    return schemas.PlayOutput(
        svg=draw_svg(game.view(level, replay.state), styled=False),
        rows=rows,
        columns=columns,
        place=list(game.place(level, replay.state)),
        moves=[
            schemas.MoveOutput(
                text=game.move_to_text(level, move), cells=list(game.cells_of_move(level, replay.state, move))
            )
            for move in legal
        ],
        played=[game.move_to_text(level, move) for move in replay.moves],
        cost=replay.cost(),
        solved=replay.is_goal(),
        illegal=illegal,
    )


def scenes_of(task: Task, moves: Sequence[str]) -> tuple[list[Scene], Replay, schemas.Illegal | None]:
    """The pictures of all states, up to the first illegal move; raises LudoplanError if they are too many."""
    game, level = task.game, task.level
    rows, columns = game.picture_size(level)
    if rows * columns * (len(moves) + 1) > MOST_DRAWN:
        raise LudoplanError("the plan is too long to be drawn step by step")
    replay = Replay(task)
    scenes = [game.view(level, replay.state)]
    for step, text in enumerate(moves, start=1):
        reason = replay.play(text)
        if reason is not None:
            return scenes, replay, schemas.Illegal(step=step, move=text, reason=reason)
        scenes.append(game.view(level, replay.state))
    return scenes, replay, None


def steps(task: Task, moves: Sequence[str]) -> schemas.StepsOutput:
    scenes, replay, illegal = scenes_of(task, moves)
    rows, columns = task.game.picture_size(task.level)
    return schemas.StepsOutput(
        svg=draw_steps(scenes),
        rows=rows,
        columns=columns,
        steps=len(scenes),
        cost=replay.cost(),
        solved=replay.is_goal(),
        illegal=illegal,
    )


def file_picture(task: Task, moves: Sequence[str]) -> str:
    """A picture to be kept: of the level or, with moves, animated."""
    scenes = scenes_of(task, moves)[0]
    return draw_animation(scenes) if len(scenes) > 1 else draw_svg(scenes[0])


@lru_cache(maxsize=512)
def thumbnail(game: str, name: str) -> str:
    of = game_of(game)
    level = of.parse(bundled_of(game, name).text(), name)
    return draw_svg(of.view(level, of.initial(level)))
