"""Plan files as planners write them: with or without parentheses, step numbers, times, costs and comments."""

from __future__ import annotations

import re

from . import ast
from .source import lowered

STEP = re.compile(r"(?:step\s+)?\d+(?:\.\d+)?\s*[:.]\s*")
LISTS = re.compile(r"\(([^()]*)\)")
CALL = re.compile(r"([^\s()]+)\(([^()]*)\)")
# What may follow an action: a duration or cost in brackets, or a cost in parentheses.
TAIL = re.compile(r"\s*(\[[^\]]*\]|\(\s*\d+(\.\d+)?\s*\))\s*$")
HEADINGS = ("sequentialplan:", "plan:")


def read_plan(text: str) -> list[str]:
    """The actions of a plan file as `(name arg ...)`, in lower case."""
    return [action for line in lowered(text).splitlines() for action in _actions(line.split(";")[0].strip())]


def _actions(line: str) -> list[str]:
    if not line or line in HEADINGS:
        return []
    line = STEP.sub("", line, count=1) if STEP.match(line) else line
    if line.startswith("("):
        return [action_text(tuple(inner.split())) for inner in LISTS.findall(line)] or [line]
    line = TAIL.sub("", line)
    call = CALL.fullmatch(line)
    words = f"{call[1]} {call[2].replace(',', ' ')}" if call else line
    return [action_text(tuple(words.split()))]


def action_text(action: ast.Fact) -> str:
    """An action as `(name arg ...)`."""
    return f"({' '.join(action)})"


def write_plan(actions: list[str] | tuple[str, ...], cost: float) -> str:
    """The text of a plan file: one action a line, and the cost in a comment."""
    return "".join(f"{action}\n" for action in actions) + f"; cost = {cost}\n"
