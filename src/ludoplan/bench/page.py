"""The style sheet of the report's page: report.css, and the colours that plots and heat map take from the palette."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from ..drawing.draw import palette_css
from ..drawing.palette import PALETTE
from .plots import COLOURS

FOLDER = Path(__file__).parent
HEAT = 8  # steps from fast to slow
# One hue from light to dark, so that colour-blind readers see the order.
LIGHT_HEAT = (232, 240, 254), (43, 84, 168)
DARK_HEAT = (29, 38, 56), (110, 155, 240)


def script() -> str:
    return (FOLDER / "report.js").read_text(encoding="utf-8")


def style() -> str:
    """All of the page's CSS, for light and dark screens."""
    return (
        (FOLDER / "report.css").read_text(encoding="utf-8")
        + rules("light", LIGHT_HEAT, "#fff")
        + f"@media(prefers-color-scheme:dark){{{rules('dark', DARK_HEAT, '#0c1017')}}}"
    )


def standalone(svg: str, ground: str = "") -> str:
    """A plot as a file of its own, on this ground."""
    named = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return named.replace(">", f"><style>{style()}</style>{ground}", 1)


def rules(theme: Literal["light", "dark"], heat: tuple[tuple[int, ...], tuple[int, ...]], ink: str) -> str:
    """The palette, and the classes c0, c1, ... of solvers and h0, h1, ... of times; `ink` is for text on slow cells."""
    text = palette_css(theme)
    for index in range(COLOURS):
        colour = getattr(PALETTE[f"colour-{index + 1}"], theme)
        text += f".line.c{index}{{stroke:{colour}}}.box.c{index},.dot.c{index}{{fill:{colour}}}"
        text += f".box.hollow.c{index}{{fill:none;stroke:{colour}}}"
    for step in range(HEAT):
        share = step / (HEAT - 1)
        mixed = "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(*heat, strict=True))
        text += f".h{step}{{background:#{mixed}{f';color:{ink}' if step >= 4 else ''}}}"
    return text
