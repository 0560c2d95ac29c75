"""Levels to order: hill climbing over a game's edits from generated levels to one that is as wanted.

A climb is determined by the order, the number of the level and the number of the attempt, so what is given out depends
on the seed alone, not on how many processes search. Every level is solved again in full before it is given out.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import log2
from typing import Any

from ..core import registry
from ..core.errors import LudoplanError
from ..core.limits import Budget
from ..core.parts import Design, Edit
from ..core.result import Result, Status
from ..core.task import AnyGame
from ..running.solve import solve
from .analyse import Analysis, explored
from .difficulty import WORDS, graded
from .evaluate import MOST_NODES, Evaluator
from .promises import at_first_sight, decoys, untouched

MOST_STALE = 40  # rounds without progress after which a climb begins anew
SAMPLE = 24  # edits that are tried of one level
MOST_ROUNDS = 400  # of a climb
MOST_STATES = 50_000  # of levels that are analysed
HOPELESS = 1e6  # the distance of a level without a solution
NEARLY = 0.5  # the distance of one piece without use, or of a place out of reach: less than a move too few


@dataclass(frozen=True)
class Order:
    """What is wanted of a level."""

    game: str
    options: Mapping[str, Any]
    objective: str | None = None
    min_cost: float | None = None
    max_cost: float | None = None
    difficulty: str | None = None
    unique: bool = False
    minimise: bool = False
    unsolvable: bool = False
    seed: int = 0
    decoys: int = 0  # pieces that a shortest solution does not need

    @property
    def is_plain(self) -> bool:
        """Whether any level that can be solved and keeps the promises will do."""
        return self.min_cost is None and self.max_cost is None and not self.needs_analysis

    @property
    def wants_none(self) -> bool:
        """Whether levels without a solution are wanted; Plotting has an option for it."""
        return self.unsolvable or self.options.get("solvable") == "no"

    @property
    def generator_options(self) -> Mapping[str, Any]:
        """The options, with what they have to say of solvable levels."""
        says_so = self.wants_none and "solvable" in self.options
        return {**self.options, "solvable": "no"} if says_so else self.options

    @property
    def needs_analysis(self) -> bool:
        return self.difficulty is not None or self.unique


@dataclass(frozen=True)
class Climbed:
    """What a climb came to; `distance` is 0 where the level is as wanted."""

    level: Any
    distance: float
    evaluated: int


class Workshop:
    """Makes levels to one order."""

    def __init__(self, order: Order, budget: Budget | None = None) -> None:
        self.order = order
        self.budget = budget or Budget()
        self.game = registry.game(order.game)
        self.design = design_of(self.game)
        # Where any level will do, it is solved however long that takes.
        nodes = None if order.is_plain else MOST_NODES
        self.evaluator = Evaluator(self.game, order.objective, nodes, self.budget)

    # -- how far a level is from what is wanted

    def distance(self, level: Any) -> float:
        """0 if the level is as wanted and keeps the promises, else more the farther it is."""
        order = self.order
        if self.is_broken(level):
            return HOPELESS * 2
        if order.wants_none:
            return 0.0 if self.evaluator.answer(level).status is Status.UNSOLVABLE else HOPELESS
        if self.solutions(level) not in (None, 1):
            return HOPELESS  # without a single solution it is no puzzle
        if not order.needs_analysis:
            cost = self.evaluator.cost(level)
            gap = HOPELESS if cost is None else self.cost_gap(cost)
        else:
            found = self.analysis(level)
            if found is None or found.cost is None:
                return HOPELESS
            cost = found.cost
            solutions = 1 if self.solutions(level) == 1 or not order.unique else found.solutions or 1
            gap = self.cost_gap(cost) + self.difficulty_gap(found) + log2(solutions)
        # What is to be minimised loses what serves nothing in the end.
        return gap if gap or order.minimise else NEARLY * self.useless(level, cost)

    def is_broken(self, level: Any) -> bool:
        return bool(at_first_sight(self.design, level, self.order.options, most=self.order.minimise))

    def useless(self, level: Any, cost: float | None) -> int:
        """How many pieces too many, or too few, serve nothing; where none do, how many places no play touches."""
        spare = len(decoys(self.evaluator, self.design, level, self.order.options, cost))
        task = self.evaluator.task(level)
        return abs(spare - self.order.decoys) or len(untouched(self.game, task.level, self.budget.is_out_of_time))

    def solutions(self, level: Any) -> int | None:
        """How many solutions there are, counted to 2; None where the order of moves matters."""
        return None if self.design.count_solutions is None else self.design.count_solutions(level)

    def analysis(self, level: Any) -> Analysis | None:
        """The exact analysis, graded; None where that takes too long."""
        try:
            task = self.evaluator.task(level)
        except LudoplanError:
            return None
        self.evaluator.evaluated += 1
        found = explored(task, self.evaluator.budget(MOST_STATES))
        return graded(task, found) if found.exact else None

    def cost_gap(self, cost: float) -> float:
        low, high = self.order.min_cost, self.order.max_cost
        return max(0.0, 0 if low is None else low - cost, 0 if high is None else cost - high)

    def difficulty_gap(self, found: Analysis) -> float:
        if self.order.difficulty is None:
            return 0.0
        if found.difficulty is None:
            return HOPELESS
        low, high = range_of(self.order.difficulty)
        value = found.difficulty.score
        return low - value if value < low else value - high + 0.01 if value >= high else 0.0

    # -- the search

    def climb(self, number: int, attempt: int) -> Climbed:
        """A level that is as wanted, or as near to it as this climb came; raises LudoplanError."""
        rng = random.Random(f"{self.order.game} {self.order.seed} {number} {attempt}")
        before = self.evaluator.evaluated
        assert self.design.generate is not None
        level = self.design.generate(rng, self.order.generator_options)
        distance = self.distance(level)
        stale = 0
        for _ in range(0 if self.order.wants_none else MOST_ROUNDS):
            most_stale = MOST_STALE if distance < HOPELESS else MOST_STALE // 8
            if distance == 0 or stale > most_stale or self.budget.is_out_of_time():
                break
            # Where single edits have not helped for a while, pairs of them are tried.
            base = level if stale < MOST_STALE // 8 else next(self.children(rng, level, 1))
            child, there = self.first_better(rng, base, distance)
            # Steps on level ground lead out of corners.
            stale = 0 if there < distance else stale + 1
            if there <= distance:
                level, distance = child, there
        if distance == 0 and self.order.minimise:
            level = self.minimised(level)
        return Climbed(level, distance, self.evaluator.evaluated - before)

    def children(self, rng: random.Random, level: Any, count: int) -> Iterator[Any]:
        """Some random levels one small change away."""
        if self.design.varied is not None:
            yield from (self.design.varied(rng, level, self.order.options) for _ in range(count))
            return
        edits = drawn(rng, self.design.edits(level), count)
        yield from (edit.level for edit in edits) if edits else (level,)

    def first_better(self, rng: random.Random, level: Any, distance: float) -> tuple[Any, float]:
        """The first of some children that is nearer, else the nearest."""
        best, least = level, HOPELESS * 3
        for child in self.children(rng, level, SAMPLE):
            there = self.distance(child)
            if there < least:
                best, least = child, there
            if there < distance or self.budget.is_out_of_time():
                break
        return best, least

    def minimised(self, level: Any) -> Any:
        """The level without anything that it can do without: cost, and what else was wanted, stay the same."""
        cost = self.evaluator.cost(level)
        at = 0
        while not self.budget.is_out_of_time():
            removals = [edit for edit in self.design.edits(level) if edit.removes]
            # Going on where the last removal was found spares looking at the first ones again and again.
            numbers = (*range(at, len(removals)), *range(min(at, len(removals))))
            spared = (number for number in numbers if self.can_spare(level, removals[number].level, cost))
            found = next(spared, None)
            if found is None:
                break
            level, at = removals[found].level, found
        return level

    def can_spare(self, level: Any, smaller: Any, cost: float | None) -> bool:
        if self.solutions(level) == 1:
            # Fewer clues are more moves: here it is the solution that stays.
            return self.solutions(smaller) == 1 and not self.is_broken(smaller)
        return self.evaluator.cost(smaller) == cost and self.distance(smaller) == 0


def range_of(word: str) -> tuple[float, float]:
    """The scores that a word of difficulty stands for, the upper end excluded."""
    place = list(WORDS).index(word)
    return WORDS[word], [*WORDS.values(), float("inf")][place + 1]


def drawn(rng: random.Random, edits: Any, count: int) -> list[Edit[Any]]:
    """Random changes of single cells, each kind as likely as the others, however many edits it has."""
    by_word: dict[str, list[Edit[Any]]] = defaultdict(list)
    for edit in edits:
        if edit.row is not None and edit.column is not None:
            by_word[edit.kind.split()[0]].append(edit)
    words = list(by_word)
    return [rng.choice(by_word[rng.choice(words)]) for _ in range(count if words else 0)]


def verified(workshop: Workshop, level: Any) -> Result | None:
    """The full result of a level that is as wanted, its plan replayed; None if it is not."""
    result = solve(workshop.evaluator.task(level), limits=workshop.budget)
    order = workshop.order
    wanted = Status.UNSOLVABLE if order.wants_none else Status.OPTIMAL
    if result.status is not wanted or workshop.distance(level) > 0:
        return None
    return None if order.minimise and workshop.useless(level, result.cost) else result


def key_of(game: AnyGame, level: Any) -> str:
    """The same text for all levels that are the same puzzle."""
    assert game.text is not None
    forms = (level,) if game.design is None else game.design.symmetries(level)
    return min(game.text.format(form) for form in forms)


def design_of(game: AnyGame) -> Design[Any, Any]:
    """The part of a game that makes levels; raises LudoplanError where there is none."""
    if game.design is None or game.design.generate is None:
        raise LudoplanError(f"{game.name} has no generator")
    return game.design
