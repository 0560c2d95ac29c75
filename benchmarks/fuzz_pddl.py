"""Mutated PDDL and plan files must crash nothing: they are read, or refused with BadInput or LudoplanError.

    python benchmarks/fuzz_pddl.py --count 100000 [DOMAIN PROBLEM PLAN ...]

What is read must also print to a text that reads the same, a plan is replayed, and native planners try their luck.
Prints a Markdown table; a crash is printed with the seed that makes it again.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

from ludoplan.core.errors import LudoplanError
from ludoplan.core.limits import Limits
from ludoplan.core.referee import replay
from ludoplan.core.result import Status
from ludoplan.core.task import Task
from ludoplan.pddl.parser import parse_domain, parse_problem
from ludoplan.pddl.plans import read_plan
from ludoplan.pddl.printer import print_domain, print_problem
from ludoplan.pddl.task import GAME, PddlTask
from ludoplan.running.solve import solve

DOMAIN = """(define (domain lights) (:requirements :adl :numeric-fluents :derived-predicates)
  (:types lamp room - thing torch - lamp) (:constants hall - room)
  (:predicates (on ?l - lamp) (in ?l - lamp ?r - room) (door ?a ?b - room) (here ?r - room) (reach ?r - room))
  (:functions (power ?l - lamp) (used) (total-cost) - number)
  (:derived (reach ?r - room) (or (here ?r) (exists (?q - room) (and (reach ?q) (door ?q ?r)))))
  (:action toggle :parameters (?r - room) :precondition (and (reach ?r) (<= (used) 10) (imply (here ?r) (reach ?r)))
    :effect (and (forall (?l - lamp) (when (and (in ?l ?r) (on ?l)) (not (on ?l))))
                 (forall (?l - lamp) (when (and (in ?l ?r) (not (on ?l))) (and (on ?l) (increase (used) (power ?l)))))
                 (increase (total-cost) 2)))
  (:action swap :parameters (?l ?m - (either lamp torch)) :precondition (or (not (= ?l ?m)) (> (* 2 (used)) 1.5))
    :effect (and (assign (power ?l) (power ?m)) (scale-up (power ?m) (/ 1 2)) (increase (total-cost) 1))))
"""
PROBLEM = """(define (problem house) (:domain lights) (:objects a b - lamp c - torch attic cellar - room)
  (:init (here hall) (door hall attic) (in a hall) (in b attic) (in c cellar) (on b) ; a comment
         (= (power a) 3) (= (power b) 4.5) (= (power c) 1) (= (used) 0))
  (:goal (and (on a) (forall (?l - lamp) (imply (in ?l attic) (not (on ?l)))) (> (- (used) 1) 1)))
  (:metric minimize (+ (total-cost) (* 2 (total-time)))))
"""
PLAN = "; a plan\n0: (swap a b) [1]\nstep 2: toggle hall\n(toggle attic)\ntoggle(attic)\nTOGGLE attic (2)\n"

SOLVERS = ("planner", "planner:lazy-ff-pref", "planner:astar-lmcut", "planner:bfws", "planner:idastar-hmax")

TOKEN = re.compile(r"[()]|[^\s()]+|\s+")
STRANGE = [
    "(",
    ")",
    "((",
    "))",
    "?",
    "-",
    ":",
    ";",
    "'",
    "\0",
    "\u0130",
    "\U0001f600",
    "e",
    "1e99",
    "-.5",
    "9" * 99,
    "()",
]
WORDS = ["and", "or", "not", "imply", "forall", "exists", "when", "either", "object", "total-time", "assign", "=", "<"]
WORDS += [":action", ":derived", ":init", ":goal", ":metric", ":types", ":effect", "?r", "?l", "number", "define"]


def mutated(text: str, rng: random.Random) -> str:
    """The text after a few changes of characters, words or whole lists."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        tokens = TOKEN.findall(text)
        if not tokens:
            return rng.choice(STRANGE)
        at, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
        match rng.randrange(9):
            case 0:
                del tokens[at]
            case 1:
                tokens.insert(at, tokens[other])
            case 2:
                tokens[at], tokens[other] = tokens[other], tokens[at]
            case 3:
                tokens[at] = rng.choice(WORDS)
            case 4:
                tokens.insert(at, rng.choice(STRANGE))
            case 5:
                del tokens[min(at, other) : max(at, other)]
            case 6:
                tokens[at:at] = tokens[min(at, other) : max(at, other)][:60]
            case 7:
                word = tokens[at]
                place = rng.randrange(len(word) + 1)
                tokens[at] = word[:place] + chr(rng.choice((rng.randrange(128), rng.randrange(0xD7FF)))) + word[place:]
            case _:
                deep = rng.randrange(1, 400)
                tokens[at] = f"{rng.choice(('(not ', '(and ', '(', '(- '))}" * deep + tokens[at] + ")" * deep
        text = "".join(tokens)
    return text


def attempt(domain_text: str, problem_text: str, plan_text: str, solver: str) -> str:
    """What becomes of the three texts, in a word."""
    try:
        level = PddlTask.parse(domain_text, problem_text)
    except LudoplanError as error:
        str(error)
        return "refused"
    domain = parse_domain(print_domain(level.domain))
    assert domain == level.domain, "printing changes the domain"
    assert parse_problem(print_problem(level.problem), "p", domain) == level.problem, "printing changes the problem"
    task = Task(GAME, level, "fuzz")
    verdict = replay(task, read_plan(plan_text))
    str(verdict)
    result = solve(task, solver, limits=Limits(seconds=1, nodes=2000))
    assert result.status is not Status.ERROR, result.message
    if verdict.plan is not None:
        assert result.status is not Status.UNSOLVABLE, "called unsolvable, but it has a plan"
        assert result.lower_bound is None or result.lower_bound <= verdict.plan.cost, "a bound above the cost of a plan"
    return "invalid plan" if verdict.plan is None else "valid plan"


def fuzz(texts: tuple[str, str, str], seeds: range) -> tuple[Counter[str], list[int]]:
    """How often which outcome, and the seeds of crashes."""
    outcomes: Counter[str] = Counter()
    crashes = []
    for seed in seeds:
        rng = random.Random(seed)
        changed = list(texts)
        which = rng.randrange(3)
        changed[which] = mutated(changed[which], rng)
        try:
            outcomes[attempt(*changed, rng.choice(SOLVERS))] += 1
        except Exception:
            crashes.append(seed)
            print(f"seed {seed}:", file=sys.stderr)
            traceback.print_exc(limit=-4)
    return outcomes, crashes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("files", nargs="*", metavar="DOMAIN PROBLEM PLAN", help="to mutate, in threes")
    arguments = parser.parse_args()
    named = [("built-in", (DOMAIN, PROBLEM, PLAN))]
    for domain, problem, plan in zip(*[iter(arguments.files)] * 3, strict=True):
        named.append((Path(problem).stem, tuple(Path(name).read_text() for name in (domain, problem, plan))))
    print("| task | files | refused | invalid plan | valid plan | crashes | CPU seconds |")
    print("|---|---|---|---|---|---|---|")
    all_crashes = 0
    share = arguments.count // len(named)
    for number, (name, texts) in enumerate(named):
        began = time.process_time()
        first = arguments.seed + number * share
        outcomes, crashes = fuzz(texts, range(first, first + share))
        figures = [outcomes[key] for key in ("refused", "invalid plan", "valid plan")]
        cells = [name, share, *figures, len(crashes), f"{time.process_time() - began:.0f}"]
        print(f"| {' | '.join(map(str, cells))} |")
        all_crashes += len(crashes)
    return 1 if all_crashes else 0


if __name__ == "__main__":
    sys.exit(main())
