"""What a newcomer stumbles over: mistyped words, files whose names do not tell, odd files that others read."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from tests.cli.test_docs import blocks
from tests.conftest import ROOT, Run

from ludoplan import Status, solve
from ludoplan.core.level import levels_folder, parse_level
from ludoplan.core.registry import game, games

GOLDEN = ROOT / "tests" / "golden" / "mistyped.txt"
MISTYPED = [
    "slove roll:01",
    "rol:01",
    "roll",
    "my-level.roll",
    "solve rol:01",
    "solve roll",
    "solve roll:1",
    "solve roll:one",
    "solve my-levl.roll",
    "solve nothing-like-it.roll",
    "solve roll:01 --time-limt 3",
    "solve roll:01 --solver astr",
    "solve roll:01 --solver chain",
    "solve roll:01 --solver mip",
    "solve roll:01 --objective pieces",
    "solve pipes:01 --objective peices",
    "solve map.txt",
    "solve problem.pddl",
    "solve my-level.roll --game rolls",
    "generate maz",
    "generate roll --row 5",
    "generate roll --rows five",
    "show roll:01 --cordinates",
    "games rol",
    "solvers --game rol",
    "models gruop",
    "analyze roll:01",
    "plan domain.pddl problm.pddl",
]


def answers(ludoplan: Run, folder: Path) -> str:
    (folder / "my-level.roll").write_text("|gg_\n")
    (folder / "map.txt").write_text("something else\n")
    (folder / "domain.pddl").write_text("(define (domain d))\n")
    (folder / "problem.pddl").write_text("; a problem\n(define (problem p) (:domain d))\n")
    parts = []
    for command in MISTYPED:
        run = ludoplan(*shlex.split(command), cwd=folder)
        # How wide usage lines are depends on the terminal.
        text = (run.stdout + run.stderr).partition("\nusage:")[0].rstrip("\n")
        parts.append(f"$ ludoplan {command}\n{text}\nexit status {run.returncode}\n")
    return "\n".join(parts)


def test_mistyped_commands(ludoplan: Run, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Each answer says what is wrong and what there is; to accept a change: pytest --accept-golden."""
    found = answers(ludoplan, tmp_path)
    if request.config.getoption("--accept-golden"):
        GOLDEN.write_text(found)
    assert found == GOLDEN.read_text()
    assert "Traceback" not in found
    assert "exit status 1\n" not in found


def test_every_bundled_level_is_known_by_what_it_contains() -> None:
    known = games()
    for of in known:
        for path in sorted(levels_folder(of).iterdir()):
            if path.suffix != ".toml":
                assert [each.name for each in known if each.recognises(path.read_text())] == [of.name], path.name


def test_a_file_whose_name_does_not_tell(ludoplan: Run, tmp_path: Path) -> None:
    for spec, name in (("roll:01", "map.txt"), ("lara:saw", "level.json"), ("maze:loops", "map")):
        found = parse_level(spec)
        (tmp_path / name).write_text(found.game.text.format(found.level))
        run = ludoplan("solve", tmp_path / name)
        assert run.returncode == 0
        assert run.stderr == f"{tmp_path / name}: read as a level of {found.game.name}, by what it contains\n"


def test_a_game_in_a_file(ludoplan: Run, tmp_path: Path) -> None:
    (tmp_path / "jugs.py").write_text(blocks(ROOT / "docs" / "your-own-game.md", "python")[0])
    (tmp_path / "four.txt").write_text("3 5 4\n")
    run = ludoplan("solve", tmp_path / "four.txt", "--game", f"{tmp_path / 'jugs.py'}:GAME", "--json")
    assert json.loads(run.stdout)["cost"] == 6
    # Once more in a process of its own.
    limits = ("--time-limit", 20, "--solver", "astar")
    run = ludoplan("solve", "four.txt", "--game", "jugs.py:GAME", "--json", *limits, cwd=tmp_path)
    assert json.loads(run.stdout)["cost"] == 6
    assert "has no 'GAMES'" in ludoplan("solve", "four.txt", "--game", "jugs.py:GAMES", cwd=tmp_path).stderr


def test_a_tile_joined_to_itself_is_a_step_that_stays() -> None:
    of = game("lara")
    tile = {"type": "Tile", "up": None, "down": None, "air_connect": [], "is_goal": False}
    document = {
        "tiles": [
            {"id": 1, "left": 1, "right": 2, **tile},
            {"id": 2, "left": 1, "right": 3, **tile},
            {"id": 3, "left": 2, "right": 4, **tile},
            {"id": 4, "left": 3, "right": None, **tile, "is_goal": True},
        ],
        # To and fro between 2 and 3: who waits a moment can follow it.
        "traps": [{"type": "Saw", "can_attack": False, "pos": 2, "guards": 3, "moving_seq": ["r", "l", "l", "r"]}],
        "items": [],
        "levers": [],
        "agent": {"pos": 1},
    }
    text = json.dumps(document)
    level = of.parse(text)
    assert "left" in of.moves(level, of.initial(level))
    assert of.apply(level, of.initial(level), "left").agent == 1
    assert [str(warning) for warning in of.text.oddities(text)] == [
        "tiles[0].left: tile 1 is joined to itself: a step there stays where it is"
    ]
    costs = {solver: solve(level, solver, game=of).cost for solver in ("bfs", "astar", "planner")}
    assert len(set(costs.values())) == 1, costs
    assert solve(level, "bfs", options={"rules": "python"}, game=of).cost == costs["bfs"]


def test_pipes_with_short_rows_of_the_border() -> None:
    of = game("pipes")
    text = "#####\n##B1R2R1B1##\n##L1L2L3L4##\n#####\n"
    full = of.parse("############\n##B1R2R1B1##\n##L1L2L3L4##\n############\n")
    assert of.parse(text) == full
    assert [warning.line for warning in of.text.oddities(text)] == [1, 4]
    assert of.text.oddities(of.text.format(full)) == []
    assert solve(of.parse(text), game=of).status is Status.OPTIMAL


def test_solvers_of_a_game(ludoplan: Run) -> None:
    text = ludoplan("solvers", "--game", "pipes").stdout
    names = [line.split()[0] for line in text.splitlines() if line.strip()]
    assert names[:4] == ["auto", "chain", "relaxed-bfs", "chain-dfs"]
    works, _, others = text.partition("not for pipes:")
    assert "mip" not in works.split()
    assert "models: pipes has no first-order form" in others
    rows = json.loads(ludoplan("solvers", "--game", "roll", "--json").stdout)["solvers"]
    assert {row["name"]: row["refuses"] for row in rows}["mip"] == "roll has no constraint model"
