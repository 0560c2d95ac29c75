"""ludoplan as an engine of unified-planning."""

from __future__ import annotations

import warnings
from fractions import Fraction

import pytest

pytest.importorskip("unified_planning")

from unified_planning import shortcuts as up
from unified_planning.engines import PlanGenerationResultStatus as Found
from unified_planning.engines.results import ValidationResultStatus

from ludoplan.engines.unified import Conversion, register
from ludoplan.pddl.parser import parse_domain, parse_problem
from ludoplan.pddl.printer import print_domain, print_problem

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        register()
        up.get_environment().credits_stream = None
        yield


def robot(metric=None):
    """A robot on a ring of places, which paints some of them; distances are costs."""
    place = up.UserType("Place")
    dock = up.UserType("Dock", place)
    at = up.Fluent("At", up.BoolType(), where=place)
    linked = up.Fluent("linked", up.BoolType(), a=place, b=place)
    painted = up.Fluent("painted", up.BoolType(), where=place)
    paint = up.Fluent("paint", up.IntType())
    length = up.Fluent("length", up.RealType(), a=place, b=place)
    go = up.InstantaneousAction("go", a=place, b=place)
    a, b = go.parameters
    go.add_precondition(at(a))
    go.add_precondition(up.Or(linked(a, b), linked(b, a)))
    go.add_precondition(up.Not(up.Equals(a, b)))
    go.add_effect(at(a), False)
    go.add_effect(at(b), True)
    spray = up.InstantaneousAction("spray", a=place)
    (a,) = spray.parameters
    spray.add_precondition(at(a))
    spray.add_precondition(up.GE(paint, 1))
    spray.add_effect(painted(a), True)
    spray.add_decrease_effect(paint, 1)
    refill = up.InstantaneousAction("re-fill", a=dock)
    (a,) = refill.parameters
    refill.add_precondition(at(a))
    refill.add_effect(paint, 2)
    problem = up.Problem("Robot")
    for fluent in (at, linked, painted):
        problem.add_fluent(fluent, default_initial_value=False)
    problem.add_fluent(paint)
    problem.add_fluent(length, default_initial_value=Fraction(1))
    problem.add_actions([go, spray, refill])
    rooms = [up.Object(name, place) for name in ("p1", "P1", "p 3")]
    base = up.Object("base", dock)
    problem.add_objects([*rooms, base])
    ring = [base, *rooms]
    for one, other in zip(ring, ring[1:] + ring[:1], strict=True):
        problem.set_initial_value(linked(one, other), True)
    problem.set_initial_value(at(base), True)
    problem.set_initial_value(paint, 0)
    problem.set_initial_value(length(base, rooms[0]), 5)
    x = up.Variable("x", place)
    problem.add_goal(up.Forall(up.Or(painted(x), up.Equals(x, base)), x))
    if metric == "costs":
        problem.add_quality_metric(
            up.MinimizeActionCosts({go: length(go.parameter("a"), go.parameter("b")), spray: up.Int(1)}, up.Int(0))
        )
    elif metric == "length":
        problem.add_quality_metric(up.MinimizeSequentialPlanLength())
    elif metric == "paint":
        problem.add_quality_metric(up.MaximizeExpressionOnFinalState(paint()))
    return problem


def validated(problem, plan):
    with up.PlanValidator(name="sequential_plan_validator") as validator:
        return validator.validate(problem, plan).status is ValidationResultStatus.VALID


@pytest.mark.parametrize(
    ("metric", "solver", "status", "cost"),
    [
        (None, "bfs", Found.SOLVED_SATISFICING, None),
        ("length", "bfs", Found.SOLVED_OPTIMALLY, 9),
        ("length", "planner:astar-hmax", Found.SOLVED_OPTIMALLY, 9),
        ("costs", "ucs", Found.SOLVED_OPTIMALLY, None),
    ],
)
def test_plans(metric, solver, status, cost):
    problem = robot(metric)
    with up.OneshotPlanner(name="ludoplan", params={"solver": solver}) as planner:
        result = planner.solve(problem, timeout=60)
    assert result.status is status
    assert validated(problem, result.plan)
    assert cost is None or len(result.plan.actions) == cost


@pytest.mark.parametrize(
    ("name", "metric", "status"),
    [
        ("ludoplan", None, Found.SOLVED_SATISFICING),
        ("ludoplan", "costs", Found.SOLVED_SATISFICING),
        ("ludoplan-opt", "length", Found.SOLVED_OPTIMALLY),
        ("ludoplan-opt", "costs", Found.SOLVED_OPTIMALLY),
    ],
)
def test_engines(name, metric, status):
    problem = robot(metric)
    with up.OneshotPlanner(name=name) as planner:
        result = planner.solve(problem, timeout=60)
    assert result.status is status
    assert validated(problem, result.plan)


def test_an_optimal_planner_is_found_by_its_kind():
    problem = robot("costs")
    factory = up.get_environment().factory
    factory.preference_list = ["ludoplan", "ludoplan-opt"]
    with up.OneshotPlanner(problem_kind=problem.kind, optimality_guarantee="SOLVED_OPTIMALLY") as planner:
        assert planner.name == "ludoplan-opt"
    with up.OneshotPlanner(problem_kind=problem.kind) as planner:
        assert planner.name == "ludoplan"


def test_unsolvable():
    problem = robot()
    problem.add_goal(up.GT(problem.fluent("paint"), 5))
    with up.OneshotPlanner(name="ludoplan", params={"solver": "bfs"}) as planner:
        assert planner.solve(problem).status is Found.UNSOLVABLE_PROVEN


def test_what_is_converted_is_proper_pddl():
    for metric in (None, "costs", "paint"):
        converted = Conversion(robot(metric))
        domain = parse_domain(print_domain(converted.domain))
        assert domain == converted.domain
        assert parse_problem(print_problem(converted.problem), "p", domain) == converted.problem
    assert [each.name for each in converted.problem.objects] == ["p1", "p1_2", "p_3", "base"]
    assert dict(converted.problem.values)["length", "base", "p1"] == 5
    assert dict(converted.problem.values)["length", "p1", "base"] == 1


def test_effects_of_every_kind():
    thing = up.UserType("thing")
    on = up.Fluent("on", up.BoolType(), x=thing)
    key = up.Fluent("key", up.BoolType())
    flip = up.InstantaneousAction("flip")
    x = up.Variable("x", thing)
    flip.add_effect(on(x), up.Not(on(x)), forall=(x,))
    flip.add_effect(key, True, up.Exists(on(x), x))
    problem = up.Problem("flips")
    problem.add_fluent(on, default_initial_value=True)
    problem.add_fluent(key, default_initial_value=False)
    problem.add_action(flip)
    problem.add_objects([up.Object(f"t{number}", thing) for number in range(3)])
    problem.set_initial_value(on(problem.object("t1")), False)
    problem.add_goal(up.Iff(on(problem.object("t0")), on(problem.object("t2"))))
    problem.add_goal(up.And(key(), on(problem.object("t1"))))
    with up.OneshotPlanner(name="ludoplan", params={"solver": "bfs"}) as planner:
        result = planner.solve(problem)
    assert [str(action) for action in result.plan.actions] == ["flip"]


def test_what_is_not_supported_is_refused():
    thing = up.UserType("thing")
    where = up.Fluent("where", thing)
    problem = up.Problem("objects")
    problem.add_fluent(where)
    problem.add_object(up.Object("t", thing))
    problem.set_initial_value(where, problem.object("t"))
    with up.OneshotPlanner(name="ludoplan") as planner:
        assert not planner.supports(problem.kind)
        planner.skip_checks = True
        assert planner.solve(problem).status is Found.UNSUPPORTED_PROBLEM
