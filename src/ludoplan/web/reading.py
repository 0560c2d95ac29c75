"""Levels and options that come over the wire, within limits. Used by the server and by its worker processes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from ..core import registry
from ..core.errors import LudoplanError
from ..core.level import Bundled, bundled
from ..core.limits import Limits
from ..core.options import Option
from ..core.task import AnyGame, ParsedLevel, Task
from ..drawing.pictures import size_of
from ..pddl.task import parse_task
from ..running.job import Context, Job
from ..running.solve import value_of
from ..running.supervised import run

MOST_CELLS = 12_000


class NotFound(LudoplanError):  # noqa: N818
    """There is no such game or level."""


def game_of(name: str) -> AnyGame:
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


@lru_cache(maxsize=64)
def parsed(game_name: str, text: str) -> ParsedLevel:
    """The level in a text; raises BadInput, or LudoplanError if it is too large for the page."""
    game = game_of(game_name)
    return ParsedLevel(game, fitting(game, game.parse(text, "level"), "the level"))


def fitting(game: AnyGame, level: Any, name: str) -> Any:
    """The level itself; raises LudoplanError if it is too large for the page."""
    rows, columns = size_of(game, level)
    if rows * columns > MOST_CELLS:
        raise LudoplanError(f"{name} is too large for the page: {rows:g} x {columns:g}, at most {MOST_CELLS} cells")
    return level


PDDL_LIMITS = Limits(seconds=20, megabytes=2000)  # for reading what is sent


def read_pddl(domain: str, problem: str) -> Task:
    """The planning task, read in a process of its own: a small text can take long; raises LudoplanError or BadInput."""
    return cast(Task, value_of(run(Job(parse_pddl, (domain, problem), PDDL_LIMITS))))


def parse_pddl(texts: tuple[str, str], context: Context) -> Task:
    """The planning task, in the process that runs the job."""
    task = parse_task(*texts)
    task.level.check()
    return task
