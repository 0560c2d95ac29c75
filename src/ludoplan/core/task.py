"""A task is a level that is ready to be solved: its objective and options are set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import InitVar, dataclass
from typing import Any

from . import display
from .errors import Defect, LudoplanError, Unsupported
from .game import Game
from .parts import PddlForms

AnyGame = Game[Any, Any, Any]


@dataclass(frozen=True)
class Task:
    """A level of a game with its objective and options, and where it came from; raises LudoplanError.

    There is no such thing as a task that is not configured: whoever makes one has said what is to be solved.

    >>> from ludoplan import load
    >>> task = load("pipes:20", objective="steps")
    >>> task.game.name, task.objective
    ('pipes', 'steps')
    """

    game: AnyGame
    level: Any
    name: str = "level"
    with_objective: InitVar[str | None] = None
    with_options: InitVar[Mapping[str, Any] | None] = None

    def __post_init__(self, with_objective: str | None, with_options: Mapping[str, Any] | None) -> None:
        object.__setattr__(self, "level", self.game.configure(self.level, with_objective, with_options))

    @property
    def objective(self) -> str | None:
        return self.game.objective_of(self.level)

    @property
    def text(self) -> str:
        """The level as its file would say it; raises Unsupported for a game that writes no levels."""
        if self.game.text is None:
            raise Unsupported(f"{self.game.name} has no text form of levels")
        return self.game.text.format(self.level)

    def _repr_svg_(self) -> str | None:
        return display.ask("level_svg", self)


@dataclass(frozen=True)
class ParsedLevel:
    """A level as its file says it; `task` makes it ready to be solved."""

    game: AnyGame
    level: Any
    name: str = "level"
    objective: str | None = None  # where the list of bundled levels names one
    warnings: tuple[Defect, ...] = ()  # what is odd about its text

    def task(self, objective: str | None = None, options: Mapping[str, Any] | None = None) -> Task:
        """The level with an objective and options of the game; raises LudoplanError."""
        return Task(self.game, self.level, self.name, objective or self.objective, options)


def pddl_of(game: AnyGame, variant: str | None = None) -> PddlForms[Any]:
    """How its levels become planning tasks; raises Unsupported or, for the variant, LudoplanError."""
    if game.pddl is None:
        raise Unsupported(f"{game.name} has no PDDL form")
    if variant not in (None, *game.pddl.variants):
        offered = ", ".join(game.pddl.variants) or "none to choose from"
        raise LudoplanError(f"{game.name} has no PDDL variant {variant!r} (it has {offered})")
    return game.pddl
