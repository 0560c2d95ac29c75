"""The search algorithms by name: which native kernel runs, with which settings, and what its result proves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..core.options import Option


@dataclass(frozen=True)
class Algorithm:
    """One named search."""

    name: str
    summary: str
    kernel: str
    options: tuple[Option, ...] = ()
    informed: bool = False
    # What a found plan is: the fewest moves, the least cost (if the heuristic is admissible), the fewest moves if the
    # search's bound says so ("bounded moves"), or just a plan.
    finds: str = "any"
    # Fixed settings of the kernel.
    settings: tuple[tuple[str, Any], ...] = ()
    # Whether two threads are nearly twice as fast as one.
    is_worth_threads: bool = False


HEURISTIC = Option("heuristic", str, None, "the estimate to use: blind, or one of the game's (see: ludoplan games G)")
TIE_BREAK = Option(
    "tie-break",
    str,
    "low-h",
    "among states of equal f: the lowest estimate first, then the oldest (low-h), the oldest (fifo) or the newest",
    choices=("low-h", "fifo", "lifo"),
)
GUIDE = Option("guide", str, None, "the estimate that says which states are promising; need not be admissible")
THREADS = Option(
    "threads", int, 1, "how many threads search, as far as there are cores and the game has C++ rules", minimum=1
)
WIDTH = Option("width", int, 10_000, "how many states of a layer the beam keeps", minimum=1)
FIRST_WIDTH = Option(
    "width", int, 300, "how many states of a layer the first beam keeps; later ones are wider", minimum=1
)
WEIGHT = Option("weight", float, 2.0, "how much the estimate counts in f = g + weight * h", minimum=0)
DEPTH_BOUND = Option("depth-bound", int, None, "look no deeper than this", minimum=0)
DUPLICATES = Option(
    "duplicates",
    str,
    "all",
    "which states are not looked at again: all seen ones, those on the current path (little memory), or none",
    choices=("all", "path", "none"),
)
RULES = Option("rules", str, "native", "native: the game's C++ rules where it has them; python: its Python rules",
               choices=("native", "python"))  # fmt: skip

ALGORITHMS = (
    Algorithm("bfs", "breadth-first search", "breadth_first", (THREADS,), finds="fewest moves"),
    Algorithm("dfs", "depth-first search", "depth_first", (DEPTH_BOUND, DUPLICATES)),
    Algorithm(
        "ids",
        "iterative deepening: depth-first with a growing bound",
        "depth_first",
        (DEPTH_BOUND, DUPLICATES),
        finds="fewest moves",
        settings=(("deepen", True),),
    ),
    Algorithm(
        "ucs",
        "uniform cost search (Dijkstra's algorithm)",
        "best_first",
        (TIE_BREAK, THREADS),
        finds="least cost",
        settings=(("h_weight", 0),),
    ),
    Algorithm(
        "greedy",
        "greedy best-first search",
        "best_first",
        (HEURISTIC, TIE_BREAK),
        informed=True,
        settings=(("g_weight", 0),),
    ),
    Algorithm("astar", "A*", "best_first", (HEURISTIC, TIE_BREAK, THREADS), informed=True, finds="least cost"),
    Algorithm("wastar", "weighted A*", "best_first", (HEURISTIC, TIE_BREAK, WEIGHT, THREADS), informed=True),
    Algorithm(
        "idastar",
        "iterative deepening A*",
        "depth_first",
        (HEURISTIC, DUPLICATES),
        informed=True,
        finds="least cost",
        settings=(("deepen", True), ("measure", "cost")),
    ),
    Algorithm(
        "bibfs",
        "bidirectional breadth-first search",
        "bidirectional_breadth_first",
        (THREADS,),
        finds="fewest moves",
    ),
    Algorithm(
        "bigreedy",
        "bidirectional greedy search",
        "bidirectional_greedy",
        (HEURISTIC, TIE_BREAK),
        informed=True,
    ),
    Algorithm("beam", "beam search: of each layer the most promising states", "beam", (GUIDE, WIDTH)),
    Algorithm(
        "bfhs",
        "breadth-first heuristic search below the length that a beam search found",
        "breadth_first_heuristic",
        (HEURISTIC, GUIDE, FIRST_WIDTH, THREADS),
        informed=True,
        finds="bounded moves",
        is_worth_threads=True,
    ),
)
