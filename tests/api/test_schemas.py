"""The JSON schemas of results and suites say what the code does."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import ROOT

import ludoplan
from ludoplan import Limits, Status, load, solve
from ludoplan.bench.runs import TIMES
from ludoplan.bench.suite import KEYS, STATISTICS, SUITES, load_suite
from ludoplan.core.errors import LudoplanError

jsonschema = pytest.importorskip("jsonschema")
PACKAGE = Path(ludoplan.__file__).parent


def schema(path: str) -> Any:
    content = json.loads((PACKAGE / path).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(content)
    return jsonschema.Draft202012Validator(content)


@pytest.fixture(scope="module")
def of_result() -> Any:
    return schema("core/result.schema.json")


@pytest.fixture(scope="module")
def of_suite() -> Any:
    return schema("bench/suite.schema.json")


@pytest.mark.parametrize(
    ("level", "solver", "limits", "status"),
    [
        ("roll:05", "astar", {}, "optimal"),
        ("pipes:03", "auto", {}, "optimal"),
        ("roll:05", "greedy", {}, "solved"),
        ("boxup:never", "bfs", {}, "unsolvable"),
        ("maze:twenty-dots", "bfs", {"nodes": 10}, "incomplete"),
        ("sudoku:first", "planner", {}, "unsupported"),
        ("boxup:first", "sat", {}, "optimal"),
    ],
)
def test_results(of_result: Any, level: str, solver: str, limits: dict[str, int], status: str) -> None:
    result = solve(load(level), solver, limits=Limits(**limits))
    assert result.status == status
    of_result.validate(json.loads(json.dumps(result.to_json())))


def test_the_command_line_prints_such_a_result(of_result: Any, ludoplan) -> None:
    of_result.validate(json.loads(ludoplan("solve", "roll:01", "--json").stdout))


def test_results_that_are_none(of_result: Any) -> None:
    good = solve(load("roll:01")).to_json()
    for change in ({"status": "fine"}, {"plan": None}, {"status": "unsolvable"}, {"more": 1}, {"validated": False}):
        assert not of_result.is_valid({**good, **change})
    assert set(of_result.schema["properties"]["status"]["enum"]) == {str(status) for status in Status}


@pytest.mark.parametrize("path", sorted(SUITES.glob("*.toml")), ids=lambda path: path.stem)
def test_suites_that_come_along(of_suite: Any, path: Path) -> None:
    of_suite.validate(tomllib.loads(path.read_text(encoding="utf-8")))


def test_the_suite_in_the_docs(of_suite: Any) -> None:
    text = (ROOT / "docs" / "campaigns.md").read_text(encoding="utf-8")
    of_suite.validate(tomllib.loads(text.partition("```toml\n")[2].partition("```")[0]))


def test_the_same_keys_as_the_reader(of_suite: Any) -> None:
    properties = of_suite.schema["properties"]
    assert set(properties) == KEYS[""]
    assert set(properties["limits"]["properties"]) == KEYS["limits"]
    for name in ("document", "quick"):
        assert set(properties[name]["properties"]) == KEYS[name]
    for name in ("levels", "solvers", "tables", "charts", "published", "remarks"):
        assert set(properties[name]["items"]["properties"]) == KEYS[name]
    assert set(properties["time"]["enum"]) == set(TIMES)
    assert tuple(of_suite.schema["$defs"]["statistic"]["enum"]) == STATISTICS


BASE = {"levels": [{"bundled": "roll:01"}], "solvers": [{"solver": "bfs"}]}


@pytest.mark.parametrize(
    "change",
    [
        {"levels": []},
        {"solvers": []},
        {"sed": 1},
        {"time": "years"},
        {"seeds": "many"},
        {"limits": {"seconds": -1}},
        {"limits": {"minutes": 1}},
        {"levels": [{"bundled": "roll:01", "files": "x"}]},
        {"levels": [{"class": "none"}]},
        {"solvers": [{"name": "nobody"}]},
    ],
)
def test_schema_and_reader_refuse_the_same(of_suite: Any, change: dict[str, Any], tmp_path: Path) -> None:
    assert of_suite.is_valid(BASE)
    assert not of_suite.is_valid({**BASE, **change})
    path = tmp_path / "suite.toml"
    path.write_text("".join(f"{key} = {toml(value)}\n" for key, value in {**BASE, **change}.items()))
    with pytest.raises(LudoplanError):
        load_suite(str(path))


def toml(value: Any) -> str:
    """A value in one line of TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)
