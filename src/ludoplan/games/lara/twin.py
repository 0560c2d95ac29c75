"""The level in C++."""

from __future__ import annotations

from ... import _native
from ..._native import LaraAction, LaraTileKind, LaraTrapKind
from ...core.parts import Twin
from .rules import LaraLevel, Tile, Trap

TILE_KINDS = {"Tile": LaraTileKind.plain, "CrackedTile": LaraTileKind.weak, "MovingTile": LaraTileKind.movable}
TRAP_KINDS = {name.capitalize(): kind for name, kind in LaraTrapKind.__members__.items()}
# Of these the throws come last, one for each tile.
MOVES = ["lever" if name == "pull" else name for name in LaraAction.__members__][:-1]
MOST_KEPT = 10_000

# What was made of tiles, by their identity: levels that differ by an edit share most of them. The tile is kept, lest
# another one gets its identity.
_made: dict[int, tuple[Tile, _native.LaraTile, str]] = {}


def twin(level: LaraLevel) -> Twin | None:
    """The level in C++, unless it is too large for that, or the spear is to be carried out."""
    tiles = level.tiles
    if level.carry_out or len(tiles) > _native.LARA_MOST_TILES or len(level.traps) > _native.LARA_MOST_TRAPS:
        return None
    kinds = [tile.kind for tile in tiles]
    if max(kinds.count("CrackedTile"), kinds.count("MovingTile"), len(level.spears)) > _native.LARA_MOST_OF_SET:
        return None
    if any(len(trap.sequence) > _native.LARA_MOST_STEPS for trap in level.traps):
        return None
    if len(_made) > MOST_KEPT:
        _made.clear()
    for tile in tiles:
        if id(tile) not in _made:
            _made[id(tile)] = tile, native_tile(tile), f"throw {tile.id}"
    made = [_made[id(tile)] for tile in tiles]
    system = _native.Lara(
        [native for _, native, _ in made],
        [native_trap(trap) for trap in level.traps],
        level.spears,
        [_native.LaraLever(lever.pos, lever.tiles) for lever in level.levers],
        level.start,
        level.traps_act_on == "any",
    )
    return Twin(system, [*MOVES, *[throw for _, _, throw in made]])


def native_tile(tile: Tile) -> _native.LaraTile:
    return _native.LaraTile(
        tile.id,
        TILE_KINDS[tile.kind],
        tile.active,
        [number(target) for target in tile.joins],
        tile.air_connect,
        tile.is_goal,
        number(tile.drop),
    )


def native_trap(trap: Trap) -> _native.LaraTrap:
    kind, guards, activates = TRAP_KINDS[trap.kind], number(trap.guards), number(trap.activates)
    return _native.LaraTrap(kind, trap.can_attack, trap.pos, guards, trap.sequence, activates)


def number(tile: int | None) -> int:
    return _native.LARA_NO_TILE if tile is None else tile
