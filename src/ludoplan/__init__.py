"""A workbench for puzzle games: shortest solutions, with proofs."""

from .core import display
from .core.engine import Engine, Progress, Request
from .core.errors import BadInput, Defect, LudoplanError, NotInstalled, Unsupported
from .core.game import Game
from .core.level import load
from .core.limits import Budget, Limits
from .core.options import Option
from .core.parts import DEAD_END, Backward, Design, Edit, Heuristic, Hints, Pddl, PddlForms, Text, Twin, View
from .core.plan import Plan
from .core.referee import replay
from .core.result import Answer, Result, Stats, Status
from .core.scene import Glyph, Scene, Shape
from .core.task import Task
from .running.solve import solve

__version__ = "0.1.0"

display.drawn_by = "ludoplan.drawing.notebook"

__all__ = [
    "DEAD_END",
    "Answer",
    "Backward",
    "BadInput",
    "Budget",
    "Defect",
    "Design",
    "Edit",
    "Engine",
    "Game",
    "Glyph",
    "Heuristic",
    "Hints",
    "Limits",
    "LudoplanError",
    "NotInstalled",
    "Option",
    "Pddl",
    "PddlForms",
    "Plan",
    "Progress",
    "Request",
    "Result",
    "Scene",
    "Shape",
    "Stats",
    "Status",
    "Task",
    "Text",
    "Twin",
    "Unsupported",
    "View",
    "load",
    "replay",
    "solve",
]
