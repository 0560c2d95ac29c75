"""Recorded sessions: the board at the end, the sounds, and every board on the way beside the original."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from ps_agreement import SESSIONS, TurnWalker, excused, scrambled, session_difference, walk_difference
from ps_oracle import DATA, Oracle, missing
from random_games import random_game

from ludoplan.core.errors import BadInput
from ludoplan.games.puzzlescript import Session, compile_source
from ludoplan.games.puzzlescript.program import MapLevel, Program

# The suite plays some of them, each time the same; benchmarks/puzzlescript_agreement.py plays all.
RECORDED = json.loads((DATA / "sessions.json").read_text()) if DATA.is_dir() else []
MOST_RULES = 1000
SHORT = [session for session in RECORDED if len(session["source"]) < 9000 and len(session["inputs"]) <= 150]
GAMES = sorted((DATA / "games").glob("*.txt"))
SLOW_GAMES = {"collapse", "cute_train", "dreizack", "mazetest", "atlas_shrank", "robotarm"}

forms = pytest.mark.parametrize("form", SESSIONS)
needs_data = pytest.mark.skipif(not RECORDED, reason="no recorded sessions beside the project")
needs_oracle = pytest.mark.skipif(missing() is not None, reason=str(missing()))


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    with Oracle() as asked:
        yield asked


def recorded(session: dict[str, Any], form: str) -> str | None:
    """How the end of a session differs from what was recorded."""
    program = compile_source(session["source"], strict=False).program
    if form == "python" and sum(map(len, program.rules)) > MOST_RULES:
        return None
    playing = SESSIONS[form](program, int(session["level"]), session["seed"])
    for key in session["inputs"]:
        playing.press(key)
    if scrambled(playing.board) != session["board"]:
        return f"{session['name']}: another board"
    if session["sounds"] is not None and playing.sounds != [str(seed) for seed in session["sounds"]]:
        return f"{session['name']}: other sounds"
    return None


@needs_data
@forms
def test_recorded_sessions_end_as_they_did(form: str) -> None:
    assert [problem for session in RECORDED if (problem := recorded(session, form))] == []


def differences(
    what: str, program: Program, level: int, seed: str | None, inputs: list[str], answer: dict[str, Any]
) -> list[str]:
    """Where any form goes another way than the original."""
    found = {form: session_difference(program, level, seed, inputs, answer, make) for form, make in SESSIONS.items()}
    if not {"undo", "restart"} & set(inputs):
        found["turns"] = walk_difference(TurnWalker(program), level, seed, inputs, answer)
    return [f"{what}, {form}: {problem}" for form, problem in found.items() if problem]


@needs_data
@needs_oracle
def test_every_board_of_a_session_is_the_original_s(oracle: Oracle) -> None:
    problems = []
    for session in SHORT[1::5]:
        program = compile_source(session["source"], strict=False).program
        level, seed, inputs = int(session["level"]), session["seed"], session["inputs"]
        if seed is None and program.is_random:
            continue
        answer = oracle.ask(session["source"], level=level, seed=seed, inputs=inputs, trace=True)
        problems += differences(session["name"], program, level, seed, inputs, answer)
    assert problems == []


@needs_data
@needs_oracle
def test_random_walks_go_as_in_the_original(oracle: Oracle) -> None:
    rng = random.Random(2)
    problems = []
    for path in GAMES:
        text = path.read_text()
        if path.stem in SLOW_GAMES:
            continue
        program = compile_source(text, strict=False).program
        level = rng.choice([number for number, level in enumerate(program.levels) if isinstance(level, MapLevel)])
        keys = ["up", "down", "left", "right", "action"] + ["tick"] * program.settings.realtime
        inputs = [rng.choice(keys) for _ in range(40)]
        answer = oracle.ask(text, level=level, seed="7", inputs=inputs, trace=True)
        # The level after a win is seeded by the clock.
        if not (answer.get("wins") and program.is_random):
            problems += differences(f"{path.stem} level {level}", program, level, "7", inputs, answer)
    assert problems == []


@needs_oracle
def test_random_games_go_as_in_the_original(oracle: Oracle) -> None:
    problems = []
    for number in range(200):
        game = random_game(number)
        try:
            program = compile_source(game.source, strict=False).program
        except BadInput:
            continue
        inputs = game.inputs if number % 2 else [key for key in game.inputs if key not in ("undo", "restart")]
        answer = oracle.ask(game.source, level=game.level, seed=game.seed, inputs=inputs, trace=True)
        seeded_by_clock = program.is_random and len(answer.get("wins", ())) > 1
        if not excused(answer) and not seeded_by_clock:
            problems += differences(f"game {number}", program, game.level, game.seed, inputs, answer)
    assert problems == []


def test_a_session_without_such_a_level_says_so() -> None:
    game = random_game(3)
    with pytest.raises(Exception, match="there is no level 99"):
        Session(compile_source(game.source, strict=False), 99)
