"""The portfolio: searches that take turns, what they promise together, and what is told of them."""

from __future__ import annotations

import json

import pytest

from ludoplan import _native
from ludoplan.core.engine import Request
from ludoplan.core.limits import Budget, Limits
from ludoplan.core.result import Stats
from ludoplan.core.task import Task
from ludoplan.engines.planner import PORTFOLIOS
from ludoplan.pddl.printer import print_domain, print_problem
from ludoplan.pddl.task import GAME, PddlTask
from ludoplan.planning import portfolio as portfolio_module
from ludoplan.planning.configurations import BLIND, CLAUSES, CONFIGURATIONS, LMCUT, SYMBOLIC, WASTAR_FF
from ludoplan.planning.planner import Grounded
from ludoplan.planning.portfolio import FINDERS, Aim, Portfolio
from ludoplan.planning.race import Race
from ludoplan.running.solve import solve

GRID = """(define (domain grid) (:requirements :strips) (:predicates (here ?c) (seen ?c) (joined ?a ?b))
  (:action go :parameters (?a ?b) :precondition (and (here ?a) (joined ?a ?b))
   :effect (and (here ?b) (seen ?b) (not (here ?a)))))"""


def grid(size: int, wanted: str = "") -> PddlTask:
    """All cells of a square have to be visited; `wanted` is another goal."""
    cells = [(row, column) for row in range(size) for column in range(size)]
    joined = [f"(joined c{a}-{b} c{c}-{d})" for a, b in cells for c, d in cells if abs(a - c) + abs(b - d) == 1]
    goal = wanted or " ".join(f"(seen c{a}-{b})" for a, b in cells)
    problem = f"""(define (problem p) (:domain grid) (:objects {" ".join(f"c{a}-{b}" for a, b in cells)} nowhere)
      (:init (here c0-0) (seen c0-0) {" ".join(joined)}) (:goal (and {goal})))"""
    return PddlTask.parse(GRID, problem)


def grounded(size: int = 4, limits: Limits | None = None, wanted: str = "") -> Grounded:
    return Grounded.of(grid(size, wanted), Request(Budget(limits or Limits())))


PAUSING = [each for each in CONFIGURATIONS if each.kernel in ("best_first", "lazy_greedy", "width")]


@pytest.mark.parametrize("configuration", PAUSING, ids=lambda each: each.name)
def test_a_search_that_pauses_is_the_same_search(configuration):
    task = grounded(3)
    whole = task.search(configuration)
    search = task.pausing(configuration)
    turns = 1
    while (outcome := search.go(0)).verdict == _native.Verdict.paused:
        turns += 1
    assert turns > 2
    assert (outcome.verdict, list(outcome.path), outcome.cost) == (whole.verdict, whole.path, whole.cost)
    assert outcome.counters.bound == whole.counters.bound


def test_paused_searches_do_not_disturb_each_other():
    task = grounded(3)
    alone = {each.name: task.search(each).path for each in PAUSING}
    searches = {each.name: task.pausing(each) for each in PAUSING}
    found = {}
    while searches:
        for name, search in list(searches.items()):
            outcome = search.go(0)
            if outcome.verdict != _native.Verdict.paused:
                found[name] = list(outcome.path)
                del searches[name]
    assert found == alone


def test_only_cheaper_plans_after_a_cut():
    task = grounded(3)
    best = task.search(LMCUT).cost
    search = task.pausing(BLIND)
    search.cut_at(best)
    while (outcome := search.go(0.01)).verdict == _native.Verdict.paused:
        pass
    assert outcome.verdict == _native.Verdict.exhausted
    search = task.pausing(BLIND)
    search.cut_at(best + 1)
    while (outcome := search.go(0.01)).verdict == _native.Verdict.paused:
        pass
    assert (outcome.verdict, outcome.cost) == (_native.Verdict.found, best)


def test_weighted_a_star_goes_on_to_the_best_plan():
    task = grounded(3)
    search = task.pausing(WASTAR_FF)
    costs = []
    while True:
        outcome = search.go(0.01)
        if outcome.verdict == _native.Verdict.found:
            costs.append(outcome.cost)
            search.cut_at(outcome.cost)
        elif outcome.verdict != _native.Verdict.paused:
            break
    assert outcome.verdict == _native.Verdict.exhausted
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] == 8


@pytest.mark.parametrize("aim", Aim)
def test_each_aim_is_reached(aim):
    task = grounded(4)
    told = []
    portfolio = Portfolio(task, False, aim, lambda found: told.append(found.cost))
    portfolio.run()
    assert portfolio.best is not None
    assert told == sorted(set(told), reverse=True)
    assert told[-1] == portfolio.best.cost
    assert portfolio.is_proven == (aim is not Aim.FIRST)
    if aim is not Aim.FIRST:
        assert (portfolio.best.cost, portfolio.bound) == (15, 15)
        assert sum(part.proves for part in portfolio.race.parts) == 1


def test_the_first_plan_is_that_of_a_part():
    task = grounded(4)
    portfolio = Portfolio(task, False, Aim.FIRST)
    portfolio.run()
    assert portfolio.best is not None
    assert portfolio.best.path in [task.search(each).path for each in FINDERS]


def test_clauses_find_a_plan_turn_by_turn():
    task = grounded(3)
    search = task.pausing(CLAUSES)
    turns = 1
    while (outcome := search.go(0)).verdict == _native.Verdict.paused:
        turns += 1
    assert (outcome.verdict, outcome.cost) == (_native.Verdict.found, len(outcome.path))
    assert turns > 1
    assert task.pausing(CLAUSES).go(60).path == outcome.path


def test_clauses_join_where_no_plan_comes(monkeypatch):
    monkeypatch.setattr(portfolio_module, "FINDERS", (BLIND,))
    monkeypatch.setattr(portfolio_module, "LATE_FINDERS", ((CLAUSES, 1.0),))
    monkeypatch.setattr(portfolio_module, "LATE_AFTER", 0.0)
    portfolio = Portfolio(grounded(5), False, Aim.FIRST)
    portfolio.run()
    assert portfolio.found_by is not None
    assert portfolio.found_by.configuration is CLAUSES


def test_unsolvable_is_told_by_every_portfolio():
    task = Task(GAME, grid(3, "(here nowhere)"), "grid")
    for engine in PORTFOLIOS:
        assert str(solve(task, engine.name).status) == "unsolvable"


def test_turns_are_shared_by_weight():
    task = grounded(7)
    race = Race(task)
    race.enter(BLIND, 1.0)
    race.enter(LMCUT, 3.0)
    for _ in range(6):
        part = race.next()
        assert part is not None
        other = next(each for each in race.parts if each is not part)
        assert part.seconds / part.weight <= other.seconds / other.weight
        race.turn(part)


@pytest.mark.parametrize(
    ("bounds", "leader"),
    [
        # After a quarter of a second, and now.
        ({"astar-blind": (1, 2), "astar-lmcut-patterns": (10, 12)}, "astar-lmcut-patterns"),
        ({"astar-blind": (2, 8), "astar-lmcut-patterns": (10, 14)}, "astar-lmcut-patterns"),
        ({"astar-blind": (2, 12), "astar-lmcut-patterns": (12, 13)}, "astar-blind"),
        ({"astar-lmcut-patterns": (40, 40), "symbolic": (10, 25)}, "symbolic"),
    ],
)
def test_the_bound_that_should_be_the_first_to_be_there_has_most_of_the_time(bounds, leader):
    portfolio = Portfolio(grounded(7), False)
    portfolio.begin_proof()
    provers = [part for part in portfolio.race.parts if part.configuration.optimal]
    for part in provers:
        early, now = bounds.get(part.configuration.name, (0, 0))
        part.seconds, part.stats, part.bound = 1.0, Stats(expanded=1), now
        part.risen = [(0.1, early), (0.25, early), (1.0, now)]
    portfolio.weigh()
    assert [part.configuration.name for part in provers if part.weight == 1] == [leader]
    assert all(part.weight > 0 for part in provers)


def test_searches_that_are_new_come_first():
    portfolio = Portfolio(grounded(7), False)
    portfolio.begin_proof()
    provers = [part for part in portfolio.race.parts if part.configuration.optimal]
    for part in provers[1:]:
        part.seconds, part.stats, part.bound, part.risen = 1.0, Stats(expanded=1), 30, 3 * [(0.3, 30)]
    portfolio.weigh()
    assert provers[0].weight == 1
    assert sum(part.weight == 1 for part in provers[1:]) == 1


def test_a_plan_ends_the_searches_for_any_plan_alone():
    portfolio = Portfolio(grounded(4), False)
    for finder in FINDERS:
        portfolio.race.enter(finder)
    portfolio.begin_proof()
    portfolio.drop_finders()
    assert [part.configuration for part in portfolio.race.parts if part.is_over] == list(FINDERS)
    assert SYMBOLIC in [part.configuration for part in portfolio.race.running()]


def test_a_limit_on_nodes_holds_for_each_part():
    result = solve(Task(GAME, grid(7), "grid"), "planner", limits=Limits(nodes=5))
    assert str(result.status) == "incomplete"


def test_the_parts_are_told():
    result = solve(Task(GAME, grid(4), "grid"), "planner")
    parts = result.to_json()["stats"]["parts"]
    assert json.loads(json.dumps(parts)) == parts
    assert [part["name"] for part in parts if part["proof"]]
    assert parts[0]["name"] == "bfws"
    assert parts[0]["plans"][0] >= result.cost == min(cost for part in parts for cost in part["plans"])
    assert result.stats.expanded == sum(part["expanded"] for part in parts)
    assert "proof by" in result.message


def test_anytime_tells_each_better_plan_and_keeps_the_best(ludoplan, tmp_path):
    domain, problem, plan = (tmp_path / name for name in ("domain.pddl", "problem.pddl", "plan"))
    level = grid(4)
    domain.write_text(print_domain(level.domain))
    problem.write_text(print_problem(level.problem))
    run = ludoplan("plan", str(domain), str(problem), "--solver", "planner:anytime", "--json", "-o", str(plan))
    told = [int(line.split()[1]) for line in run.stderr.splitlines() if line.startswith("cost ")]
    assert told == sorted(set(told), reverse=True)
    assert told[-1] == json.loads(run.stdout)["cost"] == 15
    assert "cost = 15" in plan.read_text()


@pytest.mark.parametrize("turns", [0, 1, 3])
def test_a_limit_that_comes_between_two_turns(turns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last turn ends in time, and the clock has run out when the next would begin."""
    portfolio = Portfolio(grounded(6, wanted="(here nowhere)"), False, Aim.PROOF, lambda found: None)
    asked = []

    def is_late(self: Grounded) -> bool:
        asked.append(self)
        return len(asked) > turns

    monkeypatch.setattr(Grounded, "is_out_of_time", is_late)
    monkeypatch.setattr(Portfolio, "take", lambda self, part, found: None)
    portfolio.run()
    assert portfolio.stop == _native.Stop.time
