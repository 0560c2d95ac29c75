"""A game: rules, and parts that it may have.

The rules are five methods: `parse`, `initial`, `moves`, `apply` and `is_goal`; what else belongs to them has a default.
A part is something more that the game can do: it is there or None, and asking is `game.pddl is not None`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar, Generic

from . import parts
from .errors import LudoplanError, meant
from .options import Option, Values
from .parts import L, M, S, part
from .steps import made

FROM_FILE = "__ludoplan_file__"  # of a module that was loaded by its file


class Game(Generic[L, S, M]):
    """Rules of one game, and its parts. Levels are immutable and carry all that the rules depend on, the objective too.

    `class Roll(Game, functions=(rules, text))` takes the functions of these modules that have the name of a method.

    >>> from ludoplan import Game, solve
    >>> class Count(Game):
    ...     name = "count"
    ...     def parse(self, text, source="level"): return int(text)
    ...     def initial(self, level): return 0
    ...     def moves(self, level, state): return ["one", "two"]
    ...     def apply(self, level, state, move): return state + (1 if move == "one" else 2)
    ...     def is_goal(self, level, state): return state == level
    >>> solve(5, game=Count()).cost
    3
    """

    name: str
    title: str = ""
    summary: str = ""
    also_known_as: tuple[str, ...] = ()  # other names that people look for
    how_to_play: str = ""  # in a few sentences, for who has never seen it
    suffixes: tuple[str, ...] = ()
    objectives: tuple[str, ...] = ()
    # What `solve` and `check` may be told about a level (`--swap-cost 1`).
    level_options: tuple[Option, ...] = ()
    # All moves, where there are only a few, and these are texts.
    move_texts: tuple[str, ...] = ()
    # The moves that head somewhere, clockwise; mouse and wall follower need them.
    headings: tuple[str, ...] = ()
    # Keys for playing: the name of a key to a move text.
    keys: Mapping[str, str] = {}
    heuristics: Mapping[str, parts.Heuristic[L, S]] = {}
    # The estimate by which a move looks good to a player; the default one where there is no such name.
    looks: str | None = None

    text: parts.Text[L] | None = None
    view: parts.View[L, S, M] | None = None
    design: parts.Design[L, S] | None = None
    pddl: parts.PddlForms[L] | None = None
    twin: Callable[[L], parts.Twin | None] | None = None
    batch: parts.Batch | None = None
    backward: parts.Backward[L, S, M] | None = None
    constraints: parts.Constraints | None = None
    clauses: parts.Clauses | None = None
    theory: parts.TheoryForm | None = None
    solvers: parts.Engines | None = None  # of this game alone
    hints: parts.Hints[L, S] | None = None
    marks: parts.Marks[L] | None = None

    _has_costs: ClassVar[bool] = False

    def __init_subclass__(cls, functions: Sequence[ModuleType] = (), parts: Sequence[str] = (), **more: Any) -> None:
        super().__init_subclass__(**more)
        for module in functions:
            for name, value in vars(module).items():
                if name in METHODS and name not in vars(cls) and callable(value):
                    setattr(cls, name, staticmethod(value))
        for name in parts:
            one = part({"twin": "twin", "solvers": "ENGINES"}.get(name, name.upper()))
            one.__set_name__(cls, name)
            setattr(cls, name, one)
        cls._has_costs = cls._has_costs or "cost" in vars(cls)

    def __reduce__(self) -> str | tuple[Any, ...]:
        """A game goes to another process by its name, if it has one there."""
        module = import_module(type(self).__module__)
        if getattr(module, "GAME", None) is not self:
            return super().__reduce__()
        return _game_of, (module.__name__, vars(module).get(FROM_FILE))

    # -- the rules: five methods

    def parse(self, text: str, source: str = "level") -> L:
        """The level in `text`; raises BadInput with all defects."""
        raise NotImplementedError

    def initial(self, level: L) -> S:
        """The state in which the level starts."""
        raise NotImplementedError

    def moves(self, level: L, state: S) -> Iterable[M]:
        """The legal moves, in a fixed order."""
        raise NotImplementedError

    def apply(self, level: L, state: S, move: M) -> S:
        """The state after a legal move."""
        return made(self.outcome(level, state, move))

    def is_goal(self, level: L, state: S) -> bool:
        raise NotImplementedError

    # -- what has a default

    def outcome(self, level: L, state: S, move: M) -> S | str:
        """The state after the move, or why it is illegal: for rules that find both out at once, in place of `apply`."""
        return "not a legal move here"

    def recognises(self, text: str) -> bool:
        """Whether a text is clearly a level of this game, for files whose suffix does not tell."""
        return False

    def configure(self, level: L, objective: str | None = None, options: Values | None = None) -> L:
        """The level with an objective and the game's options; raises LudoplanError. Twice is the same as once.

        Options that levels have fields for are set here; what else they mean, and the objective, are the game's own.
        """
        if objective is not None and objective not in self.objectives:
            close = meant(objective, self.objectives)
            known = ", ".join(self.objectives) or "none to choose from"
            raise LudoplanError(f"{self.name} has no objective {objective!r}{close} (it has {known})")
        given = options or {}
        said = [each for each in self.level_options if given.get(each.key) is not None and hasattr(level, each.key)]
        values = {option.key: option.checked(given[option.key]) for option in said}
        return replace(level, **values) if values else level  # type: ignore[type-var]

    def objective_of(self, level: L) -> str | None:
        """The name of what is minimised."""
        return self.objectives[0] if self.objectives else None

    def options_of(self, level: L) -> dict[str, Any]:
        """What the level says of the game's options, by their names."""
        return {option.name: getattr(level, option.key, option.default) for option in self.level_options}

    def cost(self, level: L, state: S, move: M) -> int:
        """What the move costs; not negative."""
        return 1

    def has_unit_costs(self, level: L) -> bool:
        """Whether every move costs 1, so that fewest moves is cheapest."""
        return not self._has_costs

    def plan_cost(self, level: L, summed: int, moves: Sequence[M]) -> float:
        """The objective's value of a plan whose moves cost `summed`; without moves, of a bound on that sum."""
        return summed

    def is_legal(self, level: L, state: S, move: M) -> bool:
        """Whether `moves` lists the move; to be overridden where looking is quicker than listing."""
        return move in list(self.moves(level, state))

    def why_illegal(self, level: L, state: S, move: M) -> str:
        """Why a move that `moves` does not list is illegal."""
        return str(self.outcome(level, state, move))

    def why_no_goal(self, level: L, state: S) -> str | None:
        """What a state that is no goal lacks, where the game can say."""
        return None

    def notice(self, level: L) -> str | None:
        """What a result of this level rests on beyond the rules, for people to know (one seed of many, ...)."""
        return None

    def message(self, level: L, state: S | None, move: M | None) -> str:
        """What the game tells the player after a legal move; without one, as the level begins. Mostly nothing."""
        return ""

    def move_to_text(self, level: L, move: M) -> str:
        return str(move)

    def move_from_text(self, level: L, text: str) -> M:
        """The move that is written so; raises ValueError with a reason."""
        if self.move_texts and text not in self.move_texts:
            raise ValueError(f"{text!r} is not one of {', '.join(self.move_texts)}")
        return text  # type: ignore[return-value]

    def moves_in_line(self, line: str) -> Sequence[str]:
        """The moves that a line of a plan file stands for, as `move_from_text` reads them: mostly one."""
        return (line,)

    def default_heuristic(self, level: L) -> str | None:
        """The heuristic that informed searches use unless told otherwise."""
        return next(iter(self.heuristics), None)

    def best_solver(self, level: L) -> str:
        """The name of the solver that `auto` stands for."""
        return self.best_search(level)

    def best_search(self, level: L) -> str:
        """The name of the search that proves the least cost."""
        if self.default_heuristic(level) is not None:
            return "astar"
        return "bfs" if self.has_unit_costs(level) else "ucs"


METHODS = frozenset(name for name, value in vars(Game).items() if callable(value) and not name.startswith("_"))


def _game_of(module: str, file: str | None) -> Game[Any, Any, Any]:
    from .registry import game

    found: Game[Any, Any, Any] = import_module(module).GAME if file is None else game(f"{file}:GAME")
    return found
