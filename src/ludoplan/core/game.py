"""The interface of a game. A game needs `parse`, `initial`, `moves`, `apply` and `is_goal`; all else has a default."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .errors import Defect, LudoplanError, Unsupported
from .options import Option, Values
from .scene import Scene

if TYPE_CHECKING:
    from .engine import Engine

Cell = tuple[int, int]  # row and column of a picture, from 0

L = TypeVar("L")
S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True)
class Heuristic(Generic[L, S]):
    """An estimate of the cost to the goal, and its promises. DEAD_END means: no goal from here."""

    estimate: Callable[[L, S], float]
    admissible: bool
    consistent: bool
    summary: str


DEAD_END = math.inf


@dataclass(frozen=True)
class Twin:
    """The fast C++ form of a level. `moves` are the move texts by number; the system names its heuristics."""

    system: Any
    moves: Sequence[str]

    @property
    def heuristics(self) -> list[str]:
        return [name for name in self.system.heuristics if name != "blind"]


@dataclass(frozen=True)
class Pddl:
    """A level as a planning task: two texts, and how its plans become moves of the game."""

    domain: str
    problem: str
    decode: Callable[[Sequence[str]], list[str]] = field(repr=False)
    # What the level's objective adds to the cost of a plan; None where the one says nothing about the other.
    extra_cost: int | None = 0


@dataclass(frozen=True)
class Grade:
    """How hard a level is: a number that rises with it, a word, and what it rests on."""

    score: float
    word: str
    reason: str = ""


@dataclass(frozen=True)
class Edit(Generic[L]):
    """One small change of a level: what is put where. The changed level is made when it is asked for.

    Row and column count from 0; a change of a whole row or column has only that one, a setting has neither.
    `removes`: it takes something away that a level might do without.
    """

    kind: str
    row: int | None
    column: int | None
    make: Callable[[], L] = field(repr=False, compare=False)
    removes: bool = False

    def __str__(self) -> str:
        if self.row is None and self.column is None:
            return self.kind
        place = ",".join(str(number + 1) for number in (self.row, self.column) if number is not None)
        return f"{self.kind} at {place}"

    @cached_property
    def level(self) -> L:
        """The changed level."""
        return self.make()


class Game(Generic[L, S, M]):
    """Rules of one game. Levels are immutable and carry everything that the rules depend on, the objective too."""

    name: str
    title: str = ""
    summary: str = ""
    suffixes: tuple[str, ...] = ()
    objectives: tuple[str, ...] = ()
    # What `solve` and `check` may be told about a level (`--swap-cost 1`), and what `generate` may be told.
    level_options: tuple[Option, ...] = ()
    generator_options: tuple[Option, ...] = ()
    # The moves that head somewhere, clockwise; mouse and wall follower need them.
    headings: tuple[str, ...] = ()
    # Keys for playing: the name of a key to a move text.
    keys: Mapping[str, str] = {}
    # The cell of pictures where row 0, column 0 of a level is drawn.
    picture_origin: Cell = (0, 0)
    heuristics: Mapping[str, Heuristic[L, S]] = {}
    # The estimate by which a move looks good to a player; the default one where there is no such name.
    looks: str | None = None
    pddl_variants: tuple[str, ...] = ()
    # The one that suits the native planner best, where that is not the one that suits all planners.
    planner_variant: str | None = None

    # -- levels

    def parse(self, text: str, source: str = "level") -> L:
        """The level in `text`; raises BadInput with all defects."""
        raise NotImplementedError

    def split(self, text: str) -> Sequence[tuple[int, str]]:
        """The levels of a file: the number of the line where each begins, and its text. Most files hold one."""
        return [(1, text)]

    def format(self, level: L) -> str:
        """A text that parses to the same level."""
        raise Unsupported(f"{self.name} cannot write levels")

    def check(self, level: L) -> list[Defect]:
        """What is wrong with a level that was not made by `parse`."""
        return []

    def configure(self, level: L, objective: str | None = None, options: Values | None = None) -> L:
        """The level with an objective and the game's options; raises LudoplanError."""
        if objective is not None and objective not in self.objectives:
            known = ", ".join(self.objectives) or "no objectives to choose from"
            raise LudoplanError(f"{self.name} has no objective {objective!r} (it has {known})")
        return level

    def objective_of(self, level: L) -> str | None:
        """The name of what is minimised."""
        return self.objectives[0] if self.objectives else None

    # -- designing levels

    def edits(self, level: L) -> Iterable[Edit[L]]:
        """The well-formed levels that are one small change away, in a fixed order."""
        return ()

    def symmetries(self, level: L) -> Iterable[L]:
        """The level in all forms that are the same puzzle (turned, mirrored, renamed), or in one that stands for them.
        Two levels that are the same puzzle have the same forms, and all have the same cost."""
        return (level,)

    def extent(self, level: L) -> Mapping[str, int]:
        """How much there is of what the generator's options count; generating to order keeps to the options."""
        return {}

    def level_at(self, level: L, state: S) -> L | None:
        """The level that begins in this state; None where the text form cannot say it."""
        return None

    def count_solutions(self, level: L) -> int | None:
        """How many solutions there are, counted to 2, where the order of moves does not matter; None where it does."""
        return None

    def grade(self, level: L) -> Grade | None:
        """The game's own measure of difficulty; None where that of all games serves (analysis/difficulty.py)."""
        return None

    # -- rules

    def initial(self, level: L) -> S:
        """The state in which the level starts."""
        raise NotImplementedError

    def moves(self, level: L, state: S) -> Iterable[M]:
        """The legal moves, in a fixed order."""
        raise NotImplementedError

    def apply(self, level: L, state: S, move: M) -> S:
        """The state after a legal move."""
        raise NotImplementedError

    def cost(self, level: L, state: S, move: M) -> int:
        """What the move costs; not negative."""
        return 1

    def is_goal(self, level: L, state: S) -> bool:
        raise NotImplementedError

    def is_legal(self, level: L, state: S, move: M) -> bool:
        """Whether `moves` lists the move; to be overridden where looking is quicker than listing."""
        return move in list(self.moves(level, state))

    def why_no_goal(self, level: L, state: S) -> str | None:
        """What a state that is no goal lacks, where the game can say."""
        return None

    def why_illegal(self, level: L, state: S, move: M) -> str:
        """Why a move that `moves` does not list is illegal."""
        return "not a legal move here"

    def plan_cost(self, level: L, summed: int, moves: Sequence[M]) -> float:
        """The objective's value of a plan whose moves cost `summed`; without moves, of a bound on that sum."""
        return summed

    def has_unit_costs(self, level: L) -> bool:
        """Whether every move costs 1, so that fewest moves is cheapest."""
        return type(self).cost is Game.cost

    # -- the other direction, for bidirectional search

    def goals(self, level: L) -> Iterable[S]:
        """All goal states."""
        raise Unsupported(f"{self.name} does not list its goal states")

    def predecessors(self, level: L, state: S) -> Iterable[tuple[M, S]]:
        """Pairs of a move and the state before it that it leads from."""
        raise Unsupported(f"{self.name} has no backward moves")

    def is_reversible(self, level: L) -> bool:
        """Whether `goals` and `predecessors` work for this level."""
        return type(self).predecessors is not Game.predecessors

    # -- texts and pictures

    def move_to_text(self, level: L, move: M) -> str:
        return str(move)

    def move_from_text(self, level: L, text: str) -> M:
        """The move that is written so; raises ValueError with a reason."""
        return text  # type: ignore[return-value]

    def view(self, level: L, state: S) -> Scene:
        """A picture of the state."""
        return Scene.of_text(str(state))

    def picture_size(self, level: L) -> tuple[float, float]:
        """Rows and columns of the level's pictures; to be overridden where it can be told without drawing one."""
        scene = self.view(level, self.initial(level))
        return scene.height, scene.width

    def place(self, level: L, state: S) -> Sequence[Cell]:
        """The cells of the picture where the player is, where there is such a thing: shows how a search spreads."""
        return ()

    def cells_of_move(self, level: L, state: S, move: M) -> Sequence[Cell]:
        """The cells of the picture that stand for a legal move: who points at one of them means the move."""
        here = set(self.place(level, state))
        return [cell for cell in self.place(level, self.apply(level, state, move)) if cell not in here]

    # -- more ways

    def generate(self, rng: random.Random, options: Values) -> L:
        """A new level; the same options and random state give the same level."""
        raise Unsupported(f"{self.name} has no generator")

    def explain(self, level: L, state: S, moves: Sequence[str]) -> tuple[Sequence[str], str]:
        """The rest of a solution, in an order that is easier to follow where there is one, and why its first move is
        right (empty: nothing to say)."""
        return moves, ""

    def twin(self, level: L) -> Twin | None:
        """The level in C++, where the game has such a form."""
        return None

    def engines(self) -> Sequence[Engine]:
        """Solvers of this game alone."""
        return ()

    def best_solver(self, level: L) -> str:
        """The name of the solver that `auto` stands for."""
        if self.default_heuristic(level) is not None:
            return "astar"
        return "bfs" if self.has_unit_costs(level) else "ucs"

    def default_heuristic(self, level: L) -> str | None:
        """The heuristic that informed searches use unless told otherwise."""
        return next(iter(self.heuristics), None)

    def pddl(self, level: L, variant: str | None = None) -> Pddl:
        """The level as a planning task; raises Unsupported."""
        raise Unsupported(f"{self.name} has no PDDL form")
