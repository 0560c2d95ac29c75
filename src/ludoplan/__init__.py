"""A workbench for puzzle games: shortest solutions, with proofs.

The names in `__all__` are kept stable (docs/api.md). Modules below this one are how it is built, and may change.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, which takes longer to import than all the rest here
if TYPE_CHECKING:
    from typing import Any

    from .analysis.analyse import Analysis, analyse
    from .analysis.contract import check_game
    from .analysis.hint import Hint
    from .analysis.production import Made
    from .analysis.repair import Repair, Repairs
    from .api import (
        animation,
        campaign,
        frame,
        from_unified,
        game,
        game_names,
        generate,
        hint,
        levels,
        parse,
        parse_pddl,
        picture,
        read_pddl,
        repair,
        rows,
        run_suite,
        solvers,
        text_picture,
        to_pddl,
        to_unified,
    )
    from .bench.report import Report
    from .core.engine import Engine, Progress, Request
    from .core.errors import BadInput, Defect, LudoplanError, NotInstalled, Unsupported
    from .core.game import Game
    from .core.level import load
    from .core.limits import Budget, Limits
    from .core.options import Option
    from .core.parts import DEAD_END, Backward, Design, Edit, Heuristic, Hints, Pddl, PddlForms, Text, Twin, View
    from .core.plan import Plan
    from .core.referee import Replay, Verdict, replay
    from .core.result import Answer, Result, Stats, Status
    from .core.scene import Flight, Glyph, Scene, Shape
    from .core.task import Task
    from .running.solve import solve
    from .running.stream import SolveStream, solve_many, solve_stream

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

__all__ = [
    "DEAD_END",
    "Analysis",
    "Answer",
    "Backward",
    "BadInput",
    "Budget",
    "Defect",
    "Design",
    "Edit",
    "Engine",
    "Flight",
    "Game",
    "Glyph",
    "Heuristic",
    "Hint",
    "Hints",
    "Limits",
    "LudoplanError",
    "Made",
    "NotInstalled",
    "Option",
    "Pddl",
    "PddlForms",
    "Plan",
    "Progress",
    "Repair",
    "Repairs",
    "Replay",
    "Report",
    "Request",
    "Result",
    "Scene",
    "Shape",
    "SolveStream",
    "Stats",
    "Status",
    "Task",
    "Text",
    "Twin",
    "Unsupported",
    "Verdict",
    "View",
    "analyse",
    "animation",
    "campaign",
    "check_game",
    "frame",
    "from_unified",
    "game",
    "game_names",
    "generate",
    "hint",
    "levels",
    "load",
    "parse",
    "parse_pddl",
    "picture",
    "read_pddl",
    "repair",
    "replay",
    "rows",
    "run_suite",
    "solve",
    "solve_many",
    "solve_stream",
    "solvers",
    "text_picture",
    "to_pddl",
    "to_unified",
]


def __getattr__(name: str) -> Any:
    if name not in MODULES:
        raise AttributeError(f"{__name__} has no {name!r}")
    from importlib import import_module

    found = getattr(import_module(f"{__name__}.{MODULES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
