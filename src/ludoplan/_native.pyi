"""The search kernels and the games' fast twins."""

from collections.abc import Sequence
import enum
from typing import Any


class Verdict(enum.Enum):
    found = 0

    exhausted = 1

    cut = 2

    stopped = 3

    paused = 4

class Stop(enum.Enum):
    none = 0

    time = 1

    memory = 2

    nodes = 3

    cancelled = 4

    overflow = 5

class TieBreak(enum.Enum):
    low_h = 0

    low_h_lifo = 1

    fifo = 2

    lifo = 3

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
    def __init__(self) -> None: ...

    @property
    def verdict(self) -> Verdict: ...

    @verdict.setter
    def verdict(self, arg: Verdict, /) -> None: ...

    @property
    def stop(self) -> Stop: ...

    @stop.setter
    def stop(self, arg: Stop, /) -> None: ...

    @property
    def path(self) -> list[int]: ...

    @path.setter
    def path(self, arg: Sequence[int], /) -> None: ...

    @property
    def cost(self) -> int: ...

    @cost.setter
    def cost(self, arg: int, /) -> None: ...

    @property
    def counters(self) -> Counters: ...

    @counters.setter
    def counters(self, arg: Counters, /) -> None: ...

    @property
    def bytes(self) -> int: ...

    @bytes.setter
    def bytes(self, arg: int, /) -> None: ...

class Spot:
    @property
    def depth(self) -> int: ...

    @property
    def left(self) -> int: ...

    @property
    def on_solution(self) -> bool: ...

    @property
    def states(self) -> int: ...

class Landscape:
    @property
    def stop(self) -> Stop: ...

    @property
    def counters(self) -> Counters: ...

    @property
    def states(self) -> int: ...

    @property
    def transitions(self) -> int: ...

    @property
    def goals(self) -> int: ...

    @property
    def dead(self) -> int: ...

    @property
    def fatal(self) -> int: ...

    @property
    def depth(self) -> int: ...

    @property
    def first_dead(self) -> int: ...

    @property
    def farthest(self) -> int: ...

    @property
    def way_to_farthest(self) -> list[int]: ...

    @property
    def solutions(self) -> int: ...

    @property
    def solution_states(self) -> int: ...

    @property
    def legal(self) -> float: ...

    @property
    def forced(self) -> float: ...

    @property
    def decoys(self) -> float: ...

    @property
    def fatal_steps(self) -> float: ...

    @property
    def bits(self) -> float: ...

    @property
    def spots(self) -> list[Spot]: ...

    @property
    def edges(self) -> list[tuple[int, int]]: ...

    @property
    def spot_of(self) -> list[int]: ...

    @property
    def cost(self) -> int | None: ...

    @property
    def path(self) -> list[tuple[int, int, int, int, int, int]]: ...

class Settings:
    @property
    def width(self) -> int: ...

    @width.setter
    def width(self, arg: int, /) -> None: ...

    @property
    def threads(self) -> int: ...

    @threads.setter
    def threads(self, arg: int, /) -> None: ...

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
    def guide_first(self) -> bool: ...

    @guide_first.setter
    def guide_first(self, arg: bool, /) -> None: ...

    @property
    def only_needed(self) -> bool: ...

    @only_needed.setter
    def only_needed(self, arg: bool, /) -> None: ...

    @property
    def use_preferred(self) -> bool: ...

    @use_preferred.setter
    def use_preferred(self, arg: bool, /) -> None: ...

    @property
    def explores(self) -> bool: ...

    @explores.setter
    def explores(self, arg: bool, /) -> None: ...

    @property
    def cut_at(self) -> int: ...

    @cut_at.setter
    def cut_at(self, arg: int, /) -> None: ...

class Request:
    def __init__(self) -> None: ...

    @property
    def kernel(self) -> str: ...

    @kernel.setter
    def kernel(self, arg: str, /) -> None: ...

    @property
    def heuristic(self) -> str: ...

    @heuristic.setter
    def heuristic(self, arg: str, /) -> None: ...

    @property
    def guide(self) -> str: ...

    @guide.setter
    def guide(self, arg: str, /) -> None: ...

    @property
    def settings(self) -> Settings: ...

    @settings.setter
    def settings(self, arg: Settings, /) -> None: ...

    @property
    def prefix(self) -> list[int]: ...

    @prefix.setter
    def prefix(self, arg: Sequence[int], /) -> None: ...

    @property
    def limits(self) -> Limits: ...

    @limits.setter
    def limits(self, arg: Limits, /) -> None: ...

DEAD_END: float = float('inf')

MOST_COST: int = 9223372036854775806

def resident_bytes() -> int: ...

def keep_memory(bytes: int) -> None: ...

class PausedSearch:
    def go(self, seconds: float) -> Outcome:
        """
        Goes on for so many seconds; the verdict is `paused` if that was not enough.
        """

    def cut_at(self, cost: int) -> None:
        """Only cheaper paths are of use from now on."""

class System:
    @property
    def heuristics(self) -> list[str]: ...

    @property
    def kernels(self) -> list[str]: ...

    def search(self, request: Request, progress: object | None = None) -> Outcome: ...

    def pausing(self, request: Request, progress: object | None = None) -> PausedSearch:
        """A search that takes turns with others."""

    def layers(self, depth: int, limits: Limits, progress: object | None = None) -> tuple[list[int], Outcome]: ...

    def explore(self, heuristic: str, limits: Limits, most_drawn: int | None = None, progress: object | None = None, threads: int = 1) -> Landscape: ...

    @property
    def packed_words(self) -> int: ...

    def initial(self) -> list[int]: ...

    def is_goal(self, state: Sequence[int]) -> bool: ...

    def estimate(self, heuristic: str, state: Sequence[int]) -> int | float: ...

    def successors(self, state: Sequence[int]) -> list[tuple[int, int, list[int]]]: ...

    def successors_within(self, heuristic: str, state: Sequence[int], most: int) -> list[tuple[int, int, list[int]]]: ...

class PythonGame(System):
    def __init__(self, arg: object, /) -> None: ...

class BoxupStep(enum.Enum):
    up = 0

    down = 1

    left = 2

    right = 3

class BoxupBox:
    def __init__(self, is_big: bool, open: BoxupStep, cell: int) -> None: ...

class Boxup(System):
    def __init__(self, width: int, walls: bytes, player: int, boxes: Sequence[BoxupBox], red: int, blue: int) -> None: ...

BOXUP_MAX_BOXES: int = 24

class LaraAction(enum.Enum):
    left = 0

    right = 1

    up = 2

    down = 3

    pull = 4

    throw_at = 5

class LaraTrapKind(enum.Enum):
    snake = 0

    saw = 1

    spider = 2

    lizard = 3

class LaraTileKind(enum.Enum):
    plain = 0

    weak = 1

    movable = 2

class LaraTile:
    def __init__(self, id: int, kind: LaraTileKind, is_active: bool, joins: Sequence[int], air_connect: Sequence[int], is_goal: bool, drop: int) -> None: ...

class LaraLever:
    def __init__(self, pos: Sequence[int], tiles: Sequence[int]) -> None: ...

class LaraTrap:
    def __init__(self, kind: LaraTrapKind, can_attack: bool, pos: int, guards: int, sequence: Sequence[int], activates: int) -> None: ...

class Lara(System):
    def __init__(self, tiles: Sequence[LaraTile], traps: Sequence[LaraTrap], spears: Sequence[int], levers: Sequence[LaraLever], start: int, traps_act_on_any: bool) -> None: ...

LARA_NO_TILE: int = -2147483648

LARA_MOST_TRAPS: int = 16

LARA_MOST_STEPS: int = 250

LARA_MOST_TILES: int = 30000

LARA_MOST_OF_SET: int = 64

class MazeStep(enum.Enum):
    north = 0

    south = 1

    east = 2

    west = 3

class MazeMap:
    def __init__(self, width: int, walls: bytes, start: int, food: Sequence[int]) -> None: ...

class MazeAnyFood(System):
    def __init__(self, arg: MazeMap, /) -> None: ...

class MazeAllFood(System):
    def __init__(self, arg: MazeMap, /) -> None: ...

class MazeTour(System):
    def __init__(self, arg: MazeMap, /) -> None: ...

    def steps(self, dots: Sequence[int]) -> list[int]: ...

MAZE_MAX_FOOD: int = 256

class PipesKind(enum.IntEnum):
    hole = 0

    terminal = 1

    straight = 2

    elbow = 3

    one_way = 4

    cross = 5

    empty = 6

class PipesVerb(enum.Enum):
    turn = 0

    go = 1

class PipesRules:
    def __init__(self) -> None: ...

    @property
    def needs_all(self) -> bool: ...

    @needs_all.setter
    def needs_all(self, arg: bool, /) -> None: ...

    @property
    def turn_cost(self) -> int: ...

    @turn_cost.setter
    def turn_cost(self, arg: int, /) -> None: ...

    @property
    def first_go_cost(self) -> int: ...

    @first_go_cost.setter
    def first_go_cost(self, arg: int, /) -> None: ...

    @property
    def skip_cost(self) -> int: ...

    @skip_cost.setter
    def skip_cost(self, arg: int, /) -> None: ...

    @property
    def min_length(self) -> int: ...

    @min_length.setter
    def min_length(self, arg: int, /) -> None: ...

    @property
    def has_charge(self) -> bool: ...

    @has_charge.setter
    def has_charge(self, arg: bool, /) -> None: ...

    @property
    def charge(self) -> int: ...

    @charge.setter
    def charge(self, arg: int, /) -> None: ...

    @property
    def charges(self) -> list[int]: ...

    @charges.setter
    def charges(self, arg: Sequence[int], /) -> None: ...

    @property
    def queue(self) -> list[int]: ...

    @queue.setter
    def queue(self, arg: Sequence[int], /) -> None: ...

class PipesBoard:
    def __init__(self, width: int, kinds: Sequence[int], rotations: Sequence[int], rules: PipesRules) -> None: ...

class PipesChain:
    @property
    def verdict(self) -> Verdict: ...

    @property
    def stop(self) -> Stop: ...

    @property
    def cells(self) -> list[int]: ...

    @property
    def cost(self) -> int: ...

    @property
    def bound(self) -> int: ...

    @property
    def counters(self) -> Counters: ...

class Pipes(System):
    def __init__(self, arg: PipesBoard, /) -> None: ...

def pipes_cheapest_chain(board: PipesBoard, limits: Limits, progress: object | None = None) -> PipesChain: ...

def pipes_relaxed_chain(board: PipesBoard, limits: Limits, progress: object | None = None) -> PipesChain: ...

def pipes_depth_first_chain(board: PipesBoard, limits: Limits, progress: object | None = None) -> PipesChain: ...

class ConditionCode(enum.IntEnum):
    atom = 0

    equal = 1

    compare = 2

    negate = 3

    all = 4

    any = 5

    exists = 6

    forall = 7

    all_but = 8

class EffectCode(enum.IntEnum):
    add = 0

    remove = 1

    change = 2

    together = 3

    when = 4

    for_each = 5

class Compare(enum.IntEnum):
    less = 0

    at_most = 1

    equal = 2

    at_least = 3

    greater = 4

class Arithmetic(enum.IntEnum):
    number = 0

    fluent = 1

    plus = 2

    minus = 3

    times = 4

    divide = 5

class ChangeKind(enum.IntEnum):
    assign = 0

    increase = 1

    decrease = 2

    scale_up = 3

    scale_down = 4

MOST_SLOTS: int = 64

class PlannerHeuristic:
    @property
    def name(self) -> str: ...

    @property
    def admissible(self) -> bool: ...

    @property
    def consistent(self) -> bool: ...

    @property
    def numeric(self) -> bool: ...

def planner_heuristics() -> list[PlannerHeuristic]:
    """All heuristics of the planner, with their promises."""

class LiftedTask:
    def __init__(self) -> None: ...

    @property
    def objects(self) -> int: ...

    @objects.setter
    def objects(self, arg: int, /) -> None: ...

    @property
    def predicate_arity(self) -> list[int]: ...

    @predicate_arity.setter
    def predicate_arity(self, arg: Sequence[int], /) -> None: ...

    @property
    def function_arity(self) -> list[int]: ...

    @function_arity.setter
    def function_arity(self, arg: Sequence[int], /) -> None: ...

    @property
    def is_accumulator(self) -> list[bool]: ...

    @is_accumulator.setter
    def is_accumulator(self, arg: Sequence[bool], /) -> None: ...

    @property
    def domains(self) -> list[list[int]]: ...

    @domains.setter
    def domains(self, arg: Sequence[Sequence[int]], /) -> None: ...

    @property
    def inlines_axioms(self) -> bool: ...

    @inlines_axioms.setter
    def inlines_axioms(self, arg: bool, /) -> None: ...

    @property
    def uses_symmetries(self) -> bool: ...

    @uses_symmetries.setter
    def uses_symmetries(self, arg: bool, /) -> None: ...

    @property
    def searches_beside(self) -> bool: ...

    @searches_beside.setter
    def searches_beside(self, arg: bool, /) -> None: ...

    @property
    def ends_at_plan(self) -> bool: ...

    @ends_at_plan.setter
    def ends_at_plan(self, arg: bool, /) -> None: ...

    def set_numbers(self, numbers: Sequence[tuple[float, int, int]]) -> None: ...

    def add_action(self, parameters: Sequence[int], precondition: Sequence[int], effect: Sequence[int]) -> None: ...

    def add_axiom(self, predicate: int, parameters: Sequence[int], condition: Sequence[int]) -> None: ...

    def set_goal(self, goal: Sequence[int]) -> None: ...

    def set_initial(self, facts: Sequence[Sequence[int]], values: Sequence[Sequence[int]], value_of: Sequence[Sequence[tuple[float, int, int]]]) -> None: ...

    def set_metric(self, functions: Sequence[int], objects: Sequence[Sequence[int]], weights: Sequence[tuple[float, int, int]], step_cost: tuple[float, int, int]) -> None: ...

class LiftedSearch:
    def __init__(self, lifted: LiftedTask, limits: Limits, progress: object | None = None) -> None:
        """Searches a task without grounding it; see `lacks`."""

    @staticmethod
    def lacks(lifted: LiftedTask) -> str:
        """What of the task it does not take, in words; empty if it takes all."""

    def go(self, seconds: float) -> Outcome:
        """Goes on for so many seconds; the outcome has no path."""

    @property
    def plan(self) -> list[tuple[int, list[int]]]:
        """Schema and objects of each step of the plan that was found."""

class Planner(System):
    def __init__(self, lifted: LiftedTask, limits: Limits, progress: object | None = None) -> None:
        """
        Grounds the task, which is used up by it. Check `stopped` before anything else.
        """

    def prepare(self, heuristic: str, limits: Limits, progress: object | None = None) -> Stop:
        """Sets a heuristic up; at a limit it makes do with what it has by then."""

    def pausing(self, request: Request, progress: object | None = None) -> PausedSearch:
        """
        A search that takes turns with others; `symbolic` is one of tasks alone.
        """

    @property
    def stopped(self) -> Stop: ...

    @property
    def is_ground(self) -> bool: ...

    @property
    def early_plan(self) -> list[tuple[int, list[int]]]:
        """
        Schema and objects of each step of a plan that was found while grounding, or nothing.
        """

    @property
    def early_counters(self) -> Counters: ...

    @property
    def seconds(self) -> float: ...

    @property
    def facts(self) -> int: ...

    @property
    def variables(self) -> int: ...

    @property
    def actions(self) -> int: ...

    @property
    def axioms(self) -> int: ...

    @property
    def groups(self) -> int: ...

    @property
    def is_symbolic(self) -> bool:
        """Whether the task can be searched by sets of states."""

    @property
    def symmetries(self) -> int: ...

    @property
    def cost_scale(self) -> int: ...

    @property
    def problem(self) -> str: ...

    def unfolded(self, path: Sequence[int]) -> list[int]:
        """A path that a search has found as actions from the initial state."""

    def landmarks(self) -> list[list[int]]:
        """
        Facts (~fact: their being false) one of which holds at some time on the way to any goal.
        """

    def facts_of(self, state: Sequence[int]) -> list[int]:
        """The facts that are true in a state."""

    def action(self, action: int) -> tuple[int, list[int]]: ...

    def fact(self, fact: int) -> tuple[int, list[int]]: ...

class PlottingGrid:
    def __init__(self) -> None: ...

    @property
    def rows(self) -> int: ...

    @rows.setter
    def rows(self, arg: int, /) -> None: ...

    @property
    def colours(self) -> int: ...

    @colours.setter
    def colours(self, arg: int, /) -> None: ...

    @property
    def stacks(self) -> list[list[int]]: ...

    @stacks.setter
    def stacks(self, arg: Sequence[Sequence[int]], /) -> None: ...

    @property
    def hand(self) -> int: ...

    @hand.setter
    def hand(self, arg: int, /) -> None: ...

    @property
    def goal(self) -> int: ...

    @goal.setter
    def goal(self, arg: int, /) -> None: ...

    @property
    def open_rows(self) -> list[int]: ...

    @open_rows.setter
    def open_rows(self, arg: Sequence[int], /) -> None: ...

    @property
    def open_columns(self) -> list[int]: ...

    @open_columns.setter
    def open_columns(self, arg: Sequence[int], /) -> None: ...

class PlottingSmall(System):
    def __init__(self, arg: PlottingGrid, /) -> None: ...

    @staticmethod
    def fits(grid: PlottingGrid) -> bool: ...

class PlottingLarge(System):
    def __init__(self, arg: PlottingGrid, /) -> None: ...

    @staticmethod
    def fits(grid: PlottingGrid) -> bool: ...

class PuzzleScriptInput(enum.Enum):
    up = 0

    left = 1

    down = 2

    right = 3

    action = 4

    tick = 5

class PuzzleScriptQuantifier(enum.Enum):
    no = -1

    some = 0

    all = 1

class PuzzleScriptGoalKind(enum.Enum):
    every = 0

    some = 1

    cover = 2

class PuzzleScriptDirection(enum.Enum):
    up = 0

    down = 1

    left = 2

    right = 3

    action = 4

class PuzzleScriptCommand(enum.IntEnum):
    cancel = 0

    restart = 1

    again = 2

    checkpoint = 3

    win = 4

    message = 5

    sound = 6

class PuzzleScriptProgram:
    @staticmethod
    def read(source: dict[str, object]) -> PuzzleScriptProgram: ...

    def with_map(self, width: int, height: int, cells: tuple[int, ...], leaves_out_restarts: bool = False) -> PuzzleScriptProgram: ...

class PuzzleScriptChanceMatters(Exception):
    pass

class PuzzleScriptLevel(System):
    def __init__(self, program: PuzzleScriptProgram, level: int, seed: bytes, keeps_chance: bool = True) -> None: ...

    def cells(self, state: Sequence[int]) -> list[list[int]]: ...

    def goals(self) -> list[tuple[int, PuzzleScriptGoalKind, list[int], list[int], int, bool, int, int, list[list[int]], bool, bool]]: ...

    @property
    def movers(self) -> int: ...

    def approach(self) -> tuple[list[int], list[tuple[int, bool]], list[int]] | None: ...

    def walk(self, steps: int, seed: int) -> int: ...

class PuzzleScriptSession:
    def __init__(self, program: PuzzleScriptProgram, level: int, seed: bytes) -> None: ...

    def press(self, input: PuzzleScriptInput) -> None: ...

    def undo(self) -> None: ...

    def restart(self) -> None: ...

    @property
    def level(self) -> int: ...

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...

    @property
    def wins(self) -> list[int]: ...

    @property
    def sounds(self) -> list[str]: ...

    @property
    def cells(self) -> list[list[int]]: ...

class RollEffect(enum.Enum):
    toggle = 0

    open = 1

    close = 2

class RollFloor(enum.IntEnum):
    hole = 0

    plain = 1

    fragile = 2

    first_bridge = 3

class RollKind(enum.Enum):
    standing = 0

    lying_across = 1

    lying_down = 2

    split = 3

class RollStep(enum.Enum):
    up = 0

    down = 1

    left = 2

    right = 3

    swap = 4

class RollSwitch:
    def __init__(self, heavy: bool, effects: Sequence[tuple[RollEffect, int]], split_cells: tuple[int, int] | None) -> None: ...

class RollState:
    def __init__(self, kind: RollKind, cell: int, other: int, bridges: int) -> None: ...

class Roll(System):
    def __init__(self, width: int, floors: bytes, switch_at: bytes, switches: Sequence[RollSwitch], start: RollState, target: int, swap_cost: int) -> None: ...

class Steps(enum.Enum):
    sequential = 0

    for_all = 1

    exists = 2

class Style(enum.Enum):
    pruned = 0

    growing = 1

    plain = 2

class PlanEncoding:
    def __init__(self, planner: Planner, steps: Steps, limits: Limits, progress: object | None = None) -> None:
        """
        Prepares formulas of a grounded task. Check `stopped` before anything else.
        """

    @property
    def stopped(self) -> Stop: ...

    @property
    def least_steps(self) -> int | None: ...

    def formula(self, horizon: int, style: Style, limits: Limits, progress: object | None = None) -> bytes:
        """
        The clauses, as 4-byte numbers, each ended by 0; of a growing formula the new ones.
        """

    @property
    def assumptions(self) -> list[int]:
        """What to assume when a growing formula is solved."""

    def guesses(self, planner: Planner) -> list[int]:
        """Variables of the last formula that a relaxed plan suggests to be true."""

    def meanings(self) -> list[tuple[int, int, bool, int]]:
        """
        Of the last formula's variables: (variable, layer, whether it is an action, its number).
        """

    @property
    def variables(self) -> int: ...

    @property
    def clauses(self) -> int: ...

    def plan(self, model: Sequence[int]) -> list[int]:
        """
        The actions of a model of the last formula: its true variables in ascending order.
        """

def longest_plan(planner: Planner) -> int | None:
    """
    No shortest plan has more actions; None where such a bound would be of no use.
    """

def shortened(planner: Planner, plan: Sequence[int]) -> list[int]:
    """The plan without actions that it does not need."""

def plan_cost(planner: Planner, plan: Sequence[int]) -> int:
    """What a plan costs, in the ground task's units."""

def uniform_cost(planner: Planner) -> int | None:
    """
    What every action costs, in the ground task's units; None where they differ.
    """

def clause_lists(clauses: bytes, start: int, most: int) -> tuple[list[list[int]], int]:
    """
    Up to so many clauses, from this number of literals on, as lists; and where to go on.
    """

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

def sudoku_lines(text: str, most_solutions: int, limits: Limits) -> list[tuple[Any, ...]]:
    """
    For each line of a text that has something in it (line number from 0, found, complete, nodes, stop, seconds, blanks, whether the solution was replayed, solution); the number alone for a line that is no sound board of 81 cells.
    """

def sudoku_kernels() -> list[str]:
    """
    The forms of the kernel for 9x9 that this processor can run, the best first; that one is used.
    """

def use_sudoku_kernel(name: str) -> None:
    """Uses another form of the kernel, for comparisons."""

def sudoku_replay(box: int, board: bytes, moves: Sequence[tuple[int, int]]) -> tuple[int, bool]:
    """
    How many of the moves (cell, digit) are legal one after the other, and whether the board is full then.
    """

def sudoku_generate(box: int, seed: int, attempts: int, clues: int, symmetry: SudokuSymmetry, limits: Limits) -> bytes | None:
    """
    A board with one solution and at least `clues` clues, or None if it had to stop. `attempts` tries at random clues; 0: every cell once, down to a locally minimal board.
    """
