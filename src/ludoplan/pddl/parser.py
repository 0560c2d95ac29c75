"""Domains and problems: their sections, in any order, and what is declared in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from . import ast
from .declarations import Arguments, Names, listed
from .features import SUPPORTED, closure, features
from .formulas import RESERVED, TOTAL_COST, TRUE, Formulas, is_total_cost
from .hierarchy import Hierarchy, TangledTypesError, Types
from .initial import Initial
from .source import Item, Node, Source, describe
from .strata import unstratified

DOMAIN_SECTIONS = (":requirements", ":types", ":constants", ":predicates", ":functions", ":derived", ":action")
PROBLEM_SECTIONS = (":domain", ":requirements", ":objects", ":init", ":goal", ":metric")
# They belong to PDDL, but not to what a plan without durations and preferences is about.
UNSUPPORTED = {
    ":durative-action": "durative actions are not supported",
    ":constraints": "constraints on the whole plan (PDDL 3) are not supported",
    ":process": "processes (PDDL+) are not supported",
    ":event": "events (PDDL+) are not supported",
    ":axiom": "axioms are written (:derived (PREDICATE ...) CONDITION)",
}
# They say something about plans that is of no use here.
IGNORED = (":length", ":situation")

# What other languages call numbers.
NUMBERS = ("int", "integer", "real", "float", "double")

Declared = TypeVar("Declared")


def parse_domain(text: str, source: str = "domain") -> ast.Domain:
    """The domain in `text`; raises BadInput with all defects."""
    return _DomainParser(Source(text, source)).domain()


def parse_problem(text: str, source: str, domain: ast.Domain) -> ast.Problem:
    """The problem in `text`, of this domain; raises BadInput with all defects."""
    return _ProblemParser(Source(text, source), domain).problem()


class _Parser:
    """What domains and problems share."""

    sections: tuple[str, ...]
    repeatable: tuple[str, ...] = ()

    def __init__(self, source: Source, kind: str, names: Names) -> None:
        self.source = source
        self.names = names
        self.formulas = Formulas(source, names)
        self.node = source.read()
        self.name = self._header(kind)
        self.found = self._sections()

    def _header(self, kind: str) -> str:
        """The name in `(define (domain NAME)`."""
        items = self.node.items
        if self.node.head != "define":
            self.source.defect("expected (define ...)", self.node)
            self.source.raise_defects()
        header = items[1] if len(items) > 1 else None
        if not isinstance(header, Node) or header.head != kind:
            other = "problem" if kind == "domain" else "domain"
            hint = f"; this is a {other}" if isinstance(header, Node) and header.head == other else ""
            self.source.defect(f"expected ({kind} NAME){hint}", self.node, 1)
            self.source.raise_defects()
        assert isinstance(header, Node)
        if len(header.items) != 2 or not isinstance(header.items[1], str):
            self.source.defect(f"expected ({kind} NAME)", header)
            return kind
        return header.items[1]

    def _sections(self) -> dict[str, list[Node]]:
        found: dict[str, list[Node]] = {}
        for index, item in enumerate(self.node.items[2:], start=2):
            head = item.head if isinstance(item, Node) else ""
            if not isinstance(item, Node) or not head.startswith(":"):
                self.source.defect(f"expected a section such as ({self.sections[-1]} ...)", self.node, index)
            elif head in UNSUPPORTED:
                self.source.defect(UNSUPPORTED[head], item)
            elif head in IGNORED:
                self.source.warn(f"({head} ...) is ignored", item)
            elif head not in self.sections:
                known = ", ".join(self.sections)
                self.source.defect(f"there is no section {head} here; expected one of {known}", item, 0)
            elif head in found and head not in self.repeatable:
                self.source.defect(f"a second section {head}", item)
            else:
                found.setdefault(head, []).append(item)
        return found

    def section(self, name: str) -> Node | None:
        """The section of this name that occurs once at most."""
        return self.found[name][0] if name in self.found else None

    def requirements(self) -> tuple[str, ...]:
        node = self.section(":requirements")
        if node is None:
            return ()
        names: dict[str, None] = {}
        for index, item in enumerate(node.items[1:], start=1):
            if not isinstance(item, str) or not item.startswith(":"):
                self.source.defect(f"expected a requirement such as :strips, found {describe(item)}", node, index)
                continue
            if item not in SUPPORTED:
                self.source.warn(f"requirement {item} is not supported; going on without it", node, index)
            names[item] = None
        return tuple(names)

    def check_requirements(self, used: Iterable[str], declared: tuple[str, ...]) -> None:
        """Warns of what is used without saying so: most planners do not mind, some do."""
        lacking = sorted(set(used) - closure(declared) - {":strips"})
        if lacking:
            place = self.section(":requirements") or self.node
            self.source.warn(f"uses {' '.join(lacking)}, which :requirements does not list", place)

    def objects(self, name: str) -> tuple[ast.Object, ...]:
        """What :objects or :constants declares; adds it to the names."""
        node = self.section(name)
        if node is None:
            return ()
        found: dict[str, ast.Object] = {}
        for index, word, types in self.formulas.typed_list(node, 1, "a name"):
            if word in self.names.objects:
                if self.names.objects[word] == types:
                    self.source.warn(f"object {word} is declared twice", node, index)
                else:
                    self.source.defect(f"object {word} is declared twice, with different types", node, index)
                continue
            self.names.objects[word] = types
            found[word] = ast.Object(word, types)
        return tuple(found.values())


class _DomainParser(_Parser):
    sections = DOMAIN_SECTIONS
    repeatable = (":derived", ":action")

    def __init__(self, source: Source) -> None:
        super().__init__(source, "domain", Names())
        self.formulas.implies_cost = True

    def domain(self) -> ast.Domain:
        requirements = self.requirements()
        types = self.types()
        constants = self.objects(":constants")
        predicates = self.signatures("predicate", self.names.predicates, ast.Predicate)
        functions = self.signatures("function", self.names.functions, ast.Function)
        derived = self.derived()
        actions = self.actions()
        if TOTAL_COST in self.names.functions and all(each.name != TOTAL_COST for each in functions):
            functions = (*functions, ast.Function(TOTAL_COST, ()))
        self.source.raise_defects()
        domain = ast.Domain(self.name, requirements, types, constants, predicates, functions, derived, actions)
        self.check_requirements(features(domain), requirements)
        return replace(domain, warnings=tuple(self.source.warnings))

    def types(self) -> tuple[ast.Type, ...]:
        """The types; a parent that is not declared itself is one too, below `object`."""
        node = self.section(":types")
        if node is None:
            return ()
        # The names on both sides of `-` are types; they must be known before the list is read.
        lists = [node, *(item for item in node.items if isinstance(item, Node))]
        words = (word.removeprefix("-") for each in lists for word in each.items[1:] if isinstance(word, str))
        names = (word for word in words if word and not word.startswith(("?", ":", "-")))
        self.names.types = Hierarchy(dict.fromkeys(names, (ast.OBJECT,)))
        found: dict[str, Types] = {}
        for index, name, parents in self.formulas.typed_list(node, 1, "a type"):
            if name == ast.OBJECT:
                if parents != (ast.OBJECT,):
                    self.source.defect("object is above all types, so it has no type itself", node, index)
            elif parents == (name,):
                self.source.warn(f"type {name} is declared to be below itself; taken as below object", node, index)
                found.setdefault(name, self.formulas.single(ast.OBJECT))
            elif name in found:
                found[name] = self.both_parents(node, index, name, found[name], parents)
            else:
                found[name] = parents
        lists_of_parents = {id(parents): parents for parents in found.values()}
        for name in [name for parents in lists_of_parents.values() for name in parents]:
            if name != ast.OBJECT:
                found.setdefault(name, self.formulas.single(ast.OBJECT))
        try:
            self.names.types = Hierarchy(found)
            for name in self.names.types.circular:
                self.source.defect(f"type {name} is above itself", node)
        except TangledTypesError as error:
            self.source.defect(str(error), node)
            self.source.raise_defects()
        return tuple([ast.Type(name, parents) for name, parents in found.items()])

    def both_parents(self, node: Node, index: int, name: str, one: Types, other: Types) -> Types:
        """The parents of a type that is declared twice."""
        if other in (one, (ast.OBJECT,)):
            self.source.warn(f"type {name} is declared twice", node, index)
            return one
        both = tuple(kind for kind in dict.fromkeys((*one, *other)) if kind != ast.OBJECT)
        self.source.warn(f"type {name} is declared twice; taken as below {listed(both, 'and')}", node, index)
        return both if len(both) > 1 else self.formulas.single(both[0])

    def signatures(
        self, what: str, names: dict[str, tuple[Types, ...]], make: Callable[[str, tuple[ast.Parameter, ...]], Declared]
    ) -> tuple[Declared, ...]:
        """What :predicates or :functions declares; adds it to the names."""
        node = self.section(f":{what}s")
        found: dict[str, tuple[ast.Parameter, ...]] = {}
        index = 1
        while node is not None and index < len(node.items):
            item = node.items[index]
            if what == "function" and isinstance(item, str) and item.startswith("-"):
                index += self._check_number(node, index)
                continue
            name = item.head if isinstance(item, Node) else ""
            if not isinstance(item, Node) or not name:
                self.source.defect(f"expected ({what.upper()} VARIABLE ...), found {describe(item)}", node, index)
            elif name == "=" and what == "predicate" and len(self.formulas.signature(item)) == 2:
                self.source.warn("= is known without being declared", item)
            elif name in RESERVED or name.startswith((":", "?")):
                self.source.defect(f"'{name}' cannot be the name of a {what}", item, 0)
            else:
                parameters = self.formulas.signature(item)
                if name in found:
                    parameters = self.both_signatures(item, f"{what} {name}", found[name], parameters)
                found[name] = parameters
            index += 1
        names.update((name, tuple([each.types for each in parameters])) for name, parameters in found.items())
        return tuple([make(name, parameters) for name, parameters in found.items()])

    def both_signatures(
        self, item: Node, what: str, one: tuple[ast.Parameter, ...], other: tuple[ast.Parameter, ...]
    ) -> tuple[ast.Parameter, ...]:
        """The parameters of what is declared twice: they take what one or the other takes."""
        if len(one) != len(other):
            self.source.defect(f"{what} is declared twice, with different numbers of parameters", item, 0)
            return one
        if [each.types for each in one] == [each.types for each in other]:
            self.source.warn(f"{what} is declared twice", item, 0)
            return one
        self.source.warn(f"{what} is declared twice; taken as one for the types of both", item, 0)
        pairs = zip(one, other, strict=True)
        return tuple([ast.Parameter(a.name, tuple(dict.fromkeys((*a.types, *b.types)))) for a, b in pairs])

    def _check_number(self, node: Node, index: int) -> int:
        """Looks at `- number` after functions; returns how many words it is."""
        word = node.items[index]
        assert isinstance(word, str)
        length = 1 if len(word) > 1 else 2
        place = index + length - 1
        kind = word[1:] if length == 1 else node.items[place] if place < len(node.items) else None
        if length == 1:
            self.source.warn("a blank is missing after '-'", node, index)
        if kind in NUMBERS:
            self.source.warn(f"{describe(kind)} is taken as 'number'", node, place)
        elif kind != "number":
            found = "nothing" if kind is None else describe(kind)
            self.source.defect(
                f"expected 'number' (functions to objects are not supported), found {found}", node, place
            )
        return length

    def derived(self) -> tuple[ast.Derived, ...]:
        nodes = self.found.get(":derived", [])
        heads: list[tuple[Node, str, Arguments]] = []
        places: dict[str, Node] = {}
        for node in nodes:
            head = node.items[1] if len(node.items) == 3 else None
            if not isinstance(head, Node) or not head.head:
                self.source.defect("expected (:derived (PREDICATE VARIABLE ...) CONDITION)", node)
                continue
            arguments = self.formulas.arguments(head, 1)
            # Checks the predicate, the number of parameters and their types as for any other atom.
            variables = Node(head.start, [head.head, *(each.name for each in arguments[0])], head.offsets)
            self.formulas.atom(variables, {each.name: each.types for each in arguments[0]})
            self.names.derived.add(head.head)
            places.setdefault(head.head, head)
            heads.append((node, head.head, arguments))
        rules = []
        for node, name, (parameters, equal, scope) in heads:
            condition = self.formulas.condition(self.formulas.inner(node, 2, "a condition"), scope)
            rules.append(ast.Derived(name, parameters, _with(equal, condition)))
        for name in unstratified(rules):
            self.source.defect(f"derived predicate {name} depends on its own negation", places[name])
        return tuple(rules)

    def actions(self) -> tuple[ast.Action, ...]:
        found: dict[str, ast.Action] = {}
        for node in self.found.get(":action", []):
            name = node.items[1] if len(node.items) > 1 else None
            if not isinstance(name, str) or name.startswith((":", "?")):
                self.source.defect("expected a name after :action", node, 1)
                continue
            action = self.action(node, name)
            if name in found and found[name] == action:
                self.source.warn(f"action {name} is declared twice", node, 1)
            elif name in found:
                self.source.defect(f"action {name} is declared twice, in different ways", node, 1)
            found[name] = action
        return tuple(found.values())

    def action(self, node: Node, name: str) -> ast.Action:
        parts: dict[str, Node] = {}
        items: Sequence[Item] = node.items
        index = 2
        while index < len(items):
            key = items[index]
            if key not in (":parameters", ":precondition", ":effect"):
                wanted = "expected :parameters, :precondition or :effect"
                self.source.defect(f"{wanted}, found {describe(key)}", node, index)
                index += 2 if isinstance(key, str) and key.startswith(":") else 1
                continue
            value = items[index + 1] if index + 1 < len(items) else None
            if not isinstance(value, Node):
                self.source.defect(f"expected a list after {key}", node, index + 1)
                index += 1
                continue
            assert isinstance(key, str)
            if key in parts:
                self.source.defect(f"a second {key}", node, index)
            parts[key] = value
            index += 2
        variables = parts.get(":parameters", Node(node.start, [], []))
        parameters, equal, scope = self.formulas.arguments(variables)
        precondition = _with(equal, self.formulas.condition(parts.get(":precondition"), scope))
        return ast.Action(name, parameters, precondition, self.formulas.effect(parts.get(":effect"), scope))


def _with(equal: tuple[ast.Equals, ...], condition: ast.Condition) -> ast.Condition:
    return ast.And((*equal, condition)) if equal else condition


class _ProblemParser(_Parser):
    sections = PROBLEM_SECTIONS

    def __init__(self, source: Source, domain: ast.Domain) -> None:
        names = Names(domain.hierarchy(), {each.name: each.types for each in domain.constants})
        for predicate in domain.predicates:
            names.predicates[predicate.name] = tuple([each.types for each in predicate.parameters])
        for function in domain.functions:
            names.functions[function.name] = tuple([each.types for each in function.parameters])
        names.derived = {rule.predicate for rule in domain.derived}
        super().__init__(source, "problem", names)
        self.of = domain

    def problem(self) -> ast.Problem:
        domain_name = self.domain_name()
        requirements = self.requirements()
        objects = self.objects(":objects")
        facts, values = self.initial()
        goal = self.goal()
        metric = self.metric()
        self.source.raise_defects()
        problem = ast.Problem(self.name, domain_name, requirements, objects, facts, values, goal, metric)
        used = features(self.of, problem) - features(self.of)
        self.check_requirements(used, (*requirements, *self.of.requirements))
        return replace(problem, warnings=tuple(self.source.warnings))

    def domain_name(self) -> str:
        node = self.section(":domain")
        if node is None or len(node.items) != 2 or not isinstance(node.items[1], str):
            self.source.defect("expected (:domain NAME)", node or self.node)
            return self.of.name
        if node.items[1] != self.of.name:
            self.source.warn(f"says domain {node.items[1]}, but the domain is {self.of.name}", node, 1)
        return node.items[1]

    def initial(self) -> tuple[tuple[ast.Fact, ...], tuple[tuple[ast.Fact, ast.Value], ...]]:
        """The facts and the values of :init."""
        node = self.section(":init")
        if node is None:
            self.source.defect("expected (:init ...)", self.node, len(self.node.items))
            return (), ()
        initial = Initial(self.formulas)
        initial.read(node)
        return tuple(initial.facts), tuple(initial.values.items())

    def goal(self) -> ast.Condition:
        node = self.section(":goal")
        if node is None:
            self.source.defect("expected (:goal CONDITION)", self.node, len(self.node.items))
            return TRUE
        if len(node.items) != 2:
            self.source.defect("expected (:goal CONDITION)", node)
            return TRUE
        return self.formulas.condition(self.formulas.inner(node, 1, "a condition"), {})

    def metric(self) -> ast.Metric | None:
        node = self.section(":metric")
        if node is None:
            return None
        direction = node.items[1] if len(node.items) == 3 else None
        if direction not in ("minimize", "maximize"):
            self.source.defect("expected (:metric minimize EXPRESSION) or (:metric maximize EXPRESSION)", node)
            return None
        assert isinstance(direction, str)
        if is_total_cost(node.items[2]) and TOTAL_COST not in self.names.functions:
            self.source.warn("nothing in the domain counts (total-cost); the metric is ignored", node)
            return None
        self.names.functions.setdefault("total-time", ())
        return ast.Metric(direction, self.formulas.expression(node, 2, {}))
