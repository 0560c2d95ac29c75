"""Draws scenes: as text for a terminal or a pipe, as SVG, and several as an animated SVG."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from html import escape
from itertools import groupby
from typing import Literal

from ..core.scene import Scene, Shape, Sprite
from .palette import PALETTE

CELL = 40  # pixels
SECONDS_EACH = 0.4  # of a picture of an animation


def draw_text(scene: Scene, colour: bool = False, coordinates: bool = False) -> str:
    """The text picture; with terminal colours if wanted, and with the numbers of rows and columns where cells of the
    picture have a size in characters."""

    def paint(text: str, style: str) -> str:
        code = _terminal_code(style) if colour and text.strip() else ""
        return f"\x1b[{code}m{text}\x1b[0m" if code else text

    rows = ["".join(paint(glyph.text, glyph.style) for glyph in line).rstrip() for line in scene.lines]
    if coordinates:
        rows = _with_numbers(scene, rows, lambda text: paint(text, "faint"))
    return "\n".join(rows + ([scene.caption] if scene.caption else []))


def _with_numbers(scene: Scene, rows: list[str], paint: Callable[[str], str]) -> list[str]:
    """The lines of a picture with a number before each row of cells and above each column."""
    height, width = int(scene.height), int(scene.width)
    longest = max(sum(len(glyph.text) for glyph in line) for line in scene.lines)
    tall, wide = len(scene.lines) // height, longest // width
    is_even = len(scene.lines) == tall * height and longest == wide * width
    if not scene.rows_at and not is_even:
        return rows
    rows_at = scene.rows_at or tuple(row * tall + tall // 2 for row in range(height))
    columns_at = scene.columns_at or tuple(column * wide + (wide - 1) // 2 for column in range(width))
    names = {line: str(row + 1) for row, line in enumerate(rows_at)}
    margin = len(str(height))
    # Digits of a number stand below each other.
    digits = len(str(width))
    heads = [[" "] * (columns_at[-1] + 1) for _ in range(digits)]
    for column, at in enumerate(columns_at):
        for place, digit in enumerate(str(column + 1).rjust(digits)):
            heads[place][at] = digit
    lines = [paint(" " * (margin + 1) + "".join(head)) for head in heads]
    lines += [f"{paint(names.get(line, '').rjust(margin))} {row}" for line, row in enumerate(rows)]
    return [line.rstrip() for line in lines]


def _terminal_code(style: str) -> str:
    if not style.startswith("#"):
        return PALETTE[style].ansi
    red, green, blue = (int(style[place : place + 2], 16) for place in (1, 3, 5))
    return f"38;2;{red};{green};{blue}"


def draw_svg(scene: Scene, styled: bool = True) -> str:
    """One picture; not styled, it has the colours of the page that it is put into (see `palette_css`)."""
    return _document([scene], _group(scene.shapes) + _caption(scene), styled)


def draw_small(scene: Scene) -> str:
    """The picture in few bytes, to be shown at a small size: no caption, no round corners, what looks alike drawn as
    one."""
    from .small import small_body  # drawn by the web page only

    used = {"background", *(shape.style for shape in scene.shapes)}
    return _document([replace(scene, caption="")], small_body(scene.shapes), used=used)


def draw_cell(scene: Scene, row: int, column: int) -> str:
    """What is drawn in one cell, not styled."""
    from .small import cells_of_shape

    shapes = [shape for shape in scene.shapes if (row, column) in cells_of_shape(shape)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{column * CELL} {row * CELL} {CELL} {CELL}" '
        f'font-family="sans-serif">{_sprites([replace(scene, shapes=tuple(shapes))])}{_group(shapes)}</svg>\n'
    )


def draw_steps(scenes: Sequence[Scene]) -> str:
    """All pictures in one, not styled: a group says by `data-first` and `data-end` which steps it is to be seen in."""
    body = "".join(f'<g data-first="{first}" data-end="{end}">{part}</g>' for part, first, end in _parts(scenes))
    return _document(scenes, body, styled=False)


def draw_animation(scenes: Sequence[Scene]) -> str:
    """All pictures one after the other, for ever; the last one stays longer. A shape that stays is drawn once."""
    steps = len(scenes) + 3  # the last picture stays for three steps more
    body = "".join(_visible_while(part, first, end, len(scenes), steps) for part, first, end in _parts(scenes))
    return _document(scenes, body)


def draw_course(scenes: Sequence[Scene]) -> str:
    """One picture, or several as an animation."""
    return draw_animation(scenes) if len(scenes) > 1 else draw_svg(scenes[0])


def palette_css(theme: Literal["light", "dark"], used: Collection[str] = PALETTE) -> str:
    """The rules that give the shapes of a picture their colours."""
    rules = []
    for name, colours in PALETTE.items():
        colour = getattr(colours, theme)
        if name in used and name:
            rules.append(f".{_css(name)}{{fill:{colour}}}")
            rules.append(f".l-{name}{{stroke:{colour};fill:none;stroke-linecap:round}}")
    return "".join(rules)


def _parts(scenes: Sequence[Scene]) -> Iterator[tuple[str, int, int]]:
    """What to draw, from the back to the front, and the steps in which it is seen: a first one and an end."""
    for (first, end), spells in groupby(_spells([scene.shapes for scene in scenes]), lambda s: (s.first, s.end)):
        yield _group(spell.shape for spell in spells), first, end
    for index, scene in enumerate(scenes):
        if scene.caption:
            yield _caption(scene), index, index + 1


@dataclass(eq=False)
class _Spell:
    """A shape and the pictures that it stands in, from `first` up to but not including `end`.

    Spells form a ring from the back to the front, so that one more costs the same however many there are.
    """

    shape: Shape
    first: int
    end: int

    def __post_init__(self) -> None:
        self.behind = self.before = self

    def put_behind(self, other: _Spell) -> None:
        self.behind, self.before = other.behind, other
        other.behind.before = other.behind = self


def _spells(pictures: Sequence[Sequence[Shape]]) -> Iterator[_Spell]:
    """What to draw, from the back to the front: in each picture the visible ones are its shapes in its order."""
    front = _Spell(Shape("rect", (), ""), 0, 0)  # stands before all others and is not drawn
    shown: list[_Spell] = []  # those of the picture before
    for index, shapes in enumerate(pictures):
        now: list[_Spell] = []
        for tag, old_from, old_to, new_from, new_to in _differences([spell.shape for spell in shown], shapes):
            if tag == "equal":
                now += shown[old_from:old_to]
                continue
            follower = shown[old_to] if old_to < len(shown) else front
            for shape in shapes[new_from:new_to]:
                now.append(_Spell(shape, index, index))
                now[-1].put_behind(follower)
        for spell in now:
            spell.end = index + 1
        shown = now
    spell = front.before
    while spell is not front:
        yield spell
        spell = spell.before


def _differences(old: Sequence[Shape], new: Sequence[Shape]) -> list[tuple[str, int, int, int, int]]:
    """How one list becomes the other, as difflib says it; quick where they differ in one place."""
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    middle = SequenceMatcher(None, old[head : len(old) - tail], new[head : len(new) - tail], autojunk=False)
    moved = [(tag, a + head, b + head, c + head, d + head) for tag, a, b, c, d in middle.get_opcodes()]
    return [
        ("equal", 0, head, 0, head),
        *moved,
        ("equal", len(old) - tail, len(old), len(new) - tail, len(new)),
    ]


def _visible_while(body: str, first: int, end: int, pictures: int, steps: int) -> str:
    if first == 0 and end == pictures:
        return body
    moments = [(0.0, "hidden"), (first / steps, "visible"), (end / steps, "hidden")]
    if first == 0:
        del moments[0]
    if end == pictures:
        del moments[-1]
    times = ";".join(f"{moment:.5f}" for moment, _ in moments)
    values = ";".join(value for _, value in moments)
    return (
        f'<g visibility="{moments[0][1]}"><animate attributeName="visibility" calcMode="discrete" '
        f'dur="{steps * SECONDS_EACH:.2f}s" repeatCount="indefinite" keyTimes="{times}" values="{values}"/>{body}</g>'
    )


def _document(scenes: Sequence[Scene], body: str, styled: bool = True, used: Collection[str] = PALETTE) -> str:
    """A picture with room for each of the scenes, with the colours that are used."""
    width = max(scene.width for scene in scenes) * CELL + 16
    caption = 28 if any(scene.caption for scene in scenes) else 0
    height = max(scene.height for scene in scenes) * CELL + 16 + caption
    dark = f"@media(prefers-color-scheme:dark){{{palette_css('dark', used)}}}"
    style = f"<style>{palette_css('light', used)}{dark}</style>" if styled else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" font-family="sans-serif">{style}{_sprites(scenes)}'
        f'<rect class="background" x="-8" y="-8" width="{width:g}" height="{height:g}"/>{body}</svg>\n'
    )


def _sprites(scenes: Sequence[Scene]) -> str:
    """The sprites of all scenes, each once, to be placed by their keys."""
    found = {shape.sprite.key: shape.sprite for scene in scenes for shape in scene.shapes if shape.sprite is not None}
    # Said of each one: what is placed takes nothing over from what it is defined in.
    crisp = 'shape-rendering="crispEdges"'
    symbols = "".join(f'<g id="p{sprite.key}" {crisp}>{_pixels(sprite)}</g>' for sprite in found.values())
    return f"<defs>{symbols}</defs>" if symbols else ""


def _pixels(sprite: Sprite) -> str:
    """One path for each colour, a piece for each run of pixels in a row."""
    side = CELL / max(1, len(sprite.rows))
    runs: dict[str, list[str]] = {}
    for y, row in enumerate(sprite.rows):
        x = 0
        for colour, pixels in groupby(row):
            width = len(list(pixels))
            if colour:
                piece = f"M{x * side:g} {y * side:g}h{width * side:g}v{side:g}h{-width * side:g}z"
                runs.setdefault(colour, []).append(piece)
            x += width
    return "".join(f'<path fill="{escape(colour)}" d="{"".join(pieces)}"/>' for colour, pieces in runs.items())


def _css(style: str) -> str:
    return style if style in ("background", "text") else f"s-{style}"


def _caption(scene: Scene) -> str:
    if not scene.caption:
        return ""
    y = scene.height * CELL + 22
    return f'<text class="text" x="0" y="{y:g}" font-size="15">{escape(scene.caption)}</text>'


def _group(shapes: Iterable[Shape]) -> str:
    """The shapes; those of a thing that moves are in a group of its name."""
    drawn = []
    for thing, parts in groupby(shapes, lambda shape: shape.thing):
        body = "".join(map(_shape, parts))
        drawn.append(f'<g data-thing="{escape(thing)}">{body}</g>' if thing else body)
    return "".join(drawn)


def _shape(shape: Shape) -> str:
    numbers = [f"{number * CELL:.4g}" for number in shape.numbers]
    # A style is a name of the palette or, as in glyphs, a colour.
    paint = f'fill="{shape.style}"' if shape.style.startswith("#") else f'class="{_css(shape.style)}"'
    match shape.kind:
        case "rect":
            x, y, width, height, radius = numbers
            return f'<rect {paint} x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"/>'
        case "circle":
            x, y, radius = numbers
            return f'<circle {paint} cx="{x}" cy="{y}" r="{radius}"/>'
        case "line":
            x1, y1, x2, y2, width = numbers
            return f'<line class="l-{shape.style}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke-width="{width}"/>'
        case "path":
            points = " ".join(f"{x},{y}" for x, y in zip(numbers[::2], numbers[1::2], strict=True))
            return f'<polygon {paint} points="{points}"/>'
        case "sprite":
            x, y = numbers
            key = "" if shape.sprite is None else shape.sprite.key
            return f'<use href="#p{key}" x="{x}" y="{y}"/>'
        case "text":
            x, y, size = numbers
            return f'<text {paint} x="{x}" y="{y}" font-size="{size}" text-anchor="middle">{escape(shape.text)}</text>'
