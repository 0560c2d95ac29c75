"""The process in which python-sat works: most of its solvers can be stopped in no other way than from outside.

Started as `python -m ludoplan.planning.sat.worker FILE-DESCRIPTOR`. Each message is a tuple (command, solver's number,
...) and gets one answer.
"""

from __future__ import annotations

import gc
import signal
import sys
import threading
import time
from array import array
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from ... import _native
from ...core.processes import die_with_parent

CLAUSES_AT_ONCE = 10_000


def main() -> None:
    """Serves until the other side goes away."""
    # Ctrl-C is the other side's business, and so is the end: nothing is to be left behind.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
    # Millions of small lists that live for a moment, and no cycles among them.
    gc.disable()
    connection = Connection(int(sys.argv[1]))
    # In a thread of its own: python-sat takes over the handling of Ctrl-C when it works in the main thread.
    thread = threading.Thread(target=serve, args=(connection,), daemon=True)
    thread.start()
    thread.join()


def serve(connection: Connection) -> None:
    from pysat.solvers import Solver

    solvers: dict[int, Any] = {}
    with suppress(EOFError, OSError):
        while True:
            command, number, *arguments = connection.recv()
            began = time.process_time()
            reply: Any = None
            match command:
                case "new":
                    name, with_proof = arguments
                    solvers[number] = Solver(name=name, with_proof=with_proof)
                case "add":
                    add(solvers[number], connection.recv_bytes())
                case "guess":
                    solvers[number].set_phases(arguments[0])
                case "solve":
                    reply = solve(solvers[number], *arguments)
                case "proof":
                    reply = solvers[number].get_proof()
                case "delete":
                    solvers.pop(number).delete()
            connection.send((reply, time.process_time() - began))


def add(solver: Any, clauses: bytes) -> None:
    """Gives the solver clauses as _native.PlanEncoding writes them, a few at a time to save memory."""
    start = 0
    while start < len(clauses) // 4:
        lists, start = _native.clause_lists(clauses, start, CLAUSES_AT_ONCE)
        for clause in lists:
            solver.add_clause(clause)


def solve(solver: Any, assumptions: list[int], conflicts: int) -> tuple[bool | None, bytes, int]:
    """Whether there is a model (None: not known after so many conflicts), its true variables, all conflicts so far."""
    if conflicts:
        solver.conf_budget(conflicts)
    answer = solver.solve_limited(assumptions=assumptions) if conflicts else solver.solve(assumptions=assumptions)
    model = array("i", [literal for literal in solver.get_model() if literal > 0]).tobytes() if answer else b""
    return answer, model, solver.accum_stats().get("conflicts", 0)


if __name__ == "__main__":
    main()
