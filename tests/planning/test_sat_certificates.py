"""Certificates are accepted by a checker that shares nothing with the planner, and forged ones are not."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest
from rup_checker import is_refutation, read_cnf, read_proof

from ludoplan import Status, load, solve

CASES = [("roll:02", "sat:seq"), ("boxup:second", "sat:seq"), ("boxup:first", "sat:exists"), ("pipes:07", "sat:seq")]


def certificate(level: str, solver: str, folder: Path) -> tuple[Path, Path, int]:
    """The files, and how many actions are claimed to be too few."""
    result = solve(load(level), solver, options={"certificate": str(folder)})
    assert result.status in (Status.OPTIMAL, Status.UNSOLVABLE)
    assert "certificate" in (result.message or "")
    (cnf,) = folder.glob("*.cnf")
    steps = int(cnf.stem.rpartition("-")[2])
    if result.status is Status.OPTIMAL and level != "pipes:07":
        assert steps == result.cost - 1
    return cnf, cnf.with_suffix(".drat"), steps


@pytest.mark.parametrize(("level", "solver"), CASES)
def test_the_checker_accepts(level: str, solver: str, tmp_path: Path) -> None:
    cnf, drat, steps = certificate(level, solver, tmp_path / "new" / "folder")
    _, clauses = read_cnf(cnf)
    assert is_refutation(clauses, read_proof(drat))
    text = cnf.read_text()
    assert f"c no plan of {steps} steps or fewer" in text
    assert f" layer {steps}: (" in text


def test_forged_certificates_are_refused(tmp_path: Path) -> None:
    cnf, drat, _ = certificate("boxup:second", "sat:seq", tmp_path)
    _, clauses = read_cnf(cnf)
    proof = read_proof(drat)
    assert not is_refutation(clauses, proof[: len(proof) // 2]), "a proof that stops half-way"
    assert not is_refutation(clauses, [(False, [])]), "a proof that says nothing"
    # The clauses of the goal come last: without them there is a model, and no proof can be right.
    assert not is_refutation(clauses[:-3], proof)
    flipped = [(is_deleted, [-literal for literal in clause]) for is_deleted, clause in proof]
    assert not is_refutation(clauses, flipped)


def test_the_checker_is_right_on_all_small_formulas() -> None:
    """What it accepts has no model: against truth tables, with proofs drawn at random."""
    rng = random.Random(1)
    accepted = 0
    for _ in range(2000):
        draw = lambda: [rng.choice((-1, 1)) * rng.randint(1, 3) for _ in range(rng.randint(1, 3))]  # noqa: E731
        clauses = [draw() for _ in range(rng.randint(3, 12))]
        proof = [(False, draw()) for _ in range(3)] + [(False, [])]
        has_model = any(
            all(any((literal > 0) == values[abs(literal) - 1] for literal in clause) for clause in clauses)
            for values in product((False, True), repeat=3)
        )
        if is_refutation(clauses, proof):
            accepted += 1
            assert not has_model
    assert accepted > 50
