"""Template: a tiny game that is built and tested like all others. `ludoplan new-game NAME` copies it.

A token walks along a strip of numbers; from a number n it may jump n cells to the left or to the right. Reach the end.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import partial

from ludoplan import BadInput, Defect, Design, Edit, Game, Glyph, Option, Scene, Text, View

Level = tuple[int, ...]


def format(level: Level) -> str:
    return " ".join(map(str, level)) + "\n"


def scene(level: Level, state: int) -> Scene:
    strip = " ".join(f"[{number}]" if cell == state else f" {number} " for cell, number in enumerate(level))
    drawn = Scene.of_text(strip)
    return Scene(drawn.width, drawn.height, drawn.shapes, ((Glyph(strip, "player"),),))


def generate(rng: random.Random, options: Mapping[str, int]) -> Level:
    cells = options["cells"]
    return tuple(rng.randint(1, max(1, cells // 2)) for _ in range(cells))


def edits(level: Level) -> Iterable[Edit[Level]]:
    for cell, number in enumerate(level):
        for other in range(len(level)):
            if other != number:
                yield Edit(f"number {other}", 0, cell, partial(spliced, level, cell, cell + 1, (other,)))
    for cell in range(len(level) + 1):
        yield Edit("add cell", None, cell, partial(spliced, level, cell, cell, (1,)))
    for cell in range(len(level) if len(level) > 1 else 0):
        yield Edit("remove cell", None, cell, partial(spliced, level, cell, cell + 1, ()), removes=True)


def spliced(level: Level, begin: int, end: int, numbers: Level) -> Level:
    return (*level[:begin], *numbers, *level[end:])


def extent(level: Level) -> dict[str, int]:
    return {"cells": len(level)}


class Template(Game[Level, int, str]):
    name = "template"
    title = "Jumping token"
    summary = "jump by the number one stands on until the last cell is reached"
    suffixes = (".template",)
    keys = {"left": "left", "right": "right"}
    text = Text(format)
    view = View(scene)
    design = Design(edits, generate, (Option("cells", int, 8, "length of the strip", minimum=2),), extent=extent)

    def parse(self, text: str, source: str = "level") -> Level:
        words = text.split()
        defects = [
            Defect(number, line.index(word) + 1, f"{word!r} is not a number")
            for number, line in enumerate(text.split("\n"), start=1)
            for word in line.split()
            if not (word.isascii() and word.isdigit())
        ]
        if not words:
            defects.append(Defect(1, 1, "the strip is empty"))
        if defects:
            raise BadInput(source, defects)
        return tuple(int(word[:9]) for word in words)

    def initial(self, level: Level) -> int:
        return 0

    def moves(self, level: Level, state: int) -> Iterable[str]:
        return [move for move in ("left", "right") if 0 <= self.apply(level, state, move) < len(level)]

    def apply(self, level: Level, state: int, move: str) -> int:
        return state + level[state] * (1 if move == "right" else -1)

    def is_goal(self, level: Level, state: int) -> bool:
        return state == len(level) - 1


GAME = Template()
