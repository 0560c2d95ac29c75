"""The level in C++."""

from __future__ import annotations

from ... import _native
from ..._native import RollEffect, RollFloor, RollKind, RollStep
from ...core.parts import Twin
from .rules import ACROSS, DOWN, STANDING, Cell, RollLevel, Switch, initial, is_bridge

MARGIN = 2
KINDS = {STANDING: RollKind.standing, ACROSS: RollKind.lying_across, DOWN: RollKind.lying_down}
EFFECTS = dict(RollEffect.__members__)
MOVES = list(RollStep.__members__)
FIRST_BRIDGE = int(RollFloor.first_bridge)
SPECIAL = {" ": RollFloor.hole, ".": RollFloor.hole, "f": RollFloor.fragile}
FLOORS = bytes(SPECIAL.get(chr(code), RollFloor.plain) for code in range(256))


def twin(level: RollLevel) -> Twin:
    letters = sorted(level.letters)
    bridges = [letter for letter in letters if is_bridge(letter)]
    switches = [letter for letter in letters if letter.isupper()]
    bit = {letter: 1 << place for place, letter in enumerate(bridges)}
    width = max(map(len, level.rows)) + 2 * MARGIN
    sides = " " * MARGIN
    margin = " " * (width * MARGIN)
    cells = f"{margin}{''.join([(sides + row).ljust(width) for row in level.rows])}{margin}".encode("latin-1")
    floor_of = bytearray(FLOORS)
    for place, letter in enumerate(bridges, start=FIRST_BRIDGE):
        floor_of[ord(letter)] = place
    switch_of = bytearray(256)
    for place, letter in enumerate(switches, start=1):
        switch_of[ord(letter)] = place

    def number(cell: Cell) -> int:
        return (cell[0] + MARGIN) * width + cell[1] + MARGIN

    def device(switch: Switch) -> _native.RollSwitch:
        effects = [(EFFECTS[effect.verb], mask(bit, effect.bridges)) for effect in switch.effects]
        split = (number(switch.split[0]), number(switch.split[1])) if switch.split else None
        return _native.RollSwitch(switch.heavy, effects, split)

    start = initial(level)
    system = _native.Roll(
        width,
        cells.translate(floor_of),
        cells.translate(switch_of),
        [device(level.switch[letter]) for letter in switches],
        _native.RollState(KINDS[start.kind], number(start.cell), 0, mask(bit, start.bridges)),
        number(level.target),
        level.swap_cost,
    )
    return Twin(system, MOVES)


def mask(bit: dict[str, int], bridges: tuple[str, ...] | frozenset[str]) -> int:
    return sum(bit[bridge] for bridge in set(bridges))
