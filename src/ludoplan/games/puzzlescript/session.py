"""A game as it is played: level after level, with undo and restart, as the original does it in its own tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.errors import LudoplanError
from .board import bits
from .program import INPUTS, MapLevel, Program
from .randomness import RandomNumbers
from .turn import DEFAULT_SEED, OBJECT_SOUNDS, Event, Play

if TYPE_CHECKING:
    from .source import Source


class Session:
    """A game that is played from a level on. A win leads to the next level at once.

    Levels count from 0, messages too. A message leaves the board as it is, and nothing more can be won.
    """

    def __init__(self, source: Source | Program, level: int = 0, seed: object = None) -> None:
        """Raises LudoplanError if there is no such level."""
        self.program = source if isinstance(source, Program) else source.program
        level = int(level)
        if not 0 <= level < len(self.program.levels):
            raise LudoplanError(f"there is no level {level}: the game has {len(self.program.levels)}, counted from 0")
        self.level = level
        """The current level."""
        self.wins: list[int] = []
        """The numbers of the presses that won, from 1; 0 is the start of the first level."""
        self.presses = 0
        self._seed = seed or DEFAULT_SEED
        self._at_title = False
        self._play = Play(self.program, self._won)
        self._load()
        # What is heard while the first level is loaded belongs to no press.
        self._play.events.clear()
        self._play.settle()

    @property
    def board(self) -> list[list[list[str]]]:
        """Rows of cells, each the sorted names of its objects."""
        board = self._play.board
        width, height = board.geometry.width, board.geometry.height
        names = {
            objects: sorted(self.program.objects[bit].name for bit in bits(objects)) for objects in set(board.objects)
        }
        return [[list(names[board.objects[x * height + y]]) for x in range(width)] for y in range(height)]

    @property
    def events(self) -> list[Event]:
        """All that was heard and seen so far."""
        return list(self._play.events)

    @property
    def sounds(self) -> list[str]:
        """The seeds of the sounds that objects made so far."""
        return [event.text for event in self._play.events if event.kind == "sound" and event.name in OBJECT_SOUNDS]

    def press(self, key: str) -> None:
        """Takes an input, and all turns that `again` adds: a move, `undo` or `restart`."""
        self.presses += 1
        if key == "undo":
            self._play.undo()
        elif key == "restart":
            self._play.restart()
        elif key in INPUTS:
            self._play.process(INPUTS[key])
        else:
            raise LudoplanError(f"{key!r} is no key; keys are {', '.join(INPUTS)}, undo, restart")
        self._play.settle()

    def _load(self) -> None:
        level = self.program.levels[self.level]
        self._at_title = False
        if isinstance(level, MapLevel):
            self._play.load(level, RandomNumbers.seeded(self._seed))
        else:
            self._play.again = False
            self._play.text_shown = True
            self._play.rewriter.random = RandomNumbers.seeded(self._seed)

    def _won(self) -> None:
        self.wins.append(self.presses)
        if self._at_title:
            self.level = 0
        elif self.level + 1 < len(self.program.levels):
            self.level += 1
        else:
            # The end: the board stays, under the title of the game.
            self.level = 0
            self._at_title = True
            self._play.text_shown = True
            return
        self._load()
