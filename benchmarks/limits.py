"""How far limits are exceeded: every solver on a hard level of every game that it takes, by the installed command.

    python benchmarks/limits.py --seconds 2 --megabytes 300 [--solver NAME ...] [--repair]

Prints a row for each solver: the largest overshoot of the time limit (wall-clock, whole command, minus the start of
Python) and the largest memory that was told, over its games. With --repair: `repair --time-limit` on every bundled
level that has no solution.
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
    return f"{game}:{known[-1].name}"


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
        print("| solver | games | worst seconds over | in | most MB | in |\n|---|---|---|---|---|---|")
        for solver in sorted({each for game in levels for each in registry.engines(registry.game(game))}):
            if arguments.solver and solver not in arguments.solver:
                continue
            rows = []
            for game, level in levels.items():
                of = registry.game(game)
                engine = registry.engines(of).get(solver)
                if engine is None or engine.missing() is not None:
                    continue
                parsed = of.parse(
                    Path(level).read_text() if "/" in level else bundled(game)[level.split(":")[1]].text()
                )
                objective = None if "/" in level else bundled(game)[level.split(":")[1]].objective
                if engine.refuses(Task(of, parsed, level, objective)) is not None:
                    continue
                seconds, answer, _ = command(["solve", level, "--solver", solver, "--json", *limits], 300)
                stats = answer["stats"]
                assert isinstance(stats, dict)
                rows.append((seconds - start - arguments.seconds, stats.get("peak_mb") or 0.0, game, answer["status"]))
            if rows:
                late, memory = max(rows), max(rows, key=lambda row: row[1])
                over = f"{max(0.0, late[0]):.2f} | {late[2]} ({late[3]})"
                print(f"| {solver} | {len(rows)} | {over} | {memory[1]:.0f} | {memory[2]} |", flush=True)


if __name__ == "__main__":
    main()
