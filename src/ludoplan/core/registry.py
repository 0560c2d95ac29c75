"""Finds games, engines and exporters by the entry points `ludoplan.games`, `ludoplan.engines` and
`ludoplan.exporters`; loads what is asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

from .engine import Engine
from .errors import LudoplanError, meant
from .exporter import Exporter
from .game import FROM_FILE, Game
from .task import AnyGame, Task

GAMES = "ludoplan.games"
ENGINES = "ludoplan.engines"
EXPORTERS = "ludoplan.exporters"


@cache
def _entries(group: str) -> dict[str, str]:
    """`module:object` by name, in the order in which packages tell them: what should be seen first comes first."""
    found = dict(_read(group))
    if not found:
        from importlib.metadata import entry_points

        found = {entry.name: entry.value for entry in entry_points(group=group)}
    return found


def _read(group: str) -> Iterator[tuple[str, str]]:
    """The entries of all packages that lie in folders: as `importlib.metadata` finds them, which is slow to import."""
    for text in _entry_points():
        is_there = False
        for line in text.splitlines() if f"[{group}]" in text else ():
            if line.startswith("["):
                is_there = line.strip() == f"[{group}]"
            elif is_there and "=" in line:
                name, _, value = line.partition("=")
                yield name.strip(), value.strip()


@cache
def _entry_points() -> list[str]:
    texts = []
    for folder in dict.fromkeys(path or "." for path in sys.path):
        with suppress(OSError):
            for name in sorted(os.listdir(folder)):
                if name.endswith(("dist-info", "egg-info")):
                    with suppress(OSError), open(f"{folder}/{name}/entry_points.txt", encoding="utf-8") as file:
                        texts.append(file.read())
    return texts


def _load(value: str) -> object:
    module, _, name = value.partition(":")
    found: object = getattr(import_module(module), name)
    return found


def game_names() -> list[str]:
    return list(_entries(GAMES))


@cache
def game(name: str) -> AnyGame:
    """The game of this name, or of a Python file: `FILE.py:GAME`; raises LudoplanError."""
    if ".py:" in name:
        of_file = _in_file(name)
        if not isinstance(of_file, Game):
            raise LudoplanError(f"{name}: that is not a game")
        return of_file
    entry = _entries(GAMES).get(name)
    if entry is None:
        there_are = ", ".join(game_names())
        raise LudoplanError(f"there is no game {name!r}{meant(name, game_names())} (there are {there_are})")
    found = _load(entry)
    assert isinstance(found, Game), f"{entry} is not a Game"
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
    return {engine.name: engine for entry in _entries(ENGINES) for engine in _engines_of(entry)}


def _engines_of(entry: str) -> Iterable[Engine]:
    found = _load(_entries(ENGINES)[entry])
    assert isinstance(found, Iterable)
    return found


def _quickly(name: str, of: AnyGame) -> Engine | None:
    """The engine of this name if it is where it seems to be, without loading all there are."""
    for entry in (name.partition(":")[0], "search"):
        for engine in _engines_of(entry) if entry in _entries(ENGINES) else ():
            if engine.name == name:
                return engine.of_game(of)
    return next((engine for engine in of.solvers or () if engine.name == name), None)


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
    found = _quickly(wanted, task.game)
    if found is not None:
        return found
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
def exporters(kind: str) -> dict[str, Exporter]:
    """The formats for one kind of thing, by name, in the order in which they are listed."""
    entries = _entries(EXPORTERS)
    lists = [_load(entries[name]) for name in entries if name.partition(".")[0] == kind]
    return {each.name: each for found in lists if isinstance(found, Iterable) for each in found}


def exporter(kind: str, path: str | Path, default: str | None = None) -> Exporter:
    """The format that files with this suffix have, else the default; raises LudoplanError."""
    known = exporters(kind)
    suffix = Path(path).suffix
    found = next((each for each in known.values() if suffix and each.suffix == suffix), None)
    if found is not None or default is not None:
        return found or known[default or ""]
    there_are = ", ".join(each.suffix for each in known.values())
    raise LudoplanError(f"{path}: the suffix of a {kind} is one of {there_are}")


@cache
def _in_file(spec: str) -> object:
    """What a Python file calls by this name; raises LudoplanError."""
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
