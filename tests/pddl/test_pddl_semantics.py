"""The meaning of conditions and effects: examples, and agreement with the plainest evaluation there is."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pddl_strategies import EMPTY, THINGS, conditions, domains, problems
from plain_semantics import plainly

from ludoplan.core.errors import LudoplanError, Unsupported
from ludoplan.core.referee import replay
from ludoplan.core.task import Task
from ludoplan.pddl.semantics import StateView
from ludoplan.pddl.task import GAME, PddlTask
from ludoplan.running.solve import solve

quick = settings(max_examples=150, deadline=None)


@quick
@given(problems(), st.data())
def test_conditions(problem, data):
    condition = data.draw(conditions(THINGS))
    level = PddlTask(EMPTY, problem)
    view = StateView(level, GAME.initial(level))
    assert view.holds(condition, {}) == plainly(view, condition, {})
    assert (view.why_not(condition, {}) is None) == view.holds(condition, {})


@quick
@given(domains(), problems())
def test_moves_are_the_legal_ground_actions(domain, problem):
    level = PddlTask(domain, problem)
    state = GAME.initial(level)
    everything = [
        (action.name, *values)
        for action in domain.actions
        for values in product(*(level.fitting(each) for each in action.parameters))
    ]
    listed = list(GAME.moves(level, state))
    assert sorted(listed) == sorted(move for move in everything if GAME.is_legal(level, state, move))
    assert len(set(listed)) == len(listed)
    for move in listed[:5]:
        GAME.apply(level, state, move)
        assert GAME.move_from_text(level, GAME.move_to_text(level, move)) == move


LIGHTS = """(define (domain lights) (:requirements :adl :numeric-fluents :derived-predicates)
  (:types lamp room)
  (:predicates (on ?l - lamp) (in ?l - lamp ?r - room) (door ?a ?b - room) (here ?r - room)
               (reach ?r - room) (dark ?r - room))
  (:functions (power ?l - lamp) (used) (total-cost))
  (:derived (reach ?r - room) (or (here ?r) (exists (?q - room) (and (reach ?q) (door ?q ?r)))))
  (:derived (dark ?r - room) (not (exists (?l - lamp) (and (in ?l ?r) (on ?l)))))
  (:action toggle-all :parameters (?r - room) :precondition (and (reach ?r) (<= (used) 10))
    :effect (and (forall (?l - lamp) (when (and (in ?l ?r) (on ?l)) (not (on ?l))))
                 (forall (?l - lamp) (when (and (in ?l ?r) (not (on ?l)))
                    (and (on ?l) (increase (used) (power ?l)))))
                 (increase (total-cost) 2.5)))
  (:action swap :parameters (?l ?m - lamp) :precondition (not (= ?l ?m))
    :effect (and (assign (power ?l) (power ?m)) (assign (power ?m) (power ?l)) (increase (total-cost) 0.5))))"""
HOUSE = """(define (problem house) (:domain lights) (:objects a b c - lamp hall attic cellar - room)
  (:init (here hall) (door hall attic) (in a hall) (in b attic) (in c cellar) (on b)
         (= (power a) 3) (= (power b) 4.5) (= (power c) 1) (= (used) 0))
  (:goal (and (on a) (dark attic) (> (used) 2))) (:metric minimize (total-cost)))"""


def house(problem=HOUSE, domain=LIGHTS):
    return Task(GAME, PddlTask.parse(domain, problem), "house")


def test_conditional_effects_look_at_the_state_before():
    task = house()
    assert str(replay(task, ["(toggle-all hall)", "(toggle-all attic)"])) == "valid, cost 5, 2 moves"
    assert replay(task, ["(toggle-all hall)"] * 3).plan is None


def test_numbers_are_exact_and_effects_simultaneous():
    task = house()
    state = GAME.apply(task.level, GAME.initial(task.level), ("swap", "a", "b"))
    values = dict(state.values)
    assert (values["power", "a"], values["power", "b"]) == (Fraction(9, 2), 3)
    verdict = replay(task, ["(swap a b)", "(toggle-all hall)", "(toggle-all attic)"])
    assert verdict.plan is not None
    assert verdict.plan.cost == 5.5


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (["(toggle-all cellar)"], "invalid: step 1, (toggle-all cellar): (reach cellar) is false"),
        (["(swap a a)"], "invalid: step 1, (swap a a): (= a a) is true"),
        (["(swap a hall)"], "invalid: step 1, (swap a hall): hall is not of type lamp"),
        (["(swap a d)"], "invalid: step 1, (swap a d): there is no object d"),
        (["(swap a)"], "invalid: step 1, (swap a): action swap takes 2 arguments, found 1"),
        (["(fly a)"], "invalid: step 1, (fly a): there is no action fly"),
        (
            ["(toggle-all attic)"],
            "invalid: the goal is not reached after 1 moves: (on a) is false; (> (used) 2) is false, as (used) is 0",
        ),
        (
            ["(swap c b)", *["(toggle-all hall)"] * 9],
            "invalid: step 9, (toggle-all hall): (<= (used) 10) is false, as (used) is 12",
        ),
    ],
)
def test_reasons(plan, said):
    assert str(replay(house(), plan)) == said


def test_reasons_of_quantifiers():
    domain = """(define (domain d) (:requirements :adl) (:predicates (p ?x) (q ?x))
      (:action a :precondition (forall (?x) (imply (p ?x) (q ?x))))
      (:action b :precondition (exists (?x) (and (p ?x) (q ?x)))))"""
    problem = "(define (problem p) (:domain d) (:objects o u) (:init (p o) (q u)) (:goal ()))"
    task = house(problem, domain)
    assert replay(task, ["(a)"]).reason == "not for ?x = o: (p o) is true, but (q o) is false"
    assert replay(task, ["(b)"]).reason == "(exists (?x) (and (p ?x) (q ?x))) is false"


def test_adding_wins_over_deleting():
    domain = "(define (domain d) (:predicates (p)) (:action a :effect (and (p) (not (p)))))"
    task = house("(define (problem p) (:domain d) (:init) (:goal (p)))", domain)
    assert replay(task, ["a"]).plan is not None


@pytest.mark.parametrize(
    ("effect", "reason"),
    [
        ("(and (assign (f) 1) (increase (f) 1))", "(f) would be changed in two ways at once"),
        ("(and (assign (f) 1) (assign (f) 2))", "(f) would be changed in two ways at once"),
        ("(and (scale-up (f) 2) (scale-up (f) 2))", "(f) would be changed in two ways at once"),
        ("(assign (f) (/ 1 (- (f) (f))))", "division by 0"),
        ("(increase (g) 1)", "(g) has no value"),
    ],
)
def test_effects_that_make_no_sense(effect, reason):
    domain = f"""(define (domain d) (:requirements :numeric-fluents) (:functions (f) (g))
      (:action a :effect {effect}))"""
    task = house("(define (problem p) (:domain d) (:init (= (f) 1)) (:goal (and (> (f) 0) (> (g) 0))))", domain)
    assert replay(task, ["(a)"]).reason == reason
    assert list(GAME.moves(task.level, GAME.initial(task.level))) == []


def test_increases_add_up():
    domain = """(define (domain d) (:requirements :numeric-fluents) (:functions (f))
      (:action a :effect (and (increase (f) (f)) (increase (f) 3) (decrease (f) 1))))"""
    task = house("(define (problem p) (:domain d) (:init (= (f) 2)) (:goal (= (f) 6)))", domain)
    assert replay(task, ["(a)"]).plan is not None


METRICS = """(define (domain d) (:requirements :numeric-fluents)
  (:predicates (done)) (:functions (f) (total-cost) (fuel))
  (:action a :effect (and (done) (increase (total-cost) 3) (increase (fuel) 1)))
  (:action b :effect (and (increase (f) 1) (decrease (fuel) 2))))"""


@pytest.mark.parametrize(
    ("metric", "cost"),
    [
        ("", 3),
        ("(:metric minimize (total-cost))", 3),
        ("(:metric minimize (total-time))", 3),
        ("(:metric minimize (+ (* 2 (total-cost)) (total-time)))", 9),
        ("(:metric maximize (f))", -2),
        ("(:metric minimize (* (f) (f)))", 8),
        ("(:metric minimize (- (fuel)))", 3),
        ("(:metric minimize (/ (total-cost) 2))", 1.5),
    ],
)
def test_metrics(metric, cost):
    problem = f"(define (problem p) (:domain d) (:init (= (f) 1) (= (fuel) 7)) (:goal (done)) {metric})"
    verdict = replay(house(problem, METRICS), ["(b)", "(b)", "(a)"])
    assert verdict.plan is not None
    assert verdict.plan.cost == cost


def test_metrics_that_make_no_sense():
    text = "(define (problem p) (:domain d) (:init) (:goal (done)) (:metric minimize {}))"
    with pytest.raises(Unsupported, match="total-time"):
        house(text.format("(* (total-time) (total-time))"), METRICS)
    with pytest.raises(LudoplanError, match=r"\(f\) has no value"):
        house(text.format("(* (f) (f))"), METRICS)


def test_what_only_the_metric_reads_is_no_part_of_the_state():
    """Else a search would take every detour for a new state and never end."""
    problem = "(define (problem p) (:domain d) (:init (= (f) 1)) (:goal (and (done) (> (f) 99))))"
    level = PddlTask.parse(METRICS, problem)
    assert level.accumulators == {"total-cost", "fuel", "total-time"}
    assert dict(GAME.initial(level).values) == {("f",): 1}


def test_every_search_takes_planning_tasks():
    task = house(HOUSE.replace("(= (power b) 4.5)", "(= (power b) 4)"), LIGHTS.replace("2.5", "2").replace("0.5", "1"))
    for solver in ("ucs", "astar", "idastar"):
        result = solve(task, solver)
        assert (str(result.status), result.cost) == ("optimal", 4)
    assert str(solve(house(), "ucs").status) == "unsupported"
