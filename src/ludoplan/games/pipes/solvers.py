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


def texts_of_chain(level: PipesLevel, cells: list[Cell]) -> list[str]:
    """The plan that leads along these pieces."""
    return [move_to_text(level, move) for move in moves_of_chain(level, cells)]


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

    def refuses(self, task: Task) -> str | None:
        if task.level.waypoints and len(task.level.ends) > MOST_WAYPOINTS:
            return f"{self.name}: more than {MOST_WAYPOINTS} waypoints after the start"
        return None

    # The native solver.
    run: Callable[[_native.PipesBoard, _native.Limits, object], _native.PipesChain]

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
        return self.judge(level, chain, cells, stats)

    unsolvable: str

    def judge(self, level: PipesLevel, chain: _native.PipesChain, cells: list[Cell], stats: Stats) -> Answer:
        """The answer for a chain."""
        raise NotImplementedError


class ExactEngine(ChainEngine):
    name = "chain"
    run = staticmethod(_native.pipes_cheapest_chain)
    summary = "the cheapest chain: relaxed chains that remember more and more of the pieces they use twice"
    optimal = True
    unsolvable = "even chains that forget some of the pieces they have used reach no end"

    def judge(self, level: PipesLevel, chain: _native.PipesChain, cells: list[Cell], stats: Stats) -> Answer:
        proof = "no relaxed chain that remembers these pieces is cheaper, and this one is legal"
        value = plan_cost(level, chain.cost)
        return Answer(Status.OPTIMAL, texts_of_chain(level, cells), value, proof, stats=stats)


class RelaxedEngine(ChainEngine):
    name = "relaxed-bfs"
    run = staticmethod(_native.pipes_relaxed_chain)
    summary = "the cheapest chain if pieces could be used twice: a lower bound, by luck a solution"
    unsolvable = "no end can be reached even if pieces could be used twice"

    def judge(self, level: PipesLevel, chain: _native.PipesChain, cells: list[Cell], stats: Stats) -> Answer:
        value = plan_cost(level, chain.cost)
        if chain.verdict == _native.Verdict.found:
            proof = "the cheapest chain of those that may use pieces twice, and it uses none twice"
            return Answer(Status.OPTIMAL, texts_of_chain(level, cells), value, proof, stats=stats)
        twice = next(cell for number, cell in enumerate(cells) if cell in cells[:number])
        message = f"the relaxed chain uses the piece on {place(twice)} twice: its cost is a lower bound only"
        return Answer(Status.INCOMPLETE, lower_bound=value, message=message, stats=stats)


class DepthFirstEngine(ChainEngine):
    name = "chain-dfs"
    run = staticmethod(_native.pipes_depth_first_chain)
    summary = "the first chain in depth-first order; often long"
    unsolvable = "a depth-first search has tried all chains"

    def judge(self, level: PipesLevel, chain: _native.PipesChain, cells: list[Cell], stats: Stats) -> Answer:
        return Answer(Status.SOLVED, texts_of_chain(level, cells), stats=stats)


ENGINES = (ExactEngine(), RelaxedEngine(), DepthFirstEngine())
