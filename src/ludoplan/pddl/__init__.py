"""PDDL: parser, printer, plan files, and the reference semantics by which plans are validated."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import ast
    from .ast import Domain, Problem
    from .parser import parse_domain, parse_problem
    from .printer import print_domain, print_problem
    from .task import GAME, PddlGame, PddlTask

# Where each name lies; loaded when it is asked for, since most commands read no PDDL.
PLACES = {
    "GAME": "task",
    "Domain": "ast",
    "PddlGame": "task",
    "PddlTask": "task",
    "Problem": "ast",
    "parse_domain": "parser",
    "parse_problem": "parser",
    "print_domain": "printer",
    "print_problem": "printer",
}
__all__ = [
    "GAME",
    "Domain",
    "PddlGame",
    "PddlTask",
    "Problem",
    "ast",
    "parse_domain",
    "parse_problem",
    "print_domain",
    "print_problem",
]


def __getattr__(name: str) -> Any:
    if name == "ast":
        return import_module(f"{__name__}.ast")
    if name not in PLACES:
        raise AttributeError(f"{__name__} has no {name!r}")
    return getattr(import_module(f"{__name__}.{PLACES[name]}"), name)
