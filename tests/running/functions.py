"""Functions that do all that a function should not, and some that behave; each takes arguments and a context.

Where the arguments are a file's name, processes write their numbers into it, so that a test can look for them.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from ludoplan import BadInput, Defect, LudoplanError, Progress

SLEEPER = [sys.executable, "-c", "import time; time.sleep(600)"]


def note(pids: str, pid: int | None = None) -> None:
    with open(pids, "a") as file:
        file.write(f"{pid or os.getpid()}\n")


def give_back(arguments, context):
    return arguments


def limits_and_surroundings(arguments, context):
    return context.budget.limits, os.getcwd(), os.environ.get("LUDOPLAN_TEST"), sys.stdin.read()


def crash(pids, context):
    note(pids)
    ctypes.string_at(0)


def leave(pids, context):
    note(pids)
    os._exit(3)


def raises(pids, context):
    note(pids)
    print("thinking")
    raise RuntimeError("out of ideas")


def refuses(pids, context):
    raise BadInput("level", [Defect(2, 3, "no such thing"), Defect(1, 1, "nor that")])


class OddError(LudoplanError):
    """Does not survive being pickled."""

    exit_status = 3

    def __init__(self, one: str, *, other: str) -> None:
        super().__init__(f"{one} and {other}")


def refuses_oddly(pids, context):
    raise OddError("this", other="that")


def hang(pids, context):
    note(pids)
    for number in (signal.SIGALRM, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(1)


def allocate_in_children(pids, context):
    """So that no single process reaches the limit."""
    note(pids)
    for _ in range(20):
        if os.fork() == 0:
            note(pids)
            hoard = bytearray(os.urandom(1 << 20)) * 30
            time.sleep(600)
            print(len(hoard))
        time.sleep(0.1)  # all at once they would be there before anybody can look
    time.sleep(600)


def hoard(pids, context):
    note(pids)
    blocks = []
    while True:
        blocks.append(bytearray(50_000_000))


def gulp(pids, context):
    note(pids)
    return bytearray(1 << 40)


def fork_daemons(pids, context):
    """Leaves three kinds of processes behind, and then answers as if nothing were."""
    note(pids)
    note(pids, subprocess.Popen(SLEEPER).pid)
    note(pids, subprocess.Popen(SLEEPER, start_new_session=True).pid)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            note(pids)
            time.sleep(600)
        os._exit(0)
    while len(Path(pids).read_text().split()) < 4:
        time.sleep(0.01)
    return "done"


def fork_and_hang(pids, context):
    fork_daemons(pids, context)
    hang(pids, context)


def external_and_hang(pids, context):
    """As a planner of somebody else, started by a shell, in a session of its own."""
    note(pids)
    shell = subprocess.Popen(["/bin/sh", "-c", f"sleep 600 & echo $! >> {pids}; wait"], start_new_session=True)
    note(pids, shell.pid)
    while len(Path(pids).read_text().split()) < 3:
        time.sleep(0.01)
    hang(pids, context)


def rubbish(pids, context):
    """Prints megabytes, then writes into everything that is open."""
    note(pids)
    print("{" * 3_000_000)
    sys.stdout.flush()
    for descriptor in range(3, 300):
        try:
            os.write(descriptor, b"\x00\xff rubbish {]" * 10)
        except OSError:
            continue
    time.sleep(600)


def chatter(pids, context):
    """Prints megabytes, and answers."""
    note(pids)
    for _ in range(200):
        print('{"status": "optimal"}' * 1000)
    print("the last words")
    return "done"


def answer_that_cannot_be_sent(arguments, context):
    return lambda: None


class Explosive:
    def __reduce__(self):
        return explode, ()


def explode():
    raise ZeroDivisionError("not like this")


def answer_that_cannot_be_read(arguments, context):
    return Explosive()


def large(size, context):
    return b"x" * size


def count(seconds, context):
    """Looks at the clock and at what it is told; tells how far it has come."""
    number = 0
    while not context.budget.is_out_of_time():
        number += 1
        if not context.progress(Progress(context.budget.elapsed(), expanded=number, lower_bound=number)):
            return "cancelled", number
        time.sleep(0.005)
    return "out of time", number


def waits_for_import(arguments, context):
    return context.budget.elapsed(), "tests.running.slow_to_import" in sys.modules


def nested(arguments, context):
    """A run in a run; the inner one hangs."""
    from ludoplan import Limits
    from ludoplan.running.job import Job
    from ludoplan.running.supervised import run

    return run(Job(hang, arguments, Limits(seconds=0.2))).exit


def kill_supervisor(pids, context):
    """Ends the process that watches, after starting others."""
    note(pids, subprocess.Popen(SLEEPER).pid)
    note(pids, subprocess.Popen(SLEEPER, start_new_session=True).pid)
    note(pids)
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(600)


PRELOADED = []


def preload():
    PRELOADED.append(True)


def is_preloaded(arguments, context):
    return bool(PRELOADED)
