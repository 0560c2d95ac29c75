"""The order in which derived predicates are to be derived: negation may only look at what is complete."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from . import ast


def layers(rules: Sequence[ast.Derived]) -> list[list[ast.Derived]]:
    """The rules in an order in which negation looks only at layers before its own; they must be stratified."""
    layer = {rule.predicate: 0 for rule in rules}
    for _ in range(len(layer) + 1):
        for rule in rules:
            for name, negated in signed_predicates(rule.condition):
                if name in layer:
                    layer[rule.predicate] = max(layer[rule.predicate], layer[name] + negated)
    groups: dict[int, list[ast.Derived]] = defaultdict(list)
    for rule in rules:
        groups[layer[rule.predicate]].append(rule)
    return [groups[number] for number in sorted(groups)]


def unstratified(rules: Sequence[ast.Derived]) -> list[str]:
    """The derived predicates whose truth depends on their own falsity."""
    derived = {rule.predicate for rule in rules}
    edges: dict[str, set[tuple[str, bool]]] = {name: set() for name in derived}
    for rule in rules:
        edges[rule.predicate] |= {(name, flag) for name, flag in signed_predicates(rule.condition) if name in derived}
    reachable: dict[str, set[str]] = {}
    for name in derived:
        seen: set[str] = set()
        waiting = [name]
        while waiting:
            for other, _ in edges[waiting.pop()]:
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
        reachable[name] = seen
    guilty = (
        name
        for name in derived
        for other, negated in edges[name]
        if negated and (name == other or name in reachable[other])
    )
    return sorted(set(guilty))


def signed_predicates(condition: ast.Condition, negated: bool = False) -> set[tuple[str, bool]]:
    """The predicates of a condition, and whether they stand under a negation."""
    match condition:
        case ast.Atom(predicate):
            return {(predicate, negated)}
        case ast.Not(part):
            return signed_predicates(part, not negated)
        case ast.And(parts) | ast.Or(parts):
            found: set[tuple[str, bool]] = set()
            for each in parts:
                found |= signed_predicates(each, negated)
            return found
        case ast.Imply(premise, conclusion):
            return signed_predicates(premise, not negated) | signed_predicates(conclusion, negated)
        case ast.Exists(_, part) | ast.Forall(_, part):
            return signed_predicates(part, negated)
    return set()
