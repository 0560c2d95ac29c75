"""Effects written so that no action adds and deletes one fact: for planners to which deleting wins, not adding.

Where an add and a delete stand side by side, the delete is made conditional on their being about different facts.
Where they stand under different conditions that is not tried, and the caller is told that they may clash. Conditions
and quantifiers are not left one within the other, which the same planners do not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from . import ast
from .printer import mentions

# The conditions and quantifiers that a change stands under, and the variables that those bind.
Place = tuple[tuple[int, ...], frozenset[str]]


def separated(domain: ast.Domain) -> tuple[ast.Domain, bool]:
    """The domain with such effects; and whether no add can clash with a delete any more."""
    actions = tuple(
        replace(action, effect=ast.Together(tuple(_simple(_separate(action.effect))))) for action in domain.actions
    )
    is_clean = not any(_may_clash(action.effect) for action in domain.actions)
    return replace(domain, actions=actions), is_clean


def _flat(effect: ast.Effect) -> Iterator[ast.Effect]:
    if isinstance(effect, ast.Together):
        for part in effect.parts:
            yield from _flat(part)
    else:
        yield effect


def _separate(effect: ast.Effect) -> ast.Effect:
    parts = list(_flat(effect))
    added = [part.atom for part in parts if isinstance(part, ast.Add)]
    found: list[ast.Effect] = []
    for part in parts:
        match part:
            case ast.Delete(atom):
                equations = [different for other in added if (different := _equations(atom, other)) is not None]
                if all(equations):  # else it is about a fact that is added anyway
                    guards = tuple(ast.Not(_conjunction(each)) for each in equations)
                    found.append(ast.When(_conjunction(guards), part) if guards else part)
            case ast.When(condition, inner):
                found.append(ast.When(condition, _separate(inner)))
            case ast.ForEach(parameters, inner):
                found.append(ast.ForEach(parameters, _separate(inner)))
            case _:
                found.append(part)
    return ast.Together(tuple(found))


def _simple(effect: ast.Effect) -> Iterator[ast.Effect]:
    """The same as changes, each under one quantifier at most, and then under one condition at most."""
    for part in _flat(effect):
        match part:
            case ast.When(condition, inner):
                yield from (_guarded(condition, each) for each in _simple(inner))
            case ast.ForEach(parameters, inner):
                for each in _simple(inner):
                    if isinstance(each, ast.ForEach):
                        names = {own.name for own in each.parameters}
                        outer = tuple(own for own in parameters if own.name not in names)
                        yield ast.ForEach((*outer, *each.parameters), each.effect)
                    else:
                        yield ast.ForEach(parameters, each)
            case _:
                yield part


def _guarded(condition: ast.Condition, effect: ast.Effect) -> ast.Effect:
    match effect:
        case ast.When(inner, change):
            return ast.When(ast.And((condition, inner)), change)
        case ast.ForEach(parameters, inner) if not mentions(condition, parameters):
            return ast.ForEach(parameters, _guarded(condition, inner))
    return ast.When(condition, effect)


def _equations(one: ast.Atom, other: ast.Atom) -> tuple[ast.Equals, ...] | None:
    """What must be equal for two atoms to be one fact; None if they never are."""
    if one.predicate != other.predicate:
        return None
    pairs = [(a, b) for a, b in zip(one.terms, other.terms, strict=True) if a != b]
    if any(not a.startswith("?") and not b.startswith("?") for a, b in pairs):
        return None
    return tuple(ast.Equals(a, b) for a, b in pairs)


def _conjunction(parts: tuple[ast.Condition, ...]) -> ast.Condition:
    return parts[0] if len(parts) == 1 else ast.And(parts)


def _may_clash(effect: ast.Effect) -> bool:
    changes = list(_changes(effect, ((), frozenset())))
    added = [(change.atom, place) for change, place in changes if isinstance(change, ast.Add)]
    deleted = [(change.atom, place) for change, place in changes if isinstance(change, ast.Delete)]
    for atom, (path, bound) in deleted:
        for other, (other_path, _) in added:
            if _equations(atom, other) is None:
                continue
            # Side by side they are separated; but a quantifier makes pairs of different values too, which are about
            # different facts for certain only if both have all of its variables at the same places.
            same = {a for a, b in zip(atom.terms, other.terms, strict=True) if a == b}
            if path != other_path or not bound <= same:
                return True
    return False


def _changes(effect: ast.Effect, place: Place) -> Iterator[tuple[ast.Add | ast.Delete, Place]]:
    path, bound = place
    for number, part in enumerate(_flat(effect)):
        match part:
            case ast.Add() | ast.Delete():
                yield part, place
            case ast.When(_, inner):
                yield from _changes(inner, ((*path, number), bound))
            case ast.ForEach(parameters, inner):
                yield from _changes(inner, ((*path, number), bound | {each.name for each in parameters}))
