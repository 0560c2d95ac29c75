"""The native solvers of Pipes: the exact one, and two of the literature for comparison."""

from __future__ import annotations

import time
from collections.abc import Callable

from ... import _native
from ...core.engine import Engine, Request
from ...core.result import Answer, Stats, Status
from ...core.task import Task
from ...search.kernel import STATUS, Watch, native_limits, stats_of
from .rules import Cell, PipesLevel, moves_of_chain, place, plan_cost
from .text import move_to_text
from .twin import cell_of, native_board

MOST_WAYPOINTS = 16


def stopped(level: PipesLevel, status: Status, bound: int, best: list[Cell], cost: int, stats: Stats) -> Answer:
    """The answer at a limit: the bound, and in the message the best chain so far."""
    note = "no chain found yet"
    if best:
        pieces = " ".join(place(cell) for cell in best)
        value = plan_cost(level, cost)
        note = f"the best chain so far costs {value} ({len(best)} pieces): {pieces}"
    lower_bound = plan_cost(level, bound) if bound > 0 else None
    return Answer.stopped(status, note, lower_bound, stats)


class ChainEngine(Engine):
    """One that looks for a chain on the native board."""

    keeps_limits = True
    # The native solver.
    run: Callable[[_native.PipesBoard, _native.Limits, object], _native.PipesChain]
    proof: str | None = None  # why a chain that it finds is the cheapest
    unsolvable: str  # why there is none if it finds none

    def refuses(self, task: Task) -> str | None:
        if task.level.waypoints and len(task.level.ends) > MOST_WAYPOINTS:
            return f"{self.name}: more than {MOST_WAYPOINTS} waypoints after the start"
        return None

    def solve(self, task: Task, request: Request) -> Answer:
        level: PipesLevel = task.level
        if level.least > level.most_pieces:
            proof = f"the chain must have {level.min_length} pieces, and the board has {level.most_pieces}"
            return Answer(Status.UNSOLVABLE, proof=proof, message=proof)
        began = time.perf_counter()
        limits = native_limits(request.budget)
        # A little time is left for giving back the memory and writing the answer.
        limits.seconds -= min(0.5, 0.1 * limits.seconds)
        chain = type(self).run(native_board(level), limits, Watch(request, lambda bound: plan_cost(level, bound)))
        stats = stats_of(chain.counters, time.perf_counter() - began)
        cells = [cell_of(level, number) for number in chain.cells]
        if chain.verdict == _native.Verdict.stopped:
            return stopped(level, STATUS[chain.stop], chain.bound, cells, chain.cost, stats)
        if chain.verdict == _native.Verdict.exhausted:
            return Answer(Status.UNSOLVABLE, proof=self.unsolvable, message=self.unsolvable, stats=stats)
        value = plan_cost(level, chain.cost)
        if chain.verdict == _native.Verdict.cut:
            twice = next(cell for number, cell in enumerate(cells) if cell in cells[:number])
            message = f"the relaxed chain uses the piece on {place(twice)} twice: its cost is a lower bound only"
            return Answer(Status.INCOMPLETE, lower_bound=value, message=message, stats=stats)
        moves = [move_to_text(level, move) for move in moves_of_chain(level, cells)]
        if self.proof is None:
            return Answer(Status.SOLVED, moves, stats=stats)
        return Answer(Status.OPTIMAL, moves, value, self.proof, stats=stats)


class ExactEngine(ChainEngine):
    name = "chain"
    run = staticmethod(_native.pipes_cheapest_chain)
    summary = "the cheapest chain: relaxed chains that remember more and more of the pieces they use twice"
    optimal = True
    proof = "no relaxed chain that remembers these pieces is cheaper, and this one is legal"
    unsolvable = "even chains that forget some of the pieces they have used reach no end"


class RelaxedEngine(ChainEngine):
    name = "relaxed-bfs"
    run = staticmethod(_native.pipes_relaxed_chain)
    summary = "the cheapest chain if pieces could be used twice: a lower bound, by luck a solution"
    proof = "the cheapest chain of those that may use pieces twice, and it uses none twice"
    unsolvable = "no end can be reached even if pieces could be used twice"


class DepthFirstEngine(ChainEngine):
    name = "chain-dfs"
    run = staticmethod(_native.pipes_depth_first_chain)
    summary = "the first chain in depth-first order; often long"
    unsolvable = "a depth-first search has tried all chains"


ENGINES = (ExactEngine(), RelaxedEngine(), DepthFirstEngine())
