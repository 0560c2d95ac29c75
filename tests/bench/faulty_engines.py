"""Solvers that do all that a solver should not; used by name: `faulty_engines.py:CRASH`."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from ludoplan import Answer, Engine, Option, Request, Status, Task

SLEEPER = [sys.executable, "-c", "import time; time.sleep(600)"]


class Faulty(Engine):
    summary = "a solver with a fault"
    # Where processes write their numbers, so that a test can look for them.
    options = (Option("pids", str, "", "a file"),)

    def __init__(self, name: str, fault) -> None:
        self.name = name
        self.fault = fault

    def solve(self, task: Task, request: Request) -> Answer:
        note(request, os.getpid())
        return self.fault(task, request)


def note(request: Request, pid: int) -> None:
    if request.options["pids"]:
        with open(request.options["pids"], "a") as file:
            file.write(f"{pid}\n")


def crash(task, request):
    ctypes.string_at(0)


def leave(task, request):
    os._exit(3)


def raises(task, request):
    raise RuntimeError("out of ideas")


def hang(task, request):
    for number in (signal.SIGALRM, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(1)


def allocate(task, request):
    """In children, so that no single process reaches the limit."""
    for _ in range(60):
        if os.fork() == 0:
            note(request, os.getpid())
            hoard = bytearray(os.urandom(1 << 20)) * 10
            time.sleep(600)
            print(len(hoard))
        time.sleep(0.05)  # all at once they would be there before anybody can look
    time.sleep(600)


def hoard(task, request):
    blocks = []
    while True:
        blocks.append(bytearray(50_000_000))


def gulp(task, request):
    return bytearray(1 << 40)


def fork(task, request):
    """Leaves daemons of three kinds behind, and then answers as if nothing were."""
    note(request, subprocess.Popen(SLEEPER).pid)
    note(request, subprocess.Popen(SLEEPER, start_new_session=True).pid)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            note(request, os.getpid())
            time.sleep(600)
        os._exit(0)
    while len(Path(request.options["pids"]).read_text().split()) < 4:
        time.sleep(0.01)
    return Answer(Status.INCOMPLETE, message="gave up")


def fork_and_hang(task, request):
    fork(task, request)
    hang(task, request)


def rubbish(task, request):
    """Prints megabytes, then writes into everything that is open."""
    print("{" * 3_000_000)
    sys.stdout.flush()
    for descriptor in range(3, 64):
        try:
            os.write(descriptor, b"\x00\xff rubbish {]" * 10)
        except OSError:
            continue
    time.sleep(600)


def chatter(task, request):
    """Prints megabytes, and answers."""
    for _ in range(200):
        print('{"status": "optimal"}' * 1000)
    return Answer(Status.INCOMPLETE, message="gave up")


def wrong_plan(task, request):
    return Answer(Status.SOLVED, ["up", "up"])


def no_such_move(task, request):
    return Answer(Status.SOLVED, ["fly", 7])


def false_optimum(task, request):
    from ludoplan import solve

    plan = solve(task, "bfs").plan
    return Answer(Status.OPTIMAL, list(plan.moves), plan.cost - 1, "because")


def longer_optimum(task, request):
    """Valid and dearer than need be, but called optimal: only a comparison finds out."""
    from ludoplan import solve

    plan = solve(task, "bfs").plan
    there_and_back = {"up": "down", "down": "up", "left": "right", "right": "left"}
    moves = [plan.moves[0], there_and_back[plan.moves[0]], *plan.moves]
    return Answer(Status.OPTIMAL, moves, len(moves), "because")


def false_unsolvable(task, request):
    return Answer(Status.UNSOLVABLE, proof="I could not find one")


def contradiction(task, request):
    return Answer(Status.OPTIMAL)


FAULTS = (
    crash,
    leave,
    raises,
    hang,
    allocate,
    hoard,
    gulp,
    fork,
    fork_and_hang,
    rubbish,
    chatter,
    wrong_plan,
    no_such_move,
    false_optimum,
    longer_optimum,
    false_unsolvable,
    contradiction,
)
for fault in FAULTS:
    globals()[fault.__name__.upper()] = Faulty(fault.__name__.replace("_", "-"), fault)
