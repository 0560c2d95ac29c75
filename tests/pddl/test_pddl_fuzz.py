"""Mutated files crash nothing: a short run of benchmarks/fuzz_pddl.py."""

from __future__ import annotations

from fuzz_pddl import DOMAIN, PLAN, PROBLEM, SOLVERS, attempt, fuzz


def test_the_files_that_are_mutated_are_good():
    assert {attempt(DOMAIN, PROBLEM, PLAN, solver) for solver in SOLVERS} == {"valid plan"}


def test_mutated_files_crash_nothing():
    outcomes, crashes = fuzz((DOMAIN, PROBLEM, PLAN), range(2000))
    assert crashes == []
    assert min(outcomes[key] for key in ("refused", "invalid plan", "valid plan")) > 20
