"""How tasks, plans and results show themselves in a notebook: by a module that is named here and draws them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

# The package names the module that draws (core knows nothing of drawing); it is loaded when something is shown.
drawn_by: str | None = None


def ask(function: str, thing: object) -> Any:
    """What the function of that module makes of the thing; None where nobody draws."""
    return None if drawn_by is None else getattr(import_module(drawn_by), function)(thing)
