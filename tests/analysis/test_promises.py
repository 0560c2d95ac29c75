"""What generated levels promise is kept, over options and seeds; each promise is said again here in plain words."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from tests.conftest import Run

from ludoplan import Budget, Limits, Status, Task, solve
from ludoplan.analysis.contract import reachable
from ludoplan.analysis.order import Order
from ludoplan.analysis.production import Made, OutOfReach, produce
from ludoplan.analysis.promises import at_first_sight, states, untouched
from ludoplan.core.errors import LudoplanError
from ludoplan.core.options import complete
from ludoplan.core.registry import game, game_names

SEEDS = st.integers(0, 10**6)


def few(examples: int) -> settings:
    """Each example takes a while, so that what fails is not made smaller."""
    return settings(max_examples=examples, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))


def made(name: str, options: dict[str, Any], seed: int, **wishes: Any) -> Made:
    order = Order(name, complete(game(name).design.options, options), seed=seed, **wishes)
    try:
        return next(produce(order, 1, 1, Budget(Limits(seconds=60))))
    except OutOfReach:
        assume(False)
        raise


def test_every_game_has_promises() -> None:
    for name in game_names():
        design = game(name).design
        assert design is None or design.promises is not None, name


def rows_of(name: str, level: Any) -> list[str]:
    return game(name).text.format(level).split("---")[0].rstrip("\n").split("\n")


@few(12)
@given(st.integers(4, 14), st.integers(4, 20), st.integers(1, 4), st.booleans(), SEEDS)
def test_mazes(rows: int, columns: int, food: int, loops: bool, seed: int) -> None:
    assume(food < (rows - 1) // 2 * ((columns - 1) // 2))
    found = made("maze", {"rows": rows, "columns": columns, "food": food, "loops": 0.3 * loops}, seed)
    lines = rows_of("maze", found.level)
    text = "".join(lines)
    assert (len(lines), {len(line) for line in lines}) == (rows, {columns})
    assert set(text) <= set("% .P")
    assert (text.count("."), text.count("P")) == (food, 1)
    assert set(lines[0] + lines[-1] + "".join(line[0] + line[-1] for line in lines)) == {"%"}
    floor = {(row, column) for row, line in enumerate(lines) for column, mark in enumerate(line) if mark != "%"}
    met = [next(cell for cell in floor if lines[cell[0]][cell[1]] == "P")]
    joins = 0
    for row, column in met:
        beside = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        joins += sum(cell in floor for cell in beside)
        met += [cell for cell in beside if cell in floor and cell not in met]
    assert set(met) == floor
    if not loops and min(rows, columns) > 4:
        assert joins / 2 == len(floor) - 1, "a perfect maze is a tree"
    if food > 1:
        assert found.result.objective == "all-food"


@few(8)
@given(st.integers(5, 8), st.integers(6, 10), st.integers(0, 2), st.integers(0, 1), st.sampled_from([None, 12]), SEEDS)
def test_roll(rows: int, columns: int, switches: int, splits: int, min_cost: int | None, seed: int) -> None:
    of = game("roll")
    options = {"rows": rows, "columns": columns, "switches": switches, "splits": splits}
    found = made("roll", options, seed, min_cost=min_cost)
    lines = rows_of("roll", found.level)
    legend = of.text.format(found.level).partition("---\n")[2].split("\n")[:-1]
    assert len(lines) == rows
    assert lines[0].strip()
    assert max(map(len, lines)) == columns
    assert any(line[:1].strip() for line in lines)
    marks = Counter("".join(lines))
    bridges = {mark for mark in marks if re.fullmatch("[a-eh-z]", mark)}
    capitals = {mark for mark in marks if mark.isupper()}
    assert all(marks[mark] == 1 for mark in capitals)
    assert {line[0] for line in legend} == capitals, "the legend tells of switches on the map, and of nothing else"
    assert sum("split" in line for line in legend) == splits
    assert len(legend) == switches + splits
    assert {line[-1] for line in legend if "split" not in line} == bridges
    stood = {cell for state in reachable(of, found.level) for cell in state.cells()}
    for row, line in enumerate(lines):
        for column, mark in enumerate(line):
            splits_here = mark.isupper() and f"{mark}: split" in of.text.format(found.level)
            assert mark in " ." or splits_here or (row, column) in stood
    for mark in capitals | bridges:
        plain = of.text.format(found.level).partition("---")[0].replace(mark, "g")
        rest = "".join(f"{line}\n" for line in legend if line[0] != mark)
        rest += f"{mark.lower()}: off\n" if mark.lower() in plain else ""
        assert solve(of.parse(f"{plain}---\n{rest}"), game=of).cost != found.result.cost, f"{mark} serves nothing"


@few(6)
@given(st.integers(12, 18), st.integers(0, 1), st.integers(0, 2), st.integers(0, 1), st.booleans(), SEEDS)
def test_lara(tiles: int, levers: int, cracked: int, saws: int, has_snake: bool, seed: int) -> None:
    of = game("lara")
    options = {"tiles": tiles, "levers": levers, "cracked": cracked, "saws": saws, "snakes": int(has_snake)}
    level = made("lara", {**options, "spears": int(has_snake)}, seed).level
    assert len(level.tiles) == tiles
    assert sum(tile.is_goal for tile in level.tiles) == 1
    assert (len(level.levers), len(level.spears)) == (levers, int(has_snake))
    assert sum(tile.kind == "CrackedTile" for tile in level.tiles) == cracked
    assert Counter(trap.kind for trap in level.traps) == Counter({"Saw": saws, "Snake": int(has_snake)})
    moved = {number for lever in level.levers for number in lever.tiles}
    assert moved == {tile.id for tile in level.tiles if tile.kind == "MovingTile"}
    states = list(reachable(of, level))
    walked = {state.agent for state in states}
    watched = {place for state in states for trap in state.traps if trap for place in (trap.pos, trap.guards)}
    assert walked | watched >= {tile.id for tile in level.tiles}


@few(10)
@given(st.integers(3, 4), st.integers(3, 5), st.integers(2, 3), st.integers(0, 2), SEEDS)
def test_boxup(rows: int, columns: int, boxes: int, walls: int, seed: int) -> None:
    of = game("boxup")
    found = made("boxup", {"rows": rows, "columns": columns, "boxes": boxes, "walls": walls}, seed)
    lines = of.text.format(found.level).split("\n")[:-1]
    assert lines[0] == f"size {rows}x{columns}"
    kinds = Counter(line.split()[0] for line in lines)
    assert (kinds["small"] + kinds["big"], kinds["wall"]) == (boxes, walls)
    assert len({state.player for state in reachable(of, found.level)}) == rows * columns - walls
    for line in lines:
        if line.startswith("wall") or not line.startswith(("size", "player", "small red", "big blue")):
            without = "\n".join(other for other in lines if other is not line)
            assert solve(of.parse(without), game=of).cost != found.result.cost, f"{line} serves nothing"


@few(10)
@given(st.integers(3, 6), st.integers(3, 6), st.floats(0.2, 0.6), st.floats(0, 0.2), st.floats(0, 0.3), SEEDS)
def test_pipes(rows: int, columns: int, straight: float, holes: float, one_way: float, seed: int) -> None:
    options = {"rows": rows, "columns": columns, "straight": straight, "holes": holes, "one_way": one_way}
    lines = rows_of("pipes", made("pipes", options, seed).level)
    assert (len(lines), len(lines[0])) == (rows + 2, 2 * columns + 4)
    assert set(lines[0] + lines[-1] + "".join(line[:2] + line[-2:] for line in lines)) == {"#"}
    kinds = Counter(line[at] for line in lines[1:-1] for at in range(2, 2 * columns + 2, 2))
    assert kinds["B"] == 2
    assert kinds["X"] == 0
    left = rows * columns - 2
    assert kinds["#"] == round(left * holes)
    assert kinds["R"] + kinds["O"] == round((left - kinds["#"]) * straight)
    assert kinds["O"] == round((kinds["R"] + kinds["O"]) * one_way)


@few(10)
@given(st.integers(3, 4), st.integers(3, 4), st.integers(1, 3), st.integers(0, 1), st.booleans(), SEEDS)
def test_plotting(rows: int, columns: int, colours: int, blocked: int, unsolvable: bool, seed: int) -> None:
    of = game("plotting")
    wish = "no" if unsolvable and colours > 1 else "any"
    options = {"rows": rows, "columns": columns, "colours": colours, "goal": 3, "blocked_rows": blocked}
    level = made("plotting", {**options, "solvable": wish}, seed).level
    assert (level.rows, level.columns, level.goal, level.hand) == (rows, columns, 3, 0)
    assert all(len(stack) == rows for stack in level.stacks)
    assert {block for stack in level.stacks for block in stack} == set(range(1, colours + 1))
    assert (len(level.open_rows), len(level.open_columns)) == (rows - blocked, columns)
    expected = Status.UNSOLVABLE if wish == "no" else Status.OPTIMAL
    assert solve(level, game=of).status is expected


@few(8)
@given(st.sampled_from(["none", "rotational", "mirror"]), st.sampled_from([0, 32, 35]), SEEDS)
def test_sudoku(symmetry: str, clues: int, seed: int) -> None:
    of = game("sudoku")
    level = made("sudoku", {"symmetry": symmetry, "clues": clues}, seed).level
    given_ = [bool(digit) for digit in level.clues]
    if clues:
        assert sum(given_) - clues in ((0,) if symmetry == "none" else (0, 1))
    if symmetry == "rotational":
        assert given_ == given_[::-1]
    if symmetry == "mirror":
        assert all(given_[at : at + 9] == given_[at : at + 9][::-1] for at in range(0, 81, 9))
    assert of.design.count_solutions(level) == 1


@few(8)
@given(st.integers(0, 6), SEEDS)
def test_puzzlescript(edits: int, seed: int) -> None:
    first = game("puzzlescript").design.generate(None, {"from": "puzzlescript:crates#1", "edits": 0})
    level = made("puzzlescript", {"edits": edits}, seed).level
    pairs = [
        (a, b) for line, before in zip(level.rows, first.rows, strict=True) for a, b in zip(line, before, strict=True)
    ]
    assert sum(a != b for a, b in pairs) <= edits + 1  # a player who moves leaves a cell
    assert (level.rows[0], level.rows[-1]) == (first.rows[0], first.rows[-1])


@pytest.mark.parametrize("count", [0, 1, 2])
def test_decoys_are_counted(count: int) -> None:
    order = Order("lara", complete(game("lara").design.options, {"tiles": 14}), seed=5, decoys=count)
    found = next(produce(order, 1, 1, Budget()))
    assert found.pieces == 6
    assert len(found.decoys) == count


FAULTY = [
    ("maze", "%%%%%\n%P .%\n%%% %\n%%%%%\n", "border is open", "%%%%%\n%P .%\n%%% %\n%%% %\n"),
    ("maze", "%%%%%\n%P .%\n%%% %\n%%%%%\n", "capsules or ghosts", "%%%%%\n%P .%\n%%%G%\n%%%%%\n"),
    ("maze", "%%%%%\n%P .%\n%%%%%\n% %%%\n%%%%%\n", "1 cells out of reach", None),
    ("roll", "|g_\n", "no switch opens bridge a", "|ga_\n---\na: on\n"),
    ("roll", "|g_\n", "bridge a is not on the map", "|gA_\n---\nA: soft toggle a\n"),
    ("plotting", "goal 1\n1 1\n1 1\n", "not full", "goal 1\n. 1\n1 1\n"),
    ("plotting", "goal 1\n1 1\n1 1\n", "hand is not free", "goal 1\nhand 1\n1 1\n1 1\n"),
]


@pytest.mark.parametrize(("name", "good", "complaint", "bad"), FAULTY, ids=lambda part: str(part)[:20])
def test_what_breaks_a_promise_is_seen(name: str, good: str, complaint: str, bad: str | None) -> None:
    of = game(name)
    options = complete(
        of.design.options, {"loops": 0.5} if name == "maze" else {"goal": 1} if name == "plotting" else {}
    )
    options |= {key: None for key in ("rows", "columns", "food", "switches", "colours") if name != "plotting"}
    options |= {"rows": 2, "columns": 2, "colours": 1} if name == "plotting" else {}
    if bad is not None:
        assert at_first_sight(of.design, of.parse(good), options) == []
    assert any(complaint in fault for fault in at_first_sight(of.design, of.parse(bad or good), options))


def test_what_no_play_touches_is_seen() -> None:
    of = game("roll")
    assert untouched(of, of.parse("|gg_\n")) == []
    assert untouched(of, of.parse("|gg_\n\n    g\n")) == ["(3, 5)"]
    assert untouched(of, of.parse("|gg_g\n")) == ["(1, 5)"], "the game ends at the target"


@pytest.mark.parametrize("name", ["boxup", "lara", "roll"])
@few(25)
@given(seed=SEEDS, changes=st.integers(0, 6))
def test_twins_lead_to_the_states_of_the_rules(name: str, seed: int, changes: int) -> None:
    of = game(name)
    rng = random.Random(seed)
    options = complete(of.design.options, {})
    try:
        level = of.design.generate(rng, options)
    except LudoplanError:  # no room for all that is wanted
        assume(False)
    for _ in range(changes):
        level = of.design.varied(rng, level, options)
    level = of.configure(level)
    by_twin, by_rules = (list(states(of, level, twin)) for twin in (of.twin(level), None))
    assert set(by_twin) == set(by_rules)
    assert len(by_twin) == len(by_rules)


def test_the_commands_that_once_went_wrong(ludoplan: Run) -> None:
    run = ludoplan("generate", "maze", "--rows", 11, "--columns", 21, "--food", 3, "--seed", 2)
    assert run.stdout.count(".") == 3
    assert not set(run.stdout) & set("oG")
    assert ludoplan("generate", "sudoku", "--clues", 0).returncode == 0
    for size in (("--rows", 3, "--columns", 3), ("--seed", 1)):
        run = ludoplan("generate", "plotting", *size, "--solvable", "no")
        level = game("plotting").parse(run.stdout)
        assert solve(Task(game("plotting"), level)).status is Status.UNSOLVABLE
