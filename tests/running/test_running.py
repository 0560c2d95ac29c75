"""Functions in processes of their own: hard limits, and nothing is left whatever they do."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import ROOT
from tests.running import functions
from tests.running.jobs import jobs_under_way

from ludoplan import BadInput, Limits, LudoplanError
from ludoplan.core.limits import resident_megabytes
from ludoplan.running import forkserver
from ludoplan.running.frames import BadFrame, Frames, frame
from ludoplan.running.job import Job
from ludoplan.running.supervised import run, start
from ludoplan.running.supervisor import Supervisor

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what is left is looked for in /proc")
both_ways = pytest.mark.parametrize("here", [True, False], ids=["fork-here", "fork-server"])


def alive(pids: Path) -> list[int]:
    """Which of the processes that are noted in the file are there, zombies apart."""
    found = []
    for number in set(pids.read_text().split() if pids.exists() else ()):
        with contextlib.suppress(OSError):
            state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
            if state not in "ZX":
                found.append(int(number))
    return found


def wait_until(condition: Callable[[], Any], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.02)


def has(pids: Path, count: int) -> bool:
    return pids.exists() and len(pids.read_text().split()) >= count


@both_ways
def test_a_value_comes_back(here: bool) -> None:
    outcome = run(Job(functions.give_back, {"level": [1, 2]}), here=here)
    assert (outcome.exit, outcome.value) == ("finished", {"level": [1, 2]})
    assert outcome.cpu_seconds > 0
    assert outcome.peak_mb > 1
    assert run(Job("tests.running.functions:give_back", 7), here=here).value == 7


@both_ways
def test_limits_and_surroundings_arrive(here: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(Job(functions.give_back), here=here)  # a fork server starts before the surroundings change
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDOPLAN_TEST", "here")
    limits = Limits(30, 5000, 7)  # more than this process has by other tests
    assert run(Job(functions.limits_and_surroundings, limits=limits), here=here).value == (
        limits,
        str(tmp_path),
        "here",
        "",
    )


@both_ways
@pytest.mark.parametrize(
    ("function", "exit", "words"),
    [
        (functions.crash, "signal 11", ""),
        (functions.leave, "exit code 3", ""),
        (functions.raises, "exception", "RuntimeError: out of ideas"),
        (functions.hang, "time limit", ""),
        (functions.allocate_in_children, "memory limit", ""),
        (functions.hoard, "memory limit", ""),
        (functions.gulp, "memory limit", ""),
        (functions.fork_daemons, "finished", ""),
        (functions.fork_and_hang, "time limit", ""),
        (functions.rubbish, "rubbish", ""),
        (functions.chatter, "finished", ""),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_faults(here: bool, function: Any, exit: str, words: str, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    seconds = 2.0 if "hang" in function.__name__ else 60.0
    # A process that is forked from this one begins with its memory.
    inherited = resident_megabytes() if here else 0
    if exit == "memory limit" and inherited > 150:
        pytest.skip("other tests have made this process large")
    outcome = run(Job(function, str(pids), Limits(seconds, 300 + inherited)), here=here)
    assert outcome.exit == exit, outcome
    assert outcome.message == words
    assert outcome.value == ("done" if exit == "finished" else None)
    assert not alive(pids)
    assert outcome.peak_mb < 500 + 5 * inherited
    if exit == "time limit":
        assert outcome.seconds >= seconds
    if function is functions.raises:
        assert "functions.py" in outcome.traceback
        assert outcome.output == "thinking\n"
    if function is functions.chatter:
        assert outcome.output.endswith("the last words\n")


@both_ways
def test_refusals_survive(here: bool) -> None:
    outcome = run(Job(functions.refuses), here=here)
    assert outcome.exit == "refused"
    assert isinstance(outcome.error, BadInput)
    assert str(outcome.error) == "level:1:1: nor that\nlevel:2:3: no such thing"
    outcome = run(Job(functions.refuses_oddly), here=here)
    assert (outcome.exit, str(outcome.error), outcome.error.exit_status) == ("refused", "this and that", 3)
    assert isinstance(outcome.error, LudoplanError)


@both_ways
def test_answers_that_cannot_be_sent_or_read(here: bool) -> None:
    outcome = run(Job(functions.answer_that_cannot_be_sent), here=here)
    assert outcome.exit == "exception"
    assert "pickle" in outcome.message
    outcome = run(Job(functions.answer_that_cannot_be_read), here=here)
    assert outcome.exit == "rubbish"
    assert "ZeroDivisionError" in outcome.message


@both_ways
def test_large_values(here: bool) -> None:
    size = 100_000_000
    under_way = start(Job(functions.large, size), here)
    time.sleep(0.5)  # a slow reader
    assert under_way.wait().value == b"x" * size
    assert run(Job(functions.give_back, bytes(size)), here=here).value == bytes(size)


@both_ways
def test_limits_that_the_function_keeps_itself(here: bool) -> None:
    under_way = start(Job(functions.count, limits=Limits(seconds=1), stops_itself=True), here)
    events = list(under_way.events())
    outcome = under_way.wait()
    assert (outcome.exit, outcome.value[0]) == ("finished", "out of time")
    assert 0 < len(events) <= 12
    assert outcome.value[1] >= events[-1].expanded > 0
    assert outcome.last == events[-1]
    # What does not stop itself is killed, but its last words are known.
    outcome = run(Job(functions.hang, os.devnull, Limits(seconds=0.3), stops_itself=True), here=here)
    assert (outcome.exit, outcome.value) == ("time limit", None)
    assert outcome.seconds >= 0.3


@both_ways
def test_a_slow_reader_gets_the_answer(here: bool) -> None:
    under_way = start(Job(functions.count, limits=Limits(seconds=0.5), stops_itself=True), here)
    time.sleep(1)
    assert under_way.wait().value[0] == "out of time"


@both_ways
def test_a_limit_below_what_python_needs(here: bool) -> None:
    assert run(Job(functions.hang, os.devnull, Limits(60, 2)), here=here).exit == "memory limit"


@both_ways
def test_imports_are_loaded_before_the_clock_starts(here: bool) -> None:
    limits = Limits(seconds=1.2)
    job = Job(functions.waits_for_import, limits=limits, imports=("tests.running.slow_to_import", "no_such_module"))
    outcome = run(job, here=here)
    assert outcome.exit == "finished"
    assert outcome.value[1]
    assert "tests.running.slow_to_import" not in sys.modules


def test_what_cannot_be_pickled_is_forked_here() -> None:
    secret = threading.Lock()
    with ThreadPoolExecutor(1) as pool:
        outcome = pool.submit(run, Job(lambda arguments, context: arguments.locked(), secret)).result()
    assert (outcome.exit, outcome.value) == ("finished", False)


def test_modules_that_only_this_process_has() -> None:
    module = type(sys)("made_up_here")
    exec("def answer(arguments, context):\n    return 42\n", module.__dict__)
    sys.modules["made_up_here"] = module
    try:
        assert run(Job(module.answer), here=False).value == 42
    finally:
        del sys.modules["made_up_here"]


@both_ways
def test_runs_in_runs(here: bool, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    assert run(Job(functions.nested, str(pids), Limits(60)), here=here).value == "time limit"
    assert not alive(pids)
    under_way = start(Job(functions.nested, str(pids), Limits(60)), here)
    under_way.cancel()
    assert under_way.wait().exit == "cancelled"
    assert not alive(pids)


@both_ways
@pytest.mark.parametrize("function", [functions.hang, functions.fork_and_hang], ids=lambda value: value.__name__)
@pytest.mark.parametrize("stops_itself", [True, False])
def test_cancel(here: bool, function: Any, stops_itself: bool, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    under_way = start(Job(function, str(pids), Limits(60), stops_itself=stops_itself), here)
    threading.Timer(0.5, under_way.cancel).start()
    outcome = under_way.wait()
    assert outcome.exit == "cancelled"
    assert outcome.seconds < 30
    assert not alive(pids)
    under_way.cancel()


@both_ways
def test_cancelled_functions_tell_what_they_know(here: bool) -> None:
    under_way = start(Job(functions.count, stops_itself=True), here)
    for _ in under_way.events():
        under_way.cancel()
    outcome = under_way.wait()
    assert (outcome.exit, outcome.value[0]) == ("finished", "cancelled")
    outcome = run(Job(functions.count, stops_itself=True), lambda progress: progress.expanded == 0, here)
    assert (outcome.exit, outcome.value[0]) == ("finished", "cancelled")


@both_ways
def test_every_cancel_is_honoured(here: bool) -> None:
    """Right after the start, and at any moment later."""
    order = random.Random(5)
    for number in range(100):
        pause = 0.0 if number < 50 else order.uniform(0, 0.05)
        under_way = start(Job(functions.hang, os.devnull, Limits(seconds=60), stops_itself=number % 2 == 0), here)
        if pause:
            time.sleep(pause)
        under_way.cancel()
        assert under_way.wait().exit == "cancelled", number
    wait_until(lambda: not jobs_under_way())


def test_ctrl_c_cancels_and_waits() -> None:
    def interrupt(progress: Any = None) -> bool:
        os.kill(os.getpid(), signal.SIGINT)
        return True

    before = signal.getsignal(signal.SIGINT)
    outcome = run(Job(functions.count, stops_itself=True), interrupt)
    assert (outcome.exit, outcome.value[0]) == ("finished", "cancelled")
    threading.Timer(0.5, interrupt).start()
    outcome = run(Job(functions.hang, os.devnull))
    assert outcome.exit == "cancelled"
    assert signal.getsignal(signal.SIGINT) is before


def test_a_listener_that_fails_ends_the_run() -> None:
    def listen(progress: Any) -> bool:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        run(Job(functions.count), listen)


def test_many_threads() -> None:
    with ThreadPoolExecutor(4) as pool:
        jobs = [Job(functions.give_back, number) for number in range(24)]
        assert [outcome.value for outcome in pool.map(run, jobs)] == list(range(24))


@both_ways
def test_closing(here: bool, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    under_way = start(Job(functions.fork_and_hang, str(pids)), here)
    wait_until(lambda: has(pids, 4))
    under_way.close()
    assert under_way.wait().exit == "cancelled"
    wait_until(lambda: not alive(pids))


@pytest.mark.parametrize("imports", [(), ("fractions",)])
def test_a_dead_fork_server_is_replaced(imports: tuple[str, ...]) -> None:
    job = Job(functions.give_back, 1, imports=imports)
    assert run(job, here=False).value == 1
    for wait_for_it in (True, False):
        server = forkserver.SERVERS[os.getpid(), imports].process
        os.kill(server.pid, signal.SIGKILL)
        if wait_for_it:
            os.waitid(os.P_PID, server.pid, os.WEXITED | os.WNOWAIT)
        assert run(job, here=False).value == 1
    # It dies with the job in its hands.
    os.kill(forkserver.SERVERS[os.getpid(), imports].process.pid, signal.SIGSTOP)
    under_way = start(job, here=False)
    os.kill(forkserver.SERVERS[os.getpid(), imports].process.pid, signal.SIGKILL)
    assert under_way.wait().value == 1


def test_preloading(monkeypatch: pytest.MonkeyPatch) -> None:
    """What fails does not matter; the rest is there before the first run."""
    names = ("no_such_module:load", "tests.running.functions:explode", "tests.running.functions:preload")
    monkeypatch.setattr(forkserver, "PRELOAD", names)
    assert run(Job(functions.is_preloaded, imports=("colorsys",)), here=False).value
    assert not run(Job(functions.is_preloaded), here=True).value


@both_ways
def test_the_death_of_the_supervisor(here: bool, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    outcome = run(Job(functions.kill_supervisor, str(pids)), here=here)
    assert outcome.exit == "lost"
    wait_until(lambda: not alive(pids))
    assert run(Job(functions.give_back, 1), here=here).value == 1


def test_the_death_of_a_supervisor_that_has_told_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Before it has told who the worker is, there is nothing to be left behind."""
    send = Supervisor.send
    monkeypatch.setattr(Supervisor, "send", lambda *arguments: (time.sleep(0.3), send(*arguments)))
    pids = tmp_path / "pids"
    assert run(Job(functions.kill_supervisor, str(pids)), here=True).exit == "lost"
    wait_until(lambda: not alive(pids))


@both_ways
@pytest.mark.parametrize(("name", "count"), [("fork_and_hang", 4), ("external_and_hang", 3)])
def test_nothing_outlives_a_parent_that_is_killed(here: bool, name: str, count: int, tmp_path: Path) -> None:
    for number in range(5):
        pids = tmp_path / str(number)
        code = (
            "import sys; from tests.running import functions; from ludoplan.running.job import Job; "
            "from ludoplan.running.supervised import run; "
            f"run(Job(functions.{name}, sys.argv[1]), here={here})"
        )
        with subprocess.Popen([sys.executable, "-c", code, str(pids)], cwd=ROOT) as parent:
            try:
                wait_until(lambda pids=pids: has(pids, count))
                assert len(alive(pids)) == count
            finally:
                parent.kill()
        wait_until(lambda pids=pids: not alive(pids))


@both_ways
def test_nothing_outlives_a_parent_that_is_killed_at_any_moment(here: bool, tmp_path: Path) -> None:
    """It has two runs at once, and each of them descriptors of the other."""
    pids = tmp_path / "pids"
    pids.touch()
    code = (
        "import sys; from tests.running import functions; from ludoplan.running.job import Job; "
        "from ludoplan.running.supervised import start; "
        f"runs = [start(Job(functions.fork_daemons, sys.argv[1]), {here}) for _ in range(2)]; print(flush=True); "
        f"runs += [start(Job(functions.external_and_hang, sys.argv[1]), {here}) for _ in range(2)]; runs[-1].wait()"
    )
    order = random.Random(7)
    for _ in range(8):
        command = [sys.executable, "-c", code, str(pids)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as parent:
            parent.stdout.readline()
            time.sleep(order.uniform(0, 0.3))
            parent.kill()
    time.sleep(0.5)
    wait_until(lambda: not alive(pids))


def test_one_thread_forks_here_and_several_ask_the_fork_server() -> None:
    code = (
        "import threading; from tests.running import functions; from ludoplan.running import forkserver\n"
        "from ludoplan.running.job import Job; from ludoplan.running.supervised import run\n"
        "assert run(Job(functions.give_back, 1)).value == 1\n"
        "assert not forkserver.SERVERS\n"
        "threading.Timer(600, print).start()\n"
        "assert run(Job(functions.give_back, 2)).value == 2\n"
        "assert forkserver.SERVERS\n"
        "def own(arguments, context): return arguments\n"
        "assert run(Job(own, 3)).value == 3\n"
        "print('good', flush=True)\n"
        "forkserver.end_all(); __import__('os')._exit(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("good\n", "")


def test_what_is_open_here_is_out_of_reach(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with open(path, "w") as file:
        assert run(Job(functions.rubbish, str(tmp_path / "pids"), Limits(60)), here=True).exit == "rubbish"
        file.write("kept")
    assert path.read_text() == "kept"


def test_frames() -> None:
    stream = frame(b"J", b"one") + frame(b"C") + frame(b"P", b"three")
    frames = Frames()
    found = [item for number in range(len(stream)) for item in frames.feed(stream[number : number + 1])]
    assert found == [(b"J", b"one"), (b"C", b""), (b"P", b"three")]
    # Frames that nobody has asked for yet are not lost.
    assert next(frames.feed(stream)) == (b"J", b"one")
    assert list(frames.feed(b"")) == [(b"C", b""), (b"P", b"three")]
    for bad in (b"rubbish" * 10, frame(b"J", b"x").replace(b"J", b"j")):
        with pytest.raises(BadFrame):
            list(Frames().feed(bad))
