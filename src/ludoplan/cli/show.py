"""ludoplan show"""

from __future__ import annotations

from pathlib import Path

from ..core.draw import draw_animation, draw_svg, draw_text
from ..core.engine import Task
from ..core.errors import LudoplanError
from ..core.level import load, read_text
from ..core.plan import read_moves
from ..core.referee import Replay, Verdict
from ..core.scene import Scene
from .arguments import Parser, add_level, add_objective, parse_known, read_options
from .check import INVALID
from .terminal import has_colour


def run(words: list[str]) -> int:
    parser = Parser(
        "show",
        "A picture of a level; with a plan, of every step. As text, or as an SVG file (animated, with a plan).",
        ["show roll:03", "show roll:03 --plan plan.txt --svg roll.svg"],
    )
    add_level(parser)
    parser.add_argument("--plan", metavar="PLAN", help="show every step of this plan")
    parser.add_argument("--svg", metavar="FILE", help="write an SVG file instead")
    add_objective(parser)
    arguments, rest = parse_known(parser, words)
    task = load(arguments.level, arguments.game)
    options = read_options(rest, task.game.level_options, parser)
    if arguments.plan or arguments.objective or options:
        task = Task(task.game, task.game.configure(task.level, arguments.objective, options), task.name)
    moves = read_moves(read_text(arguments.plan)) if arguments.plan else []
    scenes, fault = scenes_of(task, moves)
    if arguments.svg:
        svg = draw_animation(scenes) if len(scenes) > 1 else draw_svg(scenes[0])
        try:
            Path(arguments.svg).write_text(svg, encoding="utf-8")
        except OSError as error:
            raise LudoplanError(f"{arguments.svg}: {error.strerror}") from None
    else:
        titles = ["start", *(f"{step}. {move}" for step, move in enumerate(moves, start=1))]
        pictures = [draw_text(scene, has_colour()) for scene in scenes]
        print("\n\n".join(f"{title}\n{picture}" for title, picture in zip(titles, pictures, strict=False))
              if moves else pictures[0])  # fmt: skip
    if fault is not None:
        print(fault)
        return INVALID
    return 0


def scenes_of(task: Task, moves: list[str]) -> tuple[list[Scene], Verdict | None]:
    """The pictures of a plan's states, and what is wrong if a move is illegal."""
    replay = Replay(task)
    scenes = [task.game.view(task.level, replay.state)]
    fault = replay.play_all(moves, lambda state: scenes.append(task.game.view(task.level, state)))
    return scenes, fault
