"""Beam search and breadth-first heuristic search on games with cycles, against plain breadth-first search."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from typing import Any

import pytest

from ludoplan import load
from ludoplan.core.limits import Limits
from ludoplan.core.options import complete
from ludoplan.core.registry import game
from ludoplan.core.result import Status
from ludoplan.running.solve import solve

MAZE = {"rows": 9, "columns": 11, "loops": 0.3}
ROLL = {"rows": 5, "columns": 7}


@pytest.mark.parametrize("width", [1, 4, 10_000])
@pytest.mark.parametrize(
    ("name", "sizes", "rules"), [("maze", MAZE, "python"), ("roll", ROLL, "python"), ("roll", ROLL, "native")]
)
def test_bfhs_finds_what_bfs_finds(name: str, sizes: dict[str, object], rules: str, width: int) -> None:
    of = game(name)
    for seed in range(12):
        level = of.design.generate(random.Random(seed), complete(of.design.options, sizes))
        expected = solve(level, "bfs", game=of, options={"rules": rules})
        found = solve(level, "bfhs", game=of, options={"width": width, "rules": rules})
        assert (found.status, found.cost) == (expected.status, expected.cost), seed
        beam = solve(level, "beam", game=of, options={"width": width, "rules": rules})
        if beam.cost is None:
            assert beam.status in (Status.INCOMPLETE, Status.UNSOLVABLE)
        else:
            assert expected.cost is not None
            assert beam.cost >= expected.cost


def test_differing_costs_are_refused() -> None:
    of = game("roll")
    level = of.parse("|gggA\ng   g\ngggg_\n---\nA: split 1,1 3,1\n")
    assert solve(level, "bfhs", game=of).status is Status.UNSUPPORTED


def test_inadmissible_estimates_are_refused() -> None:
    of = game("plotting")
    level = of.parse("11\n22")
    result = solve(level, "bfhs", game=of, options={"heuristic": "blocks"})
    assert result.status is Status.UNSUPPORTED


def test_a_limit_leaves_the_plan_that_was_found() -> None:
    of = game("plotting")
    options = {"rows": 7, "columns": 7, "colours": 3, "goal": 5}
    level = of.design.generate(random.Random(1), complete(of.design.options, options))
    result = solve(level, "bfhs", game=of, options={"width": 100}, limits=Limits(nodes=20_000))
    assert result.status is Status.SOLVED
    assert result.message == "node limit reached"
    assert result.lower_bound is not None
    assert result.cost is not None
    assert result.lower_bound < result.cost


@pytest.mark.parametrize(("width", "threads"), [("1000", "1"), ("1", "2")])
def test_a_layer_that_does_not_fit_into_memory_is_searched_in_parts(width: str, threads: str) -> None:
    def solved(megabytes: int) -> dict[str, Any]:
        words = [sys.executable, "-m", "ludoplan.cli.main", "solve", "plotting:6x6-4-a", "--solver", "bfhs"]
        words += ["--heuristic", "blind", "--width", width, "--threads", threads, "--json"]
        words += ["--memory-limit", str(megabytes)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        result: dict[str, Any] = json.loads(done.stdout)
        return result

    whole, parts = solved(1000), solved(64)
    assert (parts["status"], parts["cost"], parts["lower_bound"]) == ("optimal", whole["cost"], whole["cost"])
    assert whole["stats"]["peak_mb"] > 64 >= parts["stats"]["peak_mb"]
    assert parts["stats"]["expanded"] > whole["stats"]["expanded"]


def test_threads_expand_the_same_states() -> None:
    expanded = set()
    for threads in 1, 2:
        result = solve(load("plotting:6x6-4-a"), "bfhs", options={"heuristic": "blind", "threads": threads})
        assert result.status is Status.OPTIMAL
        expanded.add(result.stats.expanded)
    assert len(expanded) == 1


@pytest.mark.parametrize(
    ("words", "threads"), [(["--solver", "bfhs"], 3), (["--threads", "2"], 2), (["--solver", "bfs"], 1)]
)
def test_a_command_with_one_level_takes_all_cores(words: list[str], threads: int, monkeypatch) -> None:
    from ludoplan.cli import solve as command

    asked = []

    def solve_task(task, engine, request):
        asked.append(request.options["threads"])
        return solve(load("plotting:6x1-2-a"), "bfs")

    monkeypatch.setattr(command.os, "cpu_count", lambda: 3)
    monkeypatch.setattr(command, "solve_task", solve_task)
    assert command.run(["plotting:6x1-2-a", *words]) == 0
    assert asked == [threads]


def test_threads_end_when_asked() -> None:
    options = {"heuristic": "blind", "threads": 2}
    used = time.process_time()
    result = solve(load("plotting:7x7-4-a"), "bfhs", options=options, limits=Limits(seconds=1))
    assert (result.status, result.message) == (Status.SOLVED, "time limit reached")
    assert time.process_time() - used < 2 * 3  # two threads, of a search that would take minutes


@pytest.mark.parametrize("name", ["plotting:5x5-4-a", "plotting:6x6-3-a", "plotting:6x6-4-a"])
def test_a_narrow_beam_becomes_wider(name: str) -> None:
    """The first path is far too long; wider beams between the layers find better ones."""
    known, narrow = solve(load(name)), solve(load(name), "bfhs", options={"width": 1})
    assert (narrow.status, narrow.cost) == (Status.OPTIMAL, known.cost)
    beam = solve(load(name), "beam", options={"width": 1})
    assert beam.cost is None or beam.cost > known.cost
