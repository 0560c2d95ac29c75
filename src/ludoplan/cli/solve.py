"""ludoplan solve"""

from __future__ import annotations

import json
from pathlib import Path

from ..core import registry
from ..core.engine import Task
from ..core.errors import BadInput, LudoplanError
from ..core.level import load_all
from ..core.limits import Budget
from ..core.plan import write_moves
from ..core.result import Result, Status
from ..core.solve import solve
from .arguments import Parser, add_level, add_limits, add_objective, limits_of, parse_known, read_options
from .terminal import paint_status, progress_line


def make_parser() -> Parser:
    parser = Parser(
        "solve",
        "Finds a shortest solution and proves that it is the shortest.\n\nThe solver and the game may have options of "
        "their own; `ludoplan solvers` and `ludoplan games G` list them.",
        [
            "solve roll:05",
            "solve maze:loops --solver astar --tie-break fifo",
            "solve my-level.roll --json --time-limit 10",
            "solve maze:fifteen-dots --objective all-food -o plan.txt",
        ],
    )
    add_level(parser)
    parser.add_argument(
        "--solver", metavar="S", default="auto", help="see: ludoplan solvers (default: the game's best)"
    )
    add_objective(parser)
    add_limits(parser)
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="for methods that use chance")
    parser.add_argument("--json", action="store_true", help="print one JSON object (a line for each level)")
    parser.add_argument(
        "--jobs", metavar="N", type=int, help="processes for a file of many levels (default: all cores)"
    )
    parser.add_argument("-o", "--output", metavar="PLAN", help="write the plan to this file")
    return parser


def run(words: list[str]) -> int:
    parser = make_parser()
    arguments, rest = parse_known(parser, words)
    budget = Budget(limits_of(arguments))
    levels = load_all(arguments.level, arguments.game)
    task = levels[0]
    if len(levels) > 1 or isinstance(task, BadInput):
        from .batch import solve_all

        return solve_all(levels, arguments, rest, parser, budget)
    configured = Task(task.game, task.game.configure(task.level, arguments.objective), task.name)
    engine = registry.engine(arguments.solver, configured)
    options = read_options(rest, (*task.game.level_options, *engine.options), parser)
    with progress_line(f"{engine.name} on {task.name}") as progress:
        result = solve(configured, engine.name, limits=budget, seed=arguments.seed, progress=progress, options=options)
    if arguments.output and result.plan is not None:
        write_plan(Path(arguments.output), result)
    print(json.dumps(result.to_json()) if arguments.json else report(result, arguments.output))
    return result.exit_status


def write_plan(path: Path, result: Result) -> None:
    assert result.plan is not None
    try:
        path.write_text(write_moves(result.plan), encoding="utf-8")
    except OSError as error:
        raise LudoplanError(f"{path}: {error.strerror}") from None


def report(result: Result, output: str | None) -> str:
    """The answer for people."""
    lines = []
    if result.plan is not None:
        count = len(result.plan.moves)
        cost = f"cost {result.plan.cost}" + (f", {count} moves" if count != result.plan.cost else "")
        lines.append(f"{paint_status(result.status)}: {cost} ({result.solver})")
        if result.status is Status.SOLVED and result.lower_bound is not None:
            lines.append(f"at least {result.lower_bound} is needed")
        lines.append(f"plan written to {output}" if output else "  " + " ".join(shown(result.plan.moves)))
    else:
        bound = f", a solution costs at least {result.lower_bound}" if result.lower_bound is not None else ""
        lines.append(f"{paint_status(result.status)}{bound} ({result.solver})")
    if result.message:
        lines.append(result.message)
    stats = result.stats
    figures = [f"{stats.seconds:.3f} s"]
    for name in ("expanded", "generated", "stored"):
        value = getattr(stats, name)
        if value is not None:
            figures.append(f"{value:,} {name}")
    figures += [f"{value:,} {name.replace('_', ' ')}" for name, value in stats.extra.items()]
    figures.append(f"{stats.peak_mb:.0f} MB")
    lines.append(", ".join(figures))
    return "\n".join(lines)


def shown(moves: tuple[str, ...], most: int = 300) -> list[str]:
    """The moves with commas where they are of several words; long plans are cut."""
    comma = "," if any(" " in move for move in moves) else ""
    texts = [f"{move}{comma}" for move in moves[:-1]] + list(moves[-1:])
    return texts if len(texts) <= most else [*texts[:most], f"... and {len(texts) - most} more (-o PLAN writes all)"]
