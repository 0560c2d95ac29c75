"""Every game with every bundled level, ready to be solved: what the contract tests run over."""

from __future__ import annotations

from functools import cache

from ludoplan import Task
from ludoplan.core import registry
from ludoplan.core.level import bundled, load
from ludoplan.core.task import AnyGame
from ludoplan.games._template import GAME as TEMPLATE

GAMES: list[AnyGame] = [*registry.games(), TEMPLATE]
BUNDLED = [level for name in registry.game_names() for level in bundled(name).values()]


def label(value: object) -> str:
    return f"{getattr(value, 'game', '')}:{getattr(value, 'name', value)}".lstrip(":")


@cache
def task_of(name: str) -> Task:
    task = load(name)
    return Task(task.game, task.game.configure(task.level), task.name)


def small_levels() -> list[str]:
    """The three easiest solvable bundled levels of each game."""
    names = []
    for game in registry.game_names():
        solvable = [level for level in bundled(game).values() if level.best is not None]
        names += [f"{game}:{level.name}" for level in sorted(solvable, key=lambda level: level.best or 0)[:3]]
    return names
