"""ludoplan export"""

from __future__ import annotations

import sys
from pathlib import Path

from ..core import registry
from ..core.files import write_file
from ..core.level import parse_level
from ..core.limits import Limits
from .arguments import Parser, count, positive


def run(words: list[str]) -> int:
    forms = registry.exporters("level")
    parser = Parser(
        "export",
        "Writes a set of planning problems as competitions take them: domain, problems from small to large, the costs\n"
        "of the best plans that are known, a README, and a script that makes the set again. Or a level of Plotting as\n"
        "Essence Prime parameters.",
        [
            "export ipc --game roll --count 20 -o roll-set",
            "export ipc --game lara --variant numeric -o lara-set",
            "export param --level plotting:4x4-3-a -o level.param",
        ],
    )
    parser.add_argument("kind", choices=["ipc", *forms], help="ipc: a set of PDDL problems; param: Essence Prime")
    parser.add_argument("--game", metavar="G", help="ipc: one that has a PDDL form")
    parser.add_argument("--level", metavar="LEVEL", help="for other forms than ipc: the level")
    parser.add_argument("--count", metavar="N", type=count, default=20, help="number of problems (default 20)")
    parser.add_argument("--variant", metavar="V", help="which PDDL form, where the game offers several")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="of the random levels (default 0)")
    parser.add_argument(
        "--time-limit", metavar="SEC", type=positive, default=20, help="for solving each level (default 20)"
    )
    parser.add_argument("-o", "--output", metavar="DIR", required=True, help="the folder, or the file")
    arguments = parser.parse_args(words)
    if arguments.kind in forms:
        if not arguments.level:
            parser.error(f"export {arguments.kind} needs --level LEVEL")
        level = parse_level(arguments.level, arguments.game).level
        write_file(arguments.output, forms[arguments.kind].write(level))
        print(f"level written to {arguments.output}")
        return 0
    if not arguments.game:
        parser.error("export ipc needs --game G")
    from ..analysis.ipc import SetProblem, problem_set, set_files

    def told(problem: SetProblem) -> None:
        if sys.stderr.isatty():
            print(f"{problem.name}: cost {problem.cost:g} ({problem.result.status})", file=sys.stderr)

    game = registry.game(arguments.game)
    limits = Limits(seconds=arguments.time_limit, megabytes=2000)
    problems = problem_set(game, arguments.count, arguments.seed, arguments.variant, limits, told)
    folder = Path(arguments.output)
    for name, text in set_files(game, problems, arguments.seed, arguments.variant).items():
        write_file(folder / name, text, makes_folder=True)
    proven = sum(problem.result.status == "optimal" for problem in problems)
    least, most = problems[0].cost, max(problem.cost for problem in problems)
    print(f"{folder}: {len(problems)} problems, costs from {least:g} to {most:g}, {proven} of them proven")
    return 0
