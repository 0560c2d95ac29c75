"""Lara: an explorer walks over tiles past animals, saws, weak floor and platforms that levers move, to a goal tile.

A turn is played on an `OpenTurn`, a state that may be changed; whatever forbids the action raises `Illegal` with the
reason.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

DIRECTIONS = ("left", "right", "up", "down")
TileKind = Literal["Tile", "CrackedTile", "MovingTile"]
TrapKind = Literal["Snake", "Saw", "Spider", "Lizard"]
Joins = tuple[int | None, ...]


@dataclass(frozen=True)
class Tile:
    """`joins` are the four tiles to the left, right, up and down; `active` matters for moving tiles only."""

    id: int
    kind: TileKind
    joins: Joins
    air_connect: tuple[int, ...] = ()
    is_goal: bool = False
    drop: int | None = None
    active: bool = True
    place: tuple[int, int, int] | None = None  # x, y, z, for drawing only


@dataclass(frozen=True)
class Trap:
    """`sequence` (saws, spiders) are numbers of directions; `activates` (lizards) is the tile that wakes it."""

    kind: TrapKind
    can_attack: bool
    pos: int
    guards: int | None
    sequence: tuple[int, ...] = ()
    activates: int | None = None

    @property
    def is_animal(self) -> bool:
        return self.kind != "Saw"


@dataclass(frozen=True)
class Lever:
    """`pos` are the tiles it can be pulled from, `tiles` those that it moves."""

    pos: tuple[int, ...]
    tiles: tuple[int, ...]


@dataclass(frozen=True)
class LaraLevel:
    tiles: tuple[Tile, ...]
    traps: tuple[Trap, ...]
    spears: tuple[int, ...]
    levers: tuple[Lever, ...]
    start: int
    traps_act_on: Literal["walk", "any"] = "walk"
    name: str | None = None
    carry_out: bool = False  # the goal counts only with a spear in hand
    tile: dict[int, Tile] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tile", {tile.id: tile for tile in self.tiles})

    @cached_property
    def lever_at(self) -> dict[int, Lever]:
        return {place: lever for lever in self.levers for place in lever.pos}


class TrapState(NamedTuple):
    """A living trap. `step` is the place in a route's sequence, `next` the tile a lizard guards next."""

    pos: int
    guards: int | None
    step: int = 0
    next: int | None = None
    awake: bool = False


class LaraState(NamedTuple):
    """Traps that are gone are None. A destroyed tile is a cracked one too; `off` are the inactive moving tiles."""

    agent: int
    has_spear: bool
    spears: frozenset[int]
    cracked: frozenset[int]
    destroyed: frozenset[int]
    off: frozenset[int]
    traps: tuple[TrapState | None, ...]


class Illegal(Exception):  # noqa: N818 - the rules forbid it, nothing went wrong
    """Why an action is illegal."""


def initial(level: LaraLevel) -> LaraState:
    off = frozenset(tile.id for tile in level.tiles if tile.kind == "MovingTile" and not tile.active)
    traps = tuple(TrapState(trap.pos, trap.guards, next=trap.activates) for trap in level.traps)
    return LaraState(level.start, False, frozenset(level.spears), frozenset(), frozenset(), off, traps)


def is_goal(level: LaraLevel, state: LaraState) -> bool:
    return level.tile[state.agent].is_goal and (state.has_spear or not level.carry_out)


def moves(level: LaraLevel, state: LaraState) -> list[str]:
    throws = (f"throw {target}" for target in level.tile[state.agent].air_connect) if state.has_spear else ()
    return [move for move in (*DIRECTIONS, "lever", *throws) if isinstance(outcome(level, state, move), LaraState)]


def outcome(level: LaraLevel, state: LaraState, move: str) -> LaraState | str:
    """The state after the action, or why it is illegal."""
    turn = OpenTurn(level, state)
    try:
        if is_goal(level, state):
            raise Illegal("the level is won")
        if move in DIRECTIONS:
            turn.walk(DIRECTIONS.index(move))
        elif move == "lever":
            turn.pull_lever()
        else:
            turn.throw(int(move.removeprefix("throw ")))
    except Illegal as reason:
        return str(reason)
    return turn.state()


class OpenTurn:
    """A state in the middle of a turn."""

    def __init__(self, level: LaraLevel, state: LaraState) -> None:
        self.level = level
        self.agent, self.has_spear, self.spears, self.cracked, self.destroyed, self.off, traps = state
        self.traps = list(traps)

    def state(self) -> LaraState:
        sets = self.spears, self.cracked, self.destroyed, self.off
        return LaraState(self.agent, self.has_spear, *sets, tuple(self.traps))

    # -- the player's actions

    def walk(self, direction: int) -> None:
        target = self.level.tile[self.agent].joins[direction]
        if target is None:
            raise Illegal(f"there is no tile {DIRECTIONS[direction]} of tile {self.agent}")
        if target in self.off:
            raise Illegal(f"tile {target} is inactive")
        if target in self.destroyed:
            raise Illegal(f"tile {target} is destroyed")
        for trap, now in zip(self.level.traps, self.traps, strict=True):
            if now is None:
                continue
            if trap.is_animal and now.guards == target:
                raise Illegal(f"the {trap.kind.lower()} on tile {now.pos} guards tile {target}")
            if not trap.can_attack and now.pos == target:
                raise Illegal(f"the {trap.kind.lower()} on tile {target} cannot be attacked")
        self.agent = self.stepped_on(target)
        for tile in (target, self.agent):
            if tile in self.spears and not self.has_spear:
                self.has_spear = True
                self.spears -= {tile}
        if not self.level.tile[self.agent].is_goal or (self.level.carry_out and not self.has_spear):
            self.let_traps_act()

    def stepped_on(self, tile: int) -> int:
        """Where Lara ends up when she steps on a tile: there, or where she falls to."""
        self.kill_animals((tile,))
        while not self.crack(tile):
            drop = self.level.tile[tile].drop
            if drop is None or drop in self.off:
                raise Illegal(f"Lara would fall to her death through tile {tile}")
            tile = drop
            self.kill_animals((tile,))
        return tile

    def pull_lever(self) -> None:
        lever = self.level.lever_at.get(self.agent)
        if lever is None:
            raise Illegal(f"there is no lever at tile {self.agent}")
        self.off = self.off.symmetric_difference(lever.tiles)
        if self.agent in self.off:
            raise Illegal(f"the lever would take away tile {self.agent}, on which Lara stands")
        if self.level.traps_act_on == "any":
            self.let_traps_act()

    def throw(self, target: int) -> None:
        if not self.has_spear:
            raise Illegal("Lara carries no spear")
        if target not in self.level.tile[self.agent].air_connect:
            raise Illegal(f"a spear thrown from tile {self.agent} does not reach tile {target}")
        if not self.kill_animals((target,)):
            raise Illegal(f"there is no animal on tile {target} that can be attacked")
        self.has_spear = False
        if self.level.traps_act_on == "any":
            self.let_traps_act()

    # -- what several things do

    def kill_animals(self, tiles: tuple[int | None, ...]) -> bool:
        """Removes the attackable animals on these tiles; whether there were any."""
        before = self.traps.count(None)
        for number, (trap, now) in enumerate(zip(self.level.traps, self.traps, strict=True)):
            if now is not None and trap.can_attack and now.pos in tiles:
                self.traps[number] = None
        return self.traps.count(None) > before

    def crack(self, tile: int) -> bool:
        """Somebody steps on the tile; whether it holds."""
        if self.level.tile[tile].kind != "CrackedTile":
            return True
        if tile in self.cracked:
            self.destroyed |= {tile}
            return False
        self.cracked |= {tile}
        return True

    # -- the traps' answer

    def let_traps_act(self) -> None:
        for number, trap in enumerate(self.level.traps):
            now = self.traps[number]
            if now is None:
                continue  # an earlier trap has killed it
            after = self.hunting(now) if trap.kind == "Lizard" else self.along_route(trap, now)
            if trap.is_animal and after.pos != now.pos and not self.crack(after.pos):
                self.traps[number] = None
                continue
            self.traps[number] = after
            if trap.kind == "Saw":
                self.kill_animals((after.pos, after.guards))
            strikes_own_tile = trap.kind in ("Saw", "Spider") or now.awake
            if (strikes_own_tile and self.agent == after.pos) or (trap.is_animal and self.agent == after.guards):
                raise Illegal(f"the {trap.kind.lower()} on tile {after.pos} would kill Lara on tile {self.agent}")

    def along_route(self, trap: Trap, now: TrapState) -> TrapState:
        """A saw or spider after its move, or as it is where it has to wait; a snake, which has no route, stays."""
        if not trap.sequence or now.guards is None or now.pos in self.off:
            return now
        ahead = self.level.tile[now.guards].joins[trap.sequence[now.step]]
        if ahead is None or ahead in self.off:
            return now
        return TrapState(now.guards, ahead, (now.step + 1) % len(trap.sequence))

    def hunting(self, now: TrapState) -> TrapState:
        """A lizard after its move; asleep it stays, and wakes when Lara is on its tile."""
        if not now.awake:
            return now._replace(awake=self.agent == now.next)
        pos = now.pos if now.guards is None else now.guards
        return TrapState(pos, now.next, next=self.agent, awake=True)


def move_from_text(level: LaraLevel, text: str) -> str:
    """The move; raises ValueError."""
    if text in (*DIRECTIONS, "lever") or re.fullmatch(r"throw (0|-?[1-9][0-9]{0,8})", text):
        return text
    raise ValueError(f"{text!r} is not one of {', '.join(DIRECTIONS)}, lever, throw ID")
