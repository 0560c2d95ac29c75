"""What a level's further rules add to the domain and to the problem.

Numbers are objects, so that every planner can count: the length so far, at most as long as is asked for; the sum of
the charges so far; the place in the queue. Where there is a queue, the flow goes on to an empty cell first, and the
piece is laid as it leaves that cell: `lay-left` and so on take the place of `go-left` there, and `skip` drops the next
piece of the queue while the flow waits on the empty cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ....core.errors import Unsupported
from ....pddl.levels import text_beside
from ..rules import CROSS, EMPTY, PipesLevel, exit_of

SIDES = ("left", "top", "right", "bottom")  # as the predicates left, from-left, ... have them
MOST_SUMS = 5000
SKIPPED = ":effect (and (not (next ?q)) (next ?r)"


@dataclass
class Demands:
    """What is added in each place."""

    types: list[str] = field(default_factory=list)
    predicates: list[str] = field(default_factory=list)
    parameters: str = ""
    guard: str = ""
    effect: str = ""
    objects: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    goals: list[str] = field(default_factory=list)
    charge: Callable[[int], str] | None = None  # the object for a piece's charge
    has_queue: bool = False


def demands_of(level: PipesLevel) -> Demands:
    """What the level asks for beyond a chain; raises Unsupported where there are too many sums of charges."""
    found = Demands()
    if level.least > 2:  # every chain has two
        add_length(found, level.least)
    if level.charge is not None:
        add_charge(found, level, level.charge)
    if EMPTY in level.kinds.values():
        add_queue(found, level)
    return found


def add_length(found: Demands, least: int) -> None:
    found.types.append("count")
    found.predicates.append("(length ?n - count) (after ?n ?m - count) ; pieces of the chain, as far as they count")
    found.parameters += " ?n ?m - count"
    found.guard += " (length ?n) (after ?n ?m)"
    found.effect += " (not (length ?n)) (length ?m)"
    found.objects.append(" ".join(f"n{number}" for number in range(1, least + 1)) + " - count")
    found.facts.append("(length n1)")
    found.facts += [f"(after n{number} n{min(number + 1, least)})" for number in range(1, least + 1)]
    found.goals.append(f"(length n{least})")


def add_charge(found: Demands, level: PipesLevel, wanted: int) -> None:
    first = level.charge_of.get(level.start, 0)
    charges = {0, *(value for cell, value in level.charges if cell != level.start)}
    sums = sums_of(level, wanted) | {first, wanted}
    found.types += ["sum", "charge"]
    found.predicates.append("(sum ?s - sum) (charge-of ?p - piece ?c - charge) (plus ?s - sum ?c - charge ?t - sum)")
    found.parameters += " ?s ?t - sum ?c - charge"
    found.guard += " (sum ?s) (charge-of ?next ?c) (plus ?s ?c ?t)"
    found.effect += " (not (sum ?s)) (sum ?t)"
    found.objects.append(" ".join(signed("s", number) for number in sorted(sums)) + " - sum")
    found.objects.append(" ".join(signed("c", number) for number in sorted(charges)) + " - charge")
    found.facts.append(f"(sum {signed('s', first)})")
    found.facts += [
        f"(plus {signed('s', number)} {signed('c', charge)} {signed('s', number + charge)})"
        for number in sorted(sums)
        for charge in sorted(charges)
        if number + charge in sums
    ]
    found.goals.append(f"(sum {signed('s', wanted)})")
    found.charge = lambda value: signed("c", value)


def sums_of(level: PipesLevel, wanted: int) -> set[int]:
    """The sums that a chain may have on its way to the one that is wanted; raises Unsupported if they are too many."""
    sums = {0}
    for cell, value in level.charges:
        for _ in range(2 if level.kinds[cell] == CROSS else 1):
            sums |= {number + value for number in sums}
            if len(sums) > MOST_SUMS:
                raise Unsupported(f"pipes: charges with more than {MOST_SUMS} sums have no PDDL form")
    # What is missing is a sum as well.
    return {number for number in sums if wanted - number in sums}


def add_queue(found: Demands, level: PipesLevel) -> None:
    found.has_queue = True
    found.types.append("queued")
    found.predicates.append("(is-empty ?p - piece) (next ?q - queued) (follows ?q ?r - queued)")
    ways = [f"(leads-{one}-{other} ?q - queued)" for one in SIDES for other in SIDES if one != other]
    found.predicates.append(" ".join(ways))
    names = [f"q{number}" for number in range(1, len(level.queue) + 2)]  # the last one is the end of the queue
    found.objects.append(" ".join(names) + " - queued")
    found.facts += ["(next q1)", "(= (total-cost) 0)"]
    for number, (kind, rotation) in enumerate(level.shapes):
        found.facts.append(f"(follows {names[number]} {names[number + 1]})")
        for side, one in enumerate(SIDES):
            leaving = exit_of(kind, rotation, side)
            if leaving is not None:
                found.facts.append(f"(leads-{one}-{SIDES[leaving]} {names[number]})")


def signed(letter: str, number: int) -> str:
    """The object for a number: objects have no signs."""
    return f"{letter}{number}" if number >= 0 else f"{letter}-{-number}"


def domain_with(domain: str, demands: Demands, has_turns: bool) -> str:
    """The domain with what the demands add."""
    if not demands.types:
        return domain
    more = "".join(f"\n    {line}" for line in demands.predicates)
    arrival = demands.effect
    if demands.has_queue:
        queue = text_beside(__package__, "queue")
        if has_turns:  # steps are counted
            queue = queue.replace(SKIPPED, f"{SKIPPED} (increase (total-cost) 1)")
        domain = domain.rstrip().removesuffix(")") + f"\n\n{queue.rstrip()})\n"
        arrival += " (increase (total-cost) 1)"
    changes = {
        "(:types piece)": f"(:types piece {' '.join(demands.types)})",
        "(used ?p - piece)": f"(used ?p - piece){more}",
        "(?p ?next - piece": f"(?p ?next - piece{demands.parameters}",
        "(not (used ?next))": f"(not (used ?next)){demands.guard}",
        "(used ?next) (from": f"(used ?next){arrival} (from",
    }
    if demands.has_queue:
        changes |= {
            ":typing": ":typing :action-costs",
            "(on-position-4 ?p - piece))": "(on-position-4 ?p - piece))\n  (:functions (total-cost) - number)",
            "(not (is-type-b ?p))": "(not (is-type-b ?p)) (not (is-empty ?p))",
            "(when (on-horizontal": "(increase (total-cost) 1)\n      (when (on-horizontal",
        }
    for old, new in changes.items():
        domain = domain.replace(old, new)
    return domain
