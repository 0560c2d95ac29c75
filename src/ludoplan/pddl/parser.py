"""Domains and problems: their sections, in any order, and what is declared in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from . import ast
from .features import SUPPORTED, closure, features
from .formulas import RESERVED, TRUE, Formulas, Names, number
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
            head = item.head if isinstance(item, Node) else None
            if not isinstance(item, Node) or head is None or not head.startswith(":"):
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
                self.source.defect(f"object {word} is declared twice", node, index)
                continue
            self.names.objects[word] = types
            found[word] = ast.Object(word, types)
        return tuple(found.values())


class _DomainParser(_Parser):
    sections = DOMAIN_SECTIONS
    repeatable = (":derived", ":action")

    def __init__(self, source: Source) -> None:
        super().__init__(source, "domain", Names())

    def domain(self) -> ast.Domain:
        requirements = self.requirements()
        types = self.types()
        constants = self.objects(":constants")
        predicates = self.signatures(":predicates", "predicate", self.names.predicates, ast.Predicate)
        functions = self.signatures(":functions", "function", self.names.functions, ast.Function)
        derived = self.derived()
        actions = self.actions()
        self.source.raise_defects()
        domain = ast.Domain(self.name, requirements, types, constants, predicates, functions, derived, actions)
        self.check_requirements(features(domain), requirements)
        object.__setattr__(domain, "warnings", tuple(self.source.warnings))
        return domain

    def types(self) -> tuple[ast.Type, ...]:
        """The types; a parent that is not declared itself is one too, below `object`."""
        node = self.section(":types")
        if node is None:
            return ()
        # The names on both sides of `-` are types; they must be known before the list is read.
        lists = [node, *(item for item in node.items if isinstance(item, Node))]
        words = (word for each in lists for word in each.items[1:] if isinstance(word, str))
        names = (word for word in words if word != "-" and not word.startswith(("?", ":")))
        self.names.subtypes.update((name, frozenset({name})) for name in names)
        found: dict[str, ast.Type] = {}
        for index, name, parents in self.formulas.typed_list(node, 1, "a type"):
            if name == ast.OBJECT:
                if parents != (ast.OBJECT,):
                    self.source.defect("object is above all types, so it has no type itself", node, index)
            elif name in found:
                self.source.defect(f"type {name} is declared twice", node, index)
            else:
                found[name] = ast.Type(name, parents)
        implied = (parent for kind in list(found.values()) for parent in kind.parents)
        for name in implied:
            if name != ast.OBJECT and name not in found:
                found[name] = ast.Type(name)
        self._check_cycles(node, found)
        self.names.subtypes = ast.Domain("", types=tuple(found.values())).subtypes()
        return tuple(found.values())

    def _check_cycles(self, node: Node, found: dict[str, ast.Type]) -> None:
        for name in found:
            above: set[str] = set()
            waiting = list(found[name].parents)
            while waiting:
                parent = waiting.pop()
                if parent not in above and parent in found:
                    above.add(parent)
                    waiting.extend(found[parent].parents)
            if name in above:
                self.source.defect(f"type {name} is above itself", node)

    def signatures(
        self,
        section: str,
        what: str,
        names: dict[str, tuple[frozenset[str], ...]],
        make: Callable[[str, tuple[ast.Parameter, ...]], Declared],
    ) -> tuple[Declared, ...]:
        """What :predicates or :functions declares; adds it to the names."""
        node = self.section(section)
        found: list[Declared] = []
        index = 1
        while node is not None and index < len(node.items):
            item = node.items[index]
            if section == ":functions" and item == "-":
                self._check_number(node, index + 1)
                index += 2
                continue
            name = item.head if isinstance(item, Node) else None
            if not isinstance(item, Node) or name is None:
                self.source.defect(f"expected ({what.upper()} VARIABLE ...), found {describe(item)}", node, index)
            elif name in RESERVED or name.startswith((":", "?")):
                self.source.defect(f"'{name}' cannot be the name of a {what}", item, 0)
            elif name in names:
                self.source.defect(f"{what} {name} is declared twice", item, 0)
            else:
                parameters = self.formulas.parameters(item, 1)
                names[name] = tuple(self.names.fitting(each.types) for each in parameters)
                found.append(make(name, parameters))
            index += 1
        return tuple(found)

    def _check_number(self, node: Node, index: int) -> None:
        item = node.items[index] if index < len(node.items) else None
        if item != "number":
            found = "nothing" if item is None else describe(item)
            self.source.defect(
                f"expected 'number' (functions to objects are not supported), found {found}", node, index
            )

    def derived(self) -> tuple[ast.Derived, ...]:
        nodes = self.found.get(":derived", [])
        heads: list[tuple[Node, Node, str, tuple[ast.Parameter, ...]]] = []
        for node in nodes:
            head = node.items[1] if len(node.items) == 3 else None
            if not isinstance(head, Node) or head.head is None:
                self.source.defect("expected (:derived (PREDICATE VARIABLE ...) CONDITION)", node)
                continue
            parameters = self.formulas.parameters(head, 1)
            # Checks the predicate, the number of parameters and their types as for any other atom.
            variables = Node(head.start, [head.head, *(each.name for each in parameters)], head.offsets)
            self.formulas.atom(variables, {each.name: each.types for each in parameters})
            self.names.derived.add(head.head)
            heads.append((node, head, head.head, parameters))
        rules = []
        for node, _, name, parameters in heads:
            scope = {each.name: each.types for each in parameters}
            condition = self.formulas.condition(self.formulas.inner(node, 2, "a condition"), scope)
            rules.append(ast.Derived(name, parameters, condition))
        for name in unstratified(rules):
            place = next(head for _, head, predicate, _ in heads if predicate == name)
            self.source.defect(f"derived predicate {name} depends on its own negation", place)
        return tuple(rules)

    def actions(self) -> tuple[ast.Action, ...]:
        found: dict[str, ast.Action] = {}
        for node in self.found.get(":action", []):
            name = node.items[1] if len(node.items) > 1 else None
            if not isinstance(name, str) or name.startswith((":", "?")):
                self.source.defect("expected a name after :action", node, 1)
                continue
            if name in found:
                self.source.defect(f"action {name} is declared twice", node, 1)
            found[name] = self.action(node, name)
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
        parameters = self.formulas.parameters(parts[":parameters"]) if ":parameters" in parts else ()
        scope = {each.name: each.types for each in parameters}
        precondition = self.formulas.condition(parts.get(":precondition"), scope)
        return ast.Action(name, parameters, precondition, self.formulas.effect(parts.get(":effect"), scope))


class _ProblemParser(_Parser):
    sections = PROBLEM_SECTIONS

    def __init__(self, source: Source, domain: ast.Domain) -> None:
        names = Names(domain.subtypes(), {each.name: each.types for each in domain.constants})
        for predicate in domain.predicates:
            names.predicates[predicate.name] = tuple(names.fitting(each.types) for each in predicate.parameters)
        for function in domain.functions:
            names.functions[function.name] = tuple(names.fitting(each.types) for each in function.parameters)
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
        object.__setattr__(problem, "warnings", tuple(self.source.warnings))
        return problem

    def domain_name(self) -> str:
        node = self.section(":domain")
        if node is None or len(node.items) != 2 or not isinstance(node.items[1], str):
            self.source.defect("expected (:domain NAME)", node or self.node)
            return self.of.name
        if node.items[1] != self.of.name:
            self.source.warn(f"says domain {node.items[1]}, but the domain is {self.of.name}", node, 1)
        return node.items[1]

    def initial(self) -> tuple[tuple[ast.Fact, ...], tuple[tuple[ast.Fact, ast.Value], ...]]:
        """The facts and the values of :init. The quick way is for facts without defects, which is nearly all."""
        node = self.section(":init")
        if node is None:
            self.source.defect("expected (:init ...)", self.node, len(self.node.items))
            return (), ()
        fitting_objects = {
            name: tuple(self._objects_of(kinds) for kinds in signature)
            for name, signature in self.names.predicates.items()
            if name not in self.names.derived
        }
        facts: dict[ast.Fact, None] = {}
        negated: dict[ast.Fact, Node] = {}
        values: dict[ast.Fact, ast.Value] = {}
        for index, item in enumerate(node.items[1:], start=1):
            if not isinstance(item, Node):
                self.source.defect(f"expected a fact, found '{item}'", node, index)
                continue
            words = item.items
            signature = fitting_objects.get(words[0]) if words else None  # type: ignore[arg-type]
            if signature is not None and len(words) == len(signature) + 1:
                place = 1
                for fitting in signature:
                    if words[place] not in fitting:
                        break
                    place += 1
                else:
                    fact: ast.Fact = tuple(words)  # type: ignore[arg-type]
                    if fact in facts:
                        self.source.warn(f"({' '.join(fact)}) is listed twice", item)
                    facts[fact] = None
                    continue
            self.odd_initial(item, negated, values)
        for fact, place_of in negated.items():
            if fact in facts:
                self.source.defect(f"({' '.join(fact)}) is both true and false", place_of)
        return tuple(facts), tuple(values.items())

    def _objects_of(self, kinds: frozenset[str]) -> frozenset[str]:
        cache = self.__dict__.setdefault("_fitting", {})
        if kinds not in cache:
            objects = self.names.objects.items()
            cache[kinds] = frozenset(name for name, types in objects if any(kind in kinds for kind in types))
        found: frozenset[str] = cache[kinds]
        return found

    def odd_initial(self, item: Node, negated: dict[ast.Fact, Node], values: dict[ast.Fact, ast.Value]) -> None:
        """An entry of :init that is a value, a negated fact, or wrong."""
        if item.head == "=":
            if len(item.items) != 3:
                self.source.defect("expected (= (FUNCTION OBJECT ...) NUMBER)", item)
                return
            fluent = self.formulas.fluent(item.items[1], item, 1, {})
            word = item.items[2]
            value = number(word) if isinstance(word, str) else None
            if value is None:
                self.source.defect(f"expected a number, found {describe(word)}", item, 2)
            key = (fluent.name, *fluent.terms)
            if key in values:
                self.source.defect(f"a second value of ({' '.join(key)})", item)
            values[key] = value or 0
        elif item.head == "not" and len(item.items) == 2 and isinstance(item.items[1], Node):
            atom = self.formulas.atom(item.items[1], {}, "a fact")
            negated[(atom.predicate, *atom.terms)] = item
        elif item.head == "at" and len(item.items) == 3 and isinstance(item.items[2], Node):
            self.source.defect("timed initial facts are not supported", item)
        elif item.head in RESERVED and item.head not in self.names.predicates:
            self.source.defect(f"expected a fact, found {describe(item)}", item)
        elif item.head in self.names.derived:
            self.source.defect(f"predicate {item.head} is derived, so it has no initial facts", item)
        else:
            self.formulas.atom(item, {}, "a fact")

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
        self.names.functions.setdefault("total-time", ())
        return ast.Metric(direction, self.formulas.expression(node, 2, {}))
