"""How tasks, plans and results show themselves in a notebook: by a module that is named here and draws them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

# The module that draws, by its name alone: core imports nothing above it, and who shows nothing loads no drawing.
drawn_by: str | None = "ludoplan.drawing.notebook"


def ask(function: str, thing: object) -> Any:
    """What the function of that module makes of the thing; None where nobody draws."""
    return None if drawn_by is None else getattr(import_module(drawn_by), function)(thing)
