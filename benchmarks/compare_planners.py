"""Several planners on the same PDDL problems: what each finds, and whether the proven optima agree.

    python benchmarks/compare_planners.py FOLDER [--solvers planner:astar-blind,fast-downward,...] [--time-limit 60]

Takes every problem below the folder that has a domain.pddl beside it. Prints a Markdown table of cost and wall seconds
(* is proven optimal); ends with status 1 if two proofs contradict each other.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ludoplan.core.limits import Limits
from ludoplan.core.result import Result, Status
from ludoplan.pddl.task import load_pddl
from ludoplan.running.solve import solve

SOLVERS = "planner:astar-blind,planner:astar-lmcut,planner:astar-hmax,fast-downward,symk,enhsp:opt"


def cell(result: Result) -> str:
    """Cost and time, or how the run ended."""
    if result.plan is None:
        return str(result.status)
    return f"{result.cost}{'*' if result.status is Status.OPTIMAL else ''} ({result.stats.seconds:.2f} s)"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--solvers", default=SOLVERS)
    parser.add_argument("--time-limit", type=float, default=60)
    arguments = parser.parse_args()
    solvers = arguments.solvers.split(",")
    print(f"| problem | {' | '.join(solvers)} |")
    print("|---|" + "---|" * len(solvers))
    contradictions = 0
    for path in sorted(arguments.folder.rglob("*.pddl")):
        domain = path.with_name("domain.pddl")
        if path == domain or not domain.is_file():
            continue
        task = load_pddl(str(domain), str(path))
        results = [solve(task, name, limits=Limits(seconds=arguments.time_limit)) for name in solvers]
        print(f"| {path.parent.name}/{path.stem} | {' | '.join(map(cell, results))} |", flush=True)
        optima = {result.cost for result in results if result.status is Status.OPTIMAL}
        best = [result.cost for result in results if result.cost is not None]
        contradictions += len(optima) > 1 or bool(optima and min(best) < min(optima))
    print(f"\n{contradictions} contradictions")
    return 1 if contradictions else 0


if __name__ == "__main__":
    sys.exit(main())
