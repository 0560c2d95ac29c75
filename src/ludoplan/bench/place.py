"""Where a run takes place: the machine, and the versions of what solves."""

from __future__ import annotations

import contextlib
import os
import platform
from dataclasses import dataclass
from functools import cache
from importlib import metadata

from .. import __version__

# Packages that engines use; those that are installed are noted with every run.
PACKAGES = (
    "cpmpy",
    "highspy",
    "ortools",
    "pindakaas",
    "pumpkin-solver",
    "pyperplan",
    "python-sat",
    "up-enhsp",
    "up-fast-downward",
    "up-lpg",
    "up-symk",
)


@dataclass(frozen=True)
class Place:
    """Where a run took place."""

    machine: str
    versions: dict[str, str]


@cache
def here() -> Place:
    """This machine and this installation."""
    versions = {"ludoplan": __version__, "python": platform.python_version()}
    for name in PACKAGES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            versions[name] = metadata.version(name)
    return Place(machine(), versions)


def machine() -> str:
    """The machine in a few words."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    return f"{platform.node()}: {os.cpu_count()} x {processor()}, {memory:.0f} GB, {platform.system()}"


def processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.partition(":")[2].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()
