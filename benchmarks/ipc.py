"""The exported sets of planning problems through three planners: does everyone find the cost that is recorded?

python benchmarks/ipc.py DIR [SECONDS] [PATTERN]: DIR holds folders that `ludoplan export ipc` has written.
"""

from __future__ import annotations

import csv
import sys
import tempfile
from fnmatch import fnmatch
from pathlib import Path

from ludoplan.bench.campaign import Local, run_campaign
from ludoplan.bench.store import Store
from ludoplan.bench.suite import load_suite

PLANNERS = ("planner", "fast-downward", "enhsp:opt", "enhsp")


def main(folder: Path, seconds: float, pattern: str) -> int:
    sets = sorted(path.parent for path in folder.glob("*/costs.csv"))
    costs: dict[tuple[str, str], float] = {}
    levels = []
    for each in sets:
        with open(each / "costs.csv", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if fnmatch(row["problem"], pattern):
                    costs[each.name, row["problem"]] = float(row["best_known_cost"])
                    files = f'domain = "{each / row["domain"]}"\nproblems = "{each / row["problem"]}"'
                    levels.append(f'[[levels]]\n{files}\nclass = "{each.name}"\n')
    names = ", ".join(f'"{name}"' for name in PLANNERS)
    text = f"[limits]\nseconds = {seconds:g}\nmegabytes = 2000\n{''.join(levels)}[[solvers]]\nsolver = [{names}]\n"
    with tempfile.TemporaryDirectory() as place:
        suite = Path(place) / "ipc.toml"
        suite.write_text(text)
        with Store(Path(place) / "ipc.db", must_exist=False) as store:
            run_campaign(load_suite(str(suite)), store, Local(1))
            rows = store.rows()
    wrong = 0
    print(f"| set | {' | '.join(PLANNERS)} |\n|---|{'---|' * len(PLANNERS)}")
    for each in sets:
        cells = []
        for planner in PLANNERS:
            mine = [row for row in rows if row["class"] == each.name and row["solver"] == planner]
            solved = [row for row in mine if row["cost"] is not None]
            known = [(row, costs[each.name, Path(row["level"]).name]) for row in solved]
            below = [row["level"] for row, cost in known if row["cost"] < cost]
            above = [row["level"] for row, cost in known if row["cost"] > cost and row["status"] == "optimal"]
            wrong += len(below) + len(above)
            cells.append(f"{sum(row['cost'] == cost for row, cost in known)} of {len(mine)}")
            if below or above:
                print(f"{planner}: cheaper than known: {below}; dearer, but called optimal: {above}", file=sys.stderr)
        print(f"| {each.name} | {' | '.join(cells)} |")
    print(f"\n{wrong} disagreements")
    return int(wrong > 0)


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(main(Path(given[0]).absolute(), float((given[1:2] or ["10"])[0]), (given[2:3] or ["p*.pddl"])[0]))
