"""A level as a planning task: the problem that goes with domain.pddl."""

from __future__ import annotations

from importlib.resources import files

from ....core.parts import Pddl, PddlForms
from ....pddl.levels import first_arguments, problem_text
from ..rules import OPPOSITE, STEPS, BoxupLevel, Cell, neighbour


def encode(level: BoxupLevel, variant: str | None = None) -> Pddl:
    """Domain and problem; the shortest plan is as long as the level's shortest solution."""
    domain = files(__package__).joinpath("domain.pddl").read_text(encoding="utf-8")
    return Pddl(domain, problem(level), first_arguments)


def problem(level: BoxupLevel) -> str:
    free = level.free
    # The number tells boxes of one colour apart.
    boxes = [f"{box.size}{number}-{box.colour.lower()}" for number, box in enumerate(level.boxes, start=1)]
    facts = [f"(opposite {side} {back})" for side, back in OPPOSITE.items()]
    facts += [
        f"(next {name(cell)} {name(neighbour(cell, side))} {side})"
        for cell in free
        for side in STEPS
        if level.is_free(neighbour(cell, side))
    ]
    facts.append(f"(player {name(level.player)})")
    for box, thing in zip(level.boxes, boxes, strict=True):
        place = name(box.cell)
        walls = [side for side in STEPS if side != box.open]
        facts += [f"(open {thing} {box.open})", *(f"(closed {thing} {side})" for side in walls)]
        facts += [f"(at {thing} {place})", f"(has-{box.size} {place})"]
        facts += [f"({box.size}-closed {place} {side})" for side in walls]
        if box.size == "small":
            holders = [number for number, big in enumerate(level.boxes) if big.size == "big" and big.cell == box.cell]
            facts += [f"(inside {thing} {boxes[number]})" for number in holders]
    objects = [f"{' '.join(STEPS)} - side", f"{' '.join(map(name, free))} - cell"]
    objects += [f"{thing} - {box.size}" for box, thing in zip(level.boxes, boxes, strict=True)]
    return problem_text("boxup", "boxup", objects, facts, f"(inside {boxes[level.red]} {boxes[level.blue]})")


def name(cell: Cell) -> str:
    return f"c{cell[0] + 1}-{cell[1] + 1}"


PDDL = PddlForms(encode)
