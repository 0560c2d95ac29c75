"""ludoplan levels"""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.limits import Limits
from ..core.result import Status
from .arguments import Parser, positive
from .progress import own_line, show_line
from .terminal import paint

if TYPE_CHECKING:
    from ..analysis.level_set import Checked, Lint
    from ..core.engine import Progress

FAULTS = 14


def run(words: list[str]) -> int:
    parser = Parser(
        "levels",
        "Checks a folder or a file of levels, with or without an index.toml that records their optima: levels that\n"
        "cannot be read or solved, wrong optima, duplicates up to the game's symmetries, an order that does not rise\n"
        "in difficulty. Each level has its line as soon as it is known; an interrupt keeps what is.\n\n"
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

    limits = Limits(arguments.time_limit, arguments.memory_limit)
    with own_line(), noted_interrupts() as interrupts:

        def listen(progress: Progress) -> bool:
            show_line(f"checking {progress.note}")
            return not interrupts

        def tell(level: Checked) -> None:
            show_line()
            print(line(level), flush=True)

        found = lint(Path(arguments.folder), limits, listen, None if arguments.json else tell)
    print(json.dumps(to_json(found)) if arguments.json else report(found))
    if found.is_cut:
        raise KeyboardInterrupt
    return 0 if found.is_good else FAULTS


@contextmanager
def noted_interrupts() -> Iterator[list[int]]:
    """Keeps each Ctrl-C in a list: the sample of a large level takes one for the end of a probe."""
    interrupts: list[int] = []

    def note(number: int, frame: object) -> None:
        interrupts.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, note)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)


def to_json(found: Lint) -> dict[str, object]:
    return {
        "good": found.is_good,
        "complete": not found.is_cut,
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
    """The optimum of a level, or what is known of it."""
    result = level.result
    if result.status in (Status.OPTIMAL, Status.UNSOLVABLE):
        return f"cost {result.cost:g}" if result.cost is not None else "no solution, proven"
    known = [f"cost {result.cost:g} or less"] if result.cost is not None else []
    known += [f"at least {result.lower_bound:g}"] if result.lower_bound is not None else []
    return ", ".join(known) or f"nothing known: {result.message or result.status}"


def line(level: Checked) -> str:
    """What is known of a level."""
    grade = level.difficulty
    graded = "" if grade is None else f"  difficulty {grade.score:.2f} {grade.word}"
    return f"{level.task.name}  {how_far(level)}{graded}"


def report(found: Lint) -> str:
    """What was found, after the levels themselves."""
    lines = []
    for each in found.findings:
        word = paint("fault", "1;31") if each.is_fault else paint("note", "33")
        lines.append(f"{word}: {each}")
    faults = sum(each.is_fault for each in found.findings)
    lines.append(f"{len(found.levels)} levels, {faults or 'no'} fault{'' if faults == 1 else 's'}")
    return "\n".join(lines)
