"""Draws scenes: as text for a terminal or a pipe, as SVG, and several as an animated SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Literal

from .palette import PALETTE
from .scene import Scene, Shape

CELL = 40  # pixels


def draw_text(scene: Scene, colour: bool = False) -> str:
    """The text picture; with terminal colours if wanted."""

    def paint(text: str, style: str) -> str:
        code = PALETTE[style].ansi if colour and text.strip() else ""
        return f"\x1b[{code}m{text}\x1b[0m" if code else text

    rows = ["".join(paint(glyph.text, glyph.style) for glyph in line) for line in scene.lines]
    return "\n".join([row.rstrip() for row in rows] + ([scene.caption] if scene.caption else []))


def draw_svg(scene: Scene, styled: bool = True) -> str:
    """One picture; not styled, it has the colours of the page that it is put into (see `palette_css`)."""
    return _document([scene], _group(scene.shapes) + _caption(scene), styled)


def draw_frames(scenes: Sequence[Scene]) -> tuple[str, list[str]]:
    """A picture, not styled, of what all scenes begin with, and the rest of each: what to put into it in turn."""
    still = _common(scenes)
    frames = [_group(scene.shapes[still:]) + _caption(scene) for scene in scenes]
    return _document(scenes, _group(scenes[0].shapes[:still]), styled=False), frames


def draw_animation(scenes: Sequence[Scene], seconds_each: float = 0.4) -> str:
    """All pictures one after the other, for ever; the last one stays longer. What they all begin with is drawn once."""
    still = _common(scenes)
    steps = len(scenes) + 3  # the last picture stays for three steps more
    frames = []
    for index, scene in enumerate(scenes):
        moments = [(0.0, "hidden"), (index / steps, "visible"), ((index + 1) / steps, "hidden")]
        if index == 0:
            del moments[0]
        if index == len(scenes) - 1:
            del moments[-1]
        times = ";".join(f"{moment:.5f}" for moment, _ in moments)
        values = ";".join(value for _, value in moments)
        frames.append(
            f'<g visibility="{moments[0][1]}"><animate attributeName="visibility" calcMode="discrete" '
            f'dur="{steps * seconds_each:.2f}s" repeatCount="indefinite" keyTimes="{times}" values="{values}"/>'
            f"{_group(scene.shapes[still:])}{_caption(scene)}</g>"
        )
    return _document(scenes, _group(scenes[0].shapes[:still]) + "".join(frames))


def palette_css(theme: Literal["light", "dark"]) -> str:
    """The rules that give the shapes of a picture their colours."""
    rules = []
    for name, colours in PALETTE.items():
        colour = getattr(colours, theme)
        if name:
            rules.append(f".{_css(name)}{{fill:{colour}}}")
            rules.append(f".l-{name}{{stroke:{colour};fill:none;stroke-linecap:round}}")
    return "".join(rules)


def _common(scenes: Sequence[Scene]) -> int:
    """The number of shapes that all scenes begin with."""
    still = 0
    while all(still < len(scene.shapes) for scene in scenes) and len({scene.shapes[still] for scene in scenes}) == 1:
        still += 1
    return still


def _document(scenes: Sequence[Scene], body: str, styled: bool = True) -> str:
    """A picture with room for each of the scenes."""
    width = max(scene.width for scene in scenes) * CELL + 16
    caption = 28 if any(scene.caption for scene in scenes) else 0
    height = max(scene.height for scene in scenes) * CELL + 16 + caption
    dark = f"@media(prefers-color-scheme:dark){{{palette_css('dark')}}}"
    style = f"<style>{palette_css('light')}{dark}</style>" if styled else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" font-family="sans-serif">{style}'
        f'<rect class="background" x="-8" y="-8" width="{width:g}" height="{height:g}"/>{body}</svg>\n'
    )


def _css(style: str) -> str:
    return style if style in ("background", "text") else f"s-{style}"


def _caption(scene: Scene) -> str:
    if not scene.caption:
        return ""
    y = scene.height * CELL + 22
    return f'<text class="text" x="0" y="{y:g}" font-size="15">{escape(scene.caption)}</text>'


def _group(shapes: Sequence[Shape]) -> str:
    return "".join(_shape(shape) for shape in shapes)


def _shape(shape: Shape) -> str:
    numbers = [f"{number * CELL:.4g}" for number in shape.numbers]
    style = _css(shape.style)
    match shape.kind:
        case "rect":
            x, y, width, height, radius = numbers
            return f'<rect class="{style}" x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"/>'
        case "circle":
            x, y, radius = numbers
            return f'<circle class="{style}" cx="{x}" cy="{y}" r="{radius}"/>'
        case "line":
            x1, y1, x2, y2, width = numbers
            return f'<line class="l-{shape.style}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke-width="{width}"/>'
        case "path":
            points = " ".join(f"{x},{y}" for x, y in zip(numbers[::2], numbers[1::2], strict=True))
            return f'<polygon class="{style}" points="{points}"/>'
        case "text":
            x, y, size = numbers
            return (
                f'<text class="{style}" x="{x}" y="{y}" font-size="{size}" text-anchor="middle">'
                f"{escape(shape.text)}</text>"
            )
