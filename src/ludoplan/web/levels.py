"""Levels played, drawn and edited for the page. All rules are the games' own.

What is told is plain: dictionaries that `schemas` describes, which worker processes can do without.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..core.errors import LudoplanError
from ..core.referee import Replay, Verdict
from ..core.scene import Scene
from ..core.task import AnyGame, ParsedLevel, Task
from ..drawing.draw import draw_cell, draw_small, draw_steps, draw_svg
from ..drawing.pictures import cells_of_move, first_scene, flights_of, place_of, scene_of, size_of
from .reading import bundled_of, game_of, option_values

if TYPE_CHECKING:
    from . import schemas

MOST_DRAWN = 2_000_000  # cells of all steps of an animation together


def picture(found: ParsedLevel) -> dict[str, Any]:
    """The level in the game's own writing, and its picture."""
    game, level = found.game, found.level
    assert game.text is not None
    rows, columns = size_of(game, level)
    return {
        "level": game.text.format(level),
        **drawn(first_scene(game, level)),
        "rows": rows,
        "columns": columns,
        "objective": game.objective_of(level),
        "options": game.options_of(level),
    }


def map_of(game: AnyGame, level: Any, text: str, line: int) -> dict[str, Any]:
    """A level of a source: its own text, and the line of the source that it stands in."""
    rows, columns = size_of(game, level)
    svg = draw_svg(first_scene(game, level), styled=False)
    return {"level": text, "line": line, "svg": svg, "rows": rows, "columns": columns}


def drawn(scene: Scene) -> dict[str, str]:
    """A picture for the page, which sets the caption itself: in a large picture it would be too small to read."""
    return {"svg": draw_svg(replace(scene, caption=""), styled=False), "caption": scene.caption}


class Positions:
    """Games in progress by their moves, so that one more move does not replay all others."""

    MOST = 200

    def __init__(self) -> None:
        self.known: OrderedDict[tuple[str, Any, tuple[str, ...]], Replay] = OrderedDict()

    def after(self, task: Task, moves: Sequence[str]) -> tuple[Replay, Verdict | None]:
        """The game after these moves, or before the first one that is illegal."""
        before = None
        # What is asked for is one move more or less than before, or something else altogether.
        for done in (len(moves), len(moves) - 1, 0):
            before = self.known.get((task.game.name, task.level, tuple(moves[: max(0, done)])))
            if before is not None:
                break
        replay = Replay(task) if before is None else before.copy()
        fault = replay.play_all(moves[len(replay.moves) :])
        if fault is None:
            self.keep(replay, moves)
        return replay, fault

    def keep(self, replay: Replay, moves: Sequence[str]) -> None:
        self.known[replay.task.game.name, replay.task.level, tuple(moves)] = replay
        while len(self.known) > self.MOST:
            self.known.popitem(last=False)


POSITIONS = Positions()


def play(task: Task, moves: Sequence[str], then: Sequence[str] = (), ahead: bool = False) -> dict[str, Any]:
    """The picture after the moves, and what can be done next.

    Of those in `then` the illegal ones are passed over, as a key that does nothing, and the last of them is told.
    """
    game, level = task.game, task.level
    replay, illegal = POSITIONS.after(task, moves)
    told = "" if moves else game.message(level, None, None)
    flights: list[dict[str, Any]] = []
    if then and illegal is None:
        before = replay
        replay, told, illegal = go_on(before, then)
        if len(replay.moves) == len(before.moves) + 1:
            flights = flights_out(task, before.state, replay.moves[-1])
    legal = [] if replay.is_goal() else list(game.moves(level, replay.state))
    about = played(replay, illegal)
    return {
        **drawn(scene_of(game, level, replay.state)),
        **about,
        "told": told,
        "place": list(place_of(game, level, replay.state)),
        "moves": [
            {
                "text": game.move_to_text(level, move),
                "cells": list(cells_of_move(game, level, replay.state, move)),
            }
            for move in legal
        ],
        "played": [game.move_to_text(level, move) for move in replay.moves],
        "flights": flights,
        "ahead": pictures_ahead(replay, legal) if ahead and about["rows"] * about["columns"] <= MOST_AHEAD else {},
    }


def played(replay: Replay, fault: Verdict | None) -> dict[str, Any]:
    """What is told of a game in progress besides its pictures."""
    rows, columns = size_of(replay.task.game, replay.task.level)
    cost, solved = replay.cost(), replay.is_goal()
    illegal = None if fault is None else {name: getattr(fault, name) for name in ("step", "move", "reason")}
    return {"rows": rows, "columns": columns, "cost": cost, "solved": solved, "illegal": illegal}


def flights_out(task: Task, state: Any, move: Any) -> list[dict[str, Any]]:
    return [asdict(flight) for flight in flights_of(task.game, task.level, state, move)]


MOST_AHEAD = 500  # cells of a board that is drawn for each key


def pictures_ahead(replay: Replay, legal: Sequence[Any]) -> dict[str, dict[str, str]]:
    """What each key leads to, so that a page can show it before it has asked."""
    game, level = replay.task.game, replay.task.level
    texts = {game.move_to_text(level, move): move for move in legal}
    return {
        text: drawn(scene_of(game, level, game.apply(level, replay.state, texts[text])))
        for text in dict.fromkeys(game.keys.values())
        if text in texts
    }


def go_on(before: Replay, then: Sequence[str]) -> tuple[Replay, str, Verdict | None]:
    """The game after those of the moves that are legal, up to the goal; what it says to the player; and what it
    refused, if that came last."""
    game, level = before.task.game, before.task.level
    replay = before.copy()
    told: list[str] = []
    illegal = None
    for text in then:
        if replay.is_goal():
            break
        state = replay.state
        illegal = replay.play_all([text])
        if illegal is None:
            told.append(game.message(level, state, replay.moves[-1]))
    POSITIONS.keep(replay, [game.move_to_text(level, move) for move in replay.moves])
    return replay, "\n".join(filter(None, told)), illegal


def along(task: Task, moves: Sequence[str]) -> tuple[list[Any], Replay, Verdict | None]:
    """The states up to the first illegal move, which is told; raises LudoplanError if they are too many to be drawn."""
    rows, columns = size_of(task.game, task.level)
    if rows * columns * (len(moves) + 1) > MOST_DRAWN:
        raise LudoplanError("the plan is too long to be drawn step by step")
    replay = Replay(task)
    states = [replay.state]
    return states, replay, replay.play_all(moves, states.append)


def scenes_of(task: Task, states: Sequence[Any]) -> list[Scene]:
    """The pictures of states, without the pictures as text, which would take most of the memory."""
    return [replace(scene_of(task.game, task.level, state), lines=()) for state in states]


def steps(task: Task, moves: Sequence[str]) -> dict[str, Any]:
    """All steps of a plan in one picture, and by the number of the step before: what flies while a move is made."""
    states, replay, illegal = along(task, moves)
    flights = (flights_out(task, state, move) for state, move in zip(states, replay.moves, strict=False))
    return {
        "svg": draw_steps(scenes_of(task, states)),
        **played(replay, illegal),
        "steps": len(states),
        "flights": {step: flown for step, flown in enumerate(flights) if flown},
    }


def legend(task: Task) -> list[dict[str, str]]:
    """What there is on a level: words and the picture of a cell."""
    view = task.game.view
    if view is None or view.legend is None:
        return []
    scene = first_scene(task.game, task.level)
    return [{"words": words, "svg": draw_cell(scene, *cell)} for words, cell in view.legend(task.level)[:24]]


@lru_cache(maxsize=512)
def thumbnail(game: str, name: str) -> str:
    of = game_of(game)
    level = of.parse(bundled_of(game, name).text(), name)
    return draw_small(first_scene(of, level))


# -- keeping a session

TEST = '''"""A played session of {game}, kept as a test: every move is legal, and leads where it led."""

from ludoplan import Replay, Task, game

LEVEL = {level!r}
MOVES = {moves!r}


def test_the_session_still_plays():
    of = game({game!r})
    replay = Replay(Task(of, of.parse(LEVEL), "session", {objective!r}, {options!r}))
    for step, move in enumerate(MOVES, start=1):
        assert replay.play(move) is None, f"step {{step}}, {{move}}"
    assert replay.is_goal() is {solved!r}
    assert replay.cost() == {cost!r}
'''


def session_test(task: Task, given: schemas.PlayInput) -> str:
    """The text of a test; raises LudoplanError if a move is illegal."""
    replay, illegal = POSITIONS.after(task, given.moves)
    if illegal is not None:
        raise LudoplanError(f"step {illegal.step}, {illegal.move}: {illegal.reason}")
    return TEST.format(
        game=task.game.name,
        level=given.level,
        moves=list(given.moves),
        objective=given.objective,
        options=option_values(task.game.level_options, given.options),
        solved=replay.is_goal(),
        cost=replay.cost(),
    )
