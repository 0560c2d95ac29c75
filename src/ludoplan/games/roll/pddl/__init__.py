"""A level as a planning task: the problem that goes with domain.pddl."""

from __future__ import annotations

from ....core.errors import Unsupported
from ....core.parts import Pddl, PddlForms
from ....pddl.levels import first_arguments, problem_text, text_beside
from ..rules import ACROSS, DOWN, STANDING, STEPS, RollLevel, RollState, fall, initial, is_bridge, pressed, shifted

# What becomes of a bridge that is off, and of one that is on.
VERBS = {(True, False): "toggles", (True, True): "opens", (False, False): "closes"}


def encode(level: RollLevel, variant: str | None = None) -> Pddl:
    """Domain and problem; the shortest plan is as long as the level's shortest solution. Raises Unsupported."""
    if level.has_splits:
        raise Unsupported("the PDDL form of roll has one block: this level has a switch that splits it in two")
    return Pddl(text_beside(__package__, "domain"), problem(level), first_arguments)


def problem(level: RollLevel) -> str:
    bridges = sorted(letter for letter in level.letters if is_bridge(letter))
    start = initial(level)
    goal = RollState(STANDING, level.target, None, frozenset())
    # Start and target are plain floor, so they are among these.
    places = {name(place): place for place in resting_places(level, frozenset(bridges))}
    facts = ["(on ground)", *(f"(on bridge-{letter})" for letter in sorted(start.bridges)), f"(at {name(start)})"]
    for here, place in places.items():
        ways = ((way, name(shifted(place, way))) for way in STEPS)
        facts += [f"(leads {here} {there} {way})" for way, there in ways if there in places]
        below = [f"bridge-{mark}" if is_bridge(mark) else "ground" for mark in map(level.at, place.cells())]
        facts.append(f"(rests {here} {below[0]} {below[-1]})")
        after_on = pressed(level, place, place).bridges
        after_off = pressed(level, place, place._replace(bridges=frozenset())).bridges
        facts += [
            f"({VERBS[change]} {here} bridge-{letter})"
            for letter in bridges
            if (change := (letter in after_off, letter in after_on)) in VERBS
        ]
    names = ["ground", *(f"bridge-{letter}" for letter in bridges)]
    objects = (f"{' '.join(STEPS)} - way", f"{' '.join(places)} - place", f"{' '.join(names)} - bridge")
    return problem_text("roll", "roll", objects, facts, f"(at {name(goal)})")


def resting_places(level: RollLevel, bridges: frozenset[str]) -> list[RollState]:
    """All places that carry the block while all bridges are on."""
    places = [
        RollState(kind, (row, column), None, bridges)
        for row, line in enumerate(level.rows)
        for column in range(len(line))
        for kind in (STANDING, ACROSS, DOWN)
    ]
    return [place for place in places if fall(level, place) is None]


def name(place: RollState) -> str:
    kind = {STANDING: "standing", ACROSS: "across", DOWN: "down"}[place.kind]
    return f"{kind}-{place.cell[0] + 1}-{place.cell[1] + 1}"


PDDL = PddlForms(encode)
