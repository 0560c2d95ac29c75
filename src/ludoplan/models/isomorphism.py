"""Whether two interpretations are the same but for the names of the elements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from .interpretation import Interpretation

Colours = list[int]


class Kinds:
    """Interpretations up to isomorphism: takes one of each kind."""

    def __init__(self, fixed: int) -> None:
        self.fixed = fixed  # elements below this have names in the theory and stay what they are
        self.known: dict[Hashable, list[tuple[Interpretation, Colours]]] = {}

    def is_new(self, model: Interpretation) -> bool:
        """Whether no isomorphic one was here before: no bijection that keeps colours carries one into the other."""
        colours = refined(model, self.fixed)
        key = (model.size, tuple(sorted(colours)))
        alike = self.known.setdefault(key, [])
        if any(extend(model, colours, other, its_colours, {}) for other, its_colours in alike):
            return False
        alike.append((model, colours))
        return True


def refined(model: Interpretation, fixed: int) -> Colours:
    """A colour for each element that isomorphisms keep: by the places where it stands, round by round."""
    tables = [*model.functions.values(), *model.relations.values()]
    is_function = [number < len(model.functions) for number in range(len(tables))]
    colours = [hash(("named", element)) if element < fixed else 0 for element in range(model.size)]
    while True:
        places: list[Counter[int]] = [Counter() for _ in range(model.size)]
        for number, table in enumerate(tables):
            for args, value in table.items():
                members = (*args, value) if is_function[number] else args
                pattern = tuple(members.index(member) for member in members)
                shown = tuple(colours[member] for member in members)
                entry = (number, pattern, shown, value if not is_function[number] else -1)
                for position, member in enumerate(members):
                    places[member][hash((entry, position))] += 1
        finer = [hash((colours[element], tuple(sorted(places[element].items())))) for element in range(model.size)]
        if len(set(finer)) == len(set(colours)):
            return finer
        colours = finer


def extend(one: Interpretation, its: Colours, other: Interpretation, others: Colours, image: dict[int, int]) -> bool:
    """Tries to complete a partial isomorphism."""
    image = dict(image)
    if not follow(one, its, other, others, image):
        return False
    if len(image) == one.size:
        return True
    element = next(element for element in range(one.size) if element not in image)
    used = set(image.values())
    return any(
        extend(one, its, other, others, {**image, element: target})
        for target in range(one.size)
        if target not in used and its[element] == others[target]
    )


def follow(one: Interpretation, its: Colours, other: Interpretation, others: Colours, image: dict[int, int]) -> bool:
    """Adds what functions force: the image of f(a, b) is f(image of a, image of b). False: contradiction."""
    grown = True
    while grown:
        grown = False
        for symbol, table in one.functions.items():
            for args, value in table.items():
                if any(arg not in image for arg in args):
                    continue
                target = other.functions[symbol][tuple(image[arg] for arg in args)]
                if value in image:
                    if image[value] != target:
                        return False
                elif target in image.values() or its[value] != others[target]:
                    return False
                else:
                    image[value] = target
                    grown = True
    return all(
        other.relations[symbol][tuple(image[arg] for arg in args)] == value
        for symbol, table in one.relations.items()
        for args, value in table.items()
        if all(arg in image for arg in args)
    )
