"""Formats that plans, pictures, reports and levels are written in; each registers itself as an entry point.

The entry points `ludoplan.exporters` are lists of exporters, named after the kind of thing that they write: `plan`,
`picture`, `report`, `level`, or `KIND.NAME` for those that other packages add.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Exporter:
    """One format. `write` returns the text of a file, and raises Unsupported for what it has no form for."""

    name: str
    suffix: str  # of files that are to have it; none: of all others
    write: Callable[[Any], str]
