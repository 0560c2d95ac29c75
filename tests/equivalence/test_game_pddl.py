"""The PDDL forms of Boxup, Roll and Maze have the same optima as the games, by a planner that is not ours."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import deque
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.equivalence.plain_pddl import PlainTask

from ludoplan.core.errors import LudoplanError, Unsupported
from ludoplan.core.level import load
from ludoplan.core.options import complete
from ludoplan.core.parts import Pddl
from ludoplan.core.referee import replay
from ludoplan.core.registry import game
from ludoplan.core.result import Status
from ludoplan.core.task import Task
from ludoplan.games.boxup import GAME as BOXUP
from ludoplan.games.boxup.rules import SIZES, STEPS, BoxupLevel
from ludoplan.games.maze import GAME as MAZE
from ludoplan.games.maze.rules import MazeLevel
from ludoplan.games.roll import GAME as ROLL
from ludoplan.games.roll.rules import RollLevel
from ludoplan.running.solve import solve

UNSOLVABLE = (10, 11, 12)  # said by the translator, or by a search that has seen all


def fast_downward() -> Path | None:
    spec = find_spec("up_fast_downward")
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0]) / "downward" / "fast-downward.py"


DRIVER = fast_downward()
needs_planner = pytest.mark.skipif(DRIVER is None, reason="up-fast-downward is not installed")


def shortest_plan(task: Pddl, folder: Path, search: str = "astar(blind())") -> list[str] | None:
    """The action texts of a shortest plan, or None if there is no plan."""
    (folder / "domain.pddl").write_text(task.domain)
    (folder / "problem.pddl").write_text(task.problem)
    plan = folder / "plan"
    plan.unlink(missing_ok=True)
    words = [sys.executable, str(DRIVER), "--plan-file", str(plan), "domain.pddl", "problem.pddl", "--search", search]
    run = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=120)
    if run.returncode in UNSOLVABLE:
        return None
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
    return [line for line in plan.read_text().splitlines() if line.startswith("(")]


def assert_same_optimum(task: Task, folder: Path, search: str = "astar(blind())") -> Status:
    expected = solve(task, "ucs")
    pddl = task.game.pddl.encode(task.level)
    actions = shortest_plan(pddl, folder, search)
    text = task.game.text.format(task.level)
    if actions is None:
        assert expected.status is Status.UNSOLVABLE, text
        return expected.status
    assert expected.cost == len(actions), text
    verdict = replay(task, pddl.decode(actions))
    assert verdict.plan is not None, f"{text}\n{verdict}"
    assert verdict.plan.cost == expected.cost, text
    return expected.status


def boxup_level(rng: random.Random) -> BoxupLevel:
    """A level that the generator makes, which is solvable; or the same with everything somewhere else."""
    rows, columns = rng.randint(2, 4), rng.randint(2, 4)
    options = {"rows": rows, "columns": columns, "boxes": rng.randint(2, 4), "walls": rng.randint(0, rows - 2)}
    level = BOXUP.design.generate(rng, complete(BOXUP.design.options, options))
    if rng.random() < 0.6:
        return level
    free = [(row, column) for row in range(rows) for column in range(columns) if level.is_free((row, column))]
    places = {size: rng.sample(free, len(level.boxes)) for size in SIZES}
    boxes = tuple(box._replace(cell=places[box.size].pop(), open=rng.choice(list(STEPS))) for box in level.boxes)
    return replace(level, player=rng.choice([*free, *(box.cell for box in boxes)]), boxes=boxes)


def roll_level(rng: random.Random) -> RollLevel:
    """A level with switches that do several things to several bridges, on some of which the block may lie at first."""
    rows, columns = rng.randint(3, 6), rng.randint(3, 7)
    options = {"rows": rows, "columns": columns, "fragile": rng.choice((0.0, 0.3)), "fill": 0.9, "switches": 0}
    level = ROLL.design.generate(rng, complete(ROLL.design.options, options))
    while level.target in level.start:  # a map cannot show both on one cell
        level = ROLL.design.generate(rng, complete(ROLL.design.options, options))
    text = [list(line) for line in ROLL.text.format(level).splitlines()]
    floor = [(row, column) for row, line in enumerate(text) for column, mark in enumerate(line) if mark in "gf"]
    rng.shuffle(floor)
    for mark in "aabbxcABDXC":
        if floor and rng.random() < 0.7:
            row, column = floor.pop()
            text[row][column] = mark
    legend = [f"{letter}: {rng.choice(('soft', 'heavy'))} {', '.join(effects(rng))}" for letter in "ABD"]
    legend += ["b: on", "a: off"]
    return ROLL.parse("\n".join(["".join(line) for line in text] + ["---", *legend]))


def effects(rng: random.Random) -> list[str]:
    return [
        f"{rng.choice(('toggle', 'open', 'close'))} {' '.join(rng.sample('abxc', rng.randint(1, 3)))}"
        for _ in range(rng.randint(1, 2))
    ]


def maze_level(rng: random.Random) -> MazeLevel:
    options = {"rows": rng.choice((5, 7)), "columns": rng.choice((5, 9)), "loops": 0.2, "food": rng.randint(1, 3)}
    text = list(MAZE.text.format(MAZE.design.generate(rng, complete(MAZE.design.options, options))))
    # Some walls more, so that not every maze can be solved.
    for place in rng.sample([place for place, mark in enumerate(text) if mark == " "], 2):
        text[place] = "%"
    return MAZE.configure(MAZE.parse("".join(text)), rng.choice(MAZE.objectives))


# Levels in which slips of the encoding would change the optimum.
SEEDS = {"boxup": (8, 19, 23, 35, 37, 50), "roll": (5, 8, 19, 27, 29, 37, 43), "maze": range(6)}
MAKERS = {"boxup": boxup_level, "roll": roll_level, "maze": maze_level}


def random_task(name: str, seed: int) -> Task:
    return Task(game(name), MAKERS[name](random.Random(f"{name} {seed}")), f"{name} {seed}")


def assert_same_state_space(task: Task, most_states: int = 300) -> None:
    """Walks through game and PDDL side by side: one action for each move, the same goals, the same states."""
    of, level = task.game, task.level
    pddl = of.pddl.encode(level)
    plain = PlainTask(pddl.domain, pddl.problem)
    facts_of = {of.initial(level): plain.initial}
    queue = deque(facts_of)
    while queue and len(facts_of) < most_states:
        state = queue.popleft()
        facts = facts_of[state]
        assert plain.holds(plain.goal, facts, {}) == of.is_goal(level, state), of.text.format(level)
        steps = [(pddl.decode([action])[0], after) for action, after in plain.successors(facts)]
        assert sorted(move for move, _ in steps) == sorted(of.moves(level, state)), (of.text.format(level), state)
        for move, after_facts in steps:
            after = of.apply(level, state, move)
            if after not in facts_of:
                facts_of[after] = after_facts
                queue.append(after)
            assert facts_of[after] == after_facts, (of.text.format(level), state, move)
    assert len(set(facts_of.values())) == len(facts_of)


@pytest.mark.parametrize("name", MAKERS)
def test_random_levels_have_the_same_states(name: str) -> None:
    for seed in range(100, 150):
        assert_same_state_space(random_task(name, seed))


@pytest.mark.parametrize("name", ["third", "3x3-three", "4x4-four"])
def test_boxup_levels_have_the_same_states(name: str) -> None:
    assert_same_state_space(load(f"boxup:{name}"))


@pytest.mark.parametrize(("red", "blue"), [("right", "left"), ("right", "up"), ("up", "right"), ("left", "right")])
def test_boxup_goal_can_be_left(red: str, blue: str) -> None:
    level = BOXUP.parse(f"size 1x3\nplayer 1,1\nsmall red {red} 1,1\nbig blue {blue} 1,1\n")
    assert_same_state_space(Task(BOXUP, level, "solved"))


@pytest.mark.parametrize(
    ("row", "legend", "solvable"),
    [
        ("|gggAa_", "A: soft toggle a\na: on", False),  # the floor goes while the block lies on it
        ("|gggaA_", "A: soft toggle a\na: on", False),
        ("|gggAa_", "A: soft close a\na: on", False),
        ("|gggAa_", "A: soft open a", False),  # it comes too late
        ("|gggAa_", "A: soft open a\na: on", True),
        ("|gggAa_", "A: heavy close a\na: on", True),
        ("|gggAa_", "A: soft toggle a, toggle a\na: on", True),
        ("|gggAA_", "A: soft toggle a\na: on", True),
    ],
)
def test_roll_switches_below_the_block(row: str, legend: str, solvable: bool) -> None:
    level = ROLL.parse(f"{row}\n---\n{legend}\n")
    task = Task(ROLL, level, row)
    assert (solve(task).status is Status.OPTIMAL) == solvable
    assert_same_state_space(task)


@needs_planner
@pytest.mark.parametrize("name", MAKERS)
def test_random_levels_have_the_same_optimum(name: str, tmp_path: Path) -> None:
    seen = {assert_same_optimum(random_task(name, seed), tmp_path) for seed in SEEDS[name]}
    assert seen == {Status.OPTIMAL, Status.UNSOLVABLE}


@needs_planner
@pytest.mark.parametrize(("name", "cost"), [("first", 5), ("second", 14), ("third", 24), ("4x4-four", 135)])
def test_boxup_needs_neither_axioms_nor_conditional_effects_once_it_is_ground(
    name: str, cost: int, tmp_path: Path
) -> None:
    """The LM-cut heuristic would refuse both."""
    plan = shortest_plan(BOXUP.pddl.encode(load(f"boxup:{name}").level), tmp_path, "astar(lmcut())")
    assert plan is not None
    assert len(plan) == cost


def test_a_split_block_is_refused() -> None:
    level = ROLL.parse("|gT_g\nggggg\n---\nT: split 2,1 2,4\n")
    with pytest.raises(Unsupported, match="splits"):
        ROLL.pddl.encode(level)


def test_maze_variants_are_its_objectives() -> None:
    level = MAZE.parse("%%%%%\n%.P.%\n%%%%%\n")
    with pytest.raises(LudoplanError, match="2 dots"):
        MAZE.pddl.encode(level)
    assert "(at-dot)" in MAZE.pddl.encode(level, "nearest").problem
    assert "(eaten c2-2) (eaten c2-4)" in MAZE.pddl.encode(level, "all-food").problem
    assert "(at-dot)" in MAZE.pddl.encode(MAZE.configure(level, "nearest")).problem


@pytest.mark.parametrize("name", MAKERS)
def test_actions_become_moves_whatever_their_spelling(name: str) -> None:
    task = random_task(name, 0)
    way = task.game.headings[0]
    assert task.game.pddl.encode(task.level).decode([f"(walk {way} c1-1)", f"WALK {way.upper()} C1-1 "]) == [way, way]
