"""The PDDL domain, put together from formulas: a whole turn is one action, so what the traps do to each other within
the turn has to be said in terms of the state before it.

That works because the traps are finite automata that hardly mind each other. Every trap is at a *place*, which stands
on one tile and watches another: a snake has one place, a saw or spider a cycle of them, a lizard one for each pair of
tiles that it can be on and guard. Where a trap goes depends on nothing but its place and the platforms (saws, spiders)
or Lara (lizards: the tile they guard next is always the one that Lara leaves). What they do to each other is only this:
saws kill animals, before their turn or after it, and animals crack tiles for those that come later.

The numeric form counts the places of saws and spiders (`step`); 0 is a dead spider.
"""

from __future__ import annotations

from dataclasses import dataclass

from ....pddl.levels import text_beside

ANIMALS = ("snake", "spider", "lizard")
# The types of places: Fast Downward tries all objects of a type for each quantified variable.
PLACES = {"snake": "post", "saw": "route", "spider": "route", "lizard": "trail"}


FUNCTIONS = """  (:functions
    (step ?trap - trap)      ; the number of the place of a saw or spider, 0 for a dead one
    (index ?place - place))
"""


@dataclass(frozen=True)
class Features:
    """What the level has, which is what its domain speaks of."""

    kinds: frozenset[str]  # snake, saw, spider, lizard
    several_movers: bool  # spiders and lizards
    weak: bool
    levers: bool
    spears: bool
    traps_act_on_any: bool
    numeric: bool
    carry_out: bool = False


@dataclass(frozen=True)
class PlayerAction:
    """Names of what the traps react to: where Lara was and is; and formulas: which animal she kills, by its place,
    whether she treads where an animal will, and which tiles are inactive afterwards."""

    before: str
    after: str
    slain: str
    trod: str
    off: str


NEVER = "(or)"
WALK = PlayerAction("?from", "?end", "(slays ?to ?end {})", "(treads ?to ?end {})", "(off {})")
PULL = PlayerAction(
    "?at", "?at", NEVER, NEVER, "(or (and (off {}) (not (shifts ?lever {}))) (and (not (off {})) (shifts ?lever {})))"
)
THROW = PlayerAction("?at", "?at", "(stands {} ?target)", NEVER, "(off {})")


def both(*parts: str) -> str:
    kept = [part for part in parts if part != "(and)"]
    if NEVER in kept:
        return NEVER
    return kept[0] if len(kept) == 1 else f"(and {' '.join(kept)})" if kept else "(and)"


def either(*parts: str) -> str:
    kept = [part for part in parts if part != NEVER]
    if "(and)" in kept:
        return "(and)"
    return kept[0] if len(kept) == 1 else f"(or {' '.join(kept)})" if kept else NEVER


def negated(part: str) -> str:
    return {NEVER: "(and)", "(and)": NEVER}.get(part, f"(not {part})")


def none_of(*parts: str) -> str:
    """Each negated by itself: planners make a predicate of each negated quantifier, with all variables in it."""
    return both(*map(negated, parts))


def exists(variables: str, part: str) -> str:
    return NEVER if part == NEVER else f"(exists ({variables}) {part})"


class DomainWriter:
    """Writes a domain."""

    def __init__(self, features: Features) -> None:
        self.features = features
        self.animals = [kind for kind in ANIMALS if kind in features.kinds]
        self.movers = [kind for kind in ("spider", "lizard") if kind in features.kinds]

    # -- conditions; a variable named ?r or ?q is a place

    def at(self, kind: str, trap: str, place: str) -> str:
        if self.features.numeric and kind in ("saw", "spider"):
            return f"(of {place} {trap}) (= (step {trap}) (index {place}))"
        return f"(on {trap} {place})"

    def leave(self, kind: str, trap: str, place: str) -> str:
        """The effect that the trap is gone."""
        if self.features.numeric and kind == "spider":
            return f"(assign (step {trap}) 0)"
        return f"(not (on {trap} {place}))"

    def go(self, kind: str, trap: str, place: str, to: str) -> str:
        if self.features.numeric and kind in ("saw", "spider"):
            return f"(assign (step {trap}) (index {to}))"
        return f"(not (on {trap} {place})) (on {trap} {to})"

    def moves(self, kind: str, trap: str, place: str, action: PlayerAction) -> str:
        """Whether the trap moves on from its place this time."""
        if kind == "lizard":
            return f"(awake {trap})"
        if not self.features.levers:
            return f"(moves {place})"
        return f"(moves {place}) (not (exists (?n - tile) (and (needs {place} ?n) {action.off.format(*['?n'] * 4)})))"

    def sawn(self, trap: str, place: str, action: PlayerAction, order: str, ahead: str = "") -> str:
        """Whether a saw kills an animal at this place, or one that has moved ahead from it; `order`: who acts first."""
        if "saw" not in self.features.kinds:
            return NEVER
        moves = self.moves("saw", "?j", "?q", action)
        hit = either(
            both(moves, f"(will-strike{ahead} ?q {place})"),
            both(negated(f"(and {moves})"), f"(strikes{ahead} ?q {place})"),
        )
        return exists(
            "?j - saw ?q - route", both(f"(attackable {trap})", order.format("?j"), self.at("saw", "?j", "?q"), hit)
        )

    def dies_first(self, trap: str, place: str, action: PlayerAction) -> tuple[str, str]:
        """Two ways in which an animal at this place may die before its turn."""
        slain = both(f"(attackable {trap})", action.slain.format(place))
        return slain, self.sawn(trap, place, action, f"(before {{}} {trap})")

    def breaks(self, trap: str, place: str, action: PlayerAction) -> list[str]:
        """Ways in which the tile may break that an animal steps on from its place: somebody has been on it."""
        if not self.features.weak:
            return []
        cases = [exists("?g - tile", f"(and (cracks {place} ?g) (cracked ?g))"), action.trod.format(place)]
        for kind in self.movers if self.features.several_movers else ():
            earlier = both(
                f"(before ?b {trap}) {self.at(kind, '?b', '?s')} (meets ?s {place})",
                self.moves(kind, "?b", "?s", action),
                none_of(*self.dies_first("?b", "?s", action)),
            )
            cases.append(exists(f"?b - {kind} ?s - {PLACES[kind]}", earlier))
        return cases

    def some(self, kind: str, *parts: str) -> str:
        """That a trap of this kind, `?a`, is at a place, `?r`, so that all this holds."""
        return exists(f"?a - {kind} ?r - {PLACES[kind]}", both(self.at(kind, "?a", "?r"), *parts))

    def spared(self, action: PlayerAction) -> list[str]:
        """Conditions that no trap kills Lara when the traps act."""
        after, found = action.after, []

        def never(kind: str, *parts: str) -> None:
            condition = self.some(kind, *parts)
            if condition != NEVER:
                found.append(negated(condition))

        for kind in sorted(self.features.kinds):
            lives = none_of(*self.dies_first("?a", "?r", action)) if kind != "saw" else "(and)"
            whole = none_of(*self.breaks("?a", "?r", action))
            moves = self.moves(kind, "?a", "?r", action)
            stays = negated(f"(and {moves})")
            match kind:
                case "snake":
                    never(kind, f"(watches ?r {after})", lives)
                case "saw":
                    never(kind, moves, f"(goes ?r {after})")
                    never(kind, stays, f"(stands ?r {after})")
                case "spider":
                    never(kind, moves, f"(will-hit ?r {after})", lives, whole)
                    never(kind, stays, f"(hits ?r {after})", lives)
                case "lizard":
                    never(kind, stays, f"(watches ?r {after})", lives)
                    guards_after = "(and)" if action.before == after else f"(= {action.before} {after})"
                    never(kind, moves, either(f"(goes ?r {after})", guards_after), lives, whole)
        return found

    # -- effects

    def trap_effects(self, action: PlayerAction) -> list[str]:
        """What the traps do, to themselves, to each other and to the tiles."""
        found = []
        for kind in sorted(self.features.kinds):
            here = self.at(kind, "?a", "?r")
            moves = self.moves(kind, "?a", "?r", action)
            stays = negated(f"(and {moves})")
            gone = self.leave(kind, "?a", "?r")
            onwards = self.go(kind, "?a", "?r", "?then")

            def when(condition: str, effect: str, more: str = "", kind: str = kind) -> None:
                if condition != NEVER:
                    found.append(f"(forall (?a - {kind} ?r - {PLACES[kind]}{more}) (when {condition} (and {effect})))")

            if kind == "saw":
                when(both(here, moves, "(leads ?r ?then)"), onwards, f" ?then - {PLACES[kind]}")
                continue
            first = self.dies_first("?a", "?r", action)
            later = self.sawn("?a", "?r", action, "(before ?a {})")
            if kind == "snake":
                when(both(here, either(*first, later)), gone)
                continue
            when(both(here, either(*first)), gone)
            when(both(here, stays, later), gone)
            broken = self.breaks("?a", "?r", action)
            ends = [*broken, self.sawn("?a", "?r", action, "(before ?a {})", "-ahead")]
            when(both(here, moves, either(*ends)), gone)
            leads = "(leads ?r ?then)" if kind == "spider" else f"(follows ?r {action.before} ?then)"
            when(both(here, moves, leads, none_of(*first, *ends)), onwards, f" ?then - {PLACES[kind]}")
            if self.features.weak:
                steps = both(here, moves, "(cracks ?r ?p)", none_of(*first))
                when(steps, "(cracked ?p)", " ?p - tile")
                when(both(steps, either(*broken)), "(destroyed ?p)", " ?p - tile")
            if kind == "lizard":
                when(both(here, f"(wakes ?a {action.after})"), "(awake ?a)")
        return found

    def slain_effects(self, action: PlayerAction) -> list[str]:
        """Lara kills, and the traps do not act."""
        return [
            f"(forall (?a - {kind} ?r - {PLACES[kind]}) (when (and {self.at(kind, '?a', '?r')} (attackable ?a)"
            f" {action.slain.format('?r')}) {self.leave(kind, '?a', '?r')}))"
            for kind in self.animals
        ]

    # -- actions

    def walking(self, name: str, is_goal: bool) -> str:
        reached = ["(goal ?end)"]
        missed = ["(not (goal ?end))"]
        if self.features.carry_out:  # with a spear that she has, or picks up on the way
            reached.append("(or (carrying) (spear ?to) (spear ?end))")
            missed.append("(and (not (carrying)) (not (spear ?to)) (not (spear ?end)))")
        conditions = [
            "(lara ?from) (joined ?side ?from ?to) (lands ?to ?end)",
            both(*reached) if is_goal else either(*missed),
        ]
        effects = ["(not (lara ?from))", "(won)" if is_goal else "(lara ?end)"]
        if self.features.levers:
            conditions.append("(not (off ?to)) (not (off ?end))")
        if self.features.weak:
            conditions.append("(not (destroyed ?to)) (not (cracked ?end))")
            conditions.append("(not (exists (?m - tile) (and (through ?to ?m ?end) (not (cracked ?m)))))")
        conditions += [negated(self.some(kind, "(watches ?r ?to)")) for kind in self.animals]
        unbeatable = ("(not (attackable ?a))", "(stands ?r ?to)")
        conditions += [negated(self.some(kind, *unbeatable)) for kind in sorted(self.features.kinds)]
        if not is_goal:
            conditions += self.spared(WALK)
            if self.features.weak:
                effects.append("(when (weak ?end) (cracked ?end))")
                effects.append("(forall (?m - tile) (when (through ?to ?m ?end) (destroyed ?m)))")
            if self.features.spears:
                effects.append("(when (and (not (carrying)) (spear ?to)) (and (carrying) (not (spear ?to))))")
                effects.append(
                    "(when (and (not (carrying)) (not (spear ?to)) (spear ?end)) (and (carrying) (not (spear ?end))))"
                )
            effects += self.trap_effects(WALK)
        return action_text(name, "?side - side ?from ?to ?end - tile", conditions, effects)

    def lever(self) -> str:
        conditions = ["(lara ?at) (lever ?at ?lever)", "(or (not (shifts ?lever ?at)) (off ?at))"]
        effects = [
            "(forall (?t - tile) (when (and (shifts ?lever ?t) (off ?t)) (not (off ?t))))",
            "(forall (?t - tile) (when (and (shifts ?lever ?t) (not (off ?t))) (off ?t)))",
        ]
        if self.features.traps_act_on_any:
            conditions += self.spared(PULL)
            effects += self.trap_effects(PULL)
        return action_text("lever", "?at - tile ?lever - lever", conditions, effects)

    def throw(self) -> str:
        targets = [self.some(kind, "(attackable ?a)", "(stands ?r ?target)") for kind in self.animals]
        conditions = ["(lara ?at) (in-reach ?at ?target) (carrying)", either(*targets)]
        effects = ["(not (carrying))"]
        if self.features.traps_act_on_any:
            conditions += self.spared(THROW)
            effects += self.trap_effects(THROW)
        else:
            effects += self.slain_effects(THROW)
        return action_text("throw", "?at ?target - tile", conditions, effects)

    def text(self) -> str:
        actions = [self.walking("walk", False), self.walking("win", True)]
        if self.features.levers:
            actions.append(self.lever())
        if self.features.spears and self.animals:
            actions.append(self.throw())
        return text_beside(__package__, "domain").format(
            requirements=" :numeric-fluents" if self.features.numeric else "",
            functions=FUNCTIONS if self.features.numeric else "",
            actions="\n".join(actions),
        )


def action_text(name: str, parameters: str, conditions: list[str], effects: list[str]) -> str:
    def lines(parts: list[str]) -> str:
        return "".join(f"\n      {part}" for part in parts if part != "(and)")

    return (
        f"  (:action {name}\n    :parameters ({parameters})\n    :precondition (and{lines(conditions)})\n"
        f"    :effect (and{lines(effects)}))\n"
    )
