"""ludoplan pddl"""

from __future__ import annotations

from pathlib import Path

from ..core.files import write_file
from ..core.task import pddl_of
from .arguments import Parser, add_level, add_objective, read_task


def run(words: list[str]) -> int:
    parser = Parser(
        "pddl",
        "Writes a level as a planning task, domain.pddl and problem.pddl.",
        ["pddl roll:01 -o roll-01", "pddl roll:01"],
    )
    add_level(parser)
    add_objective(parser)
    parser.add_argument("--variant", metavar="V", help="which PDDL form, where the game offers several")
    parser.add_argument("-o", "--output", metavar="DIR", default=".", help="the folder (default: this one)")
    arguments, rest = parser.parse_known_args(words)
    task = read_task(arguments, rest, parser)
    form = pddl_of(task.game, arguments.variant).encode(task.level, arguments.variant)
    folder = Path(arguments.output)
    for name, text in (("domain.pddl", form.domain), ("problem.pddl", form.problem)):
        write_file(folder / name, text, makes_folder=True)
        print(folder / name)
    return 0
