"""PuzzleScript: games written as text, with the meaning that the original engine gives them.

The compiler is loaded when a text is read, not before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ...core.game import Game
from ...core.options import Option, Values
from ...core.parts import Heuristic, part

if TYPE_CHECKING:
    from .level import PuzzleScriptLevel
    from .play import PlayState
    from .session import Session
    from .source import Source, compile_source

__all__ = ["GAME", "Session", "Source", "compile_source"]

LETTERS = {"u": "up", "d": "down", "l": "left", "r": "right", "x": "action", "t": "tick"}
_PUBLIC = {"Session": "session", "Source": "source", "compile_source": "source"}


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PUBLIC[name]}"), name)


def _distance(level: PuzzleScriptLevel, state: PlayState) -> float:
    from .guess import distance

    return distance(level, state)


def _bound(level: PuzzleScriptLevel, state: PlayState) -> float:
    from .guess import bound

    return bound(level, state)


class PuzzleScript(Game["PuzzleScriptLevel", "PlayState", str]):
    name = "puzzlescript"
    title = "PuzzleScript"
    summary = "any game that is written in PuzzleScript: one file has objects, rules and levels"
    how_to_play = "Arrow keys move, X acts. What the rules are is for you to find out."
    suffixes = (".ps", ".puzzlescript")
    level_options = (Option("random-seed", str, None, "seed of the game's own random numbers"),)
    headings = ("up", "right", "down", "left")
    keys = {"up": "up", "down": "down", "left": "left", "right": "right", "space": "action", "x": "action", "t": "tick"}
    heuristics = {
        "distance": Heuristic(
            _distance,
            admissible=False,
            consistent=False,
            summary="how far the win conditions seem to be from holding",
        ),
        "bound": Heuristic(
            _bound,
            admissible=True,
            consistent=True,
            summary="what the rules let no move do faster: steps to where objects have to be, objects to be taken away",
        ),
    }
    looks = "distance"
    text = part("TEXT")
    view = part("VIEW")
    design = part("DESIGN")
    twin = part("twin", "native")
    pddl = part("PDDL")
    solvers = part("SOLVERS")
    recognises = part("recognises", "text")
    initial = part("initial", "play")
    moves = part("moves", "play")
    apply = part("apply", "play")
    notice = part("notice", "play")
    message = part("message", "play")

    def parse(self, text: str, source: str = "level") -> PuzzleScriptLevel:
        """The first map of a source; raises BadInput with all errors."""
        from .text import levels

        return levels(text, source)[0]

    def configure(
        self, level: PuzzleScriptLevel, objective: str | None = None, options: Values | None = None
    ) -> PuzzleScriptLevel:
        super().configure(level, objective, options)
        seed = (options or {}).get("random_seed")
        return level if seed is None else replace(level, seed=seed)

    def is_goal(self, level: PuzzleScriptLevel, state: PlayState) -> bool:
        return state.won

    def is_legal(self, level: PuzzleScriptLevel, state: PlayState, move: str) -> bool:
        """Every input may be pressed until the game is won, also one that changes nothing."""
        from .play import why_illegal

        return why_illegal(level, state, move) is None

    def why_illegal(self, level: PuzzleScriptLevel, state: PlayState, move: str) -> str:
        from .play import why_illegal

        return why_illegal(level, state, move) or "not a legal move here"

    def move_from_text(self, level: PuzzleScriptLevel, text: str) -> str:
        if text not in level.inputs:
            letters = "".join(name for name, key in LETTERS.items() if key in level.inputs).upper()
            known = f"there are {', '.join(level.inputs)}; in a row also letters of {letters}"
            raise ValueError(f"{text!r} is no input of this game ({known})")
        return text

    def moves_in_line(self, line: str) -> Sequence[str]:
        """Solutions as people write them, `UURX` or `up up right action`, are many moves in a line."""
        words = line.lower().replace(",", " ").split()
        letters = "".join(words)
        if words and all(word in LETTERS.values() for word in words):
            return words
        return [LETTERS[letter] for letter in letters] if letters and LETTERS.keys() >= set(letters) else (line,)

    def default_heuristic(self, level: PuzzleScriptLevel) -> str | None:
        return "bound"

    def best_solver(self, level: PuzzleScriptLevel) -> str:
        return "puzzle"


GAME = PuzzleScript()
