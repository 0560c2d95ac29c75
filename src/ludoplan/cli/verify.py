"""ludoplan verify"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from functools import partial

from ..certificates.form import Refused
from ..certificates.verify import verify
from ..core import registry
from ..core.limits import Stopped
from ..core.result import Stats
from ..running.job import Context
from .arguments import Parser, add_limits, limits_of
from .limited import late_word, under_limits


def run(words: list[str]) -> int:
    parser = Parser(
        "verify",
        "Checks a certificate that `solve` or `plan` wrote (--certificate DIR): says what it shows, or refuses it.\n\n"
        "Believes the game's Python rules, or PDDL's reference semantics, and no solver.",
        ["verify proof/certificate.json"],
    )
    parser.add_argument("file", metavar="FILE", help="a certificate; clauses and proof lie beside it")
    parser.add_argument("--game", metavar="G", help="the game, where it is not installed: FILE.py:GAME")
    add_limits(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args(words)
    return under_limits(partial(check, arguments), limits_of(arguments), late_word(arguments.json))


def check(arguments: argparse.Namespace, context: Context) -> int:
    game = None if arguments.game is None else registry.game(arguments.game)
    try:
        verified = verify(arguments.file, game, context.budget)
    except Refused as refused:
        print(json.dumps({"valid": False, "reason": str(refused)}) if arguments.json else f"refused: {refused}")
        return refused.exit_status
    except Stopped as stopped:
        return late_word(arguments.json)(stopped.status, f"{stopped.status}: not checked to the end", Stats())
    print(json.dumps({"valid": True, **asdict(verified)}) if arguments.json else verified)
    return 0
