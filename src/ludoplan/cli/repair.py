"""ludoplan repair"""

from __future__ import annotations

import argparse
import json
from functools import partial
from typing import TYPE_CHECKING

from ..core.files import write_file
from ..core.result import Status
from ..core.task import Task
from ..running.job import Context
from .arguments import Parser, add_level, add_objective, add_time_limit
from .limited import on_level
from .progress import progress_line
from .terminal import paint

if TYPE_CHECKING:
    from ..analysis.repair import Repair, Repairs


def run(words: list[str]) -> int:
    parser = Parser(
        "repair",
        "The smallest edit that makes an unsolvable level solvable or, with --raise, that raises the optimum of a\n"
        "solvable one. Smallest is fewest edits; among those, the level with the costliest solution comes first.",
        [
            "repair boxup:never",
            "repair my-level.roll --kinds floor bridge -o mended.roll",
            "repair roll:03 --raise --count 3",
        ],
    )
    add_level(parser)
    add_objective(parser)
    parser.add_argument("--kinds", metavar="K", nargs="+", default=[], help="only edits of these kinds, or first words")
    parser.add_argument("--raise", dest="raised", action="store_true", help="raise the optimum of a solvable level")
    parser.add_argument("--most-edits", metavar="N", type=int, default=2, help="give up beyond so many (default 2)")
    parser.add_argument("--count", metavar="K", type=int, default=1, help="how many repairs to show")
    add_time_limit(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the mended level to this file")
    return on_level(parser, words, partial(repair_level, parser))


def repair_level(parser: Parser, task: Task, arguments: argparse.Namespace, context: Context) -> int:
    from ..analysis.repair import confirmed, kinds_of, repair

    known = kinds_of(task)
    for kind in arguments.kinds:
        if kind.split()[0] not in known:
            parser.error(f"--kinds: {task.game.name} has no edit {kind!r} here (it has {', '.join(known)})")
    with progress_line(context, f"mending {task.name}") as progress:
        found = repair(task, context.budget, arguments.kinds, arguments.raised, arguments.most_edits, progress)
    shown = confirmed(task, found, arguments.count, context.budget)
    if arguments.output and shown:
        write_file(arguments.output, text_of(task, shown[0]))
    if arguments.json:
        print(json.dumps(to_json(task, found, shown)))
    else:
        print(report(task, found, shown, arguments.output))
    return 0 if shown or (found.before is not None and not arguments.raised) else found.status.exit_status or 13


def text_of(task: Task, found: Repair) -> str:
    assert task.game.text is not None
    return task.game.text.format(found.level)


def to_json(task: Task, found: Repairs, shown: list[Repair]) -> dict[str, object]:
    return {
        "status": str(found.status),
        "game": task.game.name,
        "level": task.name,
        "before": found.before,
        "looked_at": found.looked_at,
        "undecided": found.undecided,
        "repairs": [
            {
                "edits": [{"kind": edit.kind, "row": edit.row, "column": edit.column} for edit in each.edits],
                "cost": each.cost,
                "text": text_of(task, each),
            }
            for each in shown
        ],
    }


def report(task: Task, found: Repairs, shown: list[Repair], output: str | None) -> str:
    """The answer for people; the first repaired level goes with it."""
    if found.before is not None and not found.found and found.looked_at <= 1:
        return f"solvable already, cost {found.before} (--raise looks for a harder one)"
    looked = f"{found.looked_at:,} levels looked at"
    if not shown:
        reason = {Status.TIMEOUT: "nothing found in time", Status.INCOMPLETE: "nothing found with so few edits"}
        return f"{reason.get(found.status, 'nothing found')} ({looked})"
    before = "unsolvable" if found.before is None else f"cost {found.before}"
    lines = [f"{paint('; '.join(map(str, each.edits)), '1;32')}: {before} -> cost {each.cost}" for each in shown]
    if found.undecided:
        lines.append(f"{found.undecided} levels with fewer edits could not be decided")
    if len(found.found) > len(shown):
        lines.append(f"{len(found.found) - len(shown)} more repairs of this size (--count)")
    return "\n".join([*lines, f"written to {output}" if output else text_of(task, shown[0]).rstrip("\n")])
