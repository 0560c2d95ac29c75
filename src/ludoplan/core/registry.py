"""Finds games and engines by the entry points `ludoplan.games` and `ludoplan.engines`; loads what is asked for."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from .engine import Engine
from .errors import LudoplanError, meant
from .game import FROM_FILE, Game
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
    """The game of this name, or of a Python file: `FILE.py:GAME`; raises LudoplanError."""
    if ".py:" in name:
        of_file = _in_file(name)
        if not isinstance(of_file, Game):
            raise LudoplanError(f"{name}: that is not a game")
        return of_file
    entry = _entries("ludoplan.games").get(name)
    if entry is None:
        there_are = ", ".join(game_names())
        raise LudoplanError(f"there is no game {name!r}{meant(name, game_names())} (there are {there_are})")
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
        of_file = _in_file(name)
        if not isinstance(of_file, Engine):
            raise LudoplanError(f"{name}: that is not an engine")
        return of_file
    wanted = task.game.best_solver(task.level) if name == "auto" else name
    known = engines(task.game)
    if wanted not in known:
        own = [engine.name for engine in task.game.solvers or ()]
        others = [other.name for other in games() if any(each.name == name for each in other.solvers or ())]
        close = f", it is one of {' and '.join(others)} alone" if others else meant(name, known)
        there_are = ", ".join(dict.fromkeys([*own, *(each.partition(":")[0] for each in known)]))
        raise LudoplanError(
            f"there is no solver {name!r} for {task.game.name}{close} (there are {there_are}; "
            f"ludoplan solvers --game {task.game.name} says more)"
        )
    return known[wanted]


@cache
def _in_file(spec: str) -> object:
    """What a Python file calls by this name; raises LudoplanError."""
    import sys
    from importlib.util import module_from_spec, spec_from_file_location

    path, _, name = spec.rpartition(":")
    loader = spec_from_file_location(Path(path).stem, path)
    if loader is None or loader.loader is None:
        raise LudoplanError(f"{path}: not a Python file")
    module = module_from_spec(loader)
    module.__dict__[FROM_FILE] = str(Path(path).absolute())
    sys.modules.setdefault(module.__name__, module)
    try:
        loader.loader.exec_module(module)
    except OSError as error:
        raise LudoplanError(f"{path}: {error.strerror}") from None
    except Exception as error:
        raise LudoplanError(f"{path}: {type(error).__name__}: {error}") from error
    if not hasattr(module, name):
        raise LudoplanError(f"{path} has no {name!r}")
    found: object = getattr(module, name)
    return found
