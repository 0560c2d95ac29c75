"""The check of a certificate: by the game's Python rules, or PDDL's reference semantics, and nothing else.

`optimal`, by states. The rows are a tree of ways from the start; replaying it gives each state a sum, the cost of its
way. Checked is: no state whose sum is below the bound is a goal, and every move from such a state either costs so much
that the bound is reached, or leads to a state of the table whose sum is no larger than that way's. Then, by induction
along any solution, no solution costs less than the bound. The plan is replayed, and its cost is the bound.

`unsolvable`, by states: no state of the table is a goal, and every move from one of them leads to one of them.

By clauses: the clauses are made once more from the level and must be the same; each step of the proof must follow from
the clauses and the steps before it by unit propagation, and the last is empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..core import registry
from ..core.errors import LudoplanError, Unsupported
from ..core.limits import Budget
from ..core.referee import replay
from ..core.task import AnyGame, Task
from .form import CLAUSES, PROOF, Content, Refused, digest, read_bytes, read_certificate, sum_of

LOOK_EVERY = 64  # states between two looks at the clock


@dataclass(frozen=True)
class Verified:
    """What was checked, in words: the claim, how, and what one has to believe beyond this."""

    claim: str
    checked: str
    rests_on: str

    def __str__(self) -> str:
        return f"verified: {self.claim}\nchecked: {self.checked}\nrests on: {self.rests_on}"


def verify(path: str | Path, game: AnyGame | None = None, budget: Budget | None = None) -> Verified:
    """What the certificate shows; raises Refused if it does not show its claim, LudoplanError if it cannot be read,
    Stopped at the budget's end. `game` is for games that are not installed."""
    file, budget = Path(path), budget or Budget()
    content = read_certificate(file)
    try:
        task = certified_task(content, game)
    except LudoplanError as error:
        raise Refused(f"{file}: its level cannot be read: {error}") from None
    optimal = content["claim"] == "optimal"
    cost = _replayed(task, content, budget) if optimal else None
    name = f"{content['name']} ({task.game.name})"
    claim = f"{name} has no solution"
    if optimal:
        what = f" (objective: {task.objective})" if task.objective else ""
        claim = f"{name} has a solution of cost {cost}, and none that costs less{what}"
    if content["kind"] == "states":
        checked, rests_on = _by_states(task, content, cost, budget)
    elif content["kind"] == "level clauses":
        checked, rests_on = _by_level_clauses(task, content, file, budget)
    else:
        checked, rests_on = _by_plan_clauses(task, content, cost, file, budget)
    return Verified(claim, checked, rests_on)


def certified_task(content: Content, game: AnyGame | None = None) -> Task:
    """The task that a certificate is about; raises LudoplanError or BadInput."""
    if content["game"] == "pddl":
        from ..pddl.task import parse_task

        return parse_task(content["domain"], content["problem"])
    if game is None:
        if content["game"] not in registry.game_names():
            raise LudoplanError(f"there is no game {content['game']!r} here; say --game FILE.py:GAME")
        game = registry.game(content["game"])
    return Task(game, game.parse(content["level"]), content["name"], content["objective"], content["options"])


def _replayed(task: Task, content: Content, budget: Budget) -> float:
    """The cost of the plan, which must be what the certificate says."""
    verdict = replay(task, content["plan"], budget)
    if verdict.plan is None:
        raise Refused(f"the plan is {verdict}")
    if verdict.plan.cost != content["cost"]:
        raise Refused(f"the plan costs {verdict.plan.cost}, not {content['cost']}")
    return verdict.plan.cost


def _by_states(task: Task, content: Content, cost: float | None, budget: Budget) -> tuple[str, str]:
    game, level = task.game, task.level
    bound = None if cost is None else sum_of(content["bound"])
    if bound is not None:
        least = game.plan_cost(level, bound if bound.denominator > 1 else int(bound), [])  # type: ignore[arg-type]
        if least != cost:
            raise Refused(f"the bound {bound} makes a solution cost at least {least}, but the plan costs {cost}")
    sums = _table(task, content["states"], bound, budget)
    edges = 0
    for number, (state, summed) in enumerate(sums.items()):
        if number % LOOK_EVERY == 0:
            budget.check()
        if bound is not None and summed >= bound:
            raise Refused(f"state {number} has the sum {summed}, which is not below the bound {bound}")
        if game.is_goal(level, state):
            raise Refused(f"state {number} is a goal, at cost {summed}")
        for move in game.moves(level, state):
            edges += 1
            price = Fraction(game.cost(level, state, move))
            if price < 0:
                raise Refused("a move costs less than nothing: then sums prove nothing")
            way = summed + price
            if bound is not None and way >= bound:
                continue
            known = sums.get(game.apply(level, state, move))
            text = game.move_to_text(level, move)
            if known is None:
                raise Refused(f"the states are not closed: {text} leads from state {number} to one that is missing")
            if bound is not None and known > way:
                raise Refused(f"{text} from state {number} is a cheaper way, of cost {way}, to one that has {known}")
    what = "none of them a goal" if bound is None else f"each reached at a cost below {bound}, none of them a goal"
    left = "every move stays within them" if bound is None else "every move stays within them or reaches the bound"
    return f"{len(sums):,} states, {what}; {edges:,} moves, {left}", f"the Python rules of {game.name}"


def _table(task: Task, rows: Sequence[Any], bound: Fraction | None, budget: Budget) -> dict[Any, Fraction]:
    """The states that the rows lead to, in order, each with the cost of its way."""
    game, level = task.game, task.level
    if bound is not None and bound <= 0:
        if rows:
            raise Refused("there are no states below the bound 0, but the table has some")
        return {}
    start = game.initial(level)
    states: list[Any] = [start]
    sums = {start: Fraction(0)}
    for number, (parent, text, written) in enumerate(rows, start=1):
        if number % LOOK_EVERY == 0:
            budget.check()
        if parent >= number:
            raise Refused(f"state {number} comes after state {parent}, which is not before it")
        before = states[parent]
        try:
            move = game.move_from_text(level, text)
        except ValueError as error:
            raise Refused(f"state {number}: {text!r} is no move: {error}") from None
        if not game.is_legal(level, before, move):
            raise Refused(f"state {number}: {text} in state {parent}: {game.why_illegal(level, before, move)}")
        summed = sums[before] + Fraction(game.cost(level, before, move))
        if summed != sum_of(written):
            raise Refused(f"state {number}: its way costs {summed}, not {written}")
        state = game.apply(level, before, move)
        if state in sums:
            raise Refused(f"state {number} is there twice")
        states.append(state)
        sums[state] = summed
    return sums


def _by_level_clauses(task: Task, content: Content, file: Path, budget: Budget) -> tuple[str, str]:
    from .clauses import with_units

    if content["claim"] == "optimal" or task.game.clauses is None:
        raise Refused(f"clauses of a level of {task.game.name} do not show this claim")
    formula = with_units(*task.game.clauses.encode(task.level, ()))
    return _refuted(formula.dimacs(), content, file, budget), f"the clauses of {task.game.name}, made once more"


def _by_plan_clauses(task: Task, content: Content, cost: float | None, file: Path, budget: Budget) -> tuple[str, str]:
    from .clauses import Horizon

    if cost is None:
        raise Refused("clauses of a horizon do not show that there is no solution at all")
    steps = content["steps"]
    form, extra, believed = planning_form(task, content["variant"])
    if steps >= len(content["plan"]) + MOST_SPARE_STEPS:
        raise Refused(f"there is a plan of {len(content['plan'])} moves, but none of {steps} actions is claimed")
    try:
        horizon = Horizon(form, steps, budget)
    except Unsupported as error:
        raise Refused(f"the level has no clauses: {error}") from None
    least = (steps + 1) * horizon.least_cost() + extra
    if least != cost:
        raise Refused(f"more than {steps} actions cost at least {least}, but the plan costs {cost}")
    return _refuted(horizon.formula.dimacs(), content, file, budget), believed


# A plan in PDDL may need several actions for a move. Without some end a number could ask for clauses without end.
MOST_SPARE_STEPS = 1000


def planning_form(task: Task, variant: str | None) -> tuple[Any, int, str]:
    """The level as a planning task, what the objective adds to a plan's cost, and what one has to believe."""
    if task.game.name == "pddl":
        return task.level, 0, "the reference semantics of PDDL"
    from ..pddl.task import PddlTask

    if task.game.pddl is None:
        raise Refused(f"{task.game.name} has no PDDL form")
    form = task.game.pddl.encode(task.level, variant)
    if form.extra_cost is None:
        raise Refused(f"this PDDL form does not minimise {task.objective}")
    parsed = PddlTask.parse(form.domain, form.problem)
    return parsed, form.extra_cost, f"the reference semantics of PDDL, and the PDDL form of {task.game.name}"


def _refuted(clauses: str, content: Content, file: Path, budget: Budget) -> str:
    """What was checked, in words: that the file has just these clauses, and a proof that they have no model."""
    from .rup import fault, read_cnf, read_proof

    texts = []
    for field, name in (("clauses", CLAUSES), ("proof", PROOF)):
        data = read_bytes(file.parent / name)
        if digest(data) != content[field]:
            raise Refused(f"{file.parent / name}: not the file that the certificate was made with")
        try:
            texts.append(data.decode("ascii"))
        except UnicodeDecodeError as error:
            raise Refused(f"{file.parent / name}: byte {error.start + 1} is not ASCII") from None
    if texts[0] != clauses:
        raise Refused(f"{file.parent / CLAUSES}: not the clauses of this level")
    try:
        formula, proof = read_cnf(texts[0]), read_proof(texts[1])
    except ValueError as error:
        raise Refused(f"{file.parent / PROOF}: {error}") from None
    found = fault(formula, proof, budget.check)
    if found is not None:
        raise Refused(f"{file.parent / PROOF}: {found}")
    return (
        f"{len(formula):,} clauses, made once more from the level; "
        f"{len(proof):,} steps of a proof that they have no model"
    )
