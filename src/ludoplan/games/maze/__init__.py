"""Maze: the search problems of the Pac-Man teaching project."""

from __future__ import annotations

from dataclasses import replace

from ...core.errors import LudoplanError
from ...core.game import Game
from ...core.options import Values
from ...core.parts import Backward
from . import rules, text
from .rules import MazeLevel, MazeState

PARTS = ("text", "heuristics", "view", "design", "pddl", "twin", "solvers")


class Maze(Game[MazeLevel, MazeState, str], functions=(rules, text), parts=PARTS):
    name = "maze"
    title = "Maze"
    summary = "walk to a dot, to the nearest dot, or to all of them"
    also_known_as = ("Pac-Man", "labyrinth")
    how_to_play = "Walk to the dot or, where all of them count, to every dot, in as few steps as you can."
    suffixes = (".lay",)
    objectives = ("nearest", "all-food")
    move_texts = tuple(rules.STEPS)
    headings = ("north", "east", "south", "west")
    keys = {"up": "north", "down": "south", "right": "east", "left": "west"}
    backward = Backward(rules.goals, rules.predecessors)

    def configure(self, level: MazeLevel, objective: str | None = None, options: Values | None = None) -> MazeLevel:
        super().configure(level, objective, options)
        chosen = objective or level.objective
        if chosen is None and len(level.food) > 1:
            raise LudoplanError(f"the maze has {len(level.food)} dots: say --objective nearest or --objective all-food")
        return replace(level, objective=chosen or "nearest")

    def objective_of(self, level: MazeLevel) -> str | None:
        return level.objective

    def best_solver(self, level: MazeLevel) -> str:
        return "tour" if level.objective == "all-food" else "astar"

    def default_heuristic(self, level: MazeLevel) -> str:
        return "spanning-tree" if level.objective == "all-food" else "manhattan"


GAME = Maze()
