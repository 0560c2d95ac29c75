"""The one way to run a function under hard limits, in a supervised process."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .job import Context, Job, Outcome
    from .supervised import Run, run, start

__all__ = ["Context", "Job", "Outcome", "Run", "run", "start"]


def __getattr__(name: str) -> Any:
    """Loads what is asked for: most commands start no process."""
    if name not in __all__:
        raise AttributeError(f"{__name__} has no {name!r}")
    return getattr(import_module(f"{__name__}.{'job' if name[0] in 'CJO' else 'supervised'}"), name)
