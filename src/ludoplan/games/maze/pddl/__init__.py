"""A level as a planning task: a problem that goes with nearest.pddl or all-food.pddl."""

from __future__ import annotations

from ....core.parts import Pddl, PddlForms
from ....pddl.levels import cell_name, first_arguments, next_facts, problem_text, text_beside
from ..rules import STEPS, MazeLevel, initial, is_goal

VARIANTS = ("nearest", "all-food")


def encode(level: MazeLevel, variant: str | None = None) -> Pddl:
    """Domain and problem for the level's objective; the shortest plan is as long as the shortest walk."""
    from .. import GAME  # the variants are the game's objectives

    level = GAME.configure(level, variant)
    return Pddl(text_beside(__package__, str(level.objective)), problem(level), first_arguments)


def problem(level: MazeLevel) -> str:
    cells = level.floor
    facts = next_facts(cells, STEPS)
    facts += [f"({'dot' if cell in level.food_number else 'plain'} {cell_name(cell)})" for cell in cells]
    facts.append(f"(at {cell_name(level.start)})")
    goal = "(at-dot)"
    if level.objective == "all-food":
        goal = f"(and {' '.join(f'(eaten {cell_name(cell)})' for cell in level.food)})"
    elif is_goal(level, initial(level)):
        facts.append(goal)
    objects = (f"{' '.join(STEPS)} - way", f"{' '.join(map(cell_name, cells))} - cell")
    return problem_text("maze", f"maze-{level.objective}", objects, facts, goal)


PDDL = PddlForms(encode, VARIANTS)
