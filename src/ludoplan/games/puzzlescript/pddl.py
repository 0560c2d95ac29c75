"""A level as a planning task, for games whose turn is a fixed number of passes.

One action for each input. What a turn does is said by derived predicates, one after the other as the turn goes: each
group of rules, and the moving itself, makes new ones of those before it, and the action's conditional effects take over
the last. Groups that only start movements, such as pushing, may match again and again: their predicates are recursive.
Any other group must be one whose matches do not make new ones; else the level is refused, with the line of the rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from ...core.errors import Unsupported
from ...core.parts import Pddl, PddlForms
from .board import bits
from .level import PuzzleScriptLevel
from .movement import LOST_READS
from .play import initial
from .program import ALL, BITS_PER_LAYER, DOWN, INPUTS, LEFT, NO, RIGHT, UP, CellPattern, Program, Rule, WinCondition

WAYS = {UP: "up", DOWN: "down", LEFT: "left", RIGHT: "right"}
STEPS = {UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)}

Bits = frozenset[int]
"""Objects by their ids, and after them the layers: the movement of a layer in the direction of the input."""


@dataclass(frozen=True)
class Spot:
    """What a rule asks of a cell and does to it, in a turn of one input."""

    needs: Bits
    any: tuple[Bits, ...]
    forbids: Bits
    makes: Bits
    drops: Bits

    @property
    def wanted(self) -> Bits:
        return self.needs.union(*self.any)


@dataclass(frozen=True)
class Step:
    """A rule that may match in a turn of one input."""

    rule: Rule
    rows: tuple[tuple[Spot | None, ...], ...]

    def spots(self) -> Iterator[Spot]:
        for row in self.rows:
            yield from (spot for spot in row if spot is not None)

    @property
    def writers(self) -> list[Spot]:
        return [spot for spot in self.spots() if spot.makes or spot.drops]

    @property
    def is_cancelling(self) -> bool:
        return any(command.name == "cancel" for command in self.rule.commands)


def encode(level: PuzzleScriptLevel, variant: str | None = None) -> Pddl:
    """Domain and problem; raises Unsupported where a turn is more than a fixed number of passes."""
    check(level)
    return Encoder(level).encode()


def check(level: PuzzleScriptLevel) -> None:
    """Raises Unsupported for what no planning task of this kind can say."""
    program = level.program
    for groups, loops in ((program.rules, program.loop_points), (program.late_rules, program.late_loop_points)):
        if any(loop >= 0 for loop in loops):
            raise refusal("it has loops (startloop)")
        for rule in (rule for group in groups for rule in group):
            for command in rule.commands:
                if command.name in ("again", "restart", "checkpoint", "win"):
                    raise refusal(f"a rule has the command `{command.name}`", rule)
            if rule.is_rigid:
                raise refusal("a rule is rigid", rule)
            if rule.is_random:
                raise refusal("a rule is random", rule)
            if any(to.is_random for to in rule.replacements):
                raise refusal("a rule draws at random", rule)


def refusal(reason: str, rule: Rule | None = None) -> Unsupported:
    where = "" if rule is None else f" (line {rule.line})"
    return Unsupported(f"no PDDL form of this game: {reason}{where}")


class Encoder:
    def __init__(self, level: PuzzleScriptLevel) -> None:
        self.level = level
        self.program: Program = level.program
        self.state = initial(level).state
        self.layers = {thing: layer for layer, mask in enumerate(self.program.layer_masks) for thing in bits(mask)}
        self.movement = len(self.program.objects)  # the number of the first layer's movement
        self.names = {
            thing.id: f"{re.sub('[^a-z0-9]+', '-', thing.name).strip('-') or 'thing'}-{thing.id}"
            for thing in self.program.objects
        }
        self.find_possible()
        self.check_exclusive()
        self.check_sounds()
        self.derived: list[str] = []

    # -- what can be, and what can match

    def find_possible(self) -> None:
        """Objects that can ever be on the board, and layers that move, by input."""
        self.possible = {thing for cell in self.state.objects for thing in bits(cell)}
        players = set(bits(self.program.player_mask))
        self.moving: dict[str, set[int]] = {key: set() for key in self.level.inputs}
        while True:
            before = len(self.possible) + sum(map(len, self.moving.values()))
            for key, moving in self.moving.items():
                if INPUTS[key]:
                    moving |= {self.movement + self.layers[thing] for thing in players & self.possible}
                for step in self.steps(key):
                    for made in (bit for spot in step.spots() for bit in spot.makes):
                        (moving if made >= self.movement else self.possible).add(made)
            if len(self.possible) + sum(map(len, self.moving.values())) == before:
                return

    def steps(self, key: str) -> Iterator[Step]:
        for group in (*self.program.rules, *self.program.late_rules):
            yield from self.steps_of(group, key)

    def steps_of(self, group: Sequence[Rule], key: str, is_late: bool = False) -> list[Step]:
        """The rules of a group that may match in a turn of this input, or after its movements have ended."""
        there = self.possible if is_late else self.possible | self.moving[key]
        found = []
        for rule in group:
            rows = tuple(
                tuple(None if cell is None else self.spot(cell, INPUTS[key], there) for cell in row)
                for row in rule.rows
            )
            step = Step(rule, rows)
            if len(list(step.spots())) < len(rule.patterns):
                continue
            sent = (bit for to in rule.replacements for bit in bits(to.movements_set))
            if any(1 << bit % BITS_PER_LAYER != INPUTS[key] for bit in sent):
                raise refusal("things may move in several directions in one turn", rule)
            found.append(step)
        return found

    def spot(self, cell: CellPattern, direction: int, there: set[int]) -> Spot | None:
        """The cell for an input of this direction, where there may be such bits; None if it cannot match."""
        needs, forbids = set(bits(cell.objects_present)), set(bits(cell.objects_missing))
        for bit in bits(cell.movements_present):
            if 1 << bit % BITS_PER_LAYER != direction:
                return None
            needs.add(self.movement + bit // BITS_PER_LAYER)
        forbids |= self.movements(cell.movements_missing, direction)
        any_of = tuple(frozenset(there.intersection(bits(mask)) - forbids) for mask in cell.any_objects_present)
        if not needs <= there or needs & forbids or not all(any_of):
            return None
        makes: set[int] = set()
        drops: set[int] = set()
        to = cell.replacement
        if to is not None:
            makes = set(bits(to.objects_set)) | self.movements(to.movements_set, direction)
            drops = set(bits(to.objects_clear))
            drops |= self.movements(to.movements_clear | to.movements_layer_mask, direction)
            drops = (drops & there) - makes - forbids - self.shut_out(needs, any_of)
            makes -= needs
        return Spot(frozenset(needs), any_of, frozenset(forbids & there), frozenset(makes), frozenset(drops))

    def movements(self, mask: int, direction: int) -> set[int]:
        return {self.movement + bit // BITS_PER_LAYER for bit in bits(mask) if 1 << bit % BITS_PER_LAYER == direction}

    def shut_out(self, needs: set[int], any_of: Sequence[Bits]) -> set[int]:
        """Objects that are not there because another one of their layer is."""
        out: set[int] = set()
        for group in ({bit} for bit in needs if bit < self.movement), any_of:
            for inside in group:
                layers = {self.layers[thing] for thing in inside}
                if len(layers) == 1:
                    out |= set(bits(self.program.layer_masks[layers.pop()])) - inside
        return out

    def check_exclusive(self) -> None:
        """Everything here rests on it that a cell has one object of a layer at most."""
        for cell in self.state.objects:
            if any((cell & mask).bit_count() > 1 for mask in self.program.layer_masks):
                raise refusal("a cell has two objects of one layer")
        for key in self.level.inputs:
            for step in self.steps(key):
                for spot in step.writers:
                    for made in (bit for bit in spot.makes if bit < self.movement):
                        others = set(bits(self.program.layer_masks[self.layers[made]])) & self.possible - {made}
                        others -= spot.drops | spot.forbids | self.shut_out(set(spot.needs), spot.any)
                        if others:
                            raise refusal("two objects of one layer may come to be in a cell", step.rule)

    def check_sounds(self) -> None:
        """Where a cell has many sounds, the original may make a movement twice."""
        reads = 0
        for layer in {bit - self.movement for moving in self.moving.values() for bit in moving}:
            sounds = self.program.sounds.move[layer]
            things = self.possible.intersection(bits(self.program.layer_masks[layer]))
            reads += max((sum(sound.objects >> thing & 1 for sound in sounds) for thing in things), default=0)
        if reads >= LOST_READS:
            raise refusal(f"something that moves may be heard {LOST_READS} times in one cell")

    # -- texts

    def encode(self) -> Pddl:
        actions = [self.action(key) for key in self.level.inputs]
        goal = " ".join(self.win(condition) for condition in self.program.win_conditions)
        goal = f"(and (begun) {goal})" if self.program.win_conditions else "(never)"
        text = "\n".join([*self.derived, *actions, goal])
        derived_names = re.findall(r"\(:derived \((\S+) ", "\n".join(self.derived))
        static = [f"(next-{way} ?a - cell ?b - cell)" for way in WAYS.values()]
        static += [f"(beyond-{way} ?a - cell ?b - cell)" for way in WAYS.values()]
        things = [self.names[thing] for thing in sorted(self.possible)]
        predicates = [*static, "(begun)", "(never)", *(f"({name} ?x - cell)" for name in (*things, *derived_names))]
        used = set(re.findall(r"\(([^\s()]+)", text))
        predicates = [each for each in predicates if each[1:-1].split()[0] in used]
        domain = [
            "(define (domain puzzlescript)",
            "  (:requirements :adl :derived-predicates)",
            "  (:types cell)",
            "  (:predicates",
            *(f"    {predicate}" for predicate in predicates),
            "  )",
            *(f"  {line}" for line in self.derived),
            *actions,
            ")",
        ]
        return Pddl("\n".join(domain) + "\n", self.problem(goal, used), decode)

    def problem(self, goal: str, used: set[str]) -> str:
        width, height = self.level.map.width, self.level.map.height
        cells = [(x, y) for x in range(width) for y in range(height)]
        facts = []
        for direction, (dx, dy) in STEPS.items():
            way = WAYS[direction]
            for x, y in cells:
                line = [(x + dx * n, y + dy * n) for n in range(1, max(width, height))]
                line = [(a, b) for a, b in line if 0 <= a < width and 0 <= b < height]
                if f"next-{way}" in used:
                    facts += [f"(next-{way} c{x}-{y} c{a}-{b})" for a, b in line[:1]]
                if f"beyond-{way}" in used:
                    facts += [f"(beyond-{way} c{x}-{y} c{a}-{b})" for a, b in line]
        for (x, y), objects in zip(cells, self.state.objects, strict=True):
            facts += [f"({self.names[thing]} c{x}-{y})" for thing in bits(objects) if self.names[thing] in used]
        return "\n".join(
            [
                "(define (problem level)",
                "  (:domain puzzlescript)",
                f"  (:objects {' '.join(f'c{x}-{y}' for x, y in cells)} - cell)",
                "  (:init",
                *(f"    {fact}" for fact in facts),
                "  )",
                f"  (:goal {goal}))\n",
            ]
        )

    def win(self, condition: WinCondition) -> str:
        subject = self.has(condition.subject, condition.subject_is_aggregate)
        target = self.has(condition.target, condition.target_is_aggregate)
        if condition.kind == ALL:
            return f"(forall (?x - cell) (imply {subject} {target}))"
        both = f"(and {subject} {target})"
        return f"(forall (?x - cell) (not {both}))" if condition.kind == NO else f"(exists (?x - cell) {both})"

    def has(self, mask: int, needs_all: bool) -> str:
        things = list(bits(mask))
        atoms = [f"({self.names[thing]} ?x)" for thing in things if thing in self.possible]
        if needs_all:
            return f"(and {' '.join(atoms)})" if len(atoms) == len(things) else "(or)"
        # A condition without "on" means all objects, of which every cell has one.
        return "(and)" if len(things) == len(self.program.objects) else f"(or {' '.join(atoms)})"

    def action(self, key: str) -> str:
        turn = Turn(self, key)
        conditions, effects = turn.play()
        lines = [f"  (:action press-{key}", "    :parameters ()"]
        lines += [f"    :precondition (and {' '.join(conditions)})"] if conditions else []
        return "\n".join([*lines, "    :effect (and (begun)", *(f"      {effect}" for effect in effects), "    ))"])


class Turn:
    """The turn of one input: predicates by what they stand for, renewed as the turn goes."""

    def __init__(self, encoder: Encoder, key: str) -> None:
        self.encoder = encoder
        self.key = key
        self.program = encoder.program
        self.early = [encoder.steps_of(group, key) for group in self.program.rules]
        self.names = dict(encoder.names)
        self.count = 0
        self.cancels: list[str] = []

    def play(self) -> tuple[list[str], list[str]]:
        """The action's preconditions and effects; the derived predicates go to the encoder."""
        encoder, program = self.encoder, self.program
        moving = encoder.moving[self.key]
        for layer in sorted(moving):
            mask = program.layer_masks[layer - encoder.movement] & program.player_mask
            is_player = encoder.has(mask, False) if mask else "(or)"
            if program.player_is_aggregate:
                is_player = f"(and {is_player} {encoder.has(program.player_mask, True)})"
            self.rename(layer, is_player if INPUTS[self.key] else "(or)")
        for steps in self.early:
            self.apply(steps)
        self.move()
        for group in program.late_rules:
            steps = encoder.steps_of(group, self.key, is_late=True)
            for step in steps:
                if any(bit >= encoder.movement for spot in step.writers for bit in spot.makes):
                    raise refusal("a late rule starts a movement", step.rule)
            self.apply(steps)
        conditions = [f"(not {cancel})" for cancel in self.cancels]
        if program.settings.require_player_movement and self.key != "tick":
            was = encoder.has(program.player_mask, program.player_is_aggregate)
            players = encoder.possible.intersection(bits(program.player_mask))
            still = " ".join(f"({self.names[thing]} ?x)" for thing in sorted(players))
            conditions.append(
                f"(or (forall (?x - cell) (not {was})) (exists (?x - cell) (and {was} (not (or {still})))))"
            )
        effects = []
        for thing in sorted(encoder.possible):
            before, after = f"({encoder.names[thing]} ?x)", f"({self.names[thing]} ?x)"
            if before != after:
                effects.append(f"(forall (?x - cell) (when (and {after} (not {before})) {before}))")
                effects.append(f"(forall (?x - cell) (when (and {before} (not {after})) (not {before})))")
        return conditions, effects

    def rename(self, bit: int, condition: str) -> None:
        self.names[bit] = self.derive(f"{self.label(bit)}", condition)

    def label(self, bit: int) -> str:
        layer = bit - self.encoder.movement
        return f"moves-{layer}" if layer >= 0 else self.encoder.names[bit]

    def derive(self, label: str, condition: str, name: str | None = None) -> str:
        name = name or self.new_name(label)
        self.encoder.derived.append(f"(:derived ({name} ?x - cell) {condition})")
        return name

    def new_name(self, label: str) -> str:
        self.count += 1
        return f"{self.key}-{self.count}-{label}"

    # -- rules

    def apply(self, steps: list[Step]) -> None:
        cancelling = [step for step in steps if step.is_cancelling]
        if cancelling and any(step.writers for step in steps):
            raise refusal("a rule that cancels stands with rules that change something", cancelling[0].rule)
        self.cancels += [self.exists(self.match(step)) for step in cancelling]
        steps = [step for step in steps if step.writers]
        if not steps:
            return
        movement = self.encoder.movement
        made = frozenset().union(*(spot.makes for step in steps for spot in step.writers))
        forbidden = frozenset().union(*(spot.forbids for step in steps for spot in step.spots()))
        drops = any(spot.drops for step in steps for spot in step.writers)
        if not drops and all(bit >= movement for bit in made) and not made & forbidden:
            self.start_movements(steps, made)
            return
        self.check_once(steps)
        if is_peaceful(steps):
            self.rewrite(steps)
            return
        for step in steps:
            if not is_peaceful([step]):
                raise refusal("one match of a rule may undo another", step.rule)
            self.rewrite([step])

    def check_once(self, steps: list[Step]) -> None:
        """Raises Unsupported if what the rules do could make them match again."""
        spots = [spot for step in steps for spot in step.spots()]
        for step in steps:
            for writer in step.writers:
                if any(writer.makes & spot.wanted or writer.drops & spot.forbids for spot in spots):
                    raise refusal("a rule may match again because of what it did", step.rule)

    def start_movements(self, steps: list[Step], made: Bits) -> None:
        """Movements that may start others in turn: the least that is closed under the rules."""
        before = dict(self.names)
        for bit in sorted(made):
            self.names[bit] = self.new_name(self.label(bit))
        for bit in sorted(made):
            ways = [f"({before[bit]} ?x)", *(self.hit(step, bit, lambda spot: spot.makes) for step in steps)]
            self.derive("", f"(or {' '.join(way for way in ways if way)})", self.names[bit])

    def rewrite(self, steps: list[Step]) -> None:
        """All matches at once."""
        makes = frozenset().union(*(spot.makes for step in steps for spot in step.writers))
        drops = frozenset().union(*(spot.drops for step in steps for spot in step.writers))
        new = {}
        for bit in sorted(makes | drops):
            made = [way for step in steps if (way := self.hit(step, bit, lambda spot: spot.makes))]
            lost = [way for step in steps if (way := self.hit(step, bit, lambda spot: spot.drops))]
            kept = f"(and ({self.names[bit]} ?x) (not (or {' '.join(lost)})))" if lost else f"({self.names[bit]} ?x)"
            new[bit] = f"(or {' '.join([kept, *made])})"
        for bit, condition in new.items():
            self.rename(bit, condition)

    def hit(self, step: Step, bit: int, side: Callable[[Spot], Bits]) -> str:
        """That a match rewrites this cell so; nothing where the step does not do that."""
        ways = []
        for row, spots in enumerate(step.rows):
            for place, spot in enumerate(spots):
                if spot is not None and bit in side(spot):
                    ways.append(self.exists(self.match(step, (row, place))))
        return ways[0] if len(ways) == 1 else f"(or {' '.join(ways)})" if ways else ""

    def match(self, step: Step, here: tuple[int, int] | None = None) -> tuple[list[str], list[str]]:
        """The variables and conditions of a match; the cell at `here` is the variable x."""
        variables: list[str] = []
        conditions: list[str] = []
        way = WAYS[step.rule.direction]
        for row, spots in enumerate(step.rows):
            places = [place for place, spot in enumerate(spots) if spot is not None]
            names = {place: "?x" if (row, place) == here else f"?c{row}-{place}" for place in places}
            variables += [name for name in names.values() if name != "?x"]
            for first, second in pairwise(places):
                kind = "next" if second == first + 1 else "beyond"
                conditions.append(f"({kind}-{way} {names[first]} {names[second]})")
            for place in places:
                spot = spots[place]
                assert spot is not None
                conditions += self.conditions(spot, names[place])
        return variables, conditions

    def conditions(self, spot: Spot, variable: str) -> Iterator[str]:
        yield from (f"({self.names[bit]} {variable})" for bit in sorted(spot.needs))
        for any_of in spot.any:
            yield f"(or {' '.join(f'({self.names[bit]} {variable})' for bit in sorted(any_of))})"
        yield from (f"(not ({self.names[bit]} {variable}))" for bit in sorted(spot.forbids))

    @staticmethod
    def exists(match: tuple[list[str], list[str]]) -> str:
        variables, conditions = match
        body = f"(and {' '.join(conditions)})"
        return f"(exists ({' '.join(variables)} - cell) {body})" if variables else body

    # -- moving

    def move(self) -> None:
        """All movements go the same way, so an object moves if the cell ahead is free or gets free."""
        direction = INPUTS[self.key]
        if direction not in WAYS:
            return
        way = WAYS[direction]
        for bit in sorted(self.encoder.moving[self.key]):
            layer = bit - self.encoder.movement
            things = [thing for thing in bits(self.program.layer_masks[layer]) if thing in self.encoder.possible]
            name = self.new_name(f"goes-{layer}")
            is_free = " ".join(f"(not ({self.names[thing]} ?n))" for thing in things)
            ahead = f"(exists (?n - cell) (and (next-{way} ?x ?n) (or ({name} ?n) (and {is_free}))))"
            self.derive("", f"(and ({self.names[bit]} ?x) {ahead})", name)
            new = {}
            for thing in things:
                atom = self.names[thing]
                came = f"(exists (?b - cell) (and (next-{way} ?b ?x) ({atom} ?b) ({name} ?b)))"
                new[thing] = f"(or (and ({atom} ?x) (not ({name} ?x))) {came})"
            for thing, condition in new.items():
                if self.may_move(thing, layer):
                    self.rename(thing, condition)

    def may_move(self, thing: int, layer: int) -> bool:
        """Whether a movement of the layer may be this object's."""
        encoder = self.encoder
        if self.program.player_mask >> thing & 1:
            return True
        bit = encoder.movement + layer
        for step in chain.from_iterable(self.early):
            for spot in step.writers:
                is_moved = bit in spot.makes or (thing in spot.makes and bit not in spot.drops)
                away = encoder.shut_out(set(spot.needs), spot.any) | spot.forbids | spot.drops
                if is_moved and (thing in spot.makes or thing not in away):
                    return True
        return False


def is_peaceful(steps: list[Step]) -> bool:
    """Whether all matches may be applied at once: none takes away what another needs, and no two disagree."""
    spots = [spot for step in steps for spot in step.spots()]
    return not any(
        writer.makes & other.forbids
        or writer.drops & other.wanted
        or writer.drops & other.makes
        or writer.makes & other.drops
        for number, writer in enumerate(spots)
        for place, other in enumerate(spots)
        if place != number
    )


def decode(actions: Sequence[str]) -> list[str]:
    """The inputs of action texts like `(press-up)`."""
    return [action.strip("() \t").lower().removeprefix("press-") for action in actions]


PDDL = PddlForms(encode)
