"""PuzzleScript: steps a second beside the original engine, and what a solver decides of maps with known results.

    python benchmarks/puzzlescript.py speed [GAME#MAP ...]
    python benchmarks/puzzlescript.py coverage [--solver puzzle,astar] [--seconds 2] [GAME GAME#MAP ...]

Prints Markdown tables. Games and the original engine are looked for in ../shared. Limits of `coverage` are processor
time, whatever else runs on the machine: a C compiler is needed for that.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from ludoplan import _native
from ludoplan.core.limits import Limits
from ludoplan.games.puzzlescript import GAME, compile_source
from ludoplan.games.puzzlescript.native import INPUTS, native_program
from ludoplan.games.puzzlescript.program import MapLevel, Program
from ludoplan.games.puzzlescript.randomness import seed_bytes
from ludoplan.games.puzzlescript.text import levels
from ludoplan.running.solve import solve

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "games" / "puzzlescript"))

from ps_oracle import DATA, SCRIPT

GAMES = DATA / "games"
OPTIMA = DATA / "optima.tsv"
SEED = "benchmark"


def level_of(program: Program, number: int) -> int:
    """The place among all levels of a map that is counted from 1 without messages."""
    maps = [place for place, level in enumerate(program.levels) if isinstance(level, MapLevel)]
    return maps[number - 1]


def source_of(name: str) -> str:
    """The game of this name, or that of the recorded session."""
    path = GAMES / f"{name}.txt"
    if path.exists():
        return path.read_text(encoding="utf-8")
    sessions = json.loads((DATA / "sessions.json").read_text(encoding="utf-8"))
    found = [session["source"] for session in sessions if session["name"] == name]
    if not found:
        sys.exit(f"there is no game and no session of the name {name!r}")
    return str(found[0])


def native_level(name: str, number: int) -> tuple[str, Program, _native.PuzzleScriptLevel]:
    text = source_of(name)
    program = compile_source(text, strict=False).program
    place = level_of(program, number)
    return text, program, _native.PuzzleScriptLevel(native_program(program), place, seed_bytes(SEED))


class Oracle:
    """The original engine in a process of its own."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            ["node", "--stack-size=4000", str(SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Oracle:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()

    def seconds(self, text: str, level: int, inputs: list[str]) -> float:
        """The process's own time for a session, compiling among it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        before = self._cpu()
        self.process.stdin.write(json.dumps({"source": text, "level": level, "seed": SEED, "inputs": inputs}) + "\n")
        self.process.stdin.flush()
        self.process.stdout.readline()
        return self._cpu() - before

    def _cpu(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / 100


def oracle_speed(text: str, program: Program, level: int, seconds: float) -> float:
    """Steps a second of the original: two walks, one of them longer, so that compiling falls out."""
    keys = [key for key in INPUTS if key != "tick" or program.settings.realtime]
    keys = [key for key in keys if key != "action" or not program.settings.no_action]
    chance = random.Random(SEED)
    with Oracle() as oracle:
        oracle.seconds(text, level, chance.choices(keys, k=50))
        steps = 100
        while True:
            base = min(oracle.seconds(text, level, []) for _ in range(2))
            taken = oracle.seconds(text, level, chance.choices(keys, k=steps)) - base
            if taken > seconds or steps > 1_000_000:
                return steps / max(taken, 0.01)
            steps = int(steps * max(2.0, min(20.0, 1.3 * seconds / max(taken, 0.02))))


def native_speed(level: _native.PuzzleScriptLevel, seconds: float) -> float:
    """Steps a second: the best of three walks."""
    steps, best = 200, 0.0
    for _ in range(3):
        while True:
            start = time.process_time()
            level.walk(steps, 12345)
            taken = time.process_time() - start
            if taken > seconds:
                break
            steps = int(steps * max(2.0, min(20.0, 1.3 * seconds / max(taken, 0.0001))))
        best = max(best, steps / taken)
    return best


def speed(names: list[str], seconds: float) -> None:
    if not names:
        names = [f"{path.stem}#1" for path in sorted(GAMES.glob("*.txt"))]
    print("| map | the original, steps/s | native, steps/s | times | bytes a state |")
    print("|---|---:|---:|---:|---:|")
    ratios = []
    for name in names:
        game, number = name.split("#")
        text, program, level = native_level(game, int(number))
        theirs = oracle_speed(text, program, level_of(program, int(number)), seconds)
        ours = native_speed(level, seconds)
        ratios.append(ours / theirs)
        size = 4 * level.packed_words
        print(f"| {name} | {theirs:,.0f} | {ours:,.0f} | {ours / theirs:.0f} | {size} |", flush=True)
    print(f"\nTimes: least {min(ratios):.0f}, median {statistics.median(ratios):.0f}.")


def by_cpu_time() -> None:
    """Starts this program again with clocks that tell processor time."""
    if "LD_PRELOAD" in os.environ:
        return
    library = str(Path(tempfile.mkdtemp()) / "cpu_clock.so")
    source = Path(__file__).with_name("cpu_clock.c")
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, str(source)], check=True)
    os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | {"LD_PRELOAD": library})


def coverage(solver: str, seconds: float, only: list[str], verbose: bool) -> None:
    """What a solver decides of the maps with known results; proofs and mere plans told apart."""
    print(f"\n{solver}, {seconds:g} s of processor time a map\n")
    table: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    wrong: list[str] = []
    for line in OPTIMA.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        file, number, status, moves, _ = line.split("\t")
        name = file.removesuffix(".txt")
        if only and name not in only and f"{name}#{number}" not in only:
            continue
        source = GAMES / file
        level = levels(source.read_text(encoding="utf-8"), file)[int(number) - 1]
        result = solve(level, solver, game=GAME, limits=Limits(seconds=seconds, megabytes=4000))
        found = str(result.status)
        if verbose:
            known = f"{result.cost} (at least {result.lower_bound})"
            print(f"{name}#{number}: {found} {known}, {result.stats.seconds:.2f} s", flush=True)
        row = table[name]
        row["maps"] += 1
        row["known"] += status != "unknown"
        if found in ("optimal", "unsolvable"):
            row[found] += 1
            is_same = found == status and (not moves or result.cost == int(moves))
            if status != "unknown" and not is_same:
                wrong.append(f"{name}#{number}: {found} {result.cost} instead of {status} {moves}")
        elif found == "solved":
            row["solved"] += 1
            if status == "unsolvable" or (moves and result.cost < int(moves)):
                wrong.append(f"{name}#{number}: {result.cost} instead of {status} {moves}")
        else:
            row["open"] += 1
        row["missed"] += status != "unknown" and found not in ("optimal", "unsolvable")
    columns = ("maps", "known", "optimal", "unsolvable", "solved", "open", "missed")
    print("| game | maps | known | optimal | unsolvable | a plan, not proven | open | known but missed |")
    print("|---|" + "---:|" * len(columns))
    for name, row in table.items():
        print(f"| {name} | " + " | ".join(str(row[column]) for column in columns) + " |")
    print("| all | " + " | ".join(str(sum(row[column] for row in table.values())) for column in columns) + " |")
    for text in wrong:
        print("WRONG:", text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("speed", "coverage"))
    parser.add_argument("maps", nargs="*", metavar="GAME#MAP", help="some maps, or all of some games, instead of all")
    parser.add_argument("--seconds", type=float, help="of a walk (0.5), or a solve's limit (2)")
    parser.add_argument("--solver", default="puzzle")
    parser.add_argument("--verbose", action="store_true", help="a line for each map")
    arguments = parser.parse_intermixed_args()
    if arguments.what == "speed":
        speed(arguments.maps, arguments.seconds or 0.5)
    else:
        by_cpu_time()
        for solver in arguments.solver.split(","):
            coverage(solver, arguments.seconds or 2.0, arguments.maps, arguments.verbose)


if __name__ == "__main__":
    main()
