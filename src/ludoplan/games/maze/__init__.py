"""Maze: the search problems of the Pac-Man teaching project."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ...core.errors import LudoplanError
from ...core.game import Cell, Edit, Game, Pddl, Twin
from ...core.options import Values
from ...core.scene import Scene
from . import generate, heuristics, rules, text
from .rules import MazeLevel, MazeState

if TYPE_CHECKING:
    from ...core.engine import Engine


class Maze(Game[MazeLevel, MazeState, str]):
    name = "maze"
    title = "Maze"
    summary = "walk to a dot, to the nearest dot, or to all of them"
    suffixes = (".lay",)
    objectives = ("nearest", "all-food")
    generator_options = generate.OPTIONS
    headings = ("north", "east", "south", "west")
    keys = {"up": "north", "down": "south", "right": "east", "left": "west"}
    heuristics = heuristics.HEURISTICS
    pddl_variants = objectives

    def parse(self, text_: str, source: str = "level") -> MazeLevel:
        return text.parse(text_, source)

    def format(self, level: MazeLevel) -> str:
        return text.format(level)

    def configure(self, level: MazeLevel, objective: str | None = None, options: Values | None = None) -> MazeLevel:
        super().configure(level, objective, options)
        chosen = objective or level.objective
        if chosen is None and len(level.food) > 1:
            raise LudoplanError(f"the maze has {len(level.food)} dots: say --objective nearest or --objective all-food")
        return replace(level, objective=chosen or "nearest")

    def objective_of(self, level: MazeLevel) -> str | None:
        return level.objective

    def edits(self, level: MazeLevel) -> Iterable[Edit[MazeLevel]]:
        from .edits import edits

        return edits(level)

    def symmetries(self, level: MazeLevel) -> Iterable[MazeLevel]:
        from .edits import symmetries

        return symmetries(level)

    def extent(self, level: MazeLevel) -> Mapping[str, int]:
        from .edits import extent

        return extent(level)

    def initial(self, level: MazeLevel) -> MazeState:
        return rules.initial(level)

    def moves(self, level: MazeLevel, state: MazeState) -> Iterable[str]:
        return rules.moves(level, state)

    def apply(self, level: MazeLevel, state: MazeState, move: str) -> MazeState:
        return rules.apply(level, state, move)

    def is_goal(self, level: MazeLevel, state: MazeState) -> bool:
        return rules.is_goal(level, state)

    def why_illegal(self, level: MazeLevel, state: MazeState, move: str) -> str:
        return "a wall is in the way"

    def move_from_text(self, level: MazeLevel, text: str) -> str:
        if text not in rules.STEPS:
            raise ValueError(f"{text!r} is not one of {', '.join(rules.STEPS)}")
        return text

    def goals(self, level: MazeLevel) -> Iterable[MazeState]:
        return rules.goals(level)

    def predecessors(self, level: MazeLevel, state: MazeState) -> Iterable[tuple[str, MazeState]]:
        return rules.predecessors(level, state)

    def view(self, level: MazeLevel, state: MazeState) -> Scene:
        from .view import view

        return view(level, state)

    def picture_size(self, level: MazeLevel) -> tuple[int, int]:
        return len(level.rows), len(level.rows[0])

    def place(self, level: MazeLevel, state: MazeState) -> Sequence[Cell]:
        return (state.cell,)

    def generate(self, rng: random.Random, options: Values) -> MazeLevel:
        return generate.generate(rng, options)

    def twin(self, level: MazeLevel) -> Twin | None:
        from .twin import twin

        return twin(level)

    def engines(self) -> Sequence[Engine]:
        from .tour import TourEngine

        return (TourEngine(),)

    def best_solver(self, level: MazeLevel) -> str:
        return "tour" if level.objective == "all-food" else "astar"

    def default_heuristic(self, level: MazeLevel) -> str:
        return "spanning-tree" if level.objective == "all-food" else "manhattan"

    def pddl(self, level: MazeLevel, variant: str | None = None) -> Pddl:
        from .pddl.encode import encode

        return encode(self.configure(level, variant))


GAME = Maze()
