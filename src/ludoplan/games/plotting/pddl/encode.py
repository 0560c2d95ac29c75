"""A level as a planning task, for any rectangular grid.

Both variants have the same shots and differ in how they say "at most so many blocks": `quantified` asks for that many
cells such that all others are empty, which the native planner takes as a count, but which grows with the power of the
goal in planners that try all such cells; `counting` counts the blocks column by column along a chain of numbers, at no
cost, once the shooting is over, which stays small in every planner.
"""

from __future__ import annotations

from importlib.resources import files
from itertools import pairwise

from ....core.errors import Unsupported
from ....core.parts import Pddl
from ..rules import WILDCARD, PlottingLevel
from .decode import decode

VARIANTS = ("counting", "quantified")
COUNTING_PREDICATES = """
    ; counting: columns in order, and m = n + the height of a column whose uppermost block is in row r
    (first ?c - column)
    (follows ?a ?b - column)
    (zero ?n - count)
    (plus ?n - count ?r - row ?m - count)
    (shooting)
    (counting ?c - column)
    (tally ?n - count)"""


def encode(level: PlottingLevel, variant: str | None = None) -> Pddl:
    """Domain and problem; the cheapest plan costs as much as the shortest solution. Raises Unsupported."""
    chosen = variant or VARIANTS[0]
    if chosen not in VARIANTS:
        raise Unsupported(f"plotting has no PDDL variant {chosen!r} (it has {', '.join(VARIANTS)})")
    return Pddl(domain(chosen), problem(level, chosen), decode)


def domain(variant: str) -> str:
    folder = files(__package__)
    text = folder.joinpath("domain.pddl").read_text(encoding="utf-8")
    is_counting = variant == "counting"
    parts = {
        "variant": variant,
        "about": "The blocks that are left are counted in the end." if is_counting else "The goal counts by itself.",
        "requirements": " :action-costs" if is_counting else "",
        "predicates": COUNTING_PREDICATES if is_counting else "",
        "functions": "  (:functions (total-cost) - number)\n" if is_counting else "",
        "ready": "(shooting) " if is_counting else "",
        "cost": "\n      (increase (total-cost) 1)" if is_counting else "",
        "actions": folder.joinpath("counting.pddl").read_text(encoding="utf-8").rstrip() if is_counting else "",
    }
    for name, part in parts.items():
        text = text.replace(f"{{{name}}}", part)
    return text


def problem(level: PlottingLevel, variant: str) -> str:
    rows, columns = range(level.rows), range(level.columns)
    colours = sorted({block for stack in level.stacks for block in stack} | ({level.hand} - {WILDCARD})) or [1]
    facts = [f"(left c{a + 1} c{b + 1})" for a in columns for b in columns if a < b]
    facts += [f"(last c{level.columns})", "(top r1)", f"(bottom r{level.rows})"]
    facts += [f"(above r{a + 1} r{b + 1})" for a in rows for b in rows if a < b]
    facts += [f"(upto r{a + 1} r{b + 1})" for a in rows for b in rows if a <= b]
    facts += [f"(next r{a + 1} r{a + 2})" for a in rows[:-1]]
    facts += [f"(gap r{a + 1} r{b + 1} n{b - a})" for a in rows for b in rows if a < b]
    facts += [f"(to-floor r{a + 1} n{level.rows - a})" for a in rows]
    facts += [f"(short r{a + 1} n{number})" for a in rows for number in range(a + 1, level.rows + 1)]
    facts += [f"(open-row r{row + 1})" for row in level.open_rows]
    facts += [f"(open-column c{column + 1})" for column in level.open_columns]
    for row in rows:
        for column, stack in enumerate(level.stacks):
            height = level.rows - 1 - row
            cell = f"r{row + 1} c{column + 1}"
            facts.append(f"(at {cell} k{stack[height]})" if height < len(stack) else f"(empty {cell})")
    facts.append("(wild)" if level.hand == WILDCARD else f"(hand k{level.hand})")
    most = level.rows
    names = [f"c{column + 1}" for column in columns]
    if variant == "counting":
        most = max(most, level.goal)
        names.append("finish")
        facts += ["(= (total-cost) 0)", "(shooting)", "(first c1)", "(zero n0)"]
        facts += [f"(follows {a} {b})" for a, b in pairwise(names)]
        facts += [
            f"(plus n{number} r{row + 1} n{number + level.rows - row})"
            for number in range(level.goal + 1)
            for row in rows
            if number + level.rows - row <= level.goal
        ]
    goal = "(counting finish)" if variant == "counting" else quantified_goal(level.goal)
    lines = [
        "(define (problem plotting-level)",
        f"  (:domain plotting-{variant})",
        "  (:objects",
        f"    {' '.join(f'r{row + 1}' for row in rows)} - row",
        f"    {' '.join(names)} - column",
        f"    {' '.join(f'k{colour}' for colour in colours)} - colour",
        f"    {' '.join(f'n{number}' for number in range(most + 1))} - count",
        "  )",
        "  (:init",
        *(f"    {fact}" for fact in facts),
        "  )",
        f"  (:goal {goal})",
        *(["  (:metric minimize (total-cost))"] if variant == "counting" else []),
        ")",
    ]
    return "".join(f"{line}\n" for line in lines)


def quantified_goal(goal: int) -> str:
    """There are so many cells that all others are empty."""
    exceptions = "".join(f" (and (= ?r ?r{n}) (= ?c ?c{n}))" for n in range(1, goal + 1))
    others = f"(forall (?r - row ?c - column) (or (empty ?r ?c){exceptions}))"
    if goal == 0:
        return others
    cells = " ".join(f"?r{n} - row ?c{n} - column" for n in range(1, goal + 1))
    return f"(exists ({cells}) {others})"
