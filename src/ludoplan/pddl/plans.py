"""Plan files as planners write them: with or without parentheses, step numbers, times, costs, headings and comments."""

from __future__ import annotations

import re

from ..core.exporter import Exporter
from ..core.plan import Plan, moves_in_json
from . import ast
from .source import BYTE_ORDER_MARK, lowered

STEP = re.compile(r"(?:step\s+)?\d+(?:\.\d+)?\s*[:.]\s*")
LISTS = re.compile(r"\(([^()]*)\)")
CALL = re.compile(r"([^\s(),]+)\(([^()]*)\)")
CALLS = re.compile(rf"(?:{CALL.pattern}\s*)+")
# What may follow an action: a duration or cost in brackets, or a cost in parentheses.
TAIL = re.compile(r"\s*(\[[^\]]*\]|\(\s*\d+(\.\d+)?\s*\))\s*$")
# What planners say around the actions: Madagascar, Fast Downward, FF, LPG, ENHSP, unified-planning.
HEADINGS = re.compile(
    r"(sequential)?plan:|plan found\b[:.!]?(\s*\d+ steps?\.?)?|found plan:|(solution|plan) found[.!]|plan computed:"
    r"|\d+ actions? in the plan\.?|cost of the plan is [\d.]+|plan length: \d+ step\(s\)\.?|plan cost: [\d.]+"
    r"|plan-length: *\d+|metric \(search\): *[\d.]+|ff: found legal plan as follows|time: \(action\) \[action duration"
)


def read_plan(text: str) -> list[str]:
    """The actions of a plan file as `(name arg ...)`, in lower case."""
    text = lowered(text.removeprefix(BYTE_ORDER_MARK))
    lines = moves_in_json(text) or text.splitlines()
    return [action for line in lines for action in _actions(line.split(";")[0].strip())]


def _actions(line: str) -> list[str]:
    if not line or HEADINGS.fullmatch(line):
        return []
    line = STEP.sub("", line, count=1) if STEP.match(line) else line
    if line.startswith("("):
        return [action_text(tuple(inner.split())) for inner in LISTS.findall(line)] or [line]
    line = TAIL.sub("", line)
    if CALLS.fullmatch(line):  # several in a step that are done at once, in any order
        return [action_text((name, *inner.replace(",", " ").split())) for name, inner in CALL.findall(line)]
    return [action_text(tuple(line.split()))] if line else []


def action_text(action: ast.Fact) -> str:
    """An action as `(name arg ...)`."""
    return f"({' '.join(action)})"


def write_plan(plan: Plan) -> str:
    """The text of a plan file: one action a line, and the cost in a comment."""
    return "".join(f"{action}\n" for action in plan.moves) + f"; cost = {plan.cost}\n"


EXPORTERS = [Exporter("actions", "", write_plan)]
