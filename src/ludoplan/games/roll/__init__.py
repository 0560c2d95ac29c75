"""Roll: Roll the Block, known as Bloxorz."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ...core.game import Cell, Edit, Game, Pddl, Twin
from ...core.options import Option, Values, complete
from ...core.scene import Scene
from . import generate, heuristics, rules, text
from .rules import RollLevel, RollState


class Roll(Game[RollLevel, RollState, str]):
    name = "roll"
    title = "Roll the Block"
    summary = "roll a block of two cubes over bridges and switches until it stands on the target"
    suffixes = (".roll",)
    level_options = (Option("swap-cost", int, 0, "cost of swapping the active cube", choices=(0, 1)),)
    generator_options = generate.OPTIONS
    headings = ("up", "right", "down", "left")
    keys = {"up": "up", "down": "down", "left": "left", "right": "right", "space": "swap"}
    heuristics = heuristics.HEURISTICS
    looks = "manhattan"

    def parse(self, text_: str, source: str = "level") -> RollLevel:
        return text.parse(text_, source)

    def format(self, level: RollLevel) -> str:
        return text.format(level)

    def configure(self, level: RollLevel, objective: str | None = None, options: Values | None = None) -> RollLevel:
        super().configure(level, objective, options)
        return replace(level, **complete(self.level_options, options)) if options else level

    def edits(self, level: RollLevel) -> Iterable[Edit[RollLevel]]:
        from .edits import edits

        return edits(level)

    def symmetries(self, level: RollLevel) -> Iterable[RollLevel]:
        from .edits import symmetries

        return symmetries(level)

    def extent(self, level: RollLevel) -> Mapping[str, int]:
        from .edits import extent

        return extent(level)

    def level_at(self, level: RollLevel, state: RollState) -> RollLevel | None:
        if state.kind == rules.SPLIT or level.target in state.cells():
            return None
        if any(level.at(cell) != "g" for cell in state.cells()):
            return None  # the mark of the start would hide what is below it
        return replace(level, start=state.cells(), on=state.bridges)

    def initial(self, level: RollLevel) -> RollState:
        return rules.initial(level)

    def moves(self, level: RollLevel, state: RollState) -> Iterable[str]:
        return rules.moves(level, state)

    def apply(self, level: RollLevel, state: RollState, move: str) -> RollState:
        return rules.apply(level, state, move)

    def cost(self, level: RollLevel, state: RollState, move: str) -> int:
        return level.swap_cost if move == "swap" else 1

    def is_goal(self, level: RollLevel, state: RollState) -> bool:
        return rules.is_goal(level, state)

    def why_illegal(self, level: RollLevel, state: RollState, move: str) -> str:
        return str(rules.outcome(level, state, move))

    def has_unit_costs(self, level: RollLevel) -> bool:
        return level.swap_cost == 1 or not level.has_splits

    def move_from_text(self, level: RollLevel, text: str) -> str:
        if text not in rules.STEPS and text != "swap":
            raise ValueError(f"{text!r} is not one of {', '.join(rules.STEPS)}, swap")
        return text

    def is_reversible(self, level: RollLevel) -> bool:
        """Without switches every roll can be rolled back."""
        return not any(letter.isupper() for letter in level.letters)

    def goals(self, level: RollLevel) -> Iterable[RollState]:
        return [RollState(rules.STANDING, level.target, None, rules.initial(level).bridges)]

    def predecessors(self, level: RollLevel, state: RollState) -> Iterable[tuple[str, RollState]]:
        opposite = {"up": "down", "down": "up", "left": "right", "right": "left"}
        return [(opposite[move], rules.apply(level, state, move)) for move in rules.moves(level, state)]

    def view(self, level: RollLevel, state: RollState) -> Scene:
        from .view import view

        return view(level, state)

    def picture_size(self, level: RollLevel) -> tuple[int, int]:
        return len(level.rows), max(map(len, level.rows))

    def place(self, level: RollLevel, state: RollState) -> Sequence[Cell]:
        return state.cells()

    def cells_of_move(self, level: RollLevel, state: RollState, move: str) -> Sequence[Cell]:
        return state.cells()[1:] if move == "swap" else super().cells_of_move(level, state, move)

    def generate(self, rng: random.Random, options: Values) -> RollLevel:
        return generate.generate(rng, options)

    def twin(self, level: RollLevel) -> Twin | None:
        from .twin import twin

        return twin(level)

    def pddl(self, level: RollLevel, variant: str | None = None) -> Pddl:
        from .pddl.encode import encode

        return encode(level)


GAME = Roll()
