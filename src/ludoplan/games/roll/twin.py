"""The level in C++."""

from __future__ import annotations

from ... import _native
from ..._native import RollEffect, RollFloor, RollKind, RollStep
from ...core.parts import Twin
from .rules import ACROSS, DOWN, STANDING, Cell, RollLevel, Switch, initial, is_bridge

MARGIN = 2
KINDS = {STANDING: RollKind.standing, ACROSS: RollKind.lying_across, DOWN: RollKind.lying_down}


def twin(level: RollLevel) -> Twin:
    columns = max(len(row) for row in level.rows)
    width = columns + 2 * MARGIN
    bridges = sorted(letter for letter in level.letters if is_bridge(letter))
    floors = {" ": RollFloor.hole, ".": RollFloor.hole, "f": RollFloor.fragile}
    numbers = {**floors, **{letter: RollFloor.first_bridge + place for place, letter in enumerate(bridges)}}
    floor_of = {ord(character): numbers.get(character, RollFloor.plain) for character in (*level.letters, " ")}
    letters = sorted(letter for letter in level.letters if letter.isupper())
    margin = " " * width * MARGIN
    padded = margin + "".join(" " * MARGIN + row.ljust(columns + MARGIN) for row in level.rows) + margin

    def number(cell: Cell) -> int:
        return (cell[0] + MARGIN) * width + cell[1] + MARGIN

    def mask(names: tuple[str, ...] | frozenset[str]) -> int:
        return sum(1 << bridges.index(name) for name in set(names))

    def device(switch: Switch) -> _native.RollSwitch:
        effects = [(RollEffect[effect.verb], mask(effect.bridges)) for effect in switch.effects]
        split = (number(switch.split[0]), number(switch.split[1])) if switch.split else None
        return _native.RollSwitch(switch.heavy, effects, split)

    switch_at = [-1] * len(padded)
    for place, letter in enumerate(letters):
        at = -1
        for _ in range(padded.count(letter)):
            at = padded.index(letter, at + 1)
            switch_at[at] = place
    start = initial(level)
    system = _native.Roll(
        width,
        list(padded.translate(floor_of).encode("latin-1")),
        switch_at,
        [device(level.switch[letter]) for letter in letters],
        _native.RollState(KINDS[start.kind], number(start.cell), 0, mask(start.bridges)),
        number(level.target),
        level.swap_cost,
    )
    return Twin(system, list(RollStep.__members__))
