"""Run with failing_new preloaded: one solve after another, in each of which another allocation of native code fails.

    LD_PRELOAD=failing_new.so python allocations.py failing_new.so LEVEL SOLVER FIRST STEP MOST

Prints a line `n STATUS COST` for each, or `n died SIGNAL`, and at last `all COUNT`: so many allocations a solve makes.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

from ludoplan import load, solve


def main(library: str, level: str, solver: str, first: int, step: int, most: int) -> None:
    hook = ctypes.CDLL(library)
    hook.disarm.restype = ctypes.c_long
    hook.arm.argtypes = [ctypes.c_long]
    task = load(level)
    # Twice: what is made once for all is there then.
    solve(task, solver)
    hook.arm(0)
    wanted = solve(task, solver)
    count = hook.disarm()
    print("right", wanted.status, wanted.cost, flush=True)
    for n in range(first, min(count, first + step * most - 1) + 1, step):
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            hook.arm(n)
            result = solve(task, solver)
            hook.disarm()
            print(n, result.status, result.cost, flush=True)
            again = solve(task, solver)
            if (again.status, again.cost) != (wanted.status, wanted.cost):
                print(n, "then", again.status, again.cost, flush=True)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status != 0:
            print(n, "died", signal.Signals(os.WTERMSIG(status)).name, flush=True)
    print("all", count, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], *map(int, sys.argv[4:7]))
