"""Roll: Roll the Block, known as Bloxorz."""

from __future__ import annotations

from ...core.game import Game
from ...core.options import Option
from . import rules, text
from .rules import RollLevel, RollState

PARTS = ("text", "heuristics", "view", "design", "pddl", "twin")


class Roll(Game[RollLevel, RollState, str], functions=(rules, text), parts=PARTS):
    name = "roll"
    title = "Roll the Block"
    summary = "roll a block of two cubes over bridges and switches until it stands on the target"
    also_known_as = ("Bloxorz",)
    how_to_play = (
        "Roll the block until it stands upright on the target. It is two cubes long: standing it falls over "
        "two cells, lying it rolls or stands up. Every cell below it has to carry it. Round switches take any "
        "part of the block, square ones only a standing block."
    )
    suffixes = (".roll",)
    level_options = (Option("swap-cost", int, 0, "cost of swapping the active cube", choices=(0, 1)),)
    move_texts = (*rules.STEPS, "swap")
    headings = ("up", "right", "down", "left")
    keys = {"up": "up", "down": "down", "left": "left", "right": "right", "space": "swap"}
    looks = "manhattan"
    backward = rules.BACKWARD


GAME = Roll()
