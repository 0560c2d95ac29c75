"""Random small planning tasks: no wrong cost, and no bound above the truth.

    python benchmarks/planning_agreement.py 20000 [--first SEED] [--downward EVERY]

Each task has conditions and effects of all kinds; by turns also costs (0 among them), derived predicates, numbers, or
all of that. Uniform-cost search by the Python semantics is the reference. Every solver of the planner must agree with
it, every lower bound must hold in all states of tasks with few of them, and on one task in EVERY Fast Downward must
agree too, where it takes the task. Prints what disagrees, then a line of counts; ends with 1 where anything does.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "planning"))
from random_tasks import KINDS, Maker, distances

from ludoplan.core.engine import Request
from ludoplan.core.limits import Limits
from ludoplan.core.result import Result
from ludoplan.core.task import Task
from ludoplan.engines.planner import ENGINES
from ludoplan.pddl.task import GAME, PddlTask
from ludoplan.planning.configurations import ADMISSIBLE
from ludoplan.planning.planner import Grounded
from ludoplan.running.solve import solve

MOST_STATES = 300  # of tasks whose bounds are checked in all states


def fault(reference: Result, result: Result, is_optimal: bool) -> str | None:
    """What is wrong with a result, or None."""
    status = str(result.status)
    if status == "unsupported":
        return None
    if reference.plan is None:
        none = "incomplete" if result.solver == "planner:lifted" else "unsolvable"  # it proves nothing
        return None if status == none else f"{status}, but there is no plan"
    if result.plan is None:
        return f"{status}, but there is a plan of cost {reference.cost}"
    assert result.cost is not None
    if result.cost < reference.cost or (is_optimal and (status, result.cost) != ("optimal", reference.cost)):
        return f"{status} with cost {result.cost} in place of {reference.cost}"
    if result.lower_bound is not None and result.lower_bound > reference.cost:
        return f"a lower bound of {result.lower_bound} where {reference.cost} is enough"
    return None


def faults(task: Task, with_downward: bool, counts: Counter[str]) -> Iterator[str]:
    """What is wrong on one task."""
    reference = solve(task, "ucs", limits=Limits(nodes=1500))
    if str(reference.status) not in ("optimal", "unsolvable"):
        counts["too large"] += 1
        return
    counts[str(reference.status)] += 1
    for engine in ENGINES:
        result = solve(task, engine.name, limits=Limits(nodes=100_000))
        wrong = fault(reference, result, engine.optimal)
        if wrong is not None:
            yield f"{engine.name}: {wrong}"
    if with_downward:
        # It wants to know the objects that actions name before it has seen the problem.
        domain, problem = task.level.domain, task.level.problem
        level = PddlTask(replace(domain, constants=problem.objects), replace(problem, objects=()))
        result = solve(Task(GAME, level, "random"), "fast-downward", limits=Limits(seconds=60))
        # What it stumbles over says nothing about us.
        is_answer = str(result.status) not in ("unsupported", "error")
        counts["compared with Fast Downward"] += is_answer
        wrong = fault(reference, result, True) if is_answer else None
        if wrong is not None:
            yield f"fast-downward: {wrong}"
    native = Grounded.of(task.level, Request()).native
    for state, distance in distances(native, MOST_STATES) or ():
        counts["states"] += 1
        for name in ADMISSIBLE:
            estimate = native.estimate(name, state)
            if distance is not None and estimate > distance:
                yield f"{name}: {estimate} where {distance} is enough"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", type=int)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--downward", type=int, default=0, metavar="EVERY", help="0: never (default)")
    arguments = parser.parse_args()
    counts: Counter[str] = Counter()
    wrong = 0
    for seed in range(arguments.first, arguments.first + arguments.tasks):
        kind = list(KINDS)[seed % len(KINDS)]
        task = Task(GAME, PddlTask(*Maker(seed, **KINDS[kind]).task()), "random")
        with_downward = (
            arguments.downward > 0 and seed % arguments.downward == 0 and kind in ("plain", "costs", "derived")
        )
        for each in faults(task, with_downward, counts):
            wrong += 1
            print(f"seed {seed}, {kind}: {each}", flush=True)
        if (seed + 1) % 1000 == 0:
            print(f"{seed + 1 - arguments.first} tasks, {wrong} wrong: {dict(counts)}", flush=True)
    print(f"{arguments.tasks} tasks, {wrong} wrong: {dict(counts)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
