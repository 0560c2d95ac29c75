"""ludoplan repair"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.engine import Task
from ..core.errors import LudoplanError
from ..core.level import load
from ..core.limits import Budget, Limits
from ..core.result import Status
from ..core.solve import solve
from .arguments import Parser, add_level, add_objective, parse_known, positive, read_options
from .terminal import paint, progress_line

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
    parser.add_argument("--time-limit", metavar="SEC", type=positive, help="stop after so many seconds in all")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the mended level to this file")
    arguments, rest = parse_known(parser, words)
    budget = Budget(Limits(seconds=arguments.time_limit))
    task = load(arguments.level, arguments.game)
    options = read_options(rest, task.game.level_options, parser)
    task = Task(task.game, task.game.configure(task.level, arguments.objective, options), task.name)

    from ..analysis.repair import kinds_of, repair

    known = kinds_of(task)
    for kind in arguments.kinds:
        if kind.split()[0] not in known:
            parser.error(f"--kinds: {task.game.name} has no edit {kind!r} here (it has {', '.join(known)})")
    with progress_line(f"mending {task.name}") as progress:
        found = repair(task, budget, arguments.kinds, arguments.raised, arguments.most_edits, progress)
    shown = [each for each in found.found if is_true(task, each)][: arguments.count]
    if arguments.output and shown:
        write(Path(arguments.output), task.game.format(shown[0].level))
    if arguments.json:
        print(json.dumps(to_json(task, found, shown)))
    else:
        print(report(task, found, shown, arguments.output))
    return 0 if shown or (found.before is not None and not arguments.raised) else found.status.exit_status or 13


def is_true(task: Task, found: Repair) -> bool:
    """Whether the full solver and the referee say the same."""
    result = solve(Task(task.game, found.level, task.name))
    return result.status is Status.OPTIMAL and result.cost == found.cost


def write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise LudoplanError(f"{path}: {error.strerror}") from None


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
                "text": task.game.format(each.level),
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
    return "\n".join([*lines, f"written to {output}" if output else task.game.format(shown[0].level).rstrip("\n")])
