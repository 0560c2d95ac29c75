"""ludoplan levels"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.limits import Limits
from ..core.result import Status
from .arguments import Parser, positive
from .progress import progress_line
from .terminal import paint

if TYPE_CHECKING:
    from ..analysis.level_set import Checked, Lint

FAULTS = 14


def run(words: list[str]) -> int:
    parser = Parser(
        "levels",
        "Checks a folder or a file of levels, with or without an index.toml that records their optima: levels that\n"
        "cannot be read or solved, wrong optima, duplicates up to the game's symmetries, an order that does not rise\n"
        "in difficulty.\n\n"
        "Exit status 0: no faults; 14: faults; 2: the folder or its index cannot be read.",
        ["levels lint my-levels", "levels lint my-levels --json --time-limit 10"],
    )
    parser.add_argument("action", choices=("lint",), help="what to do")
    parser.add_argument("folder", metavar="DIR", help="a folder of level files, or one file")
    parser.add_argument("--time-limit", metavar="SEC", type=positive, default=60.0, help="for each level (default 60)")
    parser.add_argument("--memory-limit", metavar="MB", type=positive, help="for each level")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args(words)

    from ..analysis.level_set import lint

    with progress_line(None, "checking") as progress:
        found = lint(Path(arguments.folder), Limits(arguments.time_limit, arguments.memory_limit), progress)
    print(json.dumps(to_json(found)) if arguments.json else report(found))
    return 0 if found.is_good else FAULTS


def to_json(found: Lint) -> dict[str, object]:
    return {
        "good": found.is_good,
        "findings": [
            {"file": each.file, "kind": each.kind, "fault": each.is_fault, "text": each.text} for each in found.findings
        ],
        "levels": [
            {
                "file": level.task.name,
                "game": level.task.game.name,
                "objective": level.task.objective,
                "status": str(level.result.status),
                "cost": level.result.cost,
                "score": None if level.difficulty is None else level.difficulty.score,
                "difficulty": None if level.difficulty is None else level.difficulty.word,
            }
            for level in found.levels
        ],
    }


def how_far(level: Checked) -> str:
    """What is known of a level that has no grade."""
    result = level.result
    if result.status in (Status.OPTIMAL, Status.UNSOLVABLE):
        return f"cost {result.cost:g}" if result.cost is not None else "no solution, proven"
    known = [f"cost {result.cost:g} or less"] if result.cost is not None else []
    known += [f"at least {result.lower_bound:g}"] if result.lower_bound is not None else []
    return ", ".join(known) or f"nothing known: {result.message or result.status}"


def report(found: Lint) -> str:
    """The levels in order of difficulty, then what was found."""
    width = max((len(level.task.name) for level in found.levels), default=0)
    graded = [(level, level.difficulty) for level in found.levels if level.difficulty is not None]
    others = [level for level in found.levels if level.difficulty is None]
    lines = [
        f"{level.task.name:<{width}}  {f'cost {level.result.cost:g}':<10} {grade.score:6.2f} {grade.word}"
        for level, grade in sorted(graded, key=lambda pair: (pair[0].task.game.name, pair[1].score))
    ]
    lines += [f"{level.task.name:<{width}}  {how_far(level)}" for level in others]
    for each in found.findings:
        word = paint("fault", "1;31") if each.is_fault else paint("note", "33")
        lines.append(f"{word}: {each}")
    faults = sum(each.is_fault for each in found.findings)
    lines.append(f"{len(found.levels)} levels, {faults or 'no'} fault{'' if faults == 1 else 's'}")
    return "\n".join(lines)
