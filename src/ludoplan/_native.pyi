"""The search kernels and the games' fast twins."""

from collections.abc import Sequence
import enum


class Verdict(enum.Enum):
    found = 0

    exhausted = 1

    cut = 2

    stopped = 3

class Stop(enum.Enum):
    none = 0

    time = 1

    memory = 2

    nodes = 3

    cancelled = 4

class TieBreak(enum.Enum):
    low_h = 0

    fifo = 1

    lifo = 2

class Duplicates(enum.Enum):
    all = 0

    path = 1

    none = 2

class Measure(enum.Enum):
    moves = 0

    cost = 1

class Limits:
    def __init__(self) -> None: ...

    @property
    def seconds(self) -> float: ...

    @seconds.setter
    def seconds(self, arg: float, /) -> None: ...

    @property
    def bytes(self) -> int: ...

    @bytes.setter
    def bytes(self, arg: int, /) -> None: ...

    @property
    def nodes(self) -> int: ...

    @nodes.setter
    def nodes(self, arg: int, /) -> None: ...

class Counters:
    @property
    def expanded(self) -> int: ...

    @property
    def generated(self) -> int: ...

    @property
    def stored(self) -> int: ...

    @property
    def bound(self) -> int: ...

class Outcome:
    @property
    def verdict(self) -> Verdict: ...

    @property
    def stop(self) -> Stop: ...

    @property
    def path(self) -> list[int]: ...

    @property
    def cost(self) -> int: ...

    @property
    def counters(self) -> Counters: ...

    @property
    def bytes(self) -> int: ...

class Request:
    def __init__(self) -> None: ...

    @property
    def kernel(self) -> str: ...

    @kernel.setter
    def kernel(self, arg: str, /) -> None: ...

    @property
    def heuristic(self) -> int: ...

    @heuristic.setter
    def heuristic(self, arg: int, /) -> None: ...

    @property
    def g_weight(self) -> int: ...

    @g_weight.setter
    def g_weight(self, arg: int, /) -> None: ...

    @property
    def h_weight(self) -> int: ...

    @h_weight.setter
    def h_weight(self, arg: int, /) -> None: ...

    @property
    def tie_break(self) -> TieBreak: ...

    @tie_break.setter
    def tie_break(self, arg: TieBreak, /) -> None: ...

    @property
    def duplicates(self) -> Duplicates: ...

    @duplicates.setter
    def duplicates(self, arg: Duplicates, /) -> None: ...

    @property
    def measure(self) -> Measure: ...

    @measure.setter
    def measure(self, arg: Measure, /) -> None: ...

    @property
    def max_bound(self) -> int: ...

    @max_bound.setter
    def max_bound(self, arg: int, /) -> None: ...

    @property
    def deepen(self) -> bool: ...

    @deepen.setter
    def deepen(self, arg: bool, /) -> None: ...

    @property
    def prefix(self) -> list[int]: ...

    @prefix.setter
    def prefix(self, arg: Sequence[int], /) -> None: ...

    @property
    def limits(self) -> Limits: ...

    @limits.setter
    def limits(self, arg: Limits, /) -> None: ...

DEAD_END: int = 536870912

def resident_bytes() -> int: ...

class PythonGame:
    def __init__(self, arg: object, /) -> None: ...

    def search(self, request: Request, progress: object | None = None) -> Outcome: ...

    def layers(self, depth: int, limits: Limits, progress: object | None = None) -> tuple[list[int], Outcome]: ...

    @property
    def packed_words(self) -> int: ...

    @property
    def reversible(self) -> bool: ...

    def initial(self) -> list[int]: ...

    def is_goal(self, arg: Sequence[int], /) -> bool: ...

    def estimate(self, arg0: int, arg1: Sequence[int], /) -> int: ...

    def successors(self, arg: Sequence[int], /) -> list[tuple[int, int, list[int]]]: ...

class MazeMap:
    def __init__(self, width: int, walls: bytes, start: int, food: Sequence[int]) -> None: ...

class MazeAnyFood:
    def __init__(self, arg: MazeMap, /) -> None: ...

    def search(self, request: Request, progress: object | None = None) -> Outcome: ...

    def layers(self, depth: int, limits: Limits, progress: object | None = None) -> tuple[list[int], Outcome]: ...

    @property
    def packed_words(self) -> int: ...

    @property
    def reversible(self) -> bool: ...

    def initial(self) -> list[int]: ...

    def is_goal(self, arg: Sequence[int], /) -> bool: ...

    def estimate(self, arg0: int, arg1: Sequence[int], /) -> int: ...

    def successors(self, arg: Sequence[int], /) -> list[tuple[int, int, list[int]]]: ...

class MazeAllFood:
    def __init__(self, arg: MazeMap, /) -> None: ...

    def search(self, request: Request, progress: object | None = None) -> Outcome: ...

    def layers(self, depth: int, limits: Limits, progress: object | None = None) -> tuple[list[int], Outcome]: ...

    @property
    def packed_words(self) -> int: ...

    @property
    def reversible(self) -> bool: ...

    def initial(self) -> list[int]: ...

    def is_goal(self, arg: Sequence[int], /) -> bool: ...

    def estimate(self, arg0: int, arg1: Sequence[int], /) -> int: ...

    def successors(self, arg: Sequence[int], /) -> list[tuple[int, int, list[int]]]: ...

class MazeTour:
    def __init__(self, arg: MazeMap, /) -> None: ...

    def search(self, request: Request, progress: object | None = None) -> Outcome: ...

    def layers(self, depth: int, limits: Limits, progress: object | None = None) -> tuple[list[int], Outcome]: ...

    @property
    def packed_words(self) -> int: ...

    @property
    def reversible(self) -> bool: ...

    def initial(self) -> list[int]: ...

    def is_goal(self, arg: Sequence[int], /) -> bool: ...

    def estimate(self, arg0: int, arg1: Sequence[int], /) -> int: ...

    def successors(self, arg: Sequence[int], /) -> list[tuple[int, int, list[int]]]: ...

    def steps(self, arg: Sequence[int], /) -> list[int]: ...

MAZE_MAX_FOOD: int = 256

class RollSwitch:
    def __init__(self, heavy: bool, effects: Sequence[tuple[int, int]], split_cells: tuple[int, int] | None) -> None: ...

class RollState:
    def __init__(self, kind: int, cell: int, other: int, bridges: int) -> None: ...

class Roll:
    def __init__(self, width: int, floors: Sequence[int], switch_at: Sequence[int], switches: Sequence[RollSwitch], start: RollState, target: int, swap_cost: int) -> None: ...

    def search(self, request: Request, progress: object | None = None) -> Outcome: ...

    def layers(self, depth: int, limits: Limits, progress: object | None = None) -> tuple[list[int], Outcome]: ...

    @property
    def packed_words(self) -> int: ...

    @property
    def reversible(self) -> bool: ...

    def initial(self) -> list[int]: ...

    def is_goal(self, arg: Sequence[int], /) -> bool: ...

    def estimate(self, arg0: int, arg1: Sequence[int], /) -> int: ...

    def successors(self, arg: Sequence[int], /) -> list[tuple[int, int, list[int]]]: ...

class SudokuSymmetry(enum.Enum):
    none = 0

    rotational = 1

    mirror = 2

class SudokuOutcome:
    @property
    def found(self) -> int: ...

    @property
    def complete(self) -> bool: ...

    @property
    def solutions(self) -> list[bytes]: ...

    @property
    def nodes(self) -> int: ...

    @property
    def stop(self) -> Stop: ...

def sudoku_solve(box: int, boards: Sequence[bytes], most_solutions: int, most_kept: int, limits: Limits, progress: object | None = None) -> list[SudokuOutcome]:
    """
    Solutions of boards (a byte a cell, row by row, 0 blank), counted up to a number.
    """

def sudoku_generate(box: int, seed: int, attempts: int, clues: int, symmetry: SudokuSymmetry, limits: Limits) -> bytes | None:
    """
    A board with one solution and at least `clues` clues, or None if it had to stop. `attempts` tries at random clues; 0: every cell once, down to a locally minimal board.
    """
