"""Formulas as deep as they may be exhaust no stack: reading, printing, planning, validating, and telling what fails."""

from __future__ import annotations

import pytest

from ludoplan.core.errors import BadInput
from ludoplan.core.referee import replay
from ludoplan.core.task import Task
from ludoplan.pddl.parser import parse_domain, parse_problem
from ludoplan.pddl.printer import print_domain, print_problem
from ludoplan.pddl.separate import separated
from ludoplan.pddl.source import MOST_NESTED
from ludoplan.pddl.task import GAME, PddlTask
from ludoplan.running.solve import solve

# What else is open around a precondition, an effect and a comparison.
ROOM = 5
DEPTH = MOST_NESTED - ROOM


def nested(opening, inner, depth=DEPTH):
    levels = opening.count("(") - opening.count(")")
    return opening * (depth // levels) + inner + ")" * levels * (depth // levels)


CONDITIONS = {
    "not": nested("(not ", "(p ?x)", DEPTH - 1),  # an even number of them
    "and": nested("(and (p ?x) ", "(p ?x)"),
    "or": nested("(or (n ?x) ", "(p ?x)"),
    "imply": nested("(imply (p ?x) ", "(p ?x)"),
    "exists": nested("(exists (?y) ", "(p ?y)"),
    "forall": nested("(forall (?x) ", "(p ?x)"),
    "mixed": nested("(not (or (n ?x) (not (and ", "(p ?x)"),
    "sum": f"(= {nested('(+ 0 ', '(f)')} 0)",
}
EFFECTS = {
    "and": nested("(and (q ?x) ", "(q ?x)"),
    "when": nested("(when (p ?x) ", "(q ?x)"),
    "forall": nested("(forall (?x) ", "(q ?x)"),
}


def texts(condition="(p ?x)", effect="(q ?x)"):
    domain = (
        "(define (domain d) (:predicates (p ?x) (q ?x) (r ?x) (n ?x)) (:functions (f))"
        f"(:derived (r ?x) (and (p ?x) {condition}))"
        f"(:action a :parameters (?x) :precondition {condition} :effect (and (when (r ?x) {effect}))))"
    )
    problem = (
        "(define (problem p) (:domain d) (:objects a) (:init (p a) (= (f) 0))"
        f"(:goal (and (q a) (exists (?x) {condition}))))"
    )
    return domain, problem


@pytest.mark.parametrize(
    "given",
    [
        *(pytest.param(texts(condition=text), id=name) for name, text in CONDITIONS.items()),
        *(pytest.param(texts(effect=text), id=f"effect {name}") for name, text in EFFECTS.items()),
    ],
)
def test_deep_formulas(given):
    level = PddlTask.parse(*given)
    domain = parse_domain(print_domain(level.domain))
    assert domain == level.domain
    assert parse_problem(print_problem(level.problem), "p", domain) == level.problem
    separated(domain)
    task = Task(GAME, level, "p")
    assert replay(task, ["(a a)"]).plan is not None
    assert replay(task, []).reason.startswith("the goal is not reached")
    assert solve(task, "bfs").status == "optimal"


@pytest.mark.parametrize("name", CONDITIONS)
def test_what_fails_deep_down_is_told(name):
    domain, problem = texts(condition=CONDITIONS[name])
    level = PddlTask.parse(domain, problem.replace("(p a) (= (f) 0)", "(q a) (= (f) 1)"))
    assert replay(Task(GAME, level, "p"), ["(a a)"]).step in (1, None)


def test_deeper_ones_are_refused():
    with pytest.raises(BadInput, match="nested more than"):
        PddlTask.parse(*texts(condition=nested("(not ", "(p ?x)", MOST_NESTED)))
