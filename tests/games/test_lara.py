"""Lara, rule by rule, on levels small enough to check by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ludoplan import BadInput, Budget, Status, Task, solve
from ludoplan.core.level import load
from ludoplan.drawing.draw import draw_text
from ludoplan.games.lara import GAME
from ludoplan.search.kernel import layers

OPPOSITE = {"left": "right", "right": "left", "up": "down", "down": "up"}
KNOWN = {
    "level0": 4,
    "level1": 9,
    "level2": None,
    "level3": 5,
    "level4": 5,
    "level5": 9,
    "level6": 6,
    "entrance_2": 33,
    "entrance_4": 35,
}


def document(joins: str, **parts: Any) -> dict[str, Any]:
    """A level: joins such as "1 right 2, 2 up 3" lead both ways; tile 9 is the goal; `tiles` says more of some."""
    triples = [join.split() for join in joins.split(",")]
    ids = sorted({int(word) for a, _, b in triples for word in (a, b)})
    tiles = {
        number: {"id": number, "type": "Tile", **dict.fromkeys(OPPOSITE), "air_connect": [], "is_goal": number == 9}
        for number in ids
    }
    for a, side, b in triples:
        tiles[int(a)][side], tiles[int(b)][OPPOSITE[side]] = int(b), int(a)
    for number, more in parts.pop("tiles", {}).items():
        tiles[number] |= more
    return {"tiles": list(tiles.values()), "traps": [], "items": [], "levers": [], "agent": {"pos": 1}} | parts


def trap(kind: str, pos: int, guards: int | None, **more: Any) -> dict[str, Any]:
    return {"type": kind, "can_attack": kind != "Saw", "pos": pos, "guards": guards, **more}


def cracked(drop: int | None = None) -> dict[str, Any]:
    return {"type": "CrackedTile", "drop": drop}


def moving(active: bool) -> dict[str, Any]:
    return {"type": "MovingTile", "active": active}


def play(what: dict[str, Any], moves: str):
    """The level and the state after moves separated by commas."""
    level = GAME.parse(json.dumps(what))
    state = GAME.initial(level)
    for move in filter(None, (move.strip() for move in moves.split(","))):
        assert move in GAME.moves(level, state), GAME.why_illegal(level, state, move)
        state = GAME.apply(level, state, move)
    return level, state


def refusal(what: dict[str, Any], moves: str, last: str) -> str:
    level, state = play(what, moves)
    assert last not in GAME.moves(level, state)
    return GAME.why_illegal(level, state, last)


ROW = "1 right 2, 2 right 3, 3 right 4, 4 right 9"


def test_a_goal_wins_at_once_and_ends_the_level() -> None:
    level, state = play(document("1 right 9, 9 right 2", traps=[trap("Saw", 2, 9, moving_seq=["l"])]), "right")
    assert GAME.is_goal(level, state)
    assert list(GAME.moves(level, state)) == []
    assert state.traps[0].pos == 2  # the saw has not moved


def test_joins_need_not_be_symmetric() -> None:
    what = document("1 right 9")
    what["tiles"][1]["left"] = None
    what["tiles"][1]["is_goal"] = False
    what["tiles"][0]["is_goal"] = True
    what["agent"]["pos"] = 9
    assert solve(GAME.parse(json.dumps(what)), game=GAME).status is Status.UNSOLVABLE


def test_a_weak_tile_holds_once_then_lara_falls() -> None:
    what = document(ROW + ", 7 right 8", tiles={3: cracked(7)})
    _, state = play(what, "right, right")
    assert state.agent == 3
    assert state.cracked == {3}
    _, state = play(what, "right, right, left, right")
    assert state.agent == 7
    assert state.destroyed == {3}
    assert "no tile" in refusal(what, "right, right, left, right", "left")


def test_a_destroyed_tile_cannot_be_entered_and_a_fall_without_landing_is_illegal() -> None:
    what = document(ROW + ", 4 up 7", tiles={3: cracked(7)})
    assert "destroyed" in refusal(what, "right, right, left, right, down", "left")
    what = document(ROW, tiles={3: cracked(None)})
    assert "fall to her death" in refusal(what, "right, right, left", "right")
    what = document(ROW + ", 7 right 8", tiles={3: cracked(7), 7: moving(False)})
    assert "fall to her death" in refusal(what, "right, right, left", "right")


def test_falls_go_on_through_cracked_tiles_and_kill_what_they_land_on() -> None:
    what = document(ROW + ", 4 down 5, 5 left 6, 7 right 8", tiles={3: cracked(6), 6: cracked(8)})
    what["traps"] = [trap("Snake", 8, None)]
    _, state = play(what, "right, right, right, down, left, right, up, left")
    assert state.agent == 8
    assert state.destroyed == {3, 6}
    assert state.traps == (None,)


def test_spears_are_picked_up_where_lara_steps_and_where_she_lands_one_at_most() -> None:
    what = document(ROW + ", 7 right 8", tiles={3: cracked(7)}, items=[{"type": "Spear", "pos": at} for at in (2, 7)])
    _, state = play(what, "right")
    assert state.has_spear
    _, state = play(what, "right, right, left, right")
    assert state.spears == {7}
    what["items"] = [{"type": "Spear", "pos": at} for at in (4, 7)]
    _, state = play(what, "right, right, left, right")
    assert state.has_spear
    assert state.spears == {4}


def test_levers_swap_tiles_but_not_the_one_below_lara() -> None:
    what = document(ROW, tiles={3: moving(False), 2: moving(True)}, levers=[{"pos": [1, 2], "tiles": [2, 3]}])
    assert "inactive" in refusal(what, "right", "right")
    assert "take away tile 2" in refusal(what, "right", "lever")
    _, state = play(what, "lever")
    assert state.off == {2}
    assert "no lever" in refusal(document(ROW), "", "lever")


def test_snakes() -> None:
    what = document(ROW, traps=[trap("Snake", 3, 2)])
    assert "guards tile 2" in refusal(what, "", "right")
    what["traps"][0]["guards"] = None
    _, state = play(what, "right, right")
    assert state.traps == (None,)
    what["traps"][0]["can_attack"] = False
    assert "cannot be attacked" in refusal(what, "right", "right")


def test_falling_onto_a_guarded_tile_kills() -> None:
    what = document(ROW + ", 7 right 8", tiles={3: cracked(7)}, traps=[trap("Snake", 8, 7)])
    assert "snake on tile 8 would kill" in refusal(what, "right, right, left", "right")


def test_throwing_a_spear() -> None:
    what = document(
        ROW, traps=[trap("Snake", 4, 3)], items=[{"type": "Spear", "pos": 2}], tiles={2: {"air_connect": [4]}}
    )
    assert "carries no spear" in refusal(what, "", "throw 4")
    assert "no animal" in refusal(what | {"traps": []}, "right", "throw 4")
    assert "does not reach" in refusal(what, "right, left", "throw 4")
    _, state = play(what, "right, throw 4")
    assert not state.has_spear
    assert state.traps == (None,)


SAW = document(
    "1 right 2, 2 right 9, 3 down 4, 4 down 5, 5 down 6, 4 right 7",
    traps=[trap("Saw", 3, 4, moving_seq=["d", "d", "u", "u"])],
)


def test_saws_follow_their_route_and_wait_where_it_ends() -> None:
    _, state = play(SAW, "right")
    assert state.traps[0][:3] == (4, 5, 1)
    _, state = play(SAW, "right, left, right, left, right")
    assert state.traps[0][:3] == (4, 5, 1)
    what = SAW | {"traps": [trap("Saw", 3, 4, moving_seq=["d", "l"])]}
    _, state = play(what, "right, left, right")
    assert state.traps[0][:3] == (4, 5, 1)  # nothing left of tile 5


def test_saws_wait_for_platforms() -> None:
    what = document("1 right 2, 2 right 9, 3 down 4, 4 down 5", traps=[trap("Saw", 3, 4, moving_seq=["d", "u"])])
    what["levers"] = [{"pos": [1], "tiles": [5]}]
    what["tiles"][4] |= moving(False)
    _, state = play(what, "right, left")
    assert state.traps[0].pos == 3
    _, state = play(what, "right, left, lever, right")
    assert state.traps[0][:2] == (4, 5)
    what["tiles"][4] |= {"type": "Tile"}
    what["tiles"][2] |= moving(False)  # below the saw
    what["levers"] = [{"pos": [1], "tiles": [3]}]
    _, state = play(what, "right")
    assert state.traps[0].pos == 3


def test_saws_kill_on_their_own_tile_only() -> None:
    what = document(
        "1 right 4, 3 down 4, 4 down 5, 4 right 9", traps=[trap("Saw", 3, 4, moving_seq=["d", "u", "u", "d"])]
    )
    assert "saw on tile 4 would kill" in refusal(what, "", "right")
    what = document(
        "1 right 5, 3 down 4, 4 down 5, 5 right 9", traps=[trap("Saw", 3, 4, moving_seq=["d", "u", "u", "d"])]
    )
    play(what, "right")  # the saw's guarded tile


@pytest.mark.parametrize("saw_first", [True, False])
def test_saws_kill_animals_on_their_own_and_their_guarded_tile(saw_first: bool) -> None:
    traps = [trap("Snake", 5, None), trap("Saw", 3, 4, moving_seq=["d", "u", "u", "d"])]
    what = document("1 right 2, 2 right 9, 3 down 4, 4 down 5", traps=traps[::-1] if saw_first else traps)
    _, state = play(what, "right")
    assert state.traps.count(None) == 1
    traps[0]["can_attack"] = False
    _, state = play(what | {"traps": traps}, "right")
    assert state.traps.count(None) == 0


def test_a_trap_that_was_killed_earlier_in_the_turn_does_not_act() -> None:
    # Lara falls onto tile 7, which the snake guards; a saw that acts first kills the snake.
    joins = ROW + ", 7 right 8, 5 up 6, 6 up 8"
    saw, snake = trap("Saw", 5, 6, moving_seq=["u", "d", "d", "u"]), trap("Snake", 8, 7)
    seen = []
    for traps in ([saw, snake], [snake, saw]):
        what = document(joins, tiles={3: cracked(7)}, traps=traps)
        level = GAME.parse(json.dumps(what))
        state = GAME.initial(level)
        # The saw comes to tile 6, guarding 8, with Lara's first step; the snake dies then, so Lara must start on 3.
        state = state._replace(agent=2, cracked=frozenset({3}))
        seen.append(GAME.why_illegal(level, state, "right"))
    assert "snake" in seen[1]
    assert "snake" not in seen[0]


def test_spiders_crack_tiles_and_fall() -> None:
    spider = trap("Spider", 3, 4, moving_seq=["d", "u", "u", "d"])
    what = document("1 right 2, 2 right 9, 3 down 4, 4 down 5", traps=[spider], tiles={4: cracked(1)})
    _, state = play(what, "right")
    assert state.cracked == {4}
    assert state.traps[0].pos == 4
    _, state = play(what, "right, left, right")
    assert state.traps == (None,)
    assert state.destroyed == {4}


def test_spiders_kill_on_their_guarded_tile() -> None:
    spider = trap("Spider", 3, 4, moving_seq=["d", "u", "u", "d"])
    what = document("1 right 5, 3 down 4, 4 down 5, 5 right 9", traps=[spider])
    assert "spider on tile 4 would kill" in refusal(what, "", "right")


LIZARD = document(
    "1 right 2, 2 right 3, 3 right 4, 4 right 5, 5 right 9, 6 right 1, 7 right 6",
    traps=[trap("Lizard", 7, 6, activates=2)],
)


def test_lizards_wake_and_follow_two_tiles_behind() -> None:
    _, state = play(LIZARD, "right")
    assert state.traps[0] == (7, 6, 0, 2, True)
    _, state = play(LIZARD, "right, right")
    assert state.traps[0] == (6, 2, 0, 3, True)
    _, state = play(LIZARD, "right, right, right")
    assert state.traps[0] == (2, 3, 0, 4, True)
    assert "guards tile 3" in refusal(LIZARD, "right, right, right", "left")
    asleep = LIZARD | {"traps": [trap("Lizard", 7, 6, activates=5)]}
    assert "guards tile 6" in refusal(asleep, "", "left")


def test_lizards_fall_through_tiles_that_lara_cracked() -> None:
    what = document(
        "1 right 2, 2 right 3, 3 right 4, 4 right 5, 5 right 9, 6 right 1, 7 right 6",
        traps=[trap("Lizard", 7, 6, activates=2)],
        tiles={3: cracked(None)},
    )
    _, state = play(what, "right, right, right, right")
    assert state.traps == (None,)


def test_traps_act_on_levers_and_throws_if_the_level_says_so() -> None:
    what = document(ROW + ", 5 down 6", traps=[trap("Saw", 5, 6, moving_seq=["u", "d"])])
    what |= {"levers": [{"pos": [1], "tiles": []}]}
    assert play(what, "lever")[1].traps[0].pos == 5
    assert play(what | {"traps_act_on": "any"}, "lever")[1].traps[0].pos == 6


@pytest.mark.parametrize(("name", "optimum"), KNOWN.items())
@pytest.mark.parametrize("solver", ["auto", "bfs", "idastar"])
def test_levels_of_the_source(shared_data, name: str, optimum: int | None, solver: str) -> None:
    task = Task(GAME, GAME.parse((shared_data / "lara" / f"{name}.json").read_text()), name)
    result = solve(task, solver)
    assert (result.status, result.cost) == (Status.UNSOLVABLE if optimum is None else Status.OPTIMAL, optimum)
    assert result.stats.search_seconds is not None
    if solver == "auto":
        assert result.stats.expanded < 1000


def test_all_defects_in_one_message() -> None:
    what = document(ROW, tiles={2: moving(True), 3: cracked(3)})
    what["tiles"][0]["left"] = 77
    del what["tiles"][1]["is_goal"]
    what["tiles"][3]["air_connect"] = [4, "five", 4]
    what["traps"] = [
        trap("Saw", 3, 4, moving_seq=["u", "x"]),
        trap("Snake", 3, None, can_attack="yes"),
        trap("Lizard", 88, 4),
        {"type": "Dragon"},
        trap("Saw", 1, 2, moving_seq=[], can_attack=True),
    ]
    what["items"] = [{"type": "Gun", "pos": 2}, {"type": "Spear", "pos": 2}]
    what["levers"] = [{"pos": [50], "tiles": [4]}, {"pos": [2], "tiles": [2, 2]}, {"pos": [2], "tiles": []}]
    what["agent"] = {"pos": 1.5}
    what["lever"] = []
    what["traps_act_on"] = "never"
    with pytest.raises(BadInput) as caught:
        GAME.parse(json.dumps(what), "mine.lara.json")
    said = str(caught.value)
    for line in (
        "tiles[0].left: there is no tile 77",
        "tiles[1].is_goal: this key is missing",
        "tiles[2].drop: whoever falls through tile 3 comes back to it",
        "tiles[3].air_connect[1]: expected the id of a tile, not 'five'",
        "tiles[3].air_connect[2]: tile 4 stands in this list twice",
        "traps[0].moving_seq[0]: the route leaves the map: tile 4 has no tile up of it",
        "traps[0].moving_seq[1]: expected one of l, r, u, d, not 'x'",
        "traps[1].pos: a second trap on tile 3",
        "traps[1].can_attack: expected true or false, not 'yes'",
        "traps[2].pos: there is no tile 88",
        "traps[2].activates: this key is missing",
        "traps[3].type: expected one of Snake, Saw, Spider, Lizard, not 'Dragon'",
        "traps[3].pos: this key is missing",
        "traps[4].can_attack: a saw cannot be attacked: say false",
        "traps[4].moving_seq: is empty: where does the saw go?",
        "items[0].type: expected one of Spear, not 'Gun'",
        "items[1].pos: a second spear on tile 2",
        "levers[0].pos[0]: there is no tile 50",
        "levers[0].tiles[0]: tile 4 is not a MovingTile",
        "levers[1].tiles[1]: tile 2 stands in this list twice",
        "levers[2].pos[0]: a second lever at tile 2",
        "agent.pos: expected the id of a tile, not 1.5",
        "lever: a level has no such key",
        "traps_act_on: expected one of walk, any, not 'never'",
    ):
        assert f"mine.lara.json:{line}" in said


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"agent": {"pos": 2}}, "agent.pos: tile 2 is inactive"),
        ({"agent": {}}, "agent.pos: this key is missing"),
        ({"agent": 1}, "agent: expected an object with pos, not 1"),
        ({"tiles": []}, "tiles: no tile is a goal"),
        ({"tiles": [3]}, "tiles\\[0\\]: expected an object, not 3"),
        ({"traps": {}}, "traps: expected a list, not an object"),
        ({"traps": [trap("Snake", 1, None)]}, "traps\\[0\\].pos: on the tile on which the agent starts"),
        ({"traps": [trap("Snake", 3, 3)]}, "traps\\[0\\].guards: a trap cannot guard the tile it is on"),
        ({"levers": [{"pos": [], "tiles": [2]}]}, "levers\\[0\\].pos: the lever is nowhere"),
        ({"name": 3}, "name: expected a text, not 3"),
    ],
)
def test_defects(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        GAME.parse(json.dumps(document(ROW, tiles={2: moving(False)}) | change))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"id": 2}, "tiles\\[1\\].id: a second tile 2"),
        ({"id": 10**9}, "tiles\\[0\\].id: too large"),
        ({"x": 1}, "tiles\\[0\\].y: this key is missing"),
        ({"x": 1, "y": 10**4}, "tiles\\[0\\].y: too far away"),
        ({"type": "Hole"}, "tiles\\[0\\].type: expected one of Tile, CrackedTile, MovingTile, not 'Hole'"),
    ],
)
def test_defects_of_a_tile(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        GAME.parse(json.dumps(document(ROW, tiles={1: change})))


def test_a_syntax_error_has_a_line_and_a_column() -> None:
    with pytest.raises(BadInput, match=r"^mine:2:3: not JSON"):
        GAME.parse('{\n  x"tiles": []}', "mine")


def test_places_are_derived_by_walking_the_joins() -> None:
    what = document("1 right 2, 2 up 3, 3 right 9, 7 right 8", tiles={3: cracked(7)})
    level, state = play(what, "")
    assert draw_text(GAME.view.scene(level, state)).splitlines() == [
        "level 0                 level -1",
        "      ~  ---_           .  ---.",
        "       |",
        ".@ ---.",
    ]


def test_a_level_that_is_too_large_for_the_twin_is_solved_by_the_python_rules() -> None:
    count = 70
    joins = ", ".join(f"{number} right {number + 1}" for number in range(10, 10 + count))
    what = document(joins, tiles={10 + count: {"is_goal": True}} | {n: cracked() for n in range(11, 10 + count)})
    what["agent"]["pos"] = 10
    level = GAME.parse(json.dumps(what))
    assert GAME.twin(level) is None
    assert solve(level, game=GAME).cost == count


# Pinned, so that a change of the rules does not go unnoticed.
@pytest.mark.parametrize("rules", ["native", "python"])
@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("hunters-4", [1, 2, 2, 6, 11, 20, 15, 21, 24, 33, 30]),
        ("saws-2", [1, 3, 6, 9, 18, 26, 40, 58, 77, 99, 126]),
    ],
)
def test_pinned_counts(name: str, counts: list[int], rules: str) -> None:
    assert layers(load(f"lara:{name}"), len(counts) - 1, Budget(), rules)[0] == counts
