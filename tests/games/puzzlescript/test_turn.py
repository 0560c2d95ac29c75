"""Turns by states, on small games whose outcome can be worked out by hand."""

from __future__ import annotations

import pytest
from ps_agreement import SESSIONS

from ludoplan.core.errors import LudoplanError
from ludoplan.games.puzzlescript import Session, compile_source
from ludoplan.games.puzzlescript.program import MapLevel, Program
from ludoplan.games.puzzlescript.randomness import RandomNumbers
from ludoplan.games.puzzlescript.turn import MOST_AGAIN, State, start, turn

OBJECTS = ["Background", "Player", "Crate", "Wall", "Goal"]


def compiled(rules: str, *maps: str, wins: str = "", prelude: str = "", sounds: str = "") -> Program:
    objects = "\n\n".join(f"{name}\nred" for name in OBJECTS)
    levels = "\n\n".join(maps)
    return compile_source(
        f"title test\n{prelude}\n\nOBJECTS\n\n{objects}\n\nLEGEND\n\n. = Background\nP = Player\nC = Crate\n# = Wall\n"
        f"G = Goal\n\nSOUNDS\n\n{sounds}\n\nCOLLISIONLAYERS\n\nBackground\nGoal\nPlayer, Crate, Wall\n\n"
        f"RULES\n\n{rules}\n\nWINCONDITIONS\n\n{wins}\n\nLEVELS\n\n{levels}\n",
        strict=False,
    ).program


def first(program: Program) -> State:
    level = program.levels[0]
    assert isinstance(level, MapLevel)
    return start(program, level).state


def picture(program: Program, state: State) -> str:
    """Rows of letters, the top object of each cell."""
    letters = {"background": ".", "player": "P", "crate": "C", "wall": "#", "goal": "G"}
    width = len(state.objects) // state.height
    cells = [letters[program.objects[objects.bit_length() - 1].name] for objects in state.objects]
    return "/".join("".join(cells[x * state.height + y] for x in range(width)) for y in range(state.height))


PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"


def test_pushing_to_the_goal_wins() -> None:
    program = compiled(PUSH, "PC.G", wins="all Goal on Crate", sounds="Crate move 123456")
    one = turn(program, first(program), "right")
    assert (picture(program, one.state), one.won, one.changed, one.sounds) == (".PCG", False, True, ("123456",))
    two = turn(program, one.state, "right")
    assert (picture(program, two.state), two.won) == ("..PC", True)
    stuck = turn(program, two.state, "right")
    assert (stuck.state, stuck.changed, stuck.won) == (two.state, False, True)


def test_a_win_by_command_needs_no_change() -> None:
    program = compiled("[ action Player ] -> win", "P.")
    result = turn(program, first(program), "action")
    assert (result.won, result.changed) == (True, False)


def test_again_runs_to_its_end() -> None:
    program = compiled("right [ stationary Crate | no Wall ] -> [ right Crate | ] again", "C....#\nP.....")
    result = turn(program, first(program), "left")
    assert (picture(program, result.state), result.endless) == ("....C#/P.....", False)


@pytest.mark.parametrize("length", [2, 3, 7])
def test_again_without_end_is_noticed(length: int) -> None:
    # The crate goes right by one cell a turn, and from the goal back to the wall.
    program = compiled(
        "right [ stationary Crate | no Wall ] -> [ right Crate | ] again\n"
        "late right [ Crate Goal ] [ Wall | no Crate ] -> [ Goal ] [ Wall | Crate ] again",
        f"#C{'.' * (length - 1)}G\nP{'.' * (length + 1)}",
    )
    result = turn(program, first(program), "left")
    turns = 1 + MOST_AGAIN
    crate = program.names["crate"]
    assert result.endless
    assert len(result.events) == turns
    assert [cell // 2 for cell, objects in enumerate(result.state.objects) if objects & crate] == [1 + turns % length]


def test_rules_that_never_stop_end_after_their_rounds() -> None:
    flip = "[ Crate ] -> [ Wall ]\n+ [ Wall ] -> [ Crate ]"
    program = compiled(flip, "PC")
    result = turn(program, first(program), "up")
    assert [event.kind for event in result.events] == ["endless"]
    assert picture(program, result.state) == "PC"
    walking = compiled(f"startloop\n{flip}\nendloop", "PC")
    assert turn(walking, first(walking), "up").state == first(walking)


def test_cancel_takes_back_everything() -> None:
    program = compiled("[ > Player | Wall ] -> cancel\n[ > Player | ] -> [ Goal | Player ]", "P.#")
    result = turn(program, first(program), "right")
    assert picture(program, result.state) == "GP#"
    assert turn(program, result.state, "right").state == result.state


def test_restart_leads_to_the_checkpoint() -> None:
    rules = "late [ Player Goal ] -> checkpoint\n[ > Player | Wall ] -> restart"
    program = compiled(rules, "P.G.#")
    state = first(program)
    assert state.restart_point == state.objects
    for key, expected in (("right", ".PG.#"), ("right", "..P.#"), ("right", "..GP#"), ("right", "..P.#")):
        state = turn(program, state, key).state
        assert picture(program, state) == expected
    plain = compiled(PUSH, "PC.")
    assert first(plain).restart_point is None


def test_only_random_games_keep_random_numbers() -> None:
    assert first(compiled(PUSH, "PC.")).random is None
    program = compiled("[ Crate ] -> [ randomdir Crate ]", "P....\n..C..\n.....")
    state = first(program)
    assert state.random is not None
    after = turn(program, state, "tick")
    assert after.state.random != state.random
    assert turn(program, state, "tick") == after


def test_random_numbers_can_be_taken_up_again() -> None:
    numbers = RandomNumbers.seeded("1397239729215.862")
    drawn = [numbers.below(1000) for _ in range(3)]
    saved = numbers.saved()
    following = [numbers.below(1000) for _ in range(5)]
    assert [again.below(1000) for again in [RandomNumbers(saved)] for _ in range(5)] == following
    assert all(0 <= number < 1000 for number in drawn + following)


def test_a_move_that_is_none_is_refused() -> None:
    program = compiled(PUSH, "PC.")
    with pytest.raises(LudoplanError, match="'jump' is no move"):
        turn(program, first(program), "jump")
    with pytest.raises(LudoplanError, match="'jump' is no key"):
        Session(program).press("jump")


def test_two_directions_at_once_are_refused() -> None:
    # What a late rule leaves is still there when the player moves; the original stops at that, too.
    program = compiled("late [ Player ] -> [ randomdir Player ]", "...\n.P.\n...")
    state = turn(program, first(program), "tick").state
    assert any(state.movements)
    allowed = 0
    for key in ("up", "down", "left", "right"):
        try:
            turn(program, state, key)
            allowed += 1
        except LudoplanError as error:
            assert "two directions" in str(error)  # noqa: PT017
    assert 1 <= allowed < 4


@pytest.mark.parametrize("form", SESSIONS)
def test_movements_left_by_late_rules_outlast_a_stuck_rigid_body(form: str) -> None:
    # The goal moves in the turn after; that one is begun again because the player cannot push the crate.
    rules = "rigid [ > Player | Crate ] -> [ > Player | > Crate ]\nlate [ Goal ] -> [ randomdir Goal ]"
    program = compiled(rules, "PC#\n...\n.G.\n...")
    playing = SESSIONS[form](program, 0, "3")

    def goal() -> tuple[int, int]:
        return next((x, y) for y, row in enumerate(playing.board) for x, cell in enumerate(row) if "goal" in cell)

    before = goal()
    for _ in range(2):
        playing.press("right")
    assert goal() != before


@pytest.mark.parametrize("form", SESSIONS)
def test_a_level_after_one_that_is_won_at_its_start_is_heard(form: str) -> None:
    # The first is won by a turn of `again`; what the second one's start rules do is no part of loading the first.
    program = compiled(
        "[ Wall ] [ Goal ] -> [ Wall ] [ Player ]\n[ Crate ] -> [ Wall ] again",
        "C.G",
        "C..",
        wins="some Player",
        prelude="run_rules_on_level_start",
        sounds="Wall create 123456",
    )
    playing = SESSIONS[form](program, 0, None)
    assert (playing.wins, playing.level, playing.sounds) == ([0], 1, ["123456"])


@pytest.mark.parametrize("form", SESSIONS)
def test_a_restart_amid_turns_without_end_takes_them_back_first(form: str) -> None:
    rules = "right [ stationary Crate | no Wall ] -> [ right Crate | ] again\n"
    rules += "late right [ Crate Goal ] [ Wall | no Crate ] -> [ Goal ] [ Wall | Crate ] again"
    program = compiled(rules, "#C..G\nP....")
    playing = SESSIONS[form](program, 0, None)
    begun = playing.board
    playing.press("right")
    assert playing.board != begun
    playing.press("restart")
    assert playing.board == begun
    playing.press("undo")
    assert playing.board == begun


@pytest.mark.parametrize("form", SESSIONS)
def test_a_rule_for_moving_has_all_its_cells_in_one_for_the_action(form: str) -> None:
    # The compiler complains of it, and goes on.
    program = compiled("late moving [ Player | Player Goal ] -> [ Player | Player ]", "P.G.")
    playing = SESSIONS[form](program, 0, None)
    for _ in range(3):
        playing.press("right")
    assert [name for row in playing.board for cell in row for name in cell if name == "goal"] == []
    wide = compiled("late moving [ Player | ... | Player Goal ] -> [ Player | ... | Player ]", "P.G.")
    playing = SESSIONS[form](wide, 0, None)
    for _ in range(3):
        playing.press("right")
    assert "goal" in playing.board[0][2]


def test_require_player_movement_takes_back_turns_without_it() -> None:
    program = compiled(PUSH, "PC#", prelude="require_player_movement")
    result = turn(program, first(program), "right")
    assert not result.changed


def test_undo_and_restart() -> None:
    session = Session(compiled(PUSH, "PC..", "P."))
    before = session.board
    session.press("right")
    session.press("right")
    session.press("undo")
    session.press("undo")
    assert session.board == before
    session.press("right")
    session.press("restart")
    assert session.board == before
    session.press("undo")
    assert session.board != before


def test_a_large_board_takes_no_quadratic_time() -> None:
    size = 200
    rows = ["." * size for _ in range(size)]
    rows[7] = "PC" + rows[7][2:]
    program = compiled(PUSH, "\n".join(rows))
    result = turn(program, first(program), "right")
    assert picture(program, result.state).split("/")[7].startswith(".PC")


@pytest.mark.parametrize("form", SESSIONS)
def test_a_cell_with_three_sounds_forgets_what_has_moved(form: str) -> None:
    # Goals are carried; the second one's movement is kept, and the first one, which comes next, is stuck by it.
    program = compiled(
        "[ action Player ] -> [ Player Goal ]\n[ > Player Goal ] -> [ > Player > Goal ]",
        "PP..",
        sounds="Player move 1001\nPlayer move 1002\nPlayer move 1003\nGoal cantmove 1004",
    )
    session = SESSIONS[form](program, 0, "1")
    session.press("action")
    session.press("right")
    assert session.sounds[-4:] == ["1004", "1001", "1002", "1003"]
