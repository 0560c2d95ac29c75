"""The short ways of the library: what takes several steps inside the house is one function here.

Everything that is exported by `ludoplan` and nothing else is kept stable (docs/api.md).
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .core import level as levels_module
from .core import registry
from .core.errors import LudoplanError, NotInstalled
from .core.limits import Limits, budget_of
from .core.parts import Pddl
from .core.referee import Replay
from .core.result import Result
from .core.task import AnyGame, Task, pddl_of

if TYPE_CHECKING:
    import pandas

    from .analysis.analyse import Analysis
    from .analysis.hint import Hint
    from .analysis.production import Made
    from .analysis.repair import Repairs
    from .bench.report import Report


def game_names() -> list[str]:
    """The names of all games, those of other packages too.

    >>> from ludoplan import game_names
    >>> "roll" in game_names()
    True
    """
    return registry.game_names()


def game(name: str) -> AnyGame:
    """The game of this name; raises LudoplanError.

    >>> from ludoplan import game
    >>> game("roll").title
    'Roll the Block'
    """
    return registry.game(name)


def levels(of: str) -> list[str]:
    """The names of the bundled levels of a game, in order of difficulty, as `load` takes them; raises LudoplanError.

    >>> from ludoplan import levels
    >>> levels("boxup")[:2]
    ['boxup:first', 'boxup:never']
    """
    return [f"{of}:{name}" for name in levels_module.bundled(registry.game(of).name)]


def parse(of: str | AnyGame, text: str, objective: str | None = None, options: Mapping[str, Any] | None = None) -> Task:
    """The level that is written in a text, ready to be solved; raises LudoplanError, and BadInput with all defects.

    >>> from ludoplan import load, parse, solve
    >>> text = load("roll:01").text
    >>> solve(parse("roll", text)).cost
    8
    """
    found = registry.game(of) if isinstance(of, str) else of
    return Task(found, found.parse(text), "level", objective, options)


def solvers(task: Task) -> list[str]:
    """The names of the solvers that can be used here and take this task.

    >>> from ludoplan import load, solvers
    >>> "astar" in solvers(load("roll:01"))
    True
    """
    known = registry.engines(task.game)
    return [name for name, each in known.items() if each.missing() is None and each.refuses(task) is None]


# -- for those who make levels


def hint(task: Task, played: Sequence[str] = (), limits: Limits | None = None) -> Hint:
    """What to do after these moves, with a reason where the game can tell; raises LudoplanError if one is illegal.

    >>> from ludoplan import hint, load
    >>> found = hint(load("roll:01"), ["up", "right"])
    >>> found.moves[0], found.is_shortest, found.is_lost
    ('right', True, False)
    """
    from .analysis import hint as hints

    return hints.explained(task, _after(task, played), hints.hint(task, played, limits or Limits()))


def repair(
    task: Task,
    limits: Limits | None = None,
    *,
    kinds: Sequence[str] = (),
    raised: bool = False,
    most_edits: int = 2,
    count: int = 5,
) -> Repairs:
    """The smallest edits that make a level solvable, the first `count` of them confirmed by solver and referee.

    `kinds` are the edits that are allowed (default: all), `raised` asks for a level that costs more than it does now.
    Raises LudoplanError for a game without edits.

    >>> from ludoplan import load, repair
    >>> repairs = repair(load("boxup:never"))
    >>> print(repairs.status, len(repairs.found[0].edits))
    optimal 1
    """
    from .analysis import repair as repairs

    budget = budget_of(limits)
    found = repairs.repair(task, budget, kinds, raised, most_edits)
    return replace(found, found=tuple(repairs.confirmed(task, found, count, budget)))


def generate(
    of: str,
    count: int = 1,
    *,
    seed: int = 0,
    min_cost: float | None = None,
    max_cost: float | None = None,
    difficulty: str | None = None,
    unique: bool = False,
    minimise: bool = False,
    unsolvable: bool = False,
    objective: str | None = None,
    options: Mapping[str, Any] | None = None,
    limits: Limits | None = None,
    jobs: int = 1,
) -> Iterator[Made]:
    """New levels to order, one after the other, each proven; the same seed gives the same levels.

    `options` are those of the game's generator. Raises LudoplanError if no such level is found, in time or at all.

    >>> from ludoplan import generate
    >>> [made] = generate("boxup", min_cost=8, seed=1)
    >>> made.result.cost >= 8
    True
    """
    from .analysis.order import Order, design_of
    from .analysis.production import OutOfReach, produce
    from .core.options import complete

    given = complete(design_of(registry.game(of)).options, options or {})
    order = Order(of, given, objective, min_cost, max_cost, difficulty, unique, minimise, unsolvable, seed)
    try:
        yield from produce(order, count, jobs, budget_of(limits))
    except OutOfReach as end:
        raise LudoplanError(f"{end.words} ({end.evaluated:,} levels looked at)") from None


# -- pictures


def picture(task: Task, moves: Sequence[str] = ()) -> str:
    """An SVG of the level after these moves; raises LudoplanError if one is illegal.

    >>> from ludoplan import load, picture
    >>> picture(load("roll:01"), ["up"])[:4]
    '<svg'
    """
    from .drawing.draw import draw_svg
    from .drawing.pictures import scene_of

    return draw_svg(scene_of(task.game, task.level, _after(task, moves)))


def text_picture(task: Task, moves: Sequence[str] = ()) -> str:
    """The level after these moves in characters; raises LudoplanError if one is illegal.

    >>> from ludoplan import load, text_picture
    >>> print(text_picture(load("maze:first")))
    %%%%%%%%%%%%%
    %.  %       %
    % % %%% %%% %
    % %   % % % %
    % %%% % % % %
    % %     %  P%
    %%%%%%%%%%%%%
    """
    from .drawing.draw import draw_text
    from .drawing.pictures import scene_of

    return draw_text(scene_of(task.game, task.level, _after(task, moves)))


def animation(task: Task, moves: Sequence[str]) -> str:
    """An SVG that shows the moves one after the other, for ever; raises LudoplanError if one is illegal.

    >>> from ludoplan import animation, load, solve
    >>> task = load("roll:01")
    >>> "<animate" in animation(task, solve(task).plan.moves)
    True
    """
    from .drawing import notebook

    _after(task, moves)
    return notebook.animation(task, moves)


def _after(task: Task, moves: Sequence[str]) -> Any:
    replay = Replay(task)
    fault = replay.play_all(moves)
    if fault is not None:
        raise LudoplanError(f"step {fault.step}, {fault.move}: {fault.reason}")
    return replay.state


# -- planning


def read_pddl(domain: str | Path, problem: str | Path) -> Task:
    """The planning task in two files; raises LudoplanError, and BadInput with all defects.

    It is a task like any other: `solve`, `replay` and `analyse` take it.

    >>> from ludoplan import LudoplanError, read_pddl
    >>> try:
    ...     read_pddl("no-such.pddl", "problem.pddl")
    ... except LudoplanError as error:
    ...     print(error)
    no-such.pddl: no such file
    """
    from .pddl.task import load_pddl

    return load_pddl(str(domain), str(problem))


def parse_pddl(domain: str, problem: str) -> Task:
    """The planning task in two texts; raises LudoplanError, and BadInput with all defects.

    >>> from ludoplan import load, parse_pddl, replay, solve, to_pddl
    >>> form = to_pddl(load("boxup:first"))
    >>> task = parse_pddl(form.domain, form.problem)
    >>> plan = solve(task, "planner").plan
    >>> replay(task, plan.moves).plan.cost
    5
    """
    from .pddl.task import parse_task

    return parse_task(domain, problem)


def to_pddl(task: Task, variant: str | None = None) -> Pddl:
    """The level as a PDDL domain and problem, and how plans become moves; raises Unsupported.

    >>> from ludoplan import load, to_pddl
    >>> "(:action" in to_pddl(load("boxup:first")).domain
    True
    """
    return pddl_of(task.game).encode(task.level, variant)


def from_unified(problem: Any) -> Task:
    """A problem of unified-planning as a task; raises Unsupported, and NotInstalled without unified-planning.

    >>> from ludoplan import from_unified, load, solve, to_unified
    >>> solve(from_unified(to_unified(load("boxup:first")))).cost
    5
    """
    _need("unified_planning", "planners")
    from .engines.unified import Conversion
    from .pddl.task import GAME, PddlTask

    converted = Conversion(problem)
    return Task(GAME, PddlTask(converted.domain, converted.problem), problem.name or "problem")


def to_unified(task: Task) -> Any:
    """The task as a problem of unified-planning, by way of PDDL; raises Unsupported, and NotInstalled without it.

    >>> from ludoplan import load, to_unified
    >>> len(to_unified(load("boxup:first")).actions) > 0
    True
    """
    _need("unified_planning", "planners")
    from unified_planning.io import PDDLReader

    from .pddl.printer import print_domain, print_problem
    from .pddl.task import GAME

    if task.game is GAME:
        domain, problem = print_domain(task.level.domain), print_problem(task.level.problem)
    else:
        form = to_pddl(task)
        domain, problem = form.domain, form.problem
    with warnings.catch_warnings():  # the reader uses names that its parser library would rather not see
        warnings.simplefilter("ignore", DeprecationWarning)
        return PDDLReader().parse_problem_string(domain, problem)


# -- campaigns and tables


def run_suite(spec: str | Path, database: str | Path, *, jobs: int = 1, bar: bool | None = None) -> Report:
    """Runs a suite (a file, or the name of one that comes along) into a database, or goes on with it; its report.

    Raises LudoplanError, and BadInput with all defects of the suite.

    >>> from ludoplan import run_suite
    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "my.toml").write_text('''
    ... title = "Two searches"
    ... [[levels]]
    ... bundled = ["boxup:first"]
    ... [[solvers]]
    ... solver = ["bfs", "astar"]
    ... ''')
    >>> report = run_suite(folder / "my.toml", folder / "my.db")
    >>> [row["cost"] for row in report.rows]
    [5.0, 5.0]
    """
    from .bench.campaign import Local, run_campaign
    from .bench.store import Store
    from .bench.suite import load_suite
    from .running.stream import progress_bar

    if jobs < 1:
        raise LudoplanError("jobs must be at least 1")
    suite = load_suite(str(spec))
    with Store(database, must_exist=False) as store:
        left = {planned.key for planned in suite.runs()} - store.keys()
        with progress_bar(len(left), bar) as advance:
            run_campaign(suite, store, Local(jobs), lambda row: advance())
    return campaign(database)


def campaign(database: str | Path) -> Report:
    """The report of a campaign that has been run: tables and plots in a notebook, `html()`, `markdown()`, `rows`.

    Raises LudoplanError.

    >>> from ludoplan import LudoplanError, campaign
    >>> try:
    ...     campaign("no-such.db")
    ... except LudoplanError as error:
    ...     print(error)
    no-such.db: there is no such campaign; start one: ludoplan bench run SUITE
    """
    from .bench.report import Report
    from .bench.store import Store

    with Store(database) as store:
        return Report(store)


def rows(things: str | Path | Report | Iterable[Result | Analysis]) -> list[dict[str, Any]]:
    """The runs of a campaign, results or analyses as flat rows, for any library of tables:
    `polars.DataFrame(rows(results))`.

    >>> from ludoplan import load, rows, solve
    >>> [row] = rows([solve(load("boxup:first"))])
    >>> row["status"], row["cost"], row["length"]
    ('optimal', 5, 5)
    """
    from .bench.report import Report

    if isinstance(things, str | Path):
        things = campaign(things)
    return list(things.rows) if isinstance(things, Report) else [_row(thing) for thing in things]


def _row(thing: Result | Analysis) -> dict[str, Any]:
    row = thing.to_json()
    if isinstance(thing, Result):
        row.update(row.pop("stats"))
        row["plan"] = None if thing.plan is None else " ".join(thing.plan.moves)
        return row
    row.pop("steps")
    row.pop("way_to_farthest")
    grade = row.pop("difficulty")
    row["difficulty"], row["score"] = (None, None) if grade is None else (grade["word"], grade["score"])
    return row


def frame(things: str | Path | Report | Iterable[Result | Analysis]) -> pandas.DataFrame:
    """A pandas frame: of a campaign (its database or report), or of results or analyses, a row for each.

    Raises NotInstalled without pandas (`pip install 'ludoplan[bench]'`).

    >>> from ludoplan import frame, load, solve_many
    >>> results = solve_many([load("boxup:first"), load("boxup:second")])
    >>> frame(results)["cost"].tolist()
    [5, 14]
    """
    from .bench import frame_of

    return frame_of(rows(things))


def _need(module: str, extra: str) -> None:
    from importlib.util import find_spec

    if find_spec(module) is None:
        raise NotInstalled(f"{module.replace('_', '-')} is not installed: pip install 'ludoplan[{extra}]'")
