"""What holds for every module of the house: numbers come from one list, results from one module."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.test_layers import MODULES, PACKAGE

from ludoplan import _native

MODULE = {path: ast.parse(path.read_text(encoding="utf-8")) for path in MODULES}


def where(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def uses_native(tree: ast.Module) -> bool:
    return any(isinstance(node, ast.alias) and node.name == "_native" for node in ast.walk(tree)) or any(
        isinstance(node, ast.ImportFrom) and (node.module or "").endswith("_native") for node in ast.walk(tree)
    )


def is_numbered_table(node: ast.AST) -> bool:
    """Whether names are given numbers here: {"up": 0, "down": 1}, UP, DOWN = range(2), or NAMES.index(name)."""
    if isinstance(node, ast.Dict):
        values = [value.value for value in node.values if isinstance(value, ast.Constant)]
        return len(values) > 1 and len(values) == len(node.values) and all(type(value) is int for value in values)
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Call):
        return isinstance(node.value.func, ast.Name) and node.value.func.id == "range"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "index":
        return isinstance(node.func.value, ast.Name) and node.func.value.id.isupper()
    return False


@pytest.mark.parametrize("path", [path for path in MODULES if uses_native(MODULE[path])], ids=where)
def test_numbers_of_native_code_have_one_list(path: Path) -> None:
    tables = [node for node in ast.walk(MODULE[path]) if is_numbered_table(node)]
    assert not tables, [ast.unparse(node) for node in tables]


@pytest.mark.parametrize("game", ["boxup", "maze", "roll"])
def test_native_steps_are_those_of_the_rules(game: str) -> None:
    rules = __import__(f"ludoplan.games.{game}.rules", fromlist=["STEPS"])
    native = getattr(_native, f"{game.capitalize()}Step")
    assert set(rules.STEPS) == set(native.__members__) - {"swap"}


def gives_results(node: ast.FunctionDef) -> bool:
    return node.returns is not None and ast.unparse(node.returns) == "Result"


FUNCTIONS = [node for tree in MODULE.values() for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
GIVE_RESULTS = {node.name for node in FUNCTIONS if gives_results(node)}
GIVE_RESULTS -= {node.name for node in FUNCTIONS if not gives_results(node)}


def names_of_results(tree: ast.Module) -> set[str]:
    """What is said to be a result, or comes from a function that gives one."""
    names = set()
    for node in ast.walk(tree):
        match node:
            case ast.arg(name, ast.Name("Result")) | ast.AnnAssign(ast.Name(name), ast.Name("Result")):
                names.add(name)
            case ast.Assign([ast.Name(name)], ast.Call(ast.Name(called))) if called in GIVE_RESULTS:
                names.add(name)
            case ast.Call(ast.Name("isinstance"), [ast.Name(name), ast.Name("Result")]):
                names.add(name)
    return names


def makes_results(tree: ast.Module) -> bool:
    """Whether a result is made here: by its class, or by changing one."""
    names = names_of_results(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Name("Result")):
                return True
            case ast.Call(ast.Name("replace"), [ast.Name(name), *_]) if name in names:
                return True
    return False


def test_the_referee_alone_makes_results() -> None:
    assert {where(path) for path, tree in MODULE.items() if makes_results(tree)} == {"core/referee.py"}
