"""Plan files of many planners, and the commands plan, validate and pddl."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from corridor import corridor

from ludoplan.cli.main import main
from ludoplan.core.plan import Plan, write_json
from ludoplan.pddl.plans import read_plan, write_plan

ACTIONS = ["(pick-up b)", "(stack b a)", "(noop)"]


@pytest.mark.parametrize(
    "text",
    [
        "(pick-up b)\n(stack b a)\n(noop)\n; cost = 3 (unit cost)\n",
        "PICK-UP B\nSTACK B A\nNOOP\n",
        "; Version LPG-td-1.4\n\n0:   (PICK-UP B) [1]\n1:   (STACK B A) [1]\n2: (NOOP) [1]\n",
        "0.000: (pick-up b)  [0.001]\n0.001: (stack b a)  [0.001]\n1.5: (noop)",
        "step    0: PICK-UP B\n        1: STACK B A\n        2: NOOP\n",
        "pick-up b (1)\nstack b a (1)\nnoop (1)\n",
        "SequentialPlan:\n    pick-up(b)\n    stack(b, a)\n    noop\n",
        "1. (pick-up b) ; first\n2. (stack b a)\n3. (noop)",
        "(pick-up b) (stack b a) (noop)",
        "((pick-up b)\n (stack b a)\n (noop))",
        "PLAN FOUND: 3 steps\nSTEP 0: pick-up(b)\nSTEP 1: stack(b,a) \nSTEP 2: noop()\n3 actions in the plan.\n"
        "Cost of the plan is 3.\n",
        "PLAN FOUND\nSTEP 0: pick-up(b) stack(b,a)\nSTEP 1: noop()\n",
        "Found Plan:\n0.0: (pick-up b)\n1.0: (stack b a)\n2.0: (noop)\n\nPlan-Length:3\nMetric (Search):3.0\n",
        "Solution found!\npick-up b (1)\nstack b a (1)\nnoop (1)\nPlan length: 3 step(s).\nPlan cost: 3\n",
        "ff: found legal plan as follows\n\nstep    0: PICK-UP B\n        1: STACK B A\n        2: NOOP\n",
        "Plan computed:\n   Time: (ACTION) [action Duration; action Cost]\n 0.0000: (PICK-UP B) [D:1.00; C:0.10]\n"
        " 1.0000: (STACK B A) [D:1.00; C:0.10]\n 2.0: (NOOP) [D:1.00; C:0.10]\n",
        "0 : (pick-up b)\n1 : (stack b a)\n2 : (noop)\n",
        "\ufeff(pick-up b)\r\n(stack b a)\r\n(noop)\r\n",
    ],
)
def test_formats(text):
    assert read_plan(text) == ACTIONS


def test_what_is_no_plan_is_not_passed_over():
    """The referee says what is wrong with it."""
    assert read_plan("plan found it\n(noop)\nno more") == ["(plan found it)", "(noop)", "(no more)"]


def test_written_plans_are_read():
    plan = Plan(tuple(ACTIONS), 3)
    assert read_plan(write_plan(plan)) == read_plan(write_json(plan)) == ACTIONS
    assert read_plan("") == []


DOMAIN = """(define (domain path) (:predicates (at ?x) (next ?x ?y))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (next ?x ?y)) :effect (and (not (at ?x)) (at ?y))))"""
PROBLEM = """(define (problem p) (:domain path) (:objects a b c d)
  (:init (at a) (next a b) (next b c) (next a d)) (:goal (at c)))"""


@pytest.fixture
def files(tmp_path):
    def write(**texts):
        paths = []
        for name, text in {"domain": DOMAIN, "problem": PROBLEM, **texts}.items():
            path = tmp_path / f"{name}.pddl"
            path.write_text(text)
            paths.append(str(path))
        return paths

    return write


def test_validate(files, capsys):
    assert main(["validate", *files(plan="(go a b)\n(go b c)\n")]) == 0
    assert capsys.readouterr().out == "valid, cost 2, 2 moves\n"
    assert main(["validate", *files(plan="(go a b)\n(go d c)\n")]) == 14
    assert capsys.readouterr().out == "invalid: step 2, (go d c): (at d) is false; (next d c) is false\n"
    assert main(["validate", *files(plan="go a b"), "--json"]) == 14
    assert json.loads(capsys.readouterr().out) == {
        "valid": False,
        "cost": None,
        "length": None,
        "step": None,
        "action": None,
        "reason": "the goal is not reached after 1 moves: (at c) is false",
    }


def test_bad_files(files, capsys):
    assert main(["validate", *files(domain=DOMAIN[:-1], plan="")]) == 2
    assert "domain.pddl:1:1: this '(' is never closed" in capsys.readouterr().err
    assert main(["plan", *files(problem=PROBLEM.replace("(at a)", "(at e)"))]) == 2
    assert "problem.pddl:2:14: there is no object e here" in capsys.readouterr().err
    domain, problem = files()
    assert main(["plan", domain, problem + "x"]) == 2
    assert main(["plan", "-", "-"]) == 2
    assert main(["validate", domain, problem]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_plan(files, capsys, tmp_path):
    domain, problem = files()
    output = tmp_path / "plan.txt"
    assert main(["plan", domain, problem, "--solver", "bfs", "--json", "-o", str(output)]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["status"], result["cost"], result["validated"]) == ("optimal", 2, True)
    assert result["plan"] == ["(go a b)", "(go b c)"]
    assert main(["validate", domain, problem, str(output)]) == 0
    assert main(["plan", *files(problem=PROBLEM.replace("(next b c)", "")), "--solver", "bfs"]) == 10


def test_a_time_limit_holds_while_reading(files):
    facts = " ".join(f"(next a{number} b)" for number in range(500_000))
    objects = " ".join(f"a{number}" for number in range(500_000))
    problem = f"(define (problem p) (:domain path) (:objects {objects} a b) (:init {facts}) (:goal (at a)))"
    # So large that reading is not over when the half second has passed that commands have to tell what they know.
    words = [
        sys.executable,
        "-m",
        "ludoplan.cli.main",
        "plan",
        *files(problem=problem),
        "--time-limit",
        "0.01",
        "--json",
    ]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 11
    assert json.loads(done.stdout)["message"] == "time limit reached while reading"


def test_warnings_go_to_standard_error(files, capsys):
    assert main(["plan", *files(problem=PROBLEM.replace("(at c)", "(not (at a))")), "--solver", "bfs", "--json"]) == 0
    captured = capsys.readouterr()
    json.loads(captured.out)
    assert "problem.pddl:1:1: uses :negative-preconditions, which :requirements does not list" in captured.err


def test_pddl(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("ludoplan.cli.pddl.read_task", lambda arguments, rest, parser: corridor(int(arguments.level)))
    folder = tmp_path / "new"
    assert main(["pddl", "4", "-o", str(folder), "--variant", "plain"]) == 0
    written = [str(folder / name) for name in ("domain.pddl", "problem.pddl")]
    assert capsys.readouterr().out.split() == written
    assert main(["plan", *written, "--solver", "ucs", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cost"] == 6
    assert main(["pddl", "4", "-o", str(folder), "--variant", "odd"]) == 2
    assert main(["pddl", "13", "-o", str(folder)]) == 3
    assert main(["pddl", "4", "-o", written[0]]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_letters_of_other_scripts(files):
    domain = DOMAIN.replace("go", "\u0130go")
    assert main(["validate", *files(domain=domain, plan="(\u0130GO a b)\n(\u0130go b c)\n")]) == 0
