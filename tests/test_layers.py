"""Imports point downwards only: each room may use those below it, and nothing above."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "ludoplan"
# From top to bottom; rooms of one line do not use each other, but for those that are joined by an arrow.
LAYERS = [
    {"cli", "web"},
    {"bench"},
    {"analysis"},
    {"games"},
    {"engines"},
    {"running"},
    {"planning"},
    {"certificates"},
    {"pddl", "models"},
    {"search", "sat"},
    {"drawing"},
    {"core"},
]
HEIGHT = {room: -height for height, rooms in enumerate(LAYERS) for room in rooms}
# The web page is started by a command.
ALLOWED = {("cli", "web")}
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE)


def imported_rooms(path: Path) -> set[str]:
    """The rooms that a module imports, at its top or within functions; what only type checkers see counts too."""
    inside = path.relative_to(PACKAGE).parts
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            parent = list(inside[: len(inside) - node.level])
            names = [*parent, *(node.module or "").split(".")] if node.module else parent
            targets = [names] if names else [[alias.name] for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ludoplan."):
            targets = [(node.module or "").split(".")[1:]]
        else:
            continue
        found |= {target[0] for target in targets if target and target[0] in HEIGHT}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_downwards(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0]
    assert room in HEIGHT, f"{room} is not on the plan of the house (docs/architecture.md)"
    above = {
        other
        for other in imported_rooms(path) - {room}
        if HEIGHT[other] >= HEIGHT[room] and (room, other) not in ALLOWED
    }
    assert not above, f"{room} must not import {', '.join(sorted(above))}"


def test_the_plan_names_every_room() -> None:
    rooms = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms == set(HEIGHT)
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert all(f"`{room}`" in text for room in rooms)
