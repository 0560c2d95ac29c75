"""Finds games and engines by the entry points `ludoplan.games` and `ludoplan.engines`; loads what is asked for."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from .engine import Engine
from .errors import LudoplanError
from .game import Game
from .task import AnyGame, Task

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@cache
def _entries(group: str) -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # slow to import

    return {entry.name: entry for entry in sorted(entry_points(group=group))}


def game_names() -> list[str]:
    return list(_entries("ludoplan.games"))


@cache
def game(name: str) -> AnyGame:
    """The game of this name; raises LudoplanError."""
    entry = _entries("ludoplan.games").get(name)
    if entry is None:
        raise LudoplanError(f"there is no game {name!r} (there are {', '.join(game_names())})")
    found = entry.load()
    assert isinstance(found, Game), f"{entry.value} is not a Game"
    return found


def games() -> list[AnyGame]:
    return [game(name) for name in game_names()]


def engines(of: AnyGame | None = None) -> dict[str, Engine]:
    """All engines by name; those of one game alone only when it is asked for."""
    if of is None:
        return _general_engines()
    found = {name: engine.of_game(of) for name, engine in _general_engines().items()}
    for engine in of.solvers or ():
        assert engine.name not in found, f"two solvers are called {engine.name}"
        found[engine.name] = engine
    return found


@cache
def _general_engines() -> dict[str, Engine]:
    return {engine.name: engine for entry in _entries("ludoplan.engines").values() for engine in entry.load()}


def engine(name: str, task: Task) -> Engine:
    """The engine of this name for a task, `auto` being the game's best; raises LudoplanError.

    `FILE.py:NAME` is the engine of that name in a Python file: one of your own, before it is a package.
    """
    if ".py:" in name:
        return _engine_in_file(name)
    wanted = task.game.best_solver(task.level) if name == "auto" else name
    known = engines(task.game)
    if wanted not in known:
        raise LudoplanError(f"there is no solver {name!r} for {task.game.name}; see: ludoplan solvers")
    return known[wanted]


@cache
def _engine_in_file(spec: str) -> Engine:
    from importlib.util import module_from_spec, spec_from_file_location

    path, _, name = spec.rpartition(":")
    loader = spec_from_file_location(Path(path).stem, path)
    if loader is None or loader.loader is None:
        raise LudoplanError(f"{path}: not a Python file")
    module = module_from_spec(loader)
    try:
        loader.loader.exec_module(module)
    except OSError as error:
        raise LudoplanError(f"{path}: {error.strerror}") from None
    except Exception as error:
        raise LudoplanError(f"{path}: {type(error).__name__}: {error}") from error
    found = getattr(module, name, None)
    if not isinstance(found, Engine):
        raise LudoplanError(f"{path} has no engine {name!r}")
    return found
