"""PuzzleScript as a game of the workbench: rules against the twin, files of many levels, texts, edits, the solver."""

from __future__ import annotations

import pickle
import random
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ludoplan import Answer, BadInput, Budget, Limits, LudoplanError, Status, Task, solve
from ludoplan._native import PuzzleScriptChanceMatters as ChanceMatters
from ludoplan.analysis.contract import check_game
from ludoplan.analysis.hint import hint
from ludoplan.analysis.level_set import lint
from ludoplan.core.engine import Progress, Request
from ludoplan.core.level import bundled, load, parse_level, parse_levels, read_set
from ludoplan.core.plan import read_moves
from ludoplan.core.referee import Replay, replay
from ludoplan.drawing.draw import draw_animation, draw_svg, draw_text
from ludoplan.games.puzzlescript import GAME
from ludoplan.games.puzzlescript.view import parts_of
from ludoplan.search.kernel import PausedRun, layers

NAMES = [f"puzzlescript:{name}" for name in bundled("puzzlescript")]

SMALL = """title Small

OBJECTS

Background
black

Wall
grey

Player
white

Crate
orange

Mark
red

LEGEND

. = Background
# = Wall
P = Player
* = Crate
O = Mark

SOUNDS

COLLISIONLAYERS

Background
Mark
Player, Wall, Crate

RULES

[ > Player | Crate ] -> [ > Player | > Crate ]

WINCONDITIONS

All Crate on Mark

LEVELS

message first

P*O

message second
message and third

#####
#P*.O
#####

PO*
"""

WIN_BY_COMMAND = SMALL.replace("WINCONDITIONS\n\nAll Crate on Mark", "WINCONDITIONS\n").replace(
    "[ > Player | Crate ] -> [ > Player | > Crate ]", "[ action Player ] -> win"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "small.ps").write_text(SMALL)
    (tmp_path / "small.txt").write_text(SMALL)
    (tmp_path / "notes.txt").write_text("objects and rules, but nothing in order\n")
    return tmp_path


def test_a_source_is_known_by_its_sections_though_one_is_broken() -> None:
    whole = GAME.text.format(load("puzzlescript:crates#1").level)
    assert GAME.recognises(whole)
    assert GAME.recognises(whole.replace("RULES", "RULEZ"))
    assert GAME.recognises(whole[: whole.index("WINCONDITIONS")])
    assert not GAME.recognises("LEVELS\n\n#####\n#P*O#\n#####\n")


def test_the_game_keeps_the_contract() -> None:
    assert check_game(GAME, [SMALL], generated=5) == []


def test_one_of_several_levels_is_named_by_its_number(folder: Path) -> None:
    path = str(folder / "small.ps")
    assert [level.name for level in parse_levels(path)] == [f"{path}#1", f"{path}#2", f"{path}#3"]
    assert [solve(load(f"{path}#{number}")).cost for number in (1, 2)] == [1, 2]
    assert solve(load(f"{path}#3")).status is Status.UNSOLVABLE
    assert len(parse_levels(f"{path}#2")) == 1
    with pytest.raises(LudoplanError, match="has no level #4: it has 3"):
        load(f"{path}#4")
    with pytest.raises(LudoplanError, match="has 3 levels"):
        load(path)


def test_a_file_whose_name_has_a_number_is_that_file(folder: Path) -> None:
    odd = folder / "small.ps#2"
    odd.write_text("nothing")
    with pytest.raises(LudoplanError, match="cannot tell the game"):
        parse_level(str(odd))


def test_texts_are_recognised_by_their_sections(folder: Path) -> None:
    assert parse_level(str(folder / "small.txt#2")).game is GAME
    with pytest.raises(LudoplanError, match="cannot tell the game"):
        parse_level(str(folder / "notes.txt"))


def test_messages_belong_to_the_map_behind_them(folder: Path) -> None:
    second = load(str(folder / "small.ps#2"))
    assert second.level.messages == ("second", "and third")
    assert GAME.message(second.level, None, None) == "second\nand third"


@pytest.mark.parametrize("name", NAMES)
def test_text_pickle_and_equality(name: str) -> None:
    level = load(name).level
    text = GAME.text.format(level)
    assert GAME.parse(text) == level
    assert GAME.parse(text).map.cells == level.map.cells
    data = pickle.dumps(level)
    assert pickle.loads(data) == level
    assert len(data) < len(text) + 500


def test_all_errors_are_told_with_their_lines() -> None:
    with pytest.raises(BadInput) as caught:
        GAME.parse(SMALL.replace("[ > Player | Crate ]", "[ > Playr | Crate ]").replace("All Crate", "All Crat"), "f")
    assert len(caught.value.defects) >= 2
    assert all(defect.line for defect in caught.value.defects)


@pytest.mark.parametrize("name", NAMES)
def test_pictures(name: str) -> None:
    task = load(name)
    result = solve(task, "bfs")
    game = Replay(task)
    scenes = [GAME.view.scene(task.level, game.state)]
    game.play_all(result.plan.moves, lambda state: scenes.append(GAME.view.scene(task.level, state)))
    assert len(draw_text(scenes[0]).split("\n")) == task.level.map.height
    svg, animation = draw_svg(scenes[0]), draw_animation(scenes)
    parts = [parts_of(task.level.frame, objects) for objects in Replay(task).state.state.objects]
    assert svg.count("<use ") == sum(map(len, parts)) < 2 * len(task.level.map.cells)
    assert len(animation) < 2 * len(svg) + 3000 * len(scenes)


def test_bumping_into_a_wall_is_a_move_that_costs_one(folder: Path) -> None:
    task = load(str(folder / "small.ps#2"))
    found = replay(task, ["up", "right", "up", "right"])
    assert found.plan is not None
    assert found.plan.cost == 4
    assert replay(task, ["right", "right", "right"]).reason == "the game is won already"
    assert "no input" in str(replay(task, ["tick"]).reason)


def test_solutions_as_people_write_them() -> None:
    keys = ["up", "up", "right", "action"]
    for text in (
        "up\nup\nright\naction\n",
        "UURX",
        "u u, r\nx ; done",
        "Up up right Action",
        '{"plan": ["up", "up", "right", "action"]}',
    ):
        assert read_moves(text, GAME) == keys
    for text in ("wwdx", "up left foo", "!"):
        assert read_moves(text, GAME) == [text]
        with pytest.raises(ValueError, match="letters of UDLRX"):
            GAME.move_from_text(GAME.parse(SMALL), text)


def test_a_win_by_a_command_alone_takes_one_move() -> None:
    task = Task(GAME, GAME.parse(WIN_BY_COMMAND))
    for options in ({}, {"rules": "python"}):
        result = solve(task, "bfs", options=options)
        assert (result.status, result.cost, list(result.plan.moves)) == (Status.OPTIMAL, 1, ["action"])


def test_chance_and_real_time_are_told() -> None:
    level = GAME.parse(SMALL.replace("RULES\n", "RULES\n\nrandom [ Mark ] -> [ Mark ]\n"))
    assert "random seed" in str(solve(level, "bfs", game=GAME).message)
    other = GAME.configure(level, options={"random_seed": "7"})
    assert other != level
    assert "'7'" in str(GAME.notice(other))
    ticking = GAME.parse("realtime_interval 1\n" + SMALL)
    assert ticking.inputs[-1] == "tick"
    assert "real time" in str(solve(ticking, "bfs", game=GAME).message)


def test_states_leave_out_chance_that_has_nothing_to_choose() -> None:
    text = SMALL.replace("[ > Player | Crate ] ->", "random [ > Player | Crate ] ->")
    rules = text[: text.index("message")]
    one, two = (GAME.parse(rules + rows) for rows in ("......\n.P*...\n...O..\n", "P*.O\nP*.O\n"))
    kept = solve(Task(GAME, one), "bfs")
    left_out = solve(Task(GAME, replace(one, leaves_out_chance=True)), "bfs")
    assert left_out.cost == kept.cost == solve(Task(GAME, one)).cost
    assert left_out.stats.stored < kept.stats.stored
    with pytest.raises(ChanceMatters):
        solve(Task(GAME, replace(two, leaves_out_chance=True)), "bfs")
    assert solve(Task(GAME, two)).cost == solve(Task(GAME, two), "bfs").cost is not None


def test_a_turn_without_end_is_no_move() -> None:
    rules = (
        "[ action Player ] -> again\n[ Player no Mark ] -> [ Player Mark ] again\n[ Player Mark ] -> [ Player ] again"
    )
    level = GAME.parse(SMALL.replace("[ > Player | Crate ] -> [ > Player | > Crate ]", rules))
    state = GAME.initial(level)
    system = GAME.twin(level).system
    assert list(GAME.moves(level, state)) == [
        GAME.twin(level).moves[step[0]] for step in system.successors(system.initial())
    ]


def small_map(rng: random.Random) -> str:
    rows, columns = rng.randint(2, 4), rng.randint(3, 5)
    cells = [rng.choice("....#*O") for _ in range(rows * columns)]
    cells[rng.randrange(len(cells))] = "P"
    return "\n".join("".join(cells[row * columns : (row + 1) * columns]) for row in range(rows))


def test_random_small_maps_by_both_rules() -> None:
    rng = random.Random(3)
    head = SMALL[: SMALL.index("message first")]
    for _ in range(60):
        level = GAME.parse(head + small_map(rng) + "\n")
        task = Task(GAME, level)
        python, native = (solve(task, "bfs", options={"rules": rules}) for rules in ("python", "native"))
        assert (python.status, python.cost) == (native.status, native.cost)
        assert python.status in (Status.OPTIMAL, Status.UNSOLVABLE)
        auto = solve(task)
        assert (auto.status, auto.cost) == (native.status, native.cost)
        assert layers(task, 6, Budget(), "python") == layers(task, 6, Budget(), "native")


def test_edits_keep_the_player_alone() -> None:
    level = load("puzzlescript:crates#1").level
    for edit in GAME.design.edits(level):
        assert "".join(edit.level.rows).lower().count("p") + "".join(edit.level.rows).count("+") == 1, str(edit)


def test_a_plan_is_given_even_where_there_is_no_time_for_the_proof() -> None:
    task = load("puzzlescript:crates#3")
    result = solve(task, limits=Limits(nodes=40))
    assert result.status in (Status.SOLVED, Status.INCOMPLETE)
    assert result.lower_bound is None or result.cost is None or result.lower_bound <= result.cost


def test_a_hint_after_keys_that_changed_nothing(folder: Path) -> None:
    task = load(str(folder / "small.ps#2"))
    found = hint(task, ["up", "right", "down"], Limits(seconds=20))
    assert found.moves == ("right",)
    assert found.is_shortest
    assert hint(load(str(folder / "small.ps#3")), ["up"], Limits(seconds=20)).is_lost


@pytest.mark.parametrize("weight", [1e-6, 1.0, 1e6])
def test_searches_that_take_turns(weight: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has most of the time, the plan is the shortest in the end, and a plan before that stands."""
    monkeypatch.setattr("ludoplan.games.puzzlescript.solvers.SECONDS", 0.0)
    monkeypatch.setattr("ludoplan.games.puzzlescript.solvers.SLICE", 1e-4)
    monkeypatch.setattr("ludoplan.games.puzzlescript.solvers.LEAST_NODES", 100)
    monkeypatch.setattr("ludoplan.games.puzzlescript.solvers.WEIGHT", weight)
    for name in ("puzzlescript:crates#2", "puzzlescript:drops#1", "puzzlescript:doors#3"):
        told: list[Answer] = []
        best = bundled("puzzlescript")[name.split(":")[1]].best
        answer = GAME.solvers[0].solve(load(name), Request(improved=told.append))
        assert (answer.status, answer.lower_bound, len(answer.moves)) == (Status.OPTIMAL, best, best)
        assert replay(load(name), answer.moves).plan is not None
        assert "A*" in answer.message
        assert told or weight > 1
        assert answer.stats.expanded > sum(plan.stats.expanded for plan in told[-1:])
        for plan in told:
            assert (plan.status, replay(load(name), plan.moves).plan is not None) == (Status.SOLVED, True)
        cut = GAME.solvers[0].solve(load(name), Request(Budget(Limits(nodes=400))))
        assert cut.status in (Status.SOLVED, Status.INCOMPLETE, Status.OPTIMAL)
        if cut.status is Status.SOLVED:
            assert replay(load(name), cut.moves).plan is not None
            assert cut.message.startswith("found by ")


def test_what_the_proof_knows_is_told_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludoplan.games.puzzlescript.solvers.SECONDS", 0.0)
    monkeypatch.setattr(Budget, "is_out_of_time", lambda budget: True)
    answer = GAME.solvers[0].solve(load("puzzlescript:crates#3"), Request())
    assert answer.status in (Status.TIMEOUT, Status.SOLVED)
    assert answer.lower_bound is not None
    assert answer.lower_bound > 1


def test_a_plan_is_looked_for_where_memory_ends_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(run: PausedRun, seconds: float) -> Answer | None:
        return Answer.stopped(Status.MEMORY) if run.algorithm.name == "astar" else go(run, seconds)

    go = PausedRun.go
    monkeypatch.setattr(PausedRun, "go", no_memory)
    answer = GAME.solvers[0].solve(load("puzzlescript:crates#2"), Request())
    assert answer.status is Status.SOLVED
    assert "memory limit" in answer.message


def test_every_level_of_a_file_has_a_line(folder: Path) -> None:
    notes: list[str] = []

    def listen(progress: Progress) -> bool:
        notes.append(progress.note)
        return True

    found = lint(folder / "small.txt", Limits(seconds=20), listen)
    assert notes == ["small.txt (1/1)", *(f"small.txt#{number} ({number}/3)" for number in (1, 2, 3))]
    assert [str(level.result.status) for level in found.levels] == ["optimal", "optimal", "unsolvable"]
    assert not found.is_good
    assert len(read_set(folder)) == 2  # notes.txt is no level


def test_lint_tells_each_level_at_once_and_an_interrupt_keeps_what_is_done(folder: Path) -> None:
    wide = "\n".join(["P" + 19 * "."] + 4 * [4 * ".*.O."] + 5 * [20 * "."])
    (folder / "long.txt").write_text(f"{SMALL}\n\n{wide}\n")
    command = [sys.executable, "-m", "ludoplan.cli.main", "levels", "lint", str(folder / "long.txt")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [process.stdout.readline().partition(" ")[0] for _ in range(3)]
        process.send_signal(signal.SIGINT)
        rest, complaint = process.communicate(timeout=60)
    assert told == [f"long.txt#{number}" for number in (1, 2, 3)]
    assert rest == "fault: long.txt#3: it has no solution\n3 levels, 1 fault\n"
    assert (process.returncode, complaint) == (130, "ludoplan: interrupted\n")


def test_movements_that_wait_for_the_next_turn_are_part_of_the_state(folder: Path) -> None:
    # The crate makes its steps a turn late, at random: what the objects are does not say what comes next.
    push = "[ > Player | Crate ] -> [ > Player | > Crate ]"
    late = f"{push}\nlate [ Player Mark ] [ Crate ] -> [ Player Mark ] [ randomdir Crate ]"
    text = SMALL.replace(push, late).partition("message first")[0]
    (folder / "late.ps").write_text(text + ".....\n..*..\nP.O..\n.....\n")
    task = load(str(folder / "late.ps"))
    assert task.game.twin(task.level) is None
    results = [solve(task, solver, limits=Limits(nodes=20_000)) for solver in ("bfs", "puzzle")]
    assert [(result.status, result.cost) for result in results] == [(Status.OPTIMAL, results[0].cost)] * 2


def test_what_never_ends_is_told(folder: Path) -> None:
    push = "[ > Player | Crate ] -> [ > Player | > Crate ]"
    head = SMALL.partition("P*O")[0]
    flip = head.replace(push, "[ Crate ] -> [ Wall ]\n+ [ Wall ] -> [ Crate ]")
    (folder / "rules.ps").write_text(f"{flip}P*.\n...\n")
    line = flip.split("\n").index("[ Crate ] -> [ Wall ]") + 1
    assert f"rules from line {line} on would go on for ever" in str(solve(load(str(folder / "rules.ps"))).message)
    # The crate goes right by a cell a turn, and from the mark back to the wall.
    right = "right [ stationary Crate | no Wall ] -> [ right Crate | ] again"
    back = "late right [ Crate Mark ] [ Wall | no Crate ] -> [ Mark ] [ Wall | Crate ] again"
    (folder / "again.ps").write_text(head.replace(push, f"{right}\n{back}") + "#*.O\nP...\n")
    result = solve(load(str(folder / "again.ps")))
    assert (result.status, "`again` never ends after up, left" in str(result.message)) == (Status.UNSOLVABLE, True)
