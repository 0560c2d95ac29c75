"""Sudoku: solver, counts, generator, techniques, grading and texts."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.sudoku_boards import is_unique_by_sat, only_solution

from ludoplan import BadInput, Limits, Status, Task, _native, load, replay, solve
from ludoplan.analysis.hint import explained, hint
from ludoplan.core.options import complete
from ludoplan.games.sudoku import GAME
from ludoplan.games.sudoku.generate import OPTIONS
from ludoplan.games.sudoku.grade import difficulty_of, grade, next_placement
from ludoplan.games.sudoku.rules import SudokuLevel, candidates, geometry
from ludoplan.games.sudoku.solvers import count_solutions
from ludoplan.games.sudoku.symmetry import TooSymmetric, canonical
from ludoplan.games.sudoku.techniques import TECHNIQUES, Notes

# One board for each grade.
GRADED = {
    "naked single": ".........6.......1..9..3...9.34.8.5.1..9...3..46.5.7...28..6..........9.....176..",
    "hidden single": ".......2...5.6.....13...7.6.......92...5....4.61.3..5...8.....53..14.9...7.3.9...",
    "pointing": ".3..62...4.2.1...5...4....81..587.........4....3.....6.....589..1..2.3.7.9.......",
    "box-line": "..7896.21....2...9.......3..8....1..2.398...6.7..43...5..4..61..6....2....2......",
    "naked pair": ".....63...4.....2.8..7.3..55.....16....91.5.....5...8..8.3.2..92........3.54...1.",
    "hidden pair": "..43..9.6.6..7...8....4.7.....5...822...39..5...7....35.2....3.14.........3......",
    "naked triple": "6.3..8............95...1.48...3...2.1..6..9.537.........7.....48....651...1....9.",
    "XY-wing": "....9...3.9.1...5..6.8...........3.7..854..21614.7....4.1.3.....57.....8...2.....",
    "chain": "2.4.....5.....96....3...72.....81.3.6....28...4.96..5......5...72...81......4...8",
    "needs search": "87.1639.......8.6.....7....7.3..4..94......1...9.8....56............72..1..3..48.",
}


def board(text: str) -> bytes:
    return GAME.parse(text).clues


def generated(seed: int, **options: object) -> SudokuLevel:
    return GAME.design.generate(random.Random(seed), complete(OPTIONS, options))


def brute_force(box: int, state: bytes, most: int) -> int:
    """The number of solutions, by the rules alone."""
    blanks = candidates(box, state)
    if not blanks:
        return 1
    cell, mask = min(blanks.items(), key=lambda item: item[1].bit_count())
    found = 0
    for digit in range(1, box * box + 1):
        if mask >> digit & 1 and found < most:
            found += brute_force(box, state[:cell] + bytes((digit,)) + state[cell + 1 :], most - found)
    return found


# -- counting


def test_all_boards_of_4x4_are_counted() -> None:
    assert count_solutions(2, bytes(16), 1000) == 288


@given(seed=st.integers(0, 10**9), clues=st.integers(0, 12), wrong=st.booleans())
def test_counts_agree_with_brute_force_4x4(seed: int, clues: int, wrong: bool) -> None:
    """Random clues, most of them without a solution or with many."""
    rng = random.Random(seed)
    state = bytes(16)
    full = None if wrong else generated(seed, box=2, clues=16).clues
    for cell in rng.sample(range(16), clues):
        options = candidates(2, state)[cell]
        digit = full[cell] if full else rng.choice([d for d in range(1, 5) if options >> d & 1] or [0])
        state = state[:cell] + bytes((digit,)) + state[cell + 1 :]
    assert count_solutions(2, state, 300) == brute_force(2, state, 300)


@settings(max_examples=30)
@given(seed=st.integers(0, 10**9), removed=st.integers(0, 3), changed=st.booleans())
def test_counts_agree_with_brute_force_9x9(seed: int, removed: int, changed: bool) -> None:
    rng = random.Random(seed)
    state = bytearray(generated(seed, clues=30).clues)
    clues = [cell for cell in range(81) if state[cell]]
    for cell in rng.sample(clues, removed):
        state[cell] = 0
    if changed:  # a wrong clue: mostly no solution
        cell = rng.choice([cell for cell in range(81) if not state[cell]])
        options = candidates(3, bytes(state))[cell]
        state[cell] = rng.choice([d for d in range(1, 10) if options >> d & 1] or [0])
    assert count_solutions(3, bytes(state), 20) == brute_force(3, bytes(state), 20)


def test_a_board_with_a_digit_twice_has_no_solution() -> None:
    """The native solver does not rely on the parser."""
    for first, second in ((0, 8), (0, 72), (0, 10)):
        state = bytearray(81)
        state[first] = state[second] = 5
        assert count_solutions(3, bytes(state)) == 0


@pytest.mark.parametrize("box", [2, 3, 4, 5])
def test_solutions_keep_the_rules(box: int) -> None:
    level = generated(7, box=box, **({"clues": 400} if box == 5 else {"clues": 120} if box == 4 else {}))
    solution = only_solution(box, level.clues)
    assert solution is not None
    digits = set(range(1, box * box + 1))
    assert all({solution[cell] for cell in unit} == digits for unit in geometry(box).units)
    assert all(clue in (0, digit) for clue, digit in zip(level.clues, solution, strict=True))


def test_wrong_calls_of_the_native_solver_are_refused() -> None:
    for box, cells in ((1, bytes(1)), (6, bytes(1296)), (3, bytes(80)), (2, bytes([5] * 16))):
        with pytest.raises(ValueError, match=r"box size|cells|large"):
            _native.sudoku_solve(box, [cells], 1, 1, _native.Limits())


def test_limits_hold() -> None:
    hard = generated(3, box=4)
    outcome = _native.sudoku_solve(4, [bytes(256)], 10**9, 0, limit(seconds=0.2))[0]
    assert not outcome.complete
    assert outcome.stop == _native.Stop.time
    result = solve(hard, game=GAME, limits=Limits(nodes=1))
    assert result.status in (Status.INCOMPLETE, Status.OPTIMAL)


def limit(seconds: float) -> _native.Limits:
    limits = _native.Limits()
    limits.seconds = seconds
    return limits


# -- engines


@pytest.mark.parametrize("solver", ["native", "sat", "cp", "models"])
@pytest.mark.parametrize("name", ["first", "four-clues", "x-wing", "no-solution"])
def test_engines_agree(solver: str, name: str) -> None:
    if solver == "cp":
        pytest.importorskip("ortools")
    task = load(f"sudoku:{name}")
    result = solve(task, solver)
    expected = solve(task)
    assert (result.status, result.plan) == (expected.status, expected.plan)


def test_the_message_says_what_was_counted() -> None:
    assert (solve(board_task(GRADED["chain"])).message or "").startswith("the only")
    assert (solve(board_task("." * 16)).message or "").startswith("2 or more solutions")
    assert (solve(board_task("." * 16), options={"solutions": 1000}).message or "").startswith("288 solutions")


def board_task(text: str) -> Task:
    return Task(GAME, GAME.parse(text), "board")


# -- generator


def test_sweep_gives_locally_minimal_boards_with_one_solution() -> None:
    for seed in range(40):
        clues = generated(seed).clues
        assert is_unique_by_sat(3, clues)
        for cell in range(81):
            if clues[cell]:
                assert count_solutions(3, clues[:cell] + b"\0" + clues[cell + 1 :]) == 2


def test_clue_counts_are_as_usual() -> None:
    counts = [sum(map(bool, generated(seed).clues)) for seed in range(300)]
    assert min(counts) >= 20
    assert max(counts) <= 30
    assert 23 <= sum(counts) / len(counts) <= 26


@pytest.mark.parametrize(
    ("symmetry", "image"), [("rotational", lambda c: 80 - c), ("mirror", lambda c: c // 9 * 9 + 8 - c % 9)]
)
def test_symmetry_of_clues(symmetry: str, image) -> None:
    for seed in range(10):
        clues = generated(seed, symmetry=symmetry).clues
        assert count_solutions(3, clues) == 1
        assert all(bool(clues[cell]) == bool(clues[image(cell)]) for cell in range(81))


def test_targets() -> None:
    assert sum(map(bool, generated(1, clues=35).clues)) == 35
    few, many = (sum(map(bool, generated(1, removal="attempts", attempts=n).clues)) for n in (200, 30))
    assert few < many == 51
    for difficulty in ("easy", "medium", "hard"):
        assert difficulty_of(grade(3, generated(2, difficulty=difficulty).clues)) == difficulty


def test_full_boards_differ() -> None:
    assert len({generated(seed, clues=81).clues for seed in range(50)}) == 50
    corner = Counter(generated(seed, clues=81).clues[0] for seed in range(300))
    assert len(corner) == 9


# -- people's techniques


@pytest.mark.parametrize("name", GRADED)
def test_grade(name: str) -> None:
    assert grade(3, board(GRADED[name])) == name


def test_grade_of_bundled_levels() -> None:
    for name, expected in (("x-wing", "X-wing"), ("swordfish", "swordfish"), ("no-solution", "impossible")):
        assert grade(3, load(f"sudoku:{name}").level.clues) == expected
    assert grade(2, bytes(16)) == "ambiguous"


def turned(cells: bytes, rng: random.Random) -> bytes:
    """The board under a random symmetry of Sudoku."""

    def lines() -> list[int]:
        return [3 * band + row for band in rng.sample(range(3), 3) for row in rng.sample(range(3), 3)]

    rows, columns, digits = lines(), lines(), [0, *rng.sample(range(1, 10), 9)]
    image = [[digits[cells[9 * row + column]] for column in columns] for row in rows]
    if rng.random() < 0.5:
        image = [list(row) for row in zip(*image, strict=True)]
    return bytes(digit for row in image for digit in row)


@given(seed=st.integers(0, 10**9), name=st.sampled_from(list(GRADED)))
def test_the_grade_is_the_same_for_boards_that_are_the_same(seed: int, name: str) -> None:
    assert grade(3, turned(board(GRADED[name]), random.Random(seed))) == name


@settings(max_examples=25)
@given(seed=st.integers(0, 10**9))
def test_no_technique_says_anything_wrong(seed: int) -> None:
    clues = generated(seed).clues
    solution = only_solution(3, clues)
    assert solution is not None
    notes = Notes(3, clues)
    while notes.marks:
        for find in TECHNIQUES.values():
            steps = list(find(notes))
            for step in steps:
                assert step.placed or step.struck
                assert all(solution[cell] == digit for cell, digit in step.placed), step
                assert all(solution[cell] != digit for cell, digit in step.struck), step
            if steps:
                break
        else:
            return
        for step in steps:
            notes.take(step)


@pytest.mark.parametrize("name", [name for name in GRADED if name != "needs search"])
def test_hints_lead_to_the_end(name: str) -> None:
    """From hint to hint the board fills up; every hint names its technique, and the hardest is needed once."""
    task = board_task(GRADED[name])
    state, seen = task.level.clues, []
    while 0 in state:
        found = next_placement(3, state)
        assert found is not None
        (cell, digit), reason = found
        assert geometry(3).cell_name(cell) in reason
        seen.append(reason)
        state = state[:cell] + bytes((digit,)) + state[cell + 1 :]
    assert state == only_solution(3, task.level.clues)
    assert any(f"{name}:" in reason for reason in seen)


def test_hint_with_reason_and_lost_games() -> None:
    task = board_task(GRADED["hidden single"])
    found = explained(task, task.level.clues, hint(task, [], Limits(seconds=5)))
    assert found.moves is not None
    assert "single: " in found.reason
    assert len(found.moves) == task.level.clues.count(0)
    assert replay(task, found.moves).plan is not None
    solution = only_solution(3, task.level.clues)
    assert solution is not None
    cell, mask = next((c, m) for c, m in candidates(3, task.level.clues).items() if m.bit_count() > 1)
    wrong = next(digit for digit in range(1, 10) if mask >> digit & 1 and digit != solution[cell])
    assert hint(task, [f"r{cell // 9 + 1}c{cell % 9 + 1}={wrong}"], Limits(seconds=5)).is_lost


# -- texts

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_forms_of_a_board() -> None:
    grid = "\n".join(EASY[first : first + 9] for first in range(0, 81, 9))
    ruled = "\n".join(
        ("------+-------+------\n" if row in (3, 6) else "")
        + " | ".join(" ".join(EASY[9 * row + 3 * box : 9 * row + 3 * box + 3]) for box in range(3))
        for row in range(9)
    )
    for text in (EASY, EASY.replace(".", "0"), grid, ruled, f"# a comment\n\n{EASY} # another\n"):
        assert GAME.parse(text).clues == board(EASY)


def test_boards_of_a_file() -> None:
    grid = "\n".join(EASY[first : first + 9] for first in range(0, 81, 9))
    assert [line for line, _ in GAME.text.split(f"{EASY}\n{grid}\n\n{grid}\n{EASY}\n")] == [1, 2, 12, 21]
    small = "12..34.." + "." * 8
    assert len(GAME.text.split(f"{small}\n" * 20)) == 20
    large = "\n".join(["123456789ABCDEFG"] + ["." * 16] * 15)
    assert [GAME.parse(text).box for _, text in GAME.text.split(f"{large}\n{large}\n{small}\n")] == [4, 4, 2]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (EASY[:-1], [(1, 1)]),
        (EASY + ".", [(1, 1)]),
        (EASY.replace("5", "?"), [(1, 1), (1, 15), (1, 72)]),
        ("5" + EASY[:80], [(1, 1)]),
        ("55" + "." * 79, [(1, 2), (1, 2)]),
        ("5" + "." * 8 + "5" + "." * 71, [(1, 10), (1, 10)]),
        ("5" + "." * 15, [(1, 1)]),
        ("123\n" * 4, [(1, 1), (2, 1)]),
        ("1234\n123\n1234\n1234", [(2, 1)]),
        ("#\n1234\n3412\n2143", [(2, 1)]),
        (EASY + "\n" + EASY, [(2, 1)]),
    ],
)
def test_bad_boards(text: str, places: list[tuple[int, int]]) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.parse(text)
    found = [(defect.line, defect.column) for defect in caught.value.defects]
    assert found[: len(places)] == places or len(places) == 1


def test_moves() -> None:
    level = GAME.parse(EASY)
    assert GAME.move_from_text(level, "r1c3=4") == (2, 4)
    for text in ("r0c1=1", "r1c10=1", "r1c1=A", "r1c1", "R1C1=1", "r1c1=0"):
        with pytest.raises(ValueError, match="r"):
            GAME.move_from_text(level, text)
    verdict = replay(Task(GAME, level, "board"), ["r1c3=5"])
    assert str(verdict) == "invalid: step 1, r1c3=5: row 1 has 5 at r1c1 already"
    assert "filled" in str(replay(Task(GAME, level, "board"), ["r1c1=1"]))
    for state in (level.clues, GAME.apply(level, level.clues, GAME.move_from_text(level, "r1c3=4"))):
        legal = set(GAME.moves(level, state))
        assert all(
            GAME.is_legal(level, state, move) == (move in legal)
            for move in (
                GAME.move_from_text(level, f"r{r}c{c}={d}")
                for r in (1, 5, 9)
                for c in range(1, 10)
                for d in range(1, 10)
            )
        )


def disguised(rng: random.Random, box: int, clues: bytes) -> bytes:
    """The same puzzle: perhaps turned, lines and bands swapped, digits renamed."""
    size = box * box
    rows = [clues[at : at + size] for at in range(0, size * size, size)]
    if rng.random() < 0.5:
        rows = [bytes(column) for column in zip(*rows, strict=True)]

    def order() -> list[int]:
        bands = [rng.sample(range(at, at + box), box) for at in range(0, size, box)]
        return [line for band in rng.sample(bands, box) for line in band]

    names = [0, *rng.sample(range(1, size + 1), size)]
    columns = order()
    return bytes(names[rows[row][column]] for row in order() for column in columns)


@given(st.sampled_from(sorted(GRADED)), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_disguised_boards_are_known(grade: str, seed: int) -> None:
    rng = random.Random(seed)
    clues = board(GRADED[grade])
    form = canonical(3, clues)
    assert canonical(3, disguised(rng, 3, clues)) == form
    # The form is the puzzle itself in disguise: as many clues, and one solution.
    assert Counter(map(bool, form)) == Counter(map(bool, clues))
    assert count_solutions(3, form) == 1
    less = bytearray(clues)
    less[rng.choice([cell for cell, digit in enumerate(clues) if digit])] = 0
    assert canonical(3, bytes(less)) != form


@pytest.mark.parametrize("name", ["six", "four-clues", "seventeen", "sixteen", "twenty-five"])
def test_disguised_boards_of_other_sizes(name: str) -> None:
    level = load(f"sudoku:{name}").level
    form = canonical(level.box, level.clues)
    for seed in range(3):
        assert canonical(level.box, disguised(random.Random(seed), level.box, level.clues)) == form


def test_an_empty_board_and_a_full_one() -> None:
    assert canonical(3, bytes(81)) == bytes(81)
    # Each row the one above, shifted: hundreds of symmetries.
    full = bytes((3 * (row % 3) + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
    with pytest.raises(TooSymmetric):
        canonical(3, full)
    assert len(list(GAME.design.symmetries(SudokuLevel(3, full)))) == 8
