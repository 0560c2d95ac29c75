"""A game's source as people also write it: other cases, spaces, comments, line ends, sprites, sections unframed.

What the original makes of it is for the original to say; most changes leave the meaning alone.
"""

from __future__ import annotations

import random
import re

COMMENT = ["(a note)", "(with (a note) in it)", "( [ > player ] -> [ ] )", "(é 日本)"]


def odd_text(text: str, rng: random.Random) -> str:
    """The same game, written in another way."""
    lines = text.split("\n")
    section = ""
    out: list[str] = []
    habits = {name: rng.random() < 0.3 for name in ("case", "tight", "wide", "comments", "bare", "sprites")}
    for number, line in enumerate(lines):
        if line == "=====":
            out += [] if habits["bare"] else ["=" * rng.randint(1, 30)]
            continue
        if number > 1 and lines[number - 1] == "=====" and line.isupper():
            section = line
            out.append(rng.choice([line, line.lower(), line.title()]))
            continue
        out += _line(line, section, habits, rng)
        if line and habits["comments"] and section != "LEVELS" and rng.random() < 0.1:
            out.append(rng.choice(COMMENT))
    text = "\n".join(out)
    if rng.random() < 0.15:
        text = text.replace("\n", "\r\n")
    if rng.random() < 0.1:
        text = text.rstrip()
    return text


def _line(line: str, section: str, habits: dict[str, bool], rng: random.Random) -> list[str]:
    if section == "LEVELS":
        if line and rng.random() < 0.05:
            line = line.upper()
        return [line + " " * (rng.random() < 0.03)]
    if section == "OBJECTS" and line and habits["sprites"] and line.isalpha() and line.islower() and rng.random() < 0.2:
        # A colour or a name; after a colour there may be a sprite.
        return [line, *_sprite(line, rng)]
    if habits["case"] and rng.random() < 0.5:
        line = rng.choice([line.upper(), line.title()]) if "message" not in line else line
    if section in ("RULES", "LEGEND") and habits["tight"]:
        line = re.sub(r" *(\[|\]|\||->|=|>|<|\^) *", r"\1", line)
    elif habits["wide"] and section:
        line = re.sub(" ", lambda _: rng.choice([" ", "  ", "\t", " \t "]), line)
        line = rng.choice(["", "  ", "\t"]) + line + rng.choice(["", " "])
    if habits["comments"] and line and rng.random() < 0.1 and section not in ("", "OBJECTS"):
        line = f"{line} {rng.choice(COMMENT)}"
    return [line]


def _sprite(line: str, rng: random.Random) -> list[str]:
    if line not in ("red", "green", "blue", "white", "black", "yellow"):
        return []
    return ["".join(rng.choice("0.") for _ in range(5)) for _ in range(5)]
