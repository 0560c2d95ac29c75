"""A workbench for puzzle games: shortest solutions, with proofs.

The names in `__all__` are kept stable (docs/api.md). Modules below this one are how it is built, and may change.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, which takes longer to import than all the rest here
if TYPE_CHECKING:
    from typing import Any

    from .analysis.analyse import Analysis as Analysis
    from .analysis.analyse import analyse as analyse
    from .analysis.contract import check_game as check_game
    from .analysis.hint import Hint as Hint
    from .analysis.production import Made as Made
    from .analysis.repair import Repair as Repair
    from .analysis.repair import Repairs as Repairs
    from .api import animation as animation
    from .api import campaign as campaign
    from .api import frame as frame
    from .api import from_unified as from_unified
    from .api import game as game
    from .api import game_names as game_names
    from .api import generate as generate
    from .api import hint as hint
    from .api import levels as levels
    from .api import parse as parse
    from .api import parse_pddl as parse_pddl
    from .api import picture as picture
    from .api import read_pddl as read_pddl
    from .api import repair as repair
    from .api import rows as rows
    from .api import run_suite as run_suite
    from .api import solvers as solvers
    from .api import text_picture as text_picture
    from .api import to_pddl as to_pddl
    from .api import to_unified as to_unified
    from .bench.report import Report as Report
    from .core.engine import Engine as Engine
    from .core.engine import Progress as Progress
    from .core.engine import Request as Request
    from .core.errors import BadInput as BadInput
    from .core.errors import Defect as Defect
    from .core.errors import LudoplanError as LudoplanError
    from .core.errors import NotInstalled as NotInstalled
    from .core.errors import Unsupported as Unsupported
    from .core.game import Game as Game
    from .core.level import load as load
    from .core.limits import Budget as Budget
    from .core.limits import Limits as Limits
    from .core.options import Option as Option
    from .core.parts import DEAD_END as DEAD_END
    from .core.parts import Backward as Backward
    from .core.parts import Design as Design
    from .core.parts import Edit as Edit
    from .core.parts import Heuristic as Heuristic
    from .core.parts import Hints as Hints
    from .core.parts import Pddl as Pddl
    from .core.parts import PddlForms as PddlForms
    from .core.parts import Text as Text
    from .core.parts import Twin as Twin
    from .core.parts import View as View
    from .core.plan import Plan as Plan
    from .core.referee import Replay as Replay
    from .core.referee import Verdict as Verdict
    from .core.referee import replay as replay
    from .core.result import Answer as Answer
    from .core.result import Result as Result
    from .core.result import Stats as Stats
    from .core.result import Status as Status
    from .core.scene import Flight as Flight
    from .core.scene import Glyph as Glyph
    from .core.scene import Scene as Scene
    from .core.scene import Shape as Shape
    from .core.task import Task as Task
    from .running.solve import solve as solve
    from .running.stream import SolveStream as SolveStream
    from .running.stream import solve_many as solve_many
    from .running.stream import solve_stream as solve_stream

__version__ = "0.1.0"

# Where the names are that are loaded when they are first asked for.
PLACES = {
    "analysis.analyse": ("Analysis", "analyse"),
    "analysis.contract": ("check_game",),
    "analysis.hint": ("Hint",),
    "analysis.production": ("Made",),
    "analysis.repair": ("Repair", "Repairs"),
    "api": (
        "animation",
        "campaign",
        "frame",
        "from_unified",
        "game",
        "game_names",
        "generate",
        "hint",
        "levels",
        "parse",
        "parse_pddl",
        "picture",
        "read_pddl",
        "repair",
        "rows",
        "run_suite",
        "solvers",
        "text_picture",
        "to_pddl",
        "to_unified",
    ),
    "bench.report": ("Report",),
    "core.engine": (
        "Engine",
        "Progress",
        "Request",
    ),
    "core.errors": (
        "BadInput",
        "Defect",
        "LudoplanError",
        "NotInstalled",
        "Unsupported",
    ),
    "core.game": ("Game",),
    "core.level": ("load",),
    "core.limits": (
        "Budget",
        "Limits",
    ),
    "core.options": ("Option",),
    "core.parts": (
        "DEAD_END",
        "Backward",
        "Design",
        "Edit",
        "Heuristic",
        "Hints",
        "Pddl",
        "PddlForms",
        "Text",
        "Twin",
        "View",
    ),
    "core.plan": ("Plan",),
    "core.referee": (
        "Replay",
        "Verdict",
        "replay",
    ),
    "core.result": (
        "Answer",
        "Result",
        "Stats",
        "Status",
    ),
    "core.scene": (
        "Flight",
        "Glyph",
        "Scene",
        "Shape",
    ),
    "core.task": ("Task",),
    "running.solve": ("solve",),
    "running.stream": ("SolveStream", "solve_many", "solve_stream"),
}
MODULES = {name: module for module, names in PLACES.items() for name in names}

__all__ = sorted(MODULES)


def __getattr__(name: str) -> Any:
    if name not in MODULES:
        raise AttributeError(f"{__name__} has no {name!r}")
    from importlib import import_module

    found = getattr(import_module(f"{__name__}.{MODULES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
