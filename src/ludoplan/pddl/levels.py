"""What the planning tasks of all games have in common: how their problems are written and their plans are read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


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
