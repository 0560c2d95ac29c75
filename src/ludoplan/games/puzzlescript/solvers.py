"""The solver that `auto` stands for: a plan soon by greedy and beam search, the proof by A* with the bound."""

from __future__ import annotations

from dataclasses import replace

from ...core.engine import Engine, Request
from ...core.limits import Budget, Limits
from ...core.options import complete
from ...core.result import STOPPED_WORDS, Answer, Status
from ...core.task import Task
from ...engines.search import SearchEngine
from ...search.algorithms import ALGORITHMS, Algorithm

FIRST_NODES = 100_000  # of the proof, before anything else
PROOF = "astar"
GUESSES = ("greedy", "bfws", "beam")  # the first ones for any plan, the last for a shorter one
GUESS_NODES = 2_000_000
SHARE = 0.1  # of the time that is left, for each step but the last
SECONDS = 10.0  # where there is no limit
NOVELTY = Algorithm("bfws", "best-first width search: states that show something new first", "width")
BY_NAME = {algorithm.name: algorithm for algorithm in (*ALGORITHMS, NOVELTY)}


class Puzzle(Engine):
    name = "puzzle"
    summary = "greedy and beam search by the distance of the win conditions for a plan, A* for the proof"
    optimal = True
    takes_prefix = True
    keeps_limits = True

    def solve(self, task: Task, request: Request) -> Answer:
        first = self._run(PROOF, task, request, FIRST_NODES)
        if self._is_end(first, request):
            return told(first, None)
        plan: Answer | None = None
        for name in GUESSES:
            guess = self._run(name, task, request, GUESS_NODES)
            if guess.status is Status.UNSOLVABLE:
                return guess
            if guess.status is Status.CANCELLED:
                return told(guess, plan)
            if guess.moves is not None and (plan is None or len(guess.moves) < len(plan.moves or ())):
                plan = replace(guess, message=BY_NAME[name].summary.partition(":")[0])
                request.found(told(first, plan))
        return told(self._run(PROOF, task, request), plan)

    @staticmethod
    def _run(name: str, task: Task, request: Request, nodes: int | None = None) -> Answer:
        """One search: to the end or, with a number of nodes, for a part of what is left."""
        from ...search.kernel import search

        algorithm = BY_NAME[name]
        left = request.budget.left()
        seconds = left.seconds
        if nodes is not None:
            seconds = SECONDS if seconds is None else seconds * SHARE
        limits = Limits(seconds, left.megabytes, _least(left.nodes, nodes))
        options = complete(algorithm.options, {"heuristic": "distance"} if name == "greedy" else {})
        return search(algorithm, task, replace(request, budget=Budget(limits), options=options))

    @staticmethod
    def _is_end(first: Answer, request: Request) -> bool:
        """Whether the first look has decided it, or a limit of the request has."""
        if first.status is Status.TIMEOUT:
            return request.budget.is_out_of_time()
        nodes = request.budget.limits.nodes
        return first.status is not Status.INCOMPLETE or (nodes is not None and nodes <= FIRST_NODES)


def told(proof: Answer, plan: Answer | None) -> Answer:
    """The answer of both searches together: who found the plan, and what is proven."""
    if proof.status is Status.OPTIMAL:
        found = "" if plan is None or plan.moves is None else f"; {plan.message} had found {len(plan.moves)} before"
        return replace(proof, message=f"found and proven by A*{found}")
    if plan is None or proof.status is Status.UNSOLVABLE:
        return proof
    words = STOPPED_WORDS.get(proof.status, "")
    bound = proof.lower_bound
    known = f"; A* proves that it takes at least {bound:g}" if bound is not None else ""
    message = f"found by {plan.message}{known}" + (f" ({words})" if words else "")
    return replace(plan, status=Status.SOLVED, lower_bound=bound, proof=None, message=message)


def _least(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else min(a, b)


SOLVERS = (Puzzle(), SearchEngine(NOVELTY))
