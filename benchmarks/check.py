"""Says what got slower: quick figures as multiples of a yardstick of the same run, against those that were recorded.

    python benchmarks/check.py            # measures and compares; exit status 1 if something got slower
    python benchmarks/check.py --record   # measures and writes benchmarks/check.json

For use by hand, not by other programs: a busy machine disturbs it. All times are of the processor, each the least of
several; the yardsticks are a bare start of Python and a fixed loop in Python, measured in turn with the rest, so that
most of what the machine is busy with cancels out. Smaller is better everywhere.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

from sudoku import SEVENTEEN, turned

from ludoplan import Budget, Limits, _native, load, solve
from ludoplan.analysis.analyse import explored
from ludoplan.analysis.evaluate import Evaluator
from ludoplan.games.sudoku import GAME
from ludoplan.games.sudoku.text import line_of

RECORDED = Path(__file__).parent / "check.json"
ROUNDS = 5
SLOWER = 1.3  # times the recorded ratio, before it is called slower
HARD = (
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
)


@cache
def environment() -> dict[str, str]:
    """In which commands find compiled bytecode from the second time on, as installed ones do."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": tempfile.mkdtemp()}


def of_process(*words: str) -> float:
    """Seconds of the processor that a command takes."""
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *words], env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def of_call(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def command(*words: object) -> float:
    return of_process("-m", "ludoplan.cli.main", *map(str, words))


def bare_start() -> float:
    return of_process("-c", "pass")


def bare_loop() -> float:
    """A fixed amount of Python."""

    def work() -> int:
        total = 0
        for number in range(300_000):
            total = (total * 31 + number) % 1_000_003
        return total

    return of_call(work)


@cache
def boards(many: int, texts: tuple[str, ...]) -> list[bytes]:
    rng = random.Random(17)
    return [turned(GAME.parse(text).clues, rng) for text in texts for _ in range(many)]


def kernel(many: int, texts: tuple[str, ...]) -> float:
    given = boards(many, texts)
    return of_call(lambda: _native.sudoku_solve(3, given, 2, 0, _native.Limits())) / len(given)


@cache
def folder() -> Path:
    """A file with 5,000 boards, and a folder of 200 levels."""
    path = Path(tempfile.mkdtemp())
    lines = [line_of(board) for board in boards(500, tuple(SEVENTEEN.split()))]
    (path / "boards.sdk").write_text("".join(f"{line}\n" for line in lines))
    (path / "levels").mkdir()
    text = load("boxup:first").text
    for number in range(200):
        (path / "levels" / f"{number:03}.boxup").write_text(text)
    return path


def searched(level: str, solver: str) -> float:
    task = load(level)
    states: list[int] = []
    seconds = of_call(lambda: states.append(solve(task, solver).stats.stored or 1))
    return seconds / states[0]


def evaluated(level: str) -> float:
    task = load(level)
    evaluator = Evaluator(task.game)
    return of_call(lambda: [evaluator.answer(task.level) for _ in range(200)]) / 200


def analysed(level: str) -> float:
    task = load(level)
    return of_call(lambda: [explored(task, Budget(Limits())) for _ in range(20)]) / 20


# The figure, its yardstick, and how many of it are told for one yardstick.
FIGURES: dict[str, tuple[Callable[[], float], Callable[[], float], int]] = {
    "ludoplan --help": (lambda: command("--help"), bare_start, 1),
    "solve roll:05": (lambda: command("solve", "roll:05"), bare_start, 1),
    "5,000 boards, --json": (lambda: command("solve", folder() / "boards.sdk", "--json", "--jobs", 1), bare_loop, 1),
    "5,000 boards, --quiet": (lambda: command("solve", folder() / "boards.sdk", "--quiet", "--jobs", 1), bare_loop, 1),
    "a folder of 200 levels": (lambda: command("solve", folder() / "levels", "--json", "--jobs", 1), bare_loop, 1),
    "1,000 boards of 17 clues, kernel": (lambda: kernel(500, tuple(SEVENTEEN.split())), bare_loop, 1000),
    "100 hard boards, kernel": (lambda: kernel(200, HARD), bare_loop, 100),
    "a million states, bfs on maze:fifteen-dots": (lambda: searched("maze:fifteen-dots", "bfs"), bare_loop, 10**6),
    "boxup:second evaluated 100 times": (lambda: evaluated("boxup:second"), bare_loop, 100),
    "roll:05 evaluated 100 times": (lambda: evaluated("roll:05"), bare_loop, 100),
    "lara:entrance-1 evaluated 100 times": (lambda: evaluated("lara:entrance-1"), bare_loop, 100),
    "10 analyses of boxup:second": (lambda: analysed("boxup:second"), bare_loop, 10),
    "10 analyses of roll:05": (lambda: analysed("roll:05"), bare_loop, 10),
}


def measured() -> dict[str, float]:
    """The figures in units of their yardsticks."""
    least: dict[object, float] = {}
    for _ in range(ROUNDS):
        for name, (figure, yardstick, _) in FIGURES.items():
            for key, work in ((yardstick, yardstick), (name, figure)):
                least[key] = min(least.get(key, float("inf")), work())
    return {name: round(least[name] * count / least[yardstick], 4) for name, (_, yardstick, count) in FIGURES.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true", help="write what is measured")
    arguments = parser.parse_args()
    ratios = measured()
    if arguments.record:
        RECORDED.write_text(json.dumps(ratios, indent=2) + "\n")
    recorded = json.loads(RECORDED.read_text())
    print("| figure | now | recorded | times |\n|---|---:|---:|---:|")
    slower = 0
    for name, ratio in ratios.items():
        before = recorded.get(name)
        times = ratio / before if before else None
        is_slower = times is not None and times > SLOWER
        slower += is_slower
        told = "-" if times is None else f"{times:.2f}" + (" slower" if is_slower else "")
        print(f"| {name} | {ratio:g} | {'-' if before is None else f'{before:g}'} | {told} |")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
