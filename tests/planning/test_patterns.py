"""Sums of pattern databases: bounds on all states of small tasks, and what they know of tasks made for them."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

import pytest
from random_tasks import distances

from ludoplan import _native
from ludoplan.core.engine import Request
from ludoplan.pddl.task import PddlTask
from ludoplan.planning.configurations import ADMISSIBLE, LMCUT, PATTERNS
from ludoplan.planning.planner import Grounded

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
from pddl_tasks import GENERATORS, task

# Each with at most a few thousand states.
SMALL = {
    "blocks": {"blocks": 4},
    "cube": {"turns": 2},
    "driverlog": {"drivers": 1, "trucks": 1, "parcels": 2, "places": 2},
    "floortile": {"rows": 1, "columns": 3, "robots": 1},
    "freecell": {"suits": 2, "cards": 2, "columns": 2, "cells": 1},
    "gripper": {"balls": 3},
    "hanoi": {"discs": 4},
    "lights": {"rows": 2, "columns": 3},
    "logistics": {"cities": 2, "parcels": 2},
    "miconic": {"passengers": 3},
    "openstacks": {"orders": 3},
    "parking": {"kerbs": 3},
    "pegs": {"side": 4, "jumps": 6},
    "ricochet": {"rows": 3, "columns": 3, "robots": 2, "walls": 2},
    "snake": {"rows": 3, "columns": 3, "apples": 2},
    "sokoban": {"rows": 4, "columns": 4, "boxes": 1},
    "termes": {"rows": 2, "columns": 2, "height": 2},
    "tiles": {"rows": 2, "columns": 3, "moves": 20},
    "transport": {"places": 3, "trucks": 1, "parcels": 2},
    "visitall": {"rows": 3, "columns": 3},
}


def grounded(name: str, seed: int = 0, **sizes: int) -> Grounded:
    return Grounded.of(PddlTask.parse(*task(name, seed, **sizes)), Request())


def test_every_kind_of_task_is_here():
    assert set(SMALL) == set(GENERATORS)


@pytest.mark.parametrize("name", SMALL)
def test_bounds_hold_in_all_states(name):
    native = grounded(name, 1, **SMALL[name]).native
    known = distances(native, 5000)
    states = known if known is not None else walk(native, 60)
    for state, distance in random.Random(0).sample(states, min(len(states), 150)):
        for heuristic in ADMISSIBLE:
            estimate = native.estimate(heuristic, state)
            if known is None:
                continue
            if distance is None:
                assert estimate >= 0
            else:
                assert 0 <= estimate <= distance, heuristic


def walk(native, count):
    """States along a random way, of which nothing else is known."""
    rng, state, states = random.Random(0), native.initial(), []
    for _ in range(count):
        states.append((list(state), None))
        moves = native.successors(list(state))
        if not moves:
            break
        state = rng.choice(moves)[2]
    return states


@pytest.mark.parametrize("name", ["tiles", "visitall", "driverlog", "transport", "pegs"])
def test_the_bound_is_consistent(name):
    native = grounded(name, 2, **SMALL[name]).native
    for state, _ in walk(native, 40):
        here = native.estimate("patterns", state)
        for _, cost, after in native.successors(state):
            there = native.estimate("patterns", list(after))
            assert here <= cost + there or there >= _native.DEAD_END


def test_one_variable_is_known_exactly():
    domain = """(define (domain line) (:requirements :strips) (:predicates (at ?p) (next ?p ?q))
      (:action go :parameters (?p ?q) :precondition (and (at ?p) (next ?p ?q)) :effect (and (at ?q) (not (at ?p)))))"""
    places = " ".join(f"p{number}" for number in range(10))
    steps = " ".join(f"(next p{number} p{number + 1})" for number in range(9))
    problem = f"(define (problem p) (:domain line) (:objects {places}) (:init (at p0) {steps}) (:goal (at p9)))"
    native = Grounded.of(PddlTask.parse(domain, problem), Request()).native
    assert native.estimate("patterns", native.initial()) == 9


def test_distances_of_tiles_add_up():
    """At least the sum of the ways of all tiles, each by itself, which landmark cut does not see."""
    native = grounded("tiles", 1, rows=3, columns=3, moves=60).native
    init, goal = task("tiles", 1, rows=3, columns=3, moves=60)[1].split(":goal")
    ways = [
        {tile: (int(row), int(column)) for tile, row, column in re.findall(r"\(at (t\d+) c(\d)-(\d)\)", part)}
        for part in (init, goal)
    ]
    alone = sum(abs(a - ways[1][tile][0]) + abs(b - ways[1][tile][1]) for tile, (a, b) in ways[0].items())
    assert native.estimate("patterns", native.initial()) >= alone > native.estimate("hmax", native.initial())


def test_setting_up_ends_with_the_time_and_what_there_is_is_a_bound():
    sizes = {"rows": 5, "columns": 6, "boxes": 2}
    estimates = []
    for most in (0.0, 20.0):
        prepared = grounded("sokoban", 1, **sizes)
        prepared.prepare(PATTERNS, most=most)
        estimates.append(prepared.native.estimate("patterns", prepared.native.initial()))
    hurried, whole = estimates
    assert 0 <= hurried <= whole <= grounded("sokoban", 1, **sizes).search(LMCUT).cost
