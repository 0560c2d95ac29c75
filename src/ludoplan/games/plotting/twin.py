"""The level in C++."""

from __future__ import annotations

from ... import _native
from ...core.parts import Twin
from .rules import WILDCARD, PlottingLevel


def twin(level: PlottingLevel) -> Twin | None:
    """None where the grid is larger than the packed form allows, or dead ends give wildcards."""
    if level.wildcards:
        return None
    colours = level.colours or (1,)
    grid = _native.PlottingGrid()
    grid.rows = level.rows
    grid.colours = len(colours)
    grid.stacks = [[colours.index(block) for block in stack] for stack in level.stacks]
    grid.hand = len(colours) if level.hand == WILDCARD else colours.index(level.hand)
    grid.goal = level.goal
    grid.open_rows = list(level.open_rows)
    grid.open_columns = list(level.open_columns)
    form = next((form for form in (_native.PlottingSmall, _native.PlottingLarge) if form.fits(grid)), None)
    if form is None:
        return None
    rows = [f"row {row + 1}" for row in range(level.rows)]
    columns = [f"col {column + 1}" for column in range(level.columns)]
    return Twin(form(grid), rows + columns)
