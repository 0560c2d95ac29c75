"""Small tasks drawn at random, solvable or not, of every kind that there is: for trials and certificates.

Small on purpose: brute force by the Python rules is to look at all of each, and odd shapes are found soonest there.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludoplan import Task
from ludoplan.core.errors import LudoplanError
from ludoplan.core.options import complete
from ludoplan.core.registry import game
from ludoplan.games.boxup.generate import colour_of
from ludoplan.games.boxup.rules import SIZES, STEPS, Box, BoxupLevel
from ludoplan.games.plotting.rules import PlottingLevel
from ludoplan.pddl.task import GAME as PDDL
from ludoplan.pddl.task import PddlTask

TESTS = Path(__file__).resolve().parent.parent / "tests"
sys.path[:0] = [str(TESTS / "planning"), str(TESTS / "games" / "puzzlescript"), str(TESTS / "games")]


def generated(name: str, rng: random.Random, objective: str | None = None, **options: Any) -> Task:
    """A level by the game's generator; other options are those of the level."""
    of = game(name)
    assert of.design is not None
    assert of.design.generate is not None
    keys = {option.key for option in of.design.options}
    values = complete(of.design.options, {key: value for key, value in options.items() if key in keys})
    while True:
        try:
            level = of.design.generate(rng, values)
            break
        except LudoplanError:  # so much does not fit
            values = complete(of.design.options, {})
    return Task(of, level, "random", objective, {key: value for key, value in options.items() if key not in keys})


def roll(rng: random.Random) -> Task:
    """Any small floor with holes, weak floor, bridges with switches and a switch that parts the block."""
    of = game("roll")
    while True:
        rows, columns = rng.randint(2, 6), rng.randint(3, 7)
        fill = rng.choice((0.6, 0.8, 1.0))
        cells = ["g" if rng.random() < fill else rng.choice("  f") for _ in range(rows * columns)]
        places = rng.sample(range(len(cells)), min(len(cells), 6))
        cells[places[0]], cells[places[1]] = "|", "_"
        legend = []
        for number, place in enumerate(places[2 : 2 + rng.randint(0, 2)]):
            switch, bridge = "AB"[number], "bc"[number]
            cells[place] = switch
            for other in rng.sample(range(len(cells)), rng.randint(1, 3)):
                if cells[other] in "g f":
                    cells[other] = bridge
            weight, effect = rng.choice(("heavy", "soft")), rng.choice(("toggle", "open", "close"))
            legend.append(f"{switch}: {weight} {effect} {rng.choice('bc')}")
            legend += [f"{bridge}: on"] if rng.random() < 0.3 else []
        if rng.random() < 0.25:
            cells[places[-1]] = "Y"
            one, two = ((rng.randint(1, rows), rng.randint(1, columns)) for _ in range(2))
            legend.append(f"Y: split {one[0]},{one[1]} {two[0]},{two[1]}")
        lines = ["".join(cells[row * columns : (row + 1) * columns]) for row in range(rows)]
        try:
            level = of.parse("\n".join([*lines, "---", *legend]))
        except LudoplanError:  # letters that nothing says anything of
            continue
        return Task(of, level, "random", None, {"swap_cost": rng.randint(0, 1)})


def maze(rng: random.Random) -> Task:
    """Some more walls than the generator draws, so that not every level is solvable."""
    made = generated("maze", rng, rows=rng.randint(4, 7), columns=rng.randint(5, 9),
                     loops=rng.choice((0.0, 0.3, 1.0)), food=rng.randint(1, 4))  # fmt: skip
    text = list(made.text)
    floor = [place for place, character in enumerate(text) if character == " "]
    for place in rng.sample(floor, min(rng.randint(0, 3), len(floor))):
        text[place] = "%"
    return Task(made.game, made.game.parse("".join(text)), "random", rng.choice(made.game.objectives))


def pipes(rng: random.Random) -> Task:
    from pipes_brute_force import random_board

    return Task(game("pipes"), random_board(rng, 1, 5), "random")


def plotting(rng: random.Random) -> Task:
    """Every shape up to 4x4, with empty cells, coloured hands and blocked lines."""
    rows, columns, colours = rng.randint(1, 4), rng.randint(1, 4), rng.randint(1, 4)
    full = rng.random() < 0.5
    stacks = [[rng.randint(1, colours) for _ in range(rows if full else rng.randint(0, rows))] for _ in range(columns)]
    while sum(map(len, stacks)) > 11:
        rng.choice([stack for stack in stacks if stack]).pop()
    level = PlottingLevel(
        rows,
        tuple(map(tuple, stacks)),
        tuple(row for row in range(rows) if rng.random() < 0.85),
        tuple(column for column in range(columns) if rng.random() < 0.85),
        rng.randint(0, min(3, rows * columns)),
        rng.randint(0, 4),
    )
    return Task(game("plotting"), level, "random")


def boxup(rng: random.Random) -> Task:
    """Any small level; boxes may lie in boxes."""
    rows = rng.randint(1, 4)
    columns = rng.randint(1 if rows > 1 else 2, 12 // rows)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    walls = set(rng.sample(cells, rng.randint(0, len(cells) // 3)))
    free = [cell for cell in cells if cell not in walls]
    sides = list(STEPS)
    boxes = [
        Box("small", "red", rng.choice(sides), rng.choice(free)),
        Box("big", "blue", rng.choice(sides), rng.choice(free)),
    ]
    for number in range(rng.randint(0, 2)):
        box = Box(rng.choice(SIZES), colour_of(number), rng.choice(sides), rng.choice(free))
        if all((box.size, box.cell) != (other.size, other.cell) for other in boxes):
            boxes.append(box)
    rng.shuffle(boxes)
    return Task(game("boxup"), BoxupLevel(rows, columns, rng.choice(free), tuple(boxes), frozenset(walls)), "random")


def lara(rng: random.Random) -> Task:
    return generated(
        "lara",
        rng,
        tiles=rng.randint(4, 14),
        levers=rng.randint(0, 2),
        cracked=rng.randint(0, 2),
        snakes=rng.randint(0, 2),
        saws=rng.randint(0, 1),
        spiders=rng.randint(0, 1),
        lizards=rng.randint(0, 1),
        spears=rng.randint(0, 1),
        loops=rng.choice((0.0, 0.3, 1.0)),
        traps_act_on=rng.choice(("walk", "any")),
    )


def sudoku(rng: random.Random) -> Task:
    """Boards of 4x4 and 9x9 with one solution; every other time a blank has been filled in, mostly wrongly."""
    made = generated("sudoku", rng, box=rng.choice((2, 2, 2, 3)))
    text, of = made.text, made.game
    blanks = [place for place, character in enumerate(text) if character == "."]
    while blanks and rng.random() < 0.7:
        place, digit = rng.choice(blanks), str(rng.randint(1, 4 if len(text) < 60 else 9))
        try:
            return Task(of, of.parse(text[:place] + digit + text[place + 1 :]), "random")
        except LudoplanError:  # a digit twice in a row, column or box, which no board may have
            continue
    return made


def puzzlescript(rng: random.Random) -> Task:
    from test_guide import pushing_game

    of = game("puzzlescript")
    while True:
        try:
            return Task(of, of.parse(pushing_game(rng.randrange(10**9))), "random")
        except LudoplanError:
            continue


def planning(kind: str) -> Callable[[random.Random], Task]:
    def make(rng: random.Random) -> Task:
        from random_tasks import KINDS, Maker

        domain, problem = Maker(rng.randrange(10**9), **KINDS[kind]).task()
        # Actions name objects, which texts may do with constants alone.
        domain, problem = replace(domain, constants=problem.objects), replace(problem, objects=())
        return Task(PDDL, PddlTask(domain, problem), "random")

    return make


MAKERS: dict[str, Callable[[random.Random], Task]] = {
    "roll": roll,
    "maze": maze,
    "pipes": pipes,
    "plotting": plotting,
    "boxup": boxup,
    "lara": lara,
    "puzzlescript": puzzlescript,
    "sudoku": sudoku,
    "pddl-plain": planning("plain"),
    "pddl-costs": planning("costs"),
    "pddl-derived": planning("derived"),
    "pddl-numeric": planning("numeric"),
    "pddl-everything": planning("everything"),
}


def draw(kind: str, seed: int) -> Task:
    """The task of this kind that a seed stands for."""
    return MAKERS[kind](random.Random(f"{kind} {seed}"))
