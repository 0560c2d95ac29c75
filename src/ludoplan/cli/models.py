"""ludoplan models"""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path

from ..core.errors import LudoplanError, meant
from ..core.level import read_text, source_of
from ..core.limits import Budget, Limits
from ..core.result import Status
from ..running.job import Context
from .arguments import Parser, add_time_limit, count, limits_of, positive
from .limited import late_word, under_limits

THEORIES = Path(__file__).parent.parent / "models" / "theories"
FOUND, NONE = "satisfiable", "unsatisfiable"


def run(words: list[str]) -> int:
    parser = Parser(
        "models",
        "Finds finite models of a first-order theory, in the input language of Mace4. No model: that is proven.\n\n"
        f"Theories that come with ludoplan: {', '.join(shipped())}.",
        [
            "models group -n 6",
            "models group -n 1 -N 8 -m -1 --up-to-isomorphism",
            "models my-theory.in --tables",
        ],
    )
    parser.add_argument("file", metavar="FILE", help="a theory, - for standard input, or one that comes with ludoplan")
    parser.add_argument("-m", "--models", metavar="K", type=int, help="stop after so many models; -1: all (default 1)")
    parser.add_argument("-n", metavar="A", type=count, help="domain size; with -N the first one")
    parser.add_argument("-N", metavar="B", type=count, help="last domain size")
    parser.add_argument("--up-to-isomorphism", action="store_true", help="one model of each kind")
    parser.add_argument("--tables", action="store_true", help="print tables instead of the standard form")
    add_time_limit(parser)
    parser.add_argument("--memory-limit", metavar="MB", type=positive, help="stop at so much memory")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args(words)
    return under_limits(partial(find_models, arguments), limits_of(arguments), late_word(arguments.json))


def find_models(arguments: argparse.Namespace, context: Context) -> int:
    from ..models.find import Search, sizes_of
    from ..models.parse import parse

    source = source_of(arguments.file)
    is_there = arguments.file == "-" or Path(arguments.file).exists()
    if not is_there and arguments.file not in shipped():
        names = ", ".join(shipped())
        close = meant(arguments.file, shipped())
        raise LudoplanError(f"{source}: no such file{close} (theories that come with ludoplan: {names})")
    theory = parse(read_text(arguments.file if is_there else str(THEORIES / f"{source}.in")), source)
    wanted = arguments.models if arguments.models is not None else theory.max_models or 1
    # What the command says counts, not what the theory says.
    limits = Limits(arguments.time_limit or theory.max_seconds, arguments.memory_limit or theory.max_megs)
    search = Search(
        theory,
        sizes_of(theory, arguments.n, arguments.N),
        wanted if wanted > 0 else None,
        arguments.up_to_isomorphism,
        Budget(limits, context.budget.started),
    )
    models = []
    stopped: Status | None = None
    try:
        for model in search:
            models.append(model)
            if not arguments.json:
                seconds = search.budget.elapsed()
                shown = model.as_tables() if arguments.tables else model.standard_form(len(models), seconds)
                print(shown, end="\n\n", flush=True)
        stopped = search.stopped
    except MemoryError:
        stopped = Status.MEMORY
    except KeyboardInterrupt:
        stopped = Status.CANCELLED
    status = str(stopped) if stopped else FOUND if models else NONE
    if arguments.json:
        stats = {
            "seconds": round(search.budget.elapsed(), 3),
            "sizes": [vars(report) | {"seconds": round(report.seconds, 3)} for report in search.reports],
        }
        last = search.reports[-1].size if search.reports else None
        answer = {
            "status": status,
            "domain_size": models[-1].size if models else last,
            "count": len(models),
            "models": [model.to_json() for model in models],
            "stats": stats,
        }
        print(json.dumps(answer))
    else:
        for report in search.reports:
            end = "all of them" if report.complete else "there may be more"
            count = f"{report.models} models, {end}" if report.models or not report.complete else "no model"
            print(f"% size {report.size}: {count} ({report.clauses} clauses, {report.seconds:.2f} s)")
        print(f"% {status}, {len(models)} models")
    if stopped:
        return stopped.exit_status
    return 0 if models else Status.UNSOLVABLE.exit_status


def shipped() -> list[str]:
    return sorted(path.stem for path in THEORIES.glob("*.in"))
