"""Finds models: sizes in turn, each by incremental SAT, every model evaluated before it is given out."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice, permutations
from math import factorial

from ..core.errors import LudoplanError
from ..core.limits import Budget, Stopped
from ..core.result import Status
from ..sat.solver import Solver
from .ground import Grounding
from .interpretation import Interpretation
from .isomorphism import Kinds
from .theory import Theory

MOST_ELEMENTS = 1_000_000
USUAL_SIZES = range(2, 11)  # where neither the file nor the caller says

MOST_RENAMINGS = 720


@dataclass
class SizeReport:
    """What happened at one size; `complete`: there are no further models."""

    size: int
    models: int = 0
    variables: int = 0
    clauses: int = 0
    seconds: float = 0.0
    complete: bool = False


@dataclass
class Search:
    """Models of a theory of the given sizes, at most `most` (None: all), perhaps one of each kind only.

    After the iteration `stopped` tells which limit ended it, if one did. Without such an end and without models, there
    is none of these sizes: the SAT solver has refuted each.
    """

    theory: Theory
    sizes: range
    most: int | None = 1
    up_to_isomorphism: bool = False
    budget: Budget = field(default_factory=Budget)
    reports: list[SizeReport] = field(default_factory=list)
    stopped: Status | None = None

    def __iter__(self) -> Iterator[Interpretation]:
        try:
            yield from islice(chain.from_iterable(map(self._of_size, self.sizes)), self.most)
        except Stopped as stop:
            self.stopped = stop.status

    def _of_size(self, size: int) -> Iterator[Interpretation]:
        report = SizeReport(size)
        self.reports.append(report)
        began = time.perf_counter()
        try:
            grounding = Grounding(self.theory, size, self.budget)
            # Renamed copies of a model are models: they may be left out unless all of them are asked for.
            if self.up_to_isomorphism or self.most == 1:
                grounding.break_symmetry()
            report.variables, report.clauses = grounding.last_variable, len(grounding.clauses)
            fixed = size if self.theory.arithmetic else self.theory.largest_element + 1
            kinds = Kinds(fixed)
            if () in grounding.clauses:
                report.complete = True
                return
            with Solver(clauses=grounding.clauses) as solver:
                while (verdict := solver.solve(check=self.budget.check)).satisfiable:
                    model = grounding.interpretation(verdict.model)
                    if not model.is_model_of(self.theory):
                        raise AssertionError("a model that does not satisfy its theory")
                    solver.add({grounding.other_than(model, image) for image in self._renamings(size, fixed)})
                    if not self.up_to_isomorphism or kinds.is_new(model):
                        report.models += 1
                        report.seconds = time.perf_counter() - began
                        yield model
                report.complete = True
        finally:
            report.seconds = time.perf_counter() - began

    def _renamings(self, size: int, fixed: int) -> Iterable[tuple[int, ...]]:
        """How a model that was found may be renamed so as not to be found again; all ways, if they are few."""
        free = range(fixed, size)
        if not self.up_to_isomorphism or factorial(len(free)) > MOST_RENAMINGS:
            return [tuple(range(size))]
        return (tuple(range(fixed)) + renamed for renamed in permutations(free))


def sizes_of(theory: Theory, first: int | None, last: int | None) -> range:
    """The sizes to try: the caller's, else the file's, else a few; raises LudoplanError if none is large enough."""
    if first is None and last is None:
        first = theory.domain_size or theory.start_size
        last = theory.domain_size or theory.end_size
    elif first is not None and last is None:
        last = first
    if first is None:
        first = USUAL_SIZES.start
    if last is None:
        last = max(first, USUAL_SIZES.stop - 1)
    if first < 1 or last < first:
        raise LudoplanError(f"no domain sizes from {first} to {last}")
    if last > MOST_ELEMENTS:
        raise LudoplanError(f"a domain of more than {MOST_ELEMENTS:,} elements is too large")
    named = theory.largest_element + 1
    if not theory.arithmetic and named > first:
        if named > last:
            raise LudoplanError(f"the theory names element {named - 1}, so the domain has at least {named} elements")
        first = named
    return range(first, last + 1)
