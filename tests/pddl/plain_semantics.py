"""The plainest evaluation of conditions there is, for tests to compare with."""

from __future__ import annotations

from itertools import product

from ludoplan.pddl import ast
from ludoplan.pddl.semantics import COMPARE, Undefined


def plainly(view, condition, binding):
    """Whether a condition holds, every quantifier spelled out."""
    match condition:
        case ast.Atom(predicate, terms):
            fact = (predicate, *(binding.get(term, term) for term in terms))
            return fact in view.task.problem.facts
        case ast.Equals(left, right):
            return binding.get(left, left) == binding.get(right, right)
        case ast.Comparison(sign, left, right):
            try:
                return COMPARE[sign](view.value(left, binding), view.value(right, binding))
            except Undefined:
                return False
        case ast.Not(part):
            return not plainly(view, part, binding)
        case ast.And(parts):
            return all(plainly(view, each, binding) for each in parts)
        case ast.Or(parts):
            return any(plainly(view, each, binding) for each in parts)
        case ast.Imply(premise, conclusion):
            return plainly(view, conclusion, binding) or not plainly(view, premise, binding)
    choices = [view.task.fitting(each) for each in condition.parameters]
    names = [each.name for each in condition.parameters]
    found = [
        plainly(view, condition.part, {**binding, **dict(zip(names, values, strict=True))})
        for values in product(*choices)
    ]
    return any(found) if isinstance(condition, ast.Exists) else all(found)
