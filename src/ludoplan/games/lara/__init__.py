"""Lara: the turn-based puzzles of Lara Croft GO."""

from __future__ import annotations

from ...core.game import Game
from ...core.options import Option
from . import rules, text
from .rules import LaraLevel, LaraState

PARTS = ("text", "heuristics", "view", "design", "pddl", "twin")


class Lara(Game[LaraLevel, LaraState, str], functions=(rules, text), parts=PARTS):
    name = "lara"
    title = "Lara Croft GO"
    summary = "walk past snakes, saws, spiders and lizards, over weak floor and moving tiles, to a goal"
    also_known_as = ("Lara Croft GO",)
    how_to_play = (
        "Walk to the goal tile. Traps answer each of your steps: do not step where an animal watches you, come at it "
        "from the side. Cracked tiles carry you once, levers move tiles of their colour, a spear hits from afar."
    )
    suffixes = (".lara.json",)
    keys = {"up": "up", "down": "down", "left": "left", "right": "right", "space": "lever"}
    level_options = (Option("carry-out", bool, False, "the goal counts only with a spear in hand"),)
    looks = "distance"


GAME = Lara()
