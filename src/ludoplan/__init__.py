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
    "Analysis": "analysis.analyse",
    "Answer": "core.result",
    "Backward": "core.parts",
    "BadInput": "core.errors",
    "Budget": "core.limits",
    "DEAD_END": "core.parts",
    "Defect": "core.errors",
    "Design": "core.parts",
    "Edit": "core.parts",
    "Engine": "core.engine",
    "Flight": "core.scene",
    "Game": "core.game",
    "Glyph": "core.scene",
    "Heuristic": "core.parts",
    "Hint": "analysis.hint",
    "Hints": "core.parts",
    "Limits": "core.limits",
    "LudoplanError": "core.errors",
    "Made": "analysis.production",
    "NotInstalled": "core.errors",
    "Option": "core.options",
    "Pddl": "core.parts",
    "PddlForms": "core.parts",
    "Plan": "core.plan",
    "Progress": "core.engine",
    "Repair": "analysis.repair",
    "Repairs": "analysis.repair",
    "Replay": "core.referee",
    "Report": "bench.report",
    "Request": "core.engine",
    "Result": "core.result",
    "Scene": "core.scene",
    "Shape": "core.scene",
    "SolveStream": "running.stream",
    "Stats": "core.result",
    "Status": "core.result",
    "Task": "core.task",
    "Text": "core.parts",
    "Twin": "core.parts",
    "Unsupported": "core.errors",
    "Verdict": "core.referee",
    "View": "core.parts",
    "analyse": "analysis.analyse",
    "animation": "api",
    "campaign": "api",
    "check_game": "analysis.contract",
    "frame": "api",
    "from_unified": "api",
    "game": "api",
    "game_names": "api",
    "generate": "api",
    "hint": "api",
    "levels": "api",
    "load": "core.level",
    "parse": "api",
    "parse_pddl": "api",
    "picture": "api",
    "read_pddl": "api",
    "repair": "api",
    "replay": "core.referee",
    "rows": "api",
    "run_suite": "api",
    "solve": "running.solve",
    "solve_many": "running.stream",
    "solve_stream": "running.stream",
    "solvers": "api",
    "text_picture": "api",
    "to_pddl": "api",
    "to_unified": "api",
}

__all__ = sorted(PLACES)


def __getattr__(name: str) -> Any:
    if name not in PLACES:
        raise AttributeError(f"{__name__} has no {name!r}")
    from importlib import import_module

    found = getattr(import_module(f"{__name__}.{PLACES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
