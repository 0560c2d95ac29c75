"""How tasks, plans and results show themselves in a notebook: by a module that is named here and draws them."""

from __future__ import annotations

from importlib import import_module

# The module that draws, by its name alone: core imports nothing above it, and who shows nothing loads no drawing.
DRAWN_BY = "ludoplan.drawing.notebook"


def ask(function: str, thing: object) -> str | None:
    """What the function of that module makes of the thing: text for a notebook, if there is something to show."""
    text: str | None = getattr(import_module(DRAWN_BY), function)(thing)
    return text
