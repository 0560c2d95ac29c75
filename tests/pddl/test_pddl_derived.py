"""Derived predicates: what is derived step by step from what is new is what deriving everything anew gives."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

from growing_pddl import derived_chain, derived_chain_of_negations
from plain_semantics import plainly

from ludoplan.core.referee import replay
from ludoplan.core.task import Task
from ludoplan.pddl import ast
from ludoplan.pddl.parser import parse_domain, parse_problem
from ludoplan.pddl.semantics import StateView
from ludoplan.pddl.strata import stratified, unstratified
from ludoplan.pddl.task import GAME, PddlTask, initial_state

OBJECTS = ("a", "b", "c")
DOMAIN = parse_domain("(define (domain d) (:predicates (e ?x ?y) (s ?x) (p ?x) (q ?x ?y) (r)))")
ARITIES = {"e": 2, "s": 1, "p": 1, "q": 2, "r": 0}
BASE = ("e", "s")


def random_condition(chance, scope, depth, may_derive=True):
    kind = chance.choice(["atom"] * 3 + (["not", "and", "or", "exists", "forall", "imply"] if depth else []))
    match kind:
        case "atom":
            name = chance.choice([*ARITIES] if may_derive else BASE)
            return ast.Atom(name, tuple(chance.choice([*scope, "a"]) for _ in range(ARITIES[name])))
        case "not":
            return ast.Not(random_condition(chance, scope, depth - 1, may_derive=False))
        case "and" | "or":
            parts = tuple(random_condition(chance, scope, depth - 1, may_derive) for _ in range(chance.randint(0, 3)))
            return ast.And(parts) if kind == "and" else ast.Or(parts)
        case "imply":
            premise = random_condition(chance, scope, depth - 1, may_derive=False)
            return ast.Imply(premise, random_condition(chance, scope, depth - 1, may_derive))
        case _:
            name = chance.choice(["?x", "?u", "?v"])
            part = random_condition(chance, {*scope, name}, depth - 1, may_derive)
            return (ast.Exists if kind == "exists" else ast.Forall)((ast.Parameter(name),), part)


def random_task(chance):
    rules = []
    for _ in range(chance.randint(1, 4)):
        name = chance.choice(["p", "q", "r"])
        names = ("?x", "?y")[: ARITIES[name]]
        condition = random_condition(chance, sorted(names), 3)
        rules.append(ast.Derived(name, tuple(ast.Parameter(each) for each in names), condition))
    pairs = [("e", one, other) for one in OBJECTS for other in OBJECTS]
    facts = [fact for fact in (*pairs, *(("s", each) for each in OBJECTS)) if chance.random() < 0.3]
    problem = ast.Problem("p", "d", objects=tuple(ast.Object(name) for name in OBJECTS), facts=tuple(facts))
    return PddlTask(replace(DOMAIN, derived=tuple(rules)), problem)


def plainly_derived(task):
    """All rules for all values again and again; negation stands before what is not derived only."""
    found = set(task.problem.facts)
    size = -1
    while size != len(found):
        size = len(found)
        view = StateView(PddlTask(task.domain, replace(task.problem, facts=tuple(found))), initial_state(task))
        for rule in task.domain.derived:
            names = [each.name for each in rule.parameters]
            for values in product(OBJECTS, repeat=len(names)):
                if plainly(view, rule.condition, dict(zip(names, values, strict=True))):
                    found.add((rule.predicate, *values))
    return found - set(task.problem.facts)


def test_random_rules():
    derived = 0
    for seed in range(1500):
        task = random_task(random.Random(seed))
        assert unstratified(task.domain.derived) == []
        found = StateView(task, initial_state(task)).derived()
        facts = {fact for facts in found.values() for fact in facts}
        assert facts == plainly_derived(task)
        derived += len(facts)
    assert derived > 1500


def test_a_layer_looks_only_at_itself_and_those_before():
    domain = parse_domain(derived_chain_of_negations(50)[0])
    order = [branch.rule.predicate for stratum in stratified(domain.derived) for branch in stratum.branches]
    assert order == [f"p{number}" for number in reversed(range(50))]


def test_long_chains_are_derived():
    task = PddlTask.parse(*derived_chain(3000))
    assert replay(Task(GAME, task, "p"), []).plan is not None


RING = """(define (domain ring) (:predicates (at ?x) (next ?x ?y) (reach ?x))
  (:derived (reach ?x) (or (at ?x) (exists (?y) (and (reach ?y) (next ?y ?x)))))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (reach ?y)) :effect (and (not (at ?x)) (at ?y))))"""


def ring(size):
    places = [f"o{number}" for number in range(size)]
    facts = " ".join(f"(next {one} {other})" for one, other in zip(places, [*places[1:], places[0]], strict=True))
    text = f"(define (problem p) (:domain ring) (:objects {' '.join(places)}) (:init (at o0) {facts}) (:goal (at o1)))"
    domain = parse_domain(RING)
    return PddlTask(domain, parse_problem(text, "p", domain))


def test_each_fact_is_derived_from_new_ones_once(monkeypatch):
    """The conditions that are looked at grow with the ring, not with its square."""
    looks = []
    holds = StateView.holds
    monkeypatch.setattr(StateView, "holds", lambda *words: looks.append(1) or holds(*words))
    counts = []
    for size in (20, 40, 80):
        looks.clear()
        assert replay(Task(GAME, ring(size), "p"), ["(go o0 o7)", "(go o7 o1)"]).plan is not None
        counts.append(len(looks))
    assert counts[2] - counts[1] <= 2.1 * (counts[1] - counts[0])
