"""The solver that `auto` stands for: A* for the proof, and in between other searches for a plan, which all take turns.

A* has by far the most of the time and is never begun anew, so next to nothing that it would decide alone is lost. Any
plan cuts it short: from then on it has only to show that there is no shorter one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from ..._native import PuzzleScriptChanceMatters as ChanceMatters
from ...core.engine import Engine, Request
from ...core.errors import Unsupported
from ...core.limits import Budget, Limits
from ...core.options import complete
from ...core.result import STOPPED_WORDS, Answer, Stats, Status, summed
from ...core.task import Task
from ...engines.search import SearchEngine
from ...search.algorithms import ALGORITHMS, Algorithm
from ...search.kernel import PausedRun, search

ALONE = 0.1  # the part of the time that A* has before anything else begins
SECONDS = 1.0  # the same where there is no limit
WEIGHT = 40.0  # of A* against any other search: three of them take a fifteenth of the time,
LATER_WEIGHT, LATER = 3.0, 5.0  # and half where A* has had so many seconds, and there is no plan yet
SLICE = 0.01  # seconds of a first turn
LEAST = 1e-4  # what a turn counts for at least
GROWTH = 0.25  # later turns are this part of what a search has had so far
GUESS_NODES = 2_000_000
LEAST_NODES = 100_000  # with a limit on nodes that is lower, A* alone
WIDTHS = (100, 400, 1600, 6400, 25600)  # of the beam, one after another
NOVELTY = Algorithm("bfws", "best-first width search: states that show something new first", "width")
Number = TypeVar("Number", int, float)
BY_NAME = {algorithm.name: algorithm for algorithm in (*ALGORITHMS, NOVELTY)}


class Puzzle(Engine):
    name = "puzzle"
    summary = "A* by the bound of the win conditions, in turns with greedy, width and beam search for a plan"
    optimal = True
    takes_prefix = True
    keeps_limits = True

    def solve(self, task: Task, request: Request) -> Answer:
        # Many games take a random one where there is only one. Then no state need tell what was drawn before.
        try:
            return Race(task, request, leaves_out_chance=True).run()
        except ChanceMatters:
            return Race(task, request, leaves_out_chance=False).run()


class Race:
    """The searches of one level, and what is known so far."""

    def __init__(self, task: Task, request: Request, leaves_out_chance: bool) -> None:
        # One for all objects that are alike; the plans are those of the level itself.
        level = replace(
            task.level, is_reduced=True, leaves_out_chance=leaves_out_chance, leaves_out_restarts=not request.prefix
        )
        self.task, self.request = replace(task, level=level), request
        self.proof: PausedRun | None = PausedRun(BY_NAME["astar"], self.task, self.part("astar"))
        self.ended: Answer | None = None  # A*'s last word
        self.plan: Answer | None = None
        self.stats = Stats()  # of searches that are over
        self.guesses: list[Guess] = []
        nodes = request.budget.limits.nodes
        if nodes is None or nodes > LEAST_NODES:
            self.guesses = [Guess(self, "greedy", heuristic="distance"), Guess(self, "bfws"), Beam(self, "beam")]

    def run(self) -> Answer:
        """Gives turns until there is a proof or a limit."""
        left = self.request.budget.seconds_left()
        is_over = self._prove(SECONDS if left is None else ALONE * left)
        while not is_over:
            guess = min(self.guesses, key=lambda guess: guess.seconds, default=None)
            if self.proof is not None and (guess is None or self.proof.seconds < self._weight() * guess.seconds):
                is_over = self._prove(max(SLICE, GROWTH * self.proof.seconds) if guess else float("inf"))
            elif guess is not None:
                is_over = self._guess(guess)
            else:
                break
        return self._told()

    def _weight(self) -> float:
        is_late = self.plan is None and self.proof is not None and self.proof.seconds > LATER
        return min(WEIGHT, LATER_WEIGHT) if is_late else WEIGHT

    def _prove(self, seconds: float) -> bool:
        """A turn of A*; whether all is said."""
        assert self.proof is not None
        answer = self.proof.go(seconds)
        if answer is None:
            return False
        self.proof, self.ended, self.stats = None, answer, summed(self.stats, answer.stats)
        # Where there is no memory for the proof any more, there is for a plan.
        return answer.status is not Status.MEMORY or self.plan is not None

    def _guess(self, guess: Guess) -> bool:
        """A turn of a search for a plan; whether all is said."""
        answer = guess.go(max(SLICE, GROWTH * guess.seconds))
        if answer is not None and answer.status is Status.CANCELLED:
            self.ended = answer
            return True
        if guess.is_over:
            self.guesses.remove(guess)
            self.stats = summed(self.stats, guess.stats)
        if answer is None:
            return self.request.budget.is_out_of_time()
        if answer.status is Status.UNSOLVABLE and self.plan is None:
            self.ended = answer
            return True
        if answer.moves is not None and (self.plan is None or len(answer.moves) < len(self.plan.moves or ())):
            self._keep(replace(answer, message=guess.words))
        return self.request.budget.is_out_of_time()

    def _keep(self, plan: Answer) -> None:
        assert plan.moves is not None
        self.plan = plan
        self.request.found(told(Answer(Status.SOLVED), plan))
        if self.proof is not None:
            self.proof.cut_at(len(plan.moves))
        for guess in self.guesses:
            guess.cut_at(len(plan.moves))

    def _told(self) -> Answer:
        stats = [self.stats, *(guess.stats for guess in self.guesses)]
        if self.proof is not None:
            stats.append(self.proof.stats)
            if self.ended is None or self.ended.status is Status.CANCELLED:
                # The clock ran out between two turns, or in one of a guess; A* says how far it got.
                status = Status.TIMEOUT if self.ended is None else Status.CANCELLED
                self.ended = Answer.stopped(status, lower_bound=self.proof.lower_bound)
        answer = told(self.ended or Answer.stopped(Status.TIMEOUT), self.plan)
        return replace(answer, stats=summed(*stats))

    def part(self, name: str, limits: Limits = Limits(), **options: Any) -> Request:  # noqa: B008 - it is frozen
        """The request to one of the searches: within what is left, and within limits of its own."""
        left = self.request.budget.left()
        within = Limits(_least(left.seconds, limits.seconds), left.megabytes, _least(left.nodes, limits.nodes))
        return replace(self.request, budget=Budget(within), options=complete(BY_NAME[name].options, options))


class Guess:
    """A search for any plan, in turns."""

    def __init__(self, race: Race, name: str, **options: Any) -> None:
        self.race, self.name, self.options = race, name, options
        self.words = BY_NAME[name].summary.partition(":")[0]
        self.seconds = 0.0
        self.stats = Stats()
        self.is_over = False
        self._run: PausedRun | None = None

    def go(self, seconds: float) -> Answer | None:
        """Goes on for so many seconds; an answer, if there is one."""
        if self._run is None:
            request = self.race.part(self.name, Limits(nodes=GUESS_NODES), **self.options)
            try:
                self._run = PausedRun(BY_NAME[self.name], self.race.task, request)
            except Unsupported:  # by the Python rules there is no novelty
                self.is_over = True
                return None
        answer = self._run.go(seconds)
        self.seconds, self.stats = self._run.seconds, self._run.stats
        # One that goes by novelty ends with its first plan.
        self.is_over = answer is not None and (answer.moves is None or self.name == NOVELTY.name)
        return answer

    def cut_at(self, cost: int) -> None:
        """Only cheaper plans are of use from now on."""
        if self._run is not None:
            self._run.cut_at(cost)


class Beam(Guess):
    """A beam that grows from turn to turn."""

    def __init__(self, race: Race, name: str) -> None:
        super().__init__(race, name)
        self._widths = list(WIDTHS)

    def go(self, seconds: float) -> Answer | None:
        """Runs with the next width, for at most so many seconds."""
        request = self.race.part(self.name, Limits(seconds, nodes=GUESS_NODES), width=self._widths[0])
        answer = search(BY_NAME[self.name], self.race.task, request)
        self.seconds += max(answer.stats.search_seconds or 0.0, LEAST)
        self.stats = summed(self.stats, answer.stats)
        if answer.status is not Status.TIMEOUT:
            del self._widths[0]
        self.is_over = not self._widths
        return answer

    def cut_at(self, cost: int) -> None:
        """Shorter plans may come of wider beams."""


def told(proof: Answer, plan: Answer | None) -> Answer:
    """The answer of all searches together: who found the plan, and what is proven."""
    before = "" if plan is None or plan.moves is None else f"{plan.message} had found {len(plan.moves)}"
    if proof.status is Status.OPTIMAL:
        return replace(proof, message="found and proven by A*" + (f"; {before} before" if before else ""))
    if plan is None or plan.moves is None:
        return proof
    if proof.status is Status.UNSOLVABLE:  # all states that could be on a shorter way were looked at
        proven = f"found by {plan.message}; A* proves that there is none shorter"
        words = "A* with an admissible estimate; nothing shorter is left"
        return Answer(Status.OPTIMAL, plan.moves, len(plan.moves), words, proven)
    words = STOPPED_WORDS.get(proof.status, "")
    bound = proof.lower_bound
    known = f"; A* proves that it takes at least {bound:g}" if bound is not None else ""
    message = f"found by {plan.message}{known}" + (f" ({words})" if words else "")
    return replace(plan, status=Status.SOLVED, lower_bound=bound, proof=None, message=message)


def _least(a: Number | None, b: Number | None) -> Number | None:
    return b if a is None else a if b is None else min(a, b)


SOLVERS = (Puzzle(), SearchEngine(NOVELTY))
