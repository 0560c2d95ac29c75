"""The checker of DRUP proofs: against truth tables, and what it says of files that are none."""

from __future__ import annotations

import random
from itertools import product

import pytest

from ludoplan.certificates.rup import fault, read_cnf, read_proof
from ludoplan.sat.solver import Solver


def has_model(clauses: list[list[int]], variables: int) -> bool:
    return any(
        all(any((literal > 0) == values[abs(literal) - 1] for literal in clause) for clause in clauses)
        for values in product((False, True), repeat=variables)
    )


def drawn(rng: random.Random, variables: int, least: int = 1) -> list[int]:
    return [rng.choice((-1, 1)) * rng.randint(1, variables) for _ in range(rng.randint(least, 3))]


def test_what_it_accepts_has_no_model() -> None:
    """Proofs drawn at random, with deletions."""
    rng = random.Random(1)
    accepted = 0
    for _ in range(4000):
        clauses = [drawn(rng, 3) for _ in range(rng.randint(3, 14))]
        proof = [(rng.random() < 0.3, drawn(rng, 3)) for _ in range(4)] + [(False, [])]
        if fault(clauses, proof) is None:
            accepted += 1
            assert not has_model(clauses, 3)
    assert accepted > 100


def test_it_accepts_what_a_solver_proves() -> None:
    """All proofs of a solver; without a step that is needed, none."""
    rng = random.Random(2)
    refuted = stopped = 0
    for _ in range(400):
        clauses = [drawn(rng, 6, 2) for _ in range(rng.randint(15, 40))]
        with Solver("glucose4", clauses, with_proof=True) as solver:
            found = solver.solve().satisfiable
            assert found == has_model(clauses, 6)
            if found:
                continue
            proof = read_proof("\n".join([*solver.proof(), "0"]))
        assert fault(clauses, proof) is None
        refuted += 1
        if len(proof) > 3 and fault(clauses, [(False, [])]) is not None:
            assert fault(clauses, [step for step in proof if step[1]]) is not None, "it does not come to an end"
            stopped += 1
    assert refuted > 100
    assert stopped > 10


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no header"),
        ("1 0\n", "line 1: a clause before the header"),
        ("p cnf 1 1\np cnf 1 1\n", "line 2: not a header"),
        ("p cnf 1 1\n2 0\n", "line 2: variable 2 is beyond the header's 1"),
        ("p cnf 1 2\n1 0\n", "1 clauses where the header says 2"),
        ("p cnf 1 1\n1\n", "0 clauses where the header says 1"),
        ("p cnf 1 1\nx 0\n", "line 2: not numbers"),
        ("p cnf 1 1\n" + "9" * 5000 + " 0\n", "line 2: not numbers"),
    ],
)
def test_clauses_that_are_none(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_cnf(text)


@pytest.mark.parametrize("text", ["1", "1 0 2 0", "d", "x 0", "1 2 0 0"])
def test_proofs_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match="line 1: "):
        read_proof(text)
