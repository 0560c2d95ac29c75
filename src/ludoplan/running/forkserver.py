"""Processes that have loaded what jobs need and do nothing but fork supervisors.

So a run starts in milliseconds, and in a process that no thread and no earlier run has touched, though this one has
threads. There is one such process for each set of modules that jobs ask for, started when it is first needed.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import signal
import socket
import sys
import threading
from importlib import import_module
from pkgutil import resolve_name
from typing import TYPE_CHECKING, NoReturn

from .processes import c_library
from .supervisor import supervise

if TYPE_CHECKING:
    import subprocess

# Functions, as `module:function`, that load what most runs need; each fork server calls them before its first fork.
PRELOAD: tuple[str, ...] = ()

CODE = """
import json, socket, sys
sys.path[:] = json.loads(sys.argv[2])
from ludoplan.running.forkserver import serve
serve(socket.socket(fileno=int(sys.argv[1])), *json.loads(sys.argv[3]))
"""


class ForkServer:
    """A fork server, seen from the process that has started it."""

    def __init__(self, imports: tuple[str, ...]) -> None:
        self.imports = imports
        self.process: subprocess.Popen[bytes] | None = None

    def hand_over(self, connection: socket.socket) -> None:
        """Lets a supervisor begin at the other end of the connection; a server that has died is replaced."""
        if self.process is None or self.process.poll() is not None:
            self.begin()
        try:
            socket.send_fds(self.control, [b"!"], [connection.fileno()])
        except OSError:
            self.begin()
            socket.send_fds(self.control, [b"!"], [connection.fileno()])

    def begin(self) -> None:
        import json  # slow to import, as is the next
        import subprocess

        self.end()
        self.control, other = socket.socketpair()
        arguments = (
            str(other.fileno()),
            json.dumps([str(folder) for folder in sys.path]),
            json.dumps((PRELOAD, self.imports)),
        )
        with other:
            self.process = subprocess.Popen(
                [sys.executable, "-c", CODE, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[other.fileno()],
                start_new_session=True,
            )

    def end(self) -> None:
        """Ends the server, but no run that it has begun."""
        if self.process is not None:
            self.control.close()
            self.process.kill()
            self.process.wait()
            self.process = None


# By the process that has started them, since a forked process must leave those of its parent alone.
SERVERS: dict[tuple[int, tuple[str, ...]], ForkServer] = {}
LOCK = threading.Lock()
os.register_at_fork(before=LOCK.acquire, after_in_parent=LOCK.release, after_in_child=LOCK.release)


def hand_over(connection: socket.socket, imports: tuple[str, ...]) -> None:
    """Lets a supervisor begin at the other end of the connection, in a process that has these modules."""
    with LOCK:
        SERVERS.setdefault((os.getpid(), imports), ForkServer(imports)).hand_over(connection)


@atexit.register
def end_all() -> None:
    """Ends the fork servers of this process."""
    with LOCK:
        for (owner, _), server in SERVERS.items():
            if owner == os.getpid():
                server.end()


def serve(control: socket.socket, preload: list[str], imports: list[str]) -> NoReturn:
    """Forks a supervisor for every connection that is handed over, until the other end is closed."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # packages must not start threads: they do not survive a fork
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for supervisors
    c_library()
    # What fails here is no more than slow: jobs load what they need.
    for function in preload:
        with contextlib.suppress(Exception):
            resolve_name(function)()
    for module in imports:
        with contextlib.suppress(Exception):
            import_module(module)
    gc.collect()
    gc.freeze()  # the collector must not write to pages that all runs share
    while True:
        data, descriptors, _, _ = socket.recv_fds(control, 1, 1)
        if not data:
            os._exit(0)
        for descriptor in descriptors:
            with contextlib.suppress(OSError):  # no more processes: the connection is closed, and so the run is lost
                if os.fork() == 0:
                    supervise(socket.socket(fileno=descriptor))
            os.close(descriptor)
