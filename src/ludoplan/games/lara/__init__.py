"""Lara: the turn-based puzzles of Lara Croft GO."""

from __future__ import annotations

from ...core.game import Game
from ...core.parts import part
from . import heuristics, rules, text
from .rules import LaraLevel, LaraState


class Lara(Game[LaraLevel, LaraState, str], functions=(rules, text)):
    name = "lara"
    title = "Lara Croft GO"
    summary = "walk past snakes, saws, spiders and lizards, over weak floor and moving tiles, to a goal"
    also_known_as = ("Lara Croft GO",)
    suffixes = (".lara.json",)
    keys = {"up": "up", "down": "down", "left": "left", "right": "right", "space": "lever"}
    heuristics = heuristics.HEURISTICS
    looks = "distance"
    text = text.TEXT
    view = part("VIEW")
    design = part("DESIGN")
    pddl = part("PDDL")
    twin = part("twin")


GAME = Lara()
