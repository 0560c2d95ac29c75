"""What worker processes do besides solving. Imports nothing of the server: a worker begins in milliseconds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from ..analysis.hint import explained
from ..analysis.hint import hint as find_hint
from ..core import registry
from ..core.engine import Progress
from ..core.errors import BadInput, Defect, LudoplanError
from ..core.limits import Budget
from ..core.options import complete
from ..core.referee import Replay, replay, states_along
from ..core.task import Task
from ..drawing.draw import draw_svg
from ..drawing.pictures import first_scene, path_of, place_of, size_of
from ..running.job import Context
from ..running.solve import solve
from .levels import map_of
from .reading import MOST_CELLS, option_values


def hint(given: tuple[Task, Sequence[str]], context: Context) -> dict[str, Any]:
    """The rest of a shortest solution after the moves, with the reason for the next one."""
    task, moves = given
    game = Replay(task)
    fault = game.play_all(moves)
    if fault is not None:
        raise LudoplanError(f"{fault.move}: {fault.reason}")
    if game.is_goal():
        return {"moves": [], "is_shortest": True, "is_lost": False, "reason": ""}
    found = find_hint(task, moves, context.budget.left())
    found = explained(task, game.state, found)
    return {**asdict(found), "moves": None if found.moves is None else list(found.moves)}


# What the page tells of a level's analysis.
TRAITS = ("exact", "states", "solutions", "dead_share", "first_dead", "branching", "decoys", "difficulty")


def verdict(task: Task, context: Context) -> dict[str, Any]:
    """What the game's best solver says of a level, which is told at once, and then how hard the level is."""
    from ..analysis.analyse import analyse

    limits = context.budget.limits
    seconds = limits.seconds or 10.0
    budget = Budget(replace(limits, seconds=0.6 * seconds))
    result = solve(task, limits=budget).to_json()
    count = None if task.game.design is None else task.game.design.count_solutions
    # Where the order of moves does not matter, the solutions are counted and not the ways to them.
    result["solutions"] = None if count is None or result["plan"] is None else count(task.level)
    if result["plan"] is None:
        return {**result, "analysis": None}
    context.progress(Progress(budget.elapsed(), found=result))
    left = replace(limits, seconds=max(0.1, 0.9 * seconds - budget.elapsed()))
    found = analyse(task, left).to_json()
    return {**result, "analysis": {name: found[name] for name in TRAITS}}


def watch(given: tuple[Task, str, dict[str, Any]], context: Context) -> dict[str, Any]:
    """The cells of the states that a search expands, in order, and its result."""
    from ..analysis.expansions import expansion_order

    task, solver, options = given
    cells: list[list[tuple[int, int]]] = []

    def shown(states: Sequence[Any]) -> dict[str, Any]:
        cells.extend(list(place_of(task.game, task.level, state)) for state in states[len(cells) :])
        return {"cells": cells, "tree": tree_of(task, states[:MOST_NODES], solver in DEEP_FIRST)}

    def tell(states: Sequence[Any]) -> None:
        context.progress(Progress(context.budget.elapsed(), len(states), found=shown(states)))

    # Some of the time is for telling what was found.
    left = context.budget.left()
    limits = replace(left, seconds=None if left.seconds is None else 0.7 * left.seconds)
    order = expansion_order(task, solver, limits, options, heard=tell)
    plan = [] if order.result.plan is None else order.result.plan.moves
    return {
        **order.result.to_json(),
        **shown(order.states),
        "path": path_of(task.game, task.level, states_along(task, plan)[0]),
        "is_cut": order.is_cut,
    }


MOST_NODES = 1500
DEEP_FIRST = frozenset({"dfs", "ids", "idastar"})


def tree_of(task: Task, states: Sequence[Any], is_deep_first: bool) -> dict[str, Any]:
    """Where each expanded state came from: of those expanded before it the first that leads to it or, in a search that
    goes deep first, the last. A search from the goal comes from states that it leads to."""
    game, level = task.game, task.level
    number: dict[Any, int] = {}
    order = [number.setdefault(state, len(number)) for state in states]
    parents: list[int | None] = [None] * len(number)
    moves = [""] * len(number)
    for state, here in number.items():
        if game.is_goal(level, state):
            continue
        for move in game.moves(level, state):
            there = number.get(game.apply(level, state, move))
            if there is None or there == here:
                continue
            if there > here and (parents[there] is None or is_deep_first):
                parents[there], moves[there] = here, game.move_to_text(level, move)
            elif there < here and parents[here] is None:
                parents[here], moves[here] = there, ""  # until one is found that leads here
    return {"order": order, "parents": parents, "moves": moves}


def generate(given: Mapping[str, Any], context: Context) -> dict[str, Any]:
    """Levels to order; tells of each when it is found."""
    from ..analysis.order import Order, design_of
    from ..analysis.production import OutOfReach, produce

    game, limits = registry.game(given["game"]), context.budget.limits
    design = design_of(game)
    assert game.text is not None
    options = complete(design.options, option_values(design.options, given["options"]))
    wishes = {name: given[name] for name in ("min_cost", "max_cost", "difficulty", "unique", "minimise", "seed")}
    order = Order(game.name, options, given["objective"], **wishes)
    # What has been found is told a little before the time is up.
    budget = Budget(replace(limits, seconds=None if limits.seconds is None else max(0.1, limits.seconds - 0.5)))
    found: dict[str, Any] = {"levels": [], "tried": 0}

    def going_on(progress: Progress) -> bool:
        return context.progress(replace(progress, found=found))

    try:
        for made in produce(order, given["count"], 1, budget, going_on):
            svg = draw_svg(first_scene(game, made.level), styled=False)
            text, result = game.text.format(made.level), made.result
            level = {"level": text, "cost": result.cost, "svg": svg, "objective": result.objective}
            found = {"levels": [*found["levels"], level], "tried": made.evaluated}
    except OutOfReach as end:
        found = {**found, "tried": end.evaluated}
    return found


def validate(given: Mapping[str, Any], context: Context) -> dict[str, Any]:
    """Whether a plan of a planning task is valid, or the step, the action and the failed condition."""
    from ..pddl.plans import read_plan
    from ..pddl.task import parse_task

    task = parse_task(given["domain"], given["problem"])
    return replay(task, read_plan(given["plan"]), context.budget).to_json()


def check_pddl(texts: tuple[str, str], context: Context) -> dict[str, Any]:
    """All that is wrong with a planning task, file by file."""
    from ..pddl.parser import parse_domain, parse_problem
    from ..pddl.task import PddlTask

    found: dict[str, Any] = {"defects": [], "warnings": [], "actions": 0, "objects": 0}
    try:
        domain = parse_domain(texts[0], "domain")
        found["warnings"] += [(defect, "domain") for defect in domain.warnings]
        problem = parse_problem(texts[1], "problem", domain)
        found["warnings"] += [(defect, "problem") for defect in problem.warnings]
        task = PddlTask(domain, problem)
        task.check()
    except BadInput as error:
        found["defects"] = [(defect, error.source) for defect in error.defects]
    except LudoplanError as error:
        found["defects"] = [(Defect(None, None, str(error)), "problem")]
    else:
        found.update(actions=len(domain.actions), objects=len(task.by_type.of(("object",))))
    return found


_LINE = re.compile(r"line (\d+) : ")


def compile_puzzlescript(text: str, context: Context) -> dict[str, Any]:
    """The maps of a source as levels, and what the compiler warns of; raises BadInput with all errors."""
    from ..games.puzzlescript import compile_source
    from ..games.puzzlescript.program import MapLevel

    game = registry.game("puzzlescript")
    assert game.text is not None
    assert game.text.levels is not None
    source = compile_source(text, name="source")
    lines = [level.line for level in source.program.levels if isinstance(level, MapLevel)]
    levels = []
    for line, level in zip(lines, game.text.levels(text, "source"), strict=True):
        rows, columns = size_of(game, level)
        if rows * columns > MOST_CELLS:
            raise BadInput("source", [Defect(line, None, f"the map is too large for the page: {rows:g} x {columns:g}")])
        levels.append(map_of(game, level, game.text.format(level), line))
    settings = source.program.settings
    warnings = [
        (int(found[1]) if (found := _LINE.match(each)) else None, _LINE.sub("", each)) for each in source.messages
    ]
    return {"title": settings.title or "", "author": settings.author or "", "levels": levels, "warnings": warnings}


def preload() -> None:
    """Loads what most requests need, once, where workers are forked from."""
    from ..analysis import analyse, expansions  # noqa: F401
    from ..engines import search  # noqa: F401
    from ..games.puzzlescript import source  # noqa: F401

    for game in registry.games():
        for part in ("text", "view", "design", "twin", "hints"):
            getattr(game, part)


def nothing(arguments: None, context: Context) -> None:
    """For starting the process that others are forked from."""
