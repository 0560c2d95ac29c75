"""What a command loads: nothing that it does not use. Counted in modules, not in seconds."""

from __future__ import annotations

import subprocess
import sys

LIST = "import sys; from ludoplan.cli.main import main; main(sys.argv[1:]); print('\\n', *sys.modules)"


def loaded(*words: str) -> set[str]:
    """The modules that are there after a command."""
    run = subprocess.run([sys.executable, "-c", LIST, *words], capture_output=True, text=True, check=True)
    return set(run.stdout.splitlines()[-1].split())


def own(modules: set[str]) -> set[str]:
    return {name for name in modules if name.partition(".")[0] == "ludoplan"}


def test_help_loads_the_list_of_commands_alone() -> None:
    for words in (["--help"], ["--version"], []):
        modules = loaded(*words)
        assert own(modules) == {"ludoplan", "ludoplan.cli", "ludoplan.cli.main", "ludoplan.cli.terminal"}
        assert not {"argparse", "dataclasses", "inspect", "json", "typing"} & modules


def test_solve_loads_its_game_and_its_search_alone() -> None:
    modules = loaded("solve", "roll:05")
    rooms = {name.split(".")[1] for name in own(modules) if "." in name}
    assert rooms == {"_native", "cli", "core", "engines", "games", "running", "search"}
    assert {name.split(".")[2] for name in own(modules) if name.startswith("ludoplan.games.")} == {"roll"}
    assert {name.split(".")[2] for name in own(modules) if name.startswith("ludoplan.cli.")} == {
        "arguments", "limited", "main", "progress", "solve", "terminal",
    }  # fmt: skip
    assert "ludoplan.core.scene" not in modules
    assert not {"multiprocessing", "rich", "shutil", "asyncio", "numpy"} & modules
    assert len(own(modules)) <= 45


def test_importing_the_package_loads_nothing_of_it() -> None:
    code = "import sys, ludoplan; print(*sys.modules); assert ludoplan.solve and ludoplan.Game"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert own(set(run.stdout.split())) == {"ludoplan"}
