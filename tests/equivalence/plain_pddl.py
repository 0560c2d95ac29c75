"""PDDL read literally: slow, short, and sharing nothing with the project's own planner."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

Tree = Any  # a word or a list of trees
Facts = frozenset[tuple[str, ...]]


def tree(text: str) -> Tree:
    """The nested lists of one expression."""
    stack: list[list[Tree]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", text).lower()):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    (whole,) = stack[0]
    return whole


def typed(words: list[str]) -> list[tuple[str, str]]:
    """Pairs of a name and its type."""
    pairs, names, rest = [], [], iter(words)
    for word in rest:
        if word == "-":
            kind = next(rest)
            pairs += [(name, kind) for name in names]
            names = []
        else:
            names.append(word)
    return pairs + [(name, "object") for name in names]


class PlainTask:
    """A planning task; states are sets of facts."""

    def __init__(self, domain: str, problem: str) -> None:
        parts: dict[str, list[Tree]] = {}
        for part in (*tree(domain)[2:], *tree(problem)[2:]):
            parts.setdefault(part[0], []).append(part[1:])
        self.parents = dict(typed(parts[":types"][0]))
        self.objects = typed(parts[":objects"][0])
        self.initial: Facts = frozenset(tuple(fact) for fact in parts[":init"][0])
        self.goal = parts[":goal"][0][0]
        actions = [(name, dict(zip(rest[::2], rest[1::2], strict=True))) for name, *rest in parts[":action"]]
        self.changing = {word for _, action in actions for word in self._changed(action[":effect"])}
        self.actions = [
            (f"({' '.join((name, *bound.values()))})", action, bound)
            for name, action in actions
            for bound in self._bindings(typed(action[":parameters"]), self._fixed(action[":precondition"]), {})
        ]

    def successors(self, state: Facts) -> Iterator[tuple[str, Facts]]:
        """Pairs of an action text and the state after it."""
        for text, action, bound in self.actions:
            if self.holds(action[":precondition"], state, bound):
                adds: set[tuple[str, ...]] = set()
                deletes: set[tuple[str, ...]] = set()
                self._collect(action[":effect"], state, bound, adds, deletes)
                yield text, frozenset((state - deletes) | adds)

    def holds(self, formula: Tree, state: Facts, bound: dict[str, str]) -> bool:
        head, *rest = formula
        match head:
            case "and":
                return all(self.holds(part, state, bound) for part in rest)
            case "or":
                return any(self.holds(part, state, bound) for part in rest)
            case "not":
                return not self.holds(rest[0], state, bound)
            case "=":
                return bound.get(rest[0], rest[0]) == bound.get(rest[1], rest[1])
            case _:
                return self._atom(formula, bound) in state

    def _collect(self, effect: Tree, state: Facts, bound: dict[str, str], adds: set[Any], deletes: set[Any]) -> None:
        head, *rest = effect
        match head:
            case "and":
                for part in rest:
                    self._collect(part, state, bound, adds, deletes)
            case "forall":
                for more in self._bindings(typed(rest[0]), [], bound):
                    self._collect(rest[1], state, more, adds, deletes)
            case "when":
                if self.holds(rest[0], state, bound):
                    self._collect(rest[1], state, bound, adds, deletes)
            case "not":
                deletes.add(self._atom(rest[0], bound))
            case _:
                adds.add(self._atom(effect, bound))

    def _atom(self, formula: Tree, bound: dict[str, str]) -> tuple[str, ...]:
        return (formula[0], *(bound.get(word, word) for word in formula[1:]))

    def _changed(self, effect: Tree) -> Iterator[str]:
        head, *rest = effect
        if head in ("and", "not", "forall", "when"):
            for part in rest[-1:] if head in ("forall", "when") else rest:
                yield from self._changed(part)
        else:
            yield head

    def _fixed(self, precondition: Tree) -> list[Tree]:
        """The atoms that must hold and that no action changes."""
        words = {"and", "or", "not", "=", *self.changing}
        return [part for part in precondition[1:] if part[0] not in words]

    def _bindings(self, parameters: Any, needed: list[Tree], bound: dict[str, str]) -> Iterator[dict[str, str]]:
        """All ways to bind the parameters with which every unchanging fact that is needed holds."""
        if not parameters:
            yield bound
            return
        (name, kind), *rest = parameters
        for thing, its_kind in self.objects:
            if self._is_a(its_kind, kind):
                more = {**bound, name: thing}
                known = (atom for atom in needed if all(word in more for word in atom[1:] if word[0] == "?"))
                if all(self._atom(atom, more) in self.initial for atom in known):
                    yield from self._bindings(rest, needed, more)

    def _is_a(self, kind: str, wanted: str) -> bool:
        return kind == wanted or (kind in self.parents and self._is_a(self.parents[kind], wanted))
