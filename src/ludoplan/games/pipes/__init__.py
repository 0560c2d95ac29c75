"""Pipes: Pipe Mania, with the shortest chain and a proof."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ...core.game import Cell, Edit, Game, Pddl, Twin
from ...core.options import Option, Values
from ...core.scene import Scene
from . import generate, heuristics, rules, text
from .rules import Move, PipesLevel, PipesState

if TYPE_CHECKING:
    from ...core.engine import Engine


class Pipes(Game[PipesLevel, PipesState, Move]):
    name = "pipes"
    title = "Pipes"
    summary = "turn pieces of pipe until a chain of them leads from one end to another"
    suffixes = (".pipes",)
    objectives = ("pieces", "steps", "turns")
    level_options = (
        Option("waypoints", str, "no", "whether the chain must pass through all ends", choices=("no", "yes")),
    )
    generator_options = generate.OPTIONS
    heuristics = heuristics.HEURISTICS
    pddl_variants = ("no-rotation", "rotation")

    def parse(self, text_: str, source: str = "level") -> PipesLevel:
        return text.parse(text_, source)

    def format(self, level: PipesLevel) -> str:
        return text.format(level)

    def configure(self, level: PipesLevel, objective: str | None = None, options: Values | None = None) -> PipesLevel:
        super().configure(level, objective, options)
        wanted = (options or {}).get("waypoints")
        waypoints = level.waypoints if wanted is None else self.level_options[0].checked(wanted) == "yes"
        return replace(level, objective=objective or level.objective, waypoints=waypoints)

    def objective_of(self, level: PipesLevel) -> str:
        return level.objective

    def edits(self, level: PipesLevel) -> Iterable[Edit[PipesLevel]]:
        from .edits import edits

        return edits(level)

    def symmetries(self, level: PipesLevel) -> Iterable[PipesLevel]:
        from .edits import symmetries

        return symmetries(level)

    def extent(self, level: PipesLevel) -> Mapping[str, int]:
        from .edits import extent

        return extent(level)

    def initial(self, level: PipesLevel) -> PipesState:
        return rules.initial(level)

    def moves(self, level: PipesLevel, state: PipesState) -> Iterable[Move]:
        return rules.moves(level, state)

    def apply(self, level: PipesLevel, state: PipesState, move: Move) -> PipesState:
        return rules.apply(level, state, move)

    def cost(self, level: PipesLevel, state: PipesState, move: Move) -> int:
        return rules.cost(level, state, move)

    def is_goal(self, level: PipesLevel, state: PipesState) -> bool:
        return rules.is_goal(level, state)

    def why_illegal(self, level: PipesLevel, state: PipesState, move: Move) -> str:
        return rules.why_illegal(level, state, move)

    def plan_cost(self, level: PipesLevel, summed: int, moves: Sequence[Move]) -> int:
        return rules.objective_value(level, summed)

    def has_unit_costs(self, level: PipesLevel) -> bool:
        return level.objective == "steps"

    def move_to_text(self, level: PipesLevel, move: Move) -> str:
        return text.move_to_text(move)

    def move_from_text(self, level: PipesLevel, text_: str) -> Move:
        return text.move_from_text(text_)

    def view(self, level: PipesLevel, state: PipesState) -> Scene:
        from .view import view

        return view(level, state)

    def picture_size(self, level: PipesLevel) -> tuple[int, int]:
        return level.height, level.width

    def place(self, level: PipesLevel, state: PipesState) -> Sequence[Cell]:
        return (state.cell,)

    def cells_of_move(self, level: PipesLevel, state: PipesState, move: Move) -> Sequence[Cell]:
        return (move.cell,)

    def generate(self, rng: random.Random, options: Values) -> PipesLevel:
        return generate.generate(rng, options)

    def twin(self, level: PipesLevel) -> Twin:
        from .twin import twin

        return twin(level)

    def engines(self) -> Sequence[Engine]:
        from .constraints import CircuitEngine
        from .engines import DepthFirstEngine, ExactEngine, RelaxedEngine

        return (ExactEngine(), RelaxedEngine(), DepthFirstEngine(), CircuitEngine("cp"), CircuitEngine("cp:ortools"))

    def best_solver(self, level: PipesLevel) -> str:
        return "chain"

    def pddl(self, level: PipesLevel, variant: str | None = None) -> Pddl:
        from .pddl.encode import encode

        return encode(level, variant or ("rotation" if level.objective == "steps" else "no-rotation"))


GAME = Pipes()
