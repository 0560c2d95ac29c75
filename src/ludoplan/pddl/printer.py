"""From the parsed form back to text; reading it again gives the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from . import ast


def print_domain(domain: ast.Domain) -> str:
    """The text of a domain."""
    sections = [f"(domain {domain.name})"]
    if domain.requirements:
        sections.append(f"(:requirements {' '.join(domain.requirements)})")
    if domain.types:
        sections.append(f"(:types{_lines(f'{kind.name} - {_types(kind.parents)}' for kind in domain.types)})")
    if domain.constants:
        sections.append(f"(:constants{_lines(_grouped(domain.constants))})")
    if domain.predicates:
        sections.append(f"(:predicates{_lines(_signature(each) for each in domain.predicates)})")
    if domain.functions:
        sections.append(f"(:functions{_lines(_signature(each) for each in domain.functions)})")
    for rule in domain.derived:
        head = f"({_words(rule.predicate, _parameters(rule.parameters))})"
        sections.append(f"(:derived {head}\n    {condition_text(rule.condition)})")
    sections.extend(_action(action) for action in domain.actions)
    return _define(sections)


def print_problem(problem: ast.Problem) -> str:
    """The text of a problem."""
    sections = [f"(problem {problem.name})", f"(:domain {problem.domain_name})"]
    if problem.requirements:
        sections.append(f"(:requirements {' '.join(problem.requirements)})")
    if problem.objects:
        sections.append(f"(:objects{_lines(_grouped(problem.objects))})")
    facts = (f"({' '.join(fact)})" for fact in problem.facts)
    values = (f"(= ({' '.join(key)}) {_number(value)})" for key, value in problem.values)
    sections.append(f"(:init{_lines((*facts, *values))})")
    sections.append(f"(:goal {condition_text(problem.goal)})")
    if problem.metric is not None:
        sections.append(f"(:metric {problem.metric.direction} {expression_text(problem.metric.expression)})")
    return _define(sections)


def condition_text(condition: ast.Condition) -> str:
    """A condition on one line."""
    match condition:
        case ast.Atom(predicate, terms):
            return f"({_words(predicate, *terms)})"
        case ast.Equals(left, right):
            return f"(= {left} {right})"
        case ast.Comparison(operator, first, second):
            return f"({operator} {expression_text(first)} {expression_text(second)})"
        case ast.Not(part):
            return f"(not {condition_text(part)})"
        case ast.And(parts) | ast.Or(parts):
            name = "and" if isinstance(condition, ast.And) else "or"
            return f"({_words(name, *(condition_text(each) for each in parts))})"
        case ast.Imply(premise, conclusion):
            return f"(imply {condition_text(premise)} {condition_text(conclusion)})"
        case ast.Exists(parameters, part):
            return f"(exists ({_parameters(parameters)}) {condition_text(part)})"
        case ast.Forall(parameters, part):
            return f"(forall ({_parameters(parameters)}) {condition_text(part)})"


def mentions(condition: ast.Condition, parameters: tuple[ast.Parameter, ...]) -> bool:
    """Whether a condition has one of the parameters in it, be it as the name of another variable."""
    words = condition_text(condition).replace("(", " ").replace(")", " ").split()
    return any(each.name in words for each in parameters)


def effect_text(effect: ast.Effect) -> str:
    """An effect on one line."""
    match effect:
        case ast.Add(atom):
            return condition_text(atom)
        case ast.Delete(atom):
            return f"(not {condition_text(atom)})"
        case ast.Change(operator, fluent, expression):
            return f"({operator} {expression_text(fluent)} {expression_text(expression)})"
        case ast.Together(parts):
            return f"({_words('and', *(effect_text(each) for each in parts))})"
        case ast.When(condition, inner):
            return f"(when {condition_text(condition)} {effect_text(inner)})"
        case ast.ForEach(parameters, inner):
            return f"(forall ({_parameters(parameters)}) {effect_text(inner)})"


def expression_text(expression: ast.Expression) -> str:
    """A numeric expression on one line."""
    match expression:
        case ast.Number(value):
            return _number(value)
        case ast.Fluent(name, terms):
            return f"({_words(name, *terms)})"
        case ast.Arithmetic(operator, operands):
            return f"({_words(operator, *(expression_text(each) for each in operands))})"


def _action(action: ast.Action) -> str:
    return (
        f"(:action {action.name}\n    :parameters ({_parameters(action.parameters)})\n"
        f"    :precondition {condition_text(action.precondition)}\n    :effect {effect_text(action.effect)})"
    )


def _number(value: ast.Value) -> str:
    """A decimal number if there is one, else a quotient."""
    if isinstance(value, int):
        return str(value)
    scaled, digits = value, 0
    while scaled.denominator != 1 and digits < 300:
        scaled, digits = scaled * 10, digits + 1
    if scaled.denominator != 1:
        return f"(/ {value.numerator} {value.denominator})"
    sign = "-" if scaled < 0 else ""
    text = str(abs(scaled.numerator)).rjust(digits + 1, "0")
    return f"{sign}{text[:-digits]}.{text[-digits:]}"


def _words(*words: str) -> str:
    return " ".join(word for word in words if word)


def _types(types: tuple[str, ...]) -> str:
    return types[0] if len(types) == 1 else f"(either {' '.join(types)})"


def _parameters(parameters: Sequence[ast.Parameter]) -> str:
    return " ".join(_grouped(parameters))


def _grouped(things: Sequence[ast.Parameter | ast.Object]) -> list[str]:
    """`a b - t` for neighbours of one type; the last group of objects goes without."""
    groups = [(types, [each.name for each in group]) for types, group in groupby(things, lambda each: each.types)]
    texts = [f"{' '.join(names)} - {_types(types)}" for types, names in groups]
    if groups and groups[-1][0] == (ast.OBJECT,):
        texts[-1] = " ".join(groups[-1][1])
    return texts


def _signature(declared: ast.Predicate | ast.Function) -> str:
    return f"({_words(declared.name, _parameters(declared.parameters))})"


def _lines(texts: Iterable[str]) -> str:
    return "".join(f"\n    {text}" for text in texts)


def _define(sections: list[str]) -> str:
    return "(define " + "\n  ".join(sections) + ")\n"
