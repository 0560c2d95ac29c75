"""The only maker of results: replays every plan by the game's Python rules. No engine's word is trusted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from . import display
from .limits import Budget, Limits, Stopped
from .plan import Plan
from .result import STOPPED_WORDS, Answer, Result, Status
from .task import Task

LOOK_EVERY = 256  # moves between two looks at the clock
GRACE = 0.3  # seconds beyond the time limit in which a plan may still be replayed


@dataclass(frozen=True)
class Verdict:
    """A replay: a plan, or the step (from 1), the move and the reason why it is none.

    >>> from ludoplan import load, replay
    >>> verdict = replay(load("roll:01"), ["left"])
    >>> verdict.plan is None, verdict.step, verdict.move
    (True, 1, 'left')
    """

    plan: Plan | None
    step: int | None = None
    move: str | None = None
    reason: str | None = None

    def __str__(self) -> str:
        if self.plan is not None:
            return f"valid, cost {self.plan.cost}, {len(self.plan.moves)} moves"
        where = f"step {self.step}, {self.move}: " if self.step is not None else ""
        return f"invalid: {where}{self.reason}"

    def to_json(self) -> dict[str, Any]:
        """The object that tells whether a plan is valid."""
        return {
            "valid": self.plan is not None,
            "cost": None if self.plan is None else self.plan.cost,
            "length": None if self.plan is None else len(self.plan.moves),
            "step": self.step,
            "action": self.move,
            "reason": self.reason,
        }


class Replay:
    """A game in progress, move by move.

    >>> from ludoplan import Replay, load
    >>> session = Replay(load("roll:01"))
    >>> session.play("up") is None, session.is_goal()
    (True, False)
    >>> session.undo(), session.moves
    (True, [])
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self._begin()

    def _begin(self) -> None:
        self.state: Any = self.task.game.initial(self.task.level)
        self.moves: list[Any] = []
        self.summed = 0

    def _repr_svg_(self) -> str | None:
        return display.ask("replay_svg", self)

    def is_goal(self) -> bool:
        return self.task.game.is_goal(self.task.level, self.state)

    def play(self, text: str) -> str | None:
        """Makes the move; or leaves everything as it was and says why not."""
        game, level = self.task.game, self.task.level
        try:
            move = game.move_from_text(level, text)
        except ValueError as error:
            return str(error) or f"{text!r} is not a move of {game.name}"
        if not game.is_legal(level, self.state, move):
            return game.why_illegal(level, self.state, move)
        self._make(move)
        return None

    def copy(self) -> Replay:
        """The same place, to go on from in another way."""
        other = copy(self)
        other.moves = list(self.moves)
        return other

    def undo(self) -> bool:
        """Takes the last move back; False if there is none."""
        if not self.moves:
            return False
        kept = self.moves[:-1]
        self._begin()
        for move in kept:
            self._make(move)
        return True

    def _make(self, move: Any) -> None:
        game, level = self.task.game, self.task.level
        self.summed += game.cost(level, self.state, move)
        self.state = game.apply(level, self.state, move)
        self.moves.append(move)

    def play_all(
        self, texts: Iterable[str], visit: Callable[[Any], object] | None = None, budget: Budget | None = None
    ) -> Verdict | None:
        """Makes the moves up to the first illegal one and says what is wrong with it; `visit` hears of each state.

        Raises Stopped when the budget, if there is one, is used up.
        """
        for number, text in enumerate(texts):
            if budget is not None and number % LOOK_EVERY == 0:
                budget.check()
            reason = self.play(text)
            if reason is not None:
                return Verdict(None, len(self.moves) + 1, text, reason)
            if visit is not None:
                visit(self.state)
        return None

    def cost(self) -> float:
        return self.task.game.plan_cost(self.task.level, self.summed, self.moves)


def states_along(task: Task, texts: Iterable[str]) -> tuple[list[Any], Verdict | None]:
    """The states from the first one on, as far as the moves are legal; and what is wrong with the one after that."""
    game = Replay(task)
    states = [game.state]
    return states, game.play_all(texts, states.append)


def replay(task: Task, texts: Sequence[str], budget: Budget | None = None) -> Verdict:
    """Whether these moves are legal one after the other and end in a goal; raises Stopped at the budget's end.

    >>> from ludoplan import load, replay, solve
    >>> task = load("roll:01")
    >>> print(replay(task, solve(task).plan.moves))
    valid, cost 8, 8 moves
    """
    game = Replay(task)
    fault = game.play_all(texts, budget=budget)
    if fault is not None:
        return fault
    if not game.is_goal():
        lacking = task.game.why_no_goal(task.level, game.state)
        reason = f"the goal is not reached after {len(texts)} moves" + (f": {lacking}" if lacking else "")
        return Verdict(None, reason=reason)
    canonical = tuple(task.game.move_to_text(task.level, move) for move in game.moves)
    return Verdict(Plan(canonical, game.cost(), task))


def judge(task: Task, solver: str, answer: Answer, budget: Budget | None = None) -> Result:
    """The result that an answer amounts to. A wrong claim becomes status `error` and says what is wrong."""
    blank = Result(Status.ERROR, task.game.name, task.name, solver, task.objective, stats=answer.stats)
    if budget is not None and budget.limits.seconds is not None:
        # A plan that was found in the last moment is not lost: its replay gets a little more.
        budget = Budget(Limits(seconds=budget.limits.seconds + GRACE), budget.started)
    try:
        return _with_notice(_judged(blank, task, answer, budget), task)
    except Stopped as stopped:
        message = f"{STOPPED_WORDS[stopped.status]} while the plan was replayed"
        return replace(blank, status=stopped.status, message=message)
    except Exception as error:  # of a claim that makes no sense: nothing that a solver says may end this process
        return replace(blank, message=f"{solver} makes a claim that cannot be judged: {error}")


def _with_notice(result: Result, task: Task) -> Result:
    """The result; where it decides something, with what it rests on."""
    notice = task.game.notice(task.level)
    if notice is None or result.status not in (Status.OPTIMAL, Status.SOLVED, Status.UNSOLVABLE):
        return result
    return with_word(result, notice)


def _judged(blank: Result, task: Task, answer: Answer, budget: Budget | None) -> Result:
    solver = blank.solver
    known = replace(blank, message=answer.message)
    if answer.moves is None:
        return replace(known, status=answer.status, lower_bound=answer.lower_bound, proof=answer.proof)
    verdict = replay(task, answer.moves, budget)
    if verdict.plan is None:
        return replace(known, message=f"{solver} gave a plan that the rules refuse: {verdict}")
    plan = verdict.plan
    if answer.caveat is not None and answer.status is Status.OPTIMAL and answer.lower_bound != plan.cost:
        return replace(known, status=Status.SOLVED, plan=plan, message=answer.caveat)
    if answer.lower_bound is not None and answer.lower_bound > plan.cost:
        return replace(known, message=f"{solver} claims at least {answer.lower_bound}, but its plan costs {plan.cost}")
    if answer.status is Status.OPTIMAL and answer.lower_bound != plan.cost:
        message = f"{solver} claims the optimum {answer.lower_bound}, but its plan costs {plan.cost}"
        return replace(known, message=message)
    return replace(known, status=answer.status, plan=plan, lower_bound=answer.lower_bound, proof=answer.proof)


def without_task(game: str, level: str, solver: str, answer: Answer, plan: Plan | None = None) -> Result:
    """The result where there is no task: nothing could be read, or a game has read, solved and replayed by itself."""
    bound = None if plan is None else plan.cost
    return Result(answer.status, game, level, solver, None, plan, bound, answer.proof, answer.stats, answer.message)


def with_word(result: Result, word: str) -> Result:
    """The result with one more thing said in its message."""
    return replace(result, message=f"{result.message}; {word}" if result.message else word)


def with_measured(result: Result, **measured: float) -> Result:
    """The result with seconds or megabytes that were measured around it."""
    return replace(result, stats=replace(result.stats, **measured))  # type: ignore[arg-type]


def with_task(result: Result, task: Task) -> Result:
    """The result of another process, whose plan came without the task that it is of."""
    return result if result.plan is None else replace(result, plan=replace(result.plan, task=task))
