"""The level in C++."""

from __future__ import annotations

from ... import _native
from ..._native import LaraAction, LaraTrapKind
from ...core.parts import Twin
from .rules import LaraLevel


def twin(level: LaraLevel) -> Twin | None:
    """The level in C++, unless it is too large for that, or the spear is to be carried out."""
    if level.carry_out:
        return None
    cracked = [tile.id for tile in level.tiles if tile.kind == "CrackedTile"]
    moving = [tile.id for tile in level.tiles if tile.kind == "MovingTile"]
    if max(len(cracked), len(moving), len(level.spears)) > _native.LARA_MOST_OF_SET:
        return None
    if len(level.tiles) > _native.LARA_MOST_TILES or len(level.traps) > _native.LARA_MOST_TRAPS:
        return None
    if any(len(trap.sequence) > _native.LARA_MOST_STEPS for trap in level.traps):
        return None
    number: dict[int | None, int] = {tile.id: place for place, tile in enumerate(level.tiles)}
    number[None] = -1

    def numbers(ids: list[int] | tuple[int, ...]) -> dict[int, int]:
        return {tile: place for place, tile in enumerate(ids)}

    weak, movable, spears = numbers(cracked), numbers(moving), numbers(level.spears)
    levers = {place: index for index, lever in enumerate(level.levers) for place in lever.pos}
    tiles = [
        _native.LaraTile(
            joins=[number[target] for target in tile.joins],
            air_connect=[number[target] for target in tile.air_connect],
            is_goal=tile.is_goal,
            drop=number[tile.drop],
            cracked=weak.get(tile.id, -1),
            moving=movable.get(tile.id, -1),
            spear=spears.get(tile.id, -1),
            lever=levers.get(tile.id, -1),
        )
        for tile in level.tiles
    ]
    traps = [
        _native.LaraTrap(
            kind=LaraTrapKind[trap.kind.lower()],
            can_attack=trap.can_attack,
            pos=number[trap.pos],
            guards=number[trap.guards],
            sequence=list(trap.sequence),
            activates=number[trap.activates],
        )
        for trap in level.traps
    ]
    system = _native.Lara(
        tiles,
        traps,
        [sum(1 << movable[tile] for tile in lever.tiles) for lever in level.levers],
        number[level.start],
        sum(1 << movable[tile.id] for tile in level.tiles if tile.kind == "MovingTile" and not tile.active),
        level.traps_act_on == "any",
    )
    texts = {LaraAction.pull: ["lever"], LaraAction.throw_at: [f"throw {tile.id}" for tile in level.tiles]}
    return Twin(system, [text for action in LaraAction for text in texts.get(action, [action.name])])
