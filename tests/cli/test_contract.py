"""The command line contract: exit codes, JSON, errors with places, interrupts, speed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludoplan.running.processes import descendants

KEYS = ["status", "game", "level", "solver", "objective", "cost", "length", "plan", "validated", "lower_bound", "stats",
        "message"]  # fmt: skip
STATS = ["seconds", "search_seconds", "expanded", "generated", "stored", "peak_mb"]


def test_without_arguments_it_says_what_to_do(ludoplan) -> None:
    run = ludoplan()
    assert run.returncode == 0
    assert "ludoplan demo" in run.stdout


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["--help"], 0),
        (["--version"], 0),
        (["games"], 0),
        (["games", "roll"], 0),
        (["games", "--json"], 0),
        (["solvers"], 0),
        (["solvers", "--game", "maze", "--options"], 0),
        (["solve", "--help"], 0),
        (["frobnicate"], 2),
        (["solve"], 2),
        (["solve", "no-such-file.roll"], 2),
        (["solve", "roll:no-such-level"], 2),
        (["solve", "roll:01", "--solver", "magic"], 2),
        (["solve", "roll:01", "--solver", "no-such-file.py:ENGINE"], 2),
        (["solve", "roll:01", "--solver", "no.py:such:ENGINE"], 2),
        (["solve", "roll:01", "--frobnicate", "3"], 2),
        (["solve", "roll:01", "--weight", "2"], 2),
        (["solve", "roll:01", "--solver", "astar", "--heuristic", "magic"], 2),
        (["solve", "roll:01", "--solver", "astar", "--tie-break"], 2),
        (["solve", "roll:01", "--time-limit", "-1"], 2),
        (["solve", "roll:01", "--objective", "beauty"], 2),
        (["solve", "roll:01", "--swap-cost", "7"], 2),
        (["solve", "maze:nearest", "--solver", "tour"], 3),
        (["solve", "roll:05", "--solver", "bibfs"], 3),
        (["solve", "maze:walled-in"], 10),
        (["solve", "maze:walled-in", "--solver", "wall"], 13),
        (["solve", "maze:twenty-dots", "--solver", "bfs", "--time-limit", "0.1"], 11),
        (["solve", "roll:01", "--solver", "dfs", "--depth-bound", "2"], 13),
        (["perft", "roll:01", "--depth", "3"], 0),
        (["perft", "roll:01", "--depth", "-3"], 2),
        (["generate", "nothing"], 2),
        (["generate", "roll", "--rows", "2"], 2),
        (["new-game", "Not-A-Word"], 2),
        (["check-game", "nowhere:GAME"], 2),
        (["check-game", "ludoplan.games.roll:GAME"], 0),
        (["show", "roll:01"], 0),
        (["demo"], 0),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_exit_status(ludoplan, words: list[str], status: int) -> None:
    run = ludoplan(*words)
    assert run.returncode == status, run.stderr
    assert "Traceback" not in run.stderr
    if status == 2:
        assert run.stderr.startswith("ludoplan:")
        assert run.stdout == ""


def test_a_broken_solver_file_is_told(ludoplan, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("ENGINE = (\n")
    run = ludoplan("solve", "roll:01", "--solver", f"{tmp_path}/mine.py:ENGINE")
    assert run.returncode == 2
    assert "SyntaxError" in run.stderr
    assert "Traceback" not in run.stderr


def test_json(ludoplan) -> None:
    run = ludoplan("solve", "roll:01", "--json")
    answer = json.loads(run.stdout)
    assert list(answer) == KEYS
    assert list(answer["stats"]) == STATS
    assert answer["status"] == "optimal"
    assert answer["validated"] is True
    assert answer["cost"] == answer["length"] == len(answer["plan"]) == answer["lower_bound"]


def test_check_accepts_the_plan_and_refuses_others(ludoplan, tmp_path: Path) -> None:
    plan = tmp_path / "plan"
    assert ludoplan("solve", "roll:01", "-o", plan).returncode == 0
    assert ludoplan("check", "roll:01", plan).returncode == 0
    moves = plan.read_text().splitlines()
    plan.write_text("\n".join(moves[:-2]))
    cut = ludoplan("check", "roll:01", plan)
    assert (cut.returncode, "not reached" in cut.stdout) == (14, True)
    plan.write_text("up\nup\nup\nup\nup\nup\nup\n")
    wrong = ludoplan("check", "roll:01", plan)
    assert (wrong.returncode, "step" in wrong.stdout) == (14, True)
    assert ludoplan("check", "roll:01", tmp_path / "missing").returncode == 2


def test_level_on_standard_input(ludoplan) -> None:
    assert ludoplan("solve", "-", "--game", "roll", stdin="|gg_").returncode == 0
    assert ludoplan("solve", "-", stdin="|gg_").stderr.startswith("standard input: read as a level of roll")
    assert ludoplan("solve", "-", stdin="what is this").returncode == 2


def test_all_defects_at_once(ludoplan, tmp_path: Path) -> None:
    path = tmp_path / "broken.roll"
    path.write_bytes(b"g?gA\r\n|g|\r\n---\r\nB: gentle toggle b\r\na: maybe\r\nT: split 9,9 1,1\r\nnonsense\r\n")
    run = ludoplan("solve", path)
    assert run.returncode == 2
    places = [line.removeprefix(f"{path}:").split(":")[:2] for line in run.stderr.splitlines()]
    assert places[:4] == [["1", "1"], ["1", "2"], ["1", "4"], ["2", "3"]]
    assert [place[0] for place in places[4:]] == ["4", "5", "6", "7"]


@pytest.mark.parametrize("suffix", [".roll", ".lay"])
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n\n",
        bytes(range(256)),
        b"\xff\xfe\x00",
        b"%" * 10_000_000,
        b"g" * 10_000_000,
        b"\tg|_\n",
        "g|ü_".encode(),
    ],
    ids=["empty", "blank", "binary", "not-utf8", "long-walls", "long-floor", "tab", "non-ascii"],
)
def test_bad_files(ludoplan, tmp_path: Path, suffix: str, data: bytes) -> None:
    path = tmp_path / f"bad{suffix}"
    path.write_bytes(data)
    run = ludoplan("solve", path, timeout=20)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
    assert str(path) in run.stderr
    assert len(run.stderr) < 20_000


def test_crlf_and_byte_order_mark_are_no_defects(ludoplan, tmp_path: Path) -> None:
    path = tmp_path / "dos.roll"
    path.write_bytes(b"\xef\xbb\xbf|gg_\r\n")
    assert ludoplan("solve", path).returncode == 0


def wait_until_busy(process: subprocess.Popen[str]) -> None:
    """Until the process and those below have computed for a second: long after the start, however busy the machine."""
    ticks, give_up = 0, time.monotonic() + 25
    while ticks < os.sysconf("SC_CLK_TCK") and time.monotonic() < give_up:
        time.sleep(0.05)
        family = [process.pid, *descendants(process.pid)]
        fields = [Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split() for pid in family]
        ticks = sum(int(field) for of_one in fields for field in of_one[11:13])


@pytest.mark.parametrize("rules", ["native", "python"])
def test_ctrl_c_stops_at_once(rules: str) -> None:
    words = ["solve", "maze:twenty-dots", "--solver", "bfs", "--rules", rules, "--json", "--time-limit", "300"]
    process = subprocess.Popen([sys.executable, "-m", "ludoplan.cli.main", *words], stdout=subprocess.PIPE, text=True)
    wait_until_busy(process)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=100)  # long before the time limit
    assert process.returncode == 130
    answer = json.loads(output)
    assert answer["status"] == "cancelled"
    assert answer["stats"]["expanded"] > 0


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m ludoplan.cli.main show maze:labyrinth | head -1"
    run = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert "Traceback" not in run.stderr
    assert "BrokenPipe" not in run.stderr


# How quick a start is, benchmarks tell; here it is counted what a start takes with it.


def modules_after(code: str) -> list[str]:
    """The modules that code has loaded, beyond those of Python itself."""
    loaded = f"import sys; before = set(sys.modules)\n{code}\nprint(*(set(sys.modules) - before), file=sys.stderr)"
    run = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    return run.stderr.split()


def test_import_takes_little_with_it() -> None:
    assert len(modules_after("import ludoplan")) < 100


def test_solve_takes_little_with_it() -> None:
    found = modules_after("from ludoplan.cli.main import main; main(['solve', 'roll:01'])")
    assert len(found) < 220
    games = {name.split(".")[2] for name in found if name.startswith("ludoplan.games.")}
    assert games == {"roll"}, "of the games only the one that is asked for"
    assert not {"ludoplan.pddl.parser", "ludoplan.planning.planner", "ludoplan.web.app", "rich", "pysat"} & set(found)


def test_importing_ludoplan_imports_no_solver() -> None:
    code = "import ludoplan, sys; print([m for m in ('rich', 'ortools', 'pysat', 'cpmpy') if m in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


def test_play_without_a_terminal(ludoplan, tmp_path: Path) -> None:
    plan = tmp_path / "played"
    lines = ["right", "nonsense", "hint", "undo", "redo", "undo", "right", "quit"]
    run = ludoplan("play", "-", "--game", "roll", stdin="|gg_\n")
    assert run.returncode == 0
    level = tmp_path / "short.roll"
    level.write_text("|gg_gg\n")
    run = ludoplan("play", level, "-o", plan, stdin="\n".join(lines))
    assert run.returncode == 0
    assert "hint: right" in run.stdout
    assert "nonsense" in run.stdout
    assert plan.read_text().splitlines()[0] == "right"


def test_play_says_when_the_game_is_lost(ludoplan, tmp_path: Path) -> None:
    level = tmp_path / "trap.roll"
    # The soft switch under the first step to the right takes away the bridge that the way back needs.
    level.write_text("_ggA|aaggg\n---\nA: soft close a\na: on\n")
    run = ludoplan("play", level, stdin="right\nleft\nquit\n")
    assert run.returncode == 0
    solved = ludoplan("solve", level)
    assert ("you can no longer win" in run.stdout) == (solved.returncode == 10) or "solved" in solved.stdout


def test_svg_and_animation(ludoplan, tmp_path: Path) -> None:
    import xml.etree.ElementTree as ElementTree

    plan, still, moving = tmp_path / "plan", tmp_path / "still.svg", tmp_path / "moving.svg"
    ludoplan("solve", "roll:03", "-o", plan)
    assert ludoplan("show", "roll:03", "--svg", still).returncode == 0
    assert ludoplan("show", "roll:03", "--plan", plan, "--svg", moving).returncode == 0
    for path in (still, moving):
        ElementTree.parse(path)
    assert moving.read_text().count("<animate") >= len(plan.read_text().splitlines())


def test_generate_is_deterministic_and_keeps_its_promise(ludoplan, tmp_path: Path) -> None:
    words = ["generate", "roll", "--switches", 1, "--min-cost", 10, "--max-cost", 20, "--count", 2, "--seed", 5]
    for folder in ("a", "b"):
        assert ludoplan(*words, "-o", tmp_path / folder).returncode == 0
    first, second = (sorted((tmp_path / folder).iterdir()) for folder in ("a", "b"))
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    for path in first:
        assert 10 <= json.loads(ludoplan("solve", path, "--json").stdout)["cost"] <= 20
    run = ludoplan("generate", "maze", "--unsolvable", "--time-limit", "1")
    assert run.returncode == 11


def test_new_game_works(ludoplan, tmp_path: Path) -> None:
    assert ludoplan("new-game", "hopper", cwd=tmp_path).returncode == 0
    run = ludoplan("check-game", "hopper:GAME", cwd=tmp_path)
    assert run.stdout == "hopper: keeps the contract\n"
    assert ludoplan("new-game", "hopper", cwd=tmp_path).returncode == 2
    text = (tmp_path / "hopper" / "__init__.py").read_text()
    (tmp_path / "hopper" / "__init__.py").write_text(text.replace("return state == len(level) - 1", "return bool(1/0)"))
    assert ludoplan("check-game", "hopper:GAME", cwd=tmp_path).returncode == 1


def test_unwritable_output(ludoplan, tmp_path: Path) -> None:
    for words in (["solve", "roll:01", "-o", tmp_path], ["show", "roll:01", "--svg", tmp_path]):
        run = ludoplan(*words)
        assert run.returncode == 2
        assert os.strerror(21) in run.stderr
