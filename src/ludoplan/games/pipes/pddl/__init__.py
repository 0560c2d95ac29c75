"""A level as a planning task. Both domains take the same problem file.

A piece in row R and column C is the object pR-C; a cross is two, one for each axis, that behave as fixed straight
pieces. Facts such as (right p q) are given only where the flow may go from p to q: not out of an end where the chain
stops, not into the start, and into an end only through its openings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from ....core.parts import Pddl, PddlForms
from ....pddl.levels import problem_text, text_beside, variant_of
from ..rules import CROSS, ELBOW, EMPTY, ONE_WAY, Cell, Move, PipesLevel, moves_of_chain, neighbour
from ..text import move_to_text
from .demands import SIDES, Demands, demands_of, domain_with

VARIANTS = ("no-rotation", "rotation")
AXES = ("on-horizontal", "on-vertical")
ACTION = re.compile(r"\(?\s*((?:go|lay)-\w+|rotate|skip)((?:\s+p\d+-\d+\w?)+)(?:\s+[nscq]-?\d+)*\s*\)?", re.IGNORECASE)
PIECE = re.compile(r"p(\d+)-(\d+)", re.IGNORECASE)


def encode(level: PipesLevel, variant: str | None = None) -> Pddl:
    """The task, with or without rotation; raises Unsupported for another variant."""
    variant = variant_of("pipes", variant or ("rotation" if level.objective == "steps" else None), VARIANTS)
    demands = demands_of(level)
    domain = domain_with(text_beside(__package__, variant), demands, variant == "rotation")
    # Without rotation a plan costs one less than its chain has pieces; with rotation it costs its steps.
    extra = {("no-rotation", "pieces"): 1, ("rotation", "steps"): 0}.get((variant, level.objective))
    return Pddl(domain, problem(level, demands), partial(decode_plan, level, variant), extra)


def name(level: PipesLevel, cell: Cell, side: int = 0) -> str:
    """The object for a piece; for a cross the one of this side's axis."""
    suffix = "hv"[side % 2] if level.kinds[cell] == CROSS else ""
    return f"p{cell[0] + 1}-{cell[1] + 1}{suffix}"


def problem(level: PipesLevel, demands: Demands) -> str:
    """The problem file."""
    pieces = []
    facts = [f"(on-piece {name(level, level.start)})", f"(used {name(level, level.start)})"]
    for cell, kind in level.kinds.items():
        for axis in range(2 if kind == CROSS else 1):
            pieces.append(name(level, cell, axis))
            facts += facts_of_piece(level, cell, axis)
            if demands.charge is not None:
                charge = demands.charge(level.charge_of.get(cell, 0))
                facts += [f"(charge-of {name(level, cell, axis)} {charge})"] if cell != level.start else []
    goals = [goal(level), *demands.goals]
    if level.waypoints and demands.goals:  # the flow must not go on when all ends are used
        goals.append(f"(or {' '.join(f'(on-piece {name(level, end)})' for end in level.ends)})")
    wanted = goals[0] if len(goals) == 1 else f"(and {' '.join(goals)})"
    objects = [f"{' '.join(pieces)} - piece", *demands.objects]
    return problem_text("pipes", "pipes", objects, (*facts, *demands.facts), wanted, demands.has_queue)


def facts_of_piece(level: PipesLevel, cell: Cell, axis: int) -> list[str]:
    """What a piece is, how it stands, and the pieces that may come after it."""
    kind, rotation, own = level.kinds[cell], level.rotation(cell), name(level, cell, axis)
    if kind == EMPTY:
        facts = [f"(is-empty {own})"]
    elif kind in (ELBOW, ONE_WAY):
        facts = [f"(is-type-{kind.lower()} {own})", f"(on-position-{rotation + 1} {own})"]
    else:
        shown = "b" if kind == CROSS else kind.lower()
        facts = [f"(is-type-{shown} {own})", f"({AXES[axis if kind == CROSS else rotation]} {own})"]
    for side, relation in enumerate(SIDES):
        if level.can_leave(cell, side) and (kind != CROSS or side % 2 == axis):
            facts.append(f"({relation} {own} {name(level, neighbour(cell, side), side)})")
    return facts


def goal(level: PipesLevel) -> str:
    """An end and the sides by which it may be entered; with several ends any of them; with waypoints all, used."""
    ends = [name(level, end) for end in level.ends]
    if level.waypoints:
        return f"(and {' '.join(f'(used {end})' for end in ends)})"
    sides = [("left", "right"), ("top", "bottom")]
    goals = [
        f"(and (on-piece {end}) (or {' '.join(f'(from-{side} {end})' for side in sides[level.rotation(cell)])}))"
        for end, cell in zip(ends, level.ends, strict=True)
    ]
    return goals[0] if len(goals) == 1 else f"(or {' '.join(goals)})"


def decode_plan(level: PipesLevel, variant: str, actions: Sequence[str]) -> list[str]:
    """The moves of a plan; without rotation the turns that its chain needs are put in. Raises ValueError."""
    cells = [level.start]
    moves: list[Move] = []
    waiting: list[Move] = []  # pieces are skipped before the flow goes to the empty cell, not after
    for action in actions:
        match = ACTION.fullmatch(action.strip())
        if match is None:
            raise ValueError(f"{action!r} is no action of pipes")
        if match[1].lower() == "skip":
            moves.append(Move("skip", level.start))
            continue
        row, column = PIECE.findall(match[2])[-1]
        cell = int(row) - 1, int(column) - 1
        is_turn = match[1].lower() == "rotate"
        moves += waiting
        waiting = [Move("turn" if is_turn else "go", cell)]
        if not is_turn:
            cells.append(cell)
        if level.kinds.get(cell) != EMPTY:
            moves += waiting
            waiting = []
    moves += waiting
    if variant == "no-rotation":
        moves = moves_of_chain(level, cells)
    return [move_to_text(level, move) for move in moves]


PDDL = PddlForms(encode, VARIANTS)
