"""Pictures of searches: every cell that was expanded is on them, and the way that was found."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from ludoplan import Limits, Status, Unsupported, load
from ludoplan.analysis.expansions import expansion_order
from ludoplan.analysis.trail import FIRST, LAST, search_picture, shade
from ludoplan.drawing.pictures import place_of

LIMITS = Limits(seconds=30)


@pytest.mark.parametrize("solver", ["bfs", "dfs", "astar", "greedy", "ids", "bibfs", "bigreedy", "mouse", "wall"])
def test_the_trail_is_where_the_search_has_been(solver: str) -> None:
    task = load("maze:first")
    scene, result = search_picture(task, solver, LIMITS)
    expanded = expansion_order(task, solver, LIMITS).states
    plain = len(task.game.view.scene(task.level, task.game.initial(task.level)).shapes)
    tiles = [shape for shape in scene.shapes[plain:] if shape.kind == "rect"]
    cells = {cell for state in expanded for cell in place_of(task.game, task.level, state)}
    assert {(round(tile.numbers[1] - 0.2), round(tile.numbers[0] - 0.2)) for tile in tiles} == cells
    lines = [shape for shape in scene.shapes[plain:] if shape.kind == "line"]
    assert result.status in (Status.OPTIMAL, Status.SOLVED)
    assert len(lines) == result.cost
    assert all(abs(x1 - x2) + abs(y1 - y2) == 1 for x1, y1, x2, y2, _ in (line.numbers for line in lines))
    assert f"cost {result.cost:g}" in scene.caption


def test_shades_go_from_light_to_dark() -> None:
    shades = [shade(number, 100) for number in range(101)]
    assert shades[0] == "#" + "".join(f"{value:02x}" for value in FIRST)
    assert shades[-1] == "#" + "".join(f"{value:02x}" for value in LAST)
    assert shades == sorted(shades, reverse=True)
    assert shade(0, 0) == shades[0]


def test_searches_without_a_plan_and_games_without_a_place() -> None:
    scene, result = search_picture(load("maze:walled-in"), "bfs", LIMITS)
    assert result.status is Status.UNSOLVABLE
    assert "unsolvable" in scene.caption
    with pytest.raises(Unsupported, match="no one place"):
        search_picture(load("plotting:3x3-2-a"), "bfs", LIMITS)


def test_the_command(tmp_path: Path, ludoplan) -> None:
    file = tmp_path / "a.svg"
    done = ludoplan("show", "roll:03", "--search", "astar", "--heuristic", "manhattan", "--svg", file)
    assert done.returncode == 0, done.stderr
    assert "cost 19" in done.stdout
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    assert f'fill="{shade(0, 1)}"' in file.read_text()
    right = ludoplan("show", "maze:perfect", "--search", "wall", "--hand", "right", "--svg", file)
    left = ludoplan("show", "maze:perfect", "--search", "wall", "--svg", file)
    assert right.stdout != left.stdout
    assert ludoplan("show", "maze:first", "--search", "bfs").returncode == 2
    assert ludoplan("show", "maze:first", "--search", "cp", "--svg", file).returncode in (2, 3)
