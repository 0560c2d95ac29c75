"""A workbench for puzzle games: shortest solutions, with proofs."""

from .core.engine import Engine, Progress, Request, Task
from .core.errors import BadInput, Defect, LudoplanError, NotInstalled, Unsupported
from .core.game import DEAD_END, Edit, Game, Heuristic, Pddl, Twin
from .core.limits import Budget, Limits
from .core.options import Option
from .core.plan import Plan
from .core.referee import replay
from .core.result import Answer, Result, Stats, Status
from .core.scene import Glyph, Scene, Shape
from .core.solve import load, solve

__version__ = "0.1.0"

__all__ = [
    "DEAD_END",
    "Answer",
    "BadInput",
    "Budget",
    "Defect",
    "Edit",
    "Engine",
    "Game",
    "Glyph",
    "Heuristic",
    "Limits",
    "LudoplanError",
    "NotInstalled",
    "Option",
    "Pddl",
    "Plan",
    "Progress",
    "Request",
    "Result",
    "Scene",
    "Shape",
    "Stats",
    "Status",
    "Task",
    "Twin",
    "Unsupported",
    "load",
    "replay",
    "solve",
]
