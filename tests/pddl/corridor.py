"""A game with a PDDL form: a corridor of `level` cells, from one end to the other; negative lengths have no way."""

from __future__ import annotations

from itertools import pairwise

from ludoplan.core.errors import Unsupported
from ludoplan.core.game import Game
from ludoplan.core.parts import Pddl, PddlForms
from ludoplan.core.task import Task

DOMAIN = """(define (domain corridor) (:requirements :strips :action-costs) (:predicates (at ?x) (next ?x ?y))
  (:functions (total-cost))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (next ?x ?y))
    :effect (and (not (at ?x)) (at ?y) (increase (total-cost) 2))))"""


def encode(level, variant=None):
    if level == 13:
        raise Unsupported("13 cells have no PDDL form")
    cells = [f"c{number}" for number in range(abs(level))]
    steps = list(pairwise(cells)) if level > 0 else []
    links = " ".join(f"(next {a} {b}) (next {b} {a})" for a, b in steps)
    problem = f"""(define (problem p) (:domain corridor) (:objects {" ".join(cells)})
      (:init (at c0) {links} (= (total-cost) 0)) (:goal (at {cells[-1]})) (:metric minimize (total-cost)))"""
    return Pddl(DOMAIN, problem, decode)


def decode(actions):
    pairs = (action.strip("()").split()[1:] for action in actions)
    return ["right" if int(b[1:]) > int(a[1:]) else "left" for a, b in pairs]


class Corridor(Game[int, int, str]):
    name = "corridor"
    pddl = PddlForms(encode, ("plain",))

    def parse(self, text, source="level"):
        return int(text)

    def initial(self, level):
        return 0

    def moves(self, level, state):
        return (["right"] if state < level - 1 else []) + (["left"] if state > 0 else [])

    def apply(self, level, state, move):
        return state + 1 if move == "right" else state - 1

    def cost(self, level, state, move):
        return 2

    def is_goal(self, level, state):
        return state == abs(level) - 1


def corridor(length):
    return Task(Corridor(), length, f"corridor {length}")
