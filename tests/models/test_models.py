"""The model finder: counts that are known, symmetry, limits, errors with places, and the command."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.sudoku_boards import only_solution

from ludoplan import BadInput, Budget, Limits, LudoplanError, Status
from ludoplan.games.sudoku import GAME
from ludoplan.models.find import Search, sizes_of
from ludoplan.models.interpretation import Interpretation
from ludoplan.models.isomorphism import Kinds
from ludoplan.models.parse import parse
from ludoplan.models.theory import Theory

THEORIES = Path(__file__).parents[2] / "src" / "ludoplan" / "models" / "theories"


def theory(name: str) -> Theory:
    return parse((THEORIES / f"{name}.in").read_text(), name)


def count(of: Theory, size: int, kinds: bool = False) -> int:
    search = Search(of, range(size, size + 1), None, kinds)
    found = sum(1 for _ in search)
    assert search.stopped is None
    assert search.reports[0].complete
    return found


def formulas(text: str) -> Theory:
    return parse(f"formulas(t).\n{text}\nend_of_list.")


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("group", [1, 1, 1, 2, 1, 2, 1, 5]),
        ("abelian-group", [1, 1, 1, 2, 1, 1]),
        ("semigroup", [1, 5, 24]),
        ("graph", [1, 2, 4, 11]),
        ("triangle-free", [1, 2, 3, 7]),
        ("tournament", [1, 1, 2, 4]),
        ("lattice", [1, 1, 1, 2, 5]),
        ("quasigroup", [1, 1, 5]),
    ],
)
def test_models_up_to_isomorphism(name: str, counts: list[int]) -> None:
    of = theory(name)
    assert [count(of, size, kinds=True) for size in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("name", "counts"), [("quasigroup", [1, 2, 12, 576]), ("graph", [1, 2, 8, 64])])
def test_labelled_models(name: str, counts: list[int]) -> None:
    assert [count(theory(name), size) for size in range(1, len(counts) + 1)] == counts


def test_sizes_with_and_without_models() -> None:
    search = Search(theory("non-commutative-group"), range(1, 10))
    assert [model.size for model in search] == [6]
    assert [report.complete for report in search.reports] == [True] * 5 + [False]
    qg5 = theory("quasigroup-5")
    assert [bool(list(Search(qg5, range(size, size + 1)))) for size in (5, 6, 7)] == [True, False, True]


def test_colouring() -> None:
    (model,) = Search(theory("colouring"), range(10, 11))
    colour, edge = model.functions["colour", 1], model.relations["edge", 2]
    assert all(colour[one,] != colour[other,] for (one, other), joined in edge.items() if joined)
    text = (THEORIES / "colouring.in").read_text().replace(" | colour(x) = 2", "")
    assert list(Search(parse(text), range(10, 11))) == []


@pytest.mark.parametrize("name", ["sudoku-generator", "sudoku-generator-seeded", "sudoku-solver"])
def test_sudoku_as_a_theory(name: str) -> None:
    of = theory(name)
    assert of.domain_size == 9
    (model,) = Search(of, sizes_of(of, None, None))
    table = model.functions["f", 2]
    board = bytes(table[row, column] or 9 for row in range(9) for column in range(9))
    assert only_solution(3, board) == board
    if name == "sudoku-solver":
        lines = (THEORIES / f"{name}.in").read_text().splitlines()
        clues = [(int(line[2]), int(line[5]), int(line[-2])) for line in lines if line.startswith("f(")]
        level = bytearray(81)
        for row, column, digit in clues:
            level[9 * row + column] = digit or 9
        assert only_solution(3, bytes(level)) == board
    assert GAME.parse("".join(map(str, board))).clues == board


def test_every_shipped_theory_is_read() -> None:
    for path in THEORIES.glob("*.in"):
        assert parse(path.read_text(), path.name).formulas


# -- against brute force

RELATIONS = ["p(x)", "p(y)", "p(f(x))", "p(c)", "p(0)", "$T", "r(x,y)", "r(y,f(x))"]
EQUATIONS = ["f(x) = y", "f(y) = x", "f(f(x)) = x", "x = y", "f(c) = x", "c = x", "f(x) = f(y)", "f(0) = 1"]
ATOMS = [*RELATIONS, *EQUATIONS]


def random_formula(rng: random.Random, depth: int) -> str:
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(ATOMS)
    inner = [f"({random_formula(rng, depth - 1)})" for _ in range(2)]
    form = rng.choice(["-{0}", "{0} & {1}", "{0} | {1}", "{0} -> {1}", "{0} <-> {1}", "{0} <- {1}", "(all y {0})",
                       "(exists y {0})", "(exists x {0})", "(all x {0})"])  # fmt: skip
    return form.format(*inner)


def all_interpretations(of: Theory, size: int):
    """Every interpretation of a small signature."""
    tuples = {symbol: list(product(range(size), repeat=symbol[1])) for symbol in (*of.functions, *of.relations)}
    choices = [(symbol, args, size) for symbol in of.functions for args in tuples[symbol]]
    choices += [(symbol, args, 2) for symbol in of.relations for args in tuples[symbol]]
    for values in product(*(range(most) for _, _, most in choices)):
        tables: dict = {symbol: {} for symbol in tuples}
        for (symbol, args, _), value in zip(choices, values, strict=True):
            tables[symbol][args] = value
        yield Interpretation(
            size,
            {symbol: tables[symbol] for symbol in of.functions},
            {symbol: tables[symbol] for symbol in of.relations},
        )


@settings(max_examples=120)
@given(seed=st.integers(0, 10**9))
def test_random_theories_against_all_interpretations(seed: int) -> None:
    rng = random.Random(seed)
    of = formulas("\n".join(f"{random_formula(rng, rng.randint(0, 3))}." for _ in range(rng.randint(1, 3))))
    expected = [each for each in all_interpretations(of, 2) if each.is_model_of(of)]
    assert count(of, 2) == len(expected)
    kinds = Kinds(of.largest_element + 1)
    assert count(of, 2, kinds=True) == sum(kinds.is_new(each) for each in expected)
    assert bool(list(Search(of, range(2, 3)))) == bool(expected)


@settings(max_examples=40)
@given(seed=st.integers(0, 10**9))
def test_symmetry_breaking_keeps_every_kind(seed: int) -> None:
    """Over three elements: as many kinds with the least-number heuristic as among all labelled models."""
    rng = random.Random(seed)
    of = formulas(f"f(c) != c | {random_formula(rng, 2)}.\n{random_formula(rng, 1)}.")
    if sum(3**arity for _, arity in of.relations) > 6:
        return
    kinds = Kinds(of.largest_element + 1)
    labelled = Search(of, range(3, 4), None)
    assert sum(kinds.is_new(model) for model in labelled) == count(of, 3, kinds=True)


def test_arithmetic() -> None:
    of = parse("set(arithmetic). formulas(t). all x (x < 4 -> f(x) = x + 1). f(4) = 0. end_of_list.")
    (model,) = Search(of, range(5, 6), None)
    assert [model.functions["f", 1][value,] for value in range(5)] == [1, 2, 3, 4, 0]
    assert count(parse("set(arithmetic). formulas(t). a * a = 9 & a mod 2 = 1 & min(a, 2) = 2. end_of_list."), 5) == 1
    assert count(parse("set(arithmetic). formulas(t). a + a = 9. end_of_list."), 9) == 0
    assert count(parse("set(arithmetic). formulas(t). f(x + 1) = 0. end_of_list."), 3) == 0


# -- language


def test_precedence_and_closure() -> None:
    assert formulas("-p(x) | q(x) & r(x) -> s(x).") == formulas("((-(p(x))) | ((q(x)) & (r(x)))) -> (s(x)).")
    assert formulas("all x p(x) & q(x).").formulas != formulas("all x (p(x) & q(x)).").formulas
    assert formulas("x * y ' = -x + y.").functions == [("*", 2), ("'", 1), ("+", 2), ("-", 1)]
    assert formulas("p(x,y) # label(foo).") == formulas("p(x,y).")
    assert formulas("all a p(a, B).").functions == [("B", 0)]
    assert formulas("x v y = y v x.").functions == [("v", 2)]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("", [(1, 1)]),
        ("formulas(t).\np(x", [(1, 1), (2, 4)]),
        ("formulas(t).\np(x) & .\nq(x)) .\nr(.\nend_of_list.", [(2, 8), (3, 5), (4, 3)]),
        ("assign(domain_size, none).\nassign(colour, 3).\nformulas(t). p. end_of_list.", [(1, 21), (2, 8)]),
        ("formulas(t).\np(x) -> q(x) -> r(x).\nend_of_list.", [(2, 14)]),
        ("formulas(t).\np(a).\nb = p(a).\nx.\n3 & p(a).\nend_of_list.", [(3, 5), (4, 1), (5, 1)]),
        ("formulas(t).\np(p & q).\nend_of_list.", [(2, 5)]),
        ("formulas(t).\n? .\np.\nend_of_list.", [(2, 1)]),
        ("hello.\nformulas(t). p. end_of_list.", [(1, 1)]),
        ("formulas(t). " + "(" * 500 + "p" + ")" * 500 + ". end_of_list.", [(1, 64)]),
        ("formulas(goals).\np.\nq.\nend_of_list.", [(3, 1)]),
        ("formulas(t). p(a" + " + a" * 5000 + "). end_of_list.", [(1, 214)]),
    ],
)
def test_defects_have_places(text: str, places: list[tuple[int, int]]) -> None:
    with pytest.raises(BadInput) as caught:
        parse(text)
    assert [(defect.line, defect.column) for defect in caught.value.defects] == places


@given(text=st.text(alphabet="pxyz01()&|-<>=.,' allexists%\n*+", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse(f"formulas(t).\n{text}")  # the list never ends
    assert caught.value.defects


def test_sizes() -> None:
    of = formulas("f(3) = x | p(x).")
    assert sizes_of(of, None, None) == range(4, 11)
    assert sizes_of(of, 2, 5) == range(4, 6)
    assert sizes_of(of, 7, None) == range(7, 8)
    for first, last in ((2, 3), (0, 4), (5, 4)):
        with pytest.raises(LudoplanError):
            sizes_of(of, first, last)


# -- limits and the command


def test_limits_are_limits() -> None:
    hard = Search(theory("quasigroup-5"), range(12, 13), budget=Budget(Limits(seconds=0.05)))
    assert list(hard) == []
    assert hard.stopped is Status.TIMEOUT
    small = Search(theory("group"), range(8, 9), budget=Budget(Limits(megabytes=1)))
    assert list(small) == []
    assert small.stopped is Status.MEMORY


def test_command(ludoplan, tmp_path: Path) -> None:
    run = ludoplan("models", "group", "-n", 3)
    assert run.returncode == 0
    assert "interpretation( 3, [number=1, seconds=" in run.stdout
    assert "function(e, [0])" in run.stdout
    answer = json.loads(ludoplan("models", "semigroup", "-n", 2, "-m", -1, "--up-to-isomorphism", "--json").stdout)
    assert list(answer) == ["status", "domain_size", "count", "models", "stats"]
    assert (answer["status"], answer["domain_size"], answer["count"], len(answer["models"])) == ("satisfiable", 2, 5, 5)
    path = tmp_path / "all.in"
    path.write_text("assign(max_models, -1).\nassign(domain_size, 3).\nformulas(t).\nf(f(x)) = x.\nend_of_list.\n")
    assert json.loads(ludoplan("models", path, "--json").stdout)["count"] == 4
    path = tmp_path / "none.in"
    path.write_text("formulas(t).\np(x).\nexists x -p(x).\nend_of_list.\n")
    run = ludoplan("models", path, "-n", 2, "-N", 4, "--json")
    assert (run.returncode, json.loads(run.stdout)["status"]) == (10, "unsatisfiable")
    path.write_text("formulas(t).\np(x.\nq(.\n")
    run = ludoplan("models", path)
    assert run.returncode == 2
    assert run.stderr.startswith(f"{path}:1:1: ")
    run = ludoplan("models", "quasigroup-5", "-n", 14, "--time-limit", 0.3)
    assert run.returncode == 11
    assert "timeout" in run.stdout
    assert "| 0 1 2" in ludoplan("models", "tournament", "-n", 3, "--tables").stdout
    assert ludoplan("models", tmp_path / "missing.in").returncode == 2


@pytest.mark.parametrize("digits", [20, 5000])
def test_sizes_without_end_are_refused(ludoplan, tmp_path: Path, digits: int) -> None:
    number = "9" * digits
    path = tmp_path / "theory.in"
    path.write_text(f"assign(domain_size, {number}).\nformulas(assumptions).\n  x * y = y * x.\nend_of_list.\n")
    for words in ([path], ["group", "-n", number], ["group", "-N", number], ["group", "-n", "100000000"]):
        run = ludoplan("models", *words)
        assert run.returncode == 2
        assert "Traceback" not in run.stderr
        assert len(run.stderr) < 6000
    assert f"{path}:1:21" in ludoplan("models", path).stderr
