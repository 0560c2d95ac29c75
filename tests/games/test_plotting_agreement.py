"""Every way to solve Plotting finds what brute force finds; benchmarks/plotting_agreement.py does it for longer."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plotting_levels import distances, small_levels

from ludoplan.core.parts import DEAD_END
from ludoplan.core.result import Status
from ludoplan.engines.cp import ENGINES
from ludoplan.games.plotting import GAME
from ludoplan.games.plotting.constraints import EXTRAS, MODELS
from ludoplan.games.plotting.rules import PlottingLevel, initial
from ludoplan.running.solve import solve

# Solvers' own modules warn about things that are not ours to mend.
pytestmark = pytest.mark.filterwarnings("ignore")


def agree(level: PlottingLevel, solver: str, options: dict[str, object]) -> None:
    best = distances(level)[initial(level)]
    found = solve(level, solver, game=GAME, options=options)
    expected = (Status.UNSOLVABLE, None) if best == DEAD_END else (Status.OPTIMAL, best)
    assert (found.status, found.cost) == expected, (solver, options, found.message)


@given(small_levels(), st.sampled_from(("planner", "planner:astar-blind", "planner:astar-hmax")))
def test_planner(level: PlottingLevel, solver: str) -> None:
    for variant in GAME.pddl.variants:
        agree(level, solver, {"variant": variant})


@pytest.mark.parametrize(("solver", "examples"), [("cp:cadical", 10), ("cp:ortools", 5), ("cp:pumpkin", 4), ("mip", 3)])
def test_constraints(solver: str, examples: int) -> None:
    engine = next(engine for engine in ENGINES if engine.name == solver)
    if reason := engine.missing():
        pytest.skip(reason)

    @settings(max_examples=examples)
    @given(small_levels(3, most_blocks=6), st.sampled_from(MODELS), st.sets(st.sampled_from(sorted(EXTRAS))))
    def check(level: PlottingLevel, model: str, extras: set[str]) -> None:
        agree(level, solver, {"model": model, "extra": ",".join(sorted(extras))})

    check()
