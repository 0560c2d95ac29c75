"""Rules, text and picture of Pipes, and the C++ twin against the Python rules."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pipes_brute_force import random_board

from ludoplan import BadInput, Limits, Status, Task, load, replay, solve
from ludoplan.core.limits import Budget
from ludoplan.core.options import complete
from ludoplan.core.referee import Replay
from ludoplan.drawing.draw import draw_text
from ludoplan.games.pipes import GAME
from ludoplan.games.pipes.generate import OPTIONS
from ludoplan.games.pipes.heuristics import HEURISTICS
from ludoplan.games.pipes.rules import Move
from ludoplan.search.kernel import layers


def task(text: str, objective: str = "pieces") -> Task:
    return Task(GAME, GAME.configure(GAME.parse(text), objective), "level")


@pytest.mark.parametrize(("objective", "cost"), [("pieces", 4), ("steps", 5), ("turns", 2)])
def test_what_a_plan_costs(objective: str, cost: int) -> None:
    verdict = replay(task("B1R2R2B1\n", objective), ["go 1,2", "turn 1,2", "go 1,3", "turn 1,3", "go 1,4"])
    assert verdict.plan is not None
    assert verdict.plan.cost == cost


@pytest.mark.parametrize(
    ("text", "plan", "reason"),
    [
        ("B1R2B1\n", ["go 1,2", "go 1,3"], "step 2, go 1,3: the piece on 1,2, as it stands, does not lead"),
        ("B1R1B2\n", ["go 1,2", "go 1,3"], "the end on 1,3 is not open on this side"),
        ("B1R1B1\n", ["turn 1,2"], "the flow is on 1,1"),
        ("B1R1B1\n", ["turn 1,1"], "a piece B does not turn"),
        ("B1R1B1\n", ["go 1,3"], "1,1, where the flow is, is not next to it"),
        ("B1R1B1\n", ["go 0,1"], "there is no piece"),
        ("B1R1B1\n", ["go 1,2", "go 1,3", "go 1,2"], "the chain has reached its end"),
        ("B1R1B1\n", ["go 1,2"], "the goal is not reached after 1 moves"),
        ("B1R1B1\n", ["walk 1,2"], "'walk 1,2' is not 'turn ROW,COLUMN' or 'go ROW,COLUMN'"),
        ("B1O3B1\n", ["go 1,2", "go 1,3"], "does not lead from the left to the right"),
        (
            "##L1L1\nB1R1L1\n##B2##\n",
            ["go 2,2", "go 2,3", "go 1,3", *["turn 1,3"] * 3, "go 1,2", *["turn 1,2"] * 2, "go 2,2"],
            "the chain has used this piece already",
        ),
    ],
)  # fmt: skip
def test_why_a_plan_is_refused(text: str, plan: list[str], reason: str) -> None:
    assert reason in str(replay(task(text), plan))


def test_turning_rotates_clockwise() -> None:
    """The elbow leads up, right, down and left, in this order, to what comes in from the left it leads up and down."""
    game = Replay(task("##R1##\nB1L1##\n##B2##\n"))
    assert game.play("go 2,2") is None
    leads = []
    for _ in range(5):
        leads.append([GAME.move_to_text(game.task.level, move) for move in GAME.moves(game.task.level, game.state)][1:])
        assert game.play("turn 2,2") is None
    assert leads == [["go 1,2"], [], [], ["go 3,2"], ["go 1,2"]]


def test_straight_pieces_have_two_positions() -> None:
    level = GAME.parse("B1R1B1\n")
    state = GAME.apply(level, GAME.initial(level), Move("go", (0, 1)))
    once = GAME.apply(level, state, Move("turn", (0, 1)))
    assert once != state
    assert GAME.apply(level, once, Move("turn", (0, 1))) == state
    assert GAME.initial(GAME.parse("B1R3B1\n")) == GAME.initial(level)


@pytest.mark.parametrize(("rotation", "turns"), [(1, 0), (4, 1), (3, 2), (2, 3)])
def test_one_way_pieces_flow_one_way(rotation: int, turns: int) -> None:
    result = solve(task(f"B1O{rotation}B1\n", "turns"))
    assert (result.status, result.cost) == (Status.OPTIMAL, turns)


def test_waypoints() -> None:
    text = "B1R1B3R1B1\n"
    assert solve(task(text)).cost == 3
    through_all = task(text + "waypoints\n")
    assert solve(through_all).cost == 5
    assert solve(task(text), options={"waypoints": "yes"}).cost == 5
    assert solve(through_all, options={"waypoints": "no"}).cost == 3
    assert GAME.text.format(through_all.level) == text + "waypoints\n"


def test_blank_lines_and_trailing_blanks_are_ignored() -> None:
    assert GAME.parse("\n  \nB1R1B1  \n\n") == GAME.parse("B1R1B1")


@pytest.mark.parametrize(
    ("text", "defects"),
    [
        ("B1R1R1\n", ["f:1:1: a board needs two or more ends 'B', this one has 1"]),
        ("\nB1R1B\n", ["f:2:5: half a piece"]),
        ("B1B1\nR1R1R1\nR1\n", ["f:2:5: this row has 3 pieces, the first one has 2", "f:3:3: this row has 1 pieces"]),
        ("B1Z1B1\n", ["f:1:3: 'Z1' is no piece"]),
        ("B1R5B0\n", ["f:1:4: '5' is no rotation of R", "f:1:6: '0' is no rotation of B"]),
        ("B1X2B1\n", ["f:1:4: '2' is no rotation of X: it has only 1"]),
        ("B1#1B1\n", ["f:1:3: '#1' is no piece"]),
        ("B1B1\n\nR1R1\n", ["f:2:1: an empty line inside the board"]),
        ("waypoints\n", ["f:1:1: the board is empty"]),
        (" B1B1\n", ["f:1:1: ' B' is no piece", "f:1:1: a board needs", "f:1:5: half", "f:1:3: '1B' is no piece"]),
    ],
)
def test_defects_come_all_at_once(text: str, defects: list[str]) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.parse(text, "f")
    shown = str(caught.value).split("\n")
    assert len(shown) == len(defects)
    for defect in defects:
        assert any(line.startswith(defect) for line in shown), (defect, shown)


@given(st.text(alphabet="BRLOX#1234 \nwaypoints", max_size=60))
def test_parsing_any_text_ends_in_a_level_or_in_defects(text: str) -> None:
    try:
        level = GAME.parse(text)
    except BadInput:
        return
    assert GAME.parse(GAME.text.format(level)) == level


def test_the_same_seed_gives_the_same_board() -> None:
    options = complete(OPTIONS, {"rows": 7, "columns": 9, "cross": 0.2, "one_way": 0.5, "holes": 0.1, "ends": 3})
    first, second = (GAME.design.generate(random.Random(5), options) for _ in range(2))
    assert first == second
    assert (first.height, first.width, len(first.terminals)) == (9, 11, 3)


def test_twin_counts_the_same_states() -> None:
    rng = random.Random(3)
    for _ in range(40):
        level = random_board(rng, 2, 5)
        both = [
            layers(Task(GAME, level, "level"), 14, Budget(Limits(seconds=20)), rules) for rules in ("native", "python")
        ]
        assert both[0] == both[1], level


def test_twin_has_the_same_moves_costs_and_estimates() -> None:
    rng = random.Random(4)
    estimate = HEURISTICS["relaxed"].estimate
    for _ in range(80):
        level = random_board(rng, 2, 7)
        twin = GAME.twin(level)
        state, packed = GAME.initial(level), twin.system.initial()
        for _ in range(40):
            assert twin.system.is_goal(packed) == GAME.is_goal(level, state)
            assert twin.system.estimate("relaxed", packed) == estimate(level, state)
            steps = [
                (GAME.move_to_text(level, move), GAME.cost(level, state, move), move)
                for move in GAME.moves(level, state)
            ]
            native = twin.system.successors(packed)
            assert [(twin.moves[move], cost) for move, cost, _ in native] == [step[:2] for step in steps]
            if not steps:
                break
            # Rather on than round and round on the spot.
            choice = len(steps) - 1 if rng.random() < 0.7 else 0
            state, packed = GAME.apply(level, state, steps[choice][2]), native[choice][2]


def test_picture_shows_the_chain() -> None:
    game = Replay(task("##L1L1\nB1X1L1\n##B2##\n"))
    scenes = [GAME.view.scene(game.task.level, game.state)]
    for move in solve(game.task).plan.moves:
        assert game.play(move) is None
        scenes.append(GAME.view.scene(game.task.level, game.state))
    assert draw_text(scenes[0]) == "#┘┘\n↔┼┘\n#║#\n1 piece, 0 turns"
    assert draw_text(scenes[-1]) == "#┌┐\n↔┼┘\n#║#\n7 pieces, 5 turns"


def test_bundled_levels_hold_what_their_titles_say() -> None:
    from ludoplan.core.level import bundled

    for name, known in bundled("pipes").items():
        relaxed = solve(load(f"pipes:{name}"), "relaxed-bfs")
        if "relaxed" in known.title:
            assert relaxed.status is Status.INCOMPLETE, name
        if known.best is not None:
            assert relaxed.lower_bound <= known.best
