"""ludoplan solvers"""

from __future__ import annotations

import json

from ..core import registry
from .arguments import Parser, describe
from .terminal import paint


def run(words: list[str]) -> int:
    parser = Parser("solvers", "What solvers there are, and their options.", ["solvers", "solvers --game maze"])
    parser.add_argument("--game", metavar="G", help="with the solvers of this game alone")
    parser.add_argument("--options", action="store_true", help="list the options of each")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args(words)
    known = registry.engines(registry.game(arguments.game) if arguments.game else None)
    if arguments.json:
        rows = [
            {"name": engine.name, "summary": engine.summary, "optimal": engine.optimal, "missing": engine.missing()}
            for engine in known.values()
        ]
        print(json.dumps({"solvers": rows}))
        return 0
    width = max(len(name) for name in known)
    print(f"{paint('auto'.ljust(width), '1')}  optimal  the game's best exact way (the default)")
    for name, engine in known.items():
        missing = engine.missing()
        note = f" - {missing}" if missing else ""
        print(f"{paint(name.ljust(width), '1')}  {'optimal' if engine.optimal else '       '}  {engine.summary}{note}")
        if arguments.options and engine.options:
            print("\n".join(f"{' ' * width}{line}" for text in describe(engine.options) for line in text.split("\n")))
    print("\n--options lists what each can be told")
    return 0
