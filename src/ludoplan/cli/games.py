"""ludoplan games"""

from __future__ import annotations

import json

from ..core import registry
from ..core.level import bundled
from ..core.task import AnyGame
from .arguments import Parser, describe
from .terminal import paint


def run(words: list[str]) -> int:
    parser = Parser("games", "What games there are, or all about one of them.", ["games", "games roll"])
    parser.add_argument("game", metavar="G", nargs="?", help="say more about this one")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args(words)
    if arguments.json:
        names = [arguments.game] if arguments.game else registry.game_names()
        print(json.dumps({"games": [as_json(registry.game(name)) for name in names]}))
    elif arguments.game:
        print(describe_game(registry.game(arguments.game)))
    else:
        for game in registry.games():
            print(f"{paint(f'{game.name:<8}', '1')} {game.summary}; {len(bundled(game.name))} levels")
        print("\nludoplan games G says more about one of them")
    return 0


def as_json(game: AnyGame) -> dict[str, object]:
    levels = [
        {"name": f"{game.name}:{level.name}", "title": level.title, "best": level.best, "status": level.status}
        for level in bundled(game.name).values()
    ]
    return {
        **{name: getattr(game, name) for name in ("name", "title", "summary")},
        **{name: list(getattr(game, name)) for name in ("suffixes", "objectives", "heuristics")},
        "levels": levels,
    }


def describe_game(game: AnyGame) -> str:
    parts = [f"{paint(game.title, '1')}: {game.summary}"]
    if game.suffixes:
        parts.append(f"level files: {', '.join(game.suffixes)}")
    if game.objectives:
        parts.append(f"objectives: {', '.join(game.objectives)}")
    if game.heuristics:
        parts.append("heuristics:")
        for name, heuristic in game.heuristics.items():
            promise = "admissible" if heuristic.admissible else "not admissible"
            parts.append(f"  {name}: {heuristic.summary} ({promise})")
    if game.level_options:
        parts.append("options of solve, check and show:")
        parts += describe(game.level_options)
    if game.design is not None and game.design.options:
        parts.append("options of generate:")
        parts += describe(game.design.options)
    if game.design is not None and game.design.promises is not None:
        parts.append(f"levels that are generated have {game.design.promises.words}")
    levels = bundled(game.name)
    if levels:
        parts.append("bundled levels:")
        for level in levels.values():
            best = "no solution" if level.best is None else f"{level.best} ({level.status})"
            objective = f" [{level.objective}]" if level.objective else ""
            parts.append(f"  {game.name}:{level.name}  {level.title}{objective}: {best}")
    return "\n".join(parts)
