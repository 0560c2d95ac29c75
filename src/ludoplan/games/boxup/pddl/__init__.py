"""A level as a planning task: the problem that goes with domain.pddl."""

from __future__ import annotations

from ....core.parts import Pddl, PddlForms
from ....pddl.levels import cell_name, first_arguments, next_facts, problem_text, text_beside
from ..rules import OPPOSITE, STEPS, BoxupLevel


def encode(level: BoxupLevel, variant: str | None = None) -> Pddl:
    """Domain and problem; the shortest plan is as long as the level's shortest solution."""
    return Pddl(text_beside(__package__, "domain"), problem(level), first_arguments)


def problem(level: BoxupLevel) -> str:
    free = level.free
    # The number tells boxes of one colour apart.
    boxes = [f"{box.size}{number}-{box.colour.lower()}" for number, box in enumerate(level.boxes, start=1)]
    facts = [f"(opposite {side} {back})" for side, back in OPPOSITE.items()]
    facts += [*next_facts(free, STEPS), f"(player {cell_name(level.player)})"]
    for box, thing in zip(level.boxes, boxes, strict=True):
        place = cell_name(box.cell)
        walls = [side for side in STEPS if side != box.open]
        facts += [f"(open {thing} {box.open})", *(f"(closed {thing} {side})" for side in walls)]
        facts += [f"(at {thing} {place})", f"(has-{box.size} {place})"]
        facts += [f"({box.size}-closed {place} {side})" for side in walls]
        if box.size == "small":
            holders = [number for number, big in enumerate(level.boxes) if big.size == "big" and big.cell == box.cell]
            facts += [f"(inside {thing} {boxes[number]})" for number in holders]
    objects = [f"{' '.join(STEPS)} - side", f"{' '.join(map(cell_name, free))} - cell"]
    objects += [f"{thing} - {box.size}" for box, thing in zip(level.boxes, boxes, strict=True)]
    return problem_text("boxup", "boxup", objects, facts, f"(inside {boxes[level.red]} {boxes[level.blue]})")


PDDL = PddlForms(encode)
