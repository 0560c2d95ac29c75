"""Native reading, solving and replaying of many boards, compared with the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Glucose4
from tests.games.sudoku_boards import only_solution

from ludoplan import BadInput, Status, _native, replay
from ludoplan.core.limits import Budget
from ludoplan.core.parts import Stretch
from ludoplan.core.referee import Replay
from ludoplan.core.result import Result, Row
from ludoplan.core.task import ParsedLevel, Task
from ludoplan.games.sudoku import GAME
from ludoplan.games.sudoku import batch as boards
from ludoplan.games.sudoku.clauses import clauses, known
from ludoplan.games.sudoku.rules import Placement, SudokuLevel
from ludoplan.games.sudoku.text import line_of, move_to_text


def generated(box: int, seed: int) -> bytes:
    board = _native.sudoku_generate(box, seed, 0, 0, _native.SudokuSymmetry.none, _native.Limits())
    assert board is not None
    return board


@given(st.sampled_from((2, 3)), st.integers(0, 10**6), st.data())
def test_the_native_referee_judges_as_the_rules_do(box: int, seed: int, data: st.DataObject) -> None:
    """Plans with steps that are changed, doubled, left out or in another order."""
    level = SudokuLevel(box, generated(box, seed))
    solution = only_solution(box, level.clues)
    assert solution is not None
    moves = [Placement(cell, digit) for cell, digit in enumerate(solution) if not level.clues[cell]]
    random.Random(seed).shuffle(moves)
    for _ in range(data.draw(st.integers(0, 2))):
        place = data.draw(st.integers(0, len(moves) - 1))
        cell = data.draw(st.integers(0, level.size**2 - 1))
        change = data.draw(st.sampled_from(("digit", "cell", "double", "drop")))
        if change == "digit":
            moves[place] = Placement(moves[place].cell, data.draw(st.integers(1, level.size)))
        elif change == "cell":
            moves[place] = Placement(cell, moves[place].digit)
        elif change == "double":
            moves.insert(place, moves[place])
        elif len(moves) > 1:
            del moves[place]
    session = Replay(Task(GAME, level))
    fault = session.play_all(move_to_text(level, move) for move in moves)
    made, is_goal = _native.sudoku_replay(box, level.clues, [tuple(move) for move in moves])
    assert made == (len(moves) if fault is None or fault.step is None else fault.step - 1)
    assert is_goal == session.is_goal()


def test_the_native_referee_refuses_what_is_no_move() -> None:
    empty = bytes(81)
    for move in ((-1, 1), (81, 1), (0, 0), (0, 10)):
        assert _native.sudoku_replay(3, empty, [move]) == (0, False)
    with pytest.raises(ValueError, match="clash"):
        _native.sudoku_replay(3, bytes((1, 1, *bytes(79))), [])


def test_results_and_rows_are_those_of_the_rules() -> None:
    lines = [line_of(generated(3, seed)) for seed in range(30)]
    lines[7:7] = ["# a comment", "", "." * 80 + "x", "." * 81]
    lines[20] = "11" + lines[20][2:]
    stretch = Stretch("file", "\n".join(lines), 101)
    results = list(boards.results(stretch, Budget()))
    rows = list(boards.rows(stretch, Budget()))
    assert len(results) == len(rows) == 32
    for result, row in zip(results, rows, strict=True):
        if isinstance(result, BadInput | ParsedLevel):
            assert type(row) is type(result)
            continue
        assert isinstance(result, Result)
        assert isinstance(row, Row)
        assert row[:3] == result.row[:3]
        assert row.message == result.message
        line = int(result.level.partition(":")[2]) - 101
        assert result.plan is not None
        task = Task(GAME, GAME.parse(lines[line]))
        assert replay(task, result.plan.moves).plan == result.plan
    assert [isinstance(result, BadInput) for result in results].count(True) == 2


def test_stretches_are_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "BOARDS", 3)
    lines = [line_of(generated(3, seed)) for seed in range(10)]
    lines.insert(4, "# " + "long " * 50)
    for ending in ("", "\n"):
        text = "\n".join(lines) + ending
        stretches = list(boards.cut(text, "file"))
        assert "".join(stretch.text for stretch in stretches) == text
        assert [stretch.line for stretch in stretches] == [
            1 + "".join(each.text for each in stretches[:place]).count("\n") for place in range(len(stretches))
        ]
        assert len(stretches) > 2
    assert not list(boards.cut(lines[0], "file"))
    assert not list(boards.cut("\n".join([*lines, "1........"] * 2), "file"))


def test_a_referee_that_errs_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    board = line_of(generated(3, 1))
    stretch = Stretch("file", f"{board}\n{board}\n")
    told = _native.sudoku_lines(stretch.text, 2, _native.Limits())
    wrong = [(*each[:8], each[8][::-1]) for each in told]
    monkeypatch.setattr(_native, "sudoku_lines", lambda *_: wrong)
    for results in (boards.results, boards.rows):
        with pytest.raises(RuntimeError, match="differ"):
            list(results(stretch, Budget()))
    # What the native referee itself refuses is an error of the solver.
    monkeypatch.setattr(_native, "sudoku_lines", lambda *_: [(*each[:7], False, each[8]) for each in told])
    for results in (boards.results, boards.rows):
        assert [each.status for each in results(stretch, Budget())] == [Status.ERROR] * 2


KERNELS = _native.sudoku_kernels()


@pytest.fixture(params=KERNELS)
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    _native.use_sudoku_kernel(request.param)
    yield request.param
    _native.use_sudoku_kernel(KERNELS[0])


def found(boards: list[bytes], most: int) -> list[tuple[int, bytes | None]]:
    outcomes = _native.sudoku_solve(3, boards, most, 1, _native.Limits())
    assert all(outcome.complete for outcome in outcomes)
    return [(outcome.found, outcome.solutions[0] if outcome.found == 1 else None) for outcome in outcomes]


def test_every_kernel_counts_as_clauses_do(kernel: str) -> None:
    """Boards with no, one and several solutions, also such whose clues clash, against a SAT solver."""
    rng = random.Random(5)
    sample = []
    for seed in range(40):
        board = bytearray(generated(3, seed))
        for _ in range(seed % 4):
            cell = rng.randrange(81)
            board[cell] = rng.choice((0, rng.randint(1, 9)))
        sample.append(bytes(board))
    answers = found(sample, 6)
    with Glucose4(bootstrap_with=clauses(3)) as sat:
        for number, (board, (count, solution)) in enumerate(zip(sample, answers, strict=True)):
            models = []
            switch = 1000 + number
            while len(models) < 6 and sat.solve(assumptions=[*known(3, board), switch]):
                models.append([literal for literal in sat.get_model() if 0 < literal < 1000])
                sat.add_clause([-switch, *(-literal for literal in models[-1])])
            assert count == len(models)
            if solution is not None:
                assert models[0] == known(3, solution)


def test_every_kernel_solves_alike(kernel: str) -> None:
    """Generated boards and hard ones; the kernels try the same candidates in the same order."""
    hard = [
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    ]
    sample = [generated(3, seed) for seed in range(200)] + [GAME.parse(text).clues for text in hard]
    outcomes = _native.sudoku_solve(3, sample, 2, 1, _native.Limits())
    assert all(outcome.found == 1 for outcome in outcomes)
    for board, outcome in zip(sample, outcomes, strict=True):
        moves = [(cell, digit) for cell, digit in enumerate(outcome.solutions[0]) if not board[cell]]
        assert _native.sudoku_replay(3, board, moves) == (len(moves), True)
    nodes = [outcome.nodes for outcome in outcomes]
    _native.use_sudoku_kernel("plain")
    assert nodes == [outcome.nodes for outcome in _native.sudoku_solve(3, sample, 2, 1, _native.Limits())]


def test_the_kernels_of_this_processor() -> None:
    assert KERNELS[-1] == "plain"
    with pytest.raises(ValueError, match="no such kernel"):
        _native.use_sudoku_kernel("nonsense")
