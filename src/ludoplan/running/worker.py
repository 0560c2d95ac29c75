"""The process that runs the function of one job."""

from __future__ import annotations

import contextlib
import os
import pickle
import resource
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pkgutil import resolve_name
from typing import Any, NoReturn

from ..core.engine import Progress
from ..core.errors import LudoplanError
from ..core.limits import Budget, peak_megabytes
from .frames import ANSWER, FOUND, PROGRESS, READY, UNREADABLE, frame, write
from .job import CANCELLED, EXCEPTION, FINISHED, MEMORY_LIMIT, REFUSED, Context, Job
from .processes import die_with_parent, forget_descriptors

Load = Callable[[], tuple[Any, Any]]  # the function and its arguments
TELL_EVERY = 0.1  # seconds between two frames of progress
# Made while there is memory.
OUT_OF_MEMORY = pickle.dumps({"exit": MEMORY_LIMIT})


def work(job: Job, load: Load, results: int, output: int, gate: int, folder: str, supervisor: int) -> NoReturn:
    """Runs the function and writes frames of progress and the answer, once the supervisor has closed the gate."""
    try:
        settle(job, results, output, gate, folder, supervisor)
        message = answered(job, load, results)
        with contextlib.suppress(ValueError, OSError, AttributeError):  # or it may have been closed
            sys.stdout.flush()
        write(results, message)
        os._exit(0)
    except BaseException:
        with contextlib.suppress(BaseException):
            print(trace(), file=sys.stderr, flush=True)
    os._exit(1)


def settle(job: Job, results: int, output: int, gate: int, folder: str, supervisor: int) -> None:
    """Makes this process one that has its own session, output and temporary files, and ends with its supervisor."""
    os.setsid()
    die_with_parent()
    os.read(gate, 1)  # until the other end is closed
    if os.getppid() != supervisor:
        os._exit(1)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    if not job.shares_streams:
        os.dup2(output, 1)
        os.dup2(output, 2)
        sys.stdin = open(0, closefd=False)  # noqa: SIM115 - until the process ends
        sys.stdout = open(1, "w", closefd=False, errors="replace")  # noqa: SIM115
        sys.stderr = open(2, "w", closefd=False, errors="replace", buffering=1)  # noqa: SIM115
    forget_descriptors((0, 1, 2, results))
    os.environ["TMPDIR"] = folder
    if "tempfile" in sys.modules:
        sys.modules["tempfile"].tempdir = folder  # type: ignore[attr-defined]
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("500")  # where the machine has no more memory, this process goes first
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if job.limits.megabytes is not None and job.limits.megabytes < 1e6:
        # Against what allocates gigabytes between two looks. Ample: not all that is asked for is used.
        most = int((2 * job.limits.megabytes + 1000) * 1e6)
        _, allowed = resource.getrlimit(resource.RLIMIT_DATA)
        most = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def answered(job: Job, load: Load, results: int) -> bytes:
    """The answer's frame; whatever the function raises is an answer too."""
    is_cancelled = False

    def cancel(number: int, where: object) -> None:
        nonlocal is_cancelled
        is_cancelled = True

    last = 0.0

    def tell(progress: Progress) -> bool:
        nonlocal last
        now = time.monotonic()
        if progress.found is not None or now - last >= TELL_EVERY:
            last = now
            progress = replace(progress, megabytes=round(peak_megabytes(), 1))
            write(results, frame(PROGRESS if progress.found is None else FOUND, pickle.dumps(progress)))
        return not is_cancelled

    signal.signal(signal.SIGINT, cancel)
    for module in job.imports:
        with contextlib.suppress(Exception):  # the function will say it better
            import_module(module)
    budget = Budget(job.limits)
    write(results, frame(READY, repr(budget.started).encode()))
    try:
        try:
            function, arguments = load()
        except Exception:
            return frame(UNREADABLE)
        if isinstance(function, str):
            function = resolve_name(function)
        answer: dict[str, Any] = {"exit": FINISHED, "value": function(arguments, Context(budget, tell))}
        return frame(ANSWER, pickle.dumps(answer))
    except MemoryError:
        return frame(ANSWER, OUT_OF_MEMORY)
    except KeyboardInterrupt:
        answer = {"exit": CANCELLED}
    except LudoplanError as error:
        answer = {"exit": REFUSED, "error": portable(error), "message": str(error)}
    except BaseException as error:
        answer = {
            "exit": EXCEPTION,
            "message": f"{type(error).__name__}: {error}",
            "traceback": trace(),
        }
    return frame(ANSWER, pickle.dumps(answer))


def portable(error: LudoplanError) -> LudoplanError:
    """The error, or one with the same text if it does not survive being pickled."""
    try:
        if str(pickle.loads(pickle.dumps(error))) == str(error):
            return error
    except Exception:
        pass
    plain = LudoplanError(str(error))
    plain.exit_status = error.exit_status
    return plain


def trace() -> str:
    """Where the exception at hand comes from."""
    import traceback  # slow to import

    return traceback.format_exc()
