"""Random small planning tasks with everything that PDDL has, made so that many have plans of several steps."""

from __future__ import annotations

import heapq
import random
from typing import Any

from ludoplan.pddl import ast

OBJECTS = {"cell": ("c1", "c2", "c3"), "item": ("i1", "i2")}
ALIKE = {**OBJECTS, "item": ("i1", "i2", "i3")}
PREDICATES = {
    "next": ("cell", "cell"),  # never changes
    "at": ("item", "cell"),
    "on": ("cell",),
    "has": ("item",),
    "lamp": (),
}
KINDS: dict[str, dict[str, bool]] = {
    "plain": {"numeric": False, "costs": False, "derived": False},
    "costs": {"numeric": False, "costs": True, "derived": False},
    "derived": {"numeric": False, "costs": False, "derived": True},
    "numeric": {"numeric": True, "costs": False, "derived": False},
    "alike": {"numeric": False, "costs": True, "derived": False, "alike": True},
    "everything": {"numeric": True, "costs": True, "derived": True},
}
DERIVED = {"near": ("cell", "cell"), "lonely": ("cell",)}


def names_an_item(part: object) -> bool:
    return any(f"'{item}'" in repr(part) for item in ALIKE["item"])


class Maker:
    """Draws the parts of a task."""

    def __init__(self, seed: int, numeric: bool, costs: bool, derived: bool, alike: bool = False) -> None:
        self.rng = random.Random(seed)
        self.objects = ALIKE if alike else OBJECTS
        self.numeric = numeric
        self.costs = costs
        self.known = {**PREDICATES, **DERIVED} if derived else PREDICATES
        self.count = 0

    def task(self) -> tuple[ast.Domain, ast.Problem]:
        rng = self.rng
        predicates = tuple(
            ast.Predicate(name, tuple(ast.Parameter(f"?a{i}", (kind,)) for i, kind in enumerate(kinds)))
            for name, kinds in self.known.items()
        )
        functions = [ast.Function("fuel", (ast.Parameter("?i", ("item",)),)), ast.Function("total-cost", ())]
        domain = ast.Domain(
            "random",
            types=(ast.Type("cell"), ast.Type("item")),
            predicates=predicates,
            functions=tuple(functions),
            derived=self.rules() if "near" in self.known else (),
            actions=tuple(self.some_action(number) for number in range(rng.randint(2, 4))),
        )
        objects = tuple(ast.Object(name, (kind,)) for kind, names in self.objects.items() for name in names)
        facts = [("next", a, b) for a in self.objects["cell"] for b in self.objects["cell"] if rng.random() < 0.5]
        for name, kinds in list(PREDICATES.items())[1:]:
            drawn = [(name, *(rng.choice(self.objects[kind]) for kind in kinds)) for _ in range(2)]
            drawn = [fact for fact in drawn if rng.random() < 0.4]
            if self.objects is ALIKE and "item" in kinds and rng.random() < 0.6:
                drawn = [(name, item, *rest) for _, _, *rest in drawn for item in self.objects["item"]]
            facts += drawn
        values = [(("fuel", item), rng.randint(0, 3)) for item in self.objects["item"] if rng.random() < 0.9]
        goal = ast.And(tuple(part for _ in range(rng.randint(1, 3)) for part in self.wish()))
        metric = ast.Metric("minimize", ast.Fluent("total-cost", ())) if self.costs else None
        facts = tuple(dict.fromkeys(facts))
        return domain, ast.Problem("p", "random", (), objects, facts, tuple(values), goal, metric)

    def wish(self) -> tuple[ast.Condition, ...]:
        """A part of the goal; where items are alike, the same for each of them."""
        if self.objects is not ALIKE:
            return (self.condition({}, 1),)
        if self.rng.random() < 0.5:
            return tuple(
                part if self.rng.random() < 0.95 else ast.Not(part)
                for cell in [self.term("cell", {})]
                for part in (ast.Atom("at", (item, cell)) for item in self.objects["item"])
            )
        wish = self.condition({}, 1)
        while names_an_item(wish):
            wish = self.condition({}, 1)
        return (wish,)

    def some_action(self, number: int) -> ast.Action:
        action = self.action(number)
        while self.objects is ALIKE and names_an_item(action):
            action = self.action(number)
        return action

    def rules(self) -> tuple[ast.Derived, ...]:
        a, b, c = (ast.Parameter(name, ("cell",)) for name in ("?a", "?b", "?c"))
        step = ast.And((ast.Atom("next", ("?a", "?b")), ast.Atom("on", ("?b",))))
        further = ast.And((ast.Atom("near", ("?a", "?c")), ast.Atom("near", ("?c", "?b"))))
        nobody = ast.Not(ast.Exists((b,), ast.Or((ast.Atom("near", ("?a", "?b")), ast.Atom("on", ("?a",))))))
        return (
            ast.Derived("near", (a, b), step),
            ast.Derived("near", (a, b), ast.Exists((c,), further)),
            ast.Derived("lonely", (a,), nobody),
        )

    def term(self, kind: str, scope: dict[str, str]) -> str:
        names = [name for name, of in scope.items() if of == kind]
        return self.rng.choice(names if names and self.rng.random() < 0.85 else self.objects[kind])

    def atom(self, scope: dict[str, str], known: dict[str, tuple[str, ...]]) -> ast.Atom:
        name = self.rng.choice(list(known))
        return ast.Atom(name, tuple(self.term(kind, scope) for kind in known[name]))

    def comparison(self, scope: dict[str, str]) -> ast.Comparison:
        left = ast.Fluent("fuel", (self.term("item", scope),))
        right = self.expression(scope)
        return ast.Comparison(self.rng.choice(["<", "<=", "=", ">=", ">"]), left, right)

    def expression(self, scope: dict[str, str]) -> ast.Expression:
        if self.rng.random() < 0.7:
            return ast.Number(self.rng.randint(0, 3))
        fuel = ast.Fluent("fuel", (self.term("item", scope),))
        return ast.Arithmetic(self.rng.choice("+-"), (fuel, ast.Number(self.rng.randint(0, 2))))

    def bound(self, scope: dict[str, str]) -> tuple[ast.Parameter, dict[str, str]]:
        self.count += 1
        kind = self.rng.choice(list(self.objects))
        name = f"?v{self.count}"
        return ast.Parameter(name, (kind,)), {**scope, name: kind}

    def condition(self, scope: dict[str, str], depth: int) -> ast.Condition:
        choice = self.rng.random()
        if depth == 0 or choice < 0.4:
            if self.numeric and self.rng.random() < 0.3:
                return self.comparison(scope)
            atom = self.atom(scope, self.known)
            return ast.Not(atom) if self.rng.random() < 0.3 else atom
        if choice < 0.7:
            parts = tuple(self.condition(scope, depth - 1) for _ in range(self.rng.randint(1, 3)))
            return self.rng.choice([ast.And, ast.Or])(parts)
        if choice < 0.8:
            return ast.Imply(self.condition(scope, depth - 1), self.condition(scope, depth - 1))
        if choice < 0.85:
            return self.all_but(scope, depth)
        parameter, inner = self.bound(scope)
        kind = self.rng.choice([ast.Exists, ast.Forall])
        part = self.condition(inner, depth - 1)
        return ast.Not(kind((parameter,), part)) if self.rng.random() < 0.2 else kind((parameter,), part)

    def all_but(self, scope: dict[str, str], depth: int) -> ast.Condition:
        """Something holds of all things of a kind but one or two."""
        parameter, inner = self.bound(scope)
        others = tuple(ast.Parameter(f"{parameter.name}-{n}", parameter.types) for n in range(self.rng.randint(1, 2)))
        exceptions = tuple(ast.Equals(parameter.name, other.name) for other in others)
        every = ast.Forall((parameter,), ast.Or((self.condition(inner, depth - 1), *exceptions)))
        found = ast.Exists(others, every)
        return ast.Not(found) if self.rng.random() < 0.4 else found

    def effect(self, scope: dict[str, str], depth: int) -> ast.Effect:
        choice = self.rng.random()
        changing = dict(list(PREDICATES.items())[1:])
        if depth == 0 or choice < 0.5:
            if self.numeric and self.rng.random() < 0.3:
                # Only small steps, so that the state space stays small.
                operator = self.rng.choice(["assign", "increase", "decrease"])
                return ast.Change(operator, ast.Fluent("fuel", (self.term("item", scope),)), ast.Number(1))
            atom = self.atom(scope, changing)
            return ast.Delete(atom) if self.rng.random() < 0.35 else ast.Add(atom)
        if choice < 0.75:
            return ast.When(self.condition(scope, 1), self.effect(scope, depth - 1))
        parameter, inner = self.bound(scope)
        return ast.ForEach((parameter,), ast.When(self.condition(inner, 1), self.effect(inner, depth - 1)))

    def action(self, number: int) -> ast.Action:
        kinds = [self.rng.choice(list(self.objects)) for _ in range(self.rng.randint(0, 2))]
        parameters = tuple(ast.Parameter(f"?p{i}", (kind,)) for i, kind in enumerate(kinds))
        scope = {f"?p{i}": kind for i, kind in enumerate(kinds)}
        precondition = ast.And(tuple(self.condition(scope, 2) for _ in range(self.rng.randint(0, 2))))
        if self.numeric:
            # Keeps the numbers, and with them the state space, small.
            limits = [
                ast.Comparison(sign, ast.Fluent("fuel", (item,)), ast.Number(bound))
                for item in self.objects["item"]
                for sign, bound in ((">=", 0), ("<=", 3))
            ]
            precondition = ast.And((precondition, *limits))
        effects = [self.effect(scope, 2) for _ in range(self.rng.randint(1, 4))]
        if self.costs:
            cost = ast.Change("increase", ast.Fluent("total-cost", ()), ast.Number(self.rng.randint(0, 4)))
            effects.append(cost if self.rng.random() < 0.7 else ast.When(self.condition(scope, 1), cost))
        return ast.Action(f"act{number}", parameters, precondition, ast.Together(tuple(effects)))


def distances(native: Any, most: int) -> list[tuple[list[int], int | None]] | None:
    """All states that can be reached, and the cost from each to the goal (None: there is no way)."""
    start = tuple(native.initial())
    numbers = {start: 0}
    states = [start]
    edges = []
    for state in states:
        if len(states) > most:
            return None
        for _, cost, after in native.successors(list(state)):
            after = tuple(after)
            if after not in numbers:
                numbers[after] = len(states)
                states.append(after)
            edges.append((numbers[state], numbers[after], cost))
    backward = [[] for _ in states]
    for source, target, cost in edges:
        backward[target].append((source, cost))
    best = [None] * len(states)
    queue = [(0, number) for number, state in enumerate(states) if native.is_goal(list(state))]
    while queue:
        distance, number = heapq.heappop(queue)
        if best[number] is not None:
            continue
        best[number] = distance
        for source, cost in backward[number]:
            heapq.heappush(queue, (distance + cost, source))
    return [(list(state), distance) for state, distance in zip(states, best, strict=True)]
