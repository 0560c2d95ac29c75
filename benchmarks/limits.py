"""How far limits are exceeded: every solver on a hard level of every game that it takes, by the installed command.

    python benchmarks/limits.py --seconds 2 --megabytes 300 [--times 5] [--solver NAME ...] [--repair]

Prints a row for each solver with a column for each game: the largest overshoot of the time limit (wall-clock, whole
command, minus the start of Python) and the largest memory that was told, of so many runs; one run is enough where no
limit is reached. With --repair: `repair --time-limit` on every bundled level that has no solution.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ludoplan.core import registry
from ludoplan.core.level import bundled
from ludoplan.core.task import Task

LIMITED = (11, 12)  # exit statuses: time limit, memory limit


def hard_level(game: str, folder: Path) -> Path | str:
    """A file with a hard level of the game, or the name of a bundled one."""
    if game == "plotting":
        path = folder / "hard.plot"
        rows = ["1 2 3 4 5 1 2 3", "2 3 4 5 1 2 3 4", "5 1 2 4 3 1 5 2", "3 3 1 2 5 4 1 1"] * 2
        path.write_text("goal 3\n" + "\n".join(rows) + "\n")
        return path
    if game == "maze":
        return "maze:twenty-dots"
    known = [level for level in bundled(game).values() if level.status != "unsolvable"]
    return f"{game}:{max(known, key=lambda level: len(level.text())).name}"


def command(words: list[str], timeout: float) -> tuple[float, dict[str, object], int]:
    began = time.monotonic()
    run = subprocess.run(
        [sys.executable, "-m", "ludoplan.cli.main", *words],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    seconds = time.monotonic() - began
    try:
        return seconds, json.loads(run.stdout), run.returncode
    except ValueError:
        return seconds, {"status": f"exit {run.returncode}", "stats": {}}, run.returncode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--megabytes", type=float, default=300.0)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--solver", nargs="*", default=[])
    parser.add_argument("--repair", action="store_true")
    arguments = parser.parse_args()
    start = min(command(["solve", "roll:01", "--json"], 60)[0] for _ in range(3))
    limits = ["--time-limit", str(arguments.seconds), "--memory-limit", str(arguments.megabytes)]
    if arguments.repair:
        print("| level | status | seconds |\n|---|---|---|")
        for game in registry.game_names():
            for level in bundled(game).values():
                if level.status == "unsolvable":
                    words = ["repair", f"{game}:{level.name}", "--json", "--time-limit", str(arguments.seconds)]
                    seconds, answer, _ = command(words, 120)
                    print(f"| {game}:{level.name} | {answer['status']} | {seconds - start:.2f} |", flush=True)
        return
    with tempfile.TemporaryDirectory() as name:
        levels = {game: str(hard_level(game, Path(name))) for game in registry.game_names()}
        print(f"| solver | {' | '.join(levels)} |\n|---|{'---|' * len(levels)}")
        for solver in sorted({each for game in levels for each in registry.engines(registry.game(game))}):
            if arguments.solver and solver not in arguments.solver:
                continue
            cells = []
            for game, level in levels.items():
                words = ["solve", level, "--solver", solver, "--json", *limits]
                late, most, runs = 0.0, 0.0, arguments.times if takes(game, level, solver) else 0
                for _ in range(runs):
                    seconds, answer, status = command(words, 300)
                    stats = answer["stats"]
                    assert isinstance(stats, dict)
                    late = max(late, seconds - start - arguments.seconds)
                    most = max(most, stats.get("peak_mb") or 0.0)
                    if status not in LIMITED:
                        break
                cells.append(f"{late:.2f} s, {most:.0f} MB" if runs else "")
            if any(cells):
                print(f"| {solver} | {' | '.join(cells)} |", flush=True)


def takes(game: str, level: str, solver: str) -> bool:
    """Whether the solver is there and takes the level."""
    of = registry.game(game)
    engine = registry.engines(of).get(solver)
    if engine is None or engine.missing() is not None:
        return False
    known = None if "/" in level else bundled(game)[level.split(":")[1]]
    text = Path(level).read_text() if known is None else known.text()
    return engine.refuses(Task(of, of.parse(text), level, None if known is None else known.objective)) is None


if __name__ == "__main__":
    main()
