"""How long reading a large problem takes: ours, and readers of others that are installed.

    python benchmarks/parse_pddl.py [--size 40] [--facts 10000] [--peers]

The problem is a grid of size x size cells with so many facts. Prints a Markdown table of CPU seconds, the best of
several runs (of one run where a run takes longer than a second).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path

from ludoplan.pddl.parser import parse_domain, parse_problem

DOMAIN = """(define (domain grid) (:requirements :strips :typing) (:types cell way)
  (:predicates (next ?a ?b - cell ?w - way) (at ?c - cell))
  (:action go :parameters (?a ?b - cell ?w - way) :precondition (and (at ?a) (next ?a ?b ?w)) :effect (at ?b)))
"""


def grid_problem(size: int, facts: int) -> str:
    """A problem of the domain with size x size cells and so many links."""
    cells = [f"cell-{row}-{column}" for row in range(size) for column in range(size)]
    ways = [f"way{number}" for number in range(-(-facts // len(cells)))]
    links = [f"(next {a} {b} {way})" for way in ways for a, b in zip(cells, cells[1:] + cells[:1], strict=True)]
    listed = "\n    ".join(links[:facts])
    return (
        f"(define (problem big) (:domain grid)\n  (:objects {' '.join(cells)} - cell {' '.join(ways)} - way)\n"
        f"  (:init (at cell-0-0)\n    {listed})\n  (:goal (at {cells[-1]})))\n"
    )


def seconds(action: Callable[[], object]) -> float:
    """CPU seconds of the best of some runs."""
    best = float("inf")
    for _ in range(7):
        began = time.process_time()
        action()
        best = min(best, time.process_time() - began)
        if best > 1:
            break
    return best


def peers(domain: str, problem: str) -> dict[str, Callable[[], object]]:
    """Readers of others, by name."""
    found: dict[str, Callable[[], object]] = {}
    try:
        # Its package reads the command line when it is imported.
        sys.argv = ["translate", domain, problem]
        from fast_downward.translate import pddl_parser

        found["Fast Downward's translator"] = lambda: pddl_parser.open(domain, problem)
    except ImportError:
        pass
    try:
        from unified_planning.io import PDDLReader

        found["unified-planning"] = lambda: PDDLReader().parse_problem(domain, problem)
    except ImportError:
        pass
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=40)
    parser.add_argument("--facts", type=int, default=10_000)
    parser.add_argument("--peers", action="store_true", help="readers of others too")
    arguments = parser.parse_args()
    text = grid_problem(arguments.size, arguments.facts)
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as name:
        paths = [Path(name) / "domain.pddl", Path(name) / "problem.pddl"]
        paths[0].write_text(DOMAIN)
        paths[1].write_text(text)
        readers = {"ludoplan": lambda: parse_problem(text, "p", parse_domain(DOMAIN, "d"))}
        if arguments.peers:
            readers.update(peers(*map(str, paths)))
        rows = [f"| {reader} | {seconds(action):.3f} |" for reader, action in readers.items()]
    print(f"\n{arguments.size}x{arguments.size} cells, {arguments.facts} facts\n")
    print("| reader | CPU seconds |\n|---|---|")
    print("\n".join(rows))


if __name__ == "__main__":
    main()
