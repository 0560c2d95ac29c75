"""Certificates: good ones are verified, damaged and forged ones refused, and what believes them imports no solver."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from tests.conftest import ROOT, Run

from ludoplan import Budget, Limits, LudoplanError, Status, Task, load, solve
from ludoplan.certificates.clauses import Horizon
from ludoplan.certificates.form import FORMAT, NAME, Refused, certificate_text, sealed
from ludoplan.certificates.make import certify
from ludoplan.certificates.verify import verify
from ludoplan.core.errors import Unsupported
from ludoplan.core.result import Plan, Result
from ludoplan.sat.solver import Solver

sys.path.insert(0, str(ROOT / "benchmarks"))
import certificates as trial

LEVELS = [
    ("roll:05", "astar"),
    ("boxup:never", "bfs"),
    ("maze:loops", "idastar"),
    ("pipes:07", "chain"),
    ("plotting:3x5-3-unsolvable", "bfs"),
    ("lara:two-levers", "planner"),
    ("puzzlescript:crates#1", "astar"),
    ("roll:02", "sat:seq"),
    ("lara:saw", "sat:seq"),
]


@pytest.mark.parametrize(("level", "solver"), LEVELS)
def test_every_game_is_certified(level: str, solver: str, tmp_path: Path) -> None:
    task = load(level)
    result = solve(task, solver)
    assert certify(task, result, tmp_path) == f"certificate: {tmp_path / NAME}"
    verified = verify(tmp_path / NAME)
    assert level in verified.claim
    if result.status is Status.OPTIMAL:
        assert f"cost {result.cost}," in verified.claim
    else:
        assert verified.claim.endswith("has no solution")


@pytest.mark.parametrize("form", trial.FORMS)
def test_damaged_and_forged_certificates_are_refused(form: str, tmp_path: Path) -> None:
    """A few of each form; benchmarks/certificates.py does hundreds."""
    tally: Counter[str] = Counter()
    rng = random.Random(f"{form} 7")
    for number in range(4):
        assert trial.tried(form, rng, tmp_path / str(number), tally) == []
    assert tally[f"{form}: verified"] == tally[f"{form}: damaged, refused"] == tally[f"{form}: forged, refused"] == 4


def forged(of: str, folder: Path, **changes: object) -> Path:
    """A certificate with fields changed, and the digest made anew."""
    task = load(of)
    certify(task, solve(task), folder)
    content = json.loads((folder / NAME).read_text())
    (folder / NAME).write_text(certificate_text({**content, **changes}))
    return folder / NAME


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cost": 7}, "the plan costs 8, not 7"),
        ({"plan": ["up"]}, "the plan is invalid"),
        ({"plan": ["no such move"]}, "the plan is invalid: step 1"),
        ({"bound": 9}, "the bound 9 makes a solution cost at least 9, but the plan costs 8"),
        ({"states": []}, "the states are not closed"),
        ({"states": [[1, "up", 1]]}, "not before it"),
        ({"states": [[0, "sideways", 1]]}, "'sideways' is no move"),
        ({"states": [[0, "left", 1]]}, "state 1: left in state 0"),
        ({"states": [[0, "up", 2]]}, "its way costs 1, not 2"),
        ({"states": [[0, "up", 1], [0, "up", 1]]}, "state 2 is there twice"),
        ({"states": [[0, "up"]]}, '"states" is not a list of rows'),
        ({"level": "%%"}, "its level cannot be read"),
        ({"game": "no such game"}, "there is no game"),
        ({"game": "/etc/passwd:GAME"}, "there is no game"),
        ({"claim": "solved"}, '"claim" is not "optimal" or "unsolvable"'),
        ({"more": 1}, '"more" is unknown here'),
        ({"bound": "1/0"}, '"bound" is not a sum'),
        ({"bound": True}, '"bound" is not a sum'),
        ({"kind": "level clauses"}, '"clauses" is missing'),
    ],
)
def test_what_is_wrong_is_said(changes: dict[str, object], words: str, tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        verify(forged("roll:01", tmp_path, **changes))
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", ":1:1: "),
        (b"{", ":1:2: "),
        (b'{"a": \xff}', "byte 7 is not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[" + b"9" * 6000 + b"]", "a number of 6000 digits"),
        (b"[NaN]", "NaN is no number"),
        (b"[]", "not a certificate"),
        (json.dumps({"format": FORMAT}).encode(), "damaged"),
        (json.dumps(sealed({"format": FORMAT})).encode(), '"claim" is missing'),
    ],
)
def test_files_that_are_none(text: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_bytes(text)
    with pytest.raises(Refused, match=str(path)) as refused:
        verify(path)
    assert words in str(refused.value)


def test_wrong_claims_get_no_certificate(tmp_path: Path) -> None:
    task = load("roll:01")
    lie = Result(Status.UNSOLVABLE, "roll", "roll:01", "liar", proof="none")
    assert certify(task, lie, tmp_path) == "no certificate: the Python rules find a solution: the claim is wrong"
    longer = Plan(("up", "down", *solve(task).plan.moves), 10)
    certify(
        task, Result(Status.OPTIMAL, "roll", "roll:01", "liar", plan=longer, lower_bound=10, proof="none"), tmp_path
    )
    with pytest.raises(Refused, match="makes a solution cost at least 8, but the plan costs 10"):
        verify(tmp_path / NAME)


def test_reasons_for_none(tmp_path: Path) -> None:
    task = load("maze:twenty-dots")
    solved = Result(Status.SOLVED, "maze", task.name, "any", plan=Plan((), 0))
    assert certify(task, solved, tmp_path) == "no certificate: solved is no proof"
    optimal = Result(Status.OPTIMAL, "maze", task.name, "any", plan=Plan((), 0), lower_bound=0, proof="any")
    few = Budget(Limits(nodes=1000))
    assert certify(task, optimal, tmp_path, few) == "no certificate: more than 1,000 states"
    late = Budget(Limits(seconds=1e-9))
    assert certify(task, optimal, tmp_path, late) == "no certificate: time limit reached"
    board = load("sudoku:first")
    assert "its clauses have no costs" in certify(board, solve(board), tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(LudoplanError, match="File exists"):
        certify(task, optimal, tmp_path / "file")


@pytest.mark.parametrize("kind", ["pddl-plain", "pddl-derived"])
def test_clauses_of_a_horizon_have_a_model_just_if_there_is_a_plan(kind: str) -> None:
    """What a proof by clauses rests on: against brute force, below, at and beyond the shortest plan."""
    compared = 0
    for seed in range(60):
        task = trial.draw(kind, seed)
        best = solve(task, "bfs", limits=Limits(nodes=2000))
        if best.status not in (Status.OPTIMAL, Status.UNSOLVABLE):
            continue
        horizons = range(4) if best.cost is None else range(max(0, int(best.cost) - 1), min(7, int(best.cost) + 2))
        for steps in horizons:
            try:
                formula = Horizon(task.level, steps).formula
            except Unsupported:
                continue
            with Solver("glucose4", formula.clauses) as solver:
                assert solver.solve().satisfiable == (best.cost is not None and best.cost <= steps), (seed, steps)
            compared += 1
    assert compared > (80 if kind == "pddl-plain" else 10)


def test_the_check_imports_no_solver(tmp_path: Path) -> None:
    """Neither search nor planner nor SAT solver, nor any native code."""
    for level, solver in (("roll:02", "sat:seq"), ("roll:05", "astar"), ("boxup:never", "auto")):
        task = load(level)
        certify(task, solve(task, solver), tmp_path / level)
    code = (
        "import sys\n"
        "from ludoplan.certificates.verify import verify\n"
        "for path in sys.argv[1:]: verify(path)\n"
        "solvers = ('ludoplan._native', 'ludoplan.search', 'ludoplan.planning', 'ludoplan.sat', 'ludoplan.engines',\n"
        "           'pysat', 'ortools')\n"
        "print([name for name in sys.modules if name.startswith(solvers)])\n"
    )
    files = [str(path) for path in tmp_path.glob("*/certificate.json")]
    assert len(files) == 3
    run = subprocess.run([sys.executable, "-c", code, *files], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_commands(ludoplan: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    solved = ludoplan("solve", "roll:01", "--certificate", folder, "--time-limit", 30)
    assert solved.returncode == 0
    assert f"certificate: {folder}/certificate.json" in solved.stdout
    good = ludoplan("verify", folder / NAME)
    assert good.returncode == 0
    assert good.stdout.startswith(
        "verified: roll:01 (roll) has a solution of cost 8, and none that costs less\nchecked:"
    )
    machine = ludoplan("verify", folder / NAME, "--json", "--time-limit", 30)
    assert json.loads(machine.stdout)["valid"] is True
    (folder / NAME).write_text("{}")
    bad = ludoplan("verify", folder / NAME)
    assert (bad.returncode, bad.stdout.split(":")[0], bad.stderr) == (14, "refused", "")
    assert json.loads(ludoplan("verify", folder / NAME, "--json").stdout)["valid"] is False
    assert ludoplan("verify", tmp_path / "none").returncode == 2
    assert ludoplan("solve", "roll:01", "--certificate", folder / NAME).returncode == 2


def test_a_task_in_pddl(ludoplan: Run, tmp_path: Path) -> None:
    assert ludoplan("pddl", "boxup:first", cwd=tmp_path).returncode == 0
    for solver in ("planner", "sat:seq"):
        words = ("plan", "domain.pddl", "problem.pddl", "--solver", solver, "--certificate", solver)
        assert "; certificate: " in ludoplan(*words, cwd=tmp_path).stdout
        good = ludoplan("verify", tmp_path / solver / NAME)
        assert (good.returncode, good.stderr) == (0, "")
        assert "(pddl) has a solution of cost" in good.stdout


def test_costs_that_are_not_whole(tmp_path: Path) -> None:
    domain = """(define (domain d) (:requirements :strips :action-costs) (:predicates (a) (b) (c))
      (:functions (total-cost) - number)
      (:action one :parameters () :precondition (a) :effect (and (b) (increase (total-cost) 0.5)))
      (:action two :parameters () :precondition (b) :effect (and (c) (increase (total-cost) 0.25)))
      (:action all :parameters () :precondition (a) :effect (and (c) (increase (total-cost) 1))))"""
    problem = "(define (problem p) (:domain d) (:init (a)) (:goal (c)) (:metric minimize (total-cost)))"
    from ludoplan.pddl.task import parse_task

    task: Task = parse_task(domain, problem)
    result = solve(task)
    assert (result.status, result.cost) == (Status.OPTIMAL, 0.75)
    assert certify(task, result, tmp_path).startswith("certificate: ")
    assert '"bound": "3/4"' in (tmp_path / NAME).read_text()
    assert "cost 0.75" in verify(tmp_path / NAME).claim
