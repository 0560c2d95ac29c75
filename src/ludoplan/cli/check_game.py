"""ludoplan check-game"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from ..analysis.contract import check_game
from ..core.errors import LudoplanError
from ..core.game import Game
from ..core.level import read_text
from .arguments import Parser


def run(words: list[str]) -> int:
    parser = Parser(
        "check-game",
        "Tests a game of your own against the contract that every game keeps.",
        ["check-game hopper:GAME", "check-game my_package.games:GAME"],
    )
    parser.add_argument("game", metavar="MODULE:GAME", help="where the game object is")
    parser.add_argument("levels", metavar="LEVEL", nargs="*", help="level files to test with, besides generated ones")
    arguments = parser.parse_args(words)
    game = find(arguments.game)
    faults = check_game(game, [read_text(path) for path in arguments.levels])
    for fault in faults:
        print(f"- {fault}")
    print(f"{game.name}: {f'{len(faults)} faults' if faults else 'keeps the contract'}")
    return 1 if faults else 0


def find(spec: str) -> Game[Any, Any, Any]:
    module, colon, name = spec.partition(":")
    if not colon:
        raise LudoplanError(f"{spec!r} is not of the form MODULE:GAME")
    sys.path.insert(0, "")
    try:
        game = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise LudoplanError(f"{spec}: {error}") from None
    if not isinstance(game, Game):
        raise LudoplanError(f"{spec} is not a ludoplan.Game")
    return game
