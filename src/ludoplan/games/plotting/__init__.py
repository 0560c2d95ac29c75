"""Plotting: the puzzle of the arcade game Plotting, known as Flipull."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ...core.game import Cell, Edit, Game, Pddl, Twin
from ...core.options import Values
from ...core.scene import Scene
from . import generate, heuristics, rules, text
from .rules import PlottingLevel, PlottingState, Shot

if TYPE_CHECKING:
    from ...core.engine import Engine


class Plotting(Game[PlottingLevel, PlottingState, Shot]):
    name = "plotting"
    title = "Plotting"
    summary = "shoot a block along rows and down columns until few blocks are left"
    suffixes = (".plot", ".param")
    generator_options = generate.OPTIONS
    picture_origin = (1, 2)  # a line of numbers; the hand and a line of numbers
    heuristics = heuristics.HEURISTICS
    looks = "blocks"
    pddl_variants = ("counting", "quantified")
    planner_variant = "quantified"

    def parse(self, text_: str, source: str = "level") -> PlottingLevel:
        return text.parse(text_, source)

    def format(self, level: PlottingLevel) -> str:
        return text.format(level)

    def edits(self, level: PlottingLevel) -> Iterable[Edit[PlottingLevel]]:
        from .edits import edits

        return edits(level)

    def symmetries(self, level: PlottingLevel) -> Iterable[PlottingLevel]:
        from .edits import symmetries

        return symmetries(level)

    def extent(self, level: PlottingLevel) -> Mapping[str, int]:
        from .edits import extent

        return extent(level)

    def level_at(self, level: PlottingLevel, state: PlottingState) -> PlottingLevel | None:
        return replace(level, stacks=state.stacks, hand=state.hand)

    def initial(self, level: PlottingLevel) -> PlottingState:
        return rules.initial(level)

    def moves(self, level: PlottingLevel, state: PlottingState) -> Iterable[Shot]:
        return rules.moves(level, state)

    def apply(self, level: PlottingLevel, state: PlottingState, move: Shot) -> PlottingState:
        return rules.apply(level, state, move)

    def is_goal(self, level: PlottingLevel, state: PlottingState) -> bool:
        return rules.is_goal(level, state)

    def why_illegal(self, level: PlottingLevel, state: PlottingState, move: Shot) -> str:
        return str(rules.outcome(level, state, move))

    def move_from_text(self, level: PlottingLevel, text_: str) -> Shot:
        return text.parse_shot(text_)

    def view(self, level: PlottingLevel, state: PlottingState) -> Scene:
        from .view import view

        return view(level, state)

    def picture_size(self, level: PlottingLevel) -> tuple[int, int]:
        top, left = self.picture_origin
        return top + level.rows, left + level.columns

    def cells_of_move(self, level: PlottingLevel, state: PlottingState, move: Shot) -> Sequence[Cell]:
        top, left = self.picture_origin
        return ((top + move.line, left - 1),) if move.direction == "row" else ((top - 1, left + move.line),)

    def generate(self, rng: random.Random, options: Values) -> PlottingLevel:
        return generate.generate(rng, options)

    def twin(self, level: PlottingLevel) -> Twin | None:
        from .twin import twin

        return twin(level)

    def engines(self) -> Sequence[Engine]:
        from .solvers import ENGINES

        return ENGINES

    def pddl(self, level: PlottingLevel, variant: str | None = None) -> Pddl:
        from .pddl.encode import encode

        return encode(level, variant)

    def best_solver(self, level: PlottingLevel) -> str:
        return "bfhs"


GAME = Plotting()
