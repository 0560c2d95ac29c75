"""Random small planning tasks with costs from 0 to 2^62 and with decimals, by many solvers, against exact arithmetic.

usage: python benchmarks/costs_agreement.py [--tasks 10000] [--seed 1] [--solvers NAME ...]

Two tokens walk on a small graph; a step costs what its edge says, more while the other token stands on a toll gate, and
the metric weighs the sum. The reference is Dijkstra's algorithm on fractions, which knows nothing of PDDL. A solver may
refuse a task whose costs may not fit into 64 bits, or have decimals where it takes whole costs only; whatever else it
says must be right. Prints Markdown; ends with status 1 if anything was wrong.
"""

from __future__ import annotations

import argparse
import heapq
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from ludoplan.core.limits import Limits
from ludoplan.core.result import Result, Status
from ludoplan.core.task import Task
from ludoplan.pddl.task import GAME, PddlTask
from ludoplan.planning.configurations import CONFIGURATIONS
from ludoplan.running.solve import solve

MOST_COST = (1 << 63) - 2
LANDMARKS = (1 << 29, 1 << 30, 1 << 31, 1 << 32, 1 << 40, 1 << 53, 1 << 61, 1 << 62, 500_000_000, 99_999_99)
SEARCHES = ("bfs", "dfs", "ids", "ucs", "greedy", "astar", "wastar", "idastar", "beam", "bfhs")
PLANNERS = ("planner", *(f"planner:{each.name}" for each in CONFIGURATIONS))
SOLVERS = (*SEARCHES, *PLANNERS)
LIMITS = Limits(seconds=10)

State = tuple[str, str]


@dataclass(frozen=True)
class Walk:
    """Where two tokens go from where to where, and what it costs."""

    edges: dict[tuple[str, str], Fraction]
    start: State
    goal: State
    weight: Fraction
    step: Fraction  # what each step costs besides
    gate: str | None
    toll: Fraction

    def steps(self, state: State) -> dict[str, tuple[State, Fraction]]:
        """The actions in a state by their texts, with the state after and the cost."""
        found = {}
        for number, name in enumerate(("a", "b")):
            for (here, there), cost in self.edges.items():
                if state[number] != here:
                    continue
                after = (there, state[1]) if number == 0 else (state[0], there)
                extra = self.toll if state[1 - number] == self.gate else 0
                found[f"(go {name} {here} {there})"] = after, self.weight * (cost + extra) + self.step
        return found

    def cheapest(self) -> Fraction | None:
        """The least cost of a plan, None if there is none."""
        best: dict[State, Fraction] = {}
        queue = [(Fraction(0), self.start)]
        while queue:
            cost, state = heapq.heappop(queue)
            if state in best:
                continue
            best[state] = cost
            if state == self.goal:
                return cost
            for after, more in self.steps(state).values():
                heapq.heappush(queue, (cost + more, after))
        return None

    def cost(self, plan: tuple[str, ...]) -> Fraction:
        state, total = self.start, Fraction(0)
        for text in plan:
            state, more = self.steps(state)[text]
            total += more
        assert state == self.goal, "not a plan"
        return total

    def is_whole(self) -> bool:
        """Whether no step has a broken cost."""
        numbers = (self.weight * cost + self.step for cost in (*self.edges.values(), self.toll))
        return all(number.denominator == 1 for number in (*numbers, self.step, self.weight * self.toll))

    def surely_fits(self) -> bool:
        """Whether 64 bits are enough for every path without a state that comes twice, in units that make all whole."""
        costs = [self.weight * (cost + self.toll) + self.step for cost in self.edges.values()]
        parts = [self.weight * cost for cost in (*self.edges.values(), self.toll)]
        scale = lcm(*(number.denominator for number in (*costs, *parts, self.step)))
        places = len({self.start[0], self.start[1], *(there for _, there in self.edges)})
        return scale * max(costs, default=0) * places**2 * 4 <= MOST_COST


def random_cost(rng: random.Random, most_digits: int) -> Fraction:
    kind = rng.random()
    if kind < 0.2:
        cost = rng.randint(0, 3)
    elif kind < 0.6:
        cost = max(0, rng.choice(LANDMARKS) + rng.randint(-2, 2))
    else:
        cost = rng.randint(0, 1 << rng.randint(0, 62))
    return Fraction(cost, 10 ** rng.randint(0, most_digits)) if rng.random() < 0.7 else Fraction(cost)


def random_walk(rng: random.Random) -> Walk:
    places = [f"p{number}" for number in range(rng.randint(2, 5))]
    most_digits = rng.choice((0, 0, 2, 5, 7))
    pairs = [(here, there) for here in places for there in places if here != there and rng.random() < 0.5]
    alike = random_cost(rng, most_digits)
    is_alike = rng.random() < 0.15
    edges = {pair: alike if is_alike else random_cost(rng, most_digits) for pair in pairs}
    start, goal = ((rng.choice(places), rng.choice(places)) for _ in range(2))
    if rng.random() < 0.5:
        return Walk(edges, start, goal, Fraction(1), Fraction(0), None, Fraction(0))
    weight = rng.choice((Fraction(1), Fraction(1), Fraction(1), Fraction(3), Fraction(1, 4)))
    step = rng.choice((Fraction(0), Fraction(0), Fraction(1), Fraction(1, 2)))
    gate = rng.choice((None, None, rng.choice(places)))
    return Walk(edges, start, goal, weight, step, gate, random_cost(rng, most_digits) if gate else Fraction(0))


def digits(value: Fraction) -> str:
    """A number as PDDL writes it. All here are decimals that end."""
    whole, rest = divmod(value.numerator * 10**12 // value.denominator, 10**12)
    return f"{whole}.{rest:012}".rstrip("0").rstrip(".")


def task_of(walk: Walk) -> Task:
    toll = f"(when (exists (?o) (and (at ?o {walk.gate}) (not (= ?o ?t)))) (increase (total-cost) {digits(walk.toll)}))"
    places = sorted({place for pair in walk.edges for place in pair} | {*walk.start, *walk.goal} | {walk.gate or "p0"})
    domain = f"""(define (domain walk) (:requirements :adl :numeric-fluents)
      (:types token place) (:constants a b - token {" ".join(places)} - place)
      (:predicates (at ?t - token ?p - place) (edge ?p ?q - place))
      (:functions (length ?p ?q - place) (total-cost))
      (:action go :parameters (?t - token ?p ?q - place) :precondition (and (at ?t ?p) (edge ?p ?q))
       :effect (and (not (at ?t ?p)) (at ?t ?q) (increase (total-cost) (length ?p ?q))
                    {toll.replace("(?o)", "(?o - token)") if walk.gate else ""})))"""
    edges = " ".join(f"(edge {p} {q}) (= (length {p} {q}) {digits(cost)})" for (p, q), cost in walk.edges.items())
    weighed = f"(* {digits(walk.weight)} (total-cost))" if walk.weight != 1 else "(total-cost)"
    metric = f"(+ {weighed} (* {digits(walk.step)} (total-time)))" if walk.step else weighed
    problem = f"""(define (problem w) (:domain walk)
      (:init (at a {walk.start[0]}) (at b {walk.start[1]}) {edges} (= (total-cost) 0))
      (:goal (and (at a {walk.goal[0]}) (at b {walk.goal[1]}))) (:metric minimize {metric}))"""
    return Task(GAME, PddlTask.parse(domain, problem), "walk")


def fault(walk: Walk, solver: str, result: Result, cheapest: Fraction | None) -> str | None:
    """What is wrong about a result, or None."""
    status = result.status
    if status is Status.UNSUPPORTED:
        takes = solver != "bfhs" and (walk.is_whole() or solver not in SEARCHES)
        may = not takes or not walk.surely_fits() or ":numeric-fluents" in str(result.message)
        return None if may else f"refused though all costs fit: {result.message}"
    if status is Status.UNSOLVABLE:
        return None if cheapest is None else f"unsolvable, but there is a plan of {cheapest}"
    if result.lower_bound is not None and cheapest is not None and result.lower_bound > cheapest * (1 + 1e-12):
        return f"bound {result.lower_bound}, but the least cost is {cheapest}"
    if result.plan is None:
        return f"{status}: {result.message}"
    if cheapest is None:
        return "a plan where there is none"
    cost = walk.cost(result.plan.moves)
    if status is Status.OPTIMAL and cost != cheapest:
        return f"optimal {cost}, but the least cost is {cheapest}"
    return None if result.cost in (cost, float(cost)) else f"says {result.cost}, but costs {cost}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--solvers", nargs="*", default=SOLVERS)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    counts: dict[str, Counter[str]] = {solver: Counter() for solver in arguments.solvers}
    faults = []
    began = time.perf_counter()
    solvable = fitting = 0
    for number in range(arguments.tasks):
        walk = random_walk(rng)
        task, cheapest = task_of(walk), walk.cheapest()
        solvable += cheapest is not None
        fitting += walk.surely_fits()
        for solver in arguments.solvers:
            result = solve(task, solver, limits=LIMITS)
            counts[solver][str(result.status)] += 1
            wrong = fault(walk, solver, result, cheapest)
            if wrong is not None:
                counts[solver]["wrong"] += 1
                faults.append(f"task {number}, {solver}: {wrong}")
    print(
        f"{arguments.tasks} tasks (seed {arguments.seed}): {solvable} have a plan, the costs of {fitting} surely fit;"
    )
    print(f"{time.perf_counter() - began:.0f} s\n")
    words = ("optimal", "solved", "unsolvable", "unsupported", "wrong")
    print(f"| solver | {' | '.join(words)} |\n|---|{'---:|' * len(words)}")
    for solver, found in counts.items():
        print(f"| {solver} | {' | '.join(str(found[word]) for word in words)} |")
    print("\n".join(["", *faults[:20]]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
