"""How PDDL says "all but n": `exists` n things such that `forall` others something holds.

Taken at its word this has as many cases as there are ways to choose the n. Whoever evaluates or grounds conditions asks
here first, and counts exceptions instead:

    (exists (?a ?b - cell) (forall (?x - cell) (or (empty ?x) (= ?x ?a) (= ?x ?b))))      ; all cells but two are empty

The n things may also be tuples of variables, each compared with the tuple that `forall` ranges over, and it may be said
that they differ from each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from . import ast
from .printer import mentions


@dataclass(frozen=True)
class AllBut:
    """The part is false for at most `most` values of the parameters, and these have at least `least` values."""

    most: int
    least: int
    parameters: tuple[ast.Parameter, ...]
    part: ast.Condition


def all_but(condition: ast.Exists) -> AllBut | None:
    """The same condition as a count of exceptions, or None if it is not of this kind."""
    every: ast.Forall | None = None
    differences: list[ast.Condition] = []
    for part in _conjuncts(condition.part):
        if isinstance(part, ast.Forall) and every is None:
            every = part
        else:
            differences.append(part)
    if every is None:
        return None
    kinds = {each.name: each.types for each in condition.parameters}
    names = [each.name for each in every.parameters]
    if kinds.keys() & set(names):
        return None
    exceptions: list[tuple[str, ...]] = []
    rest: list[ast.Condition] = []
    for part in _disjuncts(every.part):
        equal = _pairs(_conjuncts(part), names, kinds)
        if equal is None:
            rest.append(part)
        else:
            exceptions.append(equal)
    # Every variable of `exists` must stand in one exception, and nowhere else.
    used = sorted(name for exception in exceptions for name in exception)
    if used != sorted(kinds) or any(mentions(part, condition.parameters) for part in rest):
        return None
    types = [each.types for each in every.parameters]
    if any([kinds[name] for name in exception] != types for exception in exceptions):
        return None
    if not all(_is_difference(part, exceptions) for part in differences):
        return None
    count = len(exceptions)
    part = rest[0] if len(rest) == 1 else ast.Or(tuple(rest))
    return AllBut(count, count if differences else 1, every.parameters, part)


def _pairs(equations: Iterable[ast.Condition], left: Collection[str], right: Collection[str]) -> tuple[str, ...] | None:
    """Which of the names on the right the equations set each on the left equal to; None if they say anything else."""
    found: dict[str, str] = {}
    for equation in equations:
        match equation:
            case ast.Equals(one, other) if one in left and other in right:
                pass
            case ast.Equals(other, one) if one in left and other in right:
                pass
            case _:
                return None
        if found.setdefault(one, other) != other:
            return None
    return tuple(found[name] for name in left) if len(found) == len(left) else None


def _is_difference(condition: ast.Condition, exceptions: list[tuple[str, ...]]) -> bool:
    """Whether the condition says that two exceptions are not the same, and no more."""
    equal = list(_conjuncts(negation(condition)))
    return any(_pairs(equal, one, other) == other for one in exceptions for other in exceptions if one is not other)


def _conjuncts(condition: ast.Condition) -> Iterator[ast.Condition]:
    match condition:
        case ast.And(parts):
            for part in parts:
                yield from _conjuncts(part)
        case ast.Not(ast.Or(parts)):
            for part in parts:
                yield from _conjuncts(negation(part))
        case ast.Not(ast.Imply(premise, conclusion)):
            yield from _conjuncts(premise)
            yield from _conjuncts(negation(conclusion))
        case ast.Not(ast.Not(part)):
            yield from _conjuncts(part)
        case _:
            yield condition


def _disjuncts(condition: ast.Condition) -> Iterator[ast.Condition]:
    return map(negation, _conjuncts(negation(condition)))


def negation(condition: ast.Condition) -> ast.Condition:
    """The opposite, without a negation of a negation."""
    return condition.part if isinstance(condition, ast.Not) else ast.Not(condition)
