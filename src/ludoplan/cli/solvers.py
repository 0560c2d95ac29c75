"""ludoplan solvers"""

from __future__ import annotations

import json
from collections.abc import Iterable
from textwrap import indent

from ..core import registry
from ..core.engine import Engine
from ..core.level import bundled, load
from ..core.task import AnyGame
from .arguments import Parser, describe
from .terminal import paint


def run(words: list[str]) -> int:
    parser = Parser("solvers", "What solvers there are, and their options.", ["solvers", "solvers --game maze"])
    parser.add_argument(
        "--game", metavar="G", help="those that work for this game, its own first, and why others do not"
    )
    parser.add_argument("--options", action="store_true", help="list the options of each")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args(words)
    game = registry.game(arguments.game) if arguments.game else None
    known = registry.engines(game)
    refusals = {} if game is None else refused(game, known.values())
    if arguments.json:
        rows = [
            {
                **{name: getattr(engine, name) for name in ("name", "summary", "optimal")},
                "missing": engine.missing(),
                "refuses": refusals.get(engine.name),
            }
            for engine in known.values()
        ]
        print(json.dumps({"solvers": rows}))
        return 0
    own = [] if game is None else [engine.name for engine in game.solvers or ()]
    shown = sorted(known, key=lambda name: name not in own)
    width = max(map(len, known))
    print(f"{paint('auto'.ljust(width), '1')}  optimal  the game's best exact way (the default)")
    for name in shown:
        if name not in refusals:
            print(line_of(known[name], width))
            if arguments.options and known[name].options:
                print(indent("\n".join(describe(known[name].options)), " " * width))
    if refusals:
        print(f"\nnot for {arguments.game}:")
        reasons: dict[str, list[str]] = {}
        for name, reason in refusals.items():
            reasons.setdefault(reason, []).append(name)
        print("\n".join(f"  {', '.join(names)}: {reason}" for reason, names in reasons.items()))
    print("\n--options lists what each can be told")
    return 0


def line_of(engine: Engine, width: int) -> str:
    missing = engine.missing()
    note = f" - {missing}" if missing else ""
    name = paint(engine.name.ljust(width), "1")
    return f"{name}  {'optimal' if engine.optimal else '       '}  {engine.summary}{note}"


def refused(game: AnyGame, engines: Iterable[Engine]) -> dict[str, str]:
    """Why solvers do not work for the game, by its first bundled level; nothing is known of a game without one."""
    names = list(bundled(game.name))
    if not names:
        return {}
    task = load(f"{game.name}:{names[0]}")
    found = {engine.name: engine.refuses(task) for engine in engines}
    # A game's own name is said once, and so is the solver's.
    return {name: reason.removeprefix(f"{name}: ") for name, reason in found.items() if reason is not None}
