"""The order in which derived predicates are to be derived: negation may only look at what is complete."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from . import ast
from .counting import all_but
from .graphs import components

Given = dict[str, str]


@dataclass(frozen=True)
class Branch:
    """One of the ways in which a rule derives facts: for all values of the parameters for which the condition holds."""

    rule: ast.Derived
    parameters: tuple[ast.Parameter, ...]
    condition: ast.Condition
    # The atoms by which it depends on its own stratum; None if it does so in other ways too.
    seeds: tuple[ast.Atom, ...] | None

    def fact(self, values: Given) -> ast.Fact:
        return (self.rule.predicate, *[values[each.name] for each in self.rule.parameters])


@dataclass(frozen=True)
class Stratum:
    """Rules whose predicates depend on each other, or the rules of one predicate that does not depend on itself."""

    branches: tuple[Branch, ...]
    is_recursive: bool

    def again(self, facts: Iterable[ast.Fact]) -> Iterator[tuple[Branch, Given]]:
        """What may derive more once these facts are new: the branches, each with the values that a fact gives it."""
        new: dict[str, list[ast.Fact]] = defaultdict(list)
        for fact in facts:
            new[fact[0]].append(fact)
        for branch in self.branches:
            if branch.seeds is None:
                yield branch, {}
                continue
            for seed in branch.seeds:
                for fact in new.get(seed.predicate, ()):
                    given = _match(seed, fact)
                    if given is not None:
                        yield branch, given


def _match(atom: ast.Atom, fact: ast.Fact) -> Given | None:
    """The values of variables with which the atom is the fact."""
    found: Given = {}
    for term, value in zip(atom.terms, fact[1:], strict=True):
        if (found.setdefault(term, value) if term.startswith("?") else term) != value:
            return None
    return found


def _branches(rule: ast.Derived, stratum: frozenset[str]) -> Iterator[Branch]:
    """The rule, with its outer disjunctions and existential quantifiers opened."""
    waiting: list[tuple[ast.Condition, tuple[ast.Parameter, ...]]] = [(rule.condition, rule.parameters)]
    while waiting:
        condition, parameters = waiting.pop()
        match condition:
            case ast.Or(parts):
                waiting.extend((part, parameters) for part in reversed(parts))
                continue
            case ast.And((part,)):
                waiting.append((part, parameters))
                continue
            case ast.Exists(inner, part):
                # One that does not depend on its stratum stays closed: it is enough to find one value.
                names = {each.name for each in parameters}
                is_recursive = any(name in stratum for name, _ in signed_predicates(part))
                if is_recursive and all_but(condition) is None and not any(each.name in names for each in inner):
                    waiting.append((part, (*parameters, *inner)))
                    continue
        seeds: list[ast.Atom] = []
        is_seeded = True
        for part in conjuncts(condition):
            if isinstance(part, ast.Atom):
                seeds += [part] if part.predicate in stratum else []
            elif any(name in stratum for name, _ in signed_predicates(part)):
                is_seeded = False
        yield Branch(rule, parameters, condition, tuple(seeds) if is_seeded else None)


def conjuncts(condition: ast.Condition) -> Iterator[ast.Condition]:
    """The conditions that must all be true for the condition to be true, as far as its outer conjunctions tell."""
    waiting = [condition]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.And):
            waiting.extend(reversed(part.parts))
        else:
            yield part


def stratified(rules: Sequence[ast.Derived]) -> list[Stratum]:
    """The rules in an order in which they look only at their own stratum and those before, and negation at the latter.

    They must be stratified.
    """
    graph = _Graph(rules)
    by_predicate: dict[str, list[ast.Derived]] = {name: [] for name in graph.places}
    for rule in rules:
        by_predicate[rule.predicate].append(rule)
    found = []
    for group in graph.groups:
        names = frozenset(graph.names[node] for node in group)
        rules_of = (rule for node in sorted(group) for rule in by_predicate[graph.names[node]])
        branches = tuple([branch for rule in rules_of for branch in _branches(rule, names)])
        found.append(Stratum(branches, len(group) > 1 or group[0] in graph.edges[group[0]]))
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
