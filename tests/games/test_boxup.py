"""Boxup: rules case by case, its C++ twin, estimates, texts, pictures and the generator."""

from __future__ import annotations

import random
from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoplan.core.errors import BadInput, LudoplanError
from ludoplan.core.level import load
from ludoplan.core.limits import Budget
from ludoplan.core.options import complete
from ludoplan.core.parts import DEAD_END
from ludoplan.core.registry import game
from ludoplan.core.result import Status
from ludoplan.core.task import Task
from ludoplan.drawing.draw import draw_svg, draw_text
from ludoplan.games.boxup.generate import colour_of
from ludoplan.games.boxup.rules import (
    SIZES,
    STEPS,
    Box,
    BoxupLevel,
    BoxupState,
    apply,
    initial,
    is_goal,
    moves,
    outcome,
    predecessors,
)
from ludoplan.running.solve import solve
from ludoplan.search.kernel import layers

BOXUP = game("boxup")
FIXED = settings(deadline=None, max_examples=60)


@st.composite
def levels(draw: st.DrawFn, most_cells: int = 12, most_boxes: int = 4) -> BoxupLevel:
    """Any small level, solvable or not; boxes may lie in boxes."""
    rows = draw(st.integers(1, 4))
    columns = draw(st.integers(1 if rows > 1 else 2, most_cells // rows))
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    walls = draw(st.sets(st.sampled_from(cells), max_size=len(cells) // 3))
    free = st.sampled_from([cell for cell in cells if cell not in walls])
    sides = st.sampled_from(list(STEPS))
    boxes = [Box("small", "red", draw(sides), draw(free)), Box("big", "blue", draw(sides), draw(free))]
    for number in range(draw(st.integers(0, most_boxes - 2))):
        box = Box(draw(st.sampled_from(SIZES)), colour_of(number), draw(sides), draw(free))
        if all((box.size, box.cell) != (other.size, other.cell) for other in boxes):
            boxes.append(box)
    order = draw(st.permutations(boxes))
    return BoxupLevel(rows, columns, draw(free), tuple(order), frozenset(walls))


def reachable(level: BoxupLevel) -> list[BoxupState]:
    seen = {initial(level): None}
    queue = deque(seen)
    while queue:
        state = queue.popleft()
        for move in moves(level, state):
            after = apply(level, state, move)
            if after not in seen:
                seen[after] = None
                queue.append(after)
    return list(seen)


def distances(level: BoxupLevel, states: list[BoxupState]) -> dict[BoxupState, int]:
    """Moves to the goal by forward moves alone, turned round."""
    before: dict[BoxupState, list[BoxupState]] = {state: [] for state in states}
    for state in states:
        for move in moves(level, state):
            before[apply(level, state, move)].append(state)
    found = {state: 0 for state in states if is_goal(level, state)}
    queue = deque(found)
    while queue:
        state = queue.popleft()
        for earlier in before[state]:
            if earlier not in found:
                found[earlier] = found[state] + 1
                queue.append(earlier)
    return found


def shut(box: str) -> str:
    return f"the {box} box is in the way with a closed side"


def unfit(box: str, other: str) -> str:
    return f"the {box} box does not fit into the {other} box"


# Player in the middle of 1x3 (columns 1, 2, 3), one move to the right; what is where afterwards, or why it is illegal.
RED, BLUE = "small red", "big blue"
CASES = [
    # the player alone
    ({RED: ("up", 1), BLUE: ("up", 1)}, (1, 1)),
    ({RED: ("up", 1), BLUE: ("left", 3)}, (1, 3)),
    ({RED: ("up", 1), BLUE: ("right", 3)}, shut("big blue")),
    ({RED: ("left", 3), BLUE: ("up", 1)}, (3, 1)),
    ({RED: ("up", 3), BLUE: ("up", 1)}, shut("small red")),
    ({RED: ("left", 3), BLUE: ("left", 3)}, (3, 3)),
    ({RED: ("up", 3), BLUE: ("left", 3)}, shut("small red")),
    # out of a box through its open side, or with the box
    ({RED: ("right", 2), BLUE: ("up", 1)}, (2, 1)),
    ({RED: ("left", 2), BLUE: ("up", 1)}, (3, 1)),
    ({RED: ("up", 1), BLUE: ("right", 2)}, (1, 2)),
    ({RED: ("up", 1), BLUE: ("down", 2)}, (1, 3)),
    # both
    ({RED: ("up", 2), BLUE: ("up", 2)}, (3, 3)),
    ({RED: ("up", 2), BLUE: ("right", 2)}, (3, 2)),
    ({RED: ("right", 2), BLUE: ("right", 2)}, (2, 2)),
    ({RED: ("right", 2), BLUE: ("up", 2)}, (3, 3)),  # dragged by the back of the big box
    ({RED: ("right", 2), BLUE: ("left", 2)}, (2, 3)),  # which has none here
    # into a box
    ({RED: ("up", 2), BLUE: ("left", 3)}, (3, 3)),
    ({RED: ("up", 2), BLUE: ("up", 3)}, shut("big blue")),
    ({RED: ("left", 3), BLUE: ("up", 2)}, unfit("big blue", "small red")),
    ({RED: ("right", 2), BLUE: ("left", 3)}, (2, 3)),
    ({RED: ("up", 1), BLUE: ("up", 2), "big black": ("left", 3)}, unfit("big blue", "big black")),
    ({RED: ("up", 2), BLUE: ("up", 1), "small black": ("left", 3)}, unfit("small red", "small black")),
    ({RED: ("right", 2), BLUE: ("left", 3), "big black": ("up", 2)}, unfit("big black", "big blue")),
]


@pytest.mark.parametrize(("boxes", "expected"), CASES)
def test_one_move_to_the_right(boxes: dict[str, tuple[str, int]], expected: tuple[int, int] | str) -> None:
    lines = [f"{name} {side} 1,{column}" for name, (side, column) in boxes.items()]
    level = BOXUP.parse("\n".join(["size 1x3", "player 1,2", *lines]))
    after = outcome(level, initial(level), "right")
    if isinstance(expected, str):
        assert after == expected
    else:
        assert isinstance(after, BoxupState)
        assert after.player == (0, 2)
        assert (after.boxes[0][1] + 1, after.boxes[1][1] + 1) == expected


def test_edges_and_walls_stop_everything() -> None:
    level = BOXUP.parse("size 1x2\nplayer 1,1\nsmall red up 1,1\nbig blue up 1,1\nwall 1,2\n")
    reasons = {move: outcome(level, initial(level), move) for move in STEPS}
    assert reasons == {**dict.fromkeys(STEPS, "the grid ends here"), "right": "a wall is in the way"}


@pytest.mark.parametrize(("name", "cost"), [("first", 5), ("second", 14), ("third", 24)])
@pytest.mark.parametrize("solver", ["auto", "bfs", "ids", "idastar"])
def test_known_optima(name: str, cost: int, solver: str) -> None:
    result = solve(load(f"boxup:{name}"), solver)
    assert (result.status, result.cost) == (Status.OPTIMAL, cost)


@FIXED
@given(levels())
def test_python_rules_and_twin_agree(level: BoxupLevel) -> None:
    twin = BOXUP.twin(level)
    assert twin is not None
    words_of = {initial(level): tuple(twin.system.initial())}
    queue = deque(words_of)
    while queue and len(words_of) < 400:
        state = queue.popleft()
        words = list(words_of[state])
        assert twin.system.is_goal(words) == is_goal(level, state)
        for name in twin.heuristics:
            assert twin.system.estimate(name, words) == BOXUP.heuristics[name].estimate(level, state), name
        steps = twin.system.successors(words)
        assert [twin.moves[step[0]] for step in steps] == moves(level, state)
        for move, cost, after_words in steps:
            after = apply(level, state, twin.moves[move])
            assert cost == 1
            if after not in words_of:
                queue.append(after)
            assert words_of.setdefault(after, tuple(after_words)) == tuple(after_words)
    assert len(set(words_of.values())) == len(words_of)


@FIXED
@given(levels(most_cells=9))
def test_perft_searches_and_estimates_against_brute_force(level: BoxupLevel) -> None:
    states = reachable(level)
    exact = distances(level, states)
    task = Task(BOXUP, level, "random")
    assert sum(layers(task, 10**6, Budget())[0]) == len(states)
    for solver in ("bfs", "astar", "ucs"):
        result = solve(task, solver)
        assert result.cost == exact.get(initial(level))
        assert result.status is (Status.UNSOLVABLE if result.cost is None else Status.OPTIMAL)
    assert_promises_kept(level, states, exact)


@pytest.mark.parametrize("name", ["third", "3x3-three", "4x4-three", "4x5-three"])
def test_estimates_of_bundled_levels(name: str) -> None:
    """Levels in which other boxes help and hinder."""
    level = load(f"boxup:{name}").level
    states = reachable(level)
    assert_promises_kept(level, states, distances(level, states))


def assert_promises_kept(level: BoxupLevel, states: list[BoxupState], exact: dict[BoxupState, int]) -> None:
    for name, heuristic in BOXUP.heuristics.items():
        estimates = {state: heuristic.estimate(level, state) for state in states}
        for state, estimate in estimates.items():
            assert estimate <= exact.get(state, DEAD_END), name
            # Nobody looks beyond a goal.
            if not is_goal(level, state):
                for move in moves(level, state):
                    assert estimate <= 1 + estimates[apply(level, state, move)], name


@FIXED
@given(levels(most_cells=9))
def test_predecessors_are_the_moves_turned_round(level: BoxupLevel) -> None:
    states = reachable(level)[:300]
    for state in states:
        for move in moves(level, state):
            assert (move, state) in predecessors(level, apply(level, state, move))
        for move, before in predecessors(level, state):
            assert apply(level, before, move) == state


def test_distance_is_exact_for_two_boxes_and_at_least_manhattan() -> None:
    for name, cost in (("first", 5), ("second", 14), ("6x6-two", 117)):
        level = load(f"boxup:{name}").level
        assert BOXUP.heuristics["distance"].estimate(level, initial(level)) == cost
        assert BOXUP.heuristics["manhattan"].estimate(level, initial(level)) < cost


def test_large_grids_fall_back_on_manhattan() -> None:
    level = BOXUP.parse("size 200x300\nplayer 1,1\nsmall red up 1,2\nbig blue left 200,300\n")
    twin = BOXUP.twin(level)
    assert twin is not None
    assert BOXUP.heuristics["distance"].estimate(level, initial(level)) == 199 + 298
    assert twin.system.estimate("distance", twin.system.initial()) == 199 + 298


def test_very_many_boxes_are_played_by_the_python_rules() -> None:
    others = "".join(f"small grey up 2,{column}\n" for column in range(1, 40))
    text = f"size 2x40\nplayer 1,1\nsmall red left 1,1\nbig blue left 1,4\n{others}"
    level = BOXUP.parse(text)
    assert BOXUP.twin(level) is None
    assert solve(Task(BOXUP, level, "many")).cost == 3


@FIXED
@given(levels())
def test_written_levels_read_the_same(level: BoxupLevel) -> None:
    text = BOXUP.text.format(level)
    assert BOXUP.parse(text) == level
    assert BOXUP.parse(text.replace(" ", "  \t") + "\n\n") == level


def test_all_defects_at_once() -> None:
    text = """size 3x3
player 4,1
player 1,1
small red sideways 2,1
small red up 2,1
big red up 1,1
big 9lives left 1,1 now
wall 2
wall 2,1
wall
box 1,1
"""
    with pytest.raises(BadInput) as caught:
        BOXUP.parse(text, "x.boxup")
    assert str(caught.value).splitlines() == [
        "x.boxup:1:1: there is no big blue box: 'big blue SIDE ROW,COLUMN'",
        "x.boxup:2:8: 4,1 is outside the grid of 3x3",
        "x.boxup:3:1: a second player; the first is on line 2",
        "x.boxup:4:11: 'sideways' is not a side: one of up, down, left, right",
        "x.boxup:4:20: a small box in the wall of line 9",
        "x.boxup:5:1: a second small red; the first is on line 4",
        "x.boxup:5:14: a small box in the wall of line 9",
        "x.boxup:5:14: a second small box on 2,1; the first is on line 4",
        "x.boxup:6:5: red is the colour of a small box: choose another",
        "x.boxup:7:5: '9lives' is not a colour: letters, digits, '-' and '_', a letter first",
        "x.boxup:7:17: a second big box on 1,1; the first is on line 6",
        "x.boxup:7:21: 'now' is too much: expected 'big COLOUR up|down|left|right ROW,COLUMN'",
        "x.boxup:8:6: '2' is not a position: expected ROW,COLUMN, as in 1,2",
        "x.boxup:10:5: the line ends too early: expected 'wall ROW,COLUMN'",
        "x.boxup:11:1: 'box' is not one of size, player, small, big, wall",
    ]


@pytest.mark.parametrize("size", ["0x3", "3x0", "3", "3x", "ax3", "2001x2000", "9999999999x1", "-1x3"])
def test_bad_sizes(size: str) -> None:
    with pytest.raises(BadInput, match="1:6"):
        BOXUP.parse(f"size {size}\nplayer 1,1\nsmall red up 1,1\nbig blue up 1,1\n")


@settings(deadline=None, max_examples=300)
@given(st.randoms(use_true_random=False))
def test_damaged_texts_are_levels_or_bad_input(rng: random.Random) -> None:
    text = BOXUP.text.format(load("boxup:4x4-four").level)
    for _ in range(rng.randint(1, 5)):
        place = rng.randrange(len(text))
        new = rng.choice(["", "\n", " ", ",", "0", "99999", "x", "wall", "red", "blue", "\0", "²", "é"])
        text = text[:place] + new + text[place + rng.randint(0, 3) :]
    try:
        level = BOXUP.parse(text, "damaged")
    except BadInput as error:
        defects = error.defects
    else:
        assert BOXUP.parse(BOXUP.text.format(level)) == level
        return
    assert defects
    assert all(defect.line and defect.column for defect in defects)


def test_generated_levels_are_solvable_and_repeat() -> None:
    for seed in range(8):
        options = complete(BOXUP.design.options, {"rows": 3, "columns": 2 + seed % 3, "walls": seed % 3})
        level = BOXUP.design.generate(random.Random(seed), options)
        assert level == BOXUP.design.generate(random.Random(seed), options)
        assert BOXUP.parse(BOXUP.text.format(level)) == level
        assert (level.rows, level.columns) == (3, 2 + seed % 3)
        assert (len(level.boxes), len(level.walls)) == (3, seed % 3)
        cost = solve(Task(BOXUP, level, "generated")).cost
        assert cost is not None
        assert cost > 0


def test_generator_refuses_what_cannot_be() -> None:
    for given_options in (
        {"rows": 1, "columns": 1},
        {"rows": 10**9, "columns": 10**9},
        {"rows": 2, "columns": 2, "walls": 3, "boxes": 2},
    ):
        with pytest.raises(LudoplanError):
            BOXUP.design.generate(random.Random(0), complete(BOXUP.design.options, given_options))


def test_pictures_show_the_open_sides() -> None:
    level = BOXUP.parse("size 1x3\nplayer 1,1\nsmall red up 1,2\nbig blue left 1,2\nsmall grey down 1,1\nwall 1,3\n")
    scene = BOXUP.view.scene(level, initial(level))
    assert draw_text(scene).split("\n") == [
        "       ══════╗▒▒▒▒▒▒▒",
        " ┌───┐  ║   ║║▒▒▒▒▒▒▒",
        " │ @ │  ║ · ║║▒▒▒▒▒▒▒",
        " │   │  ╚═══╝║▒▒▒▒▒▒▒",
        "       ══════╝▒▒▒▒▒▒▒",
    ]
    assert draw_svg(scene).count("<line") == 12  # three for each box, and those of the blue one are double
