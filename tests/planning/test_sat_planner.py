"""Planning as satisfiability: plans, proofs, limits and refusals."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_tasks import Maker
from tests.running.jobs import jobs_under_way

from ludoplan import Limits, Status, Task, load, solve
from ludoplan.core import registry
from ludoplan.core.engine import Progress, Request
from ludoplan.core.limits import Budget
from ludoplan.core.options import complete
from ludoplan.core.registry import game
from ludoplan.core.result import Result
from ludoplan.engines.sat import ENGINES
from ludoplan.pddl.task import GAME, PddlTask
from ludoplan.running.processes import descendants
from ludoplan.running.solve import attempt

NAMES = [engine.name for engine in ENGINES]

EXAMPLES = int(os.environ.get("LUDOPLAN_EXAMPLES", "30"))
checked = settings(max_examples=EXAMPLES, deadline=None)
seeds = st.integers(0, 10**9)


def solved_here(task: Task, name: str, options: dict) -> Result:
    """In this process: one for each would take longer than all the solving."""
    engine = registry.engine(name, task)
    return attempt(task, engine, Request(Budget(Limits(seconds=100)), complete(engine.options, options)))


@pytest.mark.parametrize(("costs", "derived"), [(False, False), (True, False), (False, True)])
@checked
@given(seed=seeds)
def test_random_tasks_agree_with_plain_search(seed: int, costs: bool, derived: bool) -> None:
    task = Task(GAME, PddlTask(*Maker(seed, numeric=False, costs=costs, derived=derived).task()), "random")
    cheapest = solve(task, "ucs", limits=Limits(nodes=1500))
    assume(cheapest.status in (Status.OPTIMAL, Status.UNSOLVABLE))
    fewest = solve(task, "bfs").plan
    for name in NAMES:
        found = solved_here(task, name, {"max_horizon": 12})
        if found.status is Status.UNSUPPORTED:
            assert derived
            assert "depend on themselves" in (found.message or "")
            continue
        if fewest is None:
            # A proof where a bound on the length of plans is known, else nothing but the end of the horizons.
            assert found.status in (Status.UNSOLVABLE, Status.INCOMPLETE), (name, found)
            continue
        assert found.plan is not None, (name, found)
        assert len(found.plan.moves) >= len(fewest.moves)
        if name == "sat:seq":
            assert len(found.plan.moves) == len(fewest.moves)
            assert costs or found.status is Status.OPTIMAL
        if found.status is Status.OPTIMAL:
            assert found.cost == cheapest.cost


LEVELS = [
    ("roll", {"rows": 3, "columns": 5, "switches": 1}, {}),
    ("maze", {"rows": 5, "columns": 9, "loops": 0.2}, {}),
    ("boxup", {"rows": 2, "columns": 3}, {}),
    ("pipes", {"rows": 3, "columns": 4}, {}),
    ("pipes", {"rows": 3, "columns": 4}, {"objective": "steps"}),
    ("plotting", {"rows": 2, "columns": 3, "colours": 2, "goal": 2}, {"variant": "quantified"}),
    ("lara", {"tiles": 8, "cracked": 1}, {}),
]


@pytest.mark.parametrize(("name", "options", "request_"), LEVELS, ids=lambda part: str(part))
def test_fewest_actions_are_the_optimum_of_search(name: str, options: dict, request_: dict) -> None:
    """And one action less is proven to be too few."""
    of = game(name)
    seen = 0
    for seed in range(EXAMPLES // 3):
        level = of.design.generate(random.Random(seed), complete(of.design.options, options))
        task = Task(of, of.configure(level, request_.get("objective")), name)
        expected = solve(task)
        variant = {"variant": request_.get("variant")}
        found = solved_here(task, "sat:seq", {**variant, "max_horizon": 40})
        if expected.plan is None:
            assert found.status in (Status.UNSOLVABLE, Status.INCOMPLETE), found
            continue
        assert found.plan is not None, found
        assert (found.status, found.cost) == (Status.OPTIMAL, expected.cost), found
        actions = found.stats.extra["last_horizon"]
        if actions == 0:
            continue
        seen += 1
        below = solved_here(task, "sat:seq", {**variant, "max_horizon": actions - 1})
        assert below.status is Status.INCOMPLETE
        assert below.lower_bound == expected.cost
    assert seen >= EXAMPLES // 9


@pytest.mark.parametrize("name", NAMES)
def test_the_time_limit_holds_inside_the_solver(name: str) -> None:
    """Nobody could solve this one in that time: a formula of many horizons, each harder than the one before."""
    result = solve(load("boxup:6x6-three"), name, limits=Limits(seconds=2))
    assert result.status is Status.TIMEOUT
    assert nothing_is_left()


def test_the_memory_limit_holds() -> None:
    options = {"variant": "rotation"}
    result = solve(load("pipes:36"), "sat:mpc", objective="steps", limits=Limits(megabytes=250), options=options)
    assert result.status is Status.MEMORY
    assert nothing_is_left()


def test_progress_tells_the_horizon_and_can_cancel() -> None:
    notes: list[str] = []

    def listen(progress: Progress) -> bool:
        notes.append(progress.note)
        return "variables" not in progress.note

    result = solve(load("boxup:6x6-three"), "sat:seq", progress=listen)
    assert result.status is Status.CANCELLED
    assert any(note.startswith("horizon ") and "clauses" in note for note in notes)
    assert nothing_is_left()


def test_an_interrupt_ends_solver_and_all(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ludoplan.cli.main", "solve", "boxup:6x6-three", "--solver", "sat:seq", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, process_group=0) as process:
        deadline = time.monotonic() + 60
        while len(descendants(process.pid)) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        workers = descendants(process.pid)  # the supervisor and the solver
        time.sleep(1)
        # As a terminal does: to all processes of the group.
        os.killpg(process.pid, signal.SIGINT)
        output = process.communicate(timeout=30)[0]
    assert process.returncode == 130
    answer = json.loads(output)
    assert answer["status"] == "cancelled"
    assert answer["lower_bound"] > 1
    assert all(map(vanishes, workers))


def nothing_is_left() -> bool:
    """Whether all solvers that were started go, within a while. Other tests' processes are theirs: a fork server."""
    return all(vanishes(worker) for worker in jobs_under_way())


def vanishes(process: int) -> bool:
    deadline = time.monotonic() + 20
    while Path(f"/proc/{process}").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    return not Path(f"/proc/{process}").exists()


def test_numbers_are_refused_by_name() -> None:
    domain = """(define (domain d) (:requirements :numeric-fluents) (:functions (n))
      (:action up :parameters () :precondition (<= (n) 3) :effect (increase (n) 1)))"""
    problem = "(define (problem p) (:domain d) (:init (= (n) 0)) (:goal (>= (n) 2)))"
    result = solve(Task(GAME, PddlTask.parse(domain, problem), "count"), "sat")
    assert result.status is Status.UNSUPPORTED
    assert ":numeric-fluents" in (result.message or "")


def test_a_level_without_pddl_is_refused() -> None:
    assert solve(load("sudoku:first"), "sat:seq").status is Status.UNSUPPORTED


def test_what_is_proven_of_unsolvable_levels() -> None:
    """Some show when they are grounded; where each piece is used once, there is a longest plan."""
    pipes = game("pipes")
    level = Task(pipes, pipes.parse("L2L2B3\nL1R2L3\nB2L3L1\n"), "only a relaxed chain")
    assert solve(level).status is Status.UNSOLVABLE
    for variant in pipes.pddl.variants:
        assert solve(level, "sat", options={"variant": variant}).status is Status.UNSOLVABLE
    domain = """(define (domain d) (:predicates (left ?t) (done ?g)) (:action spend :parameters (?t ?g)
      :precondition (left ?t) :effect (and (done ?g) (not (left ?t)))))"""
    problem = """(define (problem p) (:domain d) (:objects a b c x y z w) (:init (left a) (left b) (left c))
      (:goal (and (done x) (done y) (done z) (done w))))"""
    task = Task(GAME, PddlTask.parse(domain, problem), "three for four")
    found = solve(task, "sat")
    assert found.status is Status.UNSOLVABLE
    assert "a shortest plan has no more" in (found.message or "")
    cut = solve(task, "sat:seq", options={"max_horizon": 2})
    assert (cut.status, cut.stats.extra["last_horizon"]) == (Status.INCOMPLETE, 2)


def test_bounds_told_on_the_way_are_bounds_of_the_objective(monkeypatch: pytest.MonkeyPatch) -> None:
    """A form that does not minimise the objective tells no bound: neither in the end nor while it runs."""
    told: list[float | None] = []
    monkeypatch.setattr(Request, "tell", lambda request, note, bound=None: told.append(bound))
    (engine,) = [each for each in ENGINES if each.name == "sat:exists"]
    for variant, known in (("no-rotation", True), ("rotation", False)):
        told.clear()
        options = complete(engine.options, {"variant": variant})
        answer = engine.solve(load("pipes:12"), Request(Budget(Limits(seconds=60)), options))
        assert answer.moves
        assert any(bound is not None for bound in told) == known
        assert all(bound is None or bound <= 23 for bound in told)
