"""Which parts of PDDL a task really uses, by the names that :requirements has for them."""

from __future__ import annotations

from ..core.steps import distances
from . import ast

IMPLIED = {
    ":quantified-preconditions": {":existential-preconditions", ":universal-preconditions"},
    ":adl": {
        ":strips",
        ":typing",
        ":negative-preconditions",
        ":disjunctive-preconditions",
        ":equality",
        ":existential-preconditions",
        ":universal-preconditions",
        ":quantified-preconditions",
        ":conditional-effects",
    },
    ":fluents": {":numeric-fluents"},
    ":numeric-fluents": {":action-costs"},
    ":disjunctive-preconditions": {":negative-preconditions"},
}
SUPPORTED = {":adl", *IMPLIED[":adl"], ":action-costs", ":fluents", ":numeric-fluents", ":derived-predicates"}


def closure(requirements: tuple[str, ...]) -> set[str]:
    """The requirements with all that they imply."""
    return set(distances(requirements, lambda requirement: IMPLIED.get(requirement, ())))


def features(domain: ast.Domain, problem: ast.Problem | None = None) -> frozenset[str]:
    """The requirements that the domain, and the problem if given, make use of."""
    found: set[str] = {":strips"}
    if domain.types:
        found.add(":typing")
    if domain.derived:
        found.add(":derived-predicates")
    for rule in domain.derived:
        _in_condition(rule.condition, found)
    for action in domain.actions:
        _in_condition(action.precondition, found)
        _in_effect(action.effect, found)
    if problem is not None:
        _in_condition(problem.goal, found)
        if problem.metric is not None:
            _in_metric(problem.metric, found)
    return frozenset(found)


def _in_condition(condition: ast.Condition, found: set[str]) -> None:
    for part in ast.conditions_in(condition):
        match part:
            case ast.Equals():
                found.add(":equality")
            case ast.Comparison():
                found.add(":numeric-fluents")
            case ast.Not(ast.Atom()):
                found.add(":negative-preconditions")
            case ast.Not(ast.Equals()):
                pass
            case ast.Not() | ast.Or() | ast.Imply():
                found.add(":disjunctive-preconditions")
            case ast.Exists():
                found.add(":existential-preconditions")
            case ast.Forall():
                found.add(":universal-preconditions")


def _in_effect(effect: ast.Effect, found: set[str]) -> None:
    for part in ast.effects_in(effect):
        match part:
            case ast.Change("increase", ast.Fluent("total-cost"), ast.Number() | ast.Fluent()):
                found.add(":action-costs")
            case ast.Change():
                found.add(":numeric-fluents")
            case ast.When() | ast.ForEach():
                found.add(":conditional-effects")
                if isinstance(part, ast.When):
                    _in_condition(part.condition, found)


def _in_metric(metric: ast.Metric, found: set[str]) -> None:
    match metric:
        case ast.Metric("minimize", ast.Fluent("total-cost", ())):
            found.add(":action-costs")
        case ast.Metric("minimize", ast.Fluent("total-time", ())):
            pass
        case _:
            found.add(":numeric-fluents")
