"""PDDL: parser, printer, plan files, and the reference semantics by which plans are validated."""

from . import ast
from .ast import Domain, Problem
from .parser import parse_domain, parse_problem
from .printer import print_domain, print_problem
from .task import GAME, PddlGame, PddlTask

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
