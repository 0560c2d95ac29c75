"""Text pictures that can be read, and playing without knowing the names of moves."""

from __future__ import annotations

import json
from pathlib import Path

from tests.conftest import Run

from ludoplan import load, solve
from ludoplan.cli.play import Keyboard, Session, choices, footer
from ludoplan.core.referee import Replay
from ludoplan.drawing.pictures import text_of


def test_cells_that_moves_name_are_found_in_the_picture() -> None:
    task = load("pipes:01")
    lines = text_of(task.game, task.level, task.game.initial(task.level)).split("\n")
    row, column = task.level.start
    line = next(line for line in lines if line.startswith(f"{row + 1} "))
    assert line[lines[0].index(str(column + 1))] in "↔↕", "the start, told apart from the ends"
    board = load("sudoku:five")
    lines = text_of(board.game, board.level, board.game.initial(board.level)).split("\n")
    for place, digit in enumerate(board.level.clues):
        row, column = divmod(place, board.level.size)
        line = next(line for line in lines if line.startswith(f"{row + 1} "))
        assert line[lines[0].index(str(column + 1))] == (str(digit) if digit else ".")


def test_coordinates_of_any_grid(ludoplan: Run) -> None:
    plain = ludoplan("show", "maze:loops").stdout.split("\n")
    lines = ludoplan("show", "maze:loops", "--coordinates").stdout.split("\n")
    assert lines[0].endswith("4444") or lines[0].rstrip()[-1].isdigit()
    assert [line[3:] for line in lines[2 : 2 + len(plain) - 1]] == plain[:-1]
    assert lines[2].startswith(" 1 ")


def test_plotting_shows_hand_numbers_and_cells_apart(ludoplan: Run) -> None:
    lines = ludoplan("show", "plotting:3x3-2-a").stdout.split("\n")
    assert lines[:5] == ["hand *", "    1 2 3", "1 | 1 2 1", "2 | 2 2 2", "3 | 1 1 2"]


def test_signs_of_lara_are_explained(ludoplan: Run) -> None:
    text = ludoplan("show", "lara:hunters-4").stdout
    for words in ("@ Lara", "_ goal", "S snake", "! guarded by an animal"):
        assert words in text


def test_a_spear_can_be_thrown_without_knowing_how() -> None:
    task = load("lara:spear")
    replay = Replay(task)
    moves = solve(task).plan.moves
    thrown = next(number for number, move in enumerate(moves) if move.startswith("throw"))
    replay.play_all(moves[:thrown])
    legal = [task.game.move_to_text(task.level, move) for move in task.game.moves(task.level, replay.state)]
    offered = choices(task.game.keys, legal)
    assert moves[thrown] in offered.values()
    assert moves[thrown] in footer(task.game.keys, offered)
    assert f"{moves[thrown]}: the spear flies to the snake" in text_of(task.game, task.level, replay.state)


def test_every_legal_move_is_offered_or_listed() -> None:
    for name in ("lara:hunters-4", "roll:05", "boxup:third", "maze:loops"):
        session = Session(load(name))
        reached = {*session.task.game.keys.values(), *choices(session.task.game.keys, session.legal()).values()}
        assert set(session.legal()) <= reached
    session = Session(load("sudoku:first"))
    session.tell_moves()
    assert all(move in session.message for move in session.legal())


def typed(*chunks: bytes) -> Keyboard:
    rest = list(chunks)
    return Keyboard(lambda: rest.pop(0) if rest else b"")


def test_keys_that_come_together_are_told_apart() -> None:
    keyboard = typed(b"\x1b[A\x1b[Bu\x1bOC", b"\x1b[1;5D", b"\x1b[3~q")
    assert [keyboard.key() for _ in range(7)] == ["up", "down", "u", "right", "escape", "escape", "q"]
    assert keyboard.key() == ""


def test_arrow_keys_never_end_as_text(capsys) -> None:
    assert typed(b"thr\x1b[A", b"ow\x1b[D 7x", b"\x7f\x1b[3~\r").line() == "throw 7"
    assert typed(b"left").line() == "left", "the end of input ends the line"


def test_what_was_written_is_said(ludoplan: Run, tmp_path: Path) -> None:
    run = ludoplan("show", "roll:01", "--svg", tmp_path / "a.svg")
    assert run.stdout == f"picture written to {tmp_path / 'a.svg'}\n"


def test_times_of_search_and_in_all_are_told_apart(ludoplan: Run) -> None:
    last = ludoplan("solve", "roll:01").stdout.strip().split("\n")[-1]
    assert " s of search, " in last
    assert " s in all, " in last


def test_an_analysis_without_a_map_is_printed(ludoplan: Run, tmp_path: Path) -> None:
    run = ludoplan("analyse", "plotting:7x7-3-a", "--node-limit", 100, "--svg", tmp_path / "x.svg", "--json")
    assert json.loads(run.stdout)["status"] == "optimal"
    assert "too large to be drawn" in run.stderr
    assert run.returncode == 3
    assert not (tmp_path / "x.svg").exists()


def test_a_time_limit_may_exceed_that_of_the_theory(ludoplan: Run) -> None:
    theory = "assign(max_seconds, 0).\nassign(domain_size, 3).\nformulas(sos).\nf(x) != x.\nend_of_list.\n"
    assert ludoplan("models", "-", "--json", "--time-limit", 30, stdin=theory).returncode == 0


def test_flags_without_a_value(ludoplan: Run) -> None:
    words = ("solve", "maze:loops", "--solver", "wall", "--json")
    assert ludoplan(*words, "--switch-hands").stdout != ""
    both = [
        json.loads(ludoplan(*words, *flag).stdout)["status"] for flag in (["--switch-hands"], ["--switch-hands", 1])
    ]
    assert both[0] == both[1]
    assert ludoplan("solve", "plotting:3x3-2-a", "--solver", "cp", "--extra", "none").returncode == 0
