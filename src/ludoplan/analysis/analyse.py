"""What a level is like to play: exactly, from its whole state space, or sampled where that is too large.

The game ends at a goal. A *dead* state is one from which no goal can be reached; a *shortest* solution is a cheapest
one with the fewest moves among the cheapest. Means over solutions count every shortest solution alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import count
from typing import Any, NamedTuple

from .. import _native
from ..core.engine import Progress, Request
from ..core.limits import Budget, Limits, Stopped, budget_of
from ..core.parts import Grade
from ..core.result import STOPPED_WORDS, Status
from ..core.task import Task
from ..search.kernel import STATUS, Watch, native_limits, native_threads, system_of

MOST_STATES = 3_000_000  # explored unless told otherwise
MOST_PYTHON_STATES = 30_000  # of a game without a twin, whose rules are a hundred times slower
MOST_DRAWN = 1500  # states that a picture shows one by one


class Step(NamedTuple):
    """A step of a shortest solution: of `legal` moves so many are right (on a shortest solution) and fatal (to a dead
    state). `tempting` ones look best by the game's estimate; `decoys` of them are not right."""

    number: int  # from 1
    move: str
    legal: int
    right: int
    fatal: int
    tempting: int
    decoys: int


@dataclass(frozen=True)
class Analysis:
    """What is known of a level; None: not known. Where `exact` is false, see `analysis/sample.py` for each figure.

    >>> from ludoplan import analyse, load
    >>> found = analyse(load("boxup:first"))
    >>> found.exact, found.cost, found.solutions
    (True, 5, 1)
    """

    game: str
    level: str
    objective: str | None
    exact: bool
    status: Status  # optimal, unsolvable, or the limit that came before either was known
    states: int
    cost: float | None = None
    length: int | None = None
    transitions: int | None = None
    goals: int | None = None
    solutions: int | None = None  # number of shortest solutions; MANY: so many or more
    solution_states: int | None = None
    dead: int | None = None
    dead_share: float | None = None
    first_dead: int | None = None  # moves after which the level can first be spoiled
    fatal_moves: int | None = None
    depth: int | None = None  # moves to the state farthest from the start
    farthest: float | None = None  # the largest cost from a state to its nearest goal
    way_to_farthest: tuple[str, ...] | None = None  # moves from the start to such a state
    branching: float | None = None  # legal moves at a step of a shortest solution, on average
    forced: float | None = None  # steps with a single legal move
    fatal_steps: float | None = None  # steps at which a move is fatal
    decoys: float | None = None  # 0 to 1: how often the move that looks best is wrong
    bits: float | None = None  # how unlikely chance makes the right moves: -log2 of the probability
    difficulty: Grade | None = None
    steps: tuple[Step, ...] = ()
    message: str | None = None
    landscape: Any = field(default=None, repr=False, compare=False)  # for the picture

    def _repr_html_(self) -> str:
        """The figures as a table and the map of the state space; with `drawn=True`, state by state."""
        from ..drawing.notebook import image_html, table_html
        from .picture import picture

        grade = self.difficulty
        facts: list[tuple[str, Any]] = [
            ("level", f"{self.level} ({self.game})"),
            ("status", f"{self.status}, {'exact' if self.exact else 'sampled'}"),
            ("difficulty", None if grade is None else f"{grade.score:g}, {grade.word}"),
            ("cost", self.cost),
            ("moves", self.length),
            *figures_of(self),
            ("message", self.message),
        ]
        has_map = self.exact and self.landscape is not None
        return table_html(facts) + (image_html(picture(self), "the state space") if has_map else "")

    def to_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        fields = {key: value for key, value in vars(self).items() if key not in ("landscape", "steps", "difficulty")}
        many = self.solutions == MANY
        return {
            **fields,
            "status": str(self.status),
            "solutions": None if many else self.solutions,
            "solutions_at_least": self.solutions,
            "difficulty": None if self.difficulty is None else asdict(self.difficulty),
            "steps": [step._asdict() for step in self.steps],
        }


MANY = 2**64 - 1


def analyse(
    task: Task,
    limits: Limits | Budget | None = None,
    progress: Callable[[Progress], bool] | None = None,
    drawn: bool = False,
    threads: int = 1,
) -> Analysis:
    """The analysis of a configured level; `drawn`: with what a picture needs. Never raises for a limit. It is the same
    with any number of threads, which explore the state space as far as there are cores and the game has C++ rules.

    >>> from ludoplan import analyse, load
    >>> analyse(load("boxup:second")).difficulty.word
    'medium'
    """
    from .difficulty import graded
    from .sample import sampled

    budget = budget_of(limits)
    found = explored(task, budget, progress, drawn, threads)
    if not found.exact and found.status is not Status.CANCELLED:
        found = sampled(task, found, budget, progress)
    try:
        budget.check()
        return graded(task, found)
    except Stopped as stopped:
        return replace(found, message=f"{STOPPED_WORDS[stopped.status]} before the level was graded")


def explored(
    task: Task,
    budget: Budget,
    progress: Callable[[Progress], bool] | None = None,
    drawn: bool | None = None,
    threads: int = 1,
) -> Analysis:
    """The analysis by the whole state space, without a grade; not exact if a limit came first. `drawn`: with what a
    map needs, or a picture state by state."""
    system = system_of(task, megabytes=budget.limits.megabytes)
    limits = native_limits(budget)
    if budget.limits.nodes is None:
        limits.nodes = MOST_PYTHON_STATES if isinstance(system.native, _native.PythonGame) else MOST_STATES
    if budget.limits.seconds is not None:
        limits.seconds /= 2  # the other half is for a sample, if it comes to that
    watch = Watch(Request(budget, progress=progress))
    try:
        most_drawn = None if drawn is None else MOST_DRAWN if drawn else 0
        space = system.native.explore(looks(task), limits, most_drawn, watch, native_threads(threads))
    except KeyboardInterrupt:
        return unknown(task, watch, Status.CANCELLED)
    except MemoryError:
        return unknown(task, watch, Status.MEMORY)
    if space.stop in STATUS:
        return unknown(task, watch, STATUS[space.stop], space.counters.stored)
    found = of_space(task, space, system.move_text)
    return found if drawn is None else replace(found, landscape=space)


def looks(task: Task) -> str:
    """The estimate by which moves look good; blind if the game has none."""
    return task.game.looks or task.game.default_heuristic(task.level) or "blind"


def unknown(task: Task, watch: Watch, status: Status, states: int = 0) -> Analysis:
    known = states or (watch.last.stored if watch.last else 0)
    return Analysis(task.game.name, task.name, task.objective, False, status, known)


_step: Callable[[Iterable[Any]], Step] = partial(tuple.__new__, Step)  # as `Step._make`, in a third of the time

# All fields of an analysis by the whole space.
_BLANK = vars(Analysis("", "", None, exact=True, status=Status.OPTIMAL, states=0))

# What a figure of the whole space is called there and here.
COUNTED = ("states", "transitions", "goals", "solutions", "solution_states", "dead", "depth")


def of_space(task: Task, space: _native.Landscape, move_text: Callable[[int], str]) -> Analysis:
    """The figures of a state space that was explored to the end."""
    solvable = space.cost is not None
    path = space.path
    length = len(path)
    moves, *counts = zip(*path, strict=True) if path else ((),)

    def mean(total: float) -> float | None:
        return rounded(total / length) if length else None

    found: Analysis = object.__new__(Analysis)  # as `Analysis(...)`, in a third of the time
    vars(found).update(
        _BLANK,
        game=task.game.name,
        level=task.name,
        objective=task.objective,
        status=Status.OPTIMAL if solvable else Status.UNSOLVABLE,
        cost=None if space.cost is None else task.game.plan_cost(task.level, space.cost, []),
        length=length if solvable else None,
        dead_share=rounded(space.dead / space.states),
        first_dead=space.first_dead if space.first_dead >= 0 else None,
        fatal_moves=space.fatal,
        farthest=task.game.plan_cost(task.level, space.farthest, []) if solvable else None,
        way_to_farthest=tuple(map(move_text, space.way_to_farthest)) if solvable else None,
        branching=mean(space.legal),
        forced=rounded(space.forced) if solvable else None,
        fatal_steps=rounded(space.fatal_steps) if solvable else None,
        decoys=mean(space.decoys),
        bits=rounded(space.bits) if solvable else None,
        steps=tuple(map(_step, zip(count(1), map(move_text, moves), *counts))),
        **{name: getattr(space, name) for name in COUNTED},
    )
    return found


def rounded(number: float) -> float:
    """A number that is not negative, to six places; `round` takes five times as long."""
    return int(number * 1e6 + 0.5) / 1e6


def figures_of(found: Analysis) -> list[tuple[str, str | None]]:
    many = "more than " if found.solutions == MANY else ""
    return [
        ("states", f"{'' if found.exact else 'more than '}{found.states:,}"),
        ("goals", _number(found.goals)),
        ("shortest solutions", None if not found.solutions else f"{many}{found.solutions:,}"),
        ("dead ends", _share(found.dead, found.dead_share)),
        ("first spoiled after", None if not found.first_dead else f"{found.first_dead} moves"),
        ("legal moves a step", _number(found.branching)),
        ("forced steps", _number(found.forced)),
        ("steps with a trap", _number(found.fatal_steps)),
        ("decoys", None if found.decoys is None else f"{found.decoys:.0%} of the moves that look best are wrong"),
        ("luck needed", None if found.bits is None else f"1 in 2^{found.bits:.1f} for random moves"),
        ("deepest state", None if found.depth is None else f"{found.depth} moves from the start"),
        ("hardest start", None if found.farthest is None else f"{found.farthest} to the goal"),
    ]


def _number(value: float | None) -> str | None:
    return None if value is None else f"{value:,.2f}".rstrip("0").rstrip(".")


def _share(count: int | None, part: float | None) -> str | None:
    if part is None:
        return None
    return f"{part:.1%} of those sampled" if count is None else f"{count:,} ({part:.1%})"
