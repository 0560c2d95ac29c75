"""A level as a planning task, and plans as moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ....core.parts import Pddl, PddlForms
from ....pddl.levels import problem_text, variant_of, words_of
from ..heuristics import ends, steps
from ..rules import DIRECTIONS, LaraLevel, OpenTurn, Trap, TrapState, initial
from .domain import PLACES, DomainWriter, Features

VARIANTS = ("classical", "numeric")


class Place(NamedTuple):
    """Where a trap is and what it guards; `step` is the place in its sequence."""

    trap: int | None  # places of lizards belong to all of them
    stands: int
    watches: int | None
    step: int


def encode(level: LaraLevel, variant: str | None = None) -> Pddl:
    """Domain and problem; plans are as long as solutions of the level. Raises Unsupported for an unknown variant."""
    features = Features(
        kinds=frozenset(trap.kind.lower() for trap in level.traps),
        several_movers=sum(trap.kind in ("Spider", "Lizard") for trap in level.traps) > 1,
        weak=any(tile.kind == "CrackedTile" for tile in level.tiles),
        levers=any(tile.kind == "MovingTile" for tile in level.tiles),
        spears=bool(level.spears),
        traps_act_on_any=level.traps_act_on == "any",
        numeric=variant_of("lara", variant, VARIANTS) == "numeric",
        carry_out=level.carry_out,
    )
    return Pddl(DomainWriter(features).text(), ProblemWriter(level, features).text(), decode)


def decode(actions: Sequence[str]) -> list[str]:
    """The moves of action texts like `(walk left t2 t1 t1)`."""
    moves = []
    for action in actions:
        name, *words = words_of(action)
        moves.append({"lever": "lever", "throw": f"throw {words[1][1:]}"}.get(name, words[0]))
    return moves


class ProblemWriter:
    """Writes a problem."""

    def __init__(self, level: LaraLevel, features: Features) -> None:
        self.level = level
        self.features = features
        self.facts: list[str] = []
        self.places: dict[Place, str] = {}
        self.numbers: dict[str, int] = {}
        # Where a move leads from a place, and on which tiles a saw at a place kills, before its move and after it.
        self.goes: dict[str, int] = {}
        self.strikes: list[tuple[str, str, tuple[int | None, int | None]]] = []

    def text(self) -> str:
        self.map_facts()
        for number, trap in enumerate(self.level.traps):
            self.trap_facts(number, trap)
        self.meeting_facts()
        names = [(f"trap{number}", trap.kind.lower()) for number, trap in enumerate(self.level.traps, start=1)]
        objects = [f"{' '.join(DIRECTIONS)} - side", f"{' '.join(name(tile.id) for tile in self.level.tiles)} - tile"]
        if self.level.levers:
            objects.append(f"{' '.join(f'lever{n}' for n in range(1, len(self.level.levers) + 1))} - lever")
        objects += [f"{trap} - {kind}" for trap, kind in names]
        objects += [f"{this} - {self.place_type(place)}" for place, this in self.places.items()]
        if self.features.numeric:
            self.facts += [f"(= (index {place}) {number})" for place, number in self.numbers.items()]
        return problem_text("lara", "lara", objects, dict.fromkeys(self.facts), "(won)")

    def map_facts(self) -> None:
        level, facts = self.level, self.facts
        facts.append(f"(lara {name(level.start)})")
        if level.tile[level.start].is_goal and not level.carry_out:
            facts.append("(won)")
        for tile in level.tiles:
            here = name(tile.id)
            joins = zip(DIRECTIONS, tile.joins, strict=True)
            facts += [f"(joined {side} {here} {name(target)})" for side, target in joins if target is not None]
            chain = [name(end) for end in ends(level, tile)]
            facts += [f"(lands {here} {end})" for end in chain]
            facts += [f"(through {here} {chain[i]} {chain[j]})" for j in range(len(chain)) for i in range(j)]
            facts += [f"(in-reach {here} {name(target)})" for target in tile.air_connect]
            for fact, holds in (
                ("weak", tile.kind == "CrackedTile"),
                ("goal", tile.is_goal),
                ("off", tile.kind == "MovingTile" and not tile.active),
                ("spear", tile.id in level.spears),
            ):
                if holds:
                    facts.append(f"({fact} {here})")
        for number, lever in enumerate(level.levers, start=1):
            facts += [f"(lever {name(tile)} lever{number})" for tile in lever.pos]
            facts += [f"(shifts lever{number} {name(tile)})" for tile in lever.tiles]

    def trap_facts(self, number: int, trap: Trap) -> None:
        this = f"trap{number + 1}"
        later = range(number + 2, len(self.level.traps) + 1)
        self.facts += [f"(before {this} trap{other})" for other in later]
        if trap.can_attack:
            self.facts.append(f"(attackable {this})")
        owner = None if trap.kind == "Lizard" else number
        start = Place(owner, trap.pos, trap.guards, 0)
        if trap.kind in ("Saw", "Spider"):
            self.route_facts(this, trap, start)
            if self.features.numeric:
                self.facts.append(f"(= (step {this}) {self.numbers[self.places[start]]})")
                return
        elif trap.kind == "Lizard":
            self.facts.append(f"(wakes {this} {name(trap.activates or 0)})")
            self.hunt_facts(trap, start)
        self.facts.append(f"(on {this} {self.place(start)})")

    def place(self, place: Place) -> str:
        """The name of a place, with facts about it when it is new."""
        if place in self.places:
            return self.places[place]
        this = self.places[place] = f"place{len(self.places) + 1}"
        tiles = [place.stands] if place.watches is None else [place.stands, place.watches]
        self.facts.append(f"(stands {this} {name(place.stands)})")
        if place.watches is not None:
            self.facts.append(f"(watches {this} {name(place.watches)})")
        self.facts += [f"(hits {this} {name(tile)})" for tile in tiles]
        return this

    def place_type(self, place: Place) -> str:
        return PLACES["lizard" if place.trap is None else self.level.traps[place.trap].kind.lower()]

    def route_facts(self, trap_name: str, trap: Trap, start: Place) -> None:
        """The places along a route, until it comes round or ends."""
        here, all_there = start, OpenTurn(self.level, initial(self.level)._replace(off=frozenset()))
        while here not in self.places:
            this = self.place(here)
            self.numbers[this] = len(self.numbers) + 1
            self.facts.append(f"(of {this} {trap_name})")
            if trap.kind == "Saw":
                self.strikes.append(("strikes", this, (here.stands, here.watches)))
            moved = all_there.along_route(trap, TrapState(here.stands, here.watches, here.step))
            after = Place(here.trap, moved.pos, moved.guards, moved.step)
            if after != here and after.watches is not None:
                self.facts += [f"(moves {this})", f"(goes {this} {name(after.stands)})"]
                self.goes[this] = after.stands
                self.facts += [f"(will-hit {this} {name(tile)})" for tile in (after.stands, after.watches)]
                if trap.kind == "Saw":
                    self.strikes.append(("will-strike", this, (after.stands, after.watches)))
                needed = [tile for tile in (here.stands, after.watches) if self.level.tile[tile].kind == "MovingTile"]
                self.facts += [f"(needs {this} {name(tile)})" for tile in needed]
                self.facts.append(f"(leads {this} {self.places.get(after) or f'place{len(self.places) + 1}'})")
            here = after

    def hunt_facts(self, trap: Trap, start: Place) -> None:
        """The places of a lizard that follows Lara: on one tile of hers, guarding the next."""
        level = self.level
        # Awake it guards the tile that wakes it, then tiles that Lara comes to, one after the other.
        came_to: dict[int, set[int]] = {tile.id: set() for tile in level.tiles}
        for tile_before, chain in steps(level):
            came_to[tile_before].update(chain)
        waiting, done = [(start, [trap.activates or 0])], set()
        while waiting:
            here, guarded_next = waiting.pop()
            if here in done:
                continue
            done.add(here)
            this = self.place(here)
            goes = here.stands if here.watches is None else here.watches
            self.facts.append(f"(goes {this} {name(goes)})")
            self.goes[this] = goes
            for tile in guarded_next:
                after = Place(None, goes, tile, 0)
                self.facts.append(f"(follows {this} {name(tile)} {self.place(after)})")
                waiting.append((after, sorted(came_to[tile])))

    def meeting_facts(self) -> None:
        """What there is to know of pairs of places, and of places and Lara's ways."""
        level, facts = self.level, self.facts
        stands = {this: place.stands for place, this in self.places.items()}
        cracks = {
            this: goes
            for this, goes in self.goes.items()
            if level.tile[goes].kind == "CrackedTile" and goes != stands[this]
        }
        facts += [f"(cracks {this} {name(tile)})" for this, tile in cracks.items()]
        if self.features.several_movers:
            facts += [f"(meets {a} {b})" for a in cracks for b in cracks if cracks[a] == cracks[b]]
        for tile in level.tiles:
            chain = ends(level, tile)
            for length, end in enumerate(chain, start=1):
                way = f"{name(tile.id)} {name(end)}"
                facts += [f"(slays {way} {this})" for this, at in stands.items() if at in chain[:length]]
                facts += [f"(treads {way} {this})" for this, at in cracks.items() if at in chain[:length]]
        for verb, saw, hit in self.strikes:
            facts += [f"({verb} {saw} {this})" for this, at in stands.items() if at in hit]
            facts += [f"({verb}-ahead {saw} {this})" for this, at in self.goes.items() if at in hit]


def name(tile: int) -> str:
    return f"t{tile}"


PDDL = PddlForms(encode, VARIANTS)
