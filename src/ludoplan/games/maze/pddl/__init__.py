"""A level as a planning task: a problem that goes with nearest.pddl or all-food.pddl."""

from __future__ import annotations

from importlib.resources import files

from ....core.parts import Pddl, PddlForms
from ....pddl.levels import first_arguments, problem_text
from ..rules import STEPS, Cell, MazeLevel, initial, is_goal, neighbour

VARIANTS = ("nearest", "all-food")


def encode(level: MazeLevel, variant: str | None = None) -> Pddl:
    """Domain and problem for the level's objective; the shortest plan is as long as the shortest walk."""
    from .. import GAME  # the variants are the game's objectives

    level = GAME.configure(level, variant)
    domain = files(__package__).joinpath(f"{level.objective}.pddl").read_text(encoding="utf-8")
    return Pddl(domain, problem(level), first_arguments)


def problem(level: MazeLevel) -> str:
    cells = level.floor
    facts = [
        f"(next {name(cell)} {name(neighbour(cell, way))} {way})"
        for cell in cells
        for way in STEPS
        if level.is_open(neighbour(cell, way))
    ]
    facts += [f"({'dot' if cell in level.food_number else 'plain'} {name(cell)})" for cell in cells]
    facts.append(f"(at {name(level.start)})")
    goal = "(at-dot)"
    if level.objective == "all-food":
        goal = f"(and {' '.join(f'(eaten {name(cell)})' for cell in level.food)})"
    elif is_goal(level, initial(level)):
        facts.append(goal)
    objects = (f"{' '.join(STEPS)} - way", f"{' '.join(map(name, cells))} - cell")
    return problem_text("maze", f"maze-{level.objective}", objects, facts, goal)


def name(cell: Cell) -> str:
    return f"c{cell[0] + 1}-{cell[1] + 1}"


PDDL = PddlForms(encode, VARIANTS)
