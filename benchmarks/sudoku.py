"""Sudoku: boards a second of the native solver and generator, against python-sat and OR-Tools on the same boards.

    python benchmarks/sudoku.py [--boards FILE] [--checked N]

Prints Markdown tables; all times are of the processor. Without --boards, boards with 17 clues are made from the ten
below by the symmetries of Sudoku.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from operator import itemgetter
from pathlib import Path

from pysat.solvers import Glucose4

from ludoplan import Task, _native, solve
from ludoplan.core.options import complete
from ludoplan.games.sudoku import GAME
from ludoplan.games.sudoku.clauses import clauses, known
from ludoplan.games.sudoku.generate import OPTIONS, generate
from ludoplan.games.sudoku.grade import grade
from ludoplan.games.sudoku.rules import SudokuLevel

# From the list of boards with 17 clues that Gordon Royle collected.
SEVENTEEN = """
000000010400000000020000000000050407008000300001090000300400200050100000000806000
000000010400000000020000000000050604008000300001090000300400200050100000000807000
000000012000035000000600070700000300000400800100000000000120000080000040050000600
000000012003600000000007000410020000000500300700000600280000040000300500000000000
000000012008030000000000040120500000000004700060000000507000300000620000000100000
000000012040050000000009000070600400000100000000000050000087500601000300200000000
000000012050400000000000030700600400001000000000080000920000800000510700000003000
000000012300000060000040000900000500000001070020000000000350400001400800060000000
000000012400090000000000050070200000600000400000108000018000000000030700502000000
000000012500008000000700000600120000700000450000030000030000800000500700020000000
"""


def turned(cells: bytes, rng: random.Random) -> bytes:
    """The board under a random symmetry."""
    lines = [[3 * band + row for band in rng.sample(range(3), 3) for row in rng.sample(range(3), 3)] for _ in range(2)]
    digits = [0, *rng.sample(range(1, 10), 9)]
    image = [[digits[cells[9 * row + column]] for column in lines[1]] for row in lines[0]]
    if rng.random() < 0.5:
        image = [list(row) for row in zip(*image, strict=True)]
    return bytes(digit for row in image for digit in row)


def timed(work: Callable[[], object]) -> tuple[float, object]:
    began = time.process_time()
    result = work()
    return time.process_time() - began, result


first = itemgetter(0)


def row(*cells: object) -> None:
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def solving(boards: list[bytes]) -> None:
    limits = _native.Limits()
    print(f"\n{len(boards)} boards, one core\n")
    row("solver", "boards", "boards/s", "remarks")
    row("---", "---:", "---:", "---")
    seconds, found = timed(lambda: _native.sudoku_solve(3, boards, 1, 1, limits))
    nodes = sum(each.nodes for each in found) / len(boards)
    row("native, first solution", len(boards), f"{len(boards) / seconds:,.0f}", f"{nodes:.2f} guesses a board")
    kernels = _native.sudoku_kernels()
    for kernel in kernels:
        _native.use_sudoku_kernel(kernel)
        seconds, found = min(
            (timed(lambda: _native.sudoku_solve(3, boards, 2, 0, limits)) for _ in range(3)), key=first
        )
        assert all(each.found == 1 for each in found)
        row(f"native, proven unique, {kernel}", len(boards), f"{len(boards) / seconds:,.0f}", "all unique")
    _native.use_sudoku_kernel(kernels[0])

    few = boards[:200]

    def by_sat() -> None:
        with Glucose4(bootstrap_with=clauses(3)) as sat:
            for board in few:
                assert sat.solve(assumptions=known(3, board))

    def by_engine(solver: str, count: int) -> Callable[[], None]:
        def work() -> None:
            for board in few[:count]:
                assert solve(Task(GAME, SudokuLevel(3, board), "board"), solver).plan is not None

        return work

    row("python-sat, one solver kept", 200, f"{200 / timed(by_sat)[0]:,.0f}", "Glucose 4, clues as assumptions")
    for solver, count in (("native", 200), ("sat", 50), ("cp", 20), ("models", 5)):
        seconds, _ = timed(by_engine(solver, count))
        row(f"`--solver {solver}`", count, f"{count / seconds:,.1f}", "with encoding and the referee's replay")


def generating(checked: int) -> None:
    limits = _native.Limits()
    none = _native.SudokuSymmetry.none
    seconds, boards = timed(lambda: [_native.sudoku_generate(3, seed, 0, 0, none, limits) for seed in range(2000)])
    print(f"\nLocally minimal 9x9 boards (sweep): {2000 / seconds:,.0f} a second on one core\n")
    sample = boards[:checked]
    unique = minimal = 0
    with Glucose4(bootstrap_with=clauses(3)) as sat:
        for board in sample:
            clues = known(3, board)
            assert sat.solve(assumptions=clues)
            solution = [literal for literal in sat.get_model() if literal > 0]
            given = set(clues)
            # A new solution differs somewhere; `switch` turns the clause off again.
            switch = 1000 + unique
            sat.add_clause([-switch, *(-literal for literal in solution)])
            unique += not sat.solve(assumptions=[*clues, switch])
            minimal += all(sat.solve(assumptions=[*(each for each in given if each != clue), -clue]) for clue in clues)
    print(f"Checked by SAT: {unique} of {len(sample)} unique, {minimal} of {len(sample)} locally minimal\n")
    counts = Counter(sum(map(bool, board)) for board in boards)
    row("clues", *sorted(counts))
    row("---", *("---:" for _ in counts))
    row("boards of 2000", *(counts[key] for key in sorted(counts)))
    grades = Counter(grade(3, board) for board in boards[:500])
    print("\nGrades of 500: " + ", ".join(f"{name} {count}" for name, count in grades.most_common()))


def large() -> None:
    print()
    row("size", "clues", "boards", "median s", "slowest s")
    row("---", "---:", "---:", "---:", "---:")
    for box, clues, count in ((4, 130, 20), (4, 100, 20), (5, 400, 10), (5, 320, 10)):
        times = []
        for seed in range(count):
            level = generate(random.Random(seed), complete(OPTIONS, {"box": box, "clues": clues}))
            times.append(timed(partial(_native.sudoku_solve, box, [level.clues], 2, 1, _native.Limits()))[0])
        times.sort()
        row(f"{box * box}x{box * box}", clues, count, f"{times[len(times) // 2]:.5f}", f"{times[-1]:.5f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=Path, help="a file with boards of 17 clues, one a line")
    parser.add_argument("--checked", type=int, default=1000, help="generated boards to check by SAT (default 1000)")
    arguments = parser.parse_args()
    if arguments.boards:
        boards = [GAME.parse(text).clues for _, text in GAME.text.split(arguments.boards.read_text())]
    else:
        rng = random.Random(17)
        boards = [turned(GAME.parse(text).clues, rng) for text in SEVENTEEN.split() for _ in range(2000)]
    solving(boards)
    generating(arguments.checked)
    large()


if __name__ == "__main__":
    main()
