"""The order in which derived predicates are to be derived: negation may only look at what is complete."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import ast
from .graphs import components


@dataclass(frozen=True)
class Layer:
    """Rules whose predicates depend on each other, or the rules of one predicate that does not depend on itself."""

    rules: tuple[ast.Derived, ...]
    is_recursive: bool


def layers(rules: Sequence[ast.Derived]) -> list[Layer]:
    """The rules in an order in which they look only at their own layer and those before, and negation at the latter.

    They must be stratified.
    """
    graph = _Graph(rules)
    by_predicate: dict[str, list[ast.Derived]] = {name: [] for name in graph.places}
    for rule in rules:
        by_predicate[rule.predicate].append(rule)
    found = []
    for group in graph.groups:
        own = [rule for node in group for rule in by_predicate[graph.names[node]]]
        found.append(Layer(tuple(own), len(group) > 1 or group[0] in graph.edges[group[0]]))
    return found


def unstratified(rules: Sequence[ast.Derived]) -> list[str]:
    """The derived predicates whose truth depends on their own falsity."""
    graph = _Graph(rules)
    group_of = {node: number for number, group in enumerate(graph.groups) for node in group}
    guilty = {
        graph.names[node]
        for node, others in enumerate(graph.edges)
        for other, is_negated in others.items()
        if is_negated and group_of[node] == group_of[other]
    }
    return sorted(guilty)


class _Graph:
    """Which derived predicates depend on which, and whether on their negation."""

    def __init__(self, rules: Sequence[ast.Derived]) -> None:
        self.names = list(dict.fromkeys(rule.predicate for rule in rules))
        self.places = {name: place for place, name in enumerate(self.names)}
        self.edges: list[dict[int, bool]] = [{} for _ in self.names]
        for rule in rules:
            edges = self.edges[self.places[rule.predicate]]
            for name, is_negated in signed_predicates(rule.condition):
                if name in self.places:
                    place = self.places[name]
                    edges[place] = edges.get(place, False) or is_negated
        self.groups = components([list(others) for others in self.edges])


def signed_predicates(condition: ast.Condition) -> set[tuple[str, bool]]:
    """The predicates of a condition, and whether they stand under a negation."""
    found: set[tuple[str, bool]] = set()
    waiting: list[tuple[ast.Condition, bool]] = [(condition, False)]
    while waiting:
        part, is_negated = waiting.pop()
        match part:
            case ast.Atom(predicate):
                found.add((predicate, is_negated))
            case ast.Not(inner):
                waiting.append((inner, not is_negated))
            case ast.And(parts) | ast.Or(parts):
                waiting.extend((each, is_negated) for each in parts)
            case ast.Imply(premise, conclusion):
                waiting += [(premise, not is_negated), (conclusion, is_negated)]
            case ast.Exists(_, inner) | ast.Forall(_, inner):
                waiting.append((inner, is_negated))
    return found
