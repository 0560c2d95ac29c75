"""What the planning tasks of all games have in common: how their problems are written and their plans are read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files

from ..core.errors import Unsupported
from ..core.parts import Cell


def variant_of(game: str, variant: str | None, variants: Sequence[str]) -> str:
    """The variant that is asked for, by default the first; raises Unsupported."""
    if variant not in (None, *variants):
        raise Unsupported(f"{game} has no PDDL variant {variant!r} (it has {', '.join(variants)})")
    return variant or variants[0]


def text_beside(package: str, name: str) -> str:
    """A PDDL text that lies in the folder of a package."""
    return files(package).joinpath(f"{name}.pddl").read_text(encoding="utf-8")


def cell_name(cell: Cell) -> str:
    """The object for a cell."""
    return f"c{cell[0] + 1}-{cell[1] + 1}"


def next_facts(cells: Sequence[Cell], steps: Mapping[str, Cell]) -> list[str]:
    """Which of these cells lie side by side, and in which direction."""
    among = set(cells)
    return [
        f"(next {cell_name(cell)} {cell_name(to)} {way})"
        for cell in cells
        for way, (down, right) in steps.items()
        if (to := (cell[0] + down, cell[1] + right)) in among
    ]


def problem_text(
    game: str, domain: str, objects: Iterable[str], facts: Iterable[str], goal: str, has_costs: bool = False
) -> str:
    """The problem of a level: a line for each kind of objects and for each fact."""
    metric = "\n  (:metric minimize (total-cost))" if has_costs else ""
    lines = [
        f"(define (problem {game}-level)",
        f"  (:domain {domain})",
        "  (:objects",
        *(f"    {each}" for each in objects),
        "  )",
        "  (:init",
        *(f"    {fact}" for fact in facts),
        "  )",
        f"  (:goal {goal}){metric})",
    ]
    return "".join(f"{line}\n" for line in lines)


def words_of(action: str) -> list[str]:
    """The name and the arguments of an action as planners write it, such as `(walk up c2-1 c1-1)`."""
    return action.strip("() \t").lower().split()


def first_arguments(actions: Sequence[str]) -> list[str]:
    """The moves of actions whose first argument is the way that the player goes."""
    return [words_of(action)[1] for action in actions]
