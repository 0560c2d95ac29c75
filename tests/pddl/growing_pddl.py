"""Planning tasks that grow with a number, each in one way: reading one twice as large should take twice as long.

    python tests/pddl/growing_pddl.py [NAME ...]

prints a Markdown table of the seconds of CPU and the megabytes that reading takes, each in a process of its own.
"""

from __future__ import annotations

import gc
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable

from ludoplan.core.errors import BadInput
from ludoplan.pddl.task import PddlTask

Texts = tuple[str, str]


def lines(texts: Iterable[str]) -> str:
    return "\n".join(texts)


def domain(*sections: str) -> str:
    return f"(define (domain d)\n{lines(sections)})\n"


def problem(objects: str = "", init: str = "", goal: str = "()", more: str = "") -> str:
    return f"(define (problem p) (:domain d) (:objects {objects}) (:init {init})\n (:goal {goal}) {more})\n"


def type_chain(n: int) -> Texts:
    kinds = lines(f"t{i} - t{i + 1}" for i in range(n))
    return domain(f"(:types {kinds})", f"(:predicates (p ?x - t{n}))"), problem("a - t0", "(p a)")


def type_chain_at_work(n: int) -> Texts:
    """Every type of a chain is used by an object, a predicate and an action."""
    kinds = lines(f"t{i} - t{i + 1}" for i in range(n))
    predicates = lines(f"(p{i} ?x - t{i} ?y - t{n})" for i in range(n))
    actions = (f"(:action a{i} :parameters (?x - t{i}) :effect (p{i} ?x ?x))" for i in range(n))
    facts = lines(f"(p{i} o{i} o0)" for i in range(n))
    return (
        domain(f"(:types {kinds})", f"(:predicates {predicates})", *actions),
        problem(lines(f"o{i} - t{i}" for i in range(n)), facts),
    )


def type_star(n: int) -> Texts:
    kinds = " ".join(f"t{i}" for i in range(n))
    predicates = lines(f"(p{i} ?x - t{i} ?y - top)" for i in range(n))
    facts = lines(f"(p{i} o{i} o0)" for i in range(n))
    return (
        domain(f"(:types {kinds} - top)", f"(:predicates {predicates})"),
        problem(lines(f"o{i} - t{i}" for i in range(n)), facts),
    )


def type_lattice(n: int) -> Texts:
    """Every type has two parents."""
    kinds = lines(f"t{i} u{i} - (either t{i + 1} u{i + 1})" for i in range(n))
    predicates = lines(f"(p{i} ?x - t{i} ?y - u{n})" for i in range(n))
    facts = lines(f"(p{i} o{i} o0)" for i in range(n))
    return (
        domain(f"(:types {kinds})", f"(:predicates {predicates})"),
        problem(lines(f"o{i} - t{i}" for i in range(n)), facts),
    )


def types_of_many_parents(n: int) -> Texts:
    parents = " ".join(f"u{i}" for i in range(n))
    children = " ".join(f"t{i}" for i in range(n))
    objects = " ".join(f"o{i}" for i in range(n))
    predicates = lines(f"(p{i} ?x - u{i})" for i in range(n))
    return (
        domain(f"(:types {children} - (either {parents}))", f"(:predicates (q ?x - (either {parents})) {predicates})"),
        problem(f"{objects} - (either {children})", lines(f"(q o{i}) (p{i} o{i})" for i in range(n))),
    )


def predicates(n: int) -> Texts:
    return domain(f"(:predicates {lines(f'(p{i} ?x ?y)' for i in range(n))})"), problem("a", "(p0 a a)")


def predicate_of_many_parameters(n: int) -> Texts:
    variables = " ".join(f"?x{i}" for i in range(n))
    action = f"(:action a :parameters ({variables}) :precondition (p {variables}) :effect (not (p {variables})))"
    return domain(f"(:predicates (p {variables}))", action), problem("a", f"(p {'a ' * n})")


def actions(n: int) -> Texts:
    body = ":parameters (?x ?y) :precondition (and (p ?x) (not (p ?y))) :effect (and (p ?y) (not (p ?x)))"
    return domain("(:predicates (p ?x))", *(f"(:action a{i} {body})" for i in range(n))), problem("a", "(p a)")


def derived_chain(n: int) -> Texts:
    names = lines(f"(p{i} ?x)" for i in range(n + 1))
    rules = (f"(:derived (p{i} ?x) (p{i + 1} ?x))" for i in range(n))
    return domain(f"(:predicates {names})", *rules), problem(
        "a", f"(p{n} a)", "(p0 a)", "(:metric minimize (total-time))"
    )


def derived_chain_of_negations(n: int) -> Texts:
    names = lines(f"(p{i} ?x)" for i in range(n + 1))
    rules = (f"(:derived (p{i} ?x) (not (p{i + 1} ?x)))" for i in range(n))
    return domain(f"(:predicates {names})", *rules), problem("a", f"(p{n} a)", "(p0 a)")


def derived_circle(n: int) -> Texts:
    names = lines(f"(p{i} ?x)" for i in range(n))
    rules = (f"(:derived (p{i} ?x) (or (p{(i + 1) % n} ?x) (p{i * 7 % n} ?x)))" for i in range(n))
    return domain(f"(:predicates {names})", *rules), problem("a", "", "(p0 a)")


def derived_circle_of_negations(n: int) -> Texts:
    names = lines(f"(p{i} ?x)" for i in range(n))
    rules = (f"(:derived (p{i} ?x) (not (p{(i + 1) % n} ?x)))" for i in range(n))
    return domain(f"(:predicates {names})", *rules), problem("a", "", "(p0 a)")


def rules_of_one_predicate(n: int) -> Texts:
    rules = (f"(:derived (p ?x) (and (q ?x c{i}) (not (r ?x c{i}))))" for i in range(n))
    constants = " ".join(f"c{i}" for i in range(n))
    return domain(f"(:constants {constants})", "(:predicates (p ?x) (q ?x ?y) (r ?x ?y))", *rules), problem("a")


def long_lists(n: int) -> Texts:
    parts = " ".join("(p ?x) (not (q ?x))" for _ in range(n))
    effect = " ".join("(p ?x) (not (q ?x)) (increase (total-cost) 1)" for _ in range(n))
    action = f"(:action a :parameters (?x) :precondition (or (and {parts}) (or {parts})) :effect (and {effect}))"
    return (
        domain("(:predicates (p ?x) (q ?x))", "(:functions (total-cost))", action),
        problem("a", "", f"(and {parts.replace('?x', 'a')})", "(:metric minimize (total-cost))"),
    )


def deep_formulas(n: int) -> Texts:
    """Many formulas as deep as may be."""
    depth = 190
    condition = "(not " * depth + "(p ?x)" + ")" * depth
    effect = "(when (p ?x) " * depth + "(p ?x)" + ")" * depth
    body = f":parameters (?x) :precondition (and {condition * 20}) :effect (and {effect * 20})"
    return domain("(:predicates (p ?x))", *(f"(:action a{i} {body})" for i in range(n))), problem("a")


def quantifiers_in_a_wide_scope(n: int) -> Texts:
    variables = " ".join(f"?x{i}" for i in range(n))
    parts = lines(f"(forall (?y) (or (p ?y) (p ?x{i})))" for i in range(n))
    effects = lines(f"(forall (?y) (when (p ?y) (not (p ?x{i}))))" for i in range(n))
    action = f"(:action a :parameters ({variables}) :precondition (and {parts}) :effect (and {effects}))"
    return domain("(:predicates (p ?x))", action), problem("a")


def objects_and_facts(n: int) -> Texts:
    objects = " ".join(f"o{i}" for i in range(n))
    facts = lines(f"(p o{i} o{i * 7 % n}) (= (f o{i}) {i})" for i in range(n))
    action = "(:action a :parameters (?x ?y) :precondition (p ?x ?y) :effect (and (p ?y ?x) (increase (f ?x) 1)))"
    return (
        domain("(:types t)", "(:predicates (p ?x ?y - t))", "(:functions (f ?x - t))", action),
        problem(f"{objects} - t", facts, f"(and {facts.replace('= (f', '> (f')})", "(:metric minimize (f o0))"),
    )


def long_metric(n: int) -> Texts:
    values = lines(f"(= (f o{i}) {i})" for i in range(n))
    total = " ".join(f"(* 2 (f o{i}))" for i in range(n))
    action = "(:action a :parameters (?x) :effect (increase (f ?x) 1))"
    objects = " ".join(f"o{i}" for i in range(n))
    return (
        domain("(:functions (f ?x))", action),
        problem(objects, values, "()", f"(:metric minimize (+ {total} 0))"),
    )


def deep_metric(n: int) -> Texts:
    depth = 190
    part = "(+ 1 " * depth + "(f a)" + ")" * depth
    return (
        domain("(:functions (f ?x))", "(:action a :parameters (?x) :effect (increase (f ?x) 1))"),
        problem("a", "(= (f a) 0)", "()", f"(:metric minimize (+ 1 {part * n}))"),
    )


def unknown_names(n: int) -> Texts:
    objects = " ".join(f"object-of-this-problem-{i}" for i in range(n))
    facts = lines(f"(p object-if-this-problem-{i})" for i in range(n))
    return domain("(:predicates (p ?x))"), problem(objects, facts)


def unknown_predicates(n: int) -> Texts:
    names = lines(f"(predicate-of-this-domain-{i})" for i in range(n))
    actions = (f"(:action a{i} :effect (predicate-if-this-domain-{i}))" for i in range(n))
    return domain(f"(:predicates {names})", *actions), problem()


def long_names(n: int) -> Texts:
    names = lines(f"(p{'x' * n}{i})" for i in range(20))
    return domain(f"(:predicates {names})", *(f"(:action a{i} :effect (p{'x' * n}y{i}))" for i in range(20))), problem()


def wrong_types(n: int) -> Texts:
    kinds = lines(f"t{i} - t{i + 1}" for i in range(n))
    facts = lines(f"(p o{i})" for i in range(n))
    objects = " ".join(f"o{i}" for i in range(n))
    return (
        domain(f"(:types {kinds} other)", f"(:predicates (p ?x - t{n}))"),
        problem(f"{objects} - other", facts),
    )


def everything_twice(n: int) -> Texts:
    kinds, objects = (" ".join(f"{letter}{i}" for i in range(n)) for letter in "to")
    names = lines(f"(p{i} ?x ?x - t{i})" for i in range(n))
    facts = lines(f"(p{i} o{i} o{i})" for i in range(n))
    return (
        domain(f"(:types {kinds} - top {kinds} - top)", f"(:predicates {names} {names})"),
        problem(f"{objects} - t0 {objects} - t0", f"{facts} {facts}"),
    )


def circle_of_types(n: int) -> Texts:
    return domain(f"(:types {lines(f't{i} - t{(i + 1) % n}' for i in range(n))})"), problem()


def without_blanks(n: int) -> Texts:
    names = lines(f"(p{i}?x -t?y- t)" for i in range(n))
    return domain("(:types t)", f"(:predicates {names})"), problem("a -t", lines(f"(p{i} a a)" for i in range(n)))


def unclosed(n: int) -> Texts:
    return domain("(:predicates (p ?x)", "(:action a " * 100 + "(p ?x) x " * n), problem()


# Each with a size at which reading takes some hundredths of a second.
FAMILIES: dict[Callable[[int], Texts], int] = {
    type_chain: 4000,
    type_chain_at_work: 1000,
    type_star: 2000,
    type_lattice: 1000,
    types_of_many_parents: 1000,
    predicates: 8000,
    predicate_of_many_parameters: 8000,
    actions: 2000,
    derived_chain: 3500,
    derived_chain_of_negations: 3500,
    derived_circle: 2500,
    derived_circle_of_negations: 2500,
    rules_of_one_predicate: 3000,
    long_lists: 4000,
    deep_formulas: 5,
    quantifiers_in_a_wide_scope: 1500,
    objects_and_facts: 4000,
    long_metric: 5000,
    deep_metric: 40,
    unknown_names: 5000,
    unknown_predicates: 5000,
    long_names: 4000,
    wrong_types: 5000,
    everything_twice: 2500,
    circle_of_types: 5000,
    without_blanks: 4000,
    unclosed: 10000,
}
FACTORS = (1, 2, 4)


def read(texts: Texts) -> PddlTask | None:
    """The task; None if it is refused."""
    try:
        task = PddlTask.parse(*texts)
    except BadInput as error:
        str(error)
        return None
    return task


def seconds_of(texts: Texts) -> float:
    """The seconds of CPU that reading takes, without those of looking for garbage among all that a process holds."""
    gc.collect()
    gc.disable()
    try:
        began = time.process_time()
        read(texts)
        return time.process_time() - began
    finally:
        gc.enable()


def _alone(name: str, n: int, limit: int) -> str:
    done = subprocess.run(
        [sys.executable, __file__, "--one", name, str(n), str(limit)], capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or f"over {limit} s"


def _one(name: str, n: int, limit: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    texts = next(family for family in FAMILIES if family.__name__ == name)(n)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seconds = seconds_of(texts)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(f"{seconds:.2f} s, {grown:.0f} MB")


def main(words: list[str]) -> None:
    if words[:1] == ["--one"]:
        _one(words[1], int(words[2]), int(words[3]))
        return
    print("| input | n | " + " | ".join(("n", "2n", "4n")) + " |\n" + "|---" * 5 + "|")
    for family, n in FAMILIES.items():
        if not words or family.__name__ in words:
            cells = [_alone(family.__name__, n * factor, 60) for factor in FACTORS]
            print(f"| {family.__name__} | {n} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
