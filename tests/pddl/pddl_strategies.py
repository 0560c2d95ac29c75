"""Random small planning tasks that are well-formed and well-typed.

Those that are not `full` keep to what many planners know: no numbers but one cost an action, no `either`.
"""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from ludoplan.pddl import ast

TYPES = (ast.Type("thing"), ast.Type("box", ("thing",)), ast.Type("place"), ast.Type("odd", ("place",)))
OBJECTS = (ast.Object("b1", ("box",)), ast.Object("p1", ("place",)), ast.Object("p2", ("place",)), ast.Object("x1"))
CONSTANTS = (ast.Object("home", ("place",)), ast.Object("crate", ("box",)), ast.Object("mix", ("odd",)))
PREDICATES = (
    ast.Predicate("at", (ast.Parameter("?t", ("thing",)), ast.Parameter("?p", ("place",)))),
    ast.Predicate("linked", (ast.Parameter("?a", ("place",)), ast.Parameter("?b", ("place",)))),
    ast.Predicate("marked", (ast.Parameter("?x", ("box", "place")),)),
    ast.Predicate("alarm", ()),
)
FUNCTIONS = (ast.Function("load", (ast.Parameter("?p", ("place",)),)), ast.Function("total-cost", ()))
EMPTY = ast.Domain("d", types=TYPES, constants=CONSTANTS, predicates=PREDICATES, functions=FUNCTIONS)


def subtypes(domain):
    """All types by name, `object` too, with themselves and everything below them."""
    hierarchy = domain.hierarchy()
    return {name: frozenset(hierarchy.below((name,))) for name in hierarchy}


BELOW = subtypes(EMPTY)
THINGS = {each.name: each.types for each in (*CONSTANTS, *OBJECTS)}

numbers = st.one_of(
    st.integers(-3, 9),
    st.fractions(-5, 5, max_denominator=8).map(
        lambda value: value.numerator if value.denominator == 1 else Fraction(round(value * 1000), 1000)
    ),
).map(lambda value: int(value) if value == int(value) else value)


def fitting(types, scope):
    """The terms in scope that a parameter of these types takes."""
    allowed = set().union(*(BELOW[kind] for kind in types))
    return [name for name, kinds in scope.items() if all(kind in allowed for kind in kinds)]


def terms(draw, parameters, scope):
    return tuple(draw(st.sampled_from(fitting(each.types, scope))) for each in parameters)


@st.composite
def atoms(draw, scope):
    predicate = draw(st.sampled_from(PREDICATES))
    return ast.Atom(predicate.name, terms(draw, predicate.parameters, scope))


@st.composite
def parameters(draw, names=("?x", "?y"), full=True):
    either = [("box", "place")] if full else []
    kinds = st.sampled_from([("thing",), ("box",), ("place",), ("object",), ("odd",), *either])
    chosen = draw(st.lists(st.sampled_from(names), min_size=1, max_size=len(names), unique=True))
    return tuple(ast.Parameter(name, draw(kinds)) for name in chosen)


@st.composite
def expressions(draw, scope, depth=2):
    if depth == 0 or draw(st.booleans()):
        if draw(st.booleans()):
            return ast.Number(draw(numbers))
        return ast.Fluent("load", terms(draw, FUNCTIONS[0].parameters, scope))
    sign = draw(st.sampled_from("+-*/"))
    most = 3 if sign in "+*" else 2
    count = draw(st.integers(1 if sign == "-" else 2, most))
    return ast.Arithmetic(sign, tuple(draw(expressions(scope, depth - 1)) for _ in range(count)))


@st.composite
def conditions(draw, scope, depth=3, full=True):
    kinds = ["atom", "atom", "equals"] + (["compare"] if full else [])
    kind = draw(st.sampled_from(kinds + (["not", "and", "or", "imply", "exists", "forall"] if depth else [])))
    match kind:
        case "atom":
            return draw(atoms(scope))
        case "equals":
            known = st.sampled_from(sorted(scope))
            return ast.Equals(draw(known), draw(known))
        case "compare":
            sign = draw(st.sampled_from(["<", "<=", "=", ">=", ">"]))
            return ast.Comparison(sign, draw(expressions(scope)), draw(expressions(scope)))
        case "not":
            return ast.Not(draw(conditions(scope, depth - 1, full)))
        case "and" | "or":
            parts = tuple(draw(st.lists(conditions(scope, depth - 1, full), max_size=3)))
            return ast.And(parts) if kind == "and" else ast.Or(parts)
        case "imply":
            return ast.Imply(draw(conditions(scope, depth - 1, full)), draw(conditions(scope, depth - 1, full)))
        case _:
            bound = draw(parameters(full=full))
            part = draw(conditions({**scope, **{each.name: each.types for each in bound}}, depth - 1, full))
            return ast.Exists(bound, part) if kind == "exists" else ast.Forall(bound, part)


def cost(amount):
    return ast.Change("increase", ast.Fluent("total-cost", ()), ast.Number(amount))


@st.composite
def effects(draw, scope, depth=2, full=True):
    kinds = ["add", "add", "delete"] + (["change", "cost"] if full else [])
    kind = draw(st.sampled_from(kinds + (["together", "when", "each"] if depth else [])))
    match kind:
        case "add":
            return ast.Add(draw(atoms(scope)))
        case "delete":
            return ast.Delete(draw(atoms(scope)))
        case "change":
            operator = draw(st.sampled_from(["assign", "increase", "decrease", "scale-up", "scale-down"]))
            fluent = ast.Fluent("load", terms(draw, FUNCTIONS[0].parameters, scope))
            return ast.Change(operator, fluent, draw(expressions(scope)))
        case "cost":
            return cost(draw(st.integers(0, 5)))
        case "together":
            return ast.Together(tuple(draw(st.lists(effects(scope, depth - 1, full), max_size=3))))
        case "when":
            return ast.When(draw(conditions(scope, 1, full)), draw(effects(scope, depth - 1, full)))
        case _:
            bound = draw(parameters(full=full))
            return ast.ForEach(
                bound, draw(effects({**scope, **{each.name: each.types for each in bound}}, depth - 1, full))
            )


@st.composite
def domains(draw, full=True, most_actions=2):
    constants = {each.name: each.types for each in CONSTANTS}
    actions = []
    for number in range(draw(st.integers(0, most_actions))):
        bound = draw(parameters(("?a", "?b", "?x"), full))
        scope = {**constants, **{each.name: each.types for each in bound}}
        precondition, effect = draw(conditions(scope, 2, full)), draw(effects(scope, 2, full))
        if not full:  # one plain cost an action; and several effects, so that something can be reached
            more = draw(st.lists(effects(scope, 1, full), min_size=2, max_size=3))
            effect = ast.Together((effect, *more, cost(draw(st.integers(0, 5)))))
        actions.append(ast.Action(f"act{number}", bound, precondition, effect))
    requirements = tuple(draw(st.lists(st.sampled_from([":strips", ":adl", ":typing"]), unique=True)))
    return ast.Domain("d", requirements, TYPES, CONSTANTS, PREDICATES, FUNCTIONS, (), tuple(actions))


def conjunction(parts):
    return ast.And(tuple(parts))


@st.composite
def problems(draw, full=True):
    facts = draw(st.lists(atoms(THINGS).map(lambda atom: (atom.predicate, *atom.terms)), unique=True, max_size=8))
    places = fitting(("place",), THINGS)
    values = draw(st.dictionaries(st.sampled_from(places).map(lambda place: ("load", place)), numbers))
    metric = draw(st.none() | st.just(ast.Metric("minimize", ast.Fluent("total-cost", ()))))
    # Without the full language, goals of a few facts: most others are true at once or never.
    goal = draw(conditions(THINGS) if full else st.lists(atoms(THINGS), min_size=1, max_size=2).map(conjunction))
    return ast.Problem("p", "d", (), OBJECTS, tuple(facts), tuple(values.items()), goal, metric)
