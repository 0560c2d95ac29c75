"""A level as a planning task: the problem that goes with domain.pddl."""

from __future__ import annotations

from importlib.resources import files

from ....core.errors import Unsupported
from ....core.game import Pddl
from ..rules import ACROSS, DOWN, STANDING, STEPS, Cell, RollLevel, RollState, initial, is_bridge, pressed
from .decode import decode

# What becomes of a bridge that is off, and of one that is on.
VERBS = {(True, False): "toggles", (True, True): "opens", (False, False): "closes"}


def encode(level: RollLevel) -> Pddl:
    """Domain and problem; the shortest plan is as long as the level's shortest solution. Raises Unsupported."""
    if level.has_splits:
        raise Unsupported("the PDDL form of roll has one block: this level has a switch that splits it in two")
    domain = files(__package__).joinpath("domain.pddl").read_text(encoding="utf-8")
    return Pddl(domain, problem(level), decode)


def problem(level: RollLevel) -> str:
    floor = [
        (row, column) for row, line in enumerate(level.rows) for column, mark in enumerate(line) if mark not in " ."
    ]
    bridges = sorted(letter for letter in level.letters if is_bridge(letter))
    facts = ["(forward right)", "(forward down)", "(backward left)", "(backward up)", "(on ground)"]
    for row, column in floor:
        for way, (down, right) in STEPS.items():
            after = row + down, column + right
            if level.at(after) not in " .":
                facts.append(f"(next {name((row, column))} {name(after)} {way})")
    for cell in floor:
        mark = level.at(cell)
        facts.append(f"(part {name(cell)} {f'bridge-{mark}' if is_bridge(mark) else 'ground'})")
        if mark != "f":
            facts.append(f"(firm {name(cell)})")
    facts += pressed_facts(level, floor, bridges)
    start = initial(level)
    facts += [f"(on bridge-{letter})" for letter in sorted(start.bridges)]
    facts.append(f"({'standing' if start.kind == STANDING else 'lying'} {' '.join(map(name, start.cells()))})")
    lines = [
        "(define (problem roll-level)",
        "  (:domain roll)",
        "  (:objects",
        f"    {' '.join(STEPS)} - way",
        f"    {' '.join(map(name, floor))} - cell",
        f"    {' '.join(['ground', *(f'bridge-{letter}' for letter in bridges)])} - bridge",
        "  )",
        "  (:init",
        *(f"    {fact}" for fact in facts),
        "  )",
        f"  (:goal (standing {name(level.target)})))",
    ]
    return "".join(f"{line}\n" for line in lines)


def pressed_facts(level: RollLevel, floor: list[Cell], bridges: list[str]) -> list[str]:
    """What the switches below each resting place do, as the rules have it."""
    facts = []
    for cell in floor:
        for kind in (STANDING, ACROSS, DOWN):
            off = RollState(kind, cell, None, frozenset())
            if not any(level.at(below).isupper() for below in off.cells()):
                continue
            on = off._replace(bridges=frozenset(bridges))
            after_off, after_on = pressed(level, off, off).bridges, pressed(level, on, on).bridges
            first, second = off.cells()[0], off.cells()[-1]
            facts += [
                f"({VERBS[change]} {name(first)} {name(second)} bridge-{letter})"
                for letter in bridges
                if (change := (letter in after_off, letter in after_on)) in VERBS
            ]
    # A place that hangs over a hole is none; its second cell is no object.
    known = {name(cell) for cell in floor}
    return [fact for fact in facts if fact.split()[2] in known]


def name(cell: Cell) -> str:
    return f"c{cell[0] + 1}-{cell[1] + 1}"
