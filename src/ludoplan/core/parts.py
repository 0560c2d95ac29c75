"""The parts of a game: each a record of functions, most of which may be left out.

A part that a game keeps in a module of its own is loaded when it is first asked for: `view = part("VIEW")` stands for
`VIEW` in the module `view` beside the game, and so does "view" among the `parts` that its class names. Records of
functions are compared by identity: every start makes these classes, and what they do not need takes time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from importlib import import_module
from sys import modules
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .errors import Defect
from .options import Option, Values

if TYPE_CHECKING:
    import random

    from .engine import Engine
    from .errors import BadInput
    from .limits import Budget
    from .result import Result, Row
    from .scene import Flight, Scene
    from .task import ParsedLevel

Cell = tuple[int, int]  # row and column of a picture, from 0

L = TypeVar("L")
S = TypeVar("S")
M = TypeVar("M")
R = TypeVar("R")
E = TypeVar("E", bound=Callable[..., float])

Engines = Sequence["Engine"]
DEAD_END = math.inf


def part(attribute: str, module: str | None = None) -> Any:
    """`attribute` of the module that is named like the part, or so, loaded when the part is first asked for."""
    return _Part(attribute, module)


class _Part:
    def __init__(self, attribute: str, beside: str | None) -> None:
        self.attribute, self.beside = attribute, beside

    def __set_name__(self, owner: type, name: str) -> None:
        self.name, self.module = name, f"{owner.__module__}.{self.beside or name}"

    def __get__(self, game: Any, owner: type) -> Any:
        found = getattr(import_module(self.module), self.attribute)
        setattr(owner, self.name, staticmethod(found) if callable(found) else found)
        return found


def gathered(record: type[R], module: str, **more: Any) -> R:
    """A record of the functions that a module defines under the names of the record's fields, and of what is given."""
    names = {each.name for each in fields(record)}  # type: ignore[arg-type]
    own = {name: value for name, value in vars(modules[module]).items() if name in names}
    return record(**{name: value for name, value in own.items() if value.__module__ == module}, **more)


@dataclass(frozen=True, eq=False, repr=False)
class Heuristic(Generic[L, S]):
    """An estimate of the cost to the goal, and its promises. DEAD_END means: no goal from here.

    >>> from ludoplan import game
    >>> [name for name, each in game("roll").heuristics.items() if each.admissible][:1]
    ['distance']
    """

    estimate: Callable[[L, S], float]
    admissible: bool
    consistent: bool
    summary: str


def promising(summary: str, admissible: bool, consistent: bool) -> Callable[[E], E]:
    """Says what an estimate promises; `heuristics` gives it by its name then."""

    def noted(estimate: E) -> E:
        vars(estimate)["promises"] = Heuristic(estimate, admissible, consistent, summary)
        return estimate

    return noted


def heuristics(*estimates: Any) -> dict[str, Heuristic[Any, Any]]:
    """The estimates by name, the usual one first."""
    return {each.__name__.replace("_", "-"): each.promises for each in estimates}


@dataclass(frozen=True, eq=False, repr=False)
class Text(Generic[L]):
    """Writing levels; reading them is one of the rules.

    >>> from ludoplan import game, load
    >>> level = load("roll:01").level
    >>> game("roll").parse(game("roll").text.format(level)) == level
    True
    """

    format: Callable[[L], str]  # a text that parses to the same level
    # The levels of a file: the number of the line where each begins, and its text. Without it: one, the whole.
    split: Callable[[str], Sequence[tuple[int, str]]] = lambda text: [(1, text)]
    # Of a text and its name, for files whose levels share what stands before them: all levels, read at once; raises
    # BadInput. Used in place of `split`.
    levels: Callable[[str, str], Sequence[L]] | None = None
    # What is odd about a text that can be read, and how it is taken.
    oddities: Callable[[str], Sequence[Defect]] = lambda text: ()


@dataclass(frozen=True, eq=False, repr=False)
class View(Generic[L, S, M]):
    """Pictures.

    >>> from ludoplan import load
    >>> task = load("maze:first")
    >>> task.game.view.scene(task.level, task.game.initial(task.level)).width > 1
    True
    """

    scene: Callable[[L, S], Scene]
    # Rows and columns of the level's pictures, where they can be told without drawing one.
    size: Callable[[L], tuple[float, float]] | None = None
    # The cells of the picture where the player is: shows how a search spreads.
    place: Callable[[L, S], Sequence[Cell]] | None = None
    # The cells that stand for a legal move: who points at one of them means the move. By default: where it leads.
    cells_of_move: Callable[[L, S, M], Sequence[Cell] | None] | None = None
    origin: Cell = (0, 0)  # the cell of pictures where row 0, column 0 of a level is drawn
    # What there is on a level, in words, and a cell of its first picture where each is seen.
    legend: Callable[[L], Sequence[tuple[str, Cell]]] | None = None
    # What the signs of the text picture mean, those that are in it: lines for people.
    signs: Callable[[L, S], Sequence[str]] | None = None
    # What flies through the picture while a legal move is made, one after the other; what only moves need not be told.
    flights: Callable[[L, S, M], Sequence[Flight]] | None = None
    names_cells: bool = False  # whether moves name rows and columns: then text pictures have their numbers


@dataclass(frozen=True)
class Edit(Generic[L]):
    """One small change of a level: what is put where. The changed level is made when it is asked for.

    Row and column count from 0; a change of a whole row or column has only that one, a setting has neither.
    `removes`: it takes something away that a level might do without.

    >>> from ludoplan import load
    >>> task = load("boxup:first")
    >>> edit = next(iter(task.game.design.edits(task.level)))
    >>> edit.level != task.level
    True
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


@dataclass(frozen=True)
class Grade:
    """How hard a level is: a number that rises with it, a word, and what it rests on."""

    score: float
    word: str
    reason: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Promises(Generic[L, S]):
    """What every generated level has, beyond a proven solution and the numbers that its options ask for."""

    words: str  # for people
    # What can be seen to be amiss at once, in words: loose ends, kinds of things that were not asked for. With a third
    # argument that is true there may be less than was asked for.
    broken: Callable[[L, Values, bool], Iterable[str]] = lambda level, options, most: ()
    # What play must touch, by name, and what it touches in a state.
    places: Callable[[L], Iterable[Hashable]] = lambda level: ()
    touched: Callable[[L, S], Iterable[Hashable]] = lambda level, state: ()
    # The pieces by name, each with the level that lacks it. One without which the optimum is the same is a decoy.
    pieces: Callable[[L, Values], Iterable[tuple[str, L]]] = lambda level, options: ()


@dataclass(frozen=True, eq=False, repr=False)
class Design(Generic[L, S]):
    """Making levels.

    >>> import random
    >>> from ludoplan import game
    >>> design = game("maze").design
    >>> values = {option.key: option.default for option in design.options}
    >>> design.generate(random.Random(1), values) == design.generate(random.Random(1), values)
    True
    """

    # The well-formed levels that are one small change away, in a fixed order.
    edits: Callable[[L], Iterable[Edit[L]]]
    # A new level by options; the same options and random state give the same level.
    generate: Callable[[random.Random, Values], L] | None = None
    options: tuple[Option, ...] = ()
    # The level in all forms that are the same puzzle (turned, mirrored, renamed), or in one that stands for them.
    # Two levels that are the same puzzle have the same forms, and all have the same cost.
    symmetries: Callable[[L], Iterable[L]] = lambda level: (level,)
    # How much there is of what the options count; generating to order keeps to the options.
    extent: Callable[[L], Mapping[str, int]] = lambda level: {}
    # How many solutions there are, counted to 2, in games where the order of moves does not matter.
    count_solutions: Callable[[L], int] | None = None
    # The game's own measure of difficulty, where that of all games does not serve (analysis/difficulty.py).
    grade: Callable[[L], Grade | None] | None = None
    # For people who draw levels: an empty level of so many rows and columns, as near as the game comes to that, made
    # of what this level is made of; ...
    blank: Callable[[L, int, int], L] | None = None
    # ... all kinds of change of a cell that there may be, where a level need not have a place for each; ...
    kinds: Callable[[L], Sequence[str]] | None = None
    # ... and why a kind of change is not possible at a row and column, where the game can say.
    why_not: Callable[[L, str, int, int], str | None] | None = None
    # What generated levels have; the generator's search keeps to it, and nothing is given out that does not.
    promises: Promises[L, S] | None = None
    # A random small variation that mostly keeps the promises; where there is none, any edit of a cell serves.
    varied: Callable[[random.Random, L, Values], L] | None = None
    # Options by which levels like this one are made, beyond what `extent` says.
    like: Callable[[L], Mapping[str, Any]] = lambda level: {}
    # The cells whose shape one sees first: floor, walls, clues. Good levels are often symmetric.
    ground: Callable[[L], Iterable[Cell]] | None = None
    # The generator's options for a set of levels that become larger and harder step by step, from 0.
    ladder: Callable[[int], Mapping[str, Any]] | None = None


def designed(module: str, words: str, **more: Any) -> Design[Any, Any]:
    """The part of the functions that a module defines, what its levels promise among them, and of what is given."""
    return gathered(Design, module, promises=gathered(Promises, module, words=words), **more)


@dataclass(frozen=True)
class Pddl:
    """A level as a planning task: two texts, and how its plans become moves of the game.

    >>> from ludoplan import load, to_pddl
    >>> to_pddl(load("boxup:first")).problem.startswith("(define (problem")
    True
    """

    domain: str
    problem: str
    decode: Callable[[Sequence[str]], list[str]] = field(repr=False)
    # What the level's objective adds to the cost of a plan; None where the one says nothing about the other.
    extra_cost: int | None = 0


@dataclass(frozen=True, eq=False, repr=False)
class PddlForms(Generic[L]):
    """Levels as planning tasks, in one way or several.

    >>> from ludoplan import game, game_names
    >>> [name for name in game_names() if game(name).pddl is None]
    ['sudoku']
    """

    encode: Callable[[L, str | None], Pddl]  # by a variant, or the one that suits all planners; raises Unsupported
    variants: tuple[str, ...] = ()
    planner_variant: str | None = None  # the one that suits the native planner best, where that is another


@dataclass(frozen=True, eq=False, repr=False)
class Twin:
    """The fast C++ form of a level. `moves` are the move texts by number; the system names its heuristics.

    >>> from ludoplan import load
    >>> task = load("roll:01")
    >>> task.game.twin(task.level).moves
    ['up', 'down', 'left', 'right', 'swap']
    """

    system: Any
    moves: Sequence[str]

    @property
    def heuristics(self) -> list[str]:
        return [name for name in self.system.heuristics if name != "blind"]


@dataclass(frozen=True)
class Stretch:
    """A part of a text that holds many levels, and where in which file it begins."""

    source: str
    text: str
    line: int = 1


@dataclass(frozen=True, eq=False, repr=False)
class Batch:
    """Many levels of one text at once by native code: read, solved, and replayed by a native twin of the referee.

    The rules stay the reference: of every stretch they replay a plan too, and they read what native code does not know.

    >>> from ludoplan import game
    >>> game("sudoku").batch.solver
    'native'
    """

    solver: str  # whose answers they are
    cut: Callable[[str, str], Iterable[Stretch]]  # a text and its name; nothing where the text is of another form
    # Of a stretch under limits: what each level came to, in order; in the place of a level that native code cannot
    # read, what the rules make of its text.
    rows: Callable[[Stretch, Budget], Iterable[Row | ParsedLevel | BadInput]]
    results: Callable[[Stretch, Budget], Iterable[Result | ParsedLevel | BadInput]]


@dataclass(frozen=True, eq=False, repr=False)
class Backward(Generic[L, S, M]):
    """The other direction, for bidirectional search.

    >>> from ludoplan import load
    >>> task = load("maze:first")
    >>> len(list(task.game.backward.goals(task.level)))
    1
    """

    goals: Callable[[L], Iterable[S]]  # all goal states
    predecessors: Callable[[L, S], Iterable[tuple[M, S]]]  # pairs of a move and the state before it
    applies: Callable[[L], bool] = lambda level: True  # whether this level has backward moves


@dataclass(frozen=True, eq=False, repr=False)
class Constraints:
    """Levels as constraint models (engines/cp.py says what a model is)."""

    models: Callable[..., Iterable[Any]]  # of a level and option values: to be tried in turn
    backends: tuple[str, ...]  # the solvers that can take them
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Clauses:
    """Levels as propositional formulas whose models are solutions, after some moves."""

    encode: Callable[[Any, Sequence[str]], tuple[list[list[int]], list[int]]]  # clauses and assumptions
    decode: Callable[[Any, Sequence[str], list[int]], list[str]]  # the moves that a model stands for
    proof: str  # why a model is a shortest solution


@dataclass(frozen=True, eq=False, repr=False)
class TheoryForm:
    """Levels as first-order theories whose finite models are solutions, after some moves."""

    encode: Callable[[Any, Sequence[str]], tuple[str, int]]  # the theory and the size of its domain
    decode: Callable[[Any, Sequence[str], Any], list[str]]
    proof: str
    refuses: Callable[[Any], str | None]


@dataclass(frozen=True, eq=False, repr=False)
class Hints(Generic[L, S]):
    """Reasons for moves.

    >>> from ludoplan import hint, load
    >>> hint(load("sudoku:first")).reason != ""
    True
    """

    # The rest of a solution, in an order that is easier to follow where there is one, and why its first move is right
    # (empty: nothing to say).
    explain: Callable[[L, S, Sequence[str]], tuple[Sequence[str], str]]


@dataclass(frozen=True, eq=False, repr=False)
class Marks(Generic[L]):
    """Games where a player fills in a board: anything may be written into a blank cell and taken back."""

    # The board with these entries (one symbol a cell, `.` is blank; None: as it begins); raises LudoplanError.
    board: Callable[[L, str | None], Mapping[str, Any]]
