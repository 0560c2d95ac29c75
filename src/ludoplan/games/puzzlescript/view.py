"""Levels as they look: the sprites of the source, and letters of its legend in text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, reduce
from math import lcm
from operator import or_

from ...core.parts import Cell, View
from ...core.scene import Glyph, Scene, Shape, Sprite
from .board import bits
from .level import Frame, PuzzleScriptLevel
from .play import PlayState
from .program import ANY_MOVEMENT, BITS_PER_LAYER, TRANSPARENT, GameObject

MOST_PIXELS = 60  # on a side, where sprites of several sizes meet


def view(level: PuzzleScriptLevel, state: PlayState) -> Scene:
    height, cells = state.state.height, state.state.objects
    glyphs: dict[Cell, Glyph] = {}
    shapes: list[Shape] = []
    moving: list[Shape] = []  # before everything that stays, for it may come from another cell
    for place, objects in enumerate(cells):
        column, row = divmod(place, height)
        glyphs[row, column] = glyph_of(level.frame, objects)
        below, *above = parts_of(level.frame, objects)
        shapes.append(Shape("sprite", (column, row), "", sprite=sprite_of(level.frame, below)))
        for part in above:
            thing = level.program.objects[part.bit_length() - 1].name if part & movers(level.frame) else ""
            sprite = sprite_of(level.frame, part)
            name = f"{thing}~{row},{column}" if thing else ""
            moving.append(Shape("sprite", (column, row), "", sprite=sprite, thing=name))
    shapes += moving
    caption = "won" if state.won else ""
    return Scene.of_grid(height, len(cells) // height, glyphs, shapes, caption)


@lru_cache(maxsize=16)
def movers(frame: Frame) -> int:
    """The objects that may move: the player, what rules give a movement, what they take from one cell to another."""
    program = frame.program
    found = program.player_mask
    for patterns in (rule.patterns for rule in program.every_rule):
        for pattern in patterns:
            after = pattern.replacement
            if after is None:
                continue
            pushed = after.movements_set | after.random_direction_mask
            for layer, objects in enumerate(program.layer_masks):
                if pushed >> BITS_PER_LAYER * layer & ANY_MOVEMENT:
                    found |= objects & reduce(or_, pattern.any_objects_present, pattern.objects_present)
            for other in patterns:
                if other is not pattern:
                    found |= after.objects_set & other.objects_present
    return found & ~program.background_mask


@lru_cache(maxsize=4096)
def parts_of(frame: Frame, objects: int) -> tuple[int, ...]:
    """The objects of a cell from below, in as few parts as let what may move do so; the first part stays."""
    movable = movers(frame)
    parts = [0]
    for bit in bits(objects):
        mask = 1 << bit
        if mask & movable or (parts[-1] & movable):
            parts.append(mask)
        else:
            parts[-1] |= mask
    return tuple(parts)


@lru_cache(maxsize=4096)
def sprite_of(frame: Frame, objects: int) -> Sprite:
    """All objects of a cell in one picture, the layers one over the other."""
    there = [frame.program.objects[bit] for bit in bits(objects)]
    side = lcm(*(len(thing.sprite) for thing in there)) if there else 1
    side = side if side <= MOST_PIXELS else max(len(thing.sprite) for thing in there)
    rows = [[frame.program.settings.background_colour if not there else ""] * side for _ in range(side)]
    for thing in there:
        size = len(thing.sprite)
        for y in range(side):
            for x in range(side):
                colour = thing.sprite[y * size // side][x * size // side]
                if colour >= 0 and thing.colours[colour] != TRANSPARENT:
                    rows[y][x] = thing.colours[colour]
    return Sprite.of(tuple(map(tuple, rows)))


@lru_cache(maxsize=4096)
def glyph_of(frame: Frame, objects: int) -> Glyph:
    """The letter that puts these objects on a map; else that of the uppermost one that has a letter."""
    program = frame.program
    background = program.background_mask
    masks = {mask & ~background: glyph for glyph, mask in reversed(frame.glyphs.items())}
    there = list(bits(objects & ~background))
    top = program.objects[there[-1]] if there else None
    style = "" if top is None else main_colour(top)
    if objects & ~background in masks:
        return Glyph(masks[objects & ~background], style)
    for bit in reversed(there):
        if 1 << bit in masks:
            return Glyph(masks[1 << bit], main_colour(program.objects[bit]))
    return Glyph("." if top is None else top.name[0], style)


def main_colour(thing: GameObject) -> str:
    """The colour that most of its pixels have."""
    counts = Counter(thing.colours[pixel] for row in thing.sprite for pixel in row if pixel >= 0)
    del counts[TRANSPARENT]
    colour = counts.most_common(1)[0][0] if counts else ""
    return colour if len(colour) == 7 else ""


def size(level: PuzzleScriptLevel) -> tuple[int, int]:
    return level.map.height, level.map.width


def place(level: PuzzleScriptLevel, state: PlayState) -> Sequence[Cell]:
    """Where players are."""
    places = [number for number, cell in enumerate(state.state.objects) if level.program.has_player(cell)]
    return [divmod(number, state.state.height)[::-1] for number in places]


def legend(level: PuzzleScriptLevel) -> list[tuple[str, Cell]]:
    """The objects of the map, each where it is the uppermost one."""
    found: dict[str, Cell] = {}
    for number, objects in enumerate(level.map.cells):
        column, row = divmod(number, level.map.height)
        there = list(bits(objects))
        if there and there[-1] != level.program.background_id:
            found.setdefault(level.program.objects[there[-1]].name, (row, column))
    return list(found.items())


VIEW: View[PuzzleScriptLevel, PlayState, str] = View(view, size, place, legend=legend)
