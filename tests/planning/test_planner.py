"""The planner's configurations on published problems, under limits, and what they refuse."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import pytest

from ludoplan import _native
from ludoplan.core.engine import Request
from ludoplan.core.limits import Limits
from ludoplan.core.task import Task
from ludoplan.engines.planner import ENGINES
from ludoplan.pddl.parser import parse_domain, parse_problem
from ludoplan.pddl.task import GAME, PddlTask
from ludoplan.planning.planner import Grounded
from ludoplan.running.solve import solve

ROOT = Path(__file__).resolve().parents[2]
SHARED = next((each / "shared" / "data" / "pddl" for each in (ROOT.parent, ROOT.parent.parent)
               if (each / "shared").is_dir()), ROOT / "absent")  # fmt: skip
OPTIMA = {
    "gripper/prob01": 11,
    "gripper/prob02": 17,
    "gripper/prob03": 23,
    "blocks/probBLOCKS-4-0": 6,
    "blocks/probBLOCKS-5-0": 12,
    "blocks/probBLOCKS-6-0": 12,
    "briefcaseworld/pfile1": 1,
    "briefcaseworld/pfile2": 2,
    "briefcaseworld/pfile3": 8,
    "briefcaseworld/pfile4": 12,
    "briefcaseworld/pfile5": 17,
    "miconic-simpleadl/s1-0": 4,
    "miconic-simpleadl/s2-0": 6,
    "miconic-simpleadl/s3-0": 8,
    "numeric/counters/pfile1": 12,
    "numeric/counters/pfile2": 7,
    "numeric/counters/pfile3": 6,
    "numeric/farmland/pfile1": 341,
    "numeric/farmland/pfile2": 169,
    "numeric/farmland/pfile3": 398,
}
NAMES = [engine.name for engine in ENGINES]


def task_of(domain_text, problem_text):
    domain = parse_domain(domain_text, "domain")
    return Task(GAME, PddlTask(domain, parse_problem(problem_text, "problem", domain)), "task")


@pytest.mark.parametrize("name", OPTIMA)
def test_shared_problems_are_solved_and_the_optimum_is_the_same_by_all(name):
    problem = SHARED / f"{name}.pddl"
    if not problem.is_file():
        pytest.skip("the shared data are not here")
    task = task_of((problem.parent / "domain.pddl").read_text(), problem.read_text())
    for solver in ("planner", "planner:astar-blind", "planner:astar-hmax", "planner:astar-lmcut"):
        result = solve(task, solver)
        if solver.endswith("lmcut") and name.startswith("numeric"):
            assert str(result.status) == "unsupported"
            continue
        assert (str(result.status), result.cost) == ("optimal", OPTIMA[name]), solver
    for solver in ("planner:lazy-ff-pref", "planner:gbfs-ff"):
        assert str(solve(task, solver).status) == "solved", solver
    published = problem.with_suffix(".plan")
    # The plans of miconic are of its STRIPS form, which boards passengers one by one.
    if published.is_file() and not name.startswith("miconic"):
        steps = [line for line in published.read_text().splitlines() if line.strip().startswith("(")]
        assert len(steps) == OPTIMA[name]


SWITCHES = """(define (domain switches) (:requirements :strips) (:predicates (on ?s) (wire ?a ?b) (ready))
  (:action press :parameters (?a ?b) :precondition (and (wire ?a ?b) (on ?a)) :effect (and (on ?b) (not (on ?a))))
  (:action finish :parameters (?a) :precondition (on ?a) :effect (ready)))"""


def switches(goal, wires="(wire a b) (wire b c)"):
    return f"(define (problem p) (:domain switches) (:objects a b c d) (:init (on a) {wires}) (:goal {goal}))"


@pytest.mark.parametrize("solver", NAMES)
def test_unsolvable_is_proven(solver):
    none = "incomplete" if solver == "planner:lifted" else "unsolvable"  # it proves nothing
    assert str(solve(task_of(SWITCHES, switches("(on d)")), solver).status) == none


@pytest.mark.parametrize("solver", NAMES)
def test_a_goal_that_holds_needs_no_action(solver):
    result = solve(task_of(SWITCHES, switches("(on a)")), solver)
    assert result.plan is not None
    assert result.plan.moves == ()


@pytest.mark.parametrize("solver", NAMES)
def test_the_same_plan_every_time(solver):
    task = task_of(SWITCHES, switches("(and (on c) (ready))", "(wire a b) (wire b c) (wire a c) (wire c b)"))
    first, second = (solve(task, solver) for _ in range(2))
    assert first.plan is not None
    assert first.plan == second.plan
    assert first.stats.expanded == second.stats.expanded


def test_what_is_lacking_is_named_before_grounding():
    numeric = """(define (domain n) (:requirements :numeric-fluents) (:functions (x))
      (:action up :parameters () :precondition (< (x) 9) :effect (increase (x) 1)))"""
    problem = "(define (problem p) (:domain n) (:init (= (x) 0)) (:goal (= (x) 5)))"
    result = solve(task_of(numeric, problem), "planner:astar-lmcut")
    assert str(result.status) == "unsupported"
    assert ":numeric-fluents" in result.message
    assert solve(task_of(numeric, problem), "planner").cost == 5


def test_the_size_is_told_before_the_search():
    notes = []
    task = task_of(SWITCHES, switches("(on c)"))
    solve(task, "planner", progress=lambda progress: notes.append(progress.note) or True)
    assert any("facts" in note and "actions" in note for note in notes)


HUGE = """(define (domain huge) (:requirements :strips) (:predicates (p ?a ?b ?c) (done))
  (:action act :parameters (?a ?b ?c ?d ?e) :precondition () :effect (and (p ?a ?b ?c) (p ?c ?d ?e)))
  (:action end :parameters (?a ?b ?c) :precondition (p ?a ?b ?c) :effect (done)))"""


def huge_problem():
    objects = " ".join(f"o{number}" for number in range(100))
    return f"(define (problem p) (:domain huge) (:objects {objects}) (:init) (:goal (done)))"


def test_too_large_to_ground_ends_at_the_memory_limit():
    megabytes = _native.resident_bytes() / 1e6 + 100
    result = solve(task_of(HUGE, huge_problem()), "planner", limits=Limits(megabytes=megabytes))
    assert str(result.status) == "memory"
    assert "grounding" in result.message


def test_too_large_to_ground_ends_at_the_time_limit():
    used = time.process_time()
    result = solve(task_of(HUGE, huge_problem()), "planner", limits=Limits(seconds=0.5))
    assert str(result.status) == "timeout"
    # The processor's time, for that does not grow on a busy machine; without a limit it would be minutes.
    assert time.process_time() - used < 6 * 0.5


def test_a_plan_without_a_proof_is_kept_at_the_time_limit():
    domain = """(define (domain ferry) (:requirements :strips) (:predicates (ball ?b) (hand ?h) (room ?r) (here ?r)
        (in ?b ?r) (held ?b ?h) (empty ?h))
      (:action walk :parameters (?a ?b) :precondition (and (room ?b) (here ?a)) :effect (and (here ?b) (not (here ?a))))
      (:action take :parameters (?b ?r ?h) :precondition (and (ball ?b) (hand ?h) (in ?b ?r) (here ?r) (empty ?h))
        :effect (and (held ?b ?h) (not (in ?b ?r)) (not (empty ?h))))
      (:action put :parameters (?b ?r ?h) :precondition (and (held ?b ?h) (here ?r))
        :effect (and (in ?b ?r) (empty ?h) (not (held ?b ?h)))))"""
    balls = [f"b{number}" for number in range(24)]
    facts = " ".join(f"(ball {ball}) (in {ball} r1) (room r-{ball})" for ball in balls)
    goal = " ".join(f"(in {ball} r-{ball})" for ball in balls)
    rooms = " ".join(f"r-{ball}" for ball in balls)
    problem = f"""(define (problem p) (:domain ferry) (:objects {" ".join(balls)} {rooms} r1 left right)
      (:init {facts} (room r1) (hand left) (hand right) (empty left) (empty right) (here r1))
      (:goal (and {goal})))"""
    result = solve(task_of(domain, problem), "planner", limits=Limits(seconds=2))
    assert str(result.status) == "solved"
    assert result.cost >= 71
    assert result.lower_bound >= 48
    assert result.stats.seconds < 3


def test_metrics_with_fractions_are_exact():
    domain = """(define (domain m) (:requirements :action-costs) (:predicates (at ?x) (road ?x ?y))
      (:functions (total-cost) (length ?x ?y))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
        :effect (and (not (at ?x)) (at ?y) (increase (total-cost) (length ?x ?y)))))"""
    problem = """(define (problem p) (:domain m) (:objects a b c)
      (:init (at a) (road a b) (road b c) (road a c) (= (length a b) 0.5) (= (length b c) 0.75) (= (length a c) 1.5)
        (= (total-cost) 0)) (:goal (at c)) (:metric minimize (total-cost)))"""
    for solver in ("planner", "planner:astar-blind", "planner:astar-hmax", "planner:astar-lmcut"):
        result = solve(task_of(domain, problem), solver)
        assert (str(result.status), result.cost) == ("optimal", 1.25), (solver, result.message)


def test_quantifiers_over_static_facts_stay_small():
    domain = """(define (domain grid) (:requirements :adl) (:types cell colour) (:predicates
      (next ?a ?b - cell) (has ?a - cell ?k - colour) (done))
      (:action shift :parameters (?k - colour) :precondition (exists (?a - cell) (has ?a ?k))
        :effect (forall (?a ?b - cell ?x - colour)
          (when (and (next ?a ?b) (has ?a ?x) (not (= ?x ?k))) (and (not (has ?a ?x)) (has ?b ?x))))))"""
    cells = [f"c{number}" for number in range(60)]
    wires = " ".join(f"(next {a} {b})" for a, b in pairwise(cells))
    problem = f"""(define (problem p) (:domain grid) (:objects {" ".join(cells)} - cell k1 k2 - colour)
      (:init {wires} (has c0 k1) (has c5 k2)) (:goal (has c9 k1)))"""
    task = task_of(domain, problem).level
    native = Grounded.of(task, Request()).native
    assert (native.actions, native.facts) == (2, 115)
    assert solve(task_of(domain, problem), "planner").cost == 9


def test_mutex_groups_pack_states():
    cells = " ".join(f"c{number}" for number in range(40))
    wires = " ".join(f"(wire c{number} c{number + 1})" for number in range(39))
    problem = f"(define (problem p) (:domain switches) (:objects {cells}) (:init (on c0) {wires}) (:goal (on c39)))"
    task = task_of(SWITCHES, problem).level
    native = Grounded.of(task, Request()).native
    assert (native.groups, native.packed_words) == (1, 1)


def test_conditions_around_a_quantified_effect_keep_their_own_variables():
    """(when (all things ?v ...) (forall (?w) (when ... effect))): ?v and ?w have nothing to do with each other."""
    domain = """(define (domain shelves) (:requirements :adl) (:types thing) (:predicates (dusty ?t - thing) (clean))
      (:action wipe :parameters (?t - thing) :precondition () :effect (not (dusty ?t)))
      (:action look :parameters () :precondition ()
       :effect (when (forall (?v - thing) (not (dusty ?v))) (forall (?w - thing) (when (not (dusty ?w)) (clean))))))"""
    things = "a b c"
    problem = f"""(define (problem p) (:domain shelves) (:objects {things} - thing) (:init (dusty a) (dusty b))
      (:goal (clean)))"""
    task = task_of(domain, problem)
    for solver in ("ucs", "planner", "planner:astar-blind"):
        assert solve(task, solver).cost == 3, solver


TOOLS = """(define (domain tools)
  (:predicates (here ?p) (way ?p ?q) (lies ?t ?p) (held ?t) (bolt ?b ?p) (loose ?b) (tight ?b))
  (:action walk :parameters (?p ?q) :precondition (and (here ?p) (way ?p ?q))
   :effect (and (here ?q) (not (here ?p))))
  (:action take :parameters (?t ?p) :precondition (and (here ?p) (lies ?t ?p))
   :effect (and (held ?t) (not (lies ?t ?p))))
  (:action use :parameters (?t ?b ?p) :precondition (and (here ?p) (held ?t) (bolt ?b ?p) (loose ?b))
   :effect (and (tight ?b) (not (loose ?b)) (not (held ?t)))))"""


def test_drawn_moves_lead_away_from_where_estimates_lead_astray():
    """One way, a tool at each place, and as many bolts at its end: without deletes a single tool is enough."""
    tools = range(12)
    lie = " ".join(f"(way p{i} p{i + 1}) (lies t{i} p{i}) (bolt b{i} p12) (loose b{i})" for i in tools)
    problem = f"""(define (problem p) (:domain tools)
      (:objects {" ".join(f"p{i} t{i} b{i}" for i in tools)} p12) (:init (here p0) {lie})
      (:goal (and {" ".join(f"(tight b{i})" for i in tools)})))"""
    limits = Limits(nodes=15_000)
    assert solve(task_of(TOOLS, problem), "planner:lazy-explore", limits=limits).cost == 36
    assert solve(task_of(TOOLS, problem), "planner:lazy-landmarks", limits=limits).plan is None
