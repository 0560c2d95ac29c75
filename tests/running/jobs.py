"""What jobs are under way in this process: for tests that nothing is left."""

from __future__ import annotations

import os
from pathlib import Path

from ludoplan.running import forkserver
from ludoplan.running.processes import descendants


def jobs_under_way() -> list[int]:
    """Processes below the fork servers, and those that were forked from this process; not other tests' programs."""
    servers = [server.process.pid for server in forkserver.SERVERS.values() if server.process is not None]
    below = [pid for server in servers for pid in descendants(server)]
    ours = command_of(os.getpid())
    return below + [pid for pid in descendants(os.getpid()) if command_of(pid) == ours]


def command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b"gone"
