"""Variants of rules, each by two independent ways, on random levels: python benchmarks/variants_agreement.py [LEVELS]

Plotting with wildcards after dead ends, its PDDL form with symmetry breaking, and Lara carrying her spear out: search
by the rules against the planner on the PDDL forms. Prints Markdown; an assertion fails where two disagree.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "games"))
import test_lara_carry_out as lara
import test_plotting_variants as plotting

WAYS = {
    "plotting, wildcards": ("bfs, planner (counting)", lambda seed: plotting.agree_on_wildcards(seed)[0]),
    "plotting, symmetry breaking": ("bfs, planner (ordered)", plotting.agree_on_order),
    "lara, carrying out": ("bfs, planner (classical, numeric)", lambda seed: lara.agree(seed)[0]),
}


def main(levels: int) -> None:
    print("| rule | compared | levels | optimal | unsolvable | disagreements |\n|---|---|---|---|---|---|")
    for name, (compared, agree) in WAYS.items():
        seen = Counter(str(agree(seed)) for seed in range(levels))
        print(f"| {name} | {compared} | {levels} | {seen['optimal']} | {seen['unsolvable']} | 0 |", flush=True)


if __name__ == "__main__":
    main(int((sys.argv[1:] or ["500"])[0]))
