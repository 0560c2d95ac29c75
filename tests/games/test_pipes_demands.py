"""What levels of Pipes may ask for beyond a chain: its length, its charge, and pieces that come in a queue."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pipes_brute_force import RULES, best_chain, chains, random_level, value_of

from ludoplan import BadInput, Limits, LudoplanError, Status, Task, Unsupported, load, replay, solve
from ludoplan.core.limits import Budget
from ludoplan.core.options import complete
from ludoplan.drawing.draw import draw_text
from ludoplan.games.pipes import GAME
from ludoplan.games.pipes.generate import OPTIONS
from ludoplan.games.pipes.heuristics import HEURISTICS
from ludoplan.games.pipes.pddl.demands import MOST_SUMS
from ludoplan.games.pipes.text import READERS
from ludoplan.search.kernel import layers

PROVEN = (Status.OPTIMAL, Status.UNSOLVABLE)
MIXES = [*((rule,) for rule in RULES), RULES]
# To the right three pieces, around below thirteen.
DETOUR = "L1R1B1R1B1L1\nR2########R2\nL1R1R1R1R1L1\n"


def task(text: str, objective: str = "pieces", **options: object) -> Task:
    return Task(GAME, GAME.configure(GAME.parse(text), objective, options), "level")


def small(seed: int, rules: tuple[str, ...]):
    return random_level(random.Random(seed), 2, 4, rules)


@pytest.mark.parametrize("rules", MIXES, ids="+".join)
@settings(max_examples=60)
@given(seed=st.integers(0, 10**9))
def test_exact_solvers_agree_with_brute_force(rules: tuple[str, ...], seed: int) -> None:
    level = small(seed, rules)
    expected = best_chain(level)
    for solver in ("chain", "astar", "ucs"):
        result = solve(level, solver, game=GAME)
        assert result.status in PROVEN, (solver, result.message)
        assert value_of(level, result) == expected, (solver, level)
    first = solve(level, "chain-dfs", game=GAME)
    assert (first.plan is None) == (expected is None)
    relaxed = solve(level, "relaxed-bfs", game=GAME)
    if expected is not None:
        assert relaxed.lower_bound <= expected[0]


@pytest.mark.parametrize("rules", MIXES, ids="+".join)
def test_circuits_and_plans_agree(rules: tuple[str, ...]) -> None:
    rng = random.Random(1)
    found = 0
    for number in range(12):
        level = replace(random_level(rng, 3, 4, rules), objective=("pieces", "steps", "turns")[number % 3])
        expected = best_chain(level)
        found += expected is not None
        assert value_of(level, solve(level, "cp", game=GAME)) == expected, level
        if level.objective != "turns":
            plan = solve(level, "planner", game=GAME)
            assert plan.status in PROVEN
            assert value_of(level, plan) == expected, level
    assert found


@pytest.mark.parametrize("rules", MIXES, ids="+".join)
@settings(max_examples=25)
@given(seed=st.integers(0, 10**9))
def test_twin_has_the_same_states_moves_costs_and_estimates(rules: tuple[str, ...], seed: int) -> None:
    level = small(seed, rules)
    both = [layers(Task(GAME, level, "level"), 9, Budget(Limits(seconds=60)), rule) for rule in ("native", "python")]
    assert both[0] == both[1], level
    rng, estimate, twin = random.Random(seed), HEURISTICS["relaxed"].estimate, GAME.twin(level)
    state, packed = GAME.initial(level), twin.system.initial()
    for _ in range(30):
        assert twin.system.is_goal(packed) == GAME.is_goal(level, state)
        assert twin.system.estimate("relaxed", packed) == estimate(level, state)
        steps = [
            (GAME.move_to_text(level, move), GAME.cost(level, state, move), move) for move in GAME.moves(level, state)
        ]
        native = twin.system.successors(packed)
        assert [(twin.moves[move], cost) for move, cost, _ in native] == [step[:2] for step in steps]
        if not steps:
            break
        choice = len(steps) - 1 if rng.random() < 0.7 else rng.randrange(len(steps))
        state, packed = GAME.apply(level, state, steps[choice][2]), native[choice][2]


@pytest.mark.parametrize("rules", MIXES, ids="+".join)
@settings(max_examples=40)
@given(seed=st.integers(0, 10**9))
def test_texts_and_symmetries_keep_the_puzzle(rules: tuple[str, ...], seed: int) -> None:
    level = small(seed, rules)
    assert GAME.configure(GAME.parse(GAME.text.format(level)), level.objective) == level
    expected = best_chain(level)
    for other in GAME.design.symmetries(level):
        assert best_chain(other) == expected, other


def test_lengths() -> None:
    """The short way has three pieces, the long one thirteen."""
    assert {chain.pieces for chain in chains(GAME.parse(DETOUR))} == {3, 13}
    assert solve(task(DETOUR)).cost == 3
    assert solve(task(DETOUR, min_length=4)).cost == 13
    assert solve(task(DETOUR + "min-length 13\n")).cost == 13
    assert solve(task(DETOUR + "min-length 13\n", min_length=0)).cost == 3
    assert solve(task(DETOUR, min_length=14)).status is Status.UNSOLVABLE
    for solver in ("chain", "chain-dfs", "astar", "cp", "planner"):
        assert solve(task(DETOUR, min_length=10**9), solver).status is Status.UNSOLVABLE
    with pytest.raises(LudoplanError, match="less than 0"):
        task(DETOUR, min_length=-1)


def test_charges() -> None:
    text = DETOUR + "charges 1,4:+3 2,1:-2 2,6:+1 3,3:+2\n"
    assert solve(task(text)).cost == 3  # charges that nobody asks for
    assert solve(task(text, charge=3)).cost == 3
    assert solve(task(text + "charge 1\n")).cost == 13
    assert solve(task(text + "charge 1\n", "turns")).cost == solve(task(DETOUR, "turns", min_length=13)).cost
    assert solve(task(text, charge=2)).status is Status.UNSOLVABLE
    for solver in ("chain", "cp", "planner"):
        assert solve(task(text, charge=10**9), solver).status is Status.UNSOLVABLE
    with pytest.raises(LudoplanError, match="beyond"):
        task(text, charge=10**30)


def test_a_cross_counts_as_often_as_it_is_passed() -> None:
    text = "##L1L1\nB1X1L1\n##B2##\ncharges 2,2:+2\n"
    assert solve(task(text, charge=4)).cost == 7
    assert solve(task(text, charge=2)).status is Status.UNSOLVABLE


@pytest.mark.parametrize(("objective", "costs"), [("pieces", (4, 4)), ("steps", (5, 4)), ("turns", (0, 0))])
def test_queue(objective: str, costs: tuple[int, int]) -> None:
    """The first piece that serves is laid, those before it are skipped; what is laid does not turn."""
    straight = task("B1....B1\nqueue R1 L4 L4 R1\n", objective)
    bent = task("B1..##\n##..B1\nqueue L4 R1 L2\n", objective)
    plans = (["go 1,2", "skip", "skip", "go 1,3", "go 1,4"], ["go 1,2", "skip", "go 2,2", "go 2,3"])
    for level, plan, cost in zip((straight, bent), plans, costs, strict=True):
        for solver in ("chain", "astar", "cp", "planner"):
            result = solve(level, solver)
            assert (list(result.plan.moves), result.cost) == (plan, cost), solver


def test_order_of_the_queue_matters() -> None:
    board = "B1..##\n##..B1\n"
    assert solve(task(board + "queue L4 L2\n")).status is Status.OPTIMAL
    assert solve(task(board + "queue L2 L4\n")).status is Status.UNSOLVABLE
    assert solve(task(board)).status is Status.UNSOLVABLE


@pytest.mark.parametrize(
    ("text", "plan", "reason"),
    [
        ("B1..B1\nqueue R2 R1\n", ["go 1,2"], "the next piece of the queue, R2, is not open on this side"),
        ("B1..B1\nqueue R2\n", ["skip", "go 1,2"], "the queue is at its end"),
        ("B1..B1\nqueue R2\n", ["skip", "skip"], "the queue is at its end"),
        ("B1R1..B1\nqueue R2\n", ["skip"], "the flow is not before an empty cell"),
        ("B1..B1\nqueue R1 R1\n", ["go 1,2", "turn 1,2"], "a piece of the queue does not turn"),
        ("B1R1B1\nmin-length 4\n", ["go 1,2", "go 1,3"], "the chain has 3 pieces, and must have 4"),
        ("B1R1B1\ncharge 2\ncharges 1,2:-1\n", ["go 1,2", "go 1,3"], "the chain has the charge -1, and must have 2"),
        ("B1R1B1\nmin-length 4\n", ["go 1,2", "go 1,3", "go 1,2"], "the chain has reached its end"),
        ("B1R1B1\nqueue R1\n", ["jump"], "'jump' is not 'turn ROW,COLUMN' or 'go ROW,COLUMN' or 'skip'"),
    ],
)  # fmt: skip
def test_why_a_plan_is_refused(text: str, plan: list[str], reason: str) -> None:
    assert reason in str(replay(task(text), plan))


@pytest.mark.parametrize(
    ("rule", "defects"),
    [
        ("wayponts", ["f:2:1: there is no rule 'wayponts'; did you mean waypoints?"]),
        ("min-length", ["f:2:1: 'min-length' takes one whole number, 0 or more"]),
        ("min-length -1", ["f:2:12: 'min-length' takes one whole number, 0 or more"]),
        ("charge much", ["f:2:8: 'charge' takes one whole number"]),
        ("charges 1,2:1 1,4:1 1,2:3 0,1:1", ["f:2:15: there is no piece on 1,4", "f:2:21: a second", "f:2:27:"]),
        ("charges 1,2=3", ["f:2:9: '1,2=3' is no charge: it is written ROW,COLUMN:CHARGE"]),
        ("queue R1 X1 L5", ["f:2:10: 'X1' is no piece of a queue", "f:2:14: '5' is no rotation of L"]),
        ("waypoints yes", ["f:2:11: 'yes' after 'waypoints'"]),
        ("queue R1\nqueue R2", ["f:3:1: a second line 'queue'"]),
    ],
)  # fmt: skip
def test_defects_of_rules_come_all_at_once(rule: str, defects: list[str]) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.parse(f"B1R1B1\n{rule}\n", "f")
    shown = str(caught.value).split("\n")
    assert len(shown) == len(defects), shown
    for line, defect in zip(shown, defects, strict=True):
        assert line.startswith(defect)


@given(st.lists(st.sampled_from((*READERS, " ", "\n", "R1", "L9", "1,2:+3", "7", "-2"))))
def test_any_rules_end_in_a_level_or_in_defects(words: list[str]) -> None:
    try:
        level = GAME.parse("B1..B1\n" + " ".join(words))
    except BadInput:
        return
    assert GAME.parse(GAME.text.format(level)) == level


def test_picture_shows_what_is_asked_for() -> None:
    level = task("B1....B1\nmin-length 4\ncharge 2\ncharges 1,2:+2\nqueue L1 R1 R3\n")
    state = GAME.initial(level.level)
    shown = draw_text(GAME.view.scene(level.level, state))
    assert shown == "↔··═\n1 piece of at least 4, 0 turns, charge 0 of 2, next: ┘ ─ ─"
    assert "1,2 +2" in " ".join(GAME.view.signs(level.level, state))
    for move in solve(level).plan.moves:
        state = GAME.apply(level.level, state, GAME.move_from_text(level.level, move))
    shown = draw_text(GAME.view.scene(level.level, state))
    assert shown == "↔──═\n4 pieces of at least 4, 0 turns, charge 2 of 2, no piece left in the queue"


def test_generated_levels_have_what_was_asked_for() -> None:
    options = complete(OPTIONS, {"rows": 5, "columns": 6, "min_length": 9, "charged": 0.5, "empty": 0.3, "queue": 12})
    level = GAME.design.generate(random.Random(3), options)
    assert level == GAME.design.generate(random.Random(3), options)
    assert (level.min_length, len(level.charges), len(level.queue)) == (9, 15, 12)
    assert level.charge is not None
    assert sum(kind == "." for kind in level.kinds.values()) == 8
    assert GAME.configure(GAME.parse(GAME.text.format(level))) == level


def test_too_many_sums_are_refused_by_planners_and_named() -> None:
    cells = " ".join(f"1,{column}:+{2**column}" for column in range(2, 16))
    level = task("B1" + "R1" * 14 + f"B1\ncharge 65532\ncharges {cells}\n")
    assert MOST_SUMS < 2**14
    with pytest.raises(Unsupported, match="charges with more than"):
        GAME.pddl.encode(level.level)
    assert solve(level, "planner").status is Status.UNSUPPORTED
    assert solve(level).status is Status.OPTIMAL


def test_memory_limit_holds_for_many_histories() -> None:
    options = complete(OPTIONS, {"rows": 30, "columns": 30, "charged": 1.0, "min_length": 400})
    level = replace(GAME.design.generate(random.Random(3), options), charge=10)
    assert solve(level, game=GAME, limits=Limits(seconds=30, megabytes=200)).status is Status.MEMORY


@pytest.mark.parametrize("demand", ["min-length 6", "charge 1\ncharges 3,3:+1"])
def test_no_chain_goes_on_when_all_ends_are_passed(demand: str) -> None:
    """A walk beyond the last end would meet the demand."""
    text = f"B1R1B1R1L1\n######L1L1\n####L1L1##\nwaypoints\n{demand}\n"
    for solver in ("chain", "astar", "cp", "planner", "planner:astar-blind"):
        assert solve(task(text), solver).status is Status.UNSOLVABLE, solver


def test_bundled_levels_with_demands() -> None:
    assert load("pipes:queue").level.queue
    assert load("pipes:charges").level.charge is not None
    assert load("pipes:long").level.min_length
