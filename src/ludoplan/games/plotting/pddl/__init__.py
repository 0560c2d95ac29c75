"""A level as a planning task, for any rectangular grid.

Both variants have the same shots and differ in how they say "at most so many blocks": `quantified` asks for that many
cells such that all others are empty, which the native planner takes as a count, but which grows with the power of the
goal in planners that try all such cells; `counting` counts the blocks column by column along a chain of numbers, at no
cost, once the shooting is over, which stays small in every planner. `ordered` is `counting` with symmetry breaking: of
shots one after the other that empty columns of one colour only one order is allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ....core.errors import Unsupported
from ....core.parts import Pddl, PddlForms
from ....pddl.levels import problem_text, text_beside, variant_of, words_of
from ..rules import WILDCARD, PlottingLevel

VARIANTS = ("counting", "quantified", "ordered")
# Symmetry breaking: shots in a row that empty one-coloured columns go from left to right.
EMPTIED = "\n    (emptied ?c - column)           ; by the last shot"
IN_ORDER = "\n      (forall (?x - column) (not (emptied ?x)))"
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
    chosen = variant_of("plotting", variant, VARIANTS)
    if level.wildcards and chosen == "quantified":
        raise Unsupported("plotting's PDDL variant quantified gives no wildcards at dead ends: take counting")
    return Pddl(domain(chosen, level.wildcards), problem(level, chosen), decode)


def domain(variant: str, wildcards: bool = False) -> str:
    text = text_beside(__package__, "domain")
    is_counting = variant != "quantified"
    is_ordered = variant == "ordered"
    actions = text_beside(__package__, "counting").rstrip() if is_counting else ""
    parts = {
        "variant": variant,
        "about": "The blocks that are left are counted in the end." if is_counting else "The goal counts by itself.",
        "requirements": " :action-costs" if is_counting else "",
        "predicates": (COUNTING_PREDICATES if is_counting else "") + (EMPTIED if is_ordered else ""),
        "functions": "  (:functions (total-cost) - number)\n" if is_counting else "",
        "ready": "(shooting) " if is_counting else "",
        "cost": ("\n      (increase (total-cost) 1)" if is_counting else "") + (IN_ORDER if is_ordered else ""),
        "order": "\n      (not (exists (?d - column) (and (emptied ?d) (left ?c ?d))))" if is_ordered else "",
        "emptied": " (emptied ?c)" if is_ordered else "",
        "actions": actions + (f"\n\n{text_beside(__package__, 'wildcard').rstrip()}" if wildcards else ""),
    }
    for name, words in parts.items():
        text = text.replace(f"{{{name}}}", words)
    return text


def problem(level: PlottingLevel, variant: str) -> str:
    rows, columns = range(level.rows), range(level.columns)
    colours = level.colours or (1,)
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
    if variant != "quantified":
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
    goal = "(counting finish)" if variant != "quantified" else quantified_goal(level.goal)
    objects = [
        f"{' '.join(f'r{row + 1}' for row in rows)} - row",
        f"{' '.join(names)} - column",
        f"{' '.join(f'k{colour}' for colour in colours)} - colour",
        f"{' '.join(f'n{number}' for number in range(most + 1))} - count",
    ]
    return problem_text("plotting", f"plotting-{variant}", objects, facts, goal, variant != "quantified")


def quantified_goal(goal: int) -> str:
    """There are so many cells that all others are empty."""
    exceptions = "".join(f" (and (= ?r ?r{n}) (= ?c ?c{n}))" for n in range(1, goal + 1))
    others = f"(forall (?r - row ?c - column) (or (empty ?r ?c){exceptions}))"
    if goal == 0:
        return others
    cells = " ".join(f"?r{n} - row ?c{n} - column" for n in range(1, goal + 1))
    return f"(exists ({cells}) {others})"


def decode(actions: Sequence[str]) -> list[str]:
    """The shots of action texts like `(stop-along r2 c3 k1 k2)` or `(floor-down c4 k1)`; counting is no move."""
    moves = []
    for action in actions:
        name, *arguments = words_of(action)
        if name.endswith("-along"):
            moves.append(f"row {arguments[0][1:]}")
        elif name.endswith("-down"):
            moves.append(f"col {arguments[0][1:]}")
    return moves


PDDL = PddlForms(encode, VARIANTS, "quantified")
