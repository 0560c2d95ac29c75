"""Pipes: Pipe Mania, with the shortest chain and a proof."""

from __future__ import annotations

from dataclasses import replace

from ...core.errors import LudoplanError
from ...core.game import Game
from ...core.options import Option, Values
from . import rules, text
from .rules import MOST_CHARGE, Move, PipesLevel, PipesState

PARTS = ("text", "heuristics", "view", "design", "pddl", "twin", "constraints", "solvers")


class Pipes(Game[PipesLevel, PipesState, Move], functions=(rules, text), parts=PARTS):
    name = "pipes"
    title = "Pipes"
    summary = "turn pieces of pipe until a chain of them leads from one end to another"
    also_known_as = ("Pipe Mania", "Pipe Dream", "plumber")
    how_to_play = (
        "Lead the flow from the start to another end. Turn the piece that it stands on, then let it go on to "
        "a neighbour that is open towards it. Onto an empty cell it takes the next piece of the queue; skip what does "
        "not serve."
    )
    suffixes = (".pipes",)
    objectives = ("pieces", "steps", "turns")
    level_options = (
        Option("waypoints", bool, False, "the chain must pass through all ends"),
        Option("min-length", int, 0, "pieces that the chain must have at least, both ends counted", minimum=0),
        Option("charge", int, None, "what the charges of the chain's pieces must add up to"),
    )
    looks = "manhattan"

    def configure(self, level: PipesLevel, objective: str | None = None, options: Values | None = None) -> PipesLevel:
        level = super().configure(level, objective, options)
        if abs(level.charge or 0) > MOST_CHARGE:
            raise LudoplanError(f"--charge: {level.charge} is beyond {MOST_CHARGE}")
        return replace(level, objective=objective or level.objective)

    def objective_of(self, level: PipesLevel) -> str:
        return level.objective

    def has_unit_costs(self, level: PipesLevel) -> bool:
        return level.objective == "steps"

    def best_solver(self, level: PipesLevel) -> str:
        return "chain"


GAME = Pipes()
