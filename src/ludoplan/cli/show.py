"""ludoplan show"""

from __future__ import annotations

import argparse

from ..core import registry
from ..core.files import write_file
from ..core.level import parse_level, read_text
from ..core.limits import Limits
from ..core.plan import read_moves
from ..core.referee import states_along
from ..core.task import ParsedLevel
from ..drawing.draw import draw_svg
from ..drawing.pictures import Course
from ..running.solve import level_values
from .arguments import Parser, add_level, add_objective, read_options, warn
from .check import INVALID
from .terminal import has_colour


def run(words: list[str]) -> int:
    parser = Parser(
        "show",
        "A picture of a level; with a plan, of every step. As text, or as an SVG file (animated, with a plan).\n"
        "With a search, a picture of the cells that it has been to, the earlier the lighter, and of the way it found.",
        [
            "show roll:03",
            "show roll:03 --plan plan.txt --svg roll.svg",
            "show maze:loops --search astar --svg astar.svg",
            "show maze:perfect --search wall --hand right --svg wall.svg",
        ],
    )
    add_level(parser)
    parser.add_argument("--plan", metavar="PLAN", help="show every step of this plan")
    parser.add_argument("--svg", metavar="FILE", help="write an SVG file instead")
    parser.add_argument("-o", "--output", metavar="FILE", help="write a file instead, as its suffix says: .svg, .txt")
    parser.add_argument("--coordinates", action="store_true", help="with the numbers of rows and columns")
    parser.add_argument("--search", metavar="SOLVER", help="draw what this search expands, and the way that it finds")
    add_objective(parser)
    arguments, rest = parser.parse_known_args(words)
    found = parse_level(arguments.level, arguments.game)
    warn(found.name, found.warnings)
    if arguments.search:
        return show_search(parser, arguments, rest, found)
    options = read_options(rest, found.game.level_options, parser)
    moves = read_moves(read_text(arguments.plan), found.game) if arguments.plan else []
    level, states, fault = found.level, [found.game.initial(found.level)], None
    if arguments.plan or arguments.objective or options:
        task = found.task(arguments.objective, options)
        level = task.level
        states, fault = states_along(task, moves)
    path = arguments.svg or arguments.output
    course = Course(found.game, level, states, moves, arguments.coordinates, has_colour() and not path)
    if path:
        form = registry.exporters("picture")["svg"] if arguments.svg else registry.exporter("picture", path)
        write_file(path, form.write(course))
        print(f"{'animation' if len(states) > 1 else 'picture'} written to {path}")
    else:
        print(course.text(), end="")
    if fault is not None:
        print(fault)
        return INVALID
    return 0


def show_search(parser: Parser, arguments: argparse.Namespace, rest: list[str], found: ParsedLevel) -> int:
    """Writes the picture of a search; options are those of the level and of the solver."""
    from ..analysis.trail import search_picture

    if not arguments.svg or arguments.plan:
        parser.error("--search goes with --svg FILE, and not with --plan")
    engine = registry.engine(arguments.search, found.task(arguments.objective, {}))
    options = read_options(rest, (*found.game.level_options, *engine.options), parser)
    task = found.task(arguments.objective, level_values(found.game, options))
    scene, result = search_picture(task, arguments.search, Limits(seconds=60, megabytes=2000), options)
    write_file(arguments.svg, draw_svg(scene))
    print(f"picture written to {arguments.svg} ({scene.caption})")
    return result.exit_status
