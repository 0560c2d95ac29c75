"""A compiled PuzzleScript game: what the compiler makes and what both interpreters run.

Masks are plain integers. An object mask has one bit per object id; ids follow the order of the collision layers. A
movement mask has five bits per layer (`UP`, `DOWN`, `LEFT`, `RIGHT`, `ACTION`), shifted by five times the layer.
Everything here is immutable, so that a program can be shared between levels, sessions and threads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import Final, TypeAlias

UP: Final = 1
DOWN: Final = 2
LEFT: Final = 4
RIGHT: Final = 8
ACTION: Final = 16
BITS_PER_LAYER: Final = 5
ANY_MOVEMENT: Final = 31
INPUTS: Final = {"up": UP, "left": LEFT, "down": DOWN, "right": RIGHT, "action": ACTION, "tick": 0}

NO: Final = -1
SOME: Final = 0
ALL: Final = 1

TRANSPARENT: Final = "transparent"


def union(masks: Iterable[int]) -> int:
    """The bits of all masks together."""
    return reduce(or_, masks, 0)


def holds(objects: int, mask: int, needs_all: bool) -> bool:
    """Whether a cell with these objects has one of the mask, or all of them."""
    return objects & mask == mask if needs_all else objects & mask != 0


@dataclass(frozen=True, slots=True)
class GameObject:
    """One object: its name in lower case, where it lives and how it looks."""

    name: str
    id: int
    layer: int
    colours: tuple[str, ...]
    """`#rrggbb` in lower case, or `transparent`."""
    sprite: tuple[tuple[int, ...], ...]
    """Rows of indices into `colours`; -1 is transparent. Five by five unless the source says otherwise."""
    line: int


@dataclass(frozen=True, slots=True)
class Replacement:
    """What a matched cell becomes: `(objects & ~objects_clear) | objects_set`, and the same for movements."""

    objects_clear: int
    objects_set: int
    movements_clear: int
    movements_set: int
    movements_layer_mask: int
    """All five bits of each layer whose movements are dropped before `movements_set` is added."""
    random_entity_mask: int
    """One of these objects is made, chosen at random; 0 for none."""
    random_direction_mask: int
    """Layers (5 = up and left bits, as a mark) that get a random direction; 0 for none."""

    @property
    def is_random(self) -> bool:
        return bool(self.random_entity_mask or self.random_direction_mask)


@dataclass(frozen=True, slots=True)
class CellPattern:
    """What a cell must hold for a rule to match, and what is put there."""

    objects_present: int
    objects_missing: int
    any_objects_present: tuple[int, ...]
    """Of each of these masks at least one object must be there."""
    movements_present: int
    movements_missing: int
    replacement: Replacement | None


CellRow: TypeAlias = tuple[CellPattern | None, ...]
"""Neighbouring cells in the rule's direction; None is an ellipsis."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something a rule asks for: `cancel`, `again`, `sfx3`, ...; only `message` has a text."""

    name: str
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in one direction, without properties that span layers, synonyms or relative directions."""

    direction: int
    rows: tuple[CellRow, ...]
    has_replacement: bool
    """False where the rule has only commands to the right of its arrow."""
    commands: tuple[Command, ...]
    is_random: bool
    is_rigid: bool
    line: int
    group_number: int
    """The line of the first rule of its group."""

    @property
    def patterns(self) -> list[CellPattern]:
        """All its cells but ellipses."""
        return [cell for row in self.rows for cell in row if cell is not None]

    @property
    def replacements(self) -> list[Replacement]:
        """What it does to each of its cells."""
        return [cell.replacement for cell in self.patterns if cell.replacement is not None]


RuleGroup: TypeAlias = tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class WinCondition:
    """`kind` is `NO`, `SOME` or `ALL`; all conditions must hold. "No X" without "on" has every object as its target.

    A cell has the subject if `cell & subject` is not 0, or, for an aggregate, if it is the whole of `subject`.
    """

    kind: int
    subject: int
    target: int
    subject_is_aggregate: bool
    target_is_aggregate: bool
    line: int


@dataclass(frozen=True, slots=True)
class MessageLevel:
    """A text that is shown between maps."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class MapLevel:
    """A map. `cells` are object masks, column by column: the cell at x, y is `cells[x * height + y]`."""

    width: int
    height: int
    cells: tuple[int, ...]
    line: int
    rows: tuple[str, ...]
    """The map as it was written, in lower case."""


Level: TypeAlias = MessageLevel | MapLevel


@dataclass(frozen=True, slots=True)
class ObjectSound:
    """A sound for objects that are made, destroyed, moved or stuck; `directions` is a movement mask, 0 where it has "
    "none."""

    objects: int
    directions: int
    layer: int
    """-1 for sounds of making and destroying."""
    seed: str


@dataclass(frozen=True, slots=True)
class Sounds:
    """Which seed is played when."""

    events: Mapping[str, str]
    """`sfx0`, `undo`, `startlevel`, ... to the seed."""
    create: tuple[ObjectSound, ...]
    destroy: tuple[ObjectSound, ...]
    move: tuple[tuple[ObjectSound, ...], ...]
    """One entry per layer."""
    cant_move: tuple[ObjectSound, ...]


@dataclass(frozen=True, slots=True)
class Settings:
    """What of the prelude matters to rules and pictures."""

    title: str | None
    author: str | None
    run_rules_on_level_start: bool
    require_player_movement: bool
    no_action: bool
    no_undo: bool
    no_restart: bool
    realtime: bool
    flickscreen: tuple[int, int] | None
    zoomscreen: tuple[int, int] | None
    background_colour: str
    text_colour: str


@dataclass(frozen=True, eq=False)
class Program:
    """A whole game, ready to run. Compared by identity: it is large."""

    objects: tuple[GameObject, ...]
    """By id."""
    layer_masks: tuple[int, ...]
    """The objects of each collision layer."""
    player_mask: int
    player_is_aggregate: bool
    """True: a cell holds a player only if it holds all of `player_mask`."""
    background_id: int
    background_layer: int
    rules: tuple[RuleGroup, ...]
    late_rules: tuple[RuleGroup, ...]
    loop_points: tuple[int, ...]
    """For each group the group to go back to after it (if something changed), or -1."""
    late_loop_points: tuple[int, ...]
    rigid_groups: tuple[int, ...]
    """The indices in `rules` of the groups with a rigid rule; a position here is a rigid group index."""
    rigid_index: Mapping[int, int]
    """From a rule's group number to its rigid group index."""
    win_conditions: tuple[WinCondition, ...]
    levels: tuple[Level, ...]
    glyphs: Mapping[str, int]
    """What may stand in a map (and longer names of the same kinds), in order of definition, to the objects it puts "
    "there."""
    names: Mapping[str, int]
    """Objects, synonyms and properties to their masks."""
    sounds: Sounds
    settings: Settings

    @cached_property
    def every_rule(self) -> list[Rule]:
        return [rule for group in (*self.rules, *self.late_rules) for rule in group]

    @cached_property
    def is_random(self) -> bool:
        """Whether random numbers decide what comes."""
        return any(rule.is_random or any(to.is_random for to in rule.replacements) for rule in self.every_rule)

    @cached_property
    def restarts(self) -> bool:
        """Whether a rule may restart the level."""
        return any(command.name == "restart" for rule in self.every_rule for command in rule.commands)

    @cached_property
    def leaves_movements(self) -> bool:
        """Whether late rules may give movements, which wait for the next turn (the compiler lets random ones pass)."""
        late = (rule for group in self.late_rules for rule in group)
        return any(to.random_direction_mask or to.movements_set for rule in late for to in rule.replacements)

    @cached_property
    def background_mask(self) -> int:
        """The objects of the background's layer."""
        return self.layer_masks[self.background_layer]

    def has_player(self, objects: int) -> bool:
        """Whether a cell with these objects has a player."""
        return holds(objects, self.player_mask, self.player_is_aggregate)

    @property
    def layer_count(self) -> int:
        return len(self.layer_masks)

    @property
    def object_count(self) -> int:
        return len(self.objects)
