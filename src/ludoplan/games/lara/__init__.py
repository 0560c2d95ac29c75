"""Lara: the turn-based puzzles of Lara Croft GO."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence

from ...core.game import Cell, Edit, Game, Pddl, Twin
from ...core.options import Values
from ...core.scene import Scene
from . import generate, heuristics, rules, text
from .rules import LaraLevel, LaraState


class Lara(Game[LaraLevel, LaraState, str]):
    name = "lara"
    title = "Lara Croft GO"
    summary = "walk past snakes, saws, spiders and lizards, over weak floor and moving tiles, to a goal"
    suffixes = (".lara.json",)
    generator_options = generate.OPTIONS
    keys = {"up": "up", "down": "down", "left": "left", "right": "right", "space": "lever"}
    heuristics = heuristics.HEURISTICS
    looks = "distance"
    pddl_variants = ("classical", "numeric")

    def parse(self, text_: str, source: str = "level") -> LaraLevel:
        return text.parse(text_, source)

    def format(self, level: LaraLevel) -> str:
        return text.format(level)

    def edits(self, level: LaraLevel) -> Iterable[Edit[LaraLevel]]:
        from .edits import edits

        return edits(level)

    def symmetries(self, level: LaraLevel) -> Iterable[LaraLevel]:
        from .edits import symmetries

        return symmetries(level)

    def extent(self, level: LaraLevel) -> Mapping[str, int]:
        from .edits import extent

        return extent(level)

    def initial(self, level: LaraLevel) -> LaraState:
        return rules.initial(level)

    def moves(self, level: LaraLevel, state: LaraState) -> Iterable[str]:
        return rules.moves(level, state)

    def apply(self, level: LaraLevel, state: LaraState, move: str) -> LaraState:
        return rules.apply(level, state, move)

    def is_goal(self, level: LaraLevel, state: LaraState) -> bool:
        return rules.is_goal(level, state)

    def why_illegal(self, level: LaraLevel, state: LaraState, move: str) -> str:
        return str(rules.outcome(level, state, move))

    def move_from_text(self, level: LaraLevel, text: str) -> str:
        if text in (*rules.DIRECTIONS, "lever"):
            return text
        if re.fullmatch(r"throw (0|-?[1-9][0-9]{0,8})", text):
            return text
        raise ValueError(f"{text!r} is not one of {', '.join(rules.DIRECTIONS)}, lever, throw ID")

    def view(self, level: LaraLevel, state: LaraState) -> Scene:
        from .view import view

        return view(level, state)

    def picture_size(self, level: LaraLevel) -> tuple[int, int]:
        from .layout import layout

        plan = layout(level)
        return plan.rows, plan.columns

    def place(self, level: LaraLevel, state: LaraState) -> Sequence[Cell]:
        from .layout import layout

        return (layout(level).cells[state.agent],)

    def cells_of_move(self, level: LaraLevel, state: LaraState, move: str) -> Sequence[Cell]:
        from .layout import layout

        if move.startswith("throw "):
            return (layout(level).cells[int(move.removeprefix("throw "))],)
        return self.place(level, state) if move == "lever" else super().cells_of_move(level, state, move)

    def generate(self, rng: random.Random, options: Values) -> LaraLevel:
        return generate.generate(rng, options)

    def twin(self, level: LaraLevel) -> Twin | None:
        from .twin import twin

        return twin(level)

    def pddl(self, level: LaraLevel, variant: str | None = None) -> Pddl:
        from .pddl.encode import encode

        return encode(level, variant or self.pddl_variants[0])


GAME = Lara()
