"""ludoplan pddl"""

from __future__ import annotations

from pathlib import Path

from ..core.engine import Task
from ..core.errors import LudoplanError
from ..core.level import load
from .arguments import Parser, add_level, add_objective, parse_known, read_options


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
    arguments, rest = parse_known(parser, words)
    task = load(arguments.level, arguments.game)
    options = read_options(rest, task.game.level_options, parser)
    task = Task(task.game, task.game.configure(task.level, arguments.objective, options), task.name)
    variants = task.game.pddl_variants
    if arguments.variant is not None and arguments.variant not in variants:
        offered = ", ".join(variants) or "none to choose from"
        raise LudoplanError(f"{task.game.name} has no PDDL variant {arguments.variant!r} (it has {offered})")
    form = task.game.pddl(task.level, arguments.variant)
    folder = Path(arguments.output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in (("domain.pddl", form.domain), ("problem.pddl", form.problem)):
            (folder / name).write_text(text, encoding="utf-8")
            print(folder / name)
    except OSError as error:
        raise LudoplanError(f"{error.filename}: {error.strerror}") from None
    return 0
