"""Grounding and search of the planner beside Fast Downward's: CPU seconds, states a second, bytes of a packed state.

    python benchmarks/planning_speed.py [--largest 10] [--seconds 3] DOMAIN PROBLEM [DOMAIN PROBLEM ...]

Of the tasks given, those with the most ground actions are measured; what does not ground in a minute is left out. A
search has so many seconds, or ends before. Without a heuristic, generated states are counted; with landmark cut, those
that are estimated. Fast Downward's translator runs in Python, its figures are those of its own log.
"""

from __future__ import annotations

import argparse
import re
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

from ludoplan import _native
from ludoplan.core.engine import Request
from ludoplan.core.errors import LudoplanError
from ludoplan.core.limits import Budget, Limits, Stopped
from ludoplan.pddl.task import load_pddl
from ludoplan.planning.configurations import BLIND, LMCUT, Configuration
from ludoplan.planning.planner import Grounded

# As both search all actions, and neither passes over states.
SEARCHES = {
    name: replace(configuration, settings={**configuration.settings, "only_needed": False})
    for name, configuration in (("blind", BLIND), ("lmcut", LMCUT))
}


@dataclass
class Figures:
    """What one planner needs for one task; rates are states a second of CPU."""

    grounding: float | None = None
    bytes: int | None = None
    blind: float | None = None
    lmcut: float | None = None

    def cells(self) -> list[str]:
        def cell(value: float | None, text: str) -> str:
            return "-" if value is None else format(value, text)

        return [cell(self.grounding, ".2f"), cell(self.bytes, "d"), cell(self.blind, ",.0f"), cell(self.lmcut, ",.0f")]


def ground(domain: Path, problem: Path) -> tuple[Grounded, float] | None:
    """The ground task and the CPU seconds from the files to it."""
    began = time.process_time()
    try:
        grounded = Grounded.of(load_pddl(str(domain), str(problem)).level, Request(Budget(Limits(seconds=60))))
    except (LudoplanError, Stopped):
        return None
    return grounded, time.process_time() - began


def rate(grounded: Grounded, configuration: Configuration, seconds: float) -> float:
    search = grounded.pausing(configuration)
    began = time.process_time()
    outcome = search.go(0)
    while outcome.verdict == _native.Verdict.paused and time.process_time() - began < seconds:
        outcome = search.go(0.05)
    counted = outcome.counters.generated if configuration.heuristic == "blind" else outcome.counters.stored
    return counted / max(time.process_time() - began, 1e-6)


def of_downward(domain: Path, problem: Path, seconds: float) -> Figures:
    import up_fast_downward

    script = Path(str(up_fast_downward.__file__)).parent / "downward" / "fast-downward.py"
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:

        def run(*arguments: str) -> str:
            command = [sys.executable, str(script), *arguments]
            return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout

        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        run("--translate-time-limit", "60s", "--translate", str(domain.resolve()), str(problem.resolve()))
        if not (Path(folder) / "output.sas").exists():
            return figures
        figures.grounding = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        for name in SEARCHES:
            log = run("output.sas", "--search", f"astar({name}(),max_time={seconds:g})")
            took = re.search(r"Search time: ([\d.e-]+)s", log)
            counted = re.search(r"Generated (\d+) state" if name == "blind" else r"Evaluated (\d+) state", log)
            size = re.search(r"Bytes per state: (\d+)", log)
            if size is not None:
                figures.bytes = int(size.group(1))
            if took is not None and counted is not None:
                setattr(figures, name, int(counted.group(1)) / max(float(took.group(1)), 1e-6))
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="DOMAIN PROBLEM")
    parser.add_argument("--largest", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=3)
    arguments = parser.parse_args()
    pairs = list(zip(arguments.files[::2], arguments.files[1::2], strict=True))
    sizes = {pair: made[0].native.actions for pair in pairs if (made := ground(*pair)) is not None}
    heads = [f"{head}, {who}" for head in ("s", "bytes", "blind", "LM-cut") for who in ("here", "FD")]
    print(f"| task | facts | actions | {' | '.join(heads)} |\n|---|---|---|{'---|' * len(heads)}", flush=True)
    for domain, problem in sorted(sizes, key=lambda pair: -sizes[pair])[: arguments.largest]:
        made = ground(domain, problem)
        assert made is not None
        grounded, seconds = made
        mine = Figures(seconds, 4 * grounded.native.packed_words)
        mine.blind = rate(grounded, SEARCHES["blind"], arguments.seconds)
        if grounded.native.variables == 0:
            mine.lmcut = rate(grounded, SEARCHES["lmcut"], arguments.seconds)
        theirs = of_downward(domain, problem, arguments.seconds)
        cells = [cell for both in zip(mine.cells(), theirs.cells(), strict=True) for cell in both]
        name = f"{domain.parent.name} {problem.stem}"
        print(f"| {name} | {grounded.native.facts} | {grounded.native.actions} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
