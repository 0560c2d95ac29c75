"""Games of one Python file that are sent by the page. Worker processes run them, the server never does.

That keeps a game which hangs, eats memory or crashes away from the server; it is no wall against one that means harm,
which may do whatever whoever started the server may. So a server takes them only if it was started to.
"""

from __future__ import annotations

import ast
import builtins
import json
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any, cast

from ..core.errors import BadInput, Defect, LudoplanError
from ..core.game import Game
from ..core.task import AnyGame, Task
from ..running.job import Context
from ..running.solve import solve as solve_level
from . import levels
from .reading import fitting

SOURCE = "source"
FILE = "<your game>"
MOST_LEVELS = 60


def compiled(source: str, context: Context) -> dict[str, Any]:
    """The levels of a game, with their pictures; raises BadInput with the line of what is wrong."""
    with told_by_line():
        module = module_of(source)
        game = game_in(module)
        line = line_of(source, "LEVELS")
        texts = enumerate(texts_in(module), start=1)
        found = [levels.map_of(game, read(game, text, f"level {number}"), text, line) for number, text in texts]
        keys = {str(key): str(move) for key, move in game.keys.items()}
        about = {"title": str(game.title or game.name), "how_to_play": str(game.how_to_play), "keys": keys}
        return plain({**about, "levels": found})


def play(given: Mapping[str, Any], context: Context) -> dict[str, Any]:
    """The game after some moves, as for any other game."""
    with told_by_line():
        return plain(levels.play(task_of(given), given["moves"], given["then"], given["ahead"]))


def steps(given: Mapping[str, Any], context: Context) -> dict[str, Any]:
    """All steps of a plan as one picture."""
    with told_by_line():
        return plain(levels.steps(task_of(given), given["moves"]))


def solve(given: Mapping[str, Any], context: Context) -> dict[str, Any]:
    """The result of a search that proves the least cost."""
    with told_by_line():
        result = solve_level(task_of(given), limits=context.budget, progress=context.progress)
        return plain(result.to_json())


def plain(value: dict[str, Any]) -> dict[str, Any]:
    """The same of nothing but numbers, texts, lists and dictionaries: nothing of the game gets into the server."""
    return cast(dict[str, Any], json.loads(json.dumps(value)))


@contextmanager
def told_by_line() -> Iterator[None]:
    """Makes of whatever goes wrong in the game's own code a defect at the line that it went wrong in."""
    try:
        yield
    except LudoplanError:
        raise
    except SyntaxError as error:
        column = error.offset if error.filename == FILE else None
        raise BadInput(SOURCE, [Defect(error.lineno if error.filename == FILE else None, column, error.msg)]) from None
    except (Exception, SystemExit) as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == FILE]
        words = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise BadInput(SOURCE, [Defect(lines[-1] if lines else None, None, words)]) from None


def module_of(source: str) -> ModuleType:
    """The source as a module that has been run."""
    module = ModuleType("your_game")
    builtins.exec(compile(source, FILE, "exec"), module.__dict__)
    return module


def game_in(module: ModuleType) -> AnyGame:
    found = getattr(module, "GAME", None)
    if not isinstance(found, Game):
        raise BadInput(SOURCE, [Defect(None, None, "there is no GAME: end the file with GAME = YourGame()")])
    return found


def texts_in(module: ModuleType) -> list[str]:
    """The texts of the levels."""
    found = getattr(module, "LEVELS", None)
    if not isinstance(found, list | tuple) or not found or not all(isinstance(text, str) for text in found):
        raise BadInput(SOURCE, [Defect(None, None, "there are no LEVELS: end the file with LEVELS = [text, ...]")])
    return list(found[:MOST_LEVELS])


def line_of(source: str, name: str) -> int:
    """Where a name is set at the top of the file; else its first line."""
    for node in ast.parse(source).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            return node.lineno
    return 1


def read(game: AnyGame, text: str, name: str) -> Any:
    """The level in a text; raises BadInput of the source: that is where the text stands."""
    try:
        level = game.parse(text, name)
    except BadInput as error:
        words = [f"{name}, line {defect.line or 1}: {defect.text}" for defect in error.defects]
        raise BadInput(SOURCE, [Defect(None, None, each) for each in words]) from None
    return fitting(game, level, name)


def task_of(given: Mapping[str, Any]) -> Task:
    game = game_in(module_of(given["source"]))
    return Task(game, read(game, given["level"], "level"), "level")
