"""ludoplan demo"""

from __future__ import annotations

from ..core.level import bundled, load
from ..core.limits import Limits
from ..core.referee import Replay
from ..drawing.pictures import text_of
from ..running.solve import solve
from .arguments import Parser
from .terminal import has_colour, paint, paint_status

SOLVERS = ("bfs", "greedy", "astar", "idastar")


def run(words: list[str]) -> int:
    parser = Parser("demo", "A short tour: a level, its shortest solution, and several ways to find it.")
    parser.add_argument("level", metavar="LEVEL", nargs="?", default="roll:05", help="another level to show it with")
    arguments = parser.parse_args(words)
    task = load(arguments.level)
    print(f"$ ludoplan show {task.name}\n")
    replay = Replay(task)
    print(text_of(task.game, task.level, replay.state, has_colour()))
    result = solve(task, limits=Limits(seconds=60))
    print(f"\n$ ludoplan solve {task.name}\n")
    print(f"{paint_status(result.status)}: cost {result.cost}; every plan is replayed by the rules before it is shown")
    if result.plan is not None:
        print("  " + " ".join(result.plan.moves))
    print(f"\n$ ludoplan solve {task.name} --solver S\n")
    print(paint(f"{'solver':<10}{'status':<10}{'cost':>5}{'expanded':>10}{'stored':>8}{'seconds':>10}", "1"))
    for solver in SOLVERS:
        result = solve(task, solver, limits=Limits(seconds=60))
        stats = result.stats
        cost = "-" if result.cost is None else result.cost
        print(
            f"{solver:<10}{result.status:<10}{cost:>5}{stats.expanded:>10}{stats.stored:>8}{stats.search_seconds:>10.4f}"
        )
    levels = len(bundled(task.game.name))
    print(f"\n{task.game.title} has {levels} bundled levels: ludoplan games {task.game.name}")
    print(f"Play this one: ludoplan play {task.name}")
    return 0
