"""Planners of others: what they find agrees, is replayed, and what they start ends with them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from corridor import corridor
from tests.conftest import ROOT

from ludoplan.core.limits import Limits, resident_megabytes
from ludoplan.core.result import Status
from ludoplan.core.task import Task
from ludoplan.engines import external
from ludoplan.engines.external import ENGINES, External
from ludoplan.pddl.task import GAME, PddlTask
from ludoplan.running.solve import solve

# No way back from a wrong choice; costs differ from lengths.
DOMAIN = """(define (domain d) (:requirements :strips :typing :action-costs) (:types t)
  (:predicates (p ?x - t) (q ?x - t) (r ?x - t)) (:functions (total-cost))
  (:action cheap :parameters (?x - t) :precondition (p ?x) :effect (and (r ?x) (not (p ?x)) (increase (total-cost) 1)))
  (:action next :parameters (?x - t) :precondition (r ?x) :effect (and (q ?x) (increase (total-cost) 1)))
  (:action dear :parameters (?x - t) :precondition (p ?x) :effect (and (q ?x) (increase (total-cost) 5))))"""
PROBLEM = """(define (problem pp) (:domain d) (:objects a b - t) (:init (p a) (p b) (= (total-cost) 0))
  (:goal (and (q a) (q b) {})) (:metric minimize (total-cost)))"""


def task(extra="(r a)", domain=DOMAIN, problem=PROBLEM):
    return Task(GAME, PddlTask.parse(domain, problem.format(extra)), "test")


def without_costs(text):
    for number in (1, 5):
        text = text.replace(f"(increase (total-cost) {number})", "")
    return (
        text.replace("(:functions (total-cost))", "")
        .replace("(= (total-cost) 0)", "")
        .replace("(:metric minimize (total-cost))", "")
    )


@pytest.fixture(params=ENGINES, ids=lambda engine: engine.name)
def engine(request):
    if request.param.missing() is not None:
        pytest.skip(request.param.missing())
    return request.param


def task_for(engine, extra="(r a)"):
    """The task, without costs where the planner knows none."""
    if engine.name == "pyperplan":
        return task(extra, without_costs(DOMAIN), without_costs(PROBLEM))
    return task(extra)


def test_every_planner_finds_a_plan(engine):
    result = solve(task_for(engine), engine.name, limits=Limits(seconds=60))
    assert result.message is None
    assert str(result.status) == ("optimal" if engine.optimal else "solved")
    if engine.optimal:
        assert result.cost == (3 if engine.name == "pyperplan" else 4)
    assert result.stats.peak_mb is not None


def test_no_planner_finds_what_is_not_there(engine):
    result = solve(task_for(engine, "(p a) (r a)"), engine.name, limits=Limits(seconds=60))
    # Those that only search a part, or do not claim a proof, may not say more than that they found nothing.
    claims_proof = (engine.optimal and engine.name != "symk") or engine.name.startswith("fast-downward")
    assert str(result.status) == ("unsolvable" if claims_proof else "incomplete")


def test_games_by_way_of_their_pddl(engine):
    if engine.name == "pyperplan":
        assert str(solve(corridor(4), engine.name).status) == "unsupported"
        return
    result = solve(corridor(4), engine.name, limits=Limits(seconds=60))
    assert result.plan is not None
    assert (result.plan.moves, result.plan.cost) == (("right",) * 3, 6)
    assert str(result.status) == ("optimal" if engine.optimal else "solved")
    assert solve(corridor(13), engine.name).message == "13 cells have no PDDL form"


def test_a_time_limit_ends_everything(engine):
    result = solve(task_for(engine), engine.name, limits=Limits(seconds=0.001))
    assert str(result.status) == "timeout"


def test_features_are_refused_by_name():
    numeric = (
        "(define (domain d) (:requirements :numeric-fluents) (:functions (f)) (:action a :effect (increase (f) 1)))"
    )
    problem = "(define (problem p) (:domain d) (:init (= (f) 0)) (:goal (> (f) 3)))"
    given = task(domain=numeric, problem=problem)
    for name in ("fast-downward", "symk", "pyperplan"):
        found = next(engine for engine in ENGINES if engine.name == name)
        if found.missing() is None:
            result = solve(given, name)
            assert (str(result.status), result.message) == (
                "unsupported",
                f"{name} does not support :numeric-fluents",
            )


def test_either_is_refused_but_in_declarations():
    domain = """(define (domain d) (:requirements :typing) (:types s t) (:predicates (p ?x - (either s t)))
      (:action a :parameters (?x - {}) :effect (p ?x)))"""
    problem = "(define (problem q) (:domain d) (:objects o - s u - t) (:init (p u)) (:goal (p o)))"
    for engine in ENGINES:
        if engine.missing() is None:
            if engine.name != "lpg":  # which falls over actions without preconditions
                assert solve(task(domain=domain.format("s"), problem=problem), engine.name).cost == 1
            result = solve(task(domain=domain.format("(either s t)"), problem=problem), engine.name)
            assert result.message == f"{engine.name} does not support types (either ...)"


OVERLAP = """(define (domain d) (:requirements :strips) (:predicates (at ?x) (seen ?x))
  (:action go :parameters (?a ?b) :precondition (at ?a) :effect {}))"""


@pytest.mark.parametrize(
    ("effect", "status"),
    [
        ("(and (not (at ?a)) (at ?b) (seen ?b))", "optimal"),
        ("(and (and (at ?b)) (and (seen ?b) (and (not (at ?a)))))", "optimal"),
        ("(and (at ?a) (seen ?b) (not (at ?a)))", "optimal"),
        ("(and (at ?b) (seen ?b) (when (seen ?b) (not (at ?a))))", "solved"),
        ("(and (seen ?b) (forall (?x) (and (at ?b) (not (at ?x)))))", "incomplete"),
    ],
)
def test_adding_wins_in_enhsp_too(effect, status):
    enhsp = next(engine for engine in ENGINES if engine.name == "enhsp:opt")
    if enhsp.missing() is not None:
        pytest.skip(enhsp.missing())
    problem = "(define (problem p) (:domain d) (:objects x) (:init (at x)) (:goal (and (at x) (seen x))))"
    given = task(domain=OVERLAP.format(effect), problem=problem)
    assert solve(given, "bfs").cost == 1
    assert str(solve(given, "enhsp:opt").status) == status


def test_what_is_missing_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr(external, "find_spec", lambda name: None)
    for engine in ENGINES:
        hint = engine.missing()
        assert hint is not None
        assert "pip install" in hint
    result = solve(task(), "fast-downward")
    assert str(result.status) == "unsupported"
    assert "pip install up-fast-downward" in (result.message or "")


def test_java_that_is_missing_is_named(monkeypatch):
    enhsp = next(engine for engine in ENGINES if engine.name == "enhsp")
    monkeypatch.setattr(external, "find_spec", lambda name: object())
    monkeypatch.setattr(external.shutil, "which", lambda name: None)
    assert "Java" in (enhsp.missing() or "")


# -- the process itself, with a program of our own in place of a planner

FAMILY = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100)"])
print(child.pid, flush=True)
{}
"""


def family(then):
    return [sys.executable, "-c", FAMILY.format(then)]


def is_running(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def runs(then, told, limits=None, progress=None):
    """The result of a planner that is a program of our own; it notes the number of its child."""
    note = f"open({str(told)!r}, 'w').write(str(child.pid) + chr(10))"
    planner = External(
        "family",
        "",
        "ludoplan",
        family(f"{note}; {then}" if then else note),
        lambda ended: (Status.INCOMPLETE, "done"),
        external.CLASSICAL,
    )
    return solve(task(), planner, limits=limits, progress=progress)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at /proc")
@pytest.mark.parametrize(
    ("then", "limits", "stopped"),
    [
        ("time.sleep(100)", Limits(seconds=1), Status.TIMEOUT),
        ("x = bytearray(900_000_000); time.sleep(100)", Limits(seconds=50, megabytes=250), Status.MEMORY),
        ("", Limits(), Status.INCOMPLETE),
    ],
)
def test_the_whole_tree_is_ended(tmp_path, then, limits, stopped):
    if limits.megabytes is not None:  # a process that is forked from this one begins with its memory
        limits = Limits(limits.seconds, limits.megabytes + resident_megabytes())
    result = runs(then, tmp_path / "child", limits)
    assert result.status is stopped
    child = int((tmp_path / "child").read_text())
    for _ in range(100):
        if not is_running(child):
            break
        time.sleep(0.02)
    assert not is_running(child)
    if stopped is Status.MEMORY:
        assert result.stats.peak_mb > 250


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_what_ends_ludoplan_ends_the_planner(tmp_path, number):
    told = tmp_path / "child"
    script = f"""
from tests.pddl.test_external_planners import runs
if str(runs("time.sleep(100)", {str(told)!r}).status) == "cancelled":
    raise KeyboardInterrupt
"""
    places = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, env=places, stderr=subprocess.DEVNULL)
    try:
        for _ in range(500):
            if told.is_file() and told.read_text().endswith("\n"):
                break
            time.sleep(0.02)
        child = int(told.read_text())
        assert is_running(child)
        process.send_signal(number)
        assert process.wait(10) == -number
        for _ in range(100):
            if not is_running(child):
                break
            time.sleep(0.02)
        assert not is_running(child)
    finally:
        process.kill()
        process.wait()


def test_a_listener_can_cancel(tmp_path):
    assert runs("time.sleep(100)", tmp_path / "child", progress=lambda progress: False).status is Status.CANCELLED


def liar(plan, told, status=Status.OPTIMAL):
    """A planner that writes any plan and claims any cost."""
    script = f"open('plan', 'w').write({plan!r}); print('Plan cost: {told}')"
    return External(
        "liar",
        "",
        "ludoplan",
        [sys.executable, "-c", script],
        lambda ended: (status, "believe me"),
        external.CLASSICAL,
        optimal=True,
    )


@pytest.mark.parametrize(
    ("plan", "told", "status", "words"),
    [
        ("(cheap a)\n(next a)\n(cheap b)\n(next b)\n", 4, "optimal", None),
        ("(cheap a)\n(next a)\n(dear b)\n", 7, "optimal", None),  # as wrong as nobody but the planner can know
        ("(cheap a)\n(next a)\n(dear b)\n", 3, "solved", "proves the optimum 3"),
        ("(cheap a)\n(next a)\n", 2, "error", "the goal is not reached"),
        ("(next a)\n", 1, "error", "(r a) is false"),
    ],
)
def test_no_word_is_trusted(monkeypatch, plan, told, status, words):
    from ludoplan.core import registry

    monkeypatch.setattr(registry, "engines", lambda game=None: {"liar": liar(plan, told)})
    result = solve(task(), "liar")
    assert str(result.status) == status
    assert words is None or words in (result.message or "")


def test_cost_and_counters_in_outputs():
    assert external.cost_told("Plan cost: 3\nx\n[t=1s] Plan cost: 12\n") == 12
    assert external.cost_told("Metric (Search):12.5\n") == 12.5
    assert external.cost_told("nothing") is None
    stats = external.read_stats(
        external.Finished([], 0, "Expanded 5 state(s).\nGenerated 9 state(s).\nSearch time: 0.5s\n", "")
    )
    assert (stats.expanded, stats.generated, stats.search_seconds) == (5, 9, 0.5)
