"""Plotting: the puzzle of the arcade game Plotting, known as Flipull."""

from __future__ import annotations

from ...core.game import Game
from ...core.options import Option
from . import rules, text
from .rules import PlottingLevel, PlottingState, Shot

PARTS = ("text", "heuristics", "view", "design", "pddl", "twin", "constraints")


class Plotting(Game[PlottingLevel, PlottingState, Shot], functions=(rules, text), parts=PARTS):
    name = "plotting"
    title = "Plotting"
    summary = "shoot a block along rows and down columns until few blocks are left"
    also_known_as = ("Flipull",)
    how_to_play = (
        "Shoot the block in your hand along a row or down a column. It removes blocks of its colour, and "
        "changes places with the first other one. Leave no more blocks than the goal says."
    )
    suffixes = (".plot", ".param")
    level_options = (Option("wildcards", bool, False, "at a dead end the hand becomes a wildcard"),)
    looks = "blocks"

    def best_solver(self, level: PlottingLevel) -> str:
        return "bfs" if level.wildcards else "bfhs"


GAME = Plotting()
