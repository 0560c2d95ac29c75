"""Levels and options that come over the wire, within limits. Used by the server and by its worker processes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ..core import registry
from ..core.engine import Task
from ..core.errors import LudoplanError
from ..core.game import Game
from ..core.level import Bundled, bundled
from ..core.options import Option

MOST_CELLS = 12_000


class NotFound(LudoplanError):  # noqa: N818
    """There is no such game or level."""


def game_of(name: str) -> Game[Any, Any, Any]:
    if name not in registry.game_names():
        raise NotFound(f"there is no game {name!r}")
    return registry.game(name)


def bundled_of(game: str, name: str) -> Bundled:
    game_of(game)
    found = bundled(game).get(name)
    if found is None:
        raise NotFound(f"{game} has no bundled level {name!r}")
    return found


def option_values(options: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Values of declared options, by their keys; raises LudoplanError for others, and for those that name a file."""
    known = {option.key: option for option in options if not option.is_path}
    values = {}
    for name, value in given.items():
        option = known.get(name.replace("-", "_"))
        if option is None:
            raise LudoplanError(f"there is no option {name!r} here")
        if value != "" or option.type is str:
            values[option.key] = option.read(str(value))
    return values


def read_level(game: str, level: str, objective: str | None, options: Mapping[str, Any]) -> Task:
    """The level, ready to be played; raises LudoplanError or BadInput."""
    task = parsed(game, level)
    values = option_values(task.game.level_options, options)
    return Task(task.game, task.game.configure(task.level, objective, values), task.name)


@lru_cache(maxsize=64)
def parsed(game_name: str, text: str) -> Task:
    """The level in a text; raises BadInput, or LudoplanError if it is too large for the page."""
    game = game_of(game_name)
    task = Task(game, game.parse(text, "level"), "level")
    rows, columns = game.picture_size(task.level)
    if rows * columns > MOST_CELLS:
        raise LudoplanError(f"the level is too large for the page: {rows:g} x {columns:g}, at most {MOST_CELLS} cells")
    return task


def read_pddl(domain: str, problem: str) -> Task:
    """The planning task; raises LudoplanError or BadInput."""
    from ..pddl.task import GAME, PddlTask

    return Task(GAME, PddlTask.parse(domain, problem), "problem")
