"""Boxup: put the red box into the blue one."""

from __future__ import annotations

from ...core.game import Game
from . import rules, text
from .rules import BoxupLevel, BoxupState

PARTS = ("text", "heuristics", "view", "design", "pddl", "twin")


class Boxup(Game[BoxupLevel, BoxupState, str], functions=(rules, text), parts=PARTS):
    name = "boxup"
    title = "Boxup"
    summary = "carry boxes that are open on one side; put the small red one into the big blue one"
    how_to_play = (
        "Put the small red box into the big blue one. Each box is open on one side: walk in and out there, "
        "and push it by its walls from within."
    )
    suffixes = (".boxup",)
    move_texts = tuple(rules.STEPS)
    headings = ("up", "right", "down", "left")
    keys = {"up": "up", "down": "down", "left": "left", "right": "right"}
    looks = "manhattan"


GAME = Boxup()
