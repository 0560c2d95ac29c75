"""The colours of all pictures: for each style a light fill, a dark fill and a terminal colour."""

from __future__ import annotations

from typing import NamedTuple


class Colour(NamedTuple):
    light: str
    dark: str
    ansi: str


PALETTE: dict[str, Colour] = {
    "": Colour("none", "none", ""),
    "text": Colour("#1f2430", "#e6e9f0", ""),
    "faint": Colour("#8a91a3", "#7d8598", "2"),
    "background": Colour("#ffffff", "#161a22", ""),
    "wall": Colour("#4b5468", "#8b95ab", "34"),
    "floor": Colour("#d9dee8", "#343b4a", "37"),
    "weak": Colour("#f2c48d", "#8a5a2b", "33"),
    "goal": Colour("#2fa36b", "#3cc483", "1;32"),
    "player": Colour("#d9822b", "#f0a04b", "1;33"),
    "danger": Colour("#cf3f4f", "#ee6674", "1;31"),
    "item": Colour("#e0b100", "#f5cf3d", "1;33"),
    "path": Colour("#5b8def", "#7ea6f5", "36"),
    "shade": Colour("#1f243033", "#00000066", ""),
    "shine": Colour("#ffffff66", "#ffffff30", ""),
    "off": Colour("#eceff5", "#232935", "2"),
    "colour-1": Colour("#4878cf", "#6d97e4", "34"),
    "colour-2": Colour("#e0703a", "#f08f60", "31"),
    "colour-3": Colour("#3fa65a", "#5fc67a", "32"),
    "colour-4": Colour("#b553b0", "#d27fce", "35"),
    "colour-5": Colour("#c9a227", "#e2c34f", "33"),
    "colour-6": Colour("#2aa5a5", "#4fc6c6", "36"),
    "colour-7": Colour("#8b5a3c", "#b07f5f", "91"),
    "colour-8": Colour("#7f8794", "#a4acb9", "37"),
    "colour-9": Colour("#c2185b", "#e0558b", "95"),
}


def numbered(index: int) -> str:
    """The style of the index-th colour, from 0; they repeat after nine."""
    return f"colour-{index % 9 + 1}"
