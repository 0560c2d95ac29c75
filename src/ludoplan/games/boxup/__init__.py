"""Boxup: put the red box into the blue one."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ...core.game import Cell, Edit, Game, Pddl, Twin
from ...core.options import Values
from ...core.scene import Scene
from . import generate, heuristics, rules, text
from .rules import BoxupLevel, BoxupState


class Boxup(Game[BoxupLevel, BoxupState, str]):
    name = "boxup"
    title = "Boxup"
    summary = "carry boxes that are open on one side; put the small red one into the big blue one"
    suffixes = (".boxup",)
    generator_options = generate.OPTIONS
    headings = ("up", "right", "down", "left")
    keys = {"up": "up", "down": "down", "left": "left", "right": "right"}
    heuristics = heuristics.HEURISTICS
    looks = "manhattan"

    def parse(self, text_: str, source: str = "level") -> BoxupLevel:
        return text.parse(text_, source)

    def format(self, level: BoxupLevel) -> str:
        return text.format(level)

    def edits(self, level: BoxupLevel) -> Iterable[Edit[BoxupLevel]]:
        from .edits import edits

        return edits(level)

    def symmetries(self, level: BoxupLevel) -> Iterable[BoxupLevel]:
        from .edits import symmetries

        return symmetries(level)

    def extent(self, level: BoxupLevel) -> Mapping[str, int]:
        from .edits import extent

        return extent(level)

    def level_at(self, level: BoxupLevel, state: BoxupState) -> BoxupLevel | None:
        boxes = tuple(box._replace(cell=cell) for box, cell in zip(level.boxes, state.boxes, strict=True))
        return replace(level, player=state.player, boxes=boxes)

    def initial(self, level: BoxupLevel) -> BoxupState:
        return rules.initial(level)

    def moves(self, level: BoxupLevel, state: BoxupState) -> Iterable[str]:
        return rules.moves(level, state)

    def apply(self, level: BoxupLevel, state: BoxupState, move: str) -> BoxupState:
        return rules.apply(level, state, move)

    def is_goal(self, level: BoxupLevel, state: BoxupState) -> bool:
        return rules.is_goal(level, state)

    def why_illegal(self, level: BoxupLevel, state: BoxupState, move: str) -> str:
        return str(rules.outcome(level, state, move))

    def move_from_text(self, level: BoxupLevel, text: str) -> str:
        if text not in rules.STEPS:
            raise ValueError(f"{text!r} is not one of {', '.join(rules.STEPS)}")
        return text

    def view(self, level: BoxupLevel, state: BoxupState) -> Scene:
        from .view import view

        return view(level, state)

    def picture_size(self, level: BoxupLevel) -> tuple[int, int]:
        return level.rows, level.columns

    def place(self, level: BoxupLevel, state: BoxupState) -> Sequence[Cell]:
        return (state.player,)

    def generate(self, rng: random.Random, options: Values) -> BoxupLevel:
        return generate.generate(rng, options)

    def twin(self, level: BoxupLevel) -> Twin | None:
        from .twin import twin

        return twin(level)

    def pddl(self, level: BoxupLevel, variant: str | None = None) -> Pddl:
        from .pddl.encode import encode

        return encode(level)


GAME = Boxup()
