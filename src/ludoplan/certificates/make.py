"""Makes certificates: a pass of its own after a solve, by the Python rules, under the limits of the solve."""

from __future__ import annotations

import heapq
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..core.errors import LudoplanError, Unsupported
from ..core.files import told_by_name, write_file
from ..core.limits import Budget, Stopped
from ..core.result import STOPPED_WORDS, Result, Status
from ..core.task import Task
from .form import CLAUSES, FORMAT, NAME, PROOF, Content, certificate_text, digest, written_sum
from .verify import certified_task, planning_form

MOST_STATES = 2_000_000
LOOK_EVERY = 64
PROVER = "glucose4"  # its proofs are DRUP: a checker needs unit propagation and nothing else


class NoCertificate(LudoplanError):  # noqa: N818 - says that there is none
    """There is no certificate of this result; the text says why."""


def make_folder(path: str | Path) -> None:
    """Makes the folder for a certificate; raises LudoplanError if that cannot be."""
    with told_by_name(path):
        Path(path).mkdir(parents=True, exist_ok=True)


def certify(
    task: Task, result: Result, folder: str | Path, budget: Budget | None = None, variant: str | None = None
) -> str:
    """Writes a certificate of the result into the folder; what there is to say of it: where it is, or why there is
    none. Raises LudoplanError for a folder that cannot be written to."""
    make_folder(folder)
    try:
        return f"certificate: {write_certificate(task, result, Path(folder), budget or Budget(), variant)}"
    except (NoCertificate, Unsupported) as error:
        return f"no certificate: {error}"
    except Stopped as stopped:
        return f"no certificate: {STOPPED_WORDS[stopped.status]}"
    except MemoryError:
        return f"no certificate: {STOPPED_WORDS[Status.MEMORY]}"


def write_certificate(task: Task, result: Result, folder: Path, budget: Budget, variant: str | None = None) -> Path:
    """The file of a certificate; raises NoCertificate, Unsupported or Stopped, LudoplanError for the disk."""
    if result.status not in (Status.OPTIMAL, Status.UNSOLVABLE):
        raise NoCertificate(f"{result.status} is no proof")
    content: Content = {
        "format": FORMAT,
        "claim": str(result.status),
        "kind": "states",
        "name": task.name,
        "solver": result.solver,
        **level_fields(task),
    }
    if result.plan is not None:
        content |= {"cost": result.plan.cost, "plan": list(result.plan.moves)}
    if task.game.clauses is not None:
        if result.plan is not None:
            raise NoCertificate(
                f"a level of {task.game.name} has too many states to list, and its clauses have no costs"
            )
        content |= _clauses_of_level(task, folder, budget)
    elif result.plan is not None and result.solver.partition(":")[0] == "sat":
        content |= _clauses_of_plans(task, result.plan.cost, folder, budget, variant)
    else:
        content |= _states(task, result.plan is not None, budget)
    write_file(folder / NAME, certificate_text(content))
    return folder / NAME


def level_fields(task: Task) -> Content:
    """The fields that say which level it is; raises NoCertificate if they would not give the same level."""
    if task.game.name == "pddl":
        from ..pddl.printer import print_domain, print_problem

        form, problem = task.level.domain, task.level.problem
        texts = {"game": "pddl", "domain": print_domain(form), "problem": print_problem(problem)}
        again = certified_task(texts).level
        if (again.domain, again.problem) != (form, problem):
            raise NoCertificate("the task's text does not say all of it")
        return texts
    keys = {option.name: option.key for option in task.game.level_options}
    options = {keys[name]: value for name, value in task.game.options_of(task.level).items()}
    fields: Content = {
        "game": task.game.name,
        "level": task.text,
        "objective": task.objective,
        "options": {key: value for key, value in options.items() if value is not None},
    }
    try:
        if certified_task({**fields, "name": task.name}, task.game).level == task.level:
            return fields
    except LudoplanError:
        pass
    raise NoCertificate("the level's text does not say all of it")


def _states(task: Task, optimal: bool, budget: Budget) -> Content:
    """The states that are reached below the cost of the cheapest goal, or all if there is none, cheapest way first."""
    game, level = task.game, task.level
    start = game.initial(level)
    # Before a state is settled its way may change, so its number waits: rows name parents by their numbers.
    numbers: dict[Any, int] = {}
    best: dict[Any, Fraction] = {start: Fraction(0)}
    rows: list[list[Any]] = []
    most = budget.limits.nodes or MOST_STATES
    queue: list[tuple[Fraction, int, Any, int, str]] = [(Fraction(0), 0, start, 0, "")]
    pushed = 0
    while queue:
        summed, _, state, parent, text = heapq.heappop(queue)
        if state in numbers:
            continue
        if game.is_goal(level, state):
            if not optimal:
                raise NoCertificate("the Python rules find a solution: the claim is wrong")
            return {"bound": written_sum(summed), "states": [row for row in rows if Fraction(row[2]) < summed]}
        number = numbers[state] = len(numbers)
        if number:
            rows.append([parent, text, written_sum(summed)])
        if number % LOOK_EVERY == 0:
            budget.check()
        if number >= most:
            raise NoCertificate(f"more than {most:,} states")
        for move in game.moves(level, state):
            price = game.cost(level, state, move)
            if price < 0:
                raise NoCertificate("a move costs less than nothing")
            after, way = game.apply(level, state, move), summed + price
            if after not in numbers and (after not in best or way < best[after]):
                best[after] = way
                pushed += 1
                heapq.heappush(queue, (way, pushed, after, number, game.move_to_text(level, move)))
    if optimal:
        raise NoCertificate("the Python rules find no solution: the claim is wrong")
    return {"states": rows}


def _clauses_of_level(task: Task, folder: Path, budget: Budget) -> Content:
    from .clauses import with_units

    assert task.game.clauses is not None
    formula = with_units(*task.game.clauses.encode(task.level, ()))
    return {"kind": "level clauses", **_refuted(formula.clauses, formula.dimacs(), folder, budget)}


def _clauses_of_plans(task: Task, cost: float, folder: Path, budget: Budget, variant: str | None) -> Content:
    from .clauses import Horizon

    if task.game.pddl is not None:
        variant = variant or task.game.pddl.planner_variant
    form, extra, _ = planning_form(task, variant)
    unit = Horizon(form, 0, budget).least_cost()
    steps = (Fraction(cost) - extra) / unit - 1 if unit > 0 else Fraction(-1)
    if steps < 0 or steps.denominator != 1:
        raise NoCertificate(
            "nothing is cheaper" if cost == extra else "the number of actions does not say what a plan costs"
        )
    formula = Horizon(form, int(steps), budget).formula
    files = _refuted(formula.clauses, formula.dimacs(), folder, budget)
    return {"kind": "plan clauses", "steps": int(steps), "variant": variant, **files}


def _refuted(clauses: list[list[int]], text: str, folder: Path, budget: Budget) -> Content:
    """Proves that the clauses have no model, and writes both files; their digests."""
    from ..sat.solver import Solver

    with Solver(PROVER, clauses, with_proof=True) as solver:
        if solver.solve(check=budget.check).satisfiable:
            raise NoCertificate("the clauses have a model: the claim is wrong")
        steps = solver.proof()
    proof = "\n".join([*steps, *([] if "0" in steps else ["0"]), ""])
    write_file(folder / CLAUSES, text)
    write_file(folder / PROOF, proof)
    return {"clauses": digest(text.encode()), "proof": digest(proof.encode())}
