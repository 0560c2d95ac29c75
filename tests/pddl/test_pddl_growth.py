"""What is eight times as large takes about eight times as long to read, not sixty-four times."""

from __future__ import annotations

import random

import pytest
from growing_pddl import FAMILIES, read, seconds_of

from ludoplan.core.errors import BadInput
from ludoplan.pddl.graphs import components
from ludoplan.pddl.hierarchy import OBJECT, Hierarchy, is_within, overlap
from ludoplan.pddl.parser import parse_domain

# What a busy machine adds is left to further attempts.
TIMES = 8
MOST_GROWTH = 3 * TIMES
ATTEMPTS = 5


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_reading_grows_with_the_text(family):
    n = max(1, FAMILIES[family] // TIMES)
    small, large = family(n), family(TIMES * n)
    growths = []
    while len(growths) < ATTEMPTS and min(growths, default=MOST_GROWTH) >= MOST_GROWTH:
        growths.append(seconds_of(large) / seconds_of(small))
    assert min(growths) < MOST_GROWTH


REFUSED = {
    "derived_circle_of_negations",
    "unknown_names",
    "unknown_predicates",
    "long_names",
    "circle_of_types",
    "unclosed",
}


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_what_grows_is_read_or_refused(family):
    assert (read(family(3)) is None) == (family.__name__ in REFUSED)


def plain_below(parents):
    """For each type those below it, by walking up from each."""
    below = {OBJECT: {OBJECT}, **{name: {name} for name in parents}}
    for name in parents:
        waiting, seen = [name], {name, OBJECT}
        while waiting:
            for parent in parents.get(waiting.pop(), ()):
                below[parent].add(name)
                if parent not in seen:
                    seen.add(parent)
                    waiting.append(parent)
        below[OBJECT].add(name)
    return below


def random_parents(chance):
    """Some types with one parent or several, now and then in circles, now and then with the same list of parents."""
    names = [f"t{number}" for number in range(chance.randint(0, 9))]
    has_circles = chance.random() < 0.3
    found = {}
    for number, name in enumerate(names):
        known = [*(names if has_circles else names[number + 1 :]), OBJECT]
        parents = tuple(dict.fromkeys(chance.choices(known, k=chance.choice([1, 1, 1, 2, 3]))))
        before = [other for other in found.values() if set(other) <= set(known)]
        found[name] = chance.choice(before) if before and chance.random() < 0.3 else parents
    return found


def test_hierarchies_of_types():
    for seed in range(3000):
        chance = random.Random(seed)
        parents = random_parents(chance)
        hierarchy, below = Hierarchy(parents), plain_below(parents)
        assert {name: set(hierarchy.below((name,))) for name in hierarchy} == below
        names = list(below)
        one, other = (tuple(chance.choices(names, k=chance.randint(1, 3))) for _ in range(2))
        some, others = (set().union(*(below[name] for name in types)) for types in (one, other))
        assert overlap(hierarchy.spans(one), hierarchy.spans(other)) == bool(some & others)
        numbers = {name: hierarchy.number(name) for name in names}
        assert {name for name in names if is_within((numbers[name], numbers[name]), hierarchy.spans(one))} == some


def test_components_come_after_all_that_they_lead_to():
    for seed in range(2000):
        chance = random.Random(seed)
        size = chance.randint(0, 8)
        edges = [chance.choices(range(size), k=chance.randint(0, 3)) for _ in range(size)]
        reached = [set() for _ in range(size)]
        for node in range(size):
            waiting = [node]
            while waiting:
                new = set(edges[waiting.pop()]) - reached[node]
                reached[node] |= new
                waiting.extend(new)
        groups = components(edges)
        place = {node: number for number, group in enumerate(groups) for node in group}
        assert sorted(place) == list(range(size))
        for one in range(size):
            for other in reached[one]:
                assert place[other] <= place[one]
                assert (place[other] == place[one]) == (one == other or one in reached[other])


def test_types_that_nobody_can_put_in_order_are_refused(monkeypatch):
    monkeypatch.setattr("ludoplan.pddl.hierarchy.MOST_SPANS", 100)
    chance = random.Random(1)
    kinds = (f"t{i} - (either {' '.join(f't{chance.randint(i + 1, 100)}' for _ in range(4))})" for i in range(100))
    with pytest.raises(BadInput, match="1:20: the types have too many parents to be put in order"):
        parse_domain(f"(define (domain d) (:types {' '.join(kinds)}))")
