"""Games and engines are found quickly, and as the packages' own metadata tell."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points

import pytest

from ludoplan.core import registry
from ludoplan.core.level import load

MODULES = """
import io, sys
from contextlib import redirect_stdout
from ludoplan.cli.main import main
sys.argv = ["ludoplan", "solve", "roll:05"]
with redirect_stdout(io.StringIO()):
    try:
        main()
    except SystemExit:
        pass
print(*sys.modules)
"""


@pytest.mark.parametrize("group", [registry.GAMES, registry.ENGINES])
def test_entries_are_those_of_the_metadata(group: str) -> None:
    assert dict(registry._read(group)) == {entry.name: entry.value for entry in entry_points(group=group)}


def test_an_engine_is_the_same_however_it_is_found() -> None:
    task = load("roll:05")
    for name, engine in registry.engines(task.game).items():
        found = registry.engine(name, task)
        assert (found.name, type(found)) == (engine.name, type(engine))


def test_a_solve_loads_only_what_it_needs() -> None:
    loaded = set(subprocess.check_output([sys.executable, "-c", MODULES], text=True).split())
    assert "ludoplan.engines.search" in loaded
    for module in ("importlib.metadata", "email", "subprocess", "random", "fractions", "ludoplan.pddl.ast",
                   "ludoplan.engines.planner", "ludoplan.running.supervisor", "ludoplan.games.maze"):  # fmt: skip
        assert module not in loaded, module
